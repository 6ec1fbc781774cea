"""Where the camera stands over the table, from flat shapes of known size at unknown places."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

_FOCAL_PART = 0.9  # of the picture's longer side: Pi cameras, webcams and phones lie between 0.7 and 1.15
_FOCAL_SPREAD = 0.12  # of its logarithm
_SLOPE_SPREAD = 0.3
_STEP = 1e-6
_ROUNDS = 80


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A flat shape on the table: its (N, 2) points as seen, and as they are in millimetres in a frame of its own.

    All shapes that are fitted together have as many points.
    """

    seen_px: Points
    true_mm: Points


@dataclass(frozen=True, slots=True)
class Pose:
    """A pinhole camera over a plane: focal length, height above it, the plane's slopes, and how well it all fits."""

    focal_px: float
    height_mm: float
    slope_x: float
    slope_y: float
    error_px: float = 0.0

    def homography(self, picture_px: tuple[int, int]) -> Points:
        """Return the (3, 3) map from pixels to plane millimetres whose origin lies straight below the camera."""
        normal = np.array([self.slope_x, self.slope_y, 1.0])
        normal /= np.linalg.norm(normal)
        across = np.array([normal[2], 0.0, -normal[0]])
        across /= np.linalg.norm(across)
        down = np.cross(normal, across)
        centre_x, centre_y = (picture_px[0] - 1) / 2, (picture_px[1] - 1) / 2
        rays = np.array([[1, 0, -centre_x], [0, 1, -centre_y], [0, 0, self.focal_px]]) / self.focal_px
        plane: Points = np.stack([self.height_mm * across, self.height_mm * down, normal]) @ rays
        return plane


def project(homography: Points, points: Points) -> Points:
    """Return (N, 2) points mapped by a (3, 3) homography."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ homography.T
    flat: Points = mapped[:, :2] / mapped[:, 2:]
    return flat


def rigid(source: Points, target: Points) -> Points:
    """Return the (3, 3) rotation and shift that lays `source` points nearest to `target` points, both (N, 2)."""
    from_centre, to_centre = source.mean(axis=0), target.mean(axis=0)
    a, b = source - from_centre, target - to_centre
    angle = np.arctan2((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a * b).sum())
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    move = np.eye(3)
    move[:2, :2], move[:2, 2] = turn, to_centre - turn @ from_centre
    return move


def fit_pose(shapes: Sequence[Shape], picture_px: tuple[int, int], sigma_px: float) -> Pose:
    """Return the pose under which every shape keeps its true size and form best (damped least squares).

    `sigma_px` is how well the points are measured. A gentle guess at the focal length decides what the shapes leave
    open: straight from above, a far camera with a long lens sees the same as a near one with a short lens.
    """
    guess = _first_guess(shapes, picture_px)
    seen, true = np.stack([shape.seen_px for shape in shapes]), np.stack([shape.true_mm for shape in shapes])
    scales = np.array([_scale(shape) for shape in shapes])

    def astray(many: Points) -> Points:
        maps = np.stack([_pose(values).homography(picture_px) for values in many])
        pixels: Points = _misfit_mm(maps, seen, true) * scales[:, None, None]
        return pixels

    def misfit(many: Points) -> Points:
        return np.column_stack([astray(many).reshape(len(many), -1) / sigma_px, _strain(many - guess)])

    values = _least_squares(misfit, guess)
    return _pose(values, float(np.sqrt(np.mean(astray(values[None]) ** 2))))


def _first_guess(shapes: Sequence[Shape], picture_px: tuple[int, int]) -> Points:
    """Return logarithms of focal length and height for a camera looking straight down, and flat slopes."""
    focal = _FOCAL_PART * max(picture_px)
    return np.array([np.log(focal), np.log(focal / np.mean([_scale(shape) for shape in shapes])), 0.0, 0.0])


def _pose(values: Points, error_px: float = 0.0) -> Pose:
    return Pose(float(np.exp(values[0])), float(np.exp(values[1])), float(values[2]), float(values[3]), error_px)


def _scale(shape: Shape) -> float:
    """Return pixels per millimetre of a shape, by its spread."""
    seen, true = (points - points.mean(axis=0) for points in (shape.seen_px, shape.true_mm))
    return float(np.linalg.norm(seen) / np.linalg.norm(true))


def _misfit_mm(maps: Points, seen_px: Points, true_mm: Points) -> Points:
    """Return how far points lie from their shapes' true forms: (M, S, N, 2) for M maps and S shapes (S, N, 2)."""
    mapped = np.einsum("mij,snj->msni", maps, np.concatenate([seen_px, np.ones_like(seen_px[..., :1])], axis=-1))
    there = mapped[..., :2] / mapped[..., 2:]
    a, b = true_mm - true_mm.mean(axis=1, keepdims=True), there - there.mean(axis=2, keepdims=True)
    across, along = (a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]).sum(axis=-1), (a * b).sum(axis=(-2, -1))
    angle = np.arctan2(across, along)[..., None]
    cosine, sine = np.cos(angle), np.sin(angle)
    laid = np.stack([cosine * a[..., 0] - sine * a[..., 1], sine * a[..., 0] + cosine * a[..., 1]], axis=-1)
    misfit: Points = b - laid
    return misfit


def _strain(away: Points) -> Points:
    """Return how unlikely focal length and slopes are that lie `away` from the first guess, in standard deviations."""
    strain: Points = away[:, [0, 2, 3]] / np.array([_FOCAL_SPREAD, _SLOPE_SPREAD, _SLOPE_SPREAD])
    return strain


def _least_squares(misfit: Callable[[Points], Points], values: Points) -> Points:
    """Return the values with the least sum of squared misfits near the given ones (Levenberg-Marquardt).

    `misfit` returns the misfits (M, K) of M sets of values (M, V).
    """
    rest, damping = misfit(values[None])[0], 1e-3
    nudges = np.eye(len(values)) * _STEP
    slope = ((misfit(values + nudges) - rest) / _STEP).T
    for _ in range(_ROUNDS):
        square = slope.T @ slope
        step = np.linalg.solve(square + damping * np.diag(np.diag(square)), -slope.T @ rest)
        trial = misfit(values + step + np.vstack([np.zeros_like(step), nudges]))
        if trial[0] @ trial[0] >= rest @ rest:
            damping *= 5
            continue
        values, rest, damping = values + step, trial[0], damping / 5
        slope = ((trial[1:] - rest) / _STEP).T
        if np.abs(step).max() < _STEP:
            break
    return values
