import cv2
import numpy as np
import pytest

from vision.tiles_pairs import SAME, likeness_of_pairs
from vision.tiles_patch import FINE, GREY, ROOM, Patches

WIDE = FINE + 2 * ROOM


def picture(seed: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Return a picture of coarse blots with a table around it, less the grey."""
    rng = np.random.default_rng(seed)
    blots = cv2.resize(rng.uniform(20, 235, (8, 8, 3)).astype(np.float32), (FINE, FINE), interpolation=cv2.INTER_CUBIC)
    return np.pad(blots - np.float32(GREY), ((ROOM, ROOM), (ROOM, ROOM), (0, 0)), mode="edge")


def patches(*colours: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> Patches:
    return Patches(np.stack(colours), np.ones((len(colours), WIDE, WIDE), np.float32))


def test_one_picture_found_a_little_off_and_turned_looks_the_same() -> None:
    middle = (WIDE - 1) / 2
    moved = cv2.getRotationMatrix2D((middle, middle), 2.5, 1.03) + np.array([[0, 0, 1.4], [0, 0, -0.8]])
    seen = picture(1)
    off = cv2.warpAffine(seen, moved, (WIDE, WIDE), borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    alike = likeness_of_pairs(patches(seen, np.rot90(off), picture(2)))
    assert alike[0, 1] > SAME
    assert alike[[0, 1], 2].max() < 0.7
    assert alike == pytest.approx(alike.T)
    assert not alike.diagonal().any()


def test_a_hard_shadow_over_half_of_a_tile_does_not_matter() -> None:
    seen = picture(3)
    dark = seen.copy()
    dark[:, WIDE // 2 :] = (dark[:, WIDE // 2 :] + GREY) * np.float32(0.4) - GREY
    alike = likeness_of_pairs(patches(seen, dark, picture(4)))
    assert alike[0, 1] > 0.85
    assert alike[0, 2] < 0.7
