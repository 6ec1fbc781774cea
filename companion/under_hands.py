"""Pieces that are not seen but cannot be gone: a hand lies over them, or nothing has moved there."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.reading import Reading
from vision.settle import Still

Mask = NDArray[np.bool_]


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


def spared(reading: Reading, before: Reading | None, hand: Mask | None, disturbed: Mask) -> Reading:
    """Return a reading in which bare places count as hidden that a `hand` lies over or that were not `disturbed`.

    Both are masks of the picture; `before` is the reading that knew what lay there, in the same cells.
    """
    if before is None or disturbed.shape != (before.height_px, before.width_px):
        return reading
    seen = reading.observation
    bare = [piece for piece in before.pieces if piece.place and piece.place not in seen.faces]
    outlines = {piece.place: np.array(piece.outline_px) for piece in bare if piece.place}
    kept = {
        place
        for place, outline in outlines.items()
        if not _touched(disturbed, outline) or (hand is not None and _touched(hand, outline))
    }
    return replace(reading, observation=replace(seen, hidden=seen.hidden | kept)) if kept else reading


def _touched(mask: Mask, outline_px: NDArray[np.float64]) -> bool:
    """Return whether any of the mask lies in the box around an outline."""
    size = [mask.shape[1], mask.shape[0]]
    left, top = np.clip(np.floor(outline_px.min(axis=0)).astype(int), 0, size).tolist()
    right, bottom = np.clip(np.ceil(outline_px.max(axis=0)).astype(int) + 1, 0, size).tolist()
    return bool(mask[top:bottom, left:right].any())
