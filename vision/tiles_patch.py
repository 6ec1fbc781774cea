"""Small upright pictures of tiles, with what a die or the picture's edge hides, fine and coarse."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.outline import TileOutline

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]

FINE = 48  # samples along a tile's side
ROOM = 6  # and beyond it on either side: outlines are a little off
COARSE = FINE // 2
SHIFT = ROOM // 2  # coarse samples by which a patch is moved at most
OVER = 2  # the picture is sampled so many times finer, then averaged
FINE_SOFT, COARSE_SOFT = 0.9, 0.8  # blur in samples: hides how exactly the tile was found
HIDDEN = 1.0  # a die hides this many of its sides around its centre: itself, its flanks and its shadow
GREY = 128.0  # taken from all colours
DARKEST = 12.0  # grey levels: what is darker hardly tells anything
SLOW = 5.0  # samples: what changes more slowly is light, not the picture
CONTRAST = 100.0  # brings flattened colours about to the spread of others


@dataclass(frozen=True, slots=True)
class Patches:
    """Pictures of N tiles and the table around them, S samples wide.

    `colours` (N, S, S, 3) BGR less `GREY`, `seen` (N, S, S) 0 where a die or the picture's edge hides.
    """

    colours: Floats
    seen: Floats

    def halved(self) -> "Patches":
        """Return the patches at half the size; a sample is seen where all four were."""
        count, size = self.seen.shape[:2]
        small = self.colours.reshape(count, size // 2, 2, size // 2, 2, 3).mean(axis=(2, 4), dtype=np.float32)
        seen = self.seen.reshape(count, size // 2, 2, size // 2, 2).min(axis=(2, 4))
        return Patches(softened(small, COARSE_SOFT), seen)

    def flattened(self) -> "Patches":
        """Return the patches with only what changes quickly: without shadows, a lamp's shine, and grounds."""
        light = np.log(np.maximum(self.colours + np.float32(GREY), 0) + np.float32(DARKEST))
        return Patches((light - softened(light, SLOW)) * np.float32(CONTRAST), self.seen)

    def kept(self, which: NDArray[np.bool_] | NDArray[np.int64]) -> "Patches":
        """Return only some of the patches."""
        return Patches(self.colours[which], self.seen[which])

    def cores(self, room: int) -> "Patches":
        """Return the patches without the outer `room` samples."""
        inside = slice(room, -room)
        return Patches(self.colours[:, inside, inside], self.seen[:, inside, inside])


def tile_patches(
    image: NDArray[np.uint8], to_picture: Matrix, tiles: Sequence[TileOutline], dice_mm: Matrix, die_mm: float
) -> Patches:
    """Return the fine patches of tiles in a BGR picture; `to_picture` maps table millimetres to its pixels."""
    places, side = [_patch_to_table(tile) for tile in tiles], FINE + 2 * ROOM
    colours, seen = np.empty((len(tiles), side, side, 3), np.float32), np.empty((len(tiles), side, side), np.float32)
    size = (image.shape[1], image.shape[0])
    for i, place in enumerate(places):
        colours[i] = _patch(image, to_picture @ place)
        seen[i] = _seen(size, to_picture, place, dice_mm, die_mm)
    return Patches(softened(colours - np.float32(GREY), FINE_SOFT), seen)


def cut_out(image: NDArray[np.uint8], to_picture: Matrix, tile: TileOutline, size: int) -> NDArray[np.uint8]:
    """Return a tile by itself, upright, BGR (size, size, 3)."""
    corners = tile.corners_mm()
    place = np.column_stack(
        [_axis(corners[1] - corners[0], size), _axis(corners[3] - corners[0], size), [*corners[0], 1]]
    )
    return _sampled(image, to_picture @ place, size).astype(np.uint8)


def softened(pictures: Floats, sigma: float) -> Floats:
    """Return pictures (N, S, S, 3) blurred by `sigma` samples."""
    soft = np.empty_like(pictures)
    for i, each in enumerate(pictures):
        soft[i] = cv2.GaussianBlur(each, (0, 0), sigma)
    return soft


def _patch(image: NDArray[np.uint8], to_picture: Matrix) -> Floats:
    return _sampled(image, to_picture, FINE + 2 * ROOM).astype(np.float32)


def _sampled(image: NDArray[np.uint8], to_picture: Matrix, size: int) -> NDArray[np.uint8]:
    """Return the picture through a map from samples, averaged over each."""
    middle = np.array([[1 / OVER, 0, 0.5 / OVER], [0, 1 / OVER, 0.5 / OVER], [0, 0, 1]])  # OpenCV counts from middles
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    half = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1]])
    big = cv2.warpPerspective(image, half @ to_picture @ middle, (size * OVER, size * OVER), flags=flags)
    return np.asarray(cv2.resize(big, (size, size), interpolation=cv2.INTER_AREA), np.uint8)


def _blocks() -> Matrix:
    """Return the middles of all pairs of samples as homogeneous points, shape (S / 2, S / 2, 3)."""
    rows, columns = np.mgrid[1 : FINE + 2 * ROOM : 2, 1 : FINE + 2 * ROOM : 2].astype(np.float64)
    return np.stack([columns, rows, np.ones_like(rows)], axis=-1)


def _seen(size_px: tuple[int, int], to_picture: Matrix, place: Matrix, dice_mm: Matrix, die_mm: float) -> Floats:
    """Return 1 for the samples that lie in a picture of (width, height) and clear of all dice, else 0."""
    on_table = _blocks() @ place.T
    in_picture = on_table @ to_picture.T
    at = in_picture[..., :2] / in_picture[..., 2:]
    seen = ((at >= 0) & (at < size_px)).all(axis=-1)
    for x, y in dice_mm:
        seen &= (np.abs(on_table[..., 0] - x) > HIDDEN * die_mm) | (np.abs(on_table[..., 1] - y) > HIDDEN * die_mm)
    return np.repeat(np.repeat(seen.astype(np.float32), 2, axis=0), 2, axis=1)


def _patch_to_table(tile: TileOutline) -> Matrix:
    """Return the map (3, 3) from patch samples to table millimetres."""
    x0, x1, _, x3 = tile.corners_mm()
    place = np.column_stack([_axis(x1 - x0, FINE), _axis(x3 - x0, FINE), [*x0, 1]])
    moved: Matrix = place @ np.array([[1, 0, -ROOM], [0, 1, -ROOM], [0, 0, 1]])
    return moved


def _axis(side: Matrix, samples: int) -> list[float]:
    return [float(side[0]) / samples, float(side[1]) / samples, 0.0]
