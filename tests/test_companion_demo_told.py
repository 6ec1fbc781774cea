"""The recording of Dice Forge, which has no pictures: two rounds told by people, to the letter."""

import pytest
from click.testing import CliRunner

from companion.__main__ import main
from companion.demo import PLAYERS, record, steps
from companion.demo.run import Shown, run
from companion.records import Setup
from companion.sessions import Sessions
from rules.playthrough import Playthrough


@pytest.fixture
def recorded() -> Playthrough:
    return record("dice_forge")


@pytest.fixture
def shown(sessions: Sessions, recorded: Playthrough) -> list[Shown]:
    session = sessions.create(Setup(recorded.game, recorded.seats, PLAYERS, recorded.options))
    return list(run(session, sessions.eyes, steps(recorded)))


def test_what_people_say_gives_the_record(recorded: Playthrough, shown: list[Shown]) -> None:
    expected = [line for line in recorded.lines if line and not line.startswith("#")]
    assert [line for one in shown for line in one.lines] == expected
    assert recorded.replay().round == 3


def test_a_forge_an_oust_and_a_feat_are_told_and_what_is_refused(shown: list[Shown]) -> None:
    told = "\n".join(one.text for one in shown)
    assert "Ana: The feat Wild Spirits." in told
    assert "Ben: 6 gold bought for 4 gold, on the dark die.\nBen: It replaces 1 gold on the dark die." in told
    assert "Rule 5.2: “2 sun” costs 8 gold, and only 5 is there." in told
    assert "Ben: The feat The Elder.\nAna: Rolled 1 sun and 3 gold or 2 glory.\nAna: Chosen: gold." in told
    assert told.endswith("Ana 6 and Ben 2.")


def test_the_demo_prints_it_line_by_line() -> None:
    result = CliRunner().invoke(main, ["demo", "--once", "--game", "dice_forge"])
    assert result.exit_code == 0, result.output
    assert "  said    Ben: The feat The Elder.\n          Ana: Rolled 1 sun" in result.stdout
    assert "All 34 lines are as recorded." in result.stdout
