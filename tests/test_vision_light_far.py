"""Dice that take too few pixels: nothing they show is believed, and people are told to bring the camera nearer."""

import functools

import numpy as np
import numpy.typing as npt
import pytest

from companion.checkup_picture import Sighted, size
from rules.table import Layout, Shape, Zone
from vision.corners import find_markers
from vision.light import check_light
from vision.light_far import LEAST_PX, is_narrow
from vision.read import Reader
from vision.reading import Doubt, Reading
from vision.render import Cloth, Scene, corner_cards, render
from vision.render_camera import Camera
from vision.render_dice import Die
from vision.render_faces import DieLook

Image = npt.NDArray[np.uint8]

LOOSE = Layout((Zone("dice", "die", Shape.LOOSE, tuple("123456")),))
SPOTS = ((-120.0, -60.0), (-30.0, 50.0), (60.0, -40.0), (130.0, 70.0))
LOOK = DieLook((230, 235, 238), (25, 25, 25), style="digits")
DICE = tuple(Die(i + 2, "white", x, y, 16.0, 20.0 * i, look=LOOK) for i, (x, y) in enumerate(SPOTS))


def table(die_px: float, dice: tuple[Die, ...] = DICE) -> Image:
    """The table from so far above that a die is so many pixels wide."""
    camera = Camera(1280, 960, 1150, height_mm=16 + 1150 * 16 / die_px)
    return render(Scene(camera, Cloth("felt"), dice=dice, cards=corner_cards(480, 330)))


@functools.cache
def reading(die_px: float) -> Reading:
    return Reader().read(table(die_px), LOOSE)


@pytest.mark.parametrize(("side", "narrow"), [(LEAST_PX - 0.5, True), (LEAST_PX + 0.5, False)])
def test_a_face_is_as_narrow_as_its_side_at_any_turn(side: float, narrow: bool) -> None:
    for angle in (0.0, 0.4, 0.7):
        turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        square = side / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) @ turned.T
        assert is_narrow(square) is narrow


def test_small_dice_are_read_but_not_believed() -> None:
    dice = [piece for piece in reading(13).pieces if piece.kind == "die"]
    assert len(dice) == len(DICE)
    assert all(die.doubt is Doubt.UNSURE and die.confidence < 0.5 for die in dice)
    assert all(die.doubt is None and die.confidence > 0.9 for die in reading(24).pieces)


def test_one_sentence_says_that_the_camera_is_too_far_away() -> None:
    assert [caution.text for caution in reading(13).warnings] == [
        "A die is only 13 pixels wide in the picture: bring the camera nearer, or set it to larger pictures."
    ]
    assert "far" not in {caution.kind for caution in reading(24).warnings}


@pytest.mark.parametrize(("die_px", "far"), [(12.0, True), (24.0, False)])
def test_the_cards_alone_tell_it_before_any_die_lies_there(die_px: float, far: bool) -> None:
    image = table(die_px, ())
    assert ("far" in {caution.kind for caution in check_light(image, find_markers(image))}) is far
    assert size(Sighted(image)).ok is not far
