import json
import os
import socket
import stat
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner, Result

from companion import checkup
from companion.__main__ import main
from companion.profile import profile_folder
from companion.records import Setup
from companion.sessions import LOG_FILE, Sessions
from vision.render import Cloth, Scene, corner_cards, render
from vision.render_camera import Camera


def doctor(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["doctor", *map(str, arguments)], catch_exceptions=False)


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


def test_each_check_is_a_line_and_the_exit_code_tells_whether_all_passed(tmp_path: Path) -> None:
    result = doctor("--profile", tmp_path, "--port", str(free_port()))
    lines = result.stdout.splitlines()
    assert all(line.startswith(("ok  ", "FAIL")) for line in lines[:-1])
    failed = sum(line.startswith("FAIL") for line in lines)
    assert result.exit_code == (1 if failed else 0)
    assert any(line.startswith("ok   models: The models load") for line in lines)
    assert any("onnxruntime" in line for line in lines)


def test_json_says_the_same(tmp_path: Path) -> None:
    result = doctor("--profile", tmp_path, "--port", str(free_port()), "--json")
    report = json.loads(result.stdout)
    assert report["ok"] == (result.exit_code == 0) == all(check["ok"] for check in report["checks"])
    assert {"python", "numpy", "models", "profile", "disk", "port"} <= {check["name"] for check in report["checks"]}


def test_a_taken_port_fails_and_says_what_to_do() -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        (check,) = checkup.port(holder.getsockname()[1])
    assert not check.ok
    assert "--port" in check.text


def test_a_profile_that_is_a_file_fails(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("x", encoding="utf-8")
    (check,) = checkup.profile(path)
    assert not check.ok
    assert "choose another --profile" in check.text


def test_a_profile_that_is_not_there_yet_is_fine_and_stays_away(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "deep"
    assert all(check.ok for check in checkup.profile(folder))
    assert not folder.exists()


def test_the_camera_is_tried_and_the_cards_looked_for(tmp_path: Path) -> None:
    scene = Scene(Camera(1280, 960, 1200), Cloth("felt"), cards=corner_cards(420, 300))
    whole, three = tmp_path / "whole.png", tmp_path / "three.png"
    image = render(scene)
    assert cv2.imwrite(str(whole), image)
    image[:480, :640] = 90
    assert cv2.imwrite(str(three), image)
    seen, cards, focus, light = checkup.camera(str(whole))
    assert (seen.ok, cards.ok, focus.ok, light.ok) == (True, True, True, True)
    assert "1280 x 960" in seen.text
    fewer = next(check for check in checkup.camera(str(three)) if check.name == "corner cards")
    assert not fewer.ok
    assert "Card 0 not seen" in fewer.text
    assert fewer.spot_px is not None


def test_no_camera_is_one_sentence(tmp_path: Path) -> None:
    (check,) = checkup.camera(str(tmp_path / "nothing.mp4"))
    assert not check.ok
    assert "nothing.mp4" in check.text


@pytest.mark.parametrize(
    ("celsius", "flags", "fine"), [("52.1", "0x0", (True, True)), ("84.9", "0x50005", (False, False))]
)
def test_a_raspberry_tells_its_temperature_and_power(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, celsius: str, flags: str, fine: tuple[bool, bool]
) -> None:
    tool = tmp_path / "vcgencmd"
    tool.write_text(f'#!/bin/sh\n[ $1 = measure_temp ] && echo "temp={celsius}\'C" || echo throttled={flags}\n')
    tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    temperature, power = checkup.raspberry()
    assert (temperature.ok, power.ok) == fine
    assert f"{float(celsius):.0f} °C" in temperature.text


def test_elsewhere_there_is_nothing_to_say_about_power(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(checkup, "THERMAL_ZONE", tmp_path / "temp")
    assert list(checkup.raspberry()) == []
    (tmp_path / "temp").write_text("48300\n")
    assert [(check.name, check.text) for check in checkup.raspberry()] == [("temperature", "48 °C.")]


def test_the_profile_folder_is_the_one_chosen_else_the_user_s_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert profile_folder(tmp_path) == tmp_path
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert profile_folder() == tmp_path / "table-companion"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert profile_folder() == tmp_path / ".local" / "share" / "table-companion"


def test_a_log_that_cannot_be_used_fails_and_one_that_can_is_counted(tmp_path: Path) -> None:
    assert list(checkup.log(tmp_path)) == []
    sessions = Sessions(tmp_path)
    sessions.create(Setup("dance_of_muses", 2, ("Ana", "Ben")))
    sessions.close()
    assert [(check.ok, check.text) for check in checkup.log(tmp_path)] == [(True, "Sessions in the log: 1.")]
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / LOG_FILE).write_text("Dear diary, " * 100)
    (check,) = checkup.log(tmp_path / "other")
    assert not check.ok
    assert "is no table-companion log: move it away" in check.text
