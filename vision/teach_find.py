"""The tiles of a lesson: squares of one size that lie in rows, apart or side by side, with nothing on them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Marker
from vision.outline import TileOutline, on_table
from vision.outline_fit import Rectangle, fit_rectangles
from vision.outline_size import COARSE_MM, CoarseEdges, Sides
from vision.outline_view import EVERY_TURN, View, likely_turns
from vision.teach_rows import by_rows, filled_rows

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]

PLAIN = 0.5  # where the likeliest turns show no tiles as clearly as this, every turn is tried
CLEAR = 0.3  # a tile must show as clearly as this
SAME = 0.02  # sizes that show equally well but for this: the largest is the tile, the others its inner frame
OUTER = 0.65  # of the best clarity: larger squares around all others that show so well are the tiles
CONCENTRIC_MM = 3.0  # and their middles lie so near to the others'
WEAKEST = 0.5  # weight of the weakest side against the mean
CARD = 1.6  # a corner card's lines reach so far, in sides of its black square


@dataclass(frozen=True, slots=True)
class _Guess:
    """Squares of one size in a view with how clearly each shows, surest first, and how clearly they do together."""

    clarity: float
    found: tuple[tuple[Rectangle, float], ...]
    view: View


def find_lesson(
    image: Image, to_picture: Matrix, count: int, sides: Sides, cards: Sequence[Marker] = ()
) -> list[TileOutline]:
    """Return `count` tiles row by row, each row from the left; fewer where no more show.

    `to_picture` maps table millimetres to pixels of the BGR `image`; `sides` is what is known of a tile's size. Corner
    `cards` are left out. Where some tiles of full rows show clearly, the others are taken to lie in their places.
    """
    bare = _without(cards, image)
    around = _in_sight(image, to_picture)
    for turns in (likely_turns(bare, to_picture, around, 0.0), EVERY_TURN):
        best = _best(turns, bare, to_picture, around, count, sides)
        if best.clarity > PLAIN:
            break
    rough = filled_rows(best.found, count)
    fitted = fit_rectangles(best.view.across, best.view.along, rough, sides) if rough else []
    return [on_table(best.view, rectangle) for rectangle in by_rows(fitted)]


def _best(  # noqa: PLR0917
    turns: Iterable[float], image: Image, to_picture: Matrix, around: Matrix, count: int, sides: Sides
) -> _Guess:
    views = (View.of(image, to_picture, around, turn, 0.0) for turn in turns)
    return max((_guess(view, count, sides) for view in views), key=lambda guess: guess.clarity)


def _without(cards: Sequence[Marker], image: Image) -> Image:
    """Return the picture with corner cards painted over in the colour around them."""
    bare = image.copy()
    for card in cards:
        middle = card.corners_px.mean(axis=0)
        outer = (card.corners_px - middle) * CARD + middle
        rim = np.round((card.corners_px - middle) * (CARD + 0.15) + middle).astype(int)
        inside = np.clip(rim, 0, [image.shape[1] - 1, image.shape[0] - 1])
        colour = np.median(image[inside[:, 1], inside[:, 0]], axis=0).tolist()
        cv2.fillConvexPoly(bare, np.round(outer).astype(np.int32), colour)
    return bare


def _in_sight(image: Image, to_picture: Matrix) -> Matrix:
    """Return the table points (4, 2) under the picture's corners."""
    tall, wide = image.shape[:2]
    corners = np.array([[[0, 0], [wide, 0], [wide, tall], [0, tall]]], np.float64)
    return np.asarray(cv2.perspectiveTransform(corners, np.linalg.inv(to_picture))[0], np.float64)


def _guess(view: View, count: int, sides: Sides) -> _Guess:
    """Return the squares of the size that shows best in a view."""
    coarse = CoarseEdges.of(view.across, view.along, view.points, 0.0)
    sizes = range(int(sides.least_mm / COARSE_MM), int(sides.most_mm / COARSE_MM) + 1)
    guesses = [_squares(view, coarse, size, count) for size in sizes if size < min(view.across.shape) / COARSE_MM - 1]
    best = max(guesses, key=lambda guess: guess.clarity, default=_Guess(0.0, (), view))
    alike = [guess for guess in guesses if guess.found and guess.clarity > best.clarity - SAME]
    around = [guess for guess in guesses if guess.clarity > OUTER * best.clarity and _is_around(guess, best)]
    return max(alike + around, key=lambda guess: guess.found[0][0].width, default=best)


def _is_around(outer: _Guess, inner: _Guess) -> bool:
    """Tell whether the squares of one guess lie around those of another: then these are the frames of tiles."""
    if len(outer.found) != len(inner.found):
        return False
    ours, theirs = (np.array([(square.x, square.y) for square, _ in guess.found]) for guess in (outer, inner))
    return bool((np.abs(ours[:, None] - theirs).max(axis=2).min(axis=0) <= CONCENTRIC_MM).all())


def _squares(view: View, coarse: CoarseEdges, size: int, count: int) -> _Guess:
    """Return the squares of one size that show best, none upon another."""
    left, right, upper, lower = coarse.sides(size, size)
    weakest = np.minimum(np.minimum(left, right), np.minimum(upper, lower))
    shown = (1 - WEAKEST) / 4 * (left + right + upper + lower) + WEAKEST * weakest
    side, apart = size * COARSE_MM, size - 2
    found: list[tuple[Rectangle, float]] = []
    while len(found) < count:
        y, x = map(int, np.unravel_index(int(shown.argmax()), shown.shape))
        if shown[y, x] < CLEAR:
            break
        square = Rectangle(x * COARSE_MM + side / 2, y * COARSE_MM + side / 2, side, side)
        found.append((square, float(shown[y, x])))
        shown[max(0, y - apart) : y + apart + 1, max(0, x - apart) : x + apart + 1] = -1
    least = found[-1][1] if len(found) == count else 0.0
    return _Guess((sum(clarity for _, clarity in found) / count + least) / 2, tuple(found), view)
