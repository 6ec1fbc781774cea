"""Tables to set up, drawn: in order, or with one thing wrong, as files that a camera or a browser can be given."""

from functools import cache
from pathlib import Path

import cv2
import numpy as np

from vision.render import Cloth, Scene, corner_cards, render
from vision.render_camera import Camera
from vision.render_dice import Die
from vision.render_faces import DieLook, Image

WIDE_PX, TALL_PX = 1280, 960
WHITE = DieLook((235.0, 235.0, 235.0), (20.0, 20.0, 20.0))
VALUES = {(-60.0, -30.0): 3, (10.0, 40.0): 5, (70.0, -20.0): 1}
MISSING_PX = {0: (220, 180), 1: (1060, 180), 2: (1060, 780), 3: (220, 780)}  # where each card lies


@cache
def table(*, dice: bool = True, cards: bool = True) -> Image:
    """Return a picture of a felt with three white dice and all corner cards."""
    lying = tuple(Die(value, "white", *at, 16.0, 12.0, 0.0, 0.0, WHITE) for at, value in VALUES.items())
    corners = corner_cards(420, 300) if cards else ()
    return render(Scene(Camera(WIDE_PX, TALL_PX, 1200), Cloth("felt"), dice=lying if dice else (), cards=corners))


def without_card(image: Image, card: int) -> Image:
    """Return the picture with the cloth over a card."""
    found, bare = image.copy(), table(dice=False, cards=False)
    x, y = MISSING_PX[card]
    found[y - 90 : y + 90, x - 90 : x + 90] = bare[y - 90 : y + 90, x - 90 : x + 90]
    return found


def blurred(image: Image) -> Image:
    """Return the picture far out of focus."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 9), np.uint8)


def dark(image: Image) -> Image:
    """Return the picture with the lamp off."""
    return (image * 0.12).astype(np.uint8)


def saved(image: Image, path: Path) -> Path:
    """Write a picture and return where."""
    assert cv2.imwrite(str(path), image)
    return path
