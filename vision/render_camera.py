"""A pinhole camera above the table: points in millimetres to picture pixels and back."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera at `x_mm, y_mm`, `height_mm` above the table plane, looking down, tilted and rolled by a few degrees."""

    width_px: int = 1640
    height_px: int = 1232
    focal_px: float = 1500.0
    x_mm: float = 0.0
    y_mm: float = 0.0
    height_mm: float = 600.0
    tilt_x_deg: float = 0.0
    tilt_y_deg: float = 0.0
    roll_deg: float = 0.0

    @property
    def position(self) -> Floats:
        """Return where the camera is in world axes (x right, y down, z into the table), millimetres, shape (3,)."""
        return np.array([self.x_mm, self.y_mm, -self.height_mm])

    @property
    def matrix(self) -> Floats:
        """Return the matrix from world directions to homogeneous picture pixels, shape (3, 3)."""
        focal = self.focal_px
        lens = np.array([[focal, 0, self.width_px / 2], [0, focal, self.height_px / 2], [0, 0, 1.0]])
        turned = turn(2, self.roll_deg) @ turn(0, self.tilt_x_deg) @ turn(1, self.tilt_y_deg)
        product: Floats = lens @ turned
        return product

    def project(self, points_mm: npt.ArrayLike) -> Floats:
        """Return picture pixels, shape (N, 2), of points given as (x, y, height above the table) in millimetres."""
        points = np.asarray(points_mm, float) * [1, 1, -1] - self.position
        seen = points @ self.matrix.T
        pixels: Floats = seen[:, :2] / np.maximum(seen[:, 2:], 1e-6)
        return pixels

    def plane(self, height_mm: float = 0.0) -> Floats:
        """Return the homography, shape (3, 3), from millimetres on the plane `height_mm` above the table to pixels."""
        shift = np.array([0, 0, -height_mm]) - self.position
        columns = np.column_stack([[1, 0, 0], [0, 1, 0], shift])
        product: Floats = self.matrix @ columns
        return product

    def rays(self, xs_px: Floats, ys_px: Floats) -> Floats:
        """Return world directions, shape (N, 3), not normalised, of the rays through the given pixels."""
        pixels = np.column_stack([xs_px, ys_px, np.ones_like(xs_px)])
        rays: Floats = pixels @ np.linalg.inv(self.matrix).T
        return rays

    def on_table(self, points_px: npt.ArrayLike) -> Floats:
        """Return millimetres on the table plane, shape (N, 2), seen at the given pixels."""
        points = np.asarray(points_px, float)
        flat = np.column_stack([points, np.ones(len(points))]) @ np.linalg.inv(self.plane()).T
        table: Floats = flat[:, :2] / flat[:, 2:]
        return table


def turn(axis: int, angle_deg: float) -> Floats:
    """Return the rotation matrix, shape (3, 3), about world axis 0, 1 or 2; about 2, clockwise as seen from above."""
    angle = np.radians(angle_deg)
    first, second = [(1, 2), (2, 0), (0, 1)][axis]
    matrix = np.eye(3)
    matrix[first, first] = matrix[second, second] = np.cos(angle)
    matrix[first, second], matrix[second, first] = -np.sin(angle), np.sin(angle)
    return matrix


def square(x_mm: float, y_mm: float, side_mm: float, angle_deg: float, height_mm: float = 0.0) -> Floats:
    """Return the corners, shape (4, 3) as (x, y, height), of a turned square: its top left first, then clockwise."""
    return oblong(x_mm, y_mm, (side_mm, side_mm), angle_deg, height_mm)


def oblong(x_mm: float, y_mm: float, sides_mm: tuple[float, float], angle_deg: float, height_mm: float = 0.0) -> Floats:
    """Return the same of a rectangle with a width and a height."""
    right, down = sides_mm[0] / 2, sides_mm[1] / 2
    corners = np.array([[-right, -down, 0], [right, -down, 0], [right, down, 0], [-right, down, 0]])
    placed: Floats = corners @ turn(2, angle_deg).T + [x_mm, y_mm, height_mm]
    return placed
