"""The corner cards as witnesses of the light: their rims are white paper, wherever they lie."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Marker
from vision.reading import Spot

Image = NDArray[np.uint8]

RIM: Final = 0.08  # of the square's side: how far outside it the middle of the white rim lies
ALONG: Final = np.linspace(0.1, 0.9, 7)
CLOSE: Final = 0.08  # of the square's side: nearer to the picture's edge, a bump puts it out
SHADED: Final = 0.4  # of the brightest card's light: less is a shadow, if it begins at a hard edge
HARD: Final = 0.5  # of the whole fall, in logarithms, that happens at one place; a far lamp's falls evenly
BESIDE: Final = 0.8  # of a card's side: how far from its middle the table begins
STEPS: Final = 32
STRETCH: Final = 4  # steps
STRIP_PX: Final = 4


@dataclass(frozen=True, slots=True, eq=False)
class Rim:
    """A card, and how bright its white rim and its black one are, grey levels 0..255."""

    card: Marker
    white: float
    black: float


def card_rims(image: Image, cards: Sequence[Marker]) -> list[Rim]:
    """Return how bright the rims of the cards found in a BGR picture are."""
    return [Rim(card, _along(image, card, RIM), _along(image, card, -RIM)) for card in cards]


def card_whites(image: Image, cards: Sequence[Marker]) -> NDArray[np.float64]:
    """Return the colour, BGR, of the white rim of each card in a picture, (N, 3)."""
    return np.array([np.median(_samples(image, card, RIM), axis=0) for card in cards]).reshape(-1, 3)


def _along(image: Image, card: Marker, outward: float) -> float:
    """Return the median light along the square, so many of its sides outward."""
    return float(np.median(_samples(image, card, outward).mean(axis=1)))


def _samples(image: Image, card: Marker, outward: float) -> Image:
    """Return pixels, (N, 3), along the square, so many of its sides outward."""
    start = card.corners_px[:, None]
    step = np.roll(start, -1, axis=0) - start
    points = start + ALONG[None, :, None] * step + outward * np.stack([step[..., 1], -step[..., 0]], axis=2)
    x, y = np.clip(np.round(points.reshape(-1, 2)), 0, np.array(image.shape[1::-1]) - 1).astype(int).T
    return np.asarray(image[y, x], np.uint8)


def cut_cards(image: Image, cards: Sequence[Marker]) -> Iterator[Marker]:
    """Yield the cards that only just lie in the picture."""
    size = np.array(image.shape[1::-1]) - 1
    for card in cards:
        room = min(card.corners_px.min(), (size - card.corners_px).min())
        if room < CLOSE * card.side_px:
            yield card


def table_mask(small: Image, scale: float, rims: Sequence[Rim]) -> NDArray[np.bool_] | None:
    """Return where the table is in the small picture, (H, W), if at least three cards tell it."""
    if len(rims) < 3:  # noqa: PLR2004 - fewer span no area
        return None
    points = np.vstack([rim.card.corners_px for rim in rims]) / scale
    mask = np.zeros(small.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, cv2.convexHull(np.round(points).astype(np.int32)), 1)
    return mask.astype(np.bool_)


def shaded_cards(small: Image, scale: float, rims: Sequence[Rim]) -> Iterator[Spot]:
    """Yield where a hard shadow lies, in picture pixels, if a card in it is far darker than the brightest one.

    `small` is the picture reduced `scale` times.
    """
    if not rims:
        return
    lit = max(rims, key=lambda rim: rim.white)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.uint8)
    for rim in rims:
        if rim.white < SHADED * lit.white and _steepest(grey, rim, lit, scale) > HARD * np.log(lit.white / rim.white):
            x, y = rim.card.centre_px
            yield float(x), float(y), 1.2 * rim.card.side_px
            return


def _steepest(grey: Image, dark: Rim, lit: Rim, scale: float) -> float:
    """Return how far the light rises at one place on the way from the dark card to the lit one, as a logarithm."""
    step = (lit.card.centre_px - dark.card.centre_px) / scale
    length = float(np.hypot(*step))
    across = np.array([-step[1], step[0]]) / length
    clear = BESIDE * max(dark.card.side_px, lit.card.side_px) / scale / length
    shares = np.linspace(min(clear, 0.4), max(1 - clear, 0.6), STEPS)
    offsets = np.arange(-STRIP_PX, STRIP_PX + 1)
    places = dark.card.centre_px / scale + shares[:, None, None] * step + offsets[None, :, None] * across
    seen = cv2.remap(grey, places.astype(np.float32), None, cv2.INTER_LINEAR)  # type: ignore[call-overload]
    light = np.log(np.median(np.asarray(seen, np.float64), axis=1) + 1)
    level = np.median(np.lib.stride_tricks.sliding_window_view(light, STRETCH), axis=1)  # dice are shorter
    return float((level[STRETCH + 1 :] - level[: -STRETCH - 1]).max())
