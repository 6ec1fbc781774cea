"""What is said of pieces in doubt: one sentence each, which says where and what to do."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from vision.reading import Caution, Doubt, Piece, place_words

POSSIBLE: Final = 0.05  # a face this likely is worth naming
SAID: Final = {
    Doubt.CUT_OFF: "A die {} is cut off by the picture's edge: move it inwards.",
    Doubt.OFF_MAT: "A die lies off the mat {}: put it on the mat, or away if it does not count.",
    Doubt.LEANING: "A die leans {}: lay it flat.",
    Doubt.COVERED: "Something covers a die {}: take it away.",
    Doubt.BLURRED: "A die {} is blurred: let it lie still, in focus.",
    Doubt.UNSURE: "The die {} may be {}.",
}


def doubts_said(pieces: Sequence[Piece], picture_px: tuple[int, int]) -> Iterator[Caution]:
    """Yield a sentence for each piece in doubt, with its spot."""
    for piece in pieces:
        if piece.doubt is not None:
            points = np.array(piece.outline_px)
            x, y = points.mean(axis=0)
            where = place_words((x, y), picture_px)
            text = SAID[piece.doubt].format(where, _maybe(piece))
            radius = float(np.hypot(*(points - (x, y)).T).max())
            yield Caution(piece.doubt, text, (float(x), float(y), radius))


def _maybe(piece: Piece) -> str:
    """Return the faces an unsure die may show, in words."""
    faces = [face for face, p in piece.faces if p >= POSSIBLE] or [face for face, _ in piece.faces[:1]]
    if len(faces) == 1:
        return f"{faces[0]}, or no die"
    return f"{', '.join(faces[:-1])} or {faces[-1]}"
