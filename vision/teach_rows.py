"""Tiles laid in rows: their order, and where those lie that do not show, when the others do."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from vision.outline_fit import Rectangle

Cell = tuple[int, int]

ROW = 0.5  # of a side: tiles of one row, or column, differ less than this from one to the next
SHOWS = 0.5  # a square that shows as clearly as this is believed before the rows it makes
FEWEST = 0.6  # share of the tiles that must be believed before the others are


def by_rows(found: Sequence[Rectangle]) -> list[Rectangle]:
    """Return the rectangles row by row from the top, each row from the left."""
    rows = _strips([rectangle.y for rectangle in found], found[0].height) if found else []
    return sorted(found, key=lambda r: (rows[found.index(r)], r.x))


def filled_rows(found: Sequence[tuple[Rectangle, float]], count: int) -> list[Rectangle]:
    """Return so many squares: of those found, surest first, the ones that make full rows, and what these lack.

    Where no full rows can be seen in them, all that show clearly.
    """
    plain = sum(clarity >= SHOWS for _, clarity in found)
    for sure in range(plain, int(FEWEST * count), -1):
        squares = [square for square, _ in found[:sure]]
        cells = _cells(squares)
        wide, tall = (max(numbers) + 1 for numbers in zip(*cells, strict=True))
        if wide * tall == count and len(set(cells)) == sure:
            return _filled(squares, cells, (wide, tall))
    return [square for square, clarity in found if clarity >= SHOWS]


def _cells(squares: Sequence[Rectangle]) -> list[Cell]:
    """Return each square's column and row, counted from the top left."""
    columns = _strips([square.x for square in squares], squares[0].width)
    rows = _strips([square.y for square in squares], squares[0].height)
    return list(zip(columns, rows, strict=True))


def _strips(places: Sequence[float], side: float) -> list[int]:
    """Return the number of the strip that each place lies in: a new one begins after a gap."""
    order = sorted(range(len(places)), key=places.__getitem__)
    numbers = [0] * len(places)
    for one, two in pairwise(order):
        numbers[two] = numbers[one] + (places[two] - places[one] > ROW * side)
    return numbers


def _filled(squares: Sequence[Rectangle], cells: Sequence[Cell], size: Cell) -> list[Rectangle]:
    """Return the squares and one more on every cell that has none, where the others' rows and columns meet."""
    known = np.array([(column, row, 1) for column, row in cells], float)
    places = np.array([(square.x, square.y) for square in squares])
    grid = np.linalg.lstsq(known, places, rcond=None)[0]
    empty = [(i, j) for j in range(size[1]) for i in range(size[0]) if (i, j) not in cells]
    more = [np.array([i, j, 1]) @ grid for i, j in empty]
    return [*squares, *(replace(squares[0], x=float(x), y=float(y)) for x, y in more)]
