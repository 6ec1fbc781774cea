"""A finer look at a tile beside a picture it may show: laid over each other exactly, then compared."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tiles_patch import FINE, ROOM

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]

STEPS = 4  # of laying over, each as Lucas and Kanade do it
GAIN = 0.004  # a step that brings less is the last
TOO_FAR = 0.2  # no tile is that much larger, smaller or turned (in radians) than it was found
KEPT = 0.8  # share of the samples that are compared: those that differ least
WHOLE = 0.95  # a sample counts when so much of it is seen


@dataclass(frozen=True, slots=True)
class FinePicture:
    """A taught picture, how much each sample says, and how it changes as it grows, turns and moves."""

    colours: Floats  # (FINE * FINE, 3)
    weights: Floats  # (FINE, FINE)
    changes: Floats  # (FINE * FINE * 3, 4)

    @classmethod
    def of(cls, colours: Floats, weights: Floats) -> "FinePicture":
        """Return the picture of colours (FINE, FINE, 3) with its changes."""
        right, down = (np.gradient(colours, axis=axis) for axis in (1, 0))
        y, x = (np.mgrid[:FINE, :FINE] - (FINE - 1) / 2).astype(np.float32)[..., None]
        changes = np.stack([right * x + down * y, down * x - right * y, right, down], axis=-1)
        return cls(colours.reshape(-1, 3), weights, changes.reshape(-1, 4).astype(np.float32))


def aligned_likeness(colours: Floats, seen: Floats, picture: FinePicture, way: tuple[int, int, int]) -> float:
    """Return how alike a fine patch with its room and a picture look when laid over each other as well as can be.

    `way` is where to begin: (coarse shift down, right, quarter turns), as `Likeness.way` has it.
    """
    down, right, turn = way
    for _ in range(turn):
        down, right = right, -down
    upright, clear = (np.ascontiguousarray(np.rot90(each, -turn)) for each in (colours, seen))
    placed = np.array([[1, 0, ROOM + 2 * right], [0, 1, ROOM + 2 * down], [0, 0, 1]], np.float64)
    best = -1.0
    for _ in range(STEPS):
        alike, step = _compared(upright, clear, picture, placed)
        if step is None or alike < best + GAIN:
            return max(best, alike)
        best = alike
        placed = placed @ np.linalg.inv(step)
    return best


def _compared(colours: Floats, seen: Floats, picture: FinePicture, placed: Matrix) -> tuple[float, Matrix | None]:
    """Return the likeness at a placing, and the step to a better one (None where none is sensible).

    What differs most is left out of both: a hard shadow or a reflection is no part of the picture.
    """
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shown = np.asarray(cv2.warpAffine(colours, placed[:2], (FINE, FINE), flags=flags), np.float32).reshape(-1, 3)
    clear = cv2.warpAffine(seen, placed[:2], (FINE, FINE), flags=flags) > WHOLE
    weights = (picture.weights * clear).reshape(-1)
    alike, off = _difference(shown, picture.colours, weights)
    if alike <= 0:
        return alike, None
    far = np.einsum("ij,ij->i", off, off)
    weights *= far <= np.quantile(far[weights > 0], KEPT)
    alike, off = _difference(shown, picture.colours, weights)
    pulled = picture.changes * np.repeat(weights, 3)[:, None]
    grows, turns, right, down = np.linalg.solve(
        pulled.T @ picture.changes + 1e-3 * np.eye(4), pulled.T @ off.reshape(-1)
    )
    if alike <= 0 or max(abs(grows), abs(turns)) > TOO_FAR or max(abs(right), abs(down)) > ROOM:
        return alike, None
    middle = (FINE - 1) / 2
    turned = np.array([[1 + grows, -turns], [turns, 1 + grows]])
    moved = np.array([middle + right, middle + down]) - turned @ [middle, middle]
    return alike, np.vstack([np.column_stack([turned, moved]), [0, 0, 1]])


def _difference(shown: Floats, picture: Floats, weights: Floats) -> tuple[float, Floats]:
    """Return how alike two pictures are, light aside, and by how much the first then differs from the second."""
    total = max(float(weights.sum()), 1e-6)
    ours, theirs = (colours - weights @ colours / total for colours in (shown, picture))
    weighed = ours * weights[:, None]
    across, own = float(np.vdot(weighed, theirs)), float(np.vdot(weighed, ours))
    others = float(np.vdot(theirs * weights[:, None], theirs))
    alike = across / max(float(np.sqrt(own * others)), 1e-6)
    return alike, np.asarray(ours * np.float32(others / max(across, 1e-6)) - theirs, np.float32)
