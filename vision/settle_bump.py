"""Telling a bumped camera from a hand: the whole picture is seen from a little elsewhere."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.settle_light import Grey

_ROUNDS = 40
_EXACT = 1e-4
_SHRINK = 2
_LEAST_ALIKE = 0.7  # of correlation: below it nothing is said
_BORDER_PX = 3


Realigned = tuple[Grey, NDArray[np.bool_]]
"""An earlier picture as it is seen from elsewhere, and where that is known."""


def realigned(before: Grey, after: Grey) -> Realigned | None:
    """Return `before` as a camera that was bumped would see it now, and where that is known; None if it was not.

    The camera may have moved and turned; what else differs may be up to a third of the picture.
    """
    small = [
        cv2.resize(grey, None, fx=1 / _SHRINK, fy=1 / _SHRINK, interpolation=cv2.INTER_AREA) for grey in (before, after)
    ]
    shift, _ = cv2.phaseCorrelate(small[1], small[0])
    warp = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
    until = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, _ROUNDS, _EXACT)
    whole = np.full(small[0].shape, 255, np.uint8)
    try:
        alike, found = cv2.findTransformECC(small[1], small[0], warp, cv2.MOTION_EUCLIDEAN, until, whole, 5)
    except cv2.error:
        return None
    if alike < _LEAST_ALIKE:
        return None
    warp = np.asarray(found, np.float32)
    warp[:, 2] *= _SHRINK
    size = before.shape[::-1]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpAffine(before, warp, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    known = cv2.warpAffine(np.ones_like(before), warp, size, flags=flags)
    inside = cv2.erode(known, np.ones((2 * _BORDER_PX + 1,) * 2), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    return np.asarray(seen, np.float32), np.asarray(inside >= 1, np.bool_)
