"""Spots of bad light in a small copy of a picture: a lamp's glare, and hard shadows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Spot

Image = NDArray[np.uint8]
Grey = NDArray[np.float32]

FULL: Final = 245  # all three channels this bright: nothing is left to see
NEARLY_FULL: Final = 235  # next to nothing; a spot of glare begins here and is full in its middle
GLARE_PART: Final = (0.0004, 0.2)  # of the picture: about a die up to a fifth of it
NEAR_PX: Final = (2, 3)  # rings around a saturated spot, in pixels of the small copy
FAR_PX: Final = 9  # at least; and a larger spot's own radius away
SOFT: Final = 0.6  # glare fades: just outside it has lost at most this share of what it has lost further out
LEAST_FADE: Final = 25.0  # grey levels lost around a spot; less, and the spot is a part of something white
DEEP: Final = (0.06, 0.4)  # of the light outside is left in a hard shadow; less, and it is something black
SHADOW_PART: Final = (0.015, 0.45)  # of the table
RIM_PART: Final = 0.06  # of the picture's width: a shadow that people throw reaches this near to the table's rim
BESIDE_PX: Final = 3.0  # how far to both sides of a shadow's edge light is compared, on the coarse copy
EVEN: Final = 0.2  # how far ratios along a shadow's edge, and of its three colours, may differ (natural logarithm)
LIT: Final = 40.0  # a colour with less light outside the shadow is too dim to be compared
LEAST_EDGE: Final = 24  # points


def whiteness(small: Image) -> Image:
    """Return the darkest channel of a BGR picture, smoothed, shape (H, W): how near to its end the sensor is."""
    blue, green, red = cv2.split(cv2.blur(small, (3, 3)))
    return np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)


def glares(small: Image, white: Image) -> Iterator[Spot]:
    """Yield the spots of great `whiteness` that fade into what is around them; white things end sharply."""
    full = white >= NEARLY_FULL
    if not full.any():
        return
    count, labels, stats, _ = cv2.connectedComponentsWithStats(full.astype(np.uint8))
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.uint8)
    low, high = (part * full.size for part in GLARE_PART)
    for number in range(1, count):
        if low <= stats[number, cv2.CC_STAT_AREA] <= high:
            reach = max(FAR_PX, int(np.sqrt(stats[number, cv2.CC_STAT_AREA] / np.pi)))
            box = _around(stats[number], reach + 1, full.shape)
            spot = labels[box] == number
            if np.percentile(white[box][spot], 90) >= FULL and _fades(grey[box], spot, full[box], reach):
                yield _circle(stats[number])


def _fades(grey: Image, spot: NDArray[np.bool_], full: NDArray[np.bool_], reach: int) -> bool:
    """Tell whether light falls off slowly around the spot, most of the way round."""
    far = cv2.distanceTransform((~spot).astype(np.uint8), cv2.DIST_L2, 3)
    near, away = ((far >= low) & (far <= high) & ~full for low, high in (NEAR_PX, (0.8 * reach, reach)))
    if not near.any() or not away.any():
        return False
    lost_near, lost_away = 255 - float(np.median(grey[near])), 255 - float(np.median(grey[away]))
    return lost_away >= LEAST_FADE and lost_near < SOFT * lost_away


@dataclass(frozen=True, slots=True, eq=False)
class Shade:
    """A hard shadow: its circle, its mask (H, W), and the share of light that is left in it."""

    spot: Spot
    mask: NDArray[np.bool_]
    light: float


def shadows(small: Image, table: NDArray[np.bool_] | None) -> Iterator[Shade]:
    """Yield what looks like a hard shadow in a BGR picture.

    A shadow takes the same share of light from every colour all along its edge; dark things take more of some. Where
    the table is known, only what comes in over its rim counts: what lies wholly inside may be a black piece.
    """
    coarse = _coarse(small)
    size = coarse.shape[1::-1]
    within = np.ones(coarse.shape[:2], np.uint8) if table is None else _resized(table, size)
    grey = coarse.mean(axis=2)
    lit = float(np.percentile(grey[within > 0], 80)) if within.any() else 0.0
    count, labels, stats, _ = cv2.connectedComponentsWithStats((grey < 1.4 * DEEP[1] * lit).astype(np.uint8) & within)
    low, high = (part * within.sum() for part in SHADOW_PART)
    inner = cv2.erode(within, np.ones((3, 3)), iterations=round(RIM_PART * size[0]), borderValue=int(table is None))
    scale = small.shape[1] / size[0]
    for number in range(1, count):
        mask = labels == number
        reaches_in = table is None or bool((mask & (inner == 0)).any())
        if not (low <= stats[number, cv2.CC_STAT_AREA] <= high and reaches_in):
            continue
        light = _light_left(coarse, mask, within)
        if light is not None:
            x, y, radius = (float(part) * scale for part in _circle(stats[number]))
            yield Shade((x, y, radius), _resized(mask, small.shape[1::-1]).astype(np.bool_), light)


def _resized(mask: NDArray[np.bool_], size: Sequence[int]) -> NDArray[np.uint8]:
    return np.asarray(cv2.resize(mask.astype(np.uint8), tuple(size), interpolation=cv2.INTER_NEAREST), np.uint8)


def _coarse(small: Image) -> Grey:
    """Return a quarter of the size without dice and pips, as float32: only what is large is left."""
    size = (max(8, small.shape[1] // 4), max(8, small.shape[0] // 4))
    tiny = cv2.resize(small, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.medianBlur(tiny, 7), np.float32) + np.float32(0.5)


def _light_left(coarse: Grey, mask: NDArray[np.bool_], within: NDArray[np.uint8]) -> float | None:
    """Return the share of light left inside the mask's edge, if it is one hard step, alike all along and by colour."""
    inside, outside = _across(coarse, mask, within)
    if len(inside) < LEAST_EDGE:
        return None
    step = np.median(np.log(inside / outside), axis=0)[np.median(outside, axis=0) >= LIT]
    grey = np.log(inside.mean(axis=1) / outside.mean(axis=1))
    middle = float(np.median(grey))
    spread = float(np.median(np.abs(grey - middle)))
    even = bool(spread < EVEN and len(step) and np.ptp(step) < EVEN)
    return float(np.exp(middle)) if even and np.log(DEEP[0]) < middle < np.log(DEEP[1]) else None


def _across(coarse: Grey, mask: NDArray[np.bool_], within: NDArray[np.uint8]) -> tuple[Grey, Grey]:
    """Return the light inside and outside, both (N, 3), at points of the mask's edge that are not the table's."""
    soft = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 2)
    slope_x, slope_y = (cv2.Sobel(soft, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
    reach = int(np.ceil(BESIDE_PX))
    clear = cv2.erode(within, np.ones((3, 3)), iterations=reach, borderValue=0).astype(bool)
    rim = mask & ~cv2.erode(mask.astype(np.uint8), np.ones((3, 3))).astype(bool) & clear
    y, x = np.nonzero(rim)
    inward = np.column_stack([slope_x[y, x], slope_y[y, x]]).astype(np.float32)
    inward /= np.maximum(np.linalg.norm(inward, axis=1, keepdims=True), 1e-6)
    points = np.column_stack([x, y]).astype(np.float32)
    return _at(coarse, points + BESIDE_PX * inward), _at(coarse, points - BESIDE_PX * inward)


def _at(picture: Grey, points: Grey) -> Grey:
    """Return the picture's values (N, 3) at points (N, 2)."""
    if not len(points):
        return np.ones((0, 3), np.float32)
    columns, rows = (np.ascontiguousarray(points[:, i : i + 1], np.float32) for i in (0, 1))
    seen = cv2.remap(picture, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)[:, 0]


def _around(stat: NDArray[np.int32], by: int, shape: tuple[int, ...]) -> tuple[slice, slice]:
    x, y, wide, tall = (int(n) for n in stat[:4])
    return slice(max(0, y - by), min(shape[0], y + tall + by)), slice(max(0, x - by), min(shape[1], x + wide + by))


def _circle(stat: NDArray[np.int32]) -> Spot:
    x, y, wide, tall = (float(n) for n in stat[:4])
    return x + wide / 2, y + tall / 2, float(np.hypot(wide, tall)) / 2
