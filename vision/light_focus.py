"""How sharp a picture is, measured where its edges are known: at the corner cards and at the dice."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import CARD_SQUARE_MM, Marker

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

REACH: Final = 0.15  # of a card's side: how far to each side of its edge light is sampled, within rim and pattern
ALONG: Final = np.linspace(0.12, 0.88, 15)
LEAST_STEP: Final = 12.0  # grey levels between black and white: below it an edge cannot be measured
QUARTILES: Final = 1.349  # between the quarter points of a blurred edge, in standard deviations
STEEPEST: Final = 2.507  # a blurred edge's height over its slope, in standard deviations: the root of two pi
WAYS: Final = np.radians(np.arange(0, 180, 45.0))
AROUND: Final = 0.75  # of a die's side: how far around its middle the picture is looked at
LEAST_CROP_PX: Final = 6
WHOLE_PX: Final = 1152  # longest side of the copy in which a whole picture's edges are looked for
STANDS_OUT: Final = 40.0  # grey levels within WINDOW_PX: an edge, not noise or a soft gradient
WINDOW_PX: Final = 13
LEAST_EDGES: Final = 200  # pixels


@dataclass(frozen=True, slots=True)
class Softness:
    """How far edges are spread, as the standard deviation of the blur: the most in any direction, and the least."""

    most: float
    least: float


def card_softness_mm(image: Image, card: Marker) -> Softness | None:
    """Return how soft two sides of a corner card's square are, mm; None where it is too dark or too glared to tell.

    What is softer than about 2 mm reads as 2 mm: the card's rim is no wider.
    """
    low, high = _box(card.corners_px, REACH * card.side_px + 2, image)
    grey = _grey(image[low[1] : high[1], low[0] : high[0]])
    corners = card.corners_px - low
    first, second = (_edge_width(grey, corners[i], corners[i + 1], REACH * card.side_px) for i in (0, 1))
    if first is None or second is None:
        return None
    mm = CARD_SQUARE_MM / card.side_px
    return Softness(max(first, second) * mm, min(first, second) * mm)


def _edge_width(grey: Image, start: Floats, end: Floats, reach_px: float) -> float | None:
    """Return the blur of the edge from one corner to the next, pixels; outside it is white, inside black."""
    step = end - start
    outward = np.array([step[1], -step[0]]) / np.hypot(*step)
    offsets = np.linspace(-reach_px, reach_px, max(9, int(4 * reach_px)))
    places = (start + ALONG[:, None, None] * step + offsets[None, :, None] * outward).astype(np.float32)
    seen = cv2.remap(grey, places, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    profile = np.median(np.asarray(seen, np.float64), axis=0)
    ends = max(2, len(offsets) // 8)
    black, white = float(profile[:ends].mean()), float(profile[-ends:].mean())
    if white - black < LEAST_STEP:
        return None
    rise = np.maximum.accumulate((profile - black) / (white - black))
    low, high = np.interp([0.25, 0.75], rise, offsets)
    return float(high - low) / QUARTILES


def die_softness(image: Image, outline_px: object) -> Softness | None:
    """Return how soft a die's steepest edges are, as shares of its side; None where nothing stands out on it."""
    corners = np.asarray(outline_px, np.float64).reshape(-1, 2)
    side = float(np.hypot(*(corners[1] - corners[0])))
    middle = corners.mean(axis=0)
    low, high = _box(np.array([middle - AROUND * side, middle + AROUND * side]), 0, image)
    if (high - low).min() < LEAST_CROP_PX:
        return None
    smooth = cv2.GaussianBlur(_grey(image[low[1] : high[1], low[0] : high[0]]), (0, 0), max(0.6, 0.015 * side))
    dark, bright = np.percentile(smooth, [2, 98])
    if bright - dark < LEAST_STEP:
        return None
    across, down = (cv2.Sobel(smooth, cv2.CV_32F, *way, scale=1 / 8).ravel() for way in ((1, 0), (0, 1)))
    slopes = np.abs(np.outer(np.cos(WAYS), across[::2]) + np.outer(np.sin(WAYS), down[::2]))
    steepest = np.maximum(np.percentile(slopes, 98, axis=1), 0.1)
    widths = float(bright - dark) / steepest / STEEPEST / side
    return Softness(float(widths.max()), float(widths.min()))


def picture_softness(image: Image) -> float | None:
    """Return how soft the sharpest edges of a BGR picture are, pixels of a copy of WHOLE_PX; None without edges.

    For pictures in which nothing known is found. Where they are smeared, edges along the movement stay sharp.
    """
    factor = max(1, -(-max(image.shape) // WHOLE_PX))
    small = cv2.resize(_grey(image), None, fx=1 / factor, fy=1 / factor, interpolation=cv2.INTER_AREA)
    smooth = cv2.GaussianBlur(small, (0, 0), 0.7)
    across, down = (cv2.Sobel(smooth, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    window = np.ones((WINDOW_PX, WINDOW_PX), np.uint8)
    height = cv2.dilate(smooth, window).astype(np.float32) - cv2.erode(smooth, window)
    edge = height >= STANDS_OUT
    widths = height[edge] / np.maximum(np.hypot(across[edge], down[edge]), 0.1) / STEEPEST
    return float(np.percentile(widths, 3)) if len(widths) >= LEAST_EDGES else None


def _box(points: Floats, margin: float, image: Image) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """Return the whole pixels (x, y) of the box around points, within the picture."""
    size = np.array(image.shape[1::-1])
    low = np.clip(np.floor(points.min(axis=0) - margin), 0, size).astype(int)
    high = np.clip(np.ceil(points.max(axis=0) + margin) + 1, 0, size).astype(int)
    return low, high


def _grey(image: Image) -> Image:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
