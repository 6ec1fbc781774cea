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


@dataclass(frozen=True, slots=True)
class Aligned:
    """A tile laid over a picture as well as can be: how alike they look, and what of the tile shows on each sample."""

    alike: float
    shown: Floats  # (FINE * FINE, 3)
    clear: NDArray[np.bool_]  # (FINE * FINE,)
    placed: Matrix  # the map (3, 3) from samples of the picture to those of the patch, turned upright


def aligned(
    colours: Floats, seen: Floats, picture: FinePicture, way: tuple[int, int, int], placed: Matrix | None = None
) -> Aligned:
    """Return a fine patch with its room laid over a picture as well as can be.

    `way` is where to begin: (coarse shift down, right, quarter turns), as `Likeness.way` has it; its shifts count for
    nothing where it is known how another picture was `placed` at that turn.
    """
    down, right, turn = way
    for _ in range(turn):
        down, right = right, -down
    upright, clear = (np.ascontiguousarray(np.rot90(each, -turn)) for each in (colours, seen))
    if placed is None:
        placed = np.array([[1, 0, ROOM + 2 * right], [0, 1, ROOM + 2 * down], [0, 0, 1]], np.float64)
    best = -1.0
    for _ in range(STEPS):
        shown, whole = _placed(upright, clear, placed)
        alike, off, weights = _compared(shown, picture, picture.weights.reshape(-1) * whole)
        gained, best = alike - best, max(best, alike)
        step = _step(picture.changes, off, weights) if alike > 0 and gained >= GAIN else None
        if step is None:
            break
        placed = placed @ np.linalg.inv(step)
    return Aligned(best, shown, whole, placed)


def look_of(laid: Aligned, picture: FinePicture) -> float:
    """Return how alike a tile laid over one picture and another picture look."""
    return _compared(laid.shown, picture, picture.weights.reshape(-1) * laid.clear)[0]


def rivals(one: tuple[Aligned, FinePicture], two: tuple[Aligned, FinePicture]) -> tuple[float, float, float]:
    """Return how alike a tile and each of two pictures look where these two differ, and how much of that is seen."""
    (ours, picture), (theirs, other) = one, two
    apart = ((picture.colours - other.colours) ** 2).sum(axis=1).reshape(FINE, FINE)
    weights = (cv2.GaussianBlur(apart, (0, 0), FINE / 20) * (picture.weights * other.weights > 0)).reshape(-1)
    told = weights * ours.clear * theirs.clear
    first, second = _difference(ours.shown, picture.colours, told), _difference(theirs.shown, other.colours, told)
    return first[0], second[0], float(told.sum() / max(float(weights.sum()), 1e-6))


def _placed(colours: Floats, seen: Floats, placed: Matrix) -> tuple[Floats, NDArray[np.bool_]]:
    """Return what of a patch shows on each sample at a placing, and which samples are seen."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shown = np.asarray(cv2.warpAffine(colours, placed[:2], (FINE, FINE), flags=flags), np.float32)
    clear = cv2.warpAffine(seen, placed[:2], (FINE, FINE), flags=flags) > WHOLE
    return shown.reshape(-1, 3), np.asarray(clear.reshape(-1), np.bool_)


def _compared(shown: Floats, picture: FinePicture, weights: Floats) -> tuple[float, Floats, Floats]:
    """Return the likeness at a placing, by how much each sample differs, and what it counts.

    What differs most is left out: a hard shadow or a reflection is no part of the picture.
    """
    alike, off = _difference(shown, picture.colours, weights)
    if alike > 0:
        far = np.einsum("ij,ij->i", off, off)
        counted = far[weights > 0]
        most = int(KEPT * (len(counted) - 1))
        weights = weights * (far <= np.partition(counted, most)[most])
        alike, off = _difference(shown, picture.colours, weights)
    return alike, off, weights


def _step(changes: Floats, off: Floats, weights: Floats) -> Matrix | None:
    """Return the step to a better placing, None where none is sensible."""
    pulled = (changes.reshape(len(weights), -1) * weights[:, None]).reshape(changes.shape)
    grows, turns, right, down = np.linalg.solve(pulled.T @ changes + 1e-3 * np.eye(4), pulled.T @ off.reshape(-1))
    if max(abs(grows), abs(turns)) > TOO_FAR or max(abs(right), abs(down)) > ROOM:
        return None
    middle = (FINE - 1) / 2
    turned = np.array([[1 + grows, -turns], [turns, 1 + grows]])
    moved = np.array([middle + right, middle + down]) - turned @ [middle, middle]
    return np.vstack([np.column_stack([turned, moved]), [0, 0, 1]])


def _difference(shown: Floats, picture: Floats, weights: Floats) -> tuple[float, Floats]:
    """Return how alike two pictures are, light aside, and by how much the first then differs from the second."""
    total = max(float(weights.sum()), 1e-6)
    ours, theirs = (colours - weights @ colours / total for colours in (shown, picture))
    weighed = ours * weights[:, None]
    across, own = float(np.vdot(weighed, theirs)), float(np.vdot(weighed, ours))
    others = float(np.vdot(theirs * weights[:, None], theirs))
    alike = across / max(float(np.sqrt(own * others)), 1e-6)
    return alike, np.asarray(ours * np.float32(others / max(across, 1e-6)) - theirs, np.float32)
