"""Tiles laid in rows: where they lie all together, though some of them do not show by themselves."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]
Cell = tuple[int, int]  # right, down

STEP = 2  # rows are looked for on a grid of every second cell
GAPS = 9  # widest gap between tiles, in steps
UNEVEN = 2  # gaps between rows and gaps in rows differ by so many steps at most
TELLING = 3  # more tiles than this, not all in line, tell how the rows lie
ASTRAY = 3  # a tile lies within so many cells of where its row and column have it


@dataclass(frozen=True, slots=True)
class Rows:
    """Tiles in rows: the top left cell of each, row by row, how clearly each shows there, 0..1; how many to a row."""

    corners: tuple[Cell, ...] = ()
    shown: tuple[float, ...] = ()
    columns: int = 1


def best_rows(shown: Floats, size: Cell, count: int) -> Rows:
    """Return the rows of `count` tiles that show best together; empty where there is no room for any.

    `shown` is how clearly a tile of that size in cells shows, by the cell of its top left corner. The last row may be
    shorter than the others.
    """
    wide, tall = (n // STEP * STEP for n in shown.shape[::-1])
    near = shown[:tall, :wide].reshape(tall // STEP, STEP, wide // STEP, STEP).max(axis=(1, 3))
    near = np.asarray(cv2.dilate(near, np.ones((3, 3))), np.float32)
    best, in_row, places = 0.0, 1, list[Cell]()
    for columns, right, down in _ways(size, count):
        total = _total(near, columns, right, down, count)
        if total.size and total.max() > best:
            y, x = map(int, np.unravel_index(int(total.argmax()), total.shape))
            best, in_row = float(total[y, x]), columns
            places = [(x + i % columns * right, y + i // columns * down) for i in range(count)]
    found = [_nearest(shown, (x * STEP, y * STEP)) for x, y in places]
    return Rows(tuple(corner for corner, _ in found), tuple(clarity for _, clarity in found), in_row)


def _ways(size: Cell, count: int) -> Iterator[tuple[int, int, int]]:
    """Yield the numbers of columns with the steps from one column and from one row to the next."""
    wide, tall = (ceil(n / STEP) for n in size)
    for columns in range(1, count + 1):
        for gap in range(GAPS if count > 1 else 1):
            if columns in {1, count}:
                yield columns, wide + gap, tall + gap
                continue
            for other in range(max(0, gap - UNEVEN), min(GAPS, gap + UNEVEN + 1)):
                yield columns, wide + gap, tall + other


def _total(near: Floats, columns: int, right: int, down: int, count: int) -> Floats:
    """Return how clearly all tiles show together, by the place of the first; empty where there is no room."""
    full, last = divmod(count, columns)
    row = _shifted(near.T, columns, right).T
    rows = _shifted(row, full, down)
    if not last or not rows.size:
        return rows
    rest = _shifted(near.T, last, right).T[full * down :, : rows.shape[1]]
    return rows[: len(rest)] + rest


def _shifted(shown: Floats, count: int, step: int) -> Floats:
    """Return the sum of a map and its copies moved down by one step, two steps ..., where all of them are."""
    length = max(0, len(shown) - (count - 1) * step)
    total = shown[:length].copy()
    for i in range(1, count if length else 0):
        total += shown[i * step : i * step + length]
    return total


def _nearest(shown: Floats, place: Cell) -> tuple[Cell, float]:
    """Return the cell near a place where a tile shows best, and how clearly."""
    left, top = (max(0, at - ASTRAY) for at in place)
    part = shown[top : place[1] + ASTRAY + STEP, left : place[0] + ASTRAY + STEP]
    y, x = map(int, np.unravel_index(int(part.argmax()), part.shape))
    return (left + x, top + y), float(part[y, x])


def in_rows(places: Matrix, sure: NDArray[np.bool_], columns: int) -> Matrix:
    """Return `places` (N, 2), row by row, with those not `sure` where the rows and columns of the others have them.

    Unchanged where too few are sure to tell.
    """
    number = np.arange(len(places))
    cells = np.column_stack([np.ones(len(places)), number % columns, number // columns])
    known = cells[sure]
    if len(known) <= TELLING or np.linalg.matrix_rank(known) < min(TELLING, np.linalg.matrix_rank(cells)):
        return places
    meant = cells @ np.linalg.lstsq(known, places[sure], rcond=None)[0]
    return np.where(sure[:, None], places, meant)
