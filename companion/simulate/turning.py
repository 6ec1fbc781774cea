"""A grid has no north of its own: the first picture chooses one of four, and moves are told in its directions."""

import re
from collections.abc import Iterable, Sequence

from rules.table import Layout

SIDES = "NESW"
_CELL = re.compile(r"(-?\d+),(-?\d+)")


def turned(move: str, quarters: int, layout: Layout) -> str:
    """Return a move's notation once the grid of `layout` is turned clockwise by so many quarters about its origin."""
    return " ".join(_word(word, quarters % 4, layout) for word in move.split(" ")) if quarters % 4 else move


def _word(word: str, quarters: int, layout: Layout) -> str:
    if found := _CELL.fullmatch(word):
        x, y = int(found[1]), int(found[2])
        for _ in range(quarters):
            x, y = -y, x
        return f"{x},{y}"
    zone = next((zone for zone in layout.zones if word in zone.faces), None)  # a straight in the hand is no south
    if zone is not None:
        return zone.word(word, quarters) if zone.grid else word
    return SIDES[(SIDES.index(word) + quarters) % 4] if word in tuple(SIDES) else word


def agreeing(turns: Iterable[int], move: str, found: str, layout: Layout) -> Sequence[int]:
    """Return those turns of the grid by which the move that was meant is the one found."""
    return [quarters for quarters in turns if turned(move, quarters, layout) == found]
