"""The tiles of a lesson: squares of one size that lie in rows, apart or side by side, with nothing on them."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.outline import TileOutline, on_table
from vision.outline_fit import Rectangle, fit_rectangles
from vision.outline_size import COARSE_MM, CoarseEdges
from vision.outline_view import EVERY_TURN, View, likely_turns

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]

PLAIN = 0.5  # where the likeliest turns show no tiles as clearly as this, every turn is tried
CLEAR = 0.3  # a tile must show as clearly as this
SAME = 0.02  # sizes that show equally well but for this: the largest is the tile, the others its inner frame
WEAKEST = 0.5  # weight of the weakest side against the mean
ROW = 0.5  # of a side: tiles of one row differ less than this in height


@dataclass(frozen=True, slots=True)
class _Guess:
    """So many squares of one size in a view, and how clearly the faintest of them and all of them show."""

    clarity: float
    size: int  # in coarse steps
    corners: tuple[tuple[int, int], ...]  # top left, in coarse steps
    view: View


def find_lesson(image: Image, to_picture: Matrix, count: int, sides_mm: tuple[float, float]) -> list[TileOutline]:
    """Return `count` tiles row by row, each row from the left; fewer where no more show.

    `to_picture` maps table millimetres to pixels of the BGR `image`; a tile's side lies between `sides_mm`.
    """
    around = _in_sight(image, to_picture)
    for turns in (tuple(likely_turns(image, to_picture, around, 0.0)), EVERY_TURN):
        guesses = [_guess(View.of(image, to_picture, around, turn, 0.0), count, sides_mm) for turn in turns]
        best = max(guesses, key=lambda guess: guess.clarity)
        if best.clarity > PLAIN:
            break
    side = best.size * COARSE_MM
    rough = [Rectangle(x * COARSE_MM + side / 2, y * COARSE_MM + side / 2, side, side) for x, y in best.corners]
    fitted = fit_rectangles(best.view.across, best.view.along, rough) if rough else []
    return [on_table(best.view, rectangle) for rectangle in _by_rows(fitted)]


def _in_sight(image: Image, to_picture: Matrix) -> Matrix:
    """Return the table points (4, 2) under the picture's corners."""
    tall, wide = image.shape[:2]
    corners = np.array([[[0, 0], [wide, 0], [wide, tall], [0, tall]]], np.float64)
    return np.asarray(cv2.perspectiveTransform(corners, np.linalg.inv(to_picture))[0], np.float64)


def _guess(view: View, count: int, sides_mm: tuple[float, float]) -> _Guess:
    """Return the squares of the size that shows best in a view."""
    coarse = CoarseEdges.of(view.across, view.along, view.points, 0.0)
    sizes = range(int(sides_mm[0] / COARSE_MM), int(sides_mm[1] / COARSE_MM) + 1)
    guesses = [_squares(view, coarse, size, count) for size in sizes if size < min(view.across.shape) / COARSE_MM]
    top = max((guess.clarity for guess in guesses), default=0.0)
    alike = [guess for guess in guesses if guess.clarity > top - SAME]
    return max(alike, key=lambda guess: guess.size, default=_Guess(0.0, 0, (), view))


def _squares(view: View, coarse: CoarseEdges, size: int, count: int) -> _Guess:
    """Return the squares of one size that show best, none upon another."""
    left, right, upper, lower = coarse.sides(size, size)
    weakest = np.minimum(np.minimum(left, right), np.minimum(upper, lower))
    shown = (1 - WEAKEST) / 4 * (left + right + upper + lower) + WEAKEST * weakest
    found: list[tuple[int, int]] = []
    apart = size - 2
    clarities: list[float] = []
    while len(found) < count:
        y, x = map(int, np.unravel_index(int(shown.argmax()), shown.shape))
        if shown[y, x] < CLEAR:
            break
        found.append((x, y))
        clarities.append(float(shown[y, x]))
        shown[max(0, y - apart) : y + apart + 1, max(0, x - apart) : x + apart + 1] = -1
    clarity = (sum(clarities) / count + (min(clarities) if len(found) == count else 0)) / 2
    return _Guess(clarity, size, tuple(found), view)


def _by_rows(found: list[Rectangle]) -> list[Rectangle]:
    """Return the rectangles row by row from the top, each row from the left."""
    ordered: list[Rectangle] = []
    left = sorted(found, key=lambda rectangle: rectangle.y)
    while left:
        row = [rectangle for rectangle in left if rectangle.y < left[0].y + ROW * left[0].height]
        ordered += sorted(row, key=lambda rectangle: rectangle.x)
        left = left[len(row) :]
    return ordered
