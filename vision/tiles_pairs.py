"""Whether tiles show one picture: each two laid over each other exactly, shadows and a lamp's shine left aside."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.tiles_align import FinePicture, aligned
from vision.tiles_match import Likeness, likeness
from vision.tiles_patch import ROOM, SHIFT, Patches

Floats = NDArray[np.float32]

SAME: Final = 0.9  # tiles as alike as this need no finer look
UNLIKE: Final = 0.35  # and those that at a rough look are less alike than this are so at a finer one too
PERHAPS: Final = 0.45  # tiles less alike than this as they are seen are so without light too
RIM: Final = 2  # samples along the edge tell how exactly a tile was found, not what it shows


def likeness_of_pairs(tiles: Patches) -> Floats:
    """Return (N, N): how alike each two tiles of fine patches look at a finer look, 0 on the diagonal."""
    count = len(tiles.seen)
    alike = _laid_over(tiles, np.zeros((count, count), np.float32), np.triu(np.ones((count, count), np.bool_), 1))
    doubtful = np.triu((alike > PERHAPS) & (alike < SAME), 1)
    return _laid_over(tiles.flattened(), alike, doubtful) if doubtful.any() else alike


def _laid_over(tiles: Patches, before: Floats, which: NDArray[np.bool_]) -> Floats:
    """Return the likeness of the pairs `which` laid over each other, or that `before` where it is more."""
    coarse = tiles.halved()
    rough = likeness(coarse, coarse.cores(SHIFT))
    pictures = _pictures(tiles.cores(ROOM))
    alike = before.copy()
    for i, j in np.argwhere(which).tolist():
        alike[i, j] = alike[j, i] = max(alike[i, j], _pair(tiles, pictures, rough, (i, j)))
    return alike


def _pair(tiles: Patches, pictures: list[FinePicture], rough: Likeness, pair: tuple[int, int]) -> float:
    i, j = pair if rough.best[pair] >= rough.best[pair[::-1]] else pair[::-1]
    alike = float(rough.best[i, j])
    if not UNLIKE < alike < SAME:
        return alike
    return aligned(tiles.colours[i], tiles.seen[i], pictures[j], rough.way(i, j)).alike


def _pictures(cores: Patches) -> list[FinePicture]:
    """Return the tiles as pictures to lay others over; what a die hides counts for nothing."""
    weights = np.zeros_like(cores.seen)
    weights[:, RIM:-RIM, RIM:-RIM] = cores.seen[:, RIM:-RIM, RIM:-RIM]
    return [FinePicture.of(colours, seen) for colours, seen in zip(cores.colours, weights, strict=True)]
