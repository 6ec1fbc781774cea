"""The tiles under the dice: rectangles of one common size whose four sides show as edges in the picture."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.outline_fit import Rectangle, fit_rectangles

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]

GREY_STEP = 6.0  # grey levels a millimetre: an edge this steep counts by half, steeper ones hardly more
PURE = 1.5  # an edge counts along an axis when it is this much steeper across than along
COARSE_MM = 2.0
SLACK_MM = 4.0  # a turned tile's side strays this far from a straight line, end to end
DIRECTIONS = 3  # how many turns of the whole group are tried
CLEAR = 0.46  # how clearly a tile must show where others show well,
SHARE = 0.55  # as a share of how the best half show, down to
FAINT = 0.2  # a floor
WEAKEST = 0.3  # weight of the weakest side against the mean: a die between tiles borrows two or three sides
SAME = 0.015  # sizes whose sides show equally well but for this: the largest is the tile, the others its inner frame
RECTANGLE = 0.04  # a rectangle must show this much better than a square


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
    if not len(dice_mm):
        return []
    turns = _turns(image, to_picture, dice_mm, sides_mm)
    views = [_view(image, to_picture, dice_mm, turn, sides_mm[1]) for turn in turns]
    looks = [(view, _Coarse.of(view, die_mm)) for view in views]
    sizes = [_best_size(coarse, sides_mm) for _, coarse in looks]
    best = max(range(len(sizes)), key=lambda i: sizes[i][0])
    (view, coarse), size = looks[best], sizes[best][1]
    rough = [_rough(coarse, die, size) for die in range(len(dice_mm))]
    fitted = fit_rectangles(view.across, view.along, rough)
    clarities = [_clarity(view, rectangle) for rectangle in fitted]
    bar = max(FAINT, min(CLEAR, SHARE * float(np.quantile(clarities, 0.75))))
    return [_on_table(view, rectangle, c) if c >= bar else None for rectangle, c in zip(fitted, clarities, strict=True)]


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
    smooth = sum(np.roll(counts, i) * (3 - abs(i)) for i in range(-2, 3))
    for _ in range(DIRECTIONS):
        best = int(np.argmax(smooth))
        yield (best + 0.5 + 45) % 90 - 45
        smooth[(best + np.arange(-8, 9)) % 90] = 0


def _view(image: NDArray[np.uint8], to_picture: Matrix, dice_mm: Matrix, angle_deg: float, margin_mm: float) -> _View:
    origin, size = _view_frame(dice_mm, angle_deg, margin_mm)
    right, down = _slopes(_warped(image, to_picture, origin, angle_deg, size))
    across = np.where(right > PURE * down, right / (right + GREY_STEP), 0).astype(np.float32)
    along = np.where(down > PURE * right, down / (down + GREY_STEP), 0).astype(np.float32)
    return _View(across, along, angle_deg, origin, (dice_mm - origin) @ _rotation(angle_deg))


def _best_size(coarse: "_Coarse", sides_mm: tuple[float, float]) -> tuple[float, tuple[int, int]]:
    """Return how well the best common size shows (0..1) and that size in coarse steps."""
    sizes = np.arange(int(sides_mm[0] / COARSE_MM), int(sides_mm[1] / COARSE_MM) + 1)
    squares = {(int(n), int(n)): coarse.clarity(int(n), int(n)) for n in sizes}
    oblongs = {pair: coarse.clarity(*pair) - RECTANGLE for pair in coarse.likely_pairs(sizes) if pair not in squares}
    shown = squares | oblongs
    top = max(shown.values())
    alike = [pair for pair, clarity in shown.items() if clarity > top - SAME]
    return top, max(alike, key=lambda pair: pair[0] * pair[1])


@dataclass(frozen=True, slots=True)
class _Coarse:
    """Running sums of edges on a 2 mm grid, for scanning many sizes."""

    across: Floats  # summed downwards, one row more than the grid
    along: Floats  # summed rightwards, one column more
    dice: NDArray[np.int64]
    die: int

    @classmethod
    def of(cls, view: _View, die_mm: float) -> "_Coarse":
        """Return the sums of a view; lines are thickened so that slightly turned sides stay in one column or row."""
        slack = int(SLACK_MM) | 1
        across = _shrunk(cv2.dilate(view.across, np.ones((1, slack))))
        along = _shrunk(cv2.dilate(view.along, np.ones((slack, 1))))
        down = np.pad(across.cumsum(axis=0), ((1, 0), (0, 0)))
        right = np.pad(along.cumsum(axis=1), ((0, 0), (1, 0)))
        return cls(down, right, np.round(view.dice / COARSE_MM).astype(int), int(die_mm / COARSE_MM))

    def clarity(self, wide: int, tall: int) -> float:
        """Return how well tiles of this size show under the dice, 0..1."""
        sides = self.sides(wide, tall)
        shown = sides.mean(axis=0)
        return float(np.mean([shown[self.window(die, wide, tall)].max(initial=0) for die in self.dice]))

    def best_corner(self, die: int, wide: int, tall: int) -> tuple[int, int]:
        """Return the top left corner of the tile of this size that shows best under a die, in coarse steps."""
        rows, columns = self.window(self.dice[die], wide, tall)
        shown = self.sides(wide, tall).mean(axis=0)[rows, columns]
        down, right = np.unravel_index(int(shown.argmax()), shown.shape)
        return columns.start + int(right), rows.start + int(down)

    def sides(self, wide: int, tall: int) -> Floats:
        """Return the shares of the left, right, upper and lower side that show, by the rectangle's top left corner."""
        upright = (self.across[tall:] - self.across[:-tall]) / tall
        flat = (self.along[:, wide:] - self.along[:, :-wide]) / wide
        rows, columns = min(len(upright), len(flat) - tall), min(flat.shape[1], upright.shape[1] - wide)
        left, right = upright[:rows, :columns], upright[:rows, wide : wide + columns]
        upper, lower = flat[:rows, :columns], flat[tall : tall + rows, :columns]
        return np.stack([left, right, upper, lower])

    def window(self, die: NDArray[np.int64], wide: int, tall: int) -> tuple[slice, slice]:
        """Return where the top left corner of a tile lies that carries the whole die."""
        x, y = int(die[0]), int(die[1])
        room = self.die // 2
        return (
            slice(max(0, y - tall + room), max(1, y - room + 1)),
            slice(max(0, x - wide + room), max(1, x - room + 1)),
        )

    def likely_pairs(self, sizes: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
        """Yield the oblong sizes worth a look: widths and heights whose two sides show near the dice."""
        reach = int(sizes[0]) // 3
        columns = [_strip(self.across, die[::-1], reach) for die in self.dice]
        rows = [_strip(self.along.T, die, reach) for die in self.dice]
        widths, heights = (
            sorted(sizes, key=lambda n: -sum(_pair(strip, int(n), self.die) for strip in strips))[:4]
            for strips in (columns, rows)
        )
        return ((int(wide), int(tall)) for wide, tall in product(widths, heights))


def _shrunk(edges: NDArray[np.generic]) -> Floats:
    """Return the edges on the coarse grid, each cell as strong as its strongest millimetre."""
    step = int(COARSE_MM)
    rows, columns = (n // step * step for n in edges.shape)
    blocks = edges[:rows, :columns].reshape(rows // step, step, columns // step, step)
    return np.asarray(blocks.max(axis=(1, 3)), np.float32)


def _strip(summed: Floats, die: NDArray[np.int64], reach: int) -> tuple[Floats, int]:
    """Return the edges across a strip through a die, and the die's place along it."""
    along, at = int(die[0]), int(die[1])
    low, high = max(0, along - reach), min(len(summed) - 1, along + reach)
    return (summed[high] - summed[low]) / max(1, high - low), at


def _pair(strip: tuple[Floats, int], size: int, die: int) -> float:
    """Return how well two lines `size` apart show on both sides of the die."""
    line, at = strip
    starts = np.arange(max(0, at - size + die // 2), at - die // 2 + 1)
    starts = starts[starts + size < len(line)]
    return float((line[starts] + line[starts + size]).max(initial=0))


def _rough(coarse: _Coarse, die: int, size: tuple[int, int]) -> Rectangle:
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
