import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.__main__ import main
from companion.teach import DOWN, in_taught_names, taught_names, taught_set, teachable, tile_names, usual_layout
from rules import load
from vision.render import Cloth, Scene, render
from vision.render_lens import Lens
from vision.render_muses import MuseSet, lesson, muse_set, muse_table
from vision.teach import TeachError
from vision.teach_file import INDEX
from vision.teach_folder import set_folder

GAME = "dance_of_muses"
NAMES = tuple(f"m{i}" for i in range(9))
SEEDS = (230, 231)


def companion(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)), catch_exceptions=False)


def plain(scene: Scene) -> Scene:
    """The scene on a plain cloth in fair light."""
    return replace(scene, cloth=Cloth("felt"), lens=Lens(), things=())


def owned() -> MuseSet:
    return replace(muse_set(2), colours=("white", "orange", "purple"), die_mm=16.0)


def written(scene: Scene, path: Path) -> Path:
    path.write_bytes(bytes(cv2.imencode(".jpg", render(scene), [cv2.IMWRITE_JPEG_QUALITY, 95])[1]))
    return path


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("photos")
    written(plain(lesson(owned(), 2)), folder / "lesson.jpg")
    for seed in SEEDS:
        written(plain(muse_table(owned(), seed)), folder / f"{seed}.jpg")
    return folder


@pytest.fixture(scope="module")
def profile(photos: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("profile")
    suns = ",".join(map(str, owned().suns))
    result = companion(
        "teach", GAME, photos / "lesson.jpg", "--names", ", ".join(NAMES), "--suns", suns, "--profile", folder
    )
    assert result.exit_code == 0, result.stderr
    assert "9 tiles are taught: m0, m1" in result.stdout
    assert "Choose “The tiles taught” where Dance of Muses begins" in result.stdout
    return folder


def test_names_of_two_words_are_taken_and_others_that_do_not_do_are_named(photos: Path, tmp_path: Path) -> None:
    for first, kept, said in (
        ("Pink  Lady", "Pink-Lady", "“Pink  Lady” is called Pink-Lady from now on"),
        ("dice", "dice", "cannot be played with these names yet. Muse 1: “name” must be one word"),
    ):
        names = ",".join((first, *NAMES[1:]))
        result = companion("teach", GAME, photos / "lesson.jpg", "--names", names, "--profile", tmp_path)
        assert result.exit_code == 0
        assert said in result.stdout
        assert taught_names(tmp_path, GAME) == (kept, *NAMES[1:])


def states(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.stderr
    return [json.loads(line)["state"] for line in result.stdout.splitlines()]


def test_a_taught_set_is_read_by_name(photos: Path, profile: Path) -> None:
    pictures = [photos / f"{seed}.jpg" for seed in SEEDS]
    read = states(companion("read", *pictures, "--game", GAME, "--json", "--profile", profile))
    for seed, state in zip(SEEDS, read, strict=True):
        print(f"seed {seed}")  # noqa: T201 (a failing test shows it)
        tiles = muse_table(owned(), seed).state["tiles"]
        want = sorted((f"m{t['muse']}" if t["face_up"] else "", t["face_up"]) for t in tiles)
        assert sorted((tile["muse"] or "", tile["face_up"]) for tile in state["tiles"]) == want


def test_for_people_the_tiles_are_listed_by_name(photos: Path, profile: Path) -> None:
    result = companion("read", photos / "230.jpg", "--game", GAME, "--profile", profile)
    up = [tile["muse"] for tile in muse_table(owned(), 230).state["tiles"] if tile["face_up"]]
    assert "9 tiles: " in result.stdout
    assert all(f"m{muse}" in result.stdout for muse in up)


def test_without_the_profile_nothing_is_named(photos: Path) -> None:
    (state,) = states(companion("read", photos / "230.jpg", "--game", GAME, "--json"))
    assert {tile["muse"] for tile in state["tiles"]} == {None}


def test_suns_are_kept(profile: Path) -> None:
    taught = taught_set(profile, GAME)
    assert taught is not None
    assert [tile.suns for tile in taught.tiles] == list(owned().suns)
    assert taught_names(profile, GAME) == NAMES


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("dice_forge", "--names", "a"), "dice are taught by --faces"),
        ((GAME, "--names", "a,b,a"), "“a” is named twice"),
        ((GAME, "--names", "a,,b"), "Every tile needs a name"),
        ((GAME, "--names", "a,b", "--suns", "1,two"), "“two” is no number of suns"),
        ((GAME, "--names", "a,b", "--suns", "1"), "2 names and 1 numbers of suns"),
        ((GAME, "--names", "a,b,c,d,e,f,g,h,i,j"), "of 10 tiles show clearly"),
    ],
)
def test_what_cannot_be_taught_is_said_in_a_sentence(
    photos: Path, tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    result = companion("teach", arguments[0], photos / "lesson.jpg", *arguments[1:], "--profile", tmp_path)
    assert result.exit_code == 2
    assert says in result.stderr
    assert not set_folder(tmp_path, GAME).exists()


def test_a_photo_that_is_none_is_named(tmp_path: Path) -> None:
    result = companion("teach", GAME, tmp_path / "none.jpg", "--names", "a", "--profile", tmp_path)
    assert result.exit_code == 2
    assert "none.jpg" in result.stderr


def test_a_damaged_set_is_said_and_the_rest_is_read(photos: Path, profile: Path, tmp_path: Path) -> None:
    folder = set_folder(tmp_path, GAME)
    folder.mkdir(parents=True)
    (folder / INDEX).write_text((set_folder(profile, GAME) / INDEX).read_text(), "utf-8")
    result = companion("read", photos / "230.jpg", "--game", GAME, "--json", "--profile", tmp_path)
    (line,) = (json.loads(line) for line in result.stdout.splitlines())
    assert len(line["state"]["tiles"]) == 9
    assert any("teach them again" in str(warning) for warning in line["warnings"])
    with pytest.raises(TeachError, match="are damaged"):
        taught_set(tmp_path, GAME)
    assert taught_names(tmp_path, GAME) == ()


def test_only_games_with_pictured_tiles_can_be_taught() -> None:
    assert set(teachable()) == {GAME}
    layout = usual_layout(load(GAME))
    assert len(tile_names(layout)) == 9
    renamed = in_taught_names(layout, NAMES)
    assert tile_names(renamed) == NAMES
    assert renamed.zone("tile").faces[-1] == DOWN
    assert renamed.zone("die") == layout.zone("die")


def test_teaching_again_replaces_the_set(photos: Path, tmp_path: Path) -> None:
    for names in ("a,b,c,d,e,f,g,h,i", "r,s,t,u,v,w,x,y,z"):
        assert companion("teach", GAME, photos / "lesson.jpg", "--names", names, "--profile", tmp_path).exit_code == 0
    assert taught_names(tmp_path, GAME) == tuple("rstuvwxyz")
    assert len(list(set_folder(tmp_path, GAME).glob("*.png"))) == 9


def test_the_cloth_alone_teaches_nothing(tmp_path: Path) -> None:
    path = tmp_path / "cloth.png"
    assert cv2.imwrite(str(path), np.full((600, 800, 3), (70, 110, 60), np.uint8))
    result = companion("teach", GAME, path, "--names", "a,b,c", "--profile", tmp_path)
    assert result.exit_code == 2
    assert "Only 0 of 3 tiles" in result.stderr
