"""The training's own parts that need no torch: what boxes mean, the split, crops with exact places."""

import json
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from models.train.augment import placing, recolour, relight, roughen, shine, stretched, warp
from models.train.detector_data import CROP_PX, FOUND_PX, photo_crop, pose, scene_crop
from models.train.evaluate import Known, Tally, match
from models.train.photos import load_photos
from models.train.roads import ROADS, mirrored, turned
from models.train.scenes import load_scene, render_many, render_mix, scene_files
from vision.detect import Detection
from vision.render_camera import square
from vision.render_dice_crowds import dice_crowd
from vision.render_faces import DieLook, face_image
from vision.render_road_faces import RoadLook


def seen(x: float, y: float, face: str, confidence: float = 0.95) -> Detection:
    return Detection(((face, confidence),), (x, y), 20.0, 0.0, (("red", 1.0),), ())


def photo_folder(root: Path, source: str, names: list[str], box: tuple[int, int, int, int] = (40, 30, 20, 20)) -> None:
    folder = root / source
    folder.mkdir(parents=True)
    images = [{"id": i, "file_name": name, "values": [3]} for i, name in enumerate(names)]
    marks = [{"image_id": i, "bbox": box, "category_id": 3} for i in range(len(names))]
    for name in names:
        picture = np.full((120, 160, 3), 90, np.uint8)
        x, y, w, h = box
        picture[y : y + h, x : x + w] = 230
        cv2.imwrite(str(folder / name), picture)
    (folder / "labels.json").write_text(json.dumps({"images": images, "annotations": marks}))


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("scenes")
    render_many(folder, 3, 500, workers=1)
    return folder


def test_rendering_again_changes_nothing(scenes: Path) -> None:
    before = [path.read_bytes() for path in scene_files(scenes)]
    render_many(scenes, 3, 500, workers=1)
    assert [path.read_bytes() for path in scene_files(scenes)] == before
    assert [path.stem for path in scene_files(scenes)] == ["500", "501", "502"]


def test_a_mix_has_its_share_of_every_kind(tmp_path: Path) -> None:
    files = render_mix(tmp_path / "scenes", 5, {"any": 0.4, "dice": 0.2, "roads": 0.2, "runes": 0.2})
    assert [path.parent.name for path in files] == ["scenes", "scenes", "scenes-dice", "scenes-roads", "scenes-runes"]
    crowd, roads, runes = (load_scene(file) for file in files[2:])
    assert set(crowd.styles) >= {"pips"} or set(crowd.styles) >= {"digits"}
    assert "roads" in roads.styles
    assert "runes" in runes.styles


def test_missing_picture_is_named(scenes: Path, tmp_path: Path) -> None:
    truth = tmp_path / "1.json"
    truth.write_text(scene_files(scenes)[0].read_text())
    with pytest.raises(FileNotFoundError, match=r"1\.jpg is missing"):
        load_scene(truth)


@pytest.mark.parametrize("angle", [-40, -10, 0, 25, 44])
def test_pose_of_a_square_is_its_own(angle: float) -> None:
    corners = square(50, 70, 20, angle)[None, :, :2].astype(np.float32)
    assert pose(corners)[0] == pytest.approx([50, 70, 20, angle], abs=1e-3)


def test_pose_is_the_same_after_a_quarter_turn() -> None:
    corners = np.stack([square(5, 7, 20, angle)[:, :2] for angle in (12, 102)]).astype(np.float32)
    first, second = pose(corners)
    assert first == pytest.approx(second, abs=1e-3)


def test_placing_brings_the_centre_to_its_target() -> None:
    matrix = placing((30, 40), 2.0, 33, (96, 96))
    assert matrix[:, :2] @ [30, 40] + matrix[:, 2] == pytest.approx([96, 96])
    assert np.sqrt(np.linalg.det(matrix[:, :2])) == pytest.approx(2.0)


def test_stretching_keeps_the_middle_and_the_area() -> None:
    rng, matrix = np.random.default_rng(8), placing((30, 40), 2.0, 33, (96, 90))
    ratios = set()
    for _ in range(20):
        changed = stretched(matrix, np.array([96.0, 90.0]), rng)
        assert changed[:, :2] @ [30, 40] + changed[:, 2] == pytest.approx([96, 90])
        assert np.linalg.det(changed[:, :2]) == pytest.approx(np.linalg.det(matrix[:, :2]))
        ratios.add(round(float(np.linalg.norm(changed[1, :2]) / np.linalg.norm(changed[0, :2])), 3))
    assert len(ratios) > 3


def test_warp_shrinks_without_aliasing() -> None:
    checks = (np.indices((400, 400)).sum(0) % 2 * 255).astype(np.uint8)
    small = warp(np.dstack([checks] * 3), placing((200, 200), 0.2, 0, (32, 32)), 64)
    assert small[16:48, 16:48].std() < 12


def test_light_and_noise_are_the_seed_s() -> None:
    image = np.random.default_rng(5).integers(0, 256, (40, 40, 3), np.uint8)
    for change in (recolour, relight, roughen, shine):
        assert np.array_equal(change(image, np.random.default_rng(3)), change(image, np.random.default_rng(3)))


def test_scene_crop_knows_where_its_dice_lie(scenes: Path) -> None:
    rng = np.random.default_rng(2)
    sample, count = load_scene(scene_files(scenes)[0]), 0
    for _ in range(20):
        crop = scene_crop(sample, rng)
        assert crop.image.shape == (CROP_PX, CROP_PX, 3)
        assert ((crop.exact[:, :2] > 0) & (crop.exact[:, :2] < CROP_PX)).all()
        assert ((crop.exact[:, 2] >= FOUND_PX[0]) & (crop.exact[:, 2] <= FOUND_PX[1])).all()
        count += len(crop.exact)
    assert count > 0


def road_picture(name: str) -> npt.NDArray[np.uint8]:
    value = {"S": 1, "X": 2}.get(name[0]) or 3 + int(name[1])
    quarter = {"S-EW": 1}.get(name, 0) if name[0] != "C" else "NESW".index(name[2])
    look = DieLook((20, 20, 20), (240, 240, 240), style="roads", road=RoadLook(bridge=False, arrow=(0, 0, 255)))
    return face_image(look, value, quarter, np.random.default_rng(0))


@pytest.mark.parametrize("name", ROADS[1:])
def test_turned_and_mirrored_roads_are_named_as_they_look(name: str) -> None:
    road, picture = ROADS.index(name), road_picture(name)
    clockwise, mirror = np.rot90(picture, -1), picture[:, ::-1]
    for changed, told in ((clockwise, turned(road, 1)), (mirror, mirrored(road))):
        far = {other: np.abs(changed.astype(int) - road_picture(other)).mean() for other in ROADS[1:]}
        assert min(far, key=lambda other: far[other]) == ROADS[told]


def test_sides_lie_beside_the_top_face_they_belong_to(scenes: Path) -> None:
    for path in scene_files(scenes):
        sample = load_scene(path)
        edges = np.concatenate([sample.corners, np.roll(sample.corners, -1, axis=1)], axis=2).reshape(-1, 4)
        for side in sample.sides:
            upper = side[:2].reshape(-1)
            assert np.abs(edges - upper).max(1).min() < 0.02


def test_dice_of_a_crowd_touch_and_do_not_overlap() -> None:
    near = []
    for seed in range(8):
        dice = [(die.x_mm, die.y_mm, die.size_mm) for die in dice_crowd(seed).dice]
        near += [np.hypot(ax - bx, ay - by) / ((a + b) / 2) for (ax, ay, a), (bx, by, b) in combinations(dice, 2)]
    assert min(near) > 0.9
    assert sum(far < 1.15 for far in near) > 40


def test_photo_crop_keeps_the_box_on_its_die(tmp_path: Path) -> None:
    photo_folder(tmp_path, "byler-d6", ["a.jpg"])
    (photo,) = load_photos(tmp_path)
    rng, boxes = np.random.default_rng(4), 0
    for _ in range(30):
        crop = photo_crop(photo, photo.image(), rng)
        for x, y, w, h, *_ in crop.boxes:
            column, row = int(x + w / 2), int(y + h / 2)
            around = crop.image[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
            assert abs(float(around.mean()) - float(np.median(crop.image))) > 10
            boxes += 1
    assert boxes > 5


def test_split_is_fixed_by_name(tmp_path: Path) -> None:
    photo_folder(tmp_path, "byler-d6", ["IMG_20191208_111228.jpg", "IMG_20191209_100641.jpg"])
    photo_folder(tmp_path, "piechowiak", ["27.jpg"])
    photo_folder(tmp_path, "epanemu-roboflow", ["dice_8.jpg", "dice_431.jpg"])
    held = {photo.path.name: photo.held_out for photo in load_photos(tmp_path)}
    assert held == {
        "IMG_20191208_111228.jpg": False,
        "IMG_20191209_100641.jpg": True,
        "27.jpg": True,
        "dice_8.jpg": False,
        "dice_431.jpg": True,
    }


def test_without_a_folder_there_are_no_photographs(tmp_path: Path) -> None:
    assert load_photos(None) == []
    assert load_photos(tmp_path) == []


def test_match_pairs_the_nearest_once() -> None:
    truth = [Known(10, 10, 20, 3), Known(40, 10, 20, 5)]
    found = [seen(12, 10, "3"), seen(11, 10, "4"), seen(100, 100, "1")]
    assert match(truth, found) == [(0, 1)]


def test_tally_counts_what_is_right_wrong_and_extra() -> None:
    tally = Tally()
    truth = [Known(10, 10, 20, 3), Known(40, 10, 20, 5), Known(90, 90, 20, 6)]
    tally.add("picture", truth, [seen(10, 10, "3"), seen(40, 10, "2"), seen(200, 200, "1")], exhaustive=True)
    counts = (tally.pictures, tally.exact, tally.dice, tally.found, tally.right, tally.extra, tally.silent)
    assert counts == (1, 0, 3, 2, 1, 1, 1)
    assert tally.line("x").startswith("| x | 1 | 0.0 % | 3 | 66.67 % | 33.33 % | 1 | 1 |")


def test_calibration_error_is_the_gap_between_confidence_and_truth() -> None:
    tally = Tally()
    tally.add("sure", [Known(0, 0, 20, 1)], [seen(0, 0, "1", 1.0)], exhaustive=True)
    assert tally.calibration_error() == pytest.approx(0)
    tally.add("wrong", [Known(0, 0, 20, 2)], [seen(0, 0, "1", 1.0)], exhaustive=True)
    assert tally.calibration_error() == pytest.approx(0.5)
