import numpy as np
import pytest

from vision.corners import find_markers
from vision.light_balance import WHITE, balanced
from vision.light_cards import card_whites
from vision.render import Cloth, Scene, corner_cards, render
from vision.render_camera import Camera
from vision.render_lens import Lens

CARDS = Scene(Camera(1280, 960, 1150, 0.0, 0.0, 560, 1.0, -1.0, 1.0), Cloth("felt"), cards=corner_cards(480, 330))


@pytest.mark.parametrize("gains", [(0.5, 0.7, 0.9), (0.9, 0.7, 0.5), (0.25, 0.25, 0.3), (0.95, 0.95, 0.95)])
def test_white_paper_is_white_under_any_lamp(gains: tuple[float, float, float]) -> None:
    image = render(Scene(CARDS.camera, CARDS.cloth, cards=CARDS.cards, lens=Lens(gains)))
    cards = find_markers(image)
    assert np.median(card_whites(balanced(image, cards), cards), axis=0) == pytest.approx([WHITE] * 3, abs=6)


def test_where_some_cards_are_burnt_out_the_others_tell_the_tint() -> None:
    image = render(Scene(CARDS.camera, CARDS.cloth, cards=CARDS.cards, lens=Lens((0.6, 0.8, 1.0))))
    half = image.shape[1] // 2
    image[:, :half] = np.clip(image[:, :half] * 1.8, 0, 255)
    cards = find_markers(image)
    blue, green, red = np.median(card_whites(balanced(image, cards), cards)[[1, 2]], axis=0)
    assert (blue, green) == pytest.approx((red, red), rel=0.05)


def test_without_cards_nothing_tells_and_too_dark_ones_do_not() -> None:
    image = render(Scene(CARDS.camera, CARDS.cloth, cards=CARDS.cards))
    assert balanced(image, ()) is image
    night = (image * 0.06).astype(np.uint8)
    assert balanced(night, find_markers(image)) is night
