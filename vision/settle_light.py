"""Telling a changed table from changed light, on small grey pictures."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.float32]

_SMALL_PX = 480
_THRESHOLD = 9.0  # grey levels
_DARK = 12.0  # grey levels added before ratios: dark pixels are mostly noise
_COARSE = 8
_ROUNDS = 6
_DOUBT = 0.04


def small_grey(image: NDArray[np.uint8]) -> Grey:
    """Return a BGR picture in grey, at most 480 pixels wide or high, lightly smoothed, float32 from 0 to 255."""
    scale = min(1.0, _SMALL_PX / max(image.shape))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.blur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (3, 3)), np.float32)


def changed(before: Grey, after: Grey) -> tuple[NDArray[np.bool_], float]:
    """Return where the table differs once a smooth change of light is taken out, and how large that change was.

    The change of light is the mean of its logarithm's size: 0.1 is ten percent brighter or darker.
    """
    light = _smooth_light(before, after)
    gain = cv2.resize(np.exp(light), before.shape[::-1], interpolation=cv2.INTER_LINEAR)
    expected = np.minimum((before + _DARK) * gain - _DARK, 255)
    # Where the light is a stop brighter, so is every grain of noise and every error of the smooth guess.
    differs = (np.abs(after - expected) > _THRESHOLD * np.maximum(gain, 1)).astype(np.uint8)
    opened = cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    return np.asarray(opened, np.bool_), float(np.abs(light).mean())


def _smooth_light(before: Grey, after: Grey) -> Grey:
    """Return, on a coarse grid, the logarithm of how much brighter it is: the smooth surface most places agree on."""
    ratio = np.log((_coarse(after) + _DARK) / (_coarse(before) + _DARK))
    shapes = _bends(*ratio.shape)
    flat = ratio.ravel()
    factors = np.array([np.median(flat), *np.zeros(shapes.shape[1] - 1)], np.float32)
    for _ in range(_ROUNDS):
        weight = 1 / (1 + ((flat - shapes @ factors) / _DOUBT) ** 2)
        weighted = shapes * weight[:, None]
        factors = np.linalg.solve(weighted.T @ shapes, weighted.T @ flat)
    return np.asarray(shapes @ factors, np.float32).reshape(ratio.shape)


def _coarse(grey: Grey) -> Grey:
    size = (max(grey.shape[1] // _COARSE, 1), max(grey.shape[0] // _COARSE, 1))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.float32)


@lru_cache(maxsize=2)
def _bends(height: int, width: int) -> Grey:
    """Return the six shapes a smooth light may take (level, slopes, bends) on a coarse grid, (height * width, 6)."""
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].reshape(2, -1)
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1).astype(np.float32)
