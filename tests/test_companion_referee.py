"""The referee of a video: a short film from the first still to the points, and bad input in one sentence each."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from companion_tables import SETUP
from companion_tables import reading as seen
from film_line import road_die

from companion.__main__ import main
from companion.commands.referee import assumptions, end_json, unexplained
from companion.eyes import Eyes
from companion.records import Setup
from companion.referee import Referee
from rules import load
from vision.camera import Frame
from vision.reading import Reading
from vision.render import Scene, corner_cards
from vision.render_camera import Camera
from vision.render_dice import Die
from vision.render_faces import DieLook
from vision.render_film import Act, film, write_film
from vision.render_lens import Lens
from vision.settle import Still

SIDE_MM = 16.0
LOOK = DieLook((25.0, 25.0, 25.0), (240.0, 240.0, 240.0), style="roads")
TABLE = Scene(
    Camera(640, 480, 1200.0, height_mm=440.0), lens=Lens(noise=1.5, jpeg=100), cards=corner_cards(172, 112), seed=3
)
NINE = load(SETUP.game).table(load(SETUP.game).initial_state(SETUP.seats, **SETUP.options))
AWAY = (-2, 2)  # where a die lies that is not played


def die(face: str, cell: tuple[int, int]) -> Die:
    one = road_die(face)
    x, y = ((part - 1) * 1.03 * SIDE_MM for part in cell)
    return Die(one.value, "black", x, y, SIDE_MM, 90.0 * one.quarter, look=LOOK)


def laid(*dice: Die, by: float = 90.0) -> Act:
    """The last of the dice is laid, or taken away from where the first is."""
    return Act(replace(TABLE, dice=dice), (dice[-1].x_mm, dice[-1].y_mm), from_deg=by, rest=9)


LOOSE = die("C1N", AWAY)
ONE, WRONG, TWO, THREE = die("S-EW", (0, 0)), die("S-NS", (1, 0)), die("X", (1, 0)), die("C1S", (2, 0))


@pytest.fixture(scope="module")
def video(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A straight, a straight that leads nowhere, a crossing in its place, a curve; a loose die beside them."""
    path = tmp_path_factory.mktemp("film") / "game.avi"
    acts = [
        Act(replace(TABLE, dice=(LOOSE,)), rest=9),
        laid(LOOSE, ONE),
        laid(LOOSE, ONE, WRONG, by=-80),
        laid(LOOSE, ONE, TWO),
        laid(LOOSE, ONE, TWO, THREE),
    ]
    write_film(film(acts, 3), str(path))
    return path


def referee(video: Path, *options: str, game: str = "line_dice", players: str = "Ana,Бен") -> Result:
    return CliRunner().invoke(main, ["referee", str(video), "--game", game, "--players", players, *options])


def values(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_film_is_judged_move_by_move(video: Path) -> None:
    result = referee(video, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    *calls, end = values(result)
    assert [(call["finding"], call["player"], call["move"]) for call in calls] == [
        ("LEGAL", "Ana", "lay S-EW 0,0"),
        ("ILLEGAL", "Бен", "lay S-NS 1,0"),
        ("LEGAL", "Бен", "lay X 1,0"),
        ("LEGAL", "Ana", "lay C1S 2,0"),
    ]
    assert calls[1]["violations"][0]["rule"] == "4.11"
    assert calls[0]["violations"] == []
    assert calls[2]["state"] == {
        "cells": [
            {"x": 0, "y": 0, "face": "straight", "ports": ["E", "W"], "arrow": None},
            {"x": 1, "y": 0, "face": "cross", "ports": ["N", "E", "S", "W"], "arrow": None},
        ],
        "loose": 1,
    }
    times = [call["t"] for call in calls]
    assert times == sorted(times)
    assert 2.5 < times[0] < 4.5
    assert (end["scores"], end["winners"], end["over"]) == ({"Ana": 0, "Бен": 0}, [], False)
    assert [cell["x"] for cell in end["state"]["cells"]] == [0, 1, 2]


def test_people_get_lines_they_can_read(video: Path) -> None:
    lines = referee(video).stdout.splitlines()
    assert lines[0].endswith("Ana: lay S-EW 0,0")
    assert "“lay S-NS 1,0” is not allowed. Rule 4.11:" in lines[1]
    assert lines[-1] == "  Ana 0, Бен 0"


class Shown:
    """A referee, and pictures in which certain readings are seen."""

    def __init__(self, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
        self.referee, self._readings = referee, list[Reading]()
        monkeypatch.setattr(Eyes, "read", lambda *_: self._readings[-1])

    def rest(self, reading: Reading, second: int) -> None:
        """The table comes to rest and shows this."""
        self._readings.append(reading)
        frame = Frame(np.zeros((36, 64, 3), np.uint8), second, datetime(2026, 1, 1, tzinfo=UTC))
        list(self.referee.look(Still(frame, np.ones((36, 64), bool)), float(second)))


def test_it_says_when_nothing_more_fits_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Referee(tmp_path, SETUP)
    shown = Shown(found, monkeypatch)
    shown.rest(seen(NINE), 0)
    assert found.unexplained == 0
    lain = [place for place in NINE if place.zone == "tile"]
    shuffled = {**NINE, **dict(zip(lain, (NINE[place] for place in reversed(lain)), strict=True))}
    for count in (1, 2):
        shown.rest(seen(shuffled), count)
        assert found.unexplained == count
    assert unexplained(found).startswith("Nothing in the video is a move of Dance of Muses for 3: check --players")
    assert end_json(found, None)["unexplained"] == 2
    shown.rest(seen(NINE), 3)
    assert found.unexplained == 0


def test_whose_dice_are_whose_is_said_to_be_assumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Referee(tmp_path, Setup("dance_of_muses", 3, ("Ana", "Бен", "Caro")))
    Shown(found, monkeypatch).rest(seen(NINE), 0)
    assert found.assumed == {"colours": ("white", "orange", "purple")}
    end = end_json(found, None)
    assert end["assumed"] == {"colours": "white, orange, purple"}
    assert end["colours"] == {"Ana": "white", "Бен": "orange", "Caro": "purple"}
    lines = "\n".join(assumptions(end))
    assert "does not tell the colours; assumed: Ana white, Бен orange, Caro purple." in lines
    assert "--option colours=white,orange,purple" in lines


def test_whose_dice_are_whose_is_told_once_and_for_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"colours": ("purple", "white", "orange")}
    found = Referee(tmp_path, Setup("dance_of_muses", 3, ("Ana", "Бен", "Caro"), given))
    Shown(found, monkeypatch).rest(seen(NINE), 0)
    assert found.assumed == {}
    assert end_json(found, None)["colours"] == {"Ana": "purple", "Бен": "white", "Caro": "orange"}


def test_dice_of_three_players_are_no_game_of_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for seats, begins in ((2, False), (3, True), (4, False)):
        found = Referee(tmp_path, Setup("dance_of_muses", seats, ("Ana", "Бен", "Caro", "Dan")[:seats]))
        Shown(found, monkeypatch).rest(seen(NINE), 0)
        assert (found.state is not None) is begins


def test_a_game_may_be_in_its_middle_when_the_film_begins(tmp_path: Path) -> None:
    path = tmp_path / "middle.avi"
    begun = (LOOSE, ONE, TWO)
    write_film(film([Act(replace(TABLE, dice=begun), rest=9), laid(*begun, THREE)], 4), str(path))
    (call, end) = values(referee(path, "--json", "--option", "first=1"))
    assert (call["finding"], call["player"], call["move"]) == ("LEGAL", "Бен", "lay C1S 2,0")
    assert len(end["state"]["cells"]) == 3


def test_a_film_cut_short_is_judged_as_far_as_it_goes(video: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.avi"
    cut.write_bytes(video.read_bytes()[: int(0.6 * video.stat().st_size)])
    result = referee(cut, "--json")
    *calls, end = values(result)
    assert result.exit_code == 1
    assert "is cut short after" in result.stderr
    assert end["cut_short"] == result.stderr.strip()
    assert calls[0]["move"] == "lay S-EW 0,0"
    assert len(calls) < 4


@pytest.fixture
def nothing(tmp_path: Path) -> Path:
    """A film in which there is no table."""
    path = tmp_path / "wall.avi"
    write_film(iter([np.full((240, 320, 3), 90, np.uint8)] * 12), str(path))
    return path


def test_a_film_without_a_table_is_refused(nothing: Path) -> None:
    for game in ("line_dice", "dance_of_muses"):
        result = referee(nothing, "--json", game=game)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith(f"No table is seen in {nothing}: film it from above")


@pytest.mark.parametrize(("content", "words"), [(b"", "no video that can be read"), (b"Hello.\n" * 99, "no video")])
def test_what_is_no_video_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "notes.mp4"
    path.write_bytes(content)
    result = referee(path, "--json")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert words in result.stderr


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    result = referee(tmp_path / "gone.mp4")
    assert result.exit_code == 2
    assert "gone.mp4" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"game": "go_fish"}, "there is no game “go_fish”: choose dance_of_muses or"),
        ({"players": "Ana"}, "Line Dice is for 2 to 6 players, not 1."),
        ({"players": "A,B,C,D,E,F,G"}, "Line Dice is for 2 to 6 players, not 7."),
        ({"players": "Ana,Ana"}, "give each player another name"),
        ({"players": "Ana,"}, "give each player another name"),
    ],
)
def test_a_wrong_game_or_number_of_players_is_refused(tmp_path: Path, arguments: dict[str, str], sentence: str) -> None:
    result = referee(tmp_path / "any.mp4", **arguments)
    assert result.exit_code == 2
    assert sentence in result.stderr


@pytest.mark.parametrize(
    ("option", "sentence"),
    [("first", "sets nothing"), ("speed=9", "has no option “speed”"), ("first=7", "from 0 to 1")],
)
def test_a_wrong_option_is_refused(tmp_path: Path, option: str, sentence: str) -> None:
    result = referee(tmp_path / "any.mp4", "--option", option)
    assert result.exit_code == 2
    assert sentence in result.stderr


def test_the_films_are_the_same_every_time() -> None:
    acts = [Act(replace(TABLE, dice=(ONE,)), rest=2), laid(ONE, TWO)]
    first, second = list(film(acts, 5)), list(film(acts, 5))
    assert len(first) > 20
    assert all(np.array_equal(one, other) for one, other in zip(first, second, strict=True))
    assert cv2.absdiff(first[0], first[15]).max() > 60  # a hand
