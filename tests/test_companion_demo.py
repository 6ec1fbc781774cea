"""The shipped recording: pictures in, the record out, to the letter."""

import socket
import subprocess
import sys

import pytest
from click.testing import CliRunner

import rules
from companion.__main__ import main
from companion.commands.demo import _as_recorded
from companion.demo import HERE, PICTURE, record, recordings, steps
from companion.demo.pictures import states
from companion.demo.run import Shown
from rules.playthrough import Playthrough

DRAWN = [game for game in recordings() if any((HERE / game).glob("*.jpg"))]


@pytest.fixture(scope="module")
def printed() -> str:
    result = CliRunner().invoke(main, ["demo", "--once"])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("game", recordings())
def test_a_record_replays_to_the_letter(game: str) -> None:
    recorded = record(game)
    assert (rules.load(game).current_player(recorded.replay()) is None) == (game in DRAWN)  # told ones stop early
    assert Playthrough.parse(str(recorded)) == recorded


def test_the_demo_of_line_dice_shows_an_illegal_die_a_bluff_and_the_winner() -> None:
    result = CliRunner().invoke(main, ["demo", "--once", "--game", "line_dice"])
    assert result.exit_code == 0, result.output
    assert (
        "08.jpg  “lay C2S 2,-1” is not allowed. Rule 4.15: That would wall up the open road end at 2,0" in result.stdout
    )
    assert (
        "13.jpg  “lay C1N 1,-2” is not allowed. Rule 4.12: The arrow points north and must point south" in result.stdout
    )
    assert "Ana wins: everybody else is out" in result.stdout
    assert "All 15 lines are as recorded." in result.stdout


def test_the_demo_prints_every_verdict_and_the_working(printed: str) -> None:
    assert "03.jpg  “purple? E” is not allowed. Rule 3.4: The hidden purple Muse would stand apart" in printed
    assert "05.jpg  “Melpomene W dice orange?=1” is not allowed. Rule 3.5: Set the die on the hidden orange" in printed
    assert "04.jpg  The table stands as the score sheet says." in printed
    assert "Bonus for the first rank won: purple +1" in printed
    assert "Ana 1, Ben 3" in printed
    assert "All 7 lines are as recorded." in printed


def test_an_outcome_that_differs_is_told_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    lines = ("# picture 01.jpg: a remark", "Erato S", "score: 1 3")
    assert _as_recorded(lines, [Shown("01.jpg", "", ("Erato S",)), Shown("said", "", ("score: 1 3",))])
    assert not _as_recorded(lines, [Shown("01.jpg", "", ("# unexplained",)), Shown("said", "", ("score: 1 3",))])
    told = capsys.readouterr().err
    assert "-Erato S" in told
    assert "+# unexplained" in told
    assert "This differs from the record" in told


@pytest.mark.parametrize("game", DRAWN)
def test_every_picture_of_a_record_is_shipped_and_can_be_drawn_anew(game: str) -> None:
    recorded = record(game)
    named = [step.picture for step in steps(recorded) if step.picture is not None]
    assert [path.name for path in named] == sorted(path.name for path in (HERE / game).glob("*.jpg"))
    drawn = list(states(game))
    assert [name for name, _ in drawn] == [path.name for path in named]
    assert drawn[0][1] != drawn[1][1]
    assert len([line for line in recorded.lines if line.startswith(PICTURE)]) == len(named)


def test_the_pictures_of_line_dice_are_small() -> None:
    assert sum(path.stat().st_size for path in (HERE / "line_dice").glob("*.jpg")) < 1_500_000


def test_a_port_in_use_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        command = [sys.executable, "-m", "companion", "demo", "--port", str(taken.getsockname()[1])]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "(Address already in use): stop what uses it, or choose another one with --port." in done.stderr
