"""`companion teach` for dice, and `companion read` with what was taught, as people run them."""

import json
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner, Result
from odd_dice import ROADS, TALLY, lesson, other_table

from companion.__main__ import main
from companion.teach_dice import FaceError, teachable_dice, told_faces
from rules import load
from vision.render import Scene, render
from vision.teach_folder import set_folder


def companion(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)), catch_exceptions=False)


def written(scene: Scene, path: Path) -> Path:
    path.write_bytes(bytes(cv2.imencode(".jpg", render(scene), [cv2.IMWRITE_JPEG_QUALITY, 95])[1]))
    return path


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("photos")
    written(lesson(TALLY), folder / "tally.jpg")
    written(lesson(ROADS), folder / "roads.jpg")
    written(other_table(TALLY), folder / "table.jpg")
    return folder


def values(result: Result) -> list[int]:
    assert result.exit_code == 0, result.stderr
    state: list[int] = json.loads(result.stdout)["state"]["values"]
    return state


def test_dice_are_read_after_one_photo_and_more_can_be_added(photos: Path, tmp_path: Path) -> None:
    taught = companion("teach", "dice", photos / "tally.jpg", "--faces", "1,2,3, 4,5,6", "--profile", tmp_path)
    assert taught.exit_code == 0, taught.stderr
    assert "6 faces are taught: 1, 2, 3, 4, 5, 6. They are kept in" in taught.stdout
    assert values(companion("read", photos / "table.jpg", "--json", "--profile", tmp_path)) == [1, 2, 3, 4, 5, 6]
    more = companion("teach", "dice", photos / "tally.jpg", "--faces", "1,2,3,4,5,6", "--add", "--profile", tmp_path)
    assert "12 are known now" in more.stdout


def test_line_dice_are_taught_in_their_games_words(photos: Path, tmp_path: Path) -> None:
    result = companion("teach", "line_dice", photos / "roads.jpg", "--faces", "s,x,c0,C1,C2,C3N", "--profile", tmp_path)
    assert result.exit_code == 0, result.stderr
    assert "6 faces are taught: S-NS, X, C0N, C1N, C2N, C3N" in result.stdout
    assert (set_folder(tmp_path, "roads") / "faces.json").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("chess", "--faces", "1"), "“chess” has no tiles or dice to teach: choose dance_of_muses or dice"),
        (("dice", "--faces", "1,2,3,4,5,seven"), "“seven” is no number on a die"),
        (("dice", "--faces", "1,2,3,4,5,"), "“” is no number on a die"),
        (("dice",), "dice are taught by --faces"),
        (("dice", "--faces", "1", "--names", "a"), "dice are taught by --faces"),
        (("line_dice", "--faces", "S,Y"), "“Y” is no face: write S, X or C0 to C3"),
        (("dance_of_muses", "--faces", "1"), "tiles are taught by --names"),
        (("dice", "--faces", "1,2,3,4,5,6,1,2"), "Only 6 of 8 dice"),
    ],
)
def test_what_cannot_be_taught_is_said_in_a_sentence(
    photos: Path, tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    result = companion("teach", arguments[0], photos / "tally.jpg", *arguments[1:], "--profile", tmp_path)
    assert result.exit_code == 2
    assert says in result.stderr
    assert not list(tmp_path.iterdir())


def test_damaged_faces_are_not_added_to_and_are_said_when_reading(photos: Path, tmp_path: Path) -> None:
    folder = set_folder(tmp_path, "dice")
    folder.mkdir(parents=True)
    (folder / "faces.json").write_text("{", "utf-8")
    more = companion("teach", "dice", photos / "tally.jpg", "--faces", "1,2,3,4,5,6", "--add", "--profile", tmp_path)
    assert more.exit_code == 2
    assert "are damaged" in more.stderr
    read = companion("read", photos / "table.jpg", "--profile", tmp_path)
    assert read.exit_code == 0
    assert "are damaged" in read.stdout


def test_every_face_of_the_game_can_be_written() -> None:
    faces = load("line_dice").layout(load("line_dice").initial_state(2)).zone("die").faces
    assert told_faces("line_dice", [face.lower() for face in faces]) == list(faces)
    assert told_faces("line_dice", ["S", "C3"]) == ["S-NS", "C3N"]
    assert teachable_dice() == ("dice", "dice_forge", "line_dice")
    with pytest.raises(FaceError):
        told_faces("line_dice", ["1"])
