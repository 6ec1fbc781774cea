"""Which tiles lie face down, without any teaching: all backs look alike, while fronts differ."""

from math import exp

import numpy as np
from numpy.typing import NDArray

from vision import tiles_match
from vision.tiles_patch import SHIFT, Patches

Floats = NDArray[np.float32]

ALIKE = 0.73  # tiles less alike than this do not show the same picture
WITHIN = 0.18  # nor do those this much less alike than the surest backs are
SOFTNESS = 0.03  # how fast likeness turns into belief


def down_chances(alike: Floats) -> list[float] | None:
    """Return each tile's probability of lying face down, from `likeness`; None where no two tiles look alike.

    A single back among fronts cannot be told from them.
    """
    pairs = np.triu(alike, 1)
    if len(alike) < 2 or pairs.max() < ALIKE:  # noqa: PLR2004 - a pair
        return None
    backs = [int(i) for i in np.unravel_index(int(pairs.argmax()), pairs.shape)]
    while True:
        others = [i for i in range(len(alike)) if i not in backs]
        nearest = max(others, key=lambda i: float(np.median(alike[i, backs])), default=None)
        if nearest is None or np.median(alike[nearest, backs]) < ALIKE:
            break
        backs.append(nearest)
    typical = [float(np.median([alike[i, back] for back in backs if back != i])) for i in range(len(alike))]
    bar = max(ALIKE, float(np.median([typical[i] for i in backs])) - WITHIN)
    return [1 / (1 + exp((bar - each) / SOFTNESS)) for each in typical]


def likeness_among(patches: Patches) -> Floats:
    """Return (N, N): how alike two tiles of fine patches look: 1 for the same picture, about 0 for unrelated ones."""
    coarse = patches.halved()
    best = tiles_match.likeness(coarse, coarse.cores(SHIFT)).best
    return np.asarray(np.maximum(best, best.T), np.float32)
