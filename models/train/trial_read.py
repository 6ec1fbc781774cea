"""What of a Muse table was read right, whichever way round the picture was taken."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from rules.table import Cell, Observation
from vision.reading import Reading
from vision.render import Scene, truth

PARTS: Final = ("cells", "names", "up or down", "values", "colours")
LIKELIER: Final = 0.5
SURE: Final = 0.9

Seen = Mapping[Cell, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class SeenTile:
    """One tile: `what` it is ("front", "back", "foreign"), whose front, and the odds it was read with."""

    what: str
    really: str | None
    odds: Mapping[str, float]

    @property
    def name(self) -> str | None:
        """Return the name that it was read as, None where none is likelier than not."""
        return _likelier({word: p for word, p in self.odds.items() if word != "down"})

    @property
    def is_down(self) -> bool:
        """Tell whether it was read as lying face down."""
        return self.odds.get("down", 0.0) > LIKELIER

    @property
    def surely(self) -> bool:
        """Tell whether it was read surely."""
        return max(self.odds.values(), default=0.0) >= SURE


def read_as(seen: Observation) -> Seen:
    """Return each cell with what was seen there, a word for each of PARTS but the cells; None: not told."""
    cells = {place.cell: dict[str, Any](zip(PARTS[1:], (None,) * 4, strict=True)) for place in seen.faces}
    for place, odds in seen.faces.items():
        if place.zone == "tile":
            down = odds.get("down", 0.0)
            name = _likelier({word: p for word, p in odds.items() if word != "down"})
            cells[place.cell] |= {"names": name, "up or down": 2 * down < sum(odds.values())}
        elif odds:
            colour, _, value = max(odds, key=odds.__getitem__).rpartition(" ")
            cells[place.cell] |= {"values": int(value), "colours": colour}
    return cells


def _likelier(odds: Mapping[str, float]) -> str | None:
    word = max(odds, key=odds.__getitem__, default=None)
    return word if word is not None and odds[word] > LIKELIER else None


def right_parts(scene: Scene, seen: Seen, names: Sequence[str], *, named: bool) -> frozenset[str]:
    """Return which of PARTS were read right in the whole picture, in one of four turns.

    Where nothing was `named`, names are right, and so is a side that was not told. A tile of another set may be taken
    to lie face down: nothing tells a back that was not taught.
    """
    want = {(tile["x"], tile["y"]): _really(tile, names) for tile in scene.state["tiles"]}
    best: frozenset[str] = frozenset()
    for turned in _turned(seen, min(want)):
        if turned.keys() == want.keys():
            right = {p for p in PARTS[1:] if all(_fits(p, turned[c][p], want[c][p], named) for c in want)}
            best = max(best, frozenset({"cells", *right}), key=len)
    return best


def _really(tile: Mapping[str, Any], names: Sequence[str]) -> Mapping[str, Any]:
    foreign = tile["muse"] is None and tile["face_up"]
    name = None if tile["muse"] is None else names[tile["muse"]]
    up = None if foreign else tile["face_up"]
    return dict(zip(PARTS[1:], (name, up, tile["die"], tile["colour"]), strict=True))


def _fits(part: str, got: object, want: object, named: bool) -> bool:
    if part == "names" and not named:
        return True
    if part == "up or down" and (want is None or (got is None and not named)):
        return True
    return got == want


def _turned(seen: Seen, first: Cell) -> Iterator[Seen]:
    """Yield the cells in all four turns, the least of them moved to `first`."""
    cells = dict(seen)
    for _ in range(4 if cells else 0):
        cells = {(-y, x): what for (x, y), what in cells.items()}
        left, top = min(cells)
        yield {(x - left + first[0], y - top + first[1]): what for (x, y), what in cells.items()}


def seen_tiles(scene: Scene, reading: Reading, names: Sequence[str]) -> Iterator[SeenTile]:
    """Yield the tiles that were found, each with what lies nearest to it."""
    real = [piece for piece in truth(scene)["pieces"] if piece["kind"] == "muse_tile"]
    middles = np.array([np.mean(piece["outline"], axis=0) for piece in real])
    for piece in (piece for piece in reading.pieces if piece.kind == "tile"):
        at = int(np.hypot(*(middles - np.mean(piece.outline_px, axis=0)).T).argmin())
        tile = scene.state["tiles"][at]
        front = tile["muse"] is not None
        what = "front" if front else "foreign" if tile["face_up"] else "back"
        yield SeenTile(what, names[tile["muse"]] if front else None, dict(piece.faces))
