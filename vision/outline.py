"""The tiles under the dice: rectangles of one common size whose four sides show as edges in the picture."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.outline_fit import Rectangle, fit_rectangles
from vision.outline_size import COARSE_MM, CoarseEdges, Sides, best_size
from vision.outline_view import EVERY_TURN, View, likely_turns, rotation

Matrix = NDArray[np.float64]

REACH_MM = 700.0  # dice further from the others than any group of tiles is wide are left out
PLAINLY = 0.85  # a turn in which all sides show so well on the coarse grid is the right one
PLAIN = 0.6  # where the likeliest turns show no tiles as clearly as this, every turn is tried
CLEAR = 0.46  # how clearly a tile must show where others show well,
SHARE = 0.55  # as a share of how the best half show, down to
FAINT = 0.2  # a floor
ASKEW_DEG = 3.5  # a group that lies turned by more than this in its view is seen again, turned with it
AGAIN = 2  # times at most
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
    clear: bool = True  # whether that is enough to believe in a tile by its sides alone

    def corners_mm(self) -> Matrix:
        """Return the four corners, clockwise from its own top left, shape (4, 2)."""
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [self.width_mm / 2, self.height_mm / 2]
        corners: Matrix = half @ rotation(self.angle_deg).T + [self.x_mm, self.y_mm]
        return corners

    def holds(self, point_mm: Matrix) -> bool:
        """Tell whether a point (2,) of the table lies on the tile."""
        away = np.abs((point_mm - [self.x_mm, self.y_mm]) @ rotation(self.angle_deg))
        return bool((away <= [self.width_mm / 2, self.height_mm / 2]).all())


def find_tiles(
    image: NDArray[np.uint8], to_picture: Matrix, dice_mm: Matrix, die_mm: float, sides: Sides
) -> list[TileOutline | None]:
    """Return the tile under each die; None, or one that is not `clear`, where none shows.

    `to_picture` maps table millimetres to pixels of the BGR `image`; `dice_mm` are centres (N, 2) of dice of about
    `die_mm`; `sides` is what is known of a tile's size.
    """
    found: list[TileOutline | None] = [None] * len(dice_mm)
    if len(dice_mm):
        near = np.flatnonzero(np.abs(dice_mm - np.median(dice_mm, axis=0)).max(axis=1) < REACH_MM)
        for die, tile in zip(near, _tiles_under(image, to_picture, dice_mm[near], die_mm, sides), strict=True):
            found[die] = tile
    return found


def _tiles_under(
    image: NDArray[np.uint8], to_picture: Matrix, dice_mm: Matrix, die_mm: float, sides: Sides
) -> list[TileOutline]:
    def seen(turns: Iterable[float]) -> _Group:
        views = (View.of(image, to_picture, dice_mm, turn, sides.most_mm) for turn in turns)
        return _best_group(views, die_mm, sides)

    group = seen(likely_turns(image, to_picture, dice_mm, sides.most_mm))
    if group.best_half <= PLAIN:
        group = seen(EVERY_TURN)
    for _ in range(AGAIN):
        if abs(group.turn_deg) <= ASKEW_DEG:
            break
        turned = seen([group.view_deg + group.turn_deg])
        if turned.best_half <= group.best_half:
            break
        group = turned
    bar = max(FAINT, min(CLEAR, SHARE * group.best_half))
    return [replace(tile, clear=tile.clarity >= bar) for tile in group.tiles]


@dataclass(frozen=True, slots=True)
class _Group:
    """The tiles under all dice in the view where they show best, and how far they lie turned in it."""

    tiles: list[TileOutline]
    view_deg: float
    turn_deg: float

    @property
    def best_half(self) -> float:
        """How clearly the better half of them show."""
        return float(np.quantile([tile.clarity for tile in self.tiles], 0.75))


def _best_group(views: Iterable[View], die_mm: float, sides: Sides) -> _Group:
    best = (-1.0, (0, 0))
    for turned in views:
        edges = CoarseEdges.of(turned.across, turned.along, turned.points, die_mm)
        found = best_size(edges, sides)
        if found[0] > best[0]:
            best, view, coarse = found, turned, edges
        if best[0] > PLAINLY:
            break
    size = best[1]
    rough = [_rough(corner, size) for corner in coarse.best_corners(*size)]
    fitted = fit_rectangles(view.across, view.along, rough, sides)
    turn = float(np.median([rectangle.turn_deg for rectangle in fitted]))
    return _Group([on_table(view, rectangle) for rectangle in fitted], view.angle_deg, turn)


def _rough(corner: tuple[int, int], size: tuple[int, int]) -> Rectangle:
    """Return the rectangle of that coarse size with its top left at a coarse corner."""
    wide, tall = (n * COARSE_MM for n in size)
    return Rectangle(corner[0] * COARSE_MM + wide / 2, corner[1] * COARSE_MM + tall / 2, wide, tall)


def clarity(view: View, found: Rectangle) -> float:
    """Return how clearly the sides show above what lines anywhere on this table would, up to 1."""
    shown = (1 - WEAKEST) * np.mean(found.shown) + WEAKEST * min(found.shown)
    return float((shown - view.anywhere) / (1 - view.anywhere))


def on_table(view: View, found: Rectangle) -> TileOutline:
    """Return a fitted rectangle in table coordinates."""
    x, y = view.to_table(np.array([found.x, found.y]))
    turn = found.turn_deg + view.angle_deg
    return TileOutline(float(x), float(y), found.width, found.height, turn, clarity(view, found))
