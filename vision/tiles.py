"""Which tiles lie face down, without any teaching: all backs look alike, while fronts differ."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.outline import TileOutline

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]

PATCH = 28  # side of a tile's small picture, in samples
SOFT = 1.0  # its blur, in samples: hides how exactly the tile was found
SHIFTS = range(-2, 3)  # samples by which two patches are moved against each other
_RIM = np.pad(np.ones((PATCH - 4, PATCH - 4), np.float32), 2)  # what no shift wraps around
ALIKE = 0.73  # tiles less alike than this do not show the same picture
WITHIN = 0.18  # nor do those this much less alike than the surest backs are
SOFTNESS = 0.03  # how fast likeness turns into belief
HIDDEN = 1.0  # a die hides this many of its sides around its centre: itself, its flanks and its shadow


@dataclass(frozen=True, slots=True)
class Patches:
    """Small upright pictures of tiles: `colours` (N, PATCH, PATCH, 3), `seen` (N, PATCH, PATCH) 0 where a die hides."""

    colours: Floats
    seen: Floats


def tile_patches(
    image: NDArray[np.uint8], to_picture: Matrix, tiles: Sequence[TileOutline], dice_mm: Matrix, die_mm: float
) -> Patches:
    """Return the patches of tiles in a BGR picture; `to_picture` maps table millimetres to its pixels."""
    places = [_patch_to_table(tile) for tile in tiles]
    colours = [_patch(image, to_picture @ place) for place in places]
    seen = [_in_picture(image, to_picture @ place) * _clear_of_dice(place, dice_mm, die_mm) for place in places]
    return Patches(np.stack(colours), np.stack(seen).astype(np.float32))


def _patch(image: NDArray[np.uint8], to_picture: Matrix) -> Floats:
    """Return the picture through a map from patch samples, taken four times finer and then averaged."""
    fine = (PATCH * 4, PATCH * 4)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    big = cv2.warpPerspective(image, to_picture @ np.diag([0.25, 0.25, 1]), fine, flags=flags)
    small = cv2.resize(big, (PATCH, PATCH), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), SOFT), np.float32)


def _samples() -> Matrix:
    """Return the middles of all samples as homogeneous points, shape (PATCH, PATCH, 3)."""
    rows, columns = np.mgrid[:PATCH, :PATCH] + 0.5
    return np.stack([columns, rows, np.ones_like(rows)], axis=-1)


def _in_picture(image: NDArray[np.uint8], to_picture: Matrix) -> NDArray[np.bool_]:
    at = _samples() @ to_picture.T
    at = at[..., :2] / at[..., 2:]
    return np.asarray(((at >= 0) & (at < [image.shape[1], image.shape[0]])).all(axis=-1), np.bool_)


def _patch_to_table(tile: TileOutline) -> Matrix:
    """Return the map (3, 3) from patch samples to table millimetres."""
    x0, x1, _, x3 = tile.corners_mm()
    return np.column_stack([[*(x1 - x0) / PATCH, 0], [*(x3 - x0) / PATCH, 0], [*x0, 1]])


def _clear_of_dice(place: Matrix, dice_mm: Matrix, die_mm: float) -> NDArray[np.bool_]:
    at = _samples() @ place.T
    away = np.abs(at[..., None, :2] - dice_mm).max(axis=-1)
    clear: NDArray[np.bool_] = (away > HIDDEN * die_mm).all(axis=-1)
    return clear


def down_chances(alike: Floats) -> list[float] | None:
    """Return each tile's probability of lying face down, from `likeness`; None where no two tiles look alike.

    A single back among fronts cannot be told from them.
    """
    pairs = np.triu(alike, 1)
    if len(alike) < 2 or pairs.max() < ALIKE:  # noqa: PLR2004 - a pair
        return None
    backs = [int(i) for i in np.unravel_index(int(pairs.argmax()), pairs.shape)]
    while True:
        others = [i for i in range(len(alike)) if i not in backs]
        nearest = max(others, key=lambda i: float(np.median(alike[i, backs])), default=None)
        if nearest is None or np.median(alike[nearest, backs]) < ALIKE:
            break
        backs.append(nearest)
    typical = [float(np.median([alike[i, back] for back in backs if back != i])) for i in range(len(alike))]
    bar = max(ALIKE, float(np.median([typical[i] for i in backs])) - WITHIN)
    return [1 / (1 + exp((bar - each) / SOFTNESS)) for each in typical]


def likeness(patches: Patches) -> Floats:
    """Return (N, N): how alike two tiles look at their best turn: 1 for the same picture, about 0 for unrelated."""
    count = len(patches.colours)
    best = np.full((count, count), -1.0)
    for turn in range(4):
        found = _correlation(patches, _moved(patches, turn))
        best = np.maximum(best, found.reshape(count, -1, count).max(axis=1))
    return np.asarray(np.maximum(best, best.T), np.float32)


def _moved(patches: Patches, turn: int) -> Patches:
    """Return all patches turned by so many quarters, at every shift, one shift after the other; rims are left out."""
    ways = [(down, right) for down in SHIFTS for right in SHIFTS]
    colours = np.rot90(patches.colours, turn, axes=(1, 2))
    seen = np.rot90(patches.seen, turn, axes=(1, 2)) * _RIM
    return Patches(
        np.concatenate([np.roll(colours, way, axis=(1, 2)) for way in ways]),
        np.concatenate([np.roll(seen, way, axis=(1, 2)) for way in ways]),
    )


def _correlation(one: Patches, two: Patches) -> Floats:
    """Return (N, M): the correlation of each patch of `one` with each of `two`, over what both show, all colours."""
    left, right = one.seen.reshape(len(one.seen), -1), two.seen.reshape(len(two.seen), -1)
    shared = np.maximum(left @ right.T, 1.0)
    across, own, others = (np.zeros_like(shared) for _ in range(3))
    for channel in range(3):
        a = (one.colours[..., channel] - 128).reshape(left.shape)
        b = (two.colours[..., channel] - 128).reshape(right.shape)
        sum_a, sum_b = (left * a) @ right.T, left @ (right * b).T
        across += (left * a) @ (right * b).T - sum_a * sum_b / shared
        own += (left * a * a) @ right.T - sum_a**2 / shared
        others += left @ (right * b * b).T - sum_b**2 / shared
    return np.asarray(across / np.sqrt(np.maximum(own * others, 1e-9)), np.float32)
