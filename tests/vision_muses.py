"""Taught Muse tables, rendered and read: how many exactly, how many tiles by name, and what the odds are worth.

`python tests/vision_muses.py 40 3` teaches 40 sets from one photo each, reads 3 tables of each (every fourth has a
tile of another set) and prints the figures.
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import numpy as np

from companion.teach import in_taught_names, usual_layout
from rules import load
from rules.table import COLOURS, Layout, Zone
from vision.read import Reader
from vision.reading import Reading
from vision.render import Scene, render, truth
from vision.render_muses import MUSES, lesson, muse_set, muse_table
from vision.teach import TeachError, teach_tiles
from vision.teach_file import save_set, set_folder

GAME = "dance_of_muses"
NAMES = tuple(f"m{i}" for i in range(MUSES))
PARTS = ("cell", "muse", "die", "colour")
STEPS = (0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 0.99, 1.01)


@dataclass(frozen=True)
class SeenTile:
    """One tile: what it is (a name, "down" or "foreign") and the odds it was read with."""

    is_: str
    odds: dict[str, float]

    @property
    def name(self) -> str | None:
        """The name it was read with, if any is likelier than not."""
        best = max(NAMES, key=lambda name: self.odds.get(name, 0.0))
        return best if self.odds.get(best, 0.0) > 0.5 else None


def any_colour(zone: Zone) -> Zone:
    """The zone with dice of every colour."""
    faces = zone.faces if zone.piece == "tile" else tuple(f"{colour} {n}" for colour in COLOURS for n in range(1, 7))
    return replace(zone, faces=faces)


def rows(tiles: Sequence[Any], keys: Sequence[str]) -> list[frozenset[tuple[Any, ...]]]:
    """The table in its four turns, cells counted from its top left."""
    found = []
    cells = [(tile["x"], tile["y"]) for tile in tiles]
    for _ in range(4):
        cells = [(-y, x) for x, y in cells]
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        found.append(
            frozenset((x - left, y - top, *(t[k] for k in keys)) for (x, y), t in zip(cells, tiles, strict=True))
        )
    return found


def right_parts(scene: Scene, seen: Sequence[Any]) -> Counter[str]:
    """Which parts of a table were read exactly, up to a turn of the whole."""
    want = [
        dict(tile) | {"muse": None if tile["muse"] is None else NAMES[tile["muse"]]} for tile in scene.state["tiles"]
    ]
    keys = {part: () if part == "cell" else (part,) for part in PARTS} | {"all": PARTS[1:]}
    return Counter(part for part, key in keys.items() if seen and rows(want, key)[0] in rows(seen, key))


def seen_tiles(scene: Scene, reading: Reading) -> Iterator[SeenTile]:
    """The tiles that were found, each with what lies nearest to it."""
    real = [piece for piece in truth(scene)["pieces"] if piece["kind"] == "muse_tile"]
    middles = np.array([np.mean(piece["outline"], axis=0) for piece in real])
    for piece in reading.pieces:
        if piece.kind == "tile":
            i = int(np.hypot(*(middles - np.mean(piece.outline_px, axis=0)).T).argmin())
            tile = scene.state["tiles"][i]
            name = NAMES[tile["muse"]] if tile["muse"] is not None else "foreign" if tile["face_up"] else "down"
            yield SeenTile(name, dict(piece.faces))


def read_set(number: int, tables: int) -> Iterator[tuple[Counter[str], list[SeenTile]]]:
    """Teach one set and read its tables."""
    owned = muse_set(number)
    with tempfile.TemporaryDirectory() as folder:
        try:
            save_set(teach_tiles(render(lesson(owned, number * 100)), NAMES), set_folder(Path(folder), GAME))
        except TeachError as error:
            click.echo(f"set {number}: {error}")
        layout = in_taught_names(Layout(tuple(map(any_colour, usual_layout(load(GAME)).zones))), NAMES)
        reader = Reader(Path(folder))
        for table in range(tables):
            seed = number * 100 + 1 + table
            scene = muse_table(owned, seed, foreign=int(seed % 4 == 0))
            reading = reader.read(render(scene), layout)
            seen = load(GAME).sighting(reading.observation)["tiles"]
            yield right_parts(scene, seen), list(seen_tiles(scene, reading))


def report(read: Sequence[tuple[Counter[str], list[SeenTile]]]) -> Iterator[str]:
    """Yield all figures, a line each."""
    parts = sum((right for right, _ in read), Counter[str]())
    tiles = [tile for _, found in read for tile in found]
    yield f"tables exact: {parts['all']} of {len(read)}; " + ", ".join(f"{part} {parts[part]}" for part in PARTS)
    yield _named("fronts", [tile for tile in tiles if tile.is_ in NAMES])
    yield _named("backs", [tile for tile in tiles if tile.is_ == "down"])
    yield _named("foreign", [tile for tile in tiles if tile.is_ == "foreign"])
    said = [(chance, name == tile.is_) for tile in tiles for name, chance in tile.odds.items() if name in NAMES]
    for low, high in pairwise(STEPS):
        true = [is_so for chance, is_so in said if low <= chance < high]
        if true:
            yield f"said {low:.2f} to {min(high, 1):.2f}: {len(true)} times, true {np.mean(true):.3f}"


def _named(kind: str, tiles: Sequence[SeenTile]) -> str:
    named = [tile for tile in tiles if tile.name]
    wrong = [tile for tile in named if tile.name != tile.is_]
    sure = sum(max(tile.odds.values()) >= 0.9 for tile in wrong)
    down = sum(tile.odds.get("down", 0.0) > 0.5 for tile in tiles)
    right = len(named) - len(wrong)
    return f"{kind}: {len(tiles)}; named rightly {right}, wrongly {len(wrong)} (surely {sure}), face down {down}"


if __name__ == "__main__":
    sets, each = map(int, sys.argv[1:3])
    for line in report([one for number in range(1000, 1000 + sets) for one in read_set(number, each)]):
        click.echo(line)
