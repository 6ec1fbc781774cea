"""Things over the table that are no pieces, such as a card, a cup or a hand: what lies beneath is covered, not gone."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.one_rest import NEAR, far
from rules.table import Place
from vision.doubt_words import doubts_said
from vision.reading import Doubt, Piece, Reading
from vision.settle import Still
from vision.settle_bump import realigned
from vision.settle_light import Grey, changed, small_grey

Mask = NDArray[np.bool_]
Outline = NDArray[np.float32]
FOREIGN: Final = 1.5  # of the smallest piece's face: what is new on the bare table and smaller is a shadow's rim
AROUND: Final = 0.35  # of what surrounds a piece: with less covered, something lies beside it
RING_PX: Final = 2  # how far around a piece is looked at, in small pictures


class Covering:
    """What came to lie over the table since it last agreed with the log, by the pictures of then and of now."""

    def __init__(self) -> None:
        self._agreed: Grey | None = None
        self._now: Grey | None = None

    def see(self, still: Still) -> None:
        """Take in the newest still."""
        self._now = small_grey(still.frame.image)

    def agree(self) -> None:
        """Note that the newest still shows the table as the log says."""
        self._agreed = self._now

    def covered(self, before: Reading | None, now: Reading) -> frozenset[Place]:
        """Return the places of pieces known `before` and not read `now` over which something lies."""
        if self._agreed is None or self._now is None or self._agreed.shape != self._now.shape:
            return frozenset()
        if before is None or not now.observation.anchored or _size(before) != _size(now):
            return frozenset()
        scale = self._now.shape[1] / now.width_px
        bare = {place: _small(piece, scale) for place, piece in missing(before, now).items() if _on_grid(piece)}
        if not bare:
            return frozenset()
        pieces = [_small(piece, scale) for piece in (*before.pieces, *now.pieces)]
        return frozenset(_beneath(_differs(self._agreed, self._now), bare, pieces))


def missing(before: Reading, now: Reading) -> dict[Place, Piece]:
    """Return the pieces, by their places, that a reading knew and where the next one shows nothing."""
    found = now.observation.faces.keys() | {piece.place for piece in now.pieces}
    return {piece.place: piece for piece in before.pieces if piece.place and piece.place not in found}


def under(reading: Reading, before: Reading, places: Collection[Place]) -> Reading:
    """Return a reading in which the pieces that lay at these places `before` still lie there, covered and not read.

    What lay loose may lie anywhere else.
    """
    lain = [replace(p, faces=(), doubt=Doubt.COVERED) for p in before.pieces if p.place in places and _on_grid(p)]
    seen = replace(reading.observation, hidden=reading.observation.hidden | frozenset(places))
    dice = [piece for piece in lain if piece.kind == "die"]
    said = tuple(doubts_said(dice, _size(reading)))
    others = (piece for piece in reading.pieces if not any(_is_part(piece, one) for one in lain))
    return replace(reading, pieces=(*others, *lain), observation=seen, warnings=(*reading.warnings, *said))


def _is_part(piece: Piece, covered: Piece) -> bool:
    """Return whether what was found is what still shows of a covered piece."""
    return piece.kind == covered.kind and far(piece, covered) < NEAR


def covered_places(reading: Reading) -> frozenset[Place]:
    """Return the places of the pieces that something lies over, and that cannot be seen for it."""
    covered = {piece.place for piece in reading.pieces if piece.doubt is Doubt.COVERED}
    return reading.observation.hidden & covered


def _differs(agreed: Grey, now: Grey) -> Mask:
    """Return where the table differs, also if the camera was bumped meanwhile."""
    if bump := realigned(agreed, now):
        seen, known = bump
        return np.asarray(changed(seen, now)[0] & known, np.bool_)
    return changed(agreed, now)[0]


def _beneath(differs: Mask, bare: Mapping[Place, Outline], pieces: Iterable[Outline]) -> Iterable[Place]:
    """Yield the bare places that what is new, and no piece, surrounds."""
    outlines = list(pieces)
    known = np.zeros(differs.shape, np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(known, np.round(outline).astype(np.int32), 1)
    least = FOREIGN * min(float(cv2.contourArea(outline)) for outline in outlines)
    foreign = _large(differs & (known == 0), least)
    for place, outline in bare.items():
        ring = _ring(outline, differs.shape) & (known == 0)
        if ring.any() and foreign[ring].mean() > AROUND:
            yield place


def _large(mask: Mask, least: float) -> Mask:
    """Return the parts of a mask that have at least so many pixels in one."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    large = [i for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] >= least]
    return np.isin(labels, large)


def _ring(outline: Outline, shape: tuple[int, ...]) -> Mask:
    """Return what lies just around an outline."""
    inside = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(outline).astype(np.int32), 1)
    around = cv2.dilate(inside, np.ones((2 * RING_PX + 1,) * 2, np.uint8))
    return np.asarray((around > 0) & (inside == 0), np.bool_)


def _on_grid(piece: Piece) -> bool:
    return piece.place is not None and len(piece.place.cell) > 1


def _size(reading: Reading) -> tuple[int, int]:
    return reading.width_px, reading.height_px


def _small(piece: Piece, scale: float) -> Outline:
    return np.array(piece.outline_px, np.float32) * scale
