"""Which tiles lie face down, without any teaching: all backs look alike, while fronts differ."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision import tiles_match
from vision.tiles_patch import SHIFT, Patches

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

ALIKE: Final = 0.73  # at a rough look, tiles less alike than this do not show the same picture
NOISE: Final = 0.05  # even the same picture differs by this share
WITHIN: Final = 1.2  # of closeness: a back may be so much less close to the others than the closest two are,
LEAST: Final = 1.1  # but no less than this
BACKS: Final = 1.5  # so close are backs to each other,
LEAD: Final = 0.5  # and so much closer than any other two: fronts of one set may look much alike
PAIR: Final = 2
OTHERS: Final = 2  # tiles that differ from these and from each other tell that these are the backs
UNLIKE: Final = 0.8  # a tile less alike to the backs than this is a front
TOLD: Final = 0.96  # what is told by these is true that often


def down_chances(alike: Floats) -> list[float] | None:
    """Return each tile's probability of lying face down, 0.5 where it may be either.

    `alike` is from `likeness_of_pairs`. None where nothing can be told: no two look alike, or others do as well, or all
    but one: that one may be the only back among fronts of one frame.
    """
    if len(alike) < PAIR + OTHERS:
        return None
    close = -np.log(1 + NOISE - np.clip(alike, 0, 1).astype(np.float64) ** 2)
    backs = _closest(close)
    same = np.ix_(backs, backs)
    rest = close.copy()
    rest[same] = 0
    inside = float(np.median(close[same][~np.eye(len(backs), dtype=bool)]))
    if inside < BACKS or inside < rest.max() + LEAD or len(alike) - len(backs) < OTHERS:
        return None
    typical = np.median(alike[:, backs], axis=1)
    return [TOLD if i in backs else 1 - TOLD if typical[i] < UNLIKE else 0.5 for i in range(len(alike))]


def _closest(close: Doubles) -> list[int]:
    """Return the closest two tiles, and all that are about as close to them."""
    pairs = np.triu(close, 1)
    found = [int(i) for i in np.unravel_index(int(pairs.argmax()), pairs.shape)]
    bar = max(LEAST, pairs.max() - WITHIN)
    while others := [i for i in range(len(close)) if i not in found]:
        nearest = max(others, key=lambda i: float(np.median(close[i, found])))
        if np.median(close[nearest, found]) < bar:
            break
        found.append(nearest)
    return found


def likeness_among(patches: Patches) -> Floats:
    """Return (N, N): how alike two tiles of fine patches look: 1 for the same picture, about 0 for unrelated ones."""
    coarse = patches.halved()
    best = tiles_match.likeness(coarse, coarse.cores(SHIFT)).best
    return np.asarray(np.maximum(best, best.T), np.float32)
