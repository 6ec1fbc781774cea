"""Fronts that are hard to tell: of one frame and nearly one picture, or burnt out by the lamp as they were taught."""

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.teach import PICTURE_PX, TaughtSet, TaughtTile
from vision.teach_looks import Looks
from vision.tiles_patch import FINE, GREY, ROOM, Patches

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

WIDE = FINE + 2 * ROOM
NAMES = "ABCDEFGHI"


def blots(seed: int) -> Image:
    """Return a picture of coarse blots."""
    small = np.random.default_rng(seed).uniform(20, 235, (8, 8, 3)).astype(np.float32)
    wide = cv2.resize(small, (PICTURE_PX, PICTURE_PX), interpolation=cv2.INTER_CUBIC)
    return np.clip(wide, 0, 255).astype(np.uint8)


def marked(picture: Image, number: int) -> Image:
    """Return the picture with a small cross on one of nine places: the middle ones of the sides and the corners."""
    x, y = (int((0.2 + 0.3 * at) * PICTURE_PX) for at in divmod(number, 3))
    crossed = picture.copy()
    for end in ((7, 7), (7, -7)):
        cv2.line(crossed, (x - end[0], y - end[1]), (x + end[0], y + end[1]), (255, 255, 255), 3, cv2.LINE_AA)
    return crossed


def taught(*pictures: Image) -> Looks:
    tiles = (TaughtTile(name, None, picture) for name, picture in zip(NAMES, pictures, strict=False))
    return Looks.of(TaughtSet(tuple(tiles)))


def laid(*pictures: Image) -> Patches:
    """Return the tiles as they are found: a little off and turned, a quarter turn each, with a die on their middles."""
    middle = (WIDE - 1) / 2
    colours = np.empty((len(pictures), WIDE, WIDE, 3), np.float32)
    for i, picture in enumerate(pictures):
        small = cv2.resize(picture, (FINE, FINE), interpolation=cv2.INTER_AREA).astype(np.float32) - np.float32(GREY)
        framed = np.pad(small, ((ROOM, ROOM), (ROOM, ROOM), (0, 0)), mode="edge")
        moved = cv2.getRotationMatrix2D((middle, middle), 1.5 - i % 4, 1.02) + np.array([[0, 0, 0.9], [0, 0, -0.6]])
        off = cv2.warpAffine(framed, moved, (WIDE, WIDE), borderMode=cv2.BORDER_REPLICATE)
        colours[i] = np.rot90(cv2.GaussianBlur(off, (0, 0), 0.9), i % 4)
    seen = np.ones(colours.shape[:3], np.float32)
    seen[:, 24:36, 24:36] = 0
    return Patches(colours, seen)


def told(looks: Looks, tiles: Patches) -> npt.NDArray[np.float64]:
    """Return the probability that each tile has the name at its own place."""
    chances: npt.NDArray[np.float64] = looks.odds(looks.likeness(tiles), tiles).fronts.diagonal()
    return chances


def test_fronts_that_differ_by_a_small_mark_are_told_apart() -> None:
    fronts = [marked(blots(1), number) for number in range(9) if number != 4]
    assert told(taught(*fronts), laid(*fronts)).min() > 0.9


def test_fronts_whose_marks_a_die_hides_are_not_guessed_at() -> None:
    fronts = [marked(blots(1), 4), blots(1)]
    looks, tiles = taught(*fronts), laid(*fronts)
    assert looks.odds(looks.likeness(tiles), tiles).fronts.max() < 0.9


@pytest.mark.parametrize("light", [60, 100])
def test_fronts_that_were_burnt_out_as_they_were_taught_are_known(light: int) -> None:
    fronts = [blots(number) for number in range(9)]
    lamp = np.linspace(2 * light, 0, PICTURE_PX)[:, None, None]
    burnt = [np.clip(front + lamp, 0, 255).astype(np.uint8) if i < 3 else front for i, front in enumerate(fronts)]
    assert told(taught(*burnt), laid(*fronts)).min() > 0.9
