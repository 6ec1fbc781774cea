import json
import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from click.testing import CliRunner, Result

from companion.__main__ import main
from rules import games
from vision.render import Cloth, Scene, corner_cards, render
from vision.render_camera import Camera
from vision.render_dice import Die
from vision.render_faces import COLOURS, DieLook

Image = npt.NDArray[np.uint8]


def read(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["read", *map(str, arguments)], catch_exceptions=False)


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def look(colour: str) -> DieLook:
    return DieLook(COLOURS[colour], (20.0, 20.0, 20.0) if colour == "white" else (240.0, 240.0, 240.0))


@pytest.fixture(scope="module")
def table() -> Image:
    spots = ((6, "white", -60, -20), (2, "red", 50, 10), (4, "black", 0, 60))
    dice = tuple(Die(n, name, x, y, 16.0, 30.0 * n, look=look(name)) for n, name, x, y in spots)
    return render(Scene(Camera(1280, 960, 1200), Cloth("felt"), dice=dice, cards=corner_cards(420, 300)))


@pytest.fixture(scope="module")
def photo(table: Image, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("photos") / "Würfel am Tisch 骰子.jpg"
    path.write_bytes(bytes(cv2.imencode(".jpg", table, [cv2.IMWRITE_JPEG_QUALITY, 95])[1]))
    return path


def test_a_photo_gives_one_json_line_in_the_agreed_form(photo: Path) -> None:
    result = read(photo, "--game", "dice", "--json")
    assert result.exit_code == 0
    (reading,) = lines(result)
    assert reading["photo"] == str(photo)
    assert reading["calibrated"] is True
    assert reading["state"] == {"values": [2, 4, 6]}
    assert reading["warnings"] == []
    assert {piece["colour"] for piece in reading["pieces"]} == {"white", "red", "black"}
    for piece in reading["pieces"]:
        assert piece["kind"] == "die"
        assert set(piece) == {"kind", "value", "colour", "confidence", "outline", "centre_mm", "angle_deg", "doubt"}
        assert np.array(piece["outline"]).shape == (4, 2)
        assert 0.5 < piece["confidence"] <= 1


def test_without_json_a_line_is_for_people(photo: Path) -> None:
    result = read(photo)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{photo}: 3 dice: ")
    assert "red 2" in result.stdout


@pytest.mark.parametrize("game", sorted(games()))
def test_every_game_says_what_was_seen_in_its_own_words(photo: Path, game: str) -> None:
    result = read(photo, "--game", game, "--json")
    assert result.exit_code == 0
    assert isinstance(lines(result)[0]["state"], dict)


def test_an_unknown_game_names_those_there_are(photo: Path) -> None:
    result = read(photo, "--game", "ludo")
    assert result.exit_code == 2
    assert "dance_of_muses" in result.stderr


@pytest.fixture
def bad(tmp_path: Path, photo: Path) -> dict[str, Path]:
    whole = photo.read_bytes()
    files = {
        "text.jpg": b"not a picture",
        "empty.jpg": b"",
        "cut.jpg": whole[: len(whole) // 2],
        "huge.png": huge_png(),
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "folder").mkdir()
    return {name: tmp_path / name for name in [*files, "folder", "missing.jpg"]}


def huge_png() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def test_files_that_are_no_pictures_are_named_and_the_others_still_read(bad: dict[str, Path], photo: Path) -> None:
    result = read(photo, *bad.values(), photo, "--json")
    assert result.exit_code == 2
    assert [line["state"] for line in lines(result)] == [{"values": [2, 4, 6]}] * 2
    errors = result.stderr.splitlines()
    assert len(errors) == len(bad)
    for path, error in zip(bad.values(), errors, strict=True):
        assert str(path) in error


def with_exif_turn(jpeg: bytes, orientation: int) -> bytes:
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0)
    tiff = b"MM\x00\x2a\x00\x00\x00\x08" + struct.pack(">H", 1) + entry + b"\x00\x00\x00\x00"
    body = b"Exif\x00\x00" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def test_outlines_belong_to_the_upright_picture(table: Image, photo: Path, tmp_path: Path) -> None:
    lying = np.asarray(cv2.rotate(table, cv2.ROTATE_90_COUNTERCLOCKWISE), np.uint8)
    jpeg = bytes(cv2.imencode(".jpg", lying, [cv2.IMWRITE_JPEG_QUALITY, 95])[1])
    turned = tmp_path / "turned.jpg"
    turned.write_bytes(with_exif_turn(jpeg, 6))
    upright, found = lines(read(photo, turned, "--json"))
    assert found["state"] == upright["state"]
    for one, other in zip(upright["pieces"], found["pieces"], strict=True):
        assert np.mean(other["outline"], axis=0) == pytest.approx(np.mean(one["outline"], axis=0), abs=3)


@pytest.mark.parametrize("code", [cv2.COLOR_BGR2GRAY, cv2.COLOR_BGR2BGRA])
def test_grey_and_transparent_pictures_are_read_too(table: Image, tmp_path: Path, code: int) -> None:
    path = tmp_path / "picture.png"
    assert cv2.imwrite(str(path), cv2.cvtColor(table, code))
    assert lines(read(path, "--json"))[0]["state"] == {"values": [2, 4, 6]}


def test_a_picture_without_dice_is_fine(tmp_path: Path) -> None:
    path = tmp_path / "bare.png"
    assert cv2.imwrite(str(path), np.full((600, 800, 3), (90, 120, 80), np.uint8))
    result = read(path, "--json")
    assert result.exit_code == 0
    assert lines(result)[0]["pieces"] == []
    assert lines(result)[0]["state"] == {"values": []}


def test_a_profile_that_is_no_folder_is_refused(photo: Path, tmp_path: Path) -> None:
    assert "is no folder" in read(photo, "--profile", tmp_path / "none").stderr
    assert read(photo, "--profile", photo).exit_code == 2


def test_reading_into_a_profile_keeps_the_map_of_the_table(photo: Path, tmp_path: Path) -> None:
    assert read(photo, "--profile", tmp_path).exit_code == 0
    assert (tmp_path / "calibration.json").exists()


def test_the_real_command_reads_a_photo_and_survives_a_latin_terminal(photo: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "companion", "read", str(photo), "--json"],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["state"] == {"values": [2, 4, 6]}


def test_a_full_disk_is_one_sentence(photo: Path) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "companion", "read", str(photo)]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert "could not be written (No space left on device)" in done.stderr
    assert "Traceback" not in done.stderr
