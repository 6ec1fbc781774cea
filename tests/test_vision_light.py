"""The light check on rendered tables: what it finds, where, and what it must not take for bad light."""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.corners import find_markers
from vision.light import check_light
from vision.light_focus import card_softness_mm, die_softness, picture_softness
from vision.reading import Caution, Piece, place_words
from vision.render import Cloth, Scene, corner_cards, render
from vision.render_camera import Camera
from vision.render_cover import CLEAN, Cover, Glare, Haze, Shadow, Trouble, troubled
from vision.render_dice import Die
from vision.render_faces import DieLook
from vision.render_lens import Lens

Image = npt.NDArray[np.uint8]

CAMERA = Camera(1280, 960, 1150, 0.0, 0.0, 560, 1.0, -1.0, 1.0)
SPOTS = ((-120.0, -60.0), (-30.0, 50.0), (60.0, -40.0), (130.0, 70.0))
DICE = tuple(Die(i + 2, "white", x, y, 16.0, 20.0 * i) for i, (x, y) in enumerate(SPOTS))
TABLE = Scene(CAMERA, Cloth("felt"), dice=DICE, cards=corner_cards(480, 330))
BARE = replace(TABLE, dice=())


DRAWN: dict[str, Image] = {}


def clean(scene: Scene) -> Image:
    """The scene without its lens, drawn once."""
    name = repr(replace(scene, lens=CLEAN))
    if name not in DRAWN:
        DRAWN[name] = render(replace(scene, lens=CLEAN))
    return DRAWN[name]


def seen(scene: Scene, *troubles: Trouble, lens: Lens | None = None) -> Image:
    return troubled(clean(scene), scene if lens is None else replace(scene, lens=lens), troubles)


def pieces(scene: Scene, confidence: float) -> tuple[Piece, ...]:
    """The scene's dice as a reader reports them, each read with this confidence."""
    outlines = [scene.camera.project(die.outline_mm()) for die in scene.dice]
    return tuple(
        Piece("die", ((str(die.value), confidence),), ((die.colour, 0.9),), tuple((x, y) for x, y in outline), 0.0)
        for die, outline in zip(scene.dice, outlines, strict=True)
    )


def cautions(image: Image, dice: tuple[Piece, ...] = ()) -> tuple[Caution, ...]:
    return check_light(image, find_markers(image), dice)


def kinds(image: Image, dice: tuple[Piece, ...] = ()) -> set[str]:
    return {caution.kind for caution in cautions(image, dice)}


def spot_mm(caution: Caution) -> npt.NDArray[np.float64]:
    assert caution.spot_px is not None
    spot: npt.NDArray[np.float64] = CAMERA.on_table([caution.spot_px[:2]])[0]
    return spot


@pytest.mark.parametrize(
    "cloth",
    [
        Cloth("felt"),
        Cloth("plaid", (40, 60, 150), (200, 190, 180), seed=3),
        Cloth("floral", (120, 70, 60), seed=4),
        Cloth("paper", (238, 238, 238), (200, 200, 200)),
        Cloth("plain", (30, 30, 31), (44, 43, 42)),
        Cloth("wood", (60, 110, 170), (40, 80, 130)),
    ],
    ids=lambda cloth: cloth.kind,
)
@pytest.mark.parametrize("confidence", [0.95, 0.6])
def test_nothing_is_said_of_good_light_on_any_cloth(cloth: Cloth, confidence: float) -> None:
    scene = replace(TABLE, cloth=cloth)
    assert kinds(seen(scene), pieces(scene, confidence)) == set()
    assert kinds(seen(replace(scene, dice=(), cards=()))) == set()


def test_dark_grey_dice_on_a_black_table_are_no_darkness() -> None:
    look = DieLook((52, 50, 50), (225, 225, 225))
    dark = replace(
        TABLE, cloth=Cloth("plain", (14, 14, 14), (20, 20, 20)), dice=tuple(replace(d, look=look) for d in DICE)
    )
    assert kinds(seen(dark), pieces(dark, 0.95)) == set()
    without_cards = replace(dark, cards=())
    assert kinds(seen(without_cards), pieces(dark, 0.95)) == set()


def test_white_and_black_things_on_the_table_are_neither_glare_nor_shadow() -> None:
    for colour in ((252, 252, 252), (14, 14, 14), (45, 44, 44)):
        tile = Cover("card", -60.0, 20.0, 15.0, 70.0, 2.0, colour)
        assert kinds(seen(TABLE, tile), pieces(TABLE, 0.95)) == set()


def test_a_dark_picture_is_named_by_its_white_paper() -> None:
    assert kinds(seen(TABLE, lens=Lens((0.15, 0.15, 0.15)))) == {"dark"}
    assert kinds(seen(TABLE, lens=Lens((0.3, 0.3, 0.3)))) == set()
    assert kinds(seen(replace(BARE, cards=()), lens=Lens((0.15, 0.15, 0.15)))) == {"dark"}


def test_an_overexposed_picture_is_named_where_black_turns_grey() -> None:
    printed = np.maximum(clean(TABLE), 24)  # real ink is not quite black
    assert kinds(troubled(printed, replace(TABLE, lens=Lens((5, 5, 5))), ())) >= {"bright"}
    assert kinds(troubled(printed, replace(TABLE, lens=Lens((1.3, 1.3, 1.3))), ()), pieces(TABLE, 0.95)) == set()


@pytest.mark.parametrize("place", [(-120.0, -60.0), (150.0, 0.0), (0.0, 100.0)])
def test_glare_is_found_where_it_is(place: tuple[float, float]) -> None:
    found = cautions(seen(BARE, Glare(*place, 28.0, 2.0)))
    assert [caution.kind for caution in found] == ["glare"]
    assert np.hypot(*(spot_mm(found[0]) - place)) < 6.0
    assert found[0].text.startswith("Move the lamp: it glares ")


def test_glare_around_a_die_that_is_read_all_the_same_is_not_worth_a_word() -> None:
    image = seen(TABLE, Glare(*SPOTS[2], 28.0, 2.0))
    assert kinds(image, pieces(TABLE, 0.95)) == set()
    assert kinds(image, pieces(TABLE, 0.5)) == {"glare"}


def test_a_little_shine_is_no_glare() -> None:
    assert kinds(seen(BARE, Glare(40.0, 20.0, 60.0, 0.3))) == set()


ARM = Shadow(((-40.0, -70.0), (280.0, -90.0), (280.0, 40.0), (-40.0, 30.0)), 0.2)
CORNER = Shadow(((-400.0, -400.0), (40.0, -400.0), (-400.0, 60.0)), 0.25)


@pytest.mark.parametrize(("shadow", "near"), [(ARM, (110.0, -10.0)), (CORNER, (-240.0, -165.0))], ids=["arm", "corner"])
def test_a_hard_shadow_is_found_where_it_is(shadow: Shadow, near: tuple[float, float]) -> None:
    found = cautions(seen(TABLE, shadow))
    assert [caution.kind for caution in found] == ["shadow"]
    assert np.hypot(*(spot_mm(found[0]) - near)) < 60.0


def test_a_shadow_in_which_all_dice_are_read_is_not_worth_a_word() -> None:
    assert kinds(seen(TABLE, replace(ARM, light=0.3)), pieces(TABLE, 0.95)) == set()
    assert kinds(seen(TABLE, replace(ARM, light=0.12)), pieces(TABLE, 0.95)) == {"shadow"}  # others may be lost in it
    assert kinds(seen(TABLE, ARM), pieces(TABLE, 0.6)) == {"shadow"}


def test_a_lamp_at_one_side_casts_no_hard_shadow() -> None:
    assert kinds(seen(TABLE, lens=Lens(gradient=0.65, gradient_deg=20))) == set()


def test_a_picture_out_of_focus_is_named() -> None:
    assert kinds(seen(TABLE, lens=Lens(blur_px=3.6))) == {"blur"}
    assert kinds(seen(TABLE, lens=Lens(blur_px=1.2))) == set()


def test_movement_is_told_from_focus() -> None:
    assert kinds(seen(TABLE, lens=Lens(motion_px=12, motion_deg=3))) == {"motion"}
    assert kinds(seen(TABLE, lens=Lens(motion_px=4, motion_deg=3))) == set()


def test_blur_is_seen_even_where_nothing_is_found() -> None:
    lens = Lens(blur_px=7)
    assert kinds(seen(replace(TABLE, cards=()), lens=lens)) == {"blur"}
    assert kinds(seen(replace(TABLE, cards=()))) == set()


def test_a_blurred_part_is_circled() -> None:
    image = seen(TABLE, Haze(-75.0, 0.0, 150.0, 2.6))
    found = [c for c in cautions(image, pieces(TABLE, 0.6)) if c.kind == "blur"]
    assert len(found) == 1
    assert np.hypot(*(spot_mm(found[0]) - (-75.0, 0.0))) < 40.0


def test_softness_is_measured_in_millimetres_and_sides() -> None:
    scale = CAMERA.focal_px / CAMERA.height_mm
    before = 0.0
    for blur_mm in (0.4, 0.8, 1.2):
        image = seen(TABLE, lens=Lens(blur_px=blur_mm * scale))
        card = card_softness_mm(image, find_markers(image)[0])
        die = die_softness(image, pieces(TABLE, 1.0)[0].outline_px)
        assert card is not None
        assert die is not None
        assert card.most == pytest.approx(blur_mm, rel=0.25)
        assert card.most < 1.2 * card.least
        assert die.most > before
        before = die.most
    assert picture_softness(np.full((400, 600, 3), 128, np.uint8)) is None


def test_a_card_at_the_edge_is_named() -> None:
    image = seen(TABLE)
    markers = find_markers(image)
    left = int(min(markers[0].corners_px[:, 0].min(), markers[3].corners_px[:, 0].min()))
    found = cautions(np.ascontiguousarray(image[:, left - 3 :]))
    assert {caution.kind for caution in found} == {"cards"}
    assert all("nearly out of the picture at the" in caution.text and "left" in caution.text for caution in found)


@pytest.mark.parametrize(
    ("point", "words"),
    [
        ((5, 5), "at the top left"),
        ((50, 99), "at the bottom"),
        ((50, 50), "in the middle"),
        ((140, 50), "at the right"),
    ],
)
def test_places_in_words(point: tuple[int, int], words: str) -> None:
    assert place_words(point, (100, 100)) == words


def test_any_size_of_picture_is_judged() -> None:
    for size in ((1, 1), (8, 5), (90, 120), (2400, 40)):
        cautions(np.asarray(cv2.resize(seen(TABLE), size), np.uint8))
