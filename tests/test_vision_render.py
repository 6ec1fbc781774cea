"""The rendered tables: deterministic, with truth that lies where the picture shows it."""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.render import Cloth, Scene, corner_cards, render, truth
from vision.render_camera import Camera, square
from vision.render_cloth import CLOTHS, cloth_image
from vision.render_clutter import THINGS, Thing
from vision.render_dice import Die, Lamp
from vision.render_digits import FONTS, DigitLook, draw_digit
from vision.render_faces import COLOURS, FACE_PX, DieLook, Image, face_image
from vision.render_lens import Lens
from vision.render_pen import PenDigits, digit_strokes, random_pen
from vision.render_random import random_scene
from vision.render_road_faces import CORNERS, RoadLook
from vision.render_runes import rune_scene
from vision.render_tiles import Tile, tile_art, tile_back

Floats = npt.NDArray[np.float64]
SMALL = Camera(320, 240, 420, height_mm=200)
CLEAN = Lens(blur_px=0, noise=0, jpeg=100)
BLACK, WHITE, RED = (20.0, 20.0, 20.0), (240.0, 240.0, 240.0), (20.0, 20.0, 230.0)


def mean_inside(image: Image, outline: Floats) -> Floats:
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1)
    mean: Floats = image[mask > 0].mean(0)
    return mean


def test_same_scene_gives_the_same_picture() -> None:
    scene = random_scene(7, 200, 160)
    assert np.array_equal(render(scene), render(scene))


def test_other_seed_gives_another_picture() -> None:
    assert not np.array_equal(render(random_scene(7, 200, 160)), render(random_scene(8, 200, 160)))


def test_camera_maps_the_table_there_and_back() -> None:
    camera = Camera(640, 480, 700, 30, -20, 500, tilt_x_deg=-14, tilt_y_deg=5, roll_deg=8)
    points = np.array([[10.0, 20.0, 0.0], [-60.0, 35.0, 0.0]])
    assert camera.on_table(camera.project(points)) == pytest.approx(points[:, :2], abs=1e-6)


def test_plane_agrees_with_project() -> None:
    camera = Camera(640, 480, 700, tilt_x_deg=9)
    point = np.array([12.0, -7.0, 1.0])
    mapped = camera.plane(16.0) @ point
    assert mapped[:2] / mapped[2] == pytest.approx(camera.project([[12.0, -7.0, 16.0]])[0])


def test_top_of_a_die_is_seen_further_out_than_its_foot() -> None:
    camera = Camera(640, 480, 700, height_mm=400)
    foot, top = camera.project([[100.0, 0.0, 0.0], [100.0, 0.0, 16.0]])
    assert top[0] > foot[0]


def test_square_starts_top_left_and_goes_clockwise() -> None:
    corners = square(0, 0, 10, 0)[:, :2].tolist()
    assert corners == [[-5, -5], [5, -5], [5, 5], [-5, 5]]
    assert square(0, 0, 10, 90)[0, :2] == pytest.approx([5, -5])


@pytest.mark.parametrize("colour", list(COLOURS))
def test_die_has_its_colour_inside_its_outline(colour: str) -> None:
    look = DieLook(body=COLOURS[colour], ink=COLOURS[colour], gloss=0)
    scene = Scene(SMALL, Cloth("plain", (120, 90, 60), (120, 90, 60)), lens=CLEAN, dice=(Die(4, colour, look=look),))
    outline = np.array(truth(scene)["pieces"][0]["outline"])
    seen = mean_inside(render(scene), outline)
    nearest = min(COLOURS, key=lambda name: float(np.linalg.norm(np.array(COLOURS[name]) - seen)))
    assert nearest == colour


@pytest.mark.parametrize("value", range(1, 7))
def test_die_shows_as_many_pips_as_its_value(value: int) -> None:
    camera = Camera(200, 200, 1000, height_mm=200)
    look = DieLook(body=(20, 20, 20), ink=(255, 255, 255), gloss=0, edge=0.1)
    scene = Scene(camera, Cloth("plain", (90, 90, 90), (90, 90, 90)), lens=CLEAN, dice=(Die(value, look=look),))
    outline = np.array(truth(scene)["pieces"][0]["outline"]).astype(np.float32)
    goal = np.array([[0, 0], [90, 0], [90, 90], [0, 90]], np.float32)
    face = cv2.warpPerspective(render(scene), cv2.getPerspectiveTransform(outline, goal), (90, 90))
    bright = (cv2.cvtColor(face, cv2.COLOR_BGR2GRAY) > 140).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(bright)
    assert sum(stats[1:count, cv2.CC_STAT_AREA] > 20) == value


def test_digits_and_roads_differ_from_pips() -> None:
    faces = [
        render(Scene(SMALL, lens=CLEAN, dice=(Die(5, look=DieLook(style=style)),)))
        for style in ("pips", "digits", "roads")
    ]
    assert not np.array_equal(faces[0], faces[1])
    assert not np.array_equal(faces[1], faces[2])


PORTS = {1: "NS", 2: "NESW", 3: "NE", 4: "ES", 5: "SW", 6: "NW"}


@pytest.mark.parametrize("value", PORTS)
@pytest.mark.parametrize("bridge", [True, False])
def test_roads_leave_a_face_where_they_should(value: int, bridge: bool) -> None:
    look = DieLook(BLACK, WHITE, style="roads", road=RoadLook(bridge=bridge, arrow=RED))
    face = face_image(look, value, 0, np.random.default_rng(1)).astype(int)
    middle, last = FACE_PX // 2, FACE_PX - 1
    edges = {"N": face[0, middle], "E": face[middle, last], "S": face[last, middle], "W": face[middle, 0]}
    assert {side for side, pixel in edges.items() if pixel.min() > 200} == set(PORTS[value])


@pytest.mark.parametrize("at", [*CORNERS, "road"])
@pytest.mark.parametrize("value", [3, 4, 5, 6])
def test_arrows_of_curves_point_to_the_top(value: int, at: str) -> None:
    look = DieLook(BLACK, WHITE, style="roads", road=RoadLook(arrow_at=at, arrow=RED))
    face = face_image(look, value, 0, np.random.default_rng(1)).astype(int)
    widths = ((face[..., 2] > 150) & (face[..., 1] < 90)).sum(1)
    rows = np.flatnonzero(widths > 1)
    assert len(rows) > 10
    assert (np.diff(widths[rows]) >= 0).all()


def test_only_curves_bear_an_arrow() -> None:
    look = DieLook(BLACK, WHITE, style="roads", road=RoadLook(arrow=RED))
    faces = [face_image(look, value, 0, np.random.default_rng(1)) for value in (1, 2)]
    assert not any(((face[..., 2] > 150) & (face[..., 1] < 90)).any() for face in faces)


def test_truth_names_everything_once() -> None:
    scene = Scene(
        SMALL,
        dice=(Die(3, "red", 10, 5, 14), Die(2, cocked_deg=30), Die(4, look=DieLook(style="roads"))),
        tiles=(Tile(-30, 0, art=1000, muse=4, suns=2, cell=(1, -1)), Tile(30, 0, art=1001, muse=5, face_up=False)),
        cards=corner_cards(160, 110),
        kind="muses",
        state={"values": [3]},
        seed=5,
    )
    told = truth(scene)
    kinds = [piece["kind"] for piece in told["pieces"]]
    assert kinds == ["muse_tile", "muse_tile", "die", "line_die"]
    assert [piece["muse"] for piece in told["pieces"][:2]] == [4, None]
    assert told["pieces"][2] | {"outline": 0} == {
        "kind": "die", "value": 3, "colour": "red", "size_mm": 14, "centre_mm": [10, 5], "angle_deg": 0, "outline": 0,
    }  # fmt: skip
    assert [marker["id"] for marker in told["markers"]] == [0, 1, 2, 3]
    assert told["image"] == [320, 240]
    assert told["state"] == {"values": [3]}


def test_cocked_die_stands_out_of_its_place() -> None:
    flat, leaning = (Scene(SMALL, lens=CLEAN, dice=(Die(1, cocked_deg=angle),)) for angle in (0.0, 30.0))
    assert not np.array_equal(render(flat), render(leaning))


def test_corner_cards_are_found_where_they_lie() -> None:
    camera = Camera(1000, 750, 900, height_mm=500)
    scene = Scene(camera, cards=corner_cards(400, 280), lens=CLEAN)
    finder = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, numbers, _ = finder.detectMarkers(render(scene))
    assert numbers is not None
    assert sorted(numbers.ravel().tolist()) == [0, 1, 2, 3]
    for card in scene.cards:
        found = corners[numbers.ravel().tolist().index(card.number)][0]
        expected = camera.project(square(card.x_mm, card.y_mm, 37.5, 0, 0.3))
        assert np.abs(found - expected).max() < 1.5


def test_tile_faces_differ_and_backs_of_a_set_are_equal() -> None:
    assert not np.array_equal(tile_art(1000, 1), tile_art(1001, 1))
    assert not np.array_equal(tile_art(1000, 1), tile_art(1000, 3))
    assert np.array_equal(tile_back(1000), tile_back(1001))
    assert not np.array_equal(tile_back(1000), tile_back(2000))


def test_shadow_lies_away_from_the_lamp() -> None:
    cloth = Cloth("plain", (150, 150, 150), (150, 150, 150))
    lamp = Lamp((-1.0, 0.0, -1.0), shadow=0.8, softness_mm=0.5)
    image = render(Scene(SMALL, cloth, lamp, CLEAN, (Die(1),)))
    right, left = image[120, 190], image[120, 130]
    assert right.mean() < left.mean() - 30


@pytest.mark.parametrize("kind", list(CLOTHS))
def test_every_cloth_is_a_picture_of_its_own(kind: str) -> None:
    first, second = (40, 90, 160), (90, 150, 210)
    cloth = cloth_image(kind, first, second, 3)
    assert cloth.dtype == np.uint8
    assert cloth.std() > 0.5
    assert np.array_equal(cloth, cloth_image(kind, first, second, 3))


@pytest.mark.parametrize("kind", list(THINGS))
def test_every_thing_changes_the_picture(kind: str) -> None:
    empty = Scene(SMALL, lens=CLEAN)
    full = replace(empty, things=(Thing(kind, 0, 0, 40, 20, (30, 200, 90)),))
    assert np.abs(render(full).astype(int) - render(empty)).max() > 40


def test_lens_blurs_darkens_and_adds_noise() -> None:
    scene = Scene(SMALL, lens=CLEAN, dice=(Die(6),))
    clean = render(scene)
    assert render(replace(scene, lens=replace(CLEAN, blur_px=3))).std() < clean.std()
    assert render(replace(scene, lens=replace(CLEAN, gains=(0.5, 0.5, 0.5)))).mean() < 0.6 * clean.mean()
    assert render(replace(scene, lens=replace(CLEAN, glare=1.0))).mean() > clean.mean()
    noisy = render(replace(scene, lens=replace(CLEAN, noise=9)))
    assert np.abs(noisy.astype(int) - clean).mean() > 4


@pytest.mark.parametrize("seed", range(40, 52))
def test_random_scenes_render_with_their_dice_in_the_truth(seed: int) -> None:
    scene = random_scene(seed, 240, 240)
    image = render(scene)
    values = sorted(p["value"] for p in truth(scene)["pieces"] if p["kind"] == "die")
    assert image.shape == (240, 240, 3)
    assert values == scene.state["values"]
    assert len({(d.x_mm, d.y_mm) for d in scene.dice}) == len(scene.dice)


PENS = [DigitLook(tall=1.0, drawn=random_pen(np.random.default_rng(seed))) for seed in range(30)]


@pytest.mark.parametrize("look", [*(DigitLook(font, tall=1.0) for font in FONTS), *PENS])
def test_digits_of_every_type_differ_and_stand_in_the_middle(look: DigitLook) -> None:
    faces = []
    for value in range(1, 7):
        face = np.zeros((96, 96, 3), np.uint8)
        draw_digit(face, value, look, WHITE)
        rows, columns = np.nonzero(face[..., 0] > 127)
        assert np.ptp(rows) == pytest.approx(47, abs=2)
        assert rows.mean() == pytest.approx(47.5, abs=6)
        assert (columns.min() + columns.max()) / 2 == pytest.approx(47.5, abs=2)
        faces.append(face.astype(int))
    assert min(np.abs(one - other).mean() for i, one in enumerate(faces) for other in faces[:i]) > 3


@pytest.mark.parametrize("sign", ["line", "dot"])
def test_only_a_six_bears_the_sign_that_tells_it_from_a_nine(sign: str) -> None:
    def ink(value: int, mark: str) -> float:
        face = np.zeros((96, 96, 3), np.uint8)
        draw_digit(face, value, DigitLook(tall=0.8, sign=mark), WHITE)
        return float(face.mean())

    assert ink(6, sign) > ink(6, "") + 1
    assert ink(5, sign) == ink(5, "")


def test_a_digit_too_large_for_its_face_is_cut_off_at_the_edge() -> None:
    face = np.zeros((40, 40, 3), np.uint8)
    draw_digit(face, 4, DigitLook(tall=3.0, wide=2.0), WHITE)
    assert face.shape == (40, 40, 3)
    assert face.max() > 200


def test_runes_lie_where_other_dice_would_and_are_no_digits_of_the_same_pen() -> None:
    scene, usual = rune_scene(3, 200, 160), random_scene(3, 200, 160, rows=0.0)
    assert [(d.x_mm, d.y_mm, d.value) for d in scene.dice] == [(d.x_mm, d.y_mm, d.value) for d in usual.dice]
    pens = {d.look.digit.drawn for d in scene.dice if d.look.style == "runes"}
    assert pens
    for pen in pens:
        assert isinstance(pen, PenDigits)
        runes = [pen(value).astype(int) for value in range(1, 7)]
        digits = [replace(pen, strokes=digit_strokes)(value).astype(int) for value in range(1, 7)]
        assert min(np.abs(one - other).mean() for one in runes for other in digits) > 5
