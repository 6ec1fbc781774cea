"""Pieces that cannot be gone, for a hand lies over them or nothing has moved there; and those that cannot be new."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.covering import missing, under
from companion.one_rest import NEAR, far
from rules.table import Face, Place
from vision.reading import Piece, Reading
from vision.settle import Still

Mask = NDArray[np.bool_]
UNMOVED: Final = 30.0  # a piece that is new where nothing has moved is so many times likelier none than elsewhere
LEAST_MOVED: Final = 0.1  # of a piece's face: less is a shadow's rim, or the piece beside it


class Disturbed:
    """Where anything has moved since the table last agreed with the log."""

    def __init__(self) -> None:
        self._mask: Mask | None = None

    def add(self, still: Still) -> Mask:
        """Take in what was disturbed before a still; return all of it, a mask of the picture."""
        known = self._mask is not None and self._mask.shape == still.moved.shape
        self._mask = self._mask | still.moved if self._mask is not None and known else still.moved
        return self._mask

    def clear(self) -> None:
        """Begin anew: the table agrees with the log."""
        self._mask = None


def spared(
    reading: Reading, before: Reading | None, hand: Mask | None, disturbed: Mask, slots: Collection[str] = ()
) -> Reading:
    """Return a reading in which bare places count as hidden that a `hand` lies over or that were not `disturbed`.

    Both are masks of the picture; `before` is the reading that knew what lay there, in the same cells. What the hand
    lies over is covered. What is new on a grid though nothing has moved there is perhaps no piece at all; of what lies
    loose it is told where something moved.
    Of zones of `slots` the reading tells it, for what people did and said moves dice as well, such as forging a face.
    """
    if before is None or disturbed.shape != (before.height_px, before.width_px):
        return reading
    return _undisturbed(_hidden(reading, before, hand, disturbed), before, slots, disturbed)


def _hidden(reading: Reading, before: Reading, hand: Mask | None, disturbed: Mask) -> Reading:
    seen = reading.observation
    outlines = {place: np.array(piece.outline_px) for place, piece in missing(before, reading).items()}
    beneath = {place for place, outline in outlines.items() if hand is not None and _touched(hand, outline)}
    kept = {place for place, outline in outlines.items() if _share(disturbed, outline) <= LEAST_MOVED}
    overlooked = replace(reading, observation=replace(seen, hidden=seen.hidden | kept)) if kept else reading
    return under(overlooked, before, beneath) if beneath else overlooked


def _undisturbed(reading: Reading, before: Reading, slots: Collection[str], disturbed: Mask) -> Reading:
    """Return a reading in which pieces on a grid show what they did where nothing has moved since.

    New ones are doubted there; and it is told at which places anything has moved.
    """
    seen, faces, moved = reading.observation, dict(reading.observation.faces), moved_places(reading, disturbed)
    lain = {piece.place: piece for piece in before.pieces if _on_grid(piece)}
    for piece in reading.pieces:
        if piece.place is not None and piece.place in faces and piece.place not in moved and _on_grid(piece):
            faces[piece.place] = _still(faces[piece.place], piece, lain.get(piece.place), before)
    loose = frozenset(place for place in moved if place.zone not in slots)
    told = frozenset(place for place in seen.disturbed if place.zone in slots)
    return replace(reading, observation=replace(seen, faces=faces, disturbed=loose | told))


def moved_places(reading: Reading, mask: Mask) -> frozenset[Place]:
    """Return the places where a piece lies in the mask of what has moved; none where the picture has another size."""
    if mask.shape != (reading.height_px, reading.width_px):
        return frozenset()
    pieces = [(piece.place, np.array(piece.outline_px)) for piece in reading.pieces if piece.place]
    return frozenset(place for place, outline in pieces if _share(mask, outline) > LEAST_MOVED)


def _still(odds: Mapping[Face, float], piece: Piece, lain: Piece | None, before: Reading) -> Mapping[Face, float]:
    """Return what a piece shows at a place where nothing has moved since it was seen `before`, if it was."""
    if lain is None or lain.kind != piece.kind or far(piece, lain) > NEAR:
        rest = max(1 - sum(odds.values()), 0.0)
        return {face: p / (1 + (UNMOVED - 1) * rest) for face, p in odds.items()}
    then = before.observation
    return then.faces.get(lain.place, odds) if lain.place and then.anchored else odds


def _on_grid(piece: Piece) -> bool:
    return piece.place is not None and len(piece.place.cell) > 1


def _share(mask: Mask, outline_px: NDArray[np.float64]) -> float:
    """Return which share of what an outline encloses lies in the mask."""
    left, top, right, bottom = _box(mask, outline_px)
    inside = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillConvexPoly(inside, np.round(outline_px - (left, top)).astype(np.int32), 1)
    within = inside.astype(np.bool_)
    return float(mask[top:bottom, left:right][within].mean()) if within.any() else 0.0


def _touched(mask: Mask, outline_px: NDArray[np.float64]) -> bool:
    """Return whether any of the mask lies in the box around an outline."""
    left, top, right, bottom = _box(mask, outline_px)
    return bool(mask[top:bottom, left:right].any())


def _box(mask: Mask, outline_px: NDArray[np.float64]) -> tuple[int, int, int, int]:
    """Return the box around an outline, cut at the mask's edges: left, top, right, bottom."""
    size = [mask.shape[1], mask.shape[0]]
    left, top = np.clip(np.floor(outline_px.min(axis=0)).astype(int), 0, size).tolist()
    right, bottom = np.clip(np.ceil(outline_px.max(axis=0)).astype(int) + 1, 0, size).tolist()
    return left, top, right, bottom
