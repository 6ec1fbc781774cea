"""The tint of tiles against that of taught pictures, whatever the lamp: it tints all tiles of a table alike."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.tiles_patch import GREY, Patches

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

RIM: Final = 3  # samples left out along a tile's sides: outlines are a little off
DARK: Final = 8.0  # grey levels: what is darker hardly has a tint
NEAR: Final = (0.25, 0.18, 0.12)  # natural logarithm: by so much the tints of a tile and of its picture differ while no
# other tile, one, or more tell what the lamp does
UNTOLD: Final = 1.0  # what `strangeness` is taken to be where no tint is known
OTHER: Final = 0.3  # tiles whose tints differ by more do not show the same


def tints(patches: Patches) -> Doubles:
    """Return the logarithms of blue and of red against green, (N, 2), in what is seen within the rims of pictures."""
    inner = patches.cores(RIM)
    seen = inner.seen.sum(axis=(1, 2), dtype=np.float64)[:, None]
    mean = (inner.colours * inner.seen[..., None]).sum(axis=(1, 2), dtype=np.float64) / np.maximum(seen, 1)
    shades = np.log(np.maximum(mean + GREY, 1) + DARK)
    return np.asarray(shades[:, ::2] - shades[:, 1:2], np.float64)


def strangeness(tiles: Doubles, pictures: Doubles, sure: dict[int, int]) -> Doubles:
    """Return how strange each picture's tint is on each tile, (N, K), 0 for the same, as odds count it.

    `sure` are tiles with the pictures they surely show: they tell what the lamp does to the others, one of them half of
    it.
    """
    off = tiles[:, None] - pictures
    strange = np.empty(off.shape[:2])
    for tile in range(len(tiles)):
        others = [off[each, picture] for each, picture in sure.items() if each != tile]
        told = min(len(others), len(NEAR) - 1)
        lamp = np.median(others, axis=0) * told / (len(NEAR) - 1) if others else 0.0
        strange[tile] = np.log1p(((off[tile] - lamp) ** 2).sum(axis=-1) / NEAR[told] ** 2)
    return strange


def shared(tiles: Doubles) -> Doubles:
    """Return how far the tints of tiles are one, (N, N): 1 for the same, towards 0 for others."""
    off = ((tiles[:, None] - tiles) ** 2).sum(axis=-1)
    return np.asarray(np.exp(-0.5 * off / OTHER**2), np.float64)
