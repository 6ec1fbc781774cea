"""Roads of Line Dice for the trials, between four corner cards, of which some dice lean; and what is said of them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, islice
from typing import Final

import numpy as np

from companion.opening import any_table
from models.train.evaluate import SILENT
from models.train.trial_lines import FIRST_ROAD, SIZES_PX
from rules.line_dice import GAME
from vision.read import Reader
from vision.reading import Doubt, Piece
from vision.render import Scene, render
from vision.render_dice import Die
from vision.render_lines import road_scene

LEANING_DEG: Final = (15, 25, 40)
SAID: Final = ("not found", "leaning", "doubt", "sure")


def leaning_rows(number: int) -> Iterator[str]:
    """Yield for each angle a row of the dice of roads that lean by it, and one of the flat dice beside them.

    A die is taken to be found where one is reported whose middle lies within half a side of its own.
    """
    reader, layout, tables = Reader(), any_table(GAME), list(islice(_tables(), number))
    yield "| road dice | number | not found | said to lean | otherwise in doubt | read surely |"
    yield f"|{' --- |' * 6}"
    for angle_deg in LEANING_DEG:
        leaning, flat = Counter[str](), Counter[str]()
        for scene in (_shaken(table, angle_deg) for table in tables):
            pieces = reader.read(render(scene), layout).pieces
            for die in scene.dice:
                (leaning if die.cocked_deg else flat).update([_said_of(die, scene, pieces)])
        yield _row(f"leaning {angle_deg} degrees", leaning)
        yield _row("flat, beside them", flat)


def _tables() -> Iterator[Scene]:
    """Yield tables with cards: without them nothing tells from where a face is seen."""
    tables = (road_scene(FIRST_ROAD + number, *SIZES_PX[number % len(SIZES_PX)]) for number in count())
    return (table for table in tables if table.cards)


def _row(name: str, said: Counter[str]) -> str:
    return f"| {name} | {said.total()} | {' | '.join(str(said[kind]) for kind in SAID)} |"


def _shaken(scene: Scene, angle_deg: float) -> Scene:
    """Return the table with some of its dice leaning to one side or the other."""
    rng = np.random.default_rng([scene.seed, 70])
    sides = rng.choice([-1.0, 0.0, 1.0], len(scene.dice), p=(0.15, 0.7, 0.15)).tolist()
    dice = (replace(die, cocked_deg=side * angle_deg) for die, side in zip(scene.dice, sides, strict=True))
    return replace(scene, dice=tuple(dice))


def _said_of(die: Die, scene: Scene, pieces: Sequence[Piece]) -> str:
    outline = scene.camera.project(die.top_mm())
    middle, side = outline.mean(axis=0), float(np.hypot(*(outline[1] - outline[0])))
    far = {piece: float(np.hypot(*(np.mean(piece.outline_px, axis=0) - middle))) for piece in pieces}
    piece = min(far, key=far.__getitem__, default=None)
    if piece is None or far[piece] > side / 2:
        return SAID[0]
    if piece.doubt is Doubt.LEANING:
        return SAID[1]
    return SAID[2] if piece.doubt or piece.confidence < SILENT else SAID[3]
