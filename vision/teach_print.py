"""Where the tiles of a lesson lie by what all of them show: one set has one rim, and mostly one frame and caption.

A tile by itself may fit a printed frame, a neighbour's rim or the grain of a table as well as its own rim. Laid over
each other tiles agree on where each lies, and those at the edge of the rows show where the rim ends.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.outline_fit import Rectangle
from vision.outline_view import View, rotation

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

FEWEST = 4  # tiles that tell what all of them show
REACH_MM = 10  # a tile is looked for so far from where it was found,
TURNS_DEG = range(-3, 4)  # and so much turned
ROOM_MM = 6  # of the table around a tile that is compared with it
SOFT_MM = 1.0
ROUNDS = 3  # after which tiles hardly move
APART_MM = 2.5  # tiles further from where the others have them were not fitted well
RIM_MM = 14  # the rim is looked for so far inside and outside of a tile's side
STRONG = 0.63  # of the strongest line there: the rim shows so well at least
HALF_LINE_MM = 2.0  # lines begin so far outside of their middle
CLEAR = 0.1  # share of a side at either end that is left out: corners are rounded
OVER_MM = 1.0  # neighbours lie upon each other by so much at most, as they are found
ALIKE_MM = 3.0  # sides that differ by less are those of a square


def agreed(view: View, fitted: Sequence[Rectangle], columns: int) -> list[Rectangle]:
    """Return tiles of one set, row by row, where they lie by what all of them show; as fitted where that agrees."""
    if len(fitted) < FEWEST:
        return list(fitted)
    laid = _laid_over(view, fitted)
    moved = np.array([(one.x - other.x, one.y - other.y) for one, other in zip(laid, fitted, strict=True)])
    if np.abs(moved - np.median(moved, axis=0)).max() <= APART_MM:
        return list(fitted)
    return _rimmed(view, laid, columns)


def _laid_over(view: View, tiles: Sequence[Rectangle]) -> list[Rectangle]:
    """Return the tiles, each where it looks most like the mean of the others."""
    laid = list(tiles)
    shown = [_lines(view, tile, ROOM_MM) for tile in laid]
    for _ in range(ROUNDS):
        for i, tile in enumerate(laid):
            others = _mean(shown[:i] + shown[i + 1 :])
            ways = (_best_place(view, replace(tile, turn_deg=tile.turn_deg + by), others) for by in TURNS_DEG)
            laid[i] = max(ways, key=lambda way: way[0])[1]
            shown[i] = _lines(view, laid[i], ROOM_MM)
    return laid


def _mean(shown: Sequence[Floats]) -> Floats:
    return np.asarray(np.mean(shown, axis=0), np.float32)


def _best_place(view: View, tile: Rectangle, others: Floats) -> tuple[float, Rectangle]:
    """Return how much a tile looks like the others at best, moved but not turned, and where."""
    alike = cv2.matchTemplate(_lines(view, tile, ROOM_MM + REACH_MM), others, cv2.TM_CCOEFF_NORMED)
    down, right = np.unravel_index(int(alike.argmax()), alike.shape)
    return float(alike[down, right]), _moved(tile, float(right) - REACH_MM, float(down) - REACH_MM)


def _moved(tile: Rectangle, right: float, down: float) -> Rectangle:
    """Return the tile moved along its own sides."""
    x, y = rotation(tile.turn_deg) @ (right, down)
    return replace(tile, x=tile.x + float(x), y=tile.y + float(y))


def _lines(view: View, tile: Rectangle, room_mm: int) -> Floats:
    """Return the edges of a tile, upright, and of the table around it: vertical and horizontal lines, (H, W, 2)."""
    size = np.array([round(tile.width), round(tile.height)]) + 2 * room_mm
    upright = rotation(tile.turn_deg)
    placed = np.column_stack([upright, (tile.x, tile.y) - upright @ ((size - 1) / 2)])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    both = cv2.warpAffine(np.dstack([view.across, view.along]), placed, size.tolist(), flags=flags)
    return np.asarray(cv2.GaussianBlur(both, (0, 0), SOFT_MM), np.float32)


def _rimmed(view: View, tiles: Sequence[Rectangle], columns: int) -> list[Rectangle]:
    """Return the tiles with the sides that those at the edge of the rows show: no neighbour's rim is beside them."""
    last = (len(tiles) - 1) // columns
    of_column = {side: [tile for i, tile in enumerate(tiles) if i % columns == side] for side in (0, columns - 1)}
    of_row = {side: [tile for i, tile in enumerate(tiles) if i // columns == side] for side in (0, last)}
    left, right = _rim(_profile(view, of_column[0], 0)), _rim(_profile(view, of_column[columns - 1], 0)[::-1])
    above, below = _rim(_profile(view, of_row[0], 1)), _rim(_profile(view, of_row[last], 1)[::-1])
    across, down = _pitches(tiles, columns)
    if tiles[0].width + left + right > across + OVER_MM:
        left = right = 0.0  # what shows there is no rim: tiles would lie upon each other
    if tiles[0].height + above + below > down + OVER_MM:
        above = below = 0.0
    wide, tall = tiles[0].width + left + right, tiles[0].height + above + below
    if abs(wide - tall) < ALIKE_MM:
        wide = tall = (wide + tall) / 2
    moved = (_moved(tile, (right - left) / 2, (below - above) / 2) for tile in tiles)
    return [replace(tile, width=wide, height=tall) for tile in moved]


def _pitches(tiles: Sequence[Rectangle], columns: int) -> tuple[float, float]:
    """Return how far tiles lie apart in rows and in columns, mostly; without end where there is only one."""
    beside = [other.x - tile.x for i, (tile, other) in enumerate(pairwise(tiles), 1) if i % columns]
    below = [other.y - tile.y for tile, other in zip(tiles, tiles[columns:], strict=False)]
    across, down = (float(np.median(steps)) if steps else np.inf for steps in (beside, below))
    return across, down


def _profile(view: View, tiles: Sequence[Rectangle], axis: int) -> Doubles:
    """Return how well lines show at each millimetre across tiles, from left to right or (axis 1) from top to bottom."""
    lines = _mean([_lines(view, tile, RIM_MM)[..., axis] for tile in tiles])
    along = lines if axis == 0 else lines.T
    clear = RIM_MM + round(CLEAR * (len(along) - 2 * RIM_MM))
    return np.asarray(along[clear:-clear].mean(axis=0), np.float64)


def _rim(profile: Doubles) -> float:
    """Return how far outside of where a side was fitted its rim lies: the outermost strong line, mm.

    The `profile` runs from outside inwards.
    """
    near = profile[: 2 * RIM_MM]
    bar = STRONG * near.max()
    first = max(1, int((near >= bar).argmax()))
    before, after = near[first - 1], near[first]
    between = np.clip((after - bar) / max(after - before, 1e-6), 0, 1)
    return float(RIM_MM - 0.5 - first + between - HALF_LINE_MM)
