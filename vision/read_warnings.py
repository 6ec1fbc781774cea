"""What a person should know about a reading before trusting it, in plain sentences."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Piece

SURE = 0.9  # a die read with less confidence is asked about
POSSIBLE = 0.05  # a face this likely is worth naming
DARK = 70  # where even the brightest hundredth of a picture is darker, it is underexposed


def unsure_dice(pieces: Sequence[Piece], picture_px: tuple[int, int]) -> Iterator[str]:
    """Yield a sentence for each die that may show more than one face."""
    for piece in pieces:
        if piece.kind == "die" and piece.faces and piece.confidence < SURE:
            maybe = [face for face, p in piece.faces if p >= POSSIBLE]
            yield f"The die {_where(piece, picture_px)} may be {_either(maybe or [piece.faces[0][0]])}."


def poor_light(image: NDArray[np.uint8]) -> Iterator[str]:
    """Yield a sentence if the BGR picture is too dark to be trusted."""
    small = cv2.cvtColor(image[::4, ::4], cv2.COLOR_BGR2GRAY)
    if np.percentile(small, 99) < DARK:
        yield "The picture is very dark: put more light on the table."


def _either(faces: Sequence[str]) -> str:
    if len(faces) == 1:
        return f"{faces[0]}, or no die"
    return f"{', '.join(faces[:-1])} or {faces[-1]}"


def _where(piece: Piece, picture_px: tuple[int, int]) -> str:
    """Return the ninth of the picture that a piece lies in, as "at the top left" or "in the middle"."""
    x, y = np.mean(piece.outline_px, axis=0) / picture_px
    across = ("left", "", "right")[min(2, max(0, int(3 * x)))]
    down = ("top", "", "bottom")[min(2, max(0, int(3 * y)))]
    words = " ".join(word for word in (down, across) if word)
    return f"at the {words}" if words else "in the middle"
