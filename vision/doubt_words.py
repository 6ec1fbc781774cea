"""What is said of pieces in doubt: one sentence each, which says where and what to do."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from rules.text import listed, say
from vision.light_far import is_narrow
from vision.reading import Caution, Doubt, Piece, place_words

POSSIBLE: Final = 0.05  # a face this likely is worth naming
SAID: Final[Mapping[Doubt, Callable[[str, str], str]]] = {
    Doubt.CUT_OFF: lambda at, _: say("A die {where} is cut off by the picture's edge: move it inwards.", where=at),
    Doubt.OFF_MAT: lambda at, _: say(
        "A die lies off the mat {where}: put it on the mat, or away if it does not count.", where=at
    ),
    Doubt.LEANING: lambda at, _: say("A die leans {where}: lay it flat.", where=at),
    Doubt.COVERED: lambda at, _: say("Something covers a die {where}: take it away.", where=at),
    Doubt.BLURRED: lambda at, _: say("A die {where} is blurred: let it lie still, in focus.", where=at),
    Doubt.STRANGE: lambda at, _: say("A die {where} shows no face that is known: take away what covers it.", where=at),
    Doubt.ASTRAY: lambda at, _: say(
        "A die {where} lies where it belongs to nobody: put it into its own part.", where=at
    ),
    Doubt.UNSURE: lambda at, faces: say("The die {where} may be {faces}.", where=at, faces=faces),
}


def doubts_said(pieces: Sequence[Piece], picture_px: tuple[int, int]) -> Iterator[Caution]:
    """Yield a sentence for each piece in doubt, with its spot; that all are too small is said once, elsewhere."""
    for piece in pieces:
        if piece.doubt is not None and not (piece.doubt is Doubt.UNSURE and is_narrow(piece.outline_px)):
            points = np.array(piece.outline_px)
            x, y = points.mean(axis=0)
            where = place_words((x, y), picture_px)
            text = SAID[piece.doubt](where, maybe(piece))
            radius = float(np.hypot(*(points - (x, y)).T).max())
            yield Caution(piece.doubt, text, (float(x), float(y), radius))


def maybe(piece: Piece) -> str:
    """Return the faces an unsure die may show, in words."""
    faces = [face for face, p in piece.faces if p >= POSSIBLE] or [face for face, _ in piece.faces[:1]]
    if not faces:
        return say("no die")
    if len(faces) == 1:
        return say("{face}, or no die", face=faces[0])
    return listed(faces, say(" or "))
