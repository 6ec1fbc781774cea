"""The exact squares of dice found roughly: where their edges show best, all of one size."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect_crops import face_crops
from vision.detect_pose import Pose

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

CROP_PX: Final = 128
SIDE_PX: Final = 72  # of a die found, in the crop that is searched
TURNS_DEG: Final = np.arange(-8.0, 8.1, 2.0)  # a die's edges are looked for within this
HALVES_PX: Final = np.arange(26, 49)  # half sides that are tried
SHIFTS_PX: Final = np.arange(-12, 13)  # and middles, either way
INSIDE: Final = 0.75  # share of a side that is looked at, clear of rounded corners
WEAKEST: Final = 0.5  # weight of the weakest side against the mean
STEEP: Final = 25.0  # grey levels a pixel: no edge counts for more
FAR: Final = 0.004  # what each pixel or degree away from how the die was found takes from how well an edge shows


def fitted_squares(image: Image, rough: Sequence[Pose]) -> list[Pose]:
    """Return dice of one set, found roughly in a BGR picture, where their top faces' edges show best."""
    typical = float(np.median([pose.side_px for pose in rough]))
    alike = [replace(pose, side_px=typical) for pose in rough]
    crops = face_crops(image, alike, CROP_PX, SIDE_PX)
    shown = [[_shown(crop, float(turn)) for turn in TURNS_DEG] for crop in crops]
    shares = np.array([[each.max(axis=(1, 2)) for each in turns] for turns in shown])  # (dice, turns, halves)
    half = int(shares.max(axis=1).sum(axis=0).argmax())
    return [_moved(pose, turns, half) for pose, turns in zip(alike, shown, strict=True)]


def _moved(pose: Pose, turns: Sequence[Floats], half: int) -> Pose:
    """Return the pose with the turn and middle at which a square of that half side shows best."""
    which = int(np.argmax([each[half].max() for each in turns]))
    across, down = np.unravel_index(int(turns[which][half].argmax()), turns[which][half].shape)
    scale, angle = pose.side_px / SIDE_PX, np.radians(pose.angle_deg + TURNS_DEG[which])
    x, y = float(SHIFTS_PX[across]) * scale, float(SHIFTS_PX[down]) * scale
    moved_x, moved_y = x * np.cos(angle) - y * np.sin(angle), x * np.sin(angle) + y * np.cos(angle)
    return replace(
        pose,
        x_px=pose.x_px + float(moved_x),
        y_px=pose.y_px + float(moved_y),
        side_px=2 * float(HALVES_PX[half]) * scale,
        angle_deg=float(np.degrees(angle)),
    )


def _shown(crop: Image, turn_deg: float) -> Floats:
    """Return how well the sides of each square show in a crop turned back so far, (halves, middles across, down)."""
    middle = (CROP_PX - 1) / 2
    turned = cv2.warpAffine(
        crop,
        cv2.getRotationMatrix2D((middle, middle), turn_deg, 1.0),
        (CROP_PX, CROP_PX),
        borderMode=cv2.BORDER_REPLICATE,
    )
    soft = np.asarray(cv2.GaussianBlur(turned.astype(np.float32), (0, 0), 1.2), np.float32)
    upright, level = (_edges(soft, axis) for axis in (1, 0))
    far = FAR * (np.hypot(SHIFTS_PX[:, None], SHIFTS_PX[None]) + abs(turn_deg))
    return np.stack([_square(upright, level, int(half)) - far for half in HALVES_PX]).astype(np.float32)


def _edges(soft: Floats, axis: int) -> Floats:
    """Return how steep the picture is along an axis, 0..1, as sums along the other one from the start on."""
    steep = np.minimum(np.abs(np.gradient(soft, axis=axis)).max(axis=2) / STEEP, 1)
    steep = np.maximum(steep, np.maximum(np.roll(steep, 1, axis), np.roll(steep, -1, axis)))
    return np.asarray(np.cumsum(steep, axis=1 - axis), np.float32)


def _square(upright: Floats, level: Floats, half: int) -> Floats:
    """Return how well the four sides of squares of one size show, (middles across, middles down)."""
    reach = int(INSIDE * half)
    middles = (SHIFTS_PX + CROP_PX // 2).astype(int)
    across, down = np.meshgrid(middles, middles, indexing="ij")
    sides = []
    for way in (-half, half):
        x, y = np.clip(across + way, 1, CROP_PX - 2), np.clip(down + way, 1, CROP_PX - 2)
        low, high = np.clip(down - reach, 0, CROP_PX - 1), np.clip(down + reach, 0, CROP_PX - 1)
        left, right = np.clip(across - reach, 0, CROP_PX - 1), np.clip(across + reach, 0, CROP_PX - 1)
        sides += [(upright[high, x] - upright[low, x]) / (2 * reach), (level[y, right] - level[y, left]) / (2 * reach)]
    each = np.stack(sides)
    return np.asarray((1 - WEAKEST) * each.mean(axis=0) + WEAKEST * each.min(axis=0), np.float32)
