"""Muse tables for the trials: sets taught from one photo each, tables laid with them, and what of them is read.

Every set is another owner's, every picture another table, lamp and camera; the photo that teaches is one more. Where
it is refused, people take another one: such photos are counted apart.
"""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from models.train.trial_read import PARTS, SeenTile, read_as, right_parts, seen_tiles
from rules.table import COLOURS, Layout, Shape, Zone
from vision.read import Reader
from vision.render import Scene, render
from vision.render_camera import turn
from vision.render_cover import CLEAN, Shadow, troubled
from vision.render_faces import Image
from vision.render_muses import MUSES, MuseSet, lesson, muse_set, muse_table
from vision.teach import TeachError, teach_tiles
from vision.teach_file import save_set
from vision.teach_folder import set_folder

Rng = np.random.Generator

FIRST_SET: Final = 10_000  # nothing was chosen on the tables of sets from here on
OBLONG_EVERY: Final = 4  # every so many-th set is of upright or flat cards
NAMES: Final = tuple(f"m{number}" for number in range(MUSES))
PITCH_MM: Final = (60.0, 120.0)
LAYOUT: Final = Layout(
    (
        Zone("tile", "tile", Shape.SQUARE, (*NAMES, "down"), "dance", PITCH_MM),
        Zone("die", "die", Shape.SQUARE, tuple(f"{c} {n}" for c in COLOURS for n in range(1, 7)), "dance", PITCH_MM),
    )
)


@dataclass(frozen=True, slots=True)
class Laid:
    """One table of one set: the kind of picture, its seed, and what is right and what each tile was read as."""

    kind: str
    seed: int
    right: frozenset[str]
    tiles: tuple[SeenTile, ...]


def owner(number: int) -> MuseSet:
    """Return a set: squares of 55 to 95 mm, or now and then cards of 55 to 66 by 78 to 95 mm, upright or flat."""
    rng, owned = np.random.default_rng([number, 61]), muse_set(number)
    if number % OBLONG_EVERY:
        return replace(owned, side_mm=float(rng.uniform(55, 95)))
    narrow, wide = float(rng.uniform(55, 66)), float(rng.uniform(78, 95))
    sides = (narrow, wide) if rng.random() < 0.5 else (wide, narrow)  # noqa: PLR2004 - either way
    return replace(owned, side_mm=sides[0], tall_mm=sides[1])


def _shaded(scene: Scene, rng: Rng) -> Image:
    """Return a picture half of which lies in a hard shadow."""
    way = turn(2, float(rng.uniform(0, 360)))[:2, :2]
    corners = np.array([[0, -900], [900, -900], [900, 900], [0, 900]]) @ way.T + rng.normal(0, 40, 2)
    shadow = Shadow(tuple((float(x), float(y)) for x, y in corners), float(rng.uniform(0.35, 0.7)))
    return troubled(render(replace(scene, lens=CLEAN)), scene, [shadow])


def _softened(scene: Scene, rng: Rng) -> Image:
    """Return a picture a little out of focus, in a small file."""
    scale = scene.camera.focal_px / scene.camera.height_mm
    lens = replace(scene.lens, blur_px=float(rng.uniform(0.5, 0.9)) * scale, jpeg=int(rng.integers(35, 60)))
    return render(replace(scene, lens=lens))


def _plain(scene: Scene, _: Rng) -> Image:
    return render(scene)


def _usual(owned: MuseSet, seed: int, _: Rng) -> Scene:
    return muse_table(owned, seed)


KINDS: Final[Mapping[str, tuple[Callable[[MuseSet, int, Rng], Scene], Callable[[Scene, Rng], Image]]]] = {
    "as usual": (_usual, _plain),
    "tilted by 12 to 25 degrees": (lambda owned, seed, rng: muse_table(owned, seed, 0, rng.uniform(12, 25)), _plain),
    "half in a hard shadow": (_usual, _shaded),
    "out of focus, small file": (_usual, _softened),
    "two tiles of another set": (lambda owned, seed, _: muse_table(owned, seed, 2), _plain),
}
UNTAUGHT: Final = "nothing taught"
REFUSED: Final = "a lesson refused"
PHOTOS: Final = 3  # that people take of their tiles before they give up


def laid_tables(count: int) -> Iterator[Laid]:
    """Yield `count` tables and more, to full sets, as they are read."""
    for number in range(FIRST_SET, FIRST_SET - (-count // len(KINDS))):
        yield from _of_set(number)


def _of_set(number: int) -> Iterator[Laid]:
    owned = owner(number)
    with tempfile.TemporaryDirectory() as folder:
        for photo in range(PHOTOS):
            try:
                taught = teach_tiles(render(lesson(owned, 10 * number + photo)), NAMES)
            except TeachError:
                yield Laid(REFUSED, 10 * number + photo, frozenset(), ())
            else:
                save_set(taught, set_folder(Path(folder), "muses"))
                break
        reader, plain = Reader(Path(folder)), Reader()
        for at, (kind, (scene_of, picture_of)) in enumerate(KINDS.items(), 1):
            seed = 10 * number + at
            rng = np.random.default_rng([seed, 67])
            scene = scene_of(owned, seed, rng)
            image = picture_of(scene, rng)
            label = f"oblong, {kind}" if owned.tall_mm else kind
            yield _read(label, scene, reader, image)
            if at == 1:
                yield _read(UNTAUGHT, scene, plain, image)


def _read(kind: str, scene: Scene, reader: Reader, image: Image) -> Laid:
    reading = reader.read(image, LAYOUT)
    named = kind != UNTAUGHT
    tiles = tuple(seen_tiles(scene, reading, NAMES)) if named else ()
    return Laid(kind, scene.seed, right_parts(scene, read_as(reading.observation), NAMES, named=named), tiles)


def muse_rows(count: int, *, faults: bool) -> Iterator[str]:
    """Yield a row for each kind of picture, then one for each kind of tile; `faults`: then what was read wrongly."""
    tables = list(laid_tables(count))
    yield f"| picture | tables | exact | {' | '.join(PARTS)} |"
    yield f"| --- |{' --- |' * (len(PARTS) + 2)}"
    taught = [table for table in tables if table.kind not in {UNTAUGHT, REFUSED}]
    others = (REFUSED, UNTAUGHT)
    for kind in sorted(dict.fromkeys(table.kind for table in tables), key=lambda kind: (kind in others, kind)):
        yield _row(kind, [table for table in tables if table.kind == kind])
    yield _row("all of taught sets", taught)
    yield ""
    yield from _tile_rows([tile for table in taught for tile in table.tiles])
    if faults:
        yield ""
        yield from (f"{table.seed} {table.kind}: {', '.join(_wrong(table))}" for table in tables if _wrong(table))


def _wrong(table: Laid) -> list[str]:
    return [part for part in PARTS if part not in table.right]


def _row(kind: str, tables: Sequence[Laid]) -> str:
    counts = Counter(part for table in tables for part in table.right)
    exact = sum(not _wrong(table) for table in tables)
    parts = " | ".join(str(counts[part]) for part in PARTS)
    return f"| {kind} | {len(tables)} | {100 * exact / len(tables):.1f} % | {parts} |"


def _tile_rows(tiles: Sequence[SeenTile]) -> Iterator[str]:
    yield "| tile | number | named rightly | wrongly | and surely | face down | unknown |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for what in ("front", "back", "foreign"):
        of = [tile for tile in tiles if tile.what == what]
        named = [tile for tile in of if tile.name]
        wrong = [tile for tile in named if tile.name != tile.really]
        down = sum(tile.is_down for tile in of)
        figures: list[Any] = [len(of), len(named) - len(wrong), len(wrong), sum(t.surely for t in wrong), down]
        yield f"| {what} | {' | '.join(map(str, figures))} | {len(of) - len(named) - down} |"
