"""Corner cards measured to a few hundredths of a pixel: a line through each side of the black square."""

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

_GAMMA = 1.5  # between the light that fell and the encoded picture: bright rims spread into dark squares
_ALONG = np.linspace(0.1, 0.9, 25)
_STEP_PX = 0.4
_REACH = 0.1  # of the square's side: a little over half the white rim
_END_PART = 0.2
_INLIER_PX = 0.3
_SIDES = 4


def refine_square(grey: NDArray[np.uint8], corners_px: Points) -> Points:
    """Return a card's (4, 2) corners moved onto its sides; unchanged where the sides cannot be measured."""
    corners = corners_px
    for _ in range(2):
        sides = [_side_line(grey, corners, i) for i in range(_SIDES)]
        lines = [side for side in sides if side is not None]
        if len(lines) < _SIDES:
            return corners_px
        corners = np.array([_crossing(lines[i - 1], lines[i]) for i in range(_SIDES)])
    return corners if np.abs(corners - corners_px).max() < _reach_px(corners_px) else corners_px


def _reach_px(corners: Points) -> float:
    """Return how far to each side of the square's edge light is sampled."""
    return _REACH * float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def _side_line(grey: NDArray[np.uint8], corners: Points, index: int) -> tuple[Points, Points] | None:
    """Return two points of the side from corner `index` to the next, or None where too little of it is seen."""
    start, step = corners[index], corners[(index + 1) % _SIDES] - corners[index]
    normal = np.array([step[1], -step[0]]) / np.hypot(*step)  # outward: corners run clockwise, y down
    offset, found = _edge_offsets(grey, start + _ALONG[:, None] * step, normal, _reach_px(corners))
    line = _robust_line(_ALONG[found], offset[found]) if found.sum() > len(_ALONG) // 2 else None
    if line is None:
        return None
    slope, shift = line
    return start + shift * normal, start + step + (shift + slope) * normal


def _edge_offsets(
    grey: NDArray[np.uint8], points: Points, normal: Points, reach: float
) -> tuple[Points, NDArray[np.bool_]]:
    """Return where along `normal` each point's profile crosses from black to white, and which profiles do."""
    offsets = np.linspace(-reach, reach, int(2 * reach / _STEP_PX) + 8)
    ends = int(_END_PART * len(offsets))
    places = (points[:, None, :] + offsets[None, :, None] * normal).astype(np.float32)
    sampled = cv2.remap(grey, places, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    light = (np.asarray(sampled, np.float64) / 255) ** _GAMMA
    black, white = light[:, :ends].mean(axis=1), light[:, -ends:].mean(axis=1)
    middle = (black + white) / 2
    after = np.clip((light < middle[:, None]).sum(axis=1), 1, len(offsets) - 1)
    rows = np.arange(len(points))
    low, high = light[rows, after - 1], light[rows, after]
    with np.errstate(divide="ignore", invalid="ignore"):
        part = np.clip((middle - low) / (high - low), 0, 1)
    found = (white > 1.5 * black) & (high > low)
    return offsets[after - 1] + np.where(found, part, 0) * (offsets[1] - offsets[0]), found


def _robust_line(x: Points, y: Points) -> tuple[float, float] | None:
    """Return (slope, value at 0) of the line most points agree on, or None where fewer than half do."""
    slope, shift = 0.0, float(np.median(y))
    for _ in range(10):
        weight = 1 / (1 + ((y - slope * x - shift) / (_INLIER_PX / 2)) ** 2)
        total = weight.sum()
        mean_x, mean_y = weight @ x / total, weight @ y / total
        away = weight * (x - mean_x)
        slope = float(away @ (y - mean_y) / (away @ (x - mean_x)))
        shift = float(mean_y - slope * mean_x)
    agree = np.abs(y - slope * x - shift) < _INLIER_PX
    return (slope, shift) if agree.sum() > len(_ALONG) // 2 else None


def _crossing(first: tuple[Points, Points], second: tuple[Points, Points]) -> Points:
    """Return where two lines, each given by two points, meet."""
    (a, b), (c, d) = first, second
    along, across = b - a, d - c
    part = ((c - a)[0] * across[1] - (c - a)[1] * across[0]) / (along[0] * across[1] - along[1] * across[0])
    crossing: Points = a + part * along
    return crossing
