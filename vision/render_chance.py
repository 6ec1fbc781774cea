"""A weighted coin."""

import numpy as np


def chance(rng: np.random.Generator, share: float) -> bool:
    """Return True in `share` (0..1) of the calls."""
    return bool(rng.random() < share)
