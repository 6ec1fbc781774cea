"""How alike tiles look: correlation over what both show, at every quarter turn and small shift."""

from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.tiles_patch import COARSE, SHIFT, Patches

Floats = NDArray[np.float32]

SHIFTS = 2 * SHIFT + 1  # ways to move a patch along either axis


@dataclass(frozen=True, slots=True)
class Likeness:
    """How alike N tiles and K pictures look, 1 for the same picture, about 0 for unrelated ones.

    `each` (N, shifts down, shifts right, quarter turns, K); a turn is that of the picture, counter-clockwise.
    """

    each: Floats

    @property
    def best(self) -> Floats:
        """Return the likeness at the best shift and turn, (N, K)."""
        return np.asarray(self.each.max(axis=(1, 2, 3)), np.float32)

    def way(self, tile: int, picture: int) -> tuple[int, int, int]:
        """Return (shift down, shift right, quarter turns) at which a tile and a picture look most alike."""
        shown = self.each[tile, ..., picture]
        down, right, turn = (int(i) for i in np.unravel_index(int(shown.argmax()), shown.shape))
        return down - SHIFT, right - SHIFT, turn


def likeness(tiles: Patches, pictures: Patches) -> Likeness:
    """Return how alike coarse patches of tiles, with the room around them, and coarse pictures without it look."""
    weights = np.concatenate([np.rot90(_rimless(pictures.seen), turn, axes=(1, 2)) for turn in range(4)])
    colours = np.concatenate([np.rot90(pictures.colours, turn, axes=(1, 2)) for turn in range(4)])
    flat = np.ascontiguousarray(weights.reshape(len(weights), -1).T)
    theirs = np.ascontiguousarray(colours.transpose(3, 1, 2, 0).reshape(3, -1, len(colours))) * flat
    squares = (theirs * theirs / np.maximum(flat, 1e-6)).sum(axis=0)
    seen = _windows(tiles.seen)
    shared = np.maximum(seen @ flat, 1.0)
    across, own, others = np.zeros_like(shared), np.zeros_like(shared), seen @ squares
    for channel in range(3):
        ours = _windows(tiles.colours[..., channel] * tiles.seen)
        sum_ours, sum_theirs = ours @ flat, seen @ theirs[channel]
        across += ours @ theirs[channel] - sum_ours * sum_theirs / shared
        own += (ours * ours) @ flat - sum_ours**2 / shared
        others -= sum_theirs**2 / shared
    alike = across / np.sqrt(np.maximum(own * others, 1e-6))
    return Likeness(alike.reshape(len(tiles.seen), SHIFTS, SHIFTS, 4, len(pictures.seen)))


def _windows(patches: Floats) -> Floats:
    """Return the patches at every shift, one row each: (N * shifts, COARSE * COARSE)."""
    windows = sliding_window_view(patches, (COARSE, COARSE), axis=(1, 2))
    return np.asarray(windows.reshape(-1, COARSE * COARSE), np.float32)


def _rimless(weights: Floats) -> Floats:
    """Return weights without the outermost samples: what shows there depends on how exactly a tile was found."""
    inner = np.zeros_like(weights)
    inner[:, 1:-1, 1:-1] = weights[:, 1:-1, 1:-1]
    return inner
