"""Corner cards measured to a few hundredths of a pixel: a line through each side of the black square."""

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

_GAMMA = 1.5  # between the light that fell and the encoded picture: bright rims spread into dark squares
_LIGHT = (np.arange(256) / 255) ** _GAMMA
_ALONG = np.linspace(0.1, 0.9, 25)
_STEP_PX = 0.4
_REACH = 0.1  # of the square's side: a little over half the white rim
_END_PART = 0.2
_INLIER_PX = 0.3
_SIDES = 4
_LEAST = 1e-9  # keeps sums from being nothing where no point is found


def refine_square(grey: NDArray[np.uint8], corners_px: Points) -> Points:
    """Return a card's (4, 2) corners moved onto its sides; unchanged where the sides cannot be measured."""
    corners = corners_px
    for _ in range(2):
        starts, ends, seen = _side_lines(grey, corners)
        if not seen.all():
            return corners_px
        corners = _crossings(np.roll(starts, 1, axis=0), np.roll(ends, 1, axis=0), starts, ends)
    return corners if np.abs(corners - corners_px).max() < _reach_px(corners_px) else corners_px


def _reach_px(corners: Points) -> float:
    """Return how far to each side of the square's edge light is sampled."""
    return _REACH * float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def _side_lines(grey: NDArray[np.uint8], corners: Points) -> tuple[Points, Points, NDArray[np.bool_]]:
    """Return two points, both (4, 2), of the line along each side, and of which sides enough is seen, (4,)."""
    step = np.roll(corners, -1, axis=0) - corners
    normal = np.column_stack([step[:, 1], -step[:, 0]]) / np.linalg.norm(step, axis=1)[:, None]  # outward, y down
    points = corners[:, None] + _ALONG[:, None] * step[:, None]
    slope, shift, seen = _robust_lines(*_edge_offsets(grey, points, normal, _reach_px(corners)))
    return corners + shift[:, None] * normal, corners + step + (shift + slope)[:, None] * normal, seen


def _edge_offsets(
    grey: NDArray[np.uint8], points: Points, normals: Points, reach: float
) -> tuple[Points, NDArray[np.bool_]]:
    """Return where each point's profile crosses from black to white, and which profiles do, both (4, N).

    Of each side there are N `points`, (4, N, 2), whose profiles run along its normal, (4, 2).
    """
    offsets = np.linspace(-reach, reach, int(2 * reach / _STEP_PX) + 8)
    ends = int(_END_PART * len(offsets))
    places = points[:, :, None] + offsets[:, None] * normals[:, None, None]
    x, y = places.reshape(-1, len(offsets), 2).astype(np.float32).transpose(2, 0, 1)
    sampled = cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    light = _LIGHT[np.asarray(sampled, np.uint8)]
    black, white = light[:, :ends].mean(axis=1), light[:, -ends:].mean(axis=1)
    middle = (black + white) / 2
    after = np.clip((light < middle[:, None]).sum(axis=1), 1, len(offsets) - 1)
    rows = np.arange(len(light))
    low, high = light[rows, after - 1], light[rows, after]
    with np.errstate(divide="ignore", invalid="ignore"):
        part = np.clip((middle - low) / (high - low), 0, 1)
    found = (white > 1.5 * black) & (high > low)
    crossing = offsets[after - 1] + np.where(found, part, 0) * (offsets[1] - offsets[0])
    return crossing.reshape(_SIDES, -1), found.reshape(_SIDES, -1)


def _robust_lines(y: Points, found: NDArray[np.bool_]) -> tuple[Points, Points, NDArray[np.bool_]]:
    """Return slope, value at the start and whether most points agree on it, all (4,), of the line along each side.

    `y` are the points' offsets, (4, N); only those `found` count.
    """
    slope = np.zeros(_SIDES)
    shift = np.array([np.median(offsets[here]) if here.any() else 0.0 for offsets, here in zip(y, found, strict=True)])
    for _ in range(10):
        weight = found / (1 + ((y - slope[:, None] * _ALONG - shift[:, None]) / (_INLIER_PX / 2)) ** 2)
        weight /= np.maximum(weight.sum(axis=1), _LEAST)[:, None]
        mean_x, mean_y = weight @ _ALONG, (weight * y).sum(axis=1)
        away = weight * (_ALONG - mean_x[:, None])
        slope = (away * (y - mean_y[:, None])).sum(axis=1) / np.maximum(away @ _ALONG, _LEAST)
        shift = mean_y - slope * mean_x
    agree = found & (np.abs(y - slope[:, None] * _ALONG - shift[:, None]) < _INLIER_PX)
    return slope, shift, agree.sum(axis=1) > len(_ALONG) // 2


def _crossings(a: Points, b: Points, c: Points, d: Points) -> Points:
    """Return where lines through `a` and `b` meet lines through `c` and `d`, all (N, 2)."""
    along, across = b - a, d - c
    part = _cross(c - a, across) / _cross(along, across)
    crossing: Points = a + part[:, None] * along
    return crossing


def _cross(one: Points, other: Points) -> Points:
    product: Points = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    return product
