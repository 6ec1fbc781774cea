"""How digits stand on the faces of a die: their type, height, weight, and the sign that tells 6 from 9."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Colour = tuple[float, float, float]
FONTS: Final = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_DUPLEX | cv2.FONT_ITALIC,
    cv2.FONT_HERSHEY_TRIPLEX | cv2.FONT_ITALIC,
)
SIGNS: Final = ("", "line", "dot")


@dataclass(frozen=True, slots=True)
class DigitLook:
    """One set's digits; lengths are shares of half a die's side. `sign` stands under or beside a 6, one of SIGNS.

    `drawn` gives a digit's ink on a canvas, where it is not of a `font`.
    """

    font: int = cv2.FONT_HERSHEY_DUPLEX
    tall: float = 1.1
    heavy: float = 0.14  # of its height: how thick a stroke is
    wide: float = 1.0  # stretched across by this
    sign: str = ""
    drawn: Callable[[int], Image] | None = None


def draw_digit(face: Image, value: int, look: DigitLook, colour: Colour) -> None:
    """Draw a digit in the middle of a square face, in place."""
    side = face.shape[0]
    ink = _shape(value, look, look.tall * side / 2)
    tall, wide = ink.shape
    top, left = (side - tall) // 2, (side - wide) // 2
    mask = np.zeros(face.shape[:2], np.float32)
    ink = ink[max(0, -top) : side - top, max(0, -left) : side - left]
    top, left = max(0, top), max(0, left)
    mask[top : top + ink.shape[0], left : left + ink.shape[1]] = ink
    share = mask[..., None]
    face[:] = np.round(face * (1 - share) + np.array(colour) * share).astype(np.uint8)


def _shape(value: int, look: DigitLook, height_px: float) -> npt.NDArray[np.float32]:
    """Return the digit's ink, 0..1, cropped to what is drawn and `height_px` tall without its sign."""
    thick = max(1, round(100 * look.heavy))
    canvas = look.drawn(value) if look.drawn else _typed(value, look, thick)
    x, y, wide, tall = cv2.boundingRect(canvas)
    if value == 6:  # noqa: PLR2004 - the one that could be a 9 in a set of ten
        _sign(canvas, look.sign, (x, y, wide, tall), thick)
    left, top, full_wide, full_tall = cv2.boundingRect(canvas)
    cut = canvas[top : top + full_tall, left : left + full_wide].astype(np.float32) / 255
    scale = height_px / tall
    size = (max(1, round(full_wide * scale * look.wide)), max(1, round(full_tall * scale)))
    return cv2.resize(cut, size, interpolation=cv2.INTER_AREA).astype(np.float32)


def _typed(value: int, look: DigitLook, thick: int) -> Image:
    canvas = np.zeros((220, 200), np.uint8)
    (_, tall), _ = cv2.getTextSize(str(value), look.font, 1, thick)
    cv2.putText(canvas, str(value), (50, 150), look.font, 100 / tall, 255, thick, cv2.LINE_AA)
    return canvas


def _sign(canvas: Image, sign: str, box: tuple[int, int, int, int], thick: int) -> None:
    x, y, wide, tall = box
    if sign == "line":
        cv2.line(canvas, (x, y + tall + 2 * thick), (x + wide, y + tall + 2 * thick), 255, thick, cv2.LINE_AA)
    elif sign == "dot":
        cv2.circle(canvas, (x + wide + thick, y + tall - thick // 2), max(2, thick), 255, -1, cv2.LINE_AA)
