"""Teaching the faces of dice from one drawn photo, with the real models."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from odd_dice import FELT, NEAR, ROAD_FACES, ROADS, TALLY, compared, lesson, other_table, side_px, unsure

from vision.detect import Detection, DiceDetector
from vision.detect_pose import Pose
from vision.render import Scene, render
from vision.render_dice import Die
from vision.render_odd_sets import OddSet
from vision.teach import TeachError
from vision.teach_dice import PICTURE_PX, TaughtFace, teach_faces
from vision.teach_dice_file import FACES_INDEX, load_faces, save_faces
from vision.teach_dice_find import in_rows
from vision.teach_dice_head import much_alike
from vision.teach_dice_sets import NUMBERS, RINGS, TaughtDice
from vision.teach_folder import set_folder


@pytest.fixture(scope="module")
def numbers() -> tuple[TaughtFace, ...]:
    return teach_faces(render(lesson(TALLY)), NUMBERS)


@pytest.fixture(scope="module")
def profile(numbers: tuple[TaughtFace, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A profile in which both odd sets are taught."""
    folder = tmp_path_factory.mktemp("profile")
    save_faces(numbers, set_folder(folder, "dice"))
    roads = teach_faces(render(lesson(ROADS)), ROAD_FACES, upright=True)
    save_faces(roads, set_folder(folder, "roads"))
    return folder


def read(scene: Scene, profile: Path | None, *, roads: bool = False) -> list[Detection]:
    return DiceDetector(taught=TaughtDice(profile)).detect(render(scene), side_px(scene), roads=roads)


@pytest.mark.parametrize("owned", [TALLY, ROADS], ids=["tally", "roads"])
def test_a_taught_set_is_read_on_another_table_from_elsewhere(owned: OddSet, profile: Path) -> None:
    scene = other_table(owned)
    pairs = compared(scene, read(scene, profile, roads=owned is ROADS))
    assert sum(shown == seen for shown, seen, _ in pairs) >= 5, pairs
    assert all(shown == seen for shown, seen, confidence in pairs if confidence >= 0.9), pairs
    assert sum(confidence >= 0.9 for _, _, confidence in pairs) >= 4, pairs


def test_without_teaching_strokes_are_no_numbers(profile: Path) -> None:
    scene = other_table(TALLY)
    before, after = (
        sum(shown == seen for shown, seen, _ in compared(scene, read(scene, where))) for where in (None, profile)
    )
    assert before < after


def test_a_strange_face_of_a_taught_set_is_unsure(profile: Path) -> None:
    scene = unsure(other_table(TALLY))
    pairs = compared(replace(scene, dice=scene.dice[:1]), read(scene, profile))
    assert all(confidence < 0.9 for _, _, confidence in pairs), pairs


def test_ordinary_dice_are_read_as_before(profile: Path) -> None:
    dice = tuple(Die(value, x_mm=40.0 * (value - 3.5), angle_deg=25.0 * value) for value in range(1, 7))
    scene = Scene(replace(NEAR, height_mm=420), FELT, dice=dice)
    before, after = (compared(scene, read(scene, where)) for where in (None, profile))
    assert [seen for _, seen, _ in after] == list("123456")
    for (_, _, sure), (_, _, as_sure) in zip(before, after, strict=True):
        assert as_sure > min(0.9, sure - 0.02)


def test_what_the_net_says_stands_where_nothing_was_taught(tmp_path: Path) -> None:
    scene = other_table(TALLY)
    assert read(scene, tmp_path) == read(scene, None)


def test_faces_taught_anew_are_read_at_once(numbers: tuple[TaughtFace, ...], tmp_path: Path) -> None:
    folder, scene = set_folder(tmp_path, "dice"), other_table(TALLY)
    detector = DiceDetector(taught=TaughtDice(tmp_path))
    save_faces([replace(each, face="1") for each in numbers], folder)
    image = render(scene)
    assert {one.face for one in detector.detect(image, side_px(scene))} == {"1"}
    save_faces(numbers, folder)
    assert len({one.face for one in detector.detect(image, side_px(scene))}) >= 5


def test_damaged_faces_are_said_and_the_net_reads_on(numbers: tuple[TaughtFace, ...], tmp_path: Path) -> None:
    folder, scene = set_folder(tmp_path, "dice"), other_table(TALLY)
    save_faces(numbers, folder)
    min(folder.glob("*.png")).unlink()
    taught = TaughtDice(tmp_path)
    assert DiceDetector(taught=taught).detect(render(scene), side_px(scene)) == read(scene, None)
    (caution,) = taught.cautions(roads=False)
    assert "are damaged" in caution.text
    assert not taught.cautions(roads=True)


@pytest.mark.parametrize(
    ("faces", "says"),
    [
        ((), "Every die needs the name"),
        (("1",) * 37, "37 faces are too many"),
        (tuple("12345611"), "Only 6 of 8 dice show clearly"),
        (tuple("1234"), "More dice seem to show than the 4 named"),
    ],
)
def test_a_photo_with_other_dice_than_named_is_refused(faces: tuple[str, ...], says: str) -> None:
    with pytest.raises(TeachError, match=says):
        teach_faces(render(lesson(TALLY)), faces)


def test_an_empty_table_teaches_nothing() -> None:
    with pytest.raises(TeachError, match="Only 0 of 2"):
        teach_faces(np.full((400, 600, 3), 90, np.uint8), ("1", "2"))


def test_roads_must_lie_square_to_the_photo() -> None:
    with pytest.raises(TeachError, match="Die 2 lies askew"):
        teach_faces(render(lesson(ROADS, (0, 40, 0, 0, 0, 0))), ROAD_FACES, upright=True)


def test_rows_are_found_though_the_photo_is_aslant() -> None:
    turn = np.radians(14)
    places = [(x, y) for y in (0, 90) for x in (0, 70, 140, 210)]
    poses = [
        Pose(x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn), 40, 0, 1, 20) for x, y in places
    ]
    mixed = [poses[i] for i in (5, 2, 7, 0, 3, 6, 1, 4)]
    assert in_rows(mixed) == poses
    assert in_rows([]) == []


def test_faces_that_look_alike_are_named(numbers: tuple[TaughtFace, ...]) -> None:
    assert much_alike(numbers, {}) == []
    assert much_alike((*numbers, replace(numbers[1], face="6")), {}) == [("2", "6")]


def test_a_road_is_taught_at_every_turn() -> None:
    assert RINGS["S-EW"] == ("S-NS", "S-EW")
    assert RINGS["C2S"] == ("C2N", "C2E", "C2S", "C2W")
    assert len(RINGS) == 19


def picture(seed: int) -> npt.NDArray[np.uint8]:
    return np.random.default_rng(seed).integers(0, 256, (PICTURE_PX, PICTURE_PX, 3)).astype(np.uint8)


def some_faces() -> list[TaughtFace]:
    return [TaughtFace(face, picture(int(face))) for face in "12"]


def test_faces_come_back_as_they_were_saved(tmp_path: Path) -> None:
    assert load_faces(tmp_path, NUMBERS) == ()
    save_faces(some_faces(), tmp_path / "deep")
    save_faces(some_faces()[:1], tmp_path / "deep")
    (loaded,) = load_faces(tmp_path / "deep", NUMBERS)
    assert loaded.face == "1"
    assert np.array_equal(loaded.picture, picture(1))
    assert len(list((tmp_path / "deep").iterdir())) == 2


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"version": 2}, "version 2 is not 1"),
        ({"faces": []}, "0 faces cannot be"),
        ({"faces": 3}, "damaged"),
        ({"faces": [{"face": "9", "picture": "x.png"}]}, "'9' is no face"),
        ({"faces": [{"face": "1"}]}, "'picture' is missing"),
        ({"faces": [{"face": "1", "picture": "../../x.png"}]}, "x.png is missing"),
    ],
)
def test_a_damaged_index_is_one_sentence(tmp_path: Path, fields: dict[str, object], says: str) -> None:
    save_faces(some_faces(), tmp_path)
    about = json.loads((tmp_path / FACES_INDEX).read_text("utf-8"))
    (tmp_path / FACES_INDEX).write_text(json.dumps(about | fields), "utf-8")
    with pytest.raises(TeachError, match="delete the folder and teach them again") as refusal:
        load_faces(tmp_path, NUMBERS)
    assert says in str(refusal.value)


def test_a_changed_picture_is_refused(tmp_path: Path) -> None:
    save_faces(some_faces(), tmp_path)
    victim = min(tmp_path.glob("*.png"))
    victim.write_bytes(bytes(cv2.imencode(".png", picture(9))[1]))
    with pytest.raises(TeachError, match=f"{victim.name} was changed"):
        load_faces(tmp_path, NUMBERS)


def test_odd_dice_are_worn_alike_at_every_sight() -> None:
    worn = replace(TALLY, worn=0.3)
    one, again, other = (worn.die(3, number=number).look.pictures[2] for number in (1, 1, 2))
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)
