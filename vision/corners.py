"""Finding the printed corner cards in a picture."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners_refine import refine_square

CARD_IDS = range(4)
CARD_SQUARE_MM = 37.5
CARD_SIDE_MM = 50.0
CARD_BITS = 6

_BIG_PX = 1200
_EDGE_PX = 1.5
_CLIP_LIMIT = 4.0


@dataclass(frozen=True, slots=True, eq=False)
class Marker:
    """A corner card seen in a picture.

    `corners_px` is (4, 2): the black square's corners, clockwise from the card's own top left, in picture pixels with
    whole numbers at pixel centres.
    """

    id: int
    corners_px: NDArray[np.float64]

    @property
    def centre_px(self) -> NDArray[np.float64]:
        """Return the middle of the black square as (x, y) in picture pixels."""
        centre: NDArray[np.float64] = self.corners_px.mean(axis=0)
        return centre

    @property
    def side_px(self) -> float:
        """Return the mean side of the black square in picture pixels."""
        sides = self.corners_px - np.roll(self.corners_px, 1, axis=0)
        return float(np.hypot(sides[:, 0], sides[:, 1]).mean())


def card_bits(card_id: int) -> NDArray[np.bool_]:
    """Return the (6, 6) pattern of corner card `card_id`, True where black, its black rim included."""
    picture = cv2.aruco.generateImageMarker(_dictionary(), card_id, CARD_BITS)
    return picture < np.uint8(128)


def find_markers(image: NDArray[np.uint8], *, thorough: bool = True) -> tuple[Marker, ...]:
    """Return the corner cards seen in a BGR or grey picture, in the order of their ids, each at most once.

    `thorough` tries again at full size and with the light evened out until all four are found; without it only the
    first, quick look is taken. A card cut by the picture's edge is left out.
    """
    grey = image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)  # noqa: PLR2004
    found: dict[int, NDArray[np.float64]] = {}
    for attempt, (picture, scale) in enumerate(_looks(grey)):
        if len(found) == len(CARD_IDS) or (attempt and not thorough):
            break
        for card_id, corners in _detect(picture):
            found.setdefault(card_id, (corners + 0.5) / scale - 0.5)
    whole = {i: corners for i, corners in found.items() if _inside(corners, grey.shape)}
    return tuple(Marker(i, _refined(grey, whole[i])) for i in sorted(whole))


def _looks(grey: NDArray[np.uint8]) -> Iterator[tuple[NDArray[np.uint8], float]]:
    """Yield the picture as it is searched, cheapest first, each with its scale."""
    if max(grey.shape) > _BIG_PX:
        yield np.asarray(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8), 0.5
    yield grey, 1.0
    yield np.asarray(cv2.createCLAHE(_CLIP_LIMIT).apply(grey), np.uint8), 1.0


def _detect(grey: NDArray[np.uint8]) -> list[tuple[int, NDArray[np.float64]]]:
    """Return (id, corners) of the cards in one grey picture, the largest first so that it wins over its likes."""
    corners, ids, _ = _detector().detectMarkers(grey)
    if ids is None:
        return []
    found = [(int(i), np.asarray(c, np.float64).reshape(4, 2)) for i, c in zip(ids.ravel(), corners, strict=True)]
    return sorted(found, key=lambda item: -cv2.contourArea(item[1].astype(np.float32)))


def _inside(corners: NDArray[np.float64], shape: tuple[int, ...]) -> bool:
    """Return whether no corner touches the picture's edge: a cut square has its corners in the wrong place."""
    limits = np.array([shape[1], shape[0]]) - 1 - _EDGE_PX
    return bool((corners >= _EDGE_PX).all() and (corners <= limits).all())


def _refined(grey: NDArray[np.uint8], corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return corners refined on the full-size picture; the first window stays within the rim, clear of the pattern."""
    half = int(np.clip(Marker(0, corners).side_px / CARD_BITS / 2, 2, 7))
    start = corners.astype(np.float32).reshape(-1, 1, 2)
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
    moved = np.asarray(cv2.cornerSubPix(grey, start.copy(), (half, half), (-1, -1), stop), np.float64).reshape(4, 2)
    far = np.abs(moved - corners).max(axis=1) > half
    return refine_square(grey, np.where(far[:, None], corners, moved))


@cache
def _dictionary() -> cv2.aruco.Dictionary:
    """Return the four patterns we print: fewer patterns, fewer false alarms."""
    full = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.Dictionary(full.bytesList[: len(CARD_IDS)], full.markerSize, full.maxCorrectionBits)


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    """Return the detector; OpenCV from 4.12 on would otherwise drop cards near the picture's edge."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.minDistanceToBorder = 0
    settings.errorCorrectionRate = 1.0  # our four patterns differ in seven bits at least: mending one is safe
    return cv2.aruco.ArucoDetector(_dictionary(), settings)
