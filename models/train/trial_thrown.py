"""Tables of thrown dice for the trials: pips or digits as people see them, some touching, and what is read."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from models.train.detector_data import pose
from models.train.evaluate import HEADS, Known, Tally
from models.train.trial_tables import tidy_table
from rules.table import Layout, Shape, Zone
from vision.detect import Detection
from vision.detect_crops import NONE
from vision.read import Reader
from vision.reading import Piece
from vision.render import Scene, render
from vision.render_camera import Camera
from vision.render_chance import chance
from vision.render_clutter import Thing
from vision.render_dice import Die
from vision.render_faces import DieLook
from vision.render_random import neighbours, random_look, random_things

FIRST_THROW: Final = 9_800_000  # no table from here on is trained on
LOOSE: Final = Layout((Zone("dice", "die", Shape.LOOSE, tuple("123456")),))
STYLES: Final = ("pips", "digits")
TOUCHING: Final = 0.5  # of the tables have dice that touch
LITTERED: Final = 0.5  # of the tables have other things on them


def thrown_table(seed: int, style: str) -> Scene:
    """Return a table seen from above with dice of one to three sets, all of a style, flat and between the cards."""
    rng, table = np.random.default_rng([seed, 78]), tidy_table(seed)
    looks = [random_look(rng) for _ in range(int(rng.integers(1, 4)))]
    sets = [(name, replace(look, style=style)) for name, look in looks]
    dice = [_dressed(die, sets, rng) for die in table.dice]
    if chance(rng, TOUCHING):
        dice += [die for die in neighbours(rng, dice, sets) if _in_view(table, die)]
    things = random_things(rng, table.camera) if chance(rng, LITTERED) else ()
    return replace(table, dice=tuple(dice), things=tuple(thing for thing in things if _clear_of(thing, dice)))


def _dressed(die: Die, sets: list[tuple[str, DieLook]], rng: np.random.Generator) -> Die:
    colour, look = sets[int(rng.integers(len(sets)))]
    return replace(die, colour=colour, look=look)


def _in_view(table: Scene, die: Die) -> bool:
    camera = table.camera
    seen = camera.project(die.outline_mm())
    return bool((seen > 0).all() and (seen < (camera.width_px, camera.height_px)).all())


def _clear_of(thing: Thing, dice: list[Die]) -> bool:
    return all(np.hypot(thing.x_mm - d.x_mm, thing.y_mm - d.y_mm) > thing.size_mm + d.size_mm for d in dice)


def thrown_rows(count: int, *, faults: bool) -> Iterator[str]:
    """Yield a row for each style, in the columns of `evaluate`; with `faults`, also what went wrong where."""
    styles = (STYLES[number % len(STYLES)] for number in range(count))
    tables = ((f"thrown {style}", thrown_table(FIRST_THROW + at, style)) for at, style in enumerate(styles))
    yield from read_rows(tables, faults=faults)


def read_rows(tables: Iterable[tuple[str, Scene]], *, faults: bool) -> Iterator[str]:
    """Read named tables and yield a row for each name, in the columns of `evaluate`; `faults` as above."""
    reader, tallies = Reader(), dict[str, Tally]()
    for name, scene in tables:
        truth = [_known(die, scene.camera) for die in scene.dice]
        seen = [_detection(piece) for piece in reader.read(render(scene), LOOSE).pieces]
        tallies.setdefault(name, Tally()).add(f"seed {scene.seed}", truth, seen, exhaustive=True)
    yield f"| {HEADS} |"
    yield f"|{' --- |' * (HEADS.count('|') + 1)}"
    for name, tally in tallies.items():
        yield tally.line(name)
        if faults:
            yield from tally.wrong


def _known(die: Die, camera: Camera) -> Known:
    x, y, side, angle = pose(camera.project(die.outline_mm())[None].astype(np.float32))[0].tolist()
    return Known(x, y, side, die.value, die.colour, side, angle)


def _detection(piece: Piece) -> Detection:
    x, y, side, angle = pose(np.array([piece.outline_px], np.float32))[0].tolist()
    return Detection(
        piece.faces or ((NONE, 0.0),), (x, y), side, angle, piece.colours or ((NONE, 0.0),), piece.outline_px
    )
