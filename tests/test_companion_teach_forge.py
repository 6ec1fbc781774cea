"""`companion teach` for faces that come off their dice: one drawn photo of them laid flat, then rolls are read."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from forge_tables import FAIR, layout, read, said, shown, table, tops
from kit_faces import drawn
from rules_forge import started, with_dice

from companion.__main__ import main
from companion.teach_dice import FaceError, told_faces
from rules.dice_forge.box import BOX
from vision.face_sets import FaceSets
from vision.kit_faces import kit_pictures
from vision.read import Reader
from vision.render import render
from vision.render_forge import FaceDice, face_lesson

FACES = tuple(BOX.faces)
NAMED = ",".join(FACES)


def owned() -> FaceDice:
    """An owner's dice, printed paler and yellower than ours."""
    made = FaceDice.of(np.random.default_rng(5), "forge_die")
    return replace(made, side_mm=18.0, tint=(0.8, 0.95, 1.0), gamma=0.8, worn=0.0)


def companion(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)), catch_exceptions=False)


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lesson") / "faces.jpg"
    cv2.imwrite(str(path), render(face_lesson(owned(), FACES, 3, FAIR)), [cv2.IMWRITE_JPEG_QUALITY, 95])
    return path


@pytest.fixture(scope="module")
def taught(photo: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    profile = tmp_path_factory.mktemp("profile")
    result = companion("teach", "dice_forge", photo, "--faces", NAMED, "--profile", profile)
    assert result.exit_code == 0, result.stderr
    return profile, result.stdout


def test_one_photo_teaches_all_faces(taught: tuple[Path, str]) -> None:
    profile, told = taught
    assert told.startswith("29 faces are taught: G1, V2, G3")
    assert "Not taught yet" not in told
    known = FaceSets(profile).known(layout(started(2)).zone("die"))
    assert known is not None
    assert known.faces == FACES


def test_the_owners_dice_are_read_by_what_was_taught(taught: tuple[Path, str]) -> None:
    state = with_dice(with_dice(started(2), 0, "S1_V1", "OR_G3_V2"), 1, "X3", "SHIELD_GREEN")
    drawn_table = table(31, state)
    drawn_table.owned = owned()
    seen = read(Reader(taught[0]), shown(drawn_table, state), state)
    assert dict(seen.observation.best()) == tops(state), said(seen)


def test_a_photo_is_read_in_the_games_words(taught: tuple[Path, str], tmp_path: Path) -> None:
    state = with_dice(started(2), 0, "S2", "V3")
    path = tmp_path / "table.png"
    drawn_table = table(32, state)
    drawn_table.owned = owned()
    cv2.imwrite(str(path), shown(drawn_table, state))
    told = companion("read", path, "--game", "dice_forge", "--json", "--profile", taught[0])
    pieces = json.loads(told.stdout)["pieces"]
    assert len(pieces) == 4


@pytest.mark.parametrize(
    ("faces", "says"),
    [
        (f"{NAMED},G1", "Only 29 of 30 faces show clearly"),
        ("G1,V2,G3", "More faces seem to show than the 3 named"),
        ("G1,GOLD", "“GOLD” is no face of this game: write G1, V2, G3"),
    ],
)
def test_a_photo_with_other_faces_than_named_is_refused(photo: Path, tmp_path: Path, faces: str, says: str) -> None:
    result = companion("teach", "dice_forge", photo, "--faces", faces, "--profile", tmp_path)
    assert result.exit_code == 2
    assert says in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_no_picture_teaches_nothing(tmp_path: Path) -> None:
    text = tmp_path / "faces.txt"
    text.write_text("G1, S1", "utf-8")
    result = companion("teach", "dice_forge", text, "--faces", "G1,S1", "--profile", tmp_path / "profile")
    assert result.exit_code == 2
    assert "faces.txt" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_faces_that_are_not_taught_yet_are_named(tmp_path: Path) -> None:
    path = tmp_path / "two.png"
    cv2.imwrite(str(path), render(face_lesson(owned(), ("G1", "S1"), 4, FAIR)))
    result = companion("teach", "dice_forge", path, "--faces", "g1,s1", "--profile", tmp_path)
    assert result.exit_code == 0, result.stderr
    assert "Not taught yet, add them with --add: V2, G3, M1" in result.stdout


def test_the_words_of_faces_are_the_games_own() -> None:
    assert told_faces("dice_forge", ["g1", "or_g3_v2"]) == ["G1", "OR_G3_V2"]
    with pytest.raises(FaceError):
        told_faces("dice_forge", ["7"])


def test_the_kits_faces_are_those_that_it_prints() -> None:
    kept, fresh = kit_pictures("forge_die"), drawn("forge_die", FACES)
    assert kept.keys() == fresh.keys()
    for face, picture in fresh.items():
        assert np.abs(picture.astype(int) - kept[face]).mean() < 4, f"{face}: run python tests/kit_faces.py"
