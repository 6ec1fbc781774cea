"""The dice detector on rendered tables with exact truth, with the real models."""

import shutil
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

import models
from models.train.roads import road_name
from vision.detect import Detection, DiceDetector
from vision.detect_crops import CropReader, face_crops, placed
from vision.detect_find import DiceFinder
from vision.detect_model import Model, ModelError
from vision.detect_pose import Pose, placement
from vision.render import Cloth, Scene, render, truth
from vision.render_camera import Camera
from vision.render_clutter import Thing
from vision.render_dice import Die
from vision.render_faces import COLOURS, DieLook
from vision.render_lens import Lens

CAMERA = Camera(800, 600, 900, height_mm=450)
SIDE_PX = 900 * 16 / (450 - 16)
LOOKS = {
    name: DieLook(body=body, ink=(30, 30, 30) if name in {"white", "yellow", "orange"} else (235, 235, 235))
    for name, body in COLOURS.items()
}


@pytest.fixture(scope="module")
def detector() -> DiceDetector:
    return DiceDetector()


def spread_dice(colours: list[str], size_mm: float = 16.0) -> tuple[Die, ...]:
    return tuple(
        Die(1 + i % 6, name, -120 + 80 * (i % 4), -60 + 110 * (i // 4), size_mm, 17.0 * i, look=LOOKS[name])
        for i, name in enumerate(colours)
    )


def face_pose(outline_px: npt.NDArray[np.float64]) -> Pose:
    (x, y), edge = outline_px.mean(axis=0), outline_px[1] - outline_px[0]
    return Pose(float(x), float(y), float(np.hypot(*edge)), float(np.degrees(np.arctan2(edge[1], edge[0]))), 1.0, 20.0)


def nearest(found: list[Detection], die: Die, camera: Camera = CAMERA) -> Detection:
    x, y = camera.project(die.outline_mm()).mean(0)
    best = min(found, key=lambda d: (d.centre_px[0] - x) ** 2 + (d.centre_px[1] - y) ** 2)
    assert np.hypot(best.centre_px[0] - x, best.centre_px[1] - y) < 0.3 * best.side_px
    return best


@pytest.mark.parametrize("side_px", [SIDE_PX, None])
def test_reads_value_and_colour_of_dice_of_all_colours(detector: DiceDetector, side_px: float | None) -> None:
    scene = Scene(CAMERA, Cloth("felt", (90, 100, 80), (100, 115, 90), seed=4), dice=spread_dice(list(COLOURS)))
    found = detector.detect(render(scene), side_px)
    assert len(found) == len(scene.dice)
    for die in scene.dice:
        seen = nearest(found, die)
        assert (seen.face, seen.colour[0][0]) == (str(die.value), die.colour)


def test_pose_is_exact_to_a_millimetre_and_three_degrees(detector: DiceDetector) -> None:
    scene = Scene(CAMERA, dice=spread_dice(["white", "red", "blue", "black", "green", "white", "red", "black"]))
    found = detector.detect(render(scene), SIDE_PX)
    for die in scene.dice:
        seen = nearest(found, die)
        x, y = CAMERA.project(die.outline_mm()).mean(0)
        assert np.hypot(seen.centre_px[0] - x, seen.centre_px[1] - y) * 16 / SIDE_PX < 1.0
        assert abs((seen.angle_deg - die.angle_deg + 45) % 90 - 45) < 3.0
        assert seen.side_px == pytest.approx(SIDE_PX, rel=0.2)


@pytest.mark.parametrize("kind", ["pips", "roads"])
def test_where_a_face_lies_is_told_from_a_crop_that_is_off(kind: str) -> None:
    dice = spread_dice(["white", "red", "blue", "black"]) if kind == "pips" else line_dice()
    true = [face_pose(CAMERA.project(die.outline_mm())) for die in dice]
    off = [placed(pose, np.array([0.08, -0.06, 0.12, 5.0, 0, 0], np.float32)) for pose in true]
    reader = CropReader(models.path("dice_reader"), ("labels", "colours"), 1)
    _, exact = reader.look(render(Scene(CAMERA, dice=dice)), off)
    for pose, told in zip(true, exact, strict=True):
        assert np.hypot(told.x_px - pose.x_px, told.y_px - pose.y_px) < 0.05 * pose.side_px
        assert told.side_px == pytest.approx(pose.side_px, rel=0.07)
        assert abs((told.angle_deg - pose.angle_deg + 45) % 90 - 45) < 3
        assert abs(told.stretch) < 0.05


def test_where_a_die_lies_is_told_by_looks_from_all_sides(detector: DiceDetector) -> None:
    scene = Scene(CAMERA, dice=line_dice())
    image = render(scene)
    found = detector.detect(image, SIDE_PX, roads=True)
    nudged = [
        replace(die, centre_px=(die.centre_px[0] + 2, die.centre_px[1] - 2), side_px=1.1 * die.side_px) for die in found
    ]
    for seen, off, told in zip(found, nudged, detector.placed_again(image, nudged), strict=True):
        assert told.centre_px == pytest.approx(seen.centre_px, abs=0.04 * seen.side_px)
        assert told.side_px == pytest.approx(seen.side_px, rel=0.06)
        assert told.angle_deg == pytest.approx(seen.angle_deg, abs=2)  # no quarter turns: faces are told along it
        assert abs(placement(told.outline_px).stretch) < 0.05
        assert told.faces == off.faces
    assert detector.placed_again(image, []) == []


def test_a_place_is_told_along_the_crop_and_never_far_from_it() -> None:
    upright, turned = Pose(50, 60, 20, 0, 0.9, 20), Pose(50, 60, 20, 90, 0.9, 20)
    off = np.array([0.1, 0.2, np.log(1.1), 7.0, 0.1, 0.05], np.float32)
    told, other = placed(upright, off), placed(turned, off)
    assert (told.x_px, told.y_px, told.side_px, told.angle_deg) == pytest.approx((52, 64, 22, 7))
    assert told.stretch == pytest.approx(0.1 + 0.05j)
    assert (other.x_px, other.y_px, other.angle_deg) == pytest.approx((46, 62, 97))
    assert other.stretch == pytest.approx(-0.1 - 0.05j)
    wild = placed(upright, np.array([9, -9, 9, 99, 9, -9], np.float32))
    assert (wild.x_px, wild.y_px, wild.angle_deg) == pytest.approx((55, 55, 20))


def test_outline_surrounds_the_centre_clockwise(detector: DiceDetector) -> None:
    found = detector.detect(render(Scene(CAMERA, dice=spread_dice(["white"]))), SIDE_PX)
    corners = np.array(found[0].outline_px)
    assert corners.mean(0) == pytest.approx(found[0].centre_px, abs=1e-3)
    after = np.roll(corners, -1, axis=0)
    assert np.sum(corners[:, 0] * after[:, 1] - after[:, 0] * corners[:, 1]) > 0


def test_probabilities_are_ordered_and_leave_room_for_no_die(detector: DiceDetector) -> None:
    (seen,) = detector.detect(render(Scene(CAMERA, dice=spread_dice(["red"]))), SIDE_PX)
    chances = [chance for _, chance in seen.faces]
    assert sorted(name for name, _ in seen.faces) == list("123456")
    assert chances == sorted(chances, reverse=True)
    assert 0.5 <= sum(chances) <= 1.0 + 1e-5
    assert seen.confidence == chances[0]
    assert sum(chance for _, chance in seen.colour) == pytest.approx(1, abs=1e-4)


def test_touching_dice_are_two(detector: DiceDetector) -> None:
    pair = (
        Die(5, "white", 0, 0, angle_deg=30, look=LOOKS["white"]),
        Die(2, "white", 14.2, 8.2, angle_deg=30, look=LOOKS["white"]),
    )
    found = detector.detect(render(Scene(CAMERA, dice=pair)), SIDE_PX)
    assert sorted(seen.face for seen in found) == ["2", "5"]


def test_empty_table_has_no_dice(detector: DiceDetector) -> None:
    clutter = (Thing("cup", -80, 20, 70, 0, (200, 80, 40)), Thing("pen", 60, 0, 120, 30, (30, 30, 200)))
    assert detector.detect(render(Scene(CAMERA, things=clutter)), SIDE_PX) == []


@pytest.mark.parametrize("shape", [(1, 1), (7, 300), (40, 40), (33, 17)])
def test_tiny_pictures_have_no_dice(detector: DiceDetector, shape: tuple[int, int]) -> None:
    assert detector.detect(np.full((*shape, 3), 90, np.uint8)) == []


@pytest.mark.parametrize("zoom", [0.5, 1.0, 3.0])
def test_scale_is_found_without_being_told(detector: DiceDetector, zoom: float) -> None:
    camera = replace(CAMERA, focal_px=900 * zoom)
    dice = (Die(3, "red", 0, 0, look=LOOKS["red"]), Die(6, "white", 30, 25, angle_deg=40, look=LOOKS["white"]))
    found = detector.detect(render(Scene(camera, dice=dice)))
    assert sorted(seen.face for seen in found) == ["3", "6"]


def test_dim_and_blurred_picture_is_still_read(detector: DiceDetector) -> None:
    lens = Lens((0.5, 0.5, 0.5), blur_px=1.5, noise=4, jpeg=70)
    scene = Scene(CAMERA, lens=lens, dice=spread_dice(["white", "red", "black", "white"]))
    assert sorted(seen.face for seen in detector.detect(render(scene), SIDE_PX)) == ["1", "2", "3", "4"]


def test_the_same_picture_gives_the_same_reading(detector: DiceDetector) -> None:
    image = render(Scene(CAMERA, dice=spread_dice(["white", "blue"])))
    assert detector.detect(image) == detector.detect(image)


def test_truth_and_reading_use_the_same_outline_order(detector: DiceDetector) -> None:
    scene = Scene(CAMERA, dice=(Die(4, "white", angle_deg=20, look=LOOKS["white"]),))
    expected = np.array(truth(scene)["pieces"][0]["outline"])
    (seen,) = detector.detect(render(scene), SIDE_PX)
    assert np.abs(np.array(seen.outline_px) - expected).max() < 0.2 * SIDE_PX


def test_finder_reports_places_before_they_are_read() -> None:
    scene = Scene(CAMERA, dice=spread_dice(["white", "red"]))
    poses = DiceFinder(models.path("dice_detector")).locate(render(scene), SIDE_PX)
    assert len(poses) >= 2
    assert poses[0].heat >= poses[-1].heat
    assert all(0 < pose.heat <= 1 for pose in poses)


def test_face_crops_turn_the_face_upright() -> None:
    image = np.zeros((200, 200, 3), np.uint8)
    pose = Pose(100, 90, 60, 25, 1, 20)
    corners = np.round(pose.outline_px).astype(np.int32)
    cv2.fillConvexPoly(image, corners, (255, 255, 255))
    (crop,) = face_crops(image, [pose], 48, 29)
    inside = crop[12:36, 12:36]
    assert inside.min() > 200
    assert crop[:7].max() < 60
    assert crop[:, -7:].max() < 60


@pytest.mark.parametrize("content", [None, b"", b"not a model at all"])
def test_bad_model_file_is_one_clear_sentence(tmp_path: Path, content: bytes | None) -> None:
    shutil.copy(models.path("dice_reader"), tmp_path)
    if content is not None:
        (tmp_path / "dice_detector.onnx").write_bytes(content)
    with pytest.raises(ModelError, match=r"dice_detector\.onnx .* install table-companion again\.$"):
        DiceDetector(folder=tmp_path)


def test_foreign_model_names_what_it_lacks(tmp_path: Path) -> None:
    other = tmp_path / "dice_reader.onnx"
    shutil.copy(models.path("dice_detector"), other)
    with pytest.raises(ModelError, match="lacks labels"):
        Model(other, ("labels",), 1)


def line_dice() -> tuple[Die, ...]:
    black = DieLook(COLOURS["black"], (235, 235, 235), style="roads")
    return tuple(
        Die(1 + i % 6, "black", -150 + 60 * (i % 6), -75 + 75 * (i // 6), angle_deg=37.0 * i, look=black)
        for i in range(18)
    )


def test_reads_roads_along_the_axes_it_gives(detector: DiceDetector) -> None:
    scene = Scene(CAMERA, Cloth("felt", (90, 100, 80), (100, 115, 90), seed=4), dice=line_dice())
    found = detector.detect(render(scene), SIDE_PX, roads=True)
    assert len(found) == len(scene.dice)
    for die in scene.dice:
        seen = nearest(found, die)
        assert seen.face == road_name(die.value, round((die.angle_deg - seen.angle_deg) / 90) % 4)
        along = placement(seen.outline_px).angle_deg
        assert (along - seen.angle_deg + 180) % 360 - 180 == pytest.approx(0, abs=0.1)


def test_dice_with_pips_are_no_roads_nor_roads_values(detector: DiceDetector) -> None:
    pips, roads = Scene(CAMERA, dice=spread_dice(list(COLOURS))), Scene(CAMERA, dice=line_dice())
    assert not detector.detect(render(pips), SIDE_PX, roads=True)
    assert not detector.detect(render(roads), SIDE_PX)


def test_most_leaning_dice_are_told_from_flat_ones(detector: DiceDetector) -> None:
    """Seen alone, a leaning die looks like a flat one seen aslant: not all can be told."""
    believed = 0
    for value in range(1, 7):
        dice = (Die(3, x_mm=-60, angle_deg=20), Die(value, x_mm=60, angle_deg=20, cocked_deg=32))
        found = sorted(detector.detect(render(Scene(CAMERA, dice=dice)), SIDE_PX), key=lambda d: d.centre_px[0])
        assert found[0].leaning < 0.2
        believed += any(die.leaning < 0.5 and die.confidence > 0.9 for die in found[1:])
    assert believed <= 2


def test_a_die_that_is_overlooked_is_found_where_it_lay_and_an_empty_place_stays_empty(detector: DiceDetector) -> None:
    image = render(Scene(CAMERA, Cloth("felt", (90, 100, 80), (100, 115, 90), seed=4), dice=line_dice()[:1]))
    far_off_px = 12 * SIDE_PX  # at that size nothing is found
    (seen,) = detector.detect(image, SIDE_PX, roads=True)
    lay = Pose(*seen.centre_px, seen.side_px, seen.angle_deg, 1.0, 20.0)
    gone = replace(lay, x_px=lay.x_px + 6 * seen.side_px)
    assert not detector.detect(image, far_off_px, roads=True)
    (again,) = detector.detect(image, far_off_px, roads=True, known=[lay, gone])
    assert again.face == seen.face
    assert again.centre_px == pytest.approx(seen.centre_px, abs=0.05 * seen.side_px)
    assert len(detector.detect(image, SIDE_PX, roads=True, known=[lay, gone])) == 1
