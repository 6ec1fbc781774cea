"""The edges of the table around some pieces, seen from straight above and turned upright."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]

GREY_STEP = 6.0  # grey levels a millimetre: an edge this steep counts by half, steeper ones hardly more
PURE = 1.5  # an edge counts along an axis when it is this much steeper across than along
DIRECTIONS = 3  # how many turns of the whole group are tried
AROUND = np.arange(-7, 8)  # degrees: tiles of one group lie about so differently
EVERY_TURN = tuple(float(turn) for turn in range(-45, 45, 6))  # tried where the likely ones show no tiles plainly


@dataclass(frozen=True, slots=True)
class View:
    """Edges of the table, one pixel a millimetre: `across` shows vertical lines, `along` horizontal ones, 0..1."""

    across: Floats
    along: Floats
    angle_deg: float
    origin_mm: Matrix  # where the view's top left lies on the table
    points: Matrix  # the pieces' centres in the view, (N, 2)
    anywhere: float  # the mean of both kinds of lines over all of it

    @classmethod
    def of(cls, image: Image, to_picture: Matrix, points_mm: Matrix, angle_deg: float, margin_mm: float) -> "View":
        """Return the view, turned by an angle, that holds all points and a margin around them."""
        origin, size = _frame(points_mm, angle_deg, margin_mm)
        right, down = _slopes(_warped(image, to_picture, origin, angle_deg, size))
        across = np.where(right > PURE * down, right / (right + GREY_STEP), np.float32(0))
        along = np.where(down > PURE * right, down / (down + GREY_STEP), np.float32(0))
        anywhere = float(across.mean() + along.mean()) / 2
        return cls(across, along, angle_deg, origin, (points_mm - origin) @ rotation(angle_deg), anywhere)

    def to_table(self, points: Matrix) -> Matrix:
        """Return table points of view points."""
        table: Matrix = points @ rotation(self.angle_deg).T + self.origin_mm
        return table


def rotation(angle_deg: float) -> Matrix:
    """Return the matrix (2, 2) that turns columns clockwise, y being down."""
    turn = radians(angle_deg)
    return np.array([[cos(turn), -sin(turn)], [sin(turn), cos(turn)]])


def likely_turns(image: Image, to_picture: Matrix, points_mm: Matrix, margin_mm: float) -> Iterator[float]:
    """Yield the likeliest turns of a group, -45 to 45, from the directions of all edges around it."""
    origin, size = _frame(points_mm, 0.0, margin_mm)
    view = _warped(image, to_picture, origin, 0.0, size)
    right, down = (cv2.Sobel(view, cv2.CV_16S, *way, ksize=3)[::2, ::2].reshape(-1) for way in ((1, 0), (0, 1)))
    steep = np.flatnonzero(np.abs(right) + np.abs(down) > 8 * GREY_STEP / 2)
    if not len(steep):  # nothing in sight: any turn is as good
        yield 0.0
        return
    right, down = right[steep].astype(np.float32) / 8, down[steep].astype(np.float32) / 8
    weight = np.minimum(np.hypot(right, down), 2 * GREY_STEP)
    weight[weight <= GREY_STEP / 2] = 0
    degree = cv2.phase(right, down, angleInDegrees=True).reshape(-1) % 90
    counts = np.bincount(degree.astype(int) % 90, weight, 90)
    smooth = np.sum([np.roll(counts, i) * (3 - abs(i)) for i in range(-2, 3)], axis=0)
    for _ in range(DIRECTIONS):
        around = (int(np.argmax(smooth)) + AROUND) % 90
        middle = float(around[len(AROUND) // 2] + AROUND @ counts[around] / max(float(counts[around].sum()), 1e-9))
        yield (middle + 0.5 + 45) % 90 - 45
        smooth[around] = 0


def _frame(points_mm: Matrix, angle_deg: float, margin_mm: float) -> tuple[Matrix, tuple[int, int]]:
    """Return the table point of a turned view's top left, and the view's size in mm, so that all points fit."""
    turned = points_mm @ rotation(angle_deg)
    low = np.floor(turned.min(axis=0) - margin_mm)
    wide, tall = np.ceil(turned.max(axis=0) + margin_mm - low).astype(int)
    return rotation(angle_deg) @ low, (int(wide), int(tall))


def _warped(image: Image, to_picture: Matrix, origin: Matrix, angle_deg: float, size: tuple[int, int]) -> Image:
    """Return the table seen from straight above, one pixel a millimetre, turned by the angle."""
    placed = np.eye(3)
    placed[:2, :2], placed[:2, 2] = rotation(angle_deg), origin
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    view = cv2.warpPerspective(image, to_picture @ placed, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(view, np.uint8)


def _slopes(view: Image) -> tuple[Floats, Floats]:
    """Return the steepest slope over the colours, per millimetre, along x and along y."""
    return _steepest(view, 1, 0), _steepest(view, 0, 1)


def _steepest(view: Image, right: int, down: int) -> Floats:
    blue, green, red = (np.abs(channel) for channel in cv2.split(cv2.Sobel(view, cv2.CV_16S, right, down, ksize=3)))
    return np.maximum(np.maximum(blue, green), red).astype(np.float32) / np.float32(8)
