"""Pictures as even white light would show them: the corner cards are white paper, and tell of the lamp's tint."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Marker
from vision.light_cards import card_whites

Image = NDArray[np.uint8]
Doubles = NDArray[np.float64]

WHITE: Final = 200.0  # grey levels of white paper afterwards: what is brighter keeps some room
DARKEST: Final = 20.0  # a card darker than this tells no colours
BURNT: Final = 250.0  # nor does one that is brighter than this in one of them


def balanced(image: Image, cards: Sequence[Marker]) -> Image:
    """Return a BGR picture in light that shows the white of most of the cards as WHITE; unchanged without cards."""
    whites = card_whites(image, cards)
    if not len(whites) or whites.min() < DARKEST:
        return image
    levels = np.arange(256)[:, None] * (WHITE / _usual(whites))
    return np.asarray(cv2.LUT(image, np.clip(levels, 0, 255).astype(np.uint8)[None]), np.uint8)


def _usual(whites: Doubles) -> Doubles:
    """Return what white looks like: as bright as most cards, of the tint of those that are not burnt out."""
    plain = whites[whites.max(axis=1) < BURNT]
    light = float(np.median(whites.mean(axis=1)))
    if not len(plain):
        return np.full(3, light)
    tint = np.median(plain, axis=0)
    return np.asarray(tint * light / tint.mean(), np.float64)
