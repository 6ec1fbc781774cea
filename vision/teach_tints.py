"""The tint of tiles against that of taught pictures, whatever the lamp: it tints all tiles of a table alike."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.tiles_patch import GREY, Patches

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

RIM: Final = 3  # samples left out along a tile's sides: outlines are a little off
DARK: Final = 8.0  # grey levels: what is darker hardly has a tint
NEAR: Final = 0.12  # natural logarithm: the tints of a tile and of its picture differ by so much
UNTOLD: Final = 1.0  # what `strangeness` is taken to be where no tint is known
OTHER: Final = 0.3  # tiles whose tints differ by more do not show the same
FEW: Final = 2  # tiles that tell the lamp's tint; a single one tells half of it


def tints(patches: Patches) -> Doubles:
    """Return the logarithms of blue and of red against green, (N, 2), in what is seen within the rims of pictures."""
    inner = patches.cores(RIM)
    seen = inner.seen.sum(axis=(1, 2), dtype=np.float64)[:, None]
    mean = (inner.colours * inner.seen[..., None]).sum(axis=(1, 2), dtype=np.float64) / np.maximum(seen, 1)
    shades = np.log(np.maximum(mean + GREY, 1) + DARK)
    return np.asarray(shades[:, ::2] - shades[:, 1:2], np.float64)


def strangeness(tiles: Doubles, pictures: Doubles, sure: dict[int, int]) -> Doubles:
    """Return how strange each picture's tint is on each tile, (N, K), 0 for the same, as odds count it.

    `sure` are tiles with the pictures they surely show: they tell what the lamp does to all.
    """
    off = tiles[:, None] - pictures
    if sure:
        lamp = np.median([off[tile, picture] for tile, picture in sure.items()], axis=0)
        off = off - lamp * min(1.0, len(sure) / FEW)
    return np.asarray(np.log1p((off**2).sum(axis=-1) / NEAR**2), np.float64)


def shared(tiles: Doubles) -> Doubles:
    """Return how far the tints of tiles are one, (N, N): 1 for the same, towards 0 for others."""
    off = ((tiles[:, None] - tiles) ** 2).sum(axis=-1)
    return np.asarray(np.exp(-0.5 * off / OTHER**2), np.float64)
