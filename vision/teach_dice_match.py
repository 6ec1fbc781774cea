"""How alike a die's face and taught faces look: a rough look at every turn, shift and size, then laid over exactly."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]

FACE: Final = 32  # samples along a face in a crop
CROP: Final = 48  # samples along a crop: the detector's place and size are a little off
FINE: Final = 28  # samples compared along a face, its rim left out
SOFT: Final = 0.7  # blur of a crop, samples: hides how sharp the camera sees
COARSE: Final = 14  # samples compared at the rough look
SCALES: Final = (0.8, 0.89, 1.0, 1.12, 1.25)  # of the die against how large it was found
TURNS_DEG: Final = (-7.0, 0.0, 7.0)
SHIFTS: Final = (-0.09, 0.0, 0.09)  # of a side, either way
POSES: Final = tuple(product(SCALES, TURNS_DEG, SHIFTS, SHIFTS))
STEPS: Final = 4  # of laying over, each as Lucas and Kanade do it
TOO_FAR: Final = 0.25  # no die is that much larger, smaller or turned (in radians) than it was found, nor as far off
FLOOR: Final = 3.0  # grey levels: fainter differences are the camera's


@dataclass(frozen=True, slots=True, eq=False)
class FacePictures:
    """Taught faces at every quarter turn, ready to compare: K pictures, the `kind` of each counts the taught names.

    `fine` (K, FINE, FINE, 3) centred colours, `changes` (K, FINE * FINE * 3, 6) as they are stretched and moved,
    `coarse` (K * POSES, COARSE * COARSE * 3) of unit length.
    """

    kinds: NDArray[np.int64]
    fine: Floats
    changes: Floats
    coarse: Floats

    @classmethod
    def of(cls, crops: list[Image], kinds: list[int]) -> "FacePictures":
        """Return the pictures in crops, which lie in them exactly, and which kind each shows."""
        soft = [softened(crop) for crop in crops]
        fine = np.stack([_centred(_window(each, FINE, _placed())) for each in soft])
        coarse = np.stack([_unit(_window(each, COARSE, _placed(*pose))) for each in soft for pose in POSES])
        return cls(np.array(kinds), fine, np.stack([_changes(each) for each in fine]), coarse)


def softened(crop: Image) -> Floats:
    """Return a crop's colours, a little blurred."""
    return np.asarray(cv2.GaussianBlur(crop.astype(np.float32), (0, 0), SOFT), np.float32)


def likeness(crops: list[Image], pictures: FacePictures, hopeless: float, most: int) -> Floats:
    """Return how alike crops and kinds look, (N, kinds): 1 for the same picture; -1 where that is not worth asking.

    At a rough look kinds less alike than `hopeless` are out, and all but the `most` alike.
    """
    soft = [softened(crop) for crop in crops]
    count = int(pictures.kinds.max()) + 1
    alike = np.full((len(crops), count), -1.0, np.float32)
    rough = np.stack([_unit(_window(each, COARSE, _placed())) for each in soft]) @ pictures.coarse.T
    for row, seen, each in zip(alike, soft, rough.reshape(len(crops), len(pictures.kinds), len(POSES)), strict=True):
        for kind, picture, pose in _promising(each, pictures.kinds, hopeless, most):
            row[kind] = _aligned(seen, pictures.fine[picture], pictures.changes[picture], _found(*POSES[pose]))
    return alike


def _promising(rough: Floats, kinds: NDArray[np.int64], hopeless: float, most: int) -> Iterator[tuple[int, int, int]]:
    """Yield the kinds that look most alike, each with its picture and the pose at which it does."""
    found: set[int] = set()
    best = rough.max(axis=1)
    for picture in np.argsort(-best).tolist():
        kind = int(kinds[picture])
        if best[picture] < hopeless or len(found) == most:
            return
        if kind not in found:
            found.add(kind)
            yield kind, picture, int(rough[picture].argmax())


def _placed(scale: float = 1.0, angle_deg: float = 0.0, right: float = 0.0, down: float = 0.0) -> Matrix:
    """Return the map (2, 3) from shares of the face (-0.5..0.5) to samples of a crop, for a die found so far off.

    A taught picture seen through it looks as the die was cut: its own crop holds it exactly.
    """
    angle = np.radians(angle_deg)
    turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * scale * FACE
    return np.column_stack([turned, [(CROP - 1) / 2 + right * FACE, (CROP - 1) / 2 + down * FACE]])


def _found(scale: float, angle_deg: float, right: float, down: float) -> Matrix:
    """Return the map that undoes how far off a die was found."""
    usual, off = (np.vstack([each, [0, 0, 1]]) for each in (_placed(), _placed(scale, angle_deg, right, down)))
    return np.asarray((usual @ np.linalg.inv(off) @ usual)[:2], np.float64)


def _window(crop: Floats, size: int, placed: Matrix) -> Floats:
    """Return the face of a crop without its rim, (size, size, 3), where `placed` has it."""
    share = FINE / FACE / size  # of the face between two samples
    grid = np.array([[share, 0, -share * (size - 1) / 2], [0, share, -share * (size - 1) / 2], [0, 0, 1]])
    flags = (cv2.INTER_AREA if size == FINE else cv2.INTER_LINEAR) | cv2.WARP_INVERSE_MAP
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crop = cv2.GaussianBlur(crop, (0, 0), 0.9) if size == COARSE else crop
    return np.asarray(cv2.warpAffine(crop, placed @ grid, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE))


@cache
def _weights(size: int) -> Floats:
    """Return how much each sample counts, (size, size, 1), mean 1: rounded corners tell little."""
    across = np.abs(np.linspace(-1, 1, size, dtype=np.float32))
    far = np.maximum(across[:, None], across[None])
    round_off = np.clip((1.25 - np.hypot(across[:, None], across[None])) * 4, 0.3, 1)
    weights = np.clip((1.08 - far) * 8, 0.3, 1) * round_off
    return np.asarray(weights / weights.mean(), np.float32)[..., None]


def _centred(window: Floats) -> Floats:
    weights = _weights(len(window))
    return np.asarray(window - (window * weights).mean(axis=(0, 1)), np.float32)


def _unit(window: Floats) -> Floats:
    centred = _centred(window) * np.sqrt(_weights(len(window)))
    return np.asarray(centred.ravel() / (np.linalg.norm(centred) + FLOOR * len(window)), np.float32)


def _changes(fine: Floats) -> Floats:
    """Return how a picture changes as it is stretched, sheared and moved by one face, (samples, 6)."""
    per_face = np.float32(FACE)
    right, down = (np.gradient(fine, axis=axis) * per_face for axis in (1, 0))
    y, x = ((np.mgrid[:FINE, :FINE] - (FINE - 1) / 2) / FACE).astype(np.float32)[..., None]
    parts = [right * x, right * y, right, down * x, down * y, down]
    return np.asarray(np.stack(parts, axis=-1).reshape(-1, 6), np.float32)


def _aligned(seen: Floats, picture: Floats, changes: Floats, placed: Matrix) -> float:
    """Return how alike a softened crop and a picture look when laid over each other as well as can be."""
    weights = np.repeat(_weights(FINE).ravel(), 3)
    pulled = (changes * weights[:, None]).T
    solver = np.linalg.inv(pulled @ changes + np.eye(6) * 1e-3 * np.trace(pulled @ changes) / 6) @ pulled
    own = float(weights @ picture.ravel() ** 2) + FLOOR**2 * len(weights) / 3
    best, start = -1.0, placed
    for _ in range(STEPS):
        shown = _centred(_window(seen, FINE, placed)).ravel()
        across, theirs = float(weights @ (shown * picture.ravel())), float(weights @ shown**2)
        alike = across / float(np.sqrt(own * (theirs + FLOOR**2 * len(weights) / 3)))
        best = max(best, alike)
        if alike <= 0:
            break
        step = solver @ (shown * (own / across) - picture.ravel())
        moved = np.vstack([np.eye(3)[:2] + step.reshape(2, 3), [0, 0, 1]])
        placed = placed @ np.linalg.inv(moved)
        if np.abs((placed - start) / FACE).max() > TOO_FAR:
            break
    return best
