"""The tiles under the dice: rectangles of one common size whose four sides show as edges in the picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.outline_fit import Rectangle, fit_rectangles
from vision.outline_size import COARSE_MM, CoarseEdges, best_size

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]

GREY_STEP = 6.0  # grey levels a millimetre: an edge this steep counts by half, steeper ones hardly more
PURE = 1.5  # an edge counts along an axis when it is this much steeper across than along
REACH_MM = 700.0  # dice further from the others than any group of tiles is wide are left out
DIRECTIONS = 3  # how many turns of the whole group are tried
EVERY_TURN = tuple(range(-45, 45, 6))  # tried where the likely ones show no tiles plainly,
PLAIN = 0.6  # that is less clearly than this
CLEAR = 0.46  # how clearly a tile must show where others show well,
SHARE = 0.55  # as a share of how the best half show, down to
FAINT = 0.2  # a floor
WEAKEST = 0.3  # weight of the weakest side against the mean: a die between tiles borrows two or three sides


@dataclass(frozen=True, slots=True)
class TileOutline:
    """A tile's rectangle on the table: its centre, its sides along its own turn (within 45 degrees of the table's)."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    angle_deg: float
    clarity: float  # how clearly its sides show, up to 1

    def corners_mm(self) -> Matrix:
        """Return the four corners, clockwise from its own top left, shape (4, 2)."""
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [self.width_mm / 2, self.height_mm / 2]
        corners: Matrix = half @ _rotation(self.angle_deg).T + [self.x_mm, self.y_mm]
        return corners


@dataclass(frozen=True, slots=True)
class _View:
    """Edges of the table around the dice, turned upright: `across` shows vertical lines, `along` horizontal ones."""

    across: Floats
    along: Floats
    angle_deg: float
    origin_mm: Matrix  # where the view's top left lies on the table
    dice: Matrix  # centres in the view

    def to_table(self, points: Matrix) -> Matrix:
        """Return table points of view points."""
        table: Matrix = points @ _rotation(self.angle_deg).T + self.origin_mm
        return table


def find_tiles(
    image: NDArray[np.uint8], to_picture: Matrix, dice_mm: Matrix, die_mm: float, sides_mm: tuple[float, float]
) -> list[TileOutline | None]:
    """Return the tile under each die, None where none shows.

    `to_picture` maps table millimetres to pixels of the BGR `image`; `dice_mm` are centres (N, 2) of dice of about
    `die_mm`; a tile's sides lie between `sides_mm`.
    """
    found: list[TileOutline | None] = [None] * len(dice_mm)
    if len(dice_mm):
        near = np.flatnonzero(np.abs(dice_mm - np.median(dice_mm, axis=0)).max(axis=1) < REACH_MM)
        for die, tile in zip(near, _tiles_under(image, to_picture, dice_mm[near], die_mm, sides_mm), strict=True):
            found[die] = tile
    return found


def _tiles_under(
    image: NDArray[np.uint8], to_picture: Matrix, dice_mm: Matrix, die_mm: float, sides_mm: tuple[float, float]
) -> list[TileOutline | None]:
    likely = list(_turns(image, to_picture, dice_mm, sides_mm))
    for turns in (likely, EVERY_TURN):
        views = [_view(image, to_picture, dice_mm, turn, sides_mm[1]) for turn in turns]
        fitted, clarities, view = _best_fit(views, die_mm, sides_mm)
        best_half = float(np.quantile(clarities, 0.75))
        if best_half > PLAIN:
            break
    bar = max(FAINT, min(CLEAR, SHARE * best_half))
    return [_on_table(view, rectangle, c) if c >= bar else None for rectangle, c in zip(fitted, clarities, strict=True)]


def _best_fit(
    views: Sequence[_View], die_mm: float, sides_mm: tuple[float, float]
) -> tuple[list[Rectangle], list[float], _View]:
    """Return the rectangles under all dice in the view where they show best, how clearly each does, and that view."""
    looks = [(view, CoarseEdges.of(view.across, view.along, view.dice, die_mm)) for view in views]
    sizes = [best_size(coarse, sides_mm) for _, coarse in looks]
    best = max(range(len(sizes)), key=lambda i: sizes[i][0])
    (view, coarse), (_, size) = looks[best], sizes[best]
    fitted = fit_rectangles(view.across, view.along, [_rough(coarse, die, size) for die in range(len(view.dice))])
    return fitted, [_clarity(view, rectangle) for rectangle in fitted], view


def _rotation(angle_deg: float) -> Matrix:
    turn = radians(angle_deg)
    return np.array([[cos(turn), -sin(turn)], [sin(turn), cos(turn)]])


def _view_frame(dice_mm: Matrix, angle_deg: float, margin_mm: float) -> tuple[Matrix, tuple[int, int]]:
    """Return the table point of a turned view's top left, and the view's size in mm, so that all dice fit."""
    turned = dice_mm @ _rotation(angle_deg)
    low = np.floor(turned.min(axis=0) - margin_mm)
    wide, tall = np.ceil(turned.max(axis=0) + margin_mm - low).astype(int)
    return _rotation(angle_deg) @ low, (int(wide), int(tall))


def _warped(
    image: NDArray[np.uint8], to_picture: Matrix, origin: Matrix, angle_deg: float, size: tuple[int, int]
) -> Floats:
    """Return the table seen from straight above, one pixel a millimetre, turned by the angle."""
    placed = np.eye(3)
    placed[:2, :2], placed[:2, 2] = _rotation(angle_deg), origin
    flags = cv2.INTER_AREA | cv2.WARP_INVERSE_MAP
    view = cv2.warpPerspective(image, to_picture @ placed, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return view.astype(np.float32)


def _slopes(view: Floats) -> tuple[Floats, Floats]:
    """Return the steepest slope over the colours, per millimetre, along x and along y."""
    return (
        np.abs(cv2.Sobel(view, -1, 1, 0, ksize=3) / 8).max(axis=2),
        np.abs(cv2.Sobel(view, -1, 0, 1, ksize=3) / 8).max(axis=2),
    )


def _turns(
    image: NDArray[np.uint8], to_picture: Matrix, dice_mm: Matrix, sides_mm: tuple[float, float]
) -> Iterator[float]:
    """Yield the likeliest turns of the group, from the directions of all edges around the dice."""
    origin, size = _view_frame(dice_mm, 0.0, sides_mm[1])
    view = _warped(image, to_picture, origin, 0.0, size)
    right, down = (cv2.Sobel(view, -1, *way, ksize=3) / 8 for way in ((1, 0), (0, 1)))
    steep = np.hypot(right, down)
    weight = np.where(steep > GREY_STEP / 2, np.minimum(steep, 2 * GREY_STEP), 0)
    degree = np.degrees(np.arctan2(down, right)) % 90
    counts = np.bincount(degree.astype(int).ravel() % 90, weight.ravel(), 90)
    smooth = np.sum([np.roll(counts, i) * (3 - abs(i)) for i in range(-2, 3)], axis=0)
    for _ in range(DIRECTIONS):
        best = int(np.argmax(smooth))
        yield (best + 0.5 + 45) % 90 - 45
        smooth[(best + np.arange(-5, 6)) % 90] = 0


def _view(image: NDArray[np.uint8], to_picture: Matrix, dice_mm: Matrix, angle_deg: float, margin_mm: float) -> _View:
    origin, size = _view_frame(dice_mm, angle_deg, margin_mm)
    right, down = _slopes(_warped(image, to_picture, origin, angle_deg, size))
    across = np.where(right > PURE * down, right / (right + GREY_STEP), 0).astype(np.float32)
    along = np.where(down > PURE * right, down / (down + GREY_STEP), 0).astype(np.float32)
    return _View(across, along, angle_deg, origin, (dice_mm - origin) @ _rotation(angle_deg))


def _rough(coarse: CoarseEdges, die: int, size: tuple[int, int]) -> Rectangle:
    """Return the rectangle of that coarse size that shows best around a die."""
    x, y = coarse.best_corner(die, *size)
    wide, tall = (n * COARSE_MM for n in size)
    return Rectangle(x * COARSE_MM + wide / 2, y * COARSE_MM + tall / 2, wide, tall)


def _clarity(view: _View, found: Rectangle) -> float:
    """Return how clearly the sides show above what lines anywhere on this table would, up to 1."""
    anywhere = float(view.across.mean() + view.along.mean()) / 2
    shown = (1 - WEAKEST) * np.mean(found.shown) + WEAKEST * min(found.shown)
    return float((shown - anywhere) / (1 - anywhere))


def _on_table(view: _View, found: Rectangle, clarity: float) -> TileOutline:
    """Return a fitted rectangle in table coordinates."""
    x, y = view.to_table(np.array([found.x, found.y]))
    return TileOutline(float(x), float(y), found.width, found.height, found.turn_deg + view.angle_deg, clarity)
