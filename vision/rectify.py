"""From picture pixels to table millimetres and back, at any height above the table."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from rules.text import say
from vision.corners import CARD_SQUARE_MM, Marker
from vision.rectify_frame import table_frame
from vision.rectify_pose import Points, Shape, fit_pose, project, rigid

_CARD_SIGMA_PX = 0.1
_HAND_SIGMA_PX = 3.0
_MOVED_MM = 2.0
_QUALITIES = (
    say("by hand"),
    say("one card, rough"),
    say("two cards, fair"),
    say("three cards, good"),
    say("four cards, best"),
)
_AROUND = np.array([[[0.0, 0.0]], [[1.0, 0.0]], [[0.0, 1.0]]])  # pixels
_SQUARE_MM = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) * CARD_SQUARE_MM / 2


class CalibrationError(ValueError):
    """The table cannot be mapped; the message is one sentence for people."""


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """The map between a picture of `picture_px` (width, height) and a table of `table_mm` (width, height).

    `homography` (3, 3) takes pixels to millimetres on the table: x right, y down, from the outer rim of card 0.
    `camera_mm` is the camera's (x, y, height) over it; `cards` are the corner cards as they were seen, `error_px` their
    misfit.
    """

    picture_px: tuple[int, int]
    table_mm: tuple[float, float]
    homography: Points
    camera_mm: tuple[float, float, float]
    cards: tuple[Marker, ...]
    error_px: float

    @property
    def quality(self) -> str:
        """Return in words what the map rests on: "four cards, best" down to "one card, rough", or "by hand"."""
        return _QUALITIES[len(self.cards)]

    def to_table(self, points_px: ArrayLike, height_mm: ArrayLike = 0.0) -> Points:
        """Return (N, 2) table millimetres of points seen at (N, 2) pixels and lying `height_mm` above the table.

        `height_mm` is one number or N of them: a die's top face lies as high as the die is large.
        """
        ground = project(self.homography, _as_points(points_px))
        return self._foot + (ground - self._foot) * self._shrink(height_mm)

    def to_picture(self, points_mm: ArrayLike, height_mm: ArrayLike = 0.0) -> Points:
        """Return the (N, 2) pixels at which points at (N, 2) table millimetres and `height_mm` above it are seen."""
        ground = self._foot + (_as_points(points_mm) - self._foot) / self._shrink(height_mm)
        return project(np.asarray(np.linalg.inv(self.homography), np.float64), ground)

    def px_per_mm(self, at_px: ArrayLike, height_mm: ArrayLike = 0.0) -> Points:
        """Return (N,) local scales, pixels per millimetre, around (N, 2) pixels at a height above the table."""
        points = _as_points(at_px)
        here, right, below = project(self.homography, (points + _AROUND).reshape(-1, 2)).reshape(3, -1, 2)
        across, down = right - here, below - here
        area = np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0])
        scale: Points = 1 / (np.sqrt(area) * self._shrink(height_mm)[:, 0])
        return scale

    def size_mm(self, at_px: ArrayLike, side_px: ArrayLike, most_mm: float) -> Points:
        """Return (N,) sides of cubes whose top faces at (N, 2) pixels measure `side_px`, lying on the table.

        A top lies as high as the cube is large, and the nearer to the camera it is, the larger it seems; none is taken
        to lie higher than `most_mm`.
        """
        on_table = np.asarray(side_px, np.float64) / self.px_per_mm(at_px)  # what would be as wide, lying on the table
        high = np.minimum(on_table / (1 + on_table / self.camera_mm[2]), most_mm)
        sizes: Points = on_table * self._shrink(high)[:, 0]
        return sizes

    def still_fits(self, markers: Sequence[Marker]) -> bool:
        """Return False when most of the cards seen now lie elsewhere in the picture: the camera was bumped.

        One card out of place was moved by itself and leaves the map good; no card seen at all proves nothing.
        """
        before = {card.id: card.corners_px for card in self.cards}
        shifts = [float(np.abs(m.corners_px - before[m.id]).mean()) for m in markers if m.id in before]
        limits = [_MOVED_MM * m.side_px / CARD_SQUARE_MM for m in markers if m.id in before]
        away = sum(shift > limit for shift, limit in zip(shifts, limits, strict=True))
        return away * 2 <= len(shifts)

    @property
    def _foot(self) -> Points:
        return np.array(self.camera_mm[:2])

    def _shrink(self, height_mm: ArrayLike) -> Points:
        """Return (1 or N, 1): how much nearer to the camera's foot a point lies than where its ray meets the table."""
        height = np.asarray(height_mm, np.float64).reshape(-1, 1)
        if (height >= self.camera_mm[2]).any():
            raise CalibrationError(
                say(
                    "Nothing can be seen above the camera, which is {height} mm high.",
                    height=f"{self.camera_mm[2]:.0f}",
                )
            )
        return 1 - height / self.camera_mm[2]


@dataclass(frozen=True, slots=True, eq=False)
class TableImage:
    """The table seen straight from above: `image` BGR, pixel (x, y) around ((x, y) + 0.5) / `px_per_mm` millimetres.

    `moved` is a bool mask of the same height and width, or None where nothing is known about movement.
    """

    image: NDArray[np.uint8]
    px_per_mm: float
    moved: NDArray[np.bool_] | None = None


def calibrate(markers: Sequence[Marker], picture_px: tuple[int, int]) -> Calibration:
    """Return the map that one to four corner cards in a picture of (width, height) pixels give.

    Raises CalibrationError without any card, or with cards in the wrong order around the table.
    """
    if not markers:
        raise CalibrationError(say("No corner card is seen: lay the printed cards 0 to 3 near the table's corners."))
    shapes = [Shape(marker.corners_px, _SQUARE_MM) for marker in markers]
    pose = fit_pose(shapes, picture_px, _CARD_SIGMA_PX)
    plane = pose.homography(picture_px)
    cards = {m.id: project(plane, m.corners_px) for m in markers}
    try:
        frame, table_mm = table_frame(cards, _picture_edge(plane, picture_px))
    except ValueError as error:
        raise CalibrationError(str(error)) from None
    x, y = project(frame, np.zeros((1, 2)))[0]
    camera_mm = (float(x), float(y), pose.height_mm)
    return Calibration(picture_px, table_mm, frame @ plane, camera_mm, tuple(markers), pose.error_px)


def from_corners(points_px: ArrayLike, picture_px: tuple[int, int], table_mm: tuple[float, float]) -> Calibration:
    """Return the map for a table of known size from its four corners in the picture, clockwise from its top left.

    Raises CalibrationError where the points are not four, not clockwise, or fold over.
    """
    points = _as_points(points_px)
    if points.shape != (4, 2) or not _clockwise(points):
        raise CalibrationError(say("Drag the four handles to the table's corners, clockwise from its top left."))
    width, height = table_mm
    if not min(table_mm) > 0:
        raise CalibrationError(
            say(
                "A table of {width} x {height} mm cannot be: give its real width and height.",
                width=f"{width:g}",
                height=f"{height:g}",
            )
        )
    corners = np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
    pose = fit_pose([Shape(points, corners)], picture_px, _HAND_SIGMA_PX)
    frame = rigid(project(pose.homography(picture_px), points), corners)
    x, y = project(frame, np.zeros((1, 2)))[0]
    exact = cv2.getPerspectiveTransform(points.astype(np.float32), corners.astype(np.float32))
    camera_mm = (float(x), float(y), pose.height_mm)
    return Calibration(picture_px, table_mm, np.asarray(exact, np.float64), camera_mm, (), pose.error_px)


def rectify(
    image: NDArray[np.uint8], calibration: Calibration, px_per_mm: float = 2.0, moved: NDArray[np.bool_] | None = None
) -> TableImage:
    """Return the table of a BGR picture seen from above; `moved`, a mask of the picture's size, goes with it.

    Raises CalibrationError where the picture's size is not the calibration's.
    """
    if image.shape[1::-1] != calibration.picture_px:
        now, then = (f"{w} x {h}" for w, h in (image.shape[1::-1], calibration.picture_px))
        raise CalibrationError(
            say("The picture is {now} pixels, the table was mapped at {then}: map the table again.", now=now, then=then)
        )
    zoom = np.array([[px_per_mm, 0, -0.5], [0, px_per_mm, -0.5], [0, 0, 1]]) @ calibration.homography
    size = (round(calibration.table_mm[0] * px_per_mm), round(calibration.table_mm[1] * px_per_mm))
    flat = np.asarray(cv2.warpPerspective(image, zoom, size), np.uint8)
    if moved is None:
        return TableImage(flat, px_per_mm)
    mask = cv2.warpPerspective(moved.astype(np.uint8), zoom, size, flags=cv2.INTER_NEAREST)
    return TableImage(flat, px_per_mm, np.asarray(mask, np.bool_))


def _picture_edge(plane: Points, picture_px: tuple[int, int]) -> Points:
    """Return the picture's four corners on the table plane, clockwise from the picture's top left."""
    width, height = picture_px
    return project(plane, np.array([[0.0, 0.0], [width - 1.0, 0.0], [width - 1.0, height - 1.0], [0.0, height - 1.0]]))


def _clockwise(points: Points) -> bool:
    """Return whether four points turn clockwise (y down) at every corner."""
    sides = np.roll(points, -1, axis=0) - points
    following = np.roll(sides, -1, axis=0)
    return bool((sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0] > 0).all())


def _as_points(points: ArrayLike) -> Points:
    return np.asarray(points, np.float64).reshape(-1, 2)
