"""What a hand lies over: pieces that are not seen there are not gone."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.reading import Reading


def spared(reading: Reading, before: Reading | None, hand: NDArray[np.bool_] | None) -> Reading:
    """Return a reading in which places that a `hand` (mask of the picture) lies over count as hidden, if bare.

    `before` is the reading that knew what lay there, in the same cells.
    """
    if hand is None or before is None or hand.shape != (before.height_px, before.width_px):
        return reading
    seen = reading.observation
    under = {piece.place for piece in before.pieces if piece.place and _lies_under(hand, np.array(piece.outline_px))}
    bare = frozenset(place for place in under if place not in seen.faces)
    return replace(reading, observation=replace(seen, hidden=seen.hidden | bare))


def _lies_under(hand: NDArray[np.bool_], outline_px: NDArray[np.float64]) -> bool:
    """Return whether the hand lies over any corner of a piece, or its middle."""
    points = np.vstack([outline_px, outline_px.mean(axis=0)])
    x, y = np.clip(np.rint(points).astype(int), 0, [hand.shape[1] - 1, hand.shape[0] - 1]).T
    return bool(hand[y, x].any())
