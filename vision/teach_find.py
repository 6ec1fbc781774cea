"""The tiles of a lesson: squares of one size that lie in rows, apart or side by side, with nothing on them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Marker
from vision.outline import TileOutline, clarity, on_table
from vision.outline_fit import GROWTHS_MM, Rectangle, fit_rectangles
from vision.outline_size import COARSE_MM, RECTANGLE, CoarseEdges, Sides
from vision.outline_view import EVERY_TURN, View, likely_turns
from vision.teach_print import agreed
from vision.teach_rows import Cell, best_rows, in_rows

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]

PLAINLY = 0.75  # a turn in which the tiles show as clearly as this is the right one
PLAIN = 0.5  # where the likeliest turns show no tiles as clearly as this, every turn is tried
SHOWS = 0.5  # a tile that shows as clearly as this is believed by itself
FEWEST = 0.6  # share of the tiles that must be believed before the others are
FAINT = 0.45  # of the usual clarity: where no more than that shows there is no tile,
FAINTEST = 0.3  # or no more than this in a row between two others
PALE = 0.8  # tiles that show less clearly than this share of the clearest are looked for where their rows have them,
ASIDE_MM = 3.0  # if they were found further from there
AGAIN = 2  # times that tiles are fitted again which are smaller by all that fitting reaches
OBLONG = (1.3, 1.4, 1.5)  # how much longer than wide cards are
LIKELY = 6  # sizes of either kind that are looked at in rows
SAME = 0.02  # sizes that show equally well but for this: the largest is the tile, the others its inner frame
OUTER = 0.65  # of the best clarity: larger squares around all others that show so well are the tiles
CONCENTRIC_MM = 3.0  # and their middles lie so near to the others'
WEAKEST = 0.5  # weight of the weakest side against the mean
CARD = 1.6  # a corner card's lines reach so far, in sides of its black square


@dataclass(frozen=True, slots=True)
class _Guess:
    """Tiles of one size in a view, row by row, with how clearly each shows, and how clearly they do together."""

    clarity: float
    found: tuple[tuple[Rectangle, float], ...]
    view: View
    columns: int = 1


def find_lesson(
    image: Image, to_picture: Matrix, count: int, sides: Sides, cards: Sequence[Marker] = ()
) -> list[TileOutline]:
    """Return `count` tiles row by row, each row from the left; fewer where no more show.

    `to_picture` maps table millimetres to pixels of the BGR `image`; `sides` is what is known of a tile's size. Corner
    `cards` are left out. Where most tiles of the rows show clearly, the others are taken to lie in their places.
    """
    bare = _without(cards, image)
    around = _in_sight(image, to_picture)
    for turns in (likely_turns(bare, to_picture, around, 0.0), EVERY_TURN):
        best = _best(turns, bare, to_picture, around, count, sides)
        if best.clarity > PLAIN:
            break
    plain = [rectangle for rectangle, shown in best.found if shown >= SHOWS]
    usual = float(np.median([shown for _, shown in best.found])) if best.found else 0.0
    likely = [rectangle for rectangle, shown in best.found if shown >= FAINT * usual]
    rough = likely if len(plain) > FEWEST * count else plain
    if not rough:
        return []
    columns = best.columns if len(rough) == count else len(rough)
    fitted = _fitted(best.view, rough, columns, sides)
    shown = np.array([tile.clarity for tile in fitted])
    shown /= np.median(shown)
    there = (shown >= FAINT) | (shown >= FAINTEST) & _between(shown >= FAINT, columns)
    return [tile for tile, is_there in zip(fitted, there, strict=True) if is_there]


def _between(clear: NDArray[np.bool_], columns: int) -> NDArray[np.bool_]:
    """Return which places, row by row, have clear tiles on both sides of them: nobody leaves such a place bare."""
    rows = np.zeros((len(clear) // columns + 3, columns + 2), np.bool_)
    place = np.arange(len(clear)) // columns + 1, np.arange(len(clear)) % columns + 1
    rows[place] = clear
    beside = np.zeros_like(rows)
    beside[:, 1:-1] = rows[:, :-2] & rows[:, 2:]
    beside[1:-1] |= rows[:-2] & rows[2:]
    return np.asarray(beside[place], np.bool_)


def _fitted(view: View, rough: Sequence[Rectangle], columns: int, sides: Sides) -> list[TileOutline]:
    """Return the tiles near rough rectangles; one that shows less than others is looked for where its row has it."""
    fitted = fit_rectangles(view.across, view.along, rough, sides, apart=True)
    for _ in range(AGAIN):
        if max(fitted[0].width - rough[0].width, fitted[0].height - rough[0].height) > GROWTHS_MM[0]:
            break
        rough = [replace(rectangle, turn_deg=0.0) for rectangle in fitted]
        fitted = fit_rectangles(view.across, view.along, rough, sides, apart=True)
    shown = np.array([clarity(view, rectangle) for rectangle in fitted])
    places = np.array([(rectangle.x, rectangle.y) for rectangle in fitted])
    meant = in_rows(places, shown >= PALE * shown.max(), columns)
    if np.abs(meant - places).max() > ASIDE_MM:
        moved = [replace(r, x=float(x), y=float(y), turn_deg=0.0) for r, (x, y) in zip(fitted, meant, strict=True)]
        fitted = fit_rectangles(view.across, view.along, moved, sides, apart=True)
    return [on_table(view, rectangle) for rectangle in agreed(view, fitted, columns)]


def _best(  # noqa: PLR0917
    turns: Iterable[float], image: Image, to_picture: Matrix, around: Matrix, count: int, sides: Sides
) -> _Guess:
    guesses = []
    for turn in turns:
        guesses.append(_guess(View.of(image, to_picture, around, turn, 0.0), count, sides))
        if guesses[-1].clarity > PLAINLY:
            break
    return max(guesses, key=lambda guess: guess.clarity)


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
    """Return the rows of tiles of the size that shows best in a view."""
    coarse = CoarseEdges.of(view.across, view.along, view.points, 0.0)
    sizes = _likely_sizes(coarse, count, sides, min(view.across.shape))
    guesses = [_in_rows(view, coarse, size, count) for size in sizes]
    best = max(guesses, key=lambda guess: guess.clarity, default=_Guess(0.0, (), view))
    alike = [guess for guess in guesses if guess.found and guess.clarity > best.clarity - SAME]
    around = [guess for guess in guesses if guess.clarity > OUTER * best.clarity and _is_around(guess, best)]
    return max(alike + around, key=lambda guess: guess.found[0][0].width * guess.found[0][0].height, default=best)


def _likely_sizes(coarse: CoarseEdges, count: int, sides: Sides, room_mm: int) -> list[Cell]:
    """Return the square and the oblong sizes, in cells, that single tiles show best."""
    low, high = int(sides.least_mm / COARSE_MM), int(min(sides.most_mm, room_mm - 2) / COARSE_MM)
    squares = [(size, size) for size in range(low, high + 1)]
    upright = [(n, round(n * ratio)) for n in range(low, high + 1, 2) for ratio in OBLONG if n * ratio <= high]
    cards = [size for card in upright for size in (card, card[::-1])]
    return [
        size
        for kind in (squares, cards)
        for size in sorted(kind, key=lambda size: -_by_themselves(_shown(coarse, size), size, count))[:LIKELY]
    ]


def _by_themselves(shown: Floats, size: Cell, count: int) -> float:
    """Return how clearly the clearest `count` tiles show, none upon another."""
    total = 0.0
    for _ in range(count):
        y, x = map(int, np.unravel_index(int(shown.argmax()), shown.shape))
        total += float(shown[y, x])
        shown[max(0, y - size[1] + 2) : y + size[1] - 1, max(0, x - size[0] + 2) : x + size[0] - 1] = 0
    return total / count


def _in_rows(view: View, coarse: CoarseEdges, size: Cell, count: int) -> _Guess:
    """Return the rows of tiles of one size that show best."""
    rows = best_rows(_shown(coarse, size), size, count)
    wide, tall = (n * COARSE_MM for n in size)
    found = [Rectangle(x * COARSE_MM + wide / 2, y * COARSE_MM + tall / 2, wide, tall) for x, y in rows.corners]
    mean = float(np.mean(rows.shown)) if rows.shown else 0.0
    shown = tuple(zip(found, rows.shown, strict=True))
    return _Guess(mean - RECTANGLE * (wide != tall), shown, view, rows.columns)


def _shown(coarse: CoarseEdges, size: Cell) -> Floats:
    """Return how clearly a tile of that size shows, 0..1, by the cell of its top left corner."""
    left, right, upper, lower = coarse.sides(*size)
    weakest = np.minimum(np.minimum(left, right), np.minimum(upper, lower))
    return np.asarray((1 - WEAKEST) / 4 * (left + right + upper + lower) + WEAKEST * weakest, np.float32)


def _is_around(outer: _Guess, inner: _Guess) -> bool:
    """Tell whether the tiles of one guess lie around those of another: then these are the frames of tiles."""
    if len(outer.found) != len(inner.found):
        return False
    ours, theirs = (np.array([(tile.x, tile.y) for tile, _ in guess.found]) for guess in (outer, inner))
    return bool((np.abs(ours[:, None] - theirs).max(axis=2).min(axis=0) <= CONCENTRIC_MM).all())
