"""Whole games without people: plans are legal, grids are turned, and what the camera makes of a short one is told."""

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import rules
from companion.__main__ import main
from companion.records import Setup
from companion.simulate import Came, Shown, Simulated, Total
from companion.simulate.plan import Step, planned
from companion.simulate.play import Play
from companion.simulate.turning import agreeing, turned
from rules.playthrough import replay

LINE = rules.load("line_dice")


def plan_of(game: rules.AnyGame, start: object, seed: int = 7) -> list[Step]:
    return planned(game, start, Random(seed))  # noqa: S311 (a game, no secret)


@pytest.mark.parametrize(("name", "seats"), [("line_dice", 2), ("line_dice", 5), ("dance_of_muses", 3)])
def test_a_plan_is_a_legal_game_to_its_end_and_the_same_for_the_same_seed(name: str, seats: int) -> None:
    game = rules.load(name)
    start = game.initial_state(seats, **({"hand_limit": 3} if name == "line_dice" else {}))
    plan, again = (plan_of(game, start) for _ in range(2))
    assert [step.move for step in plan] == [step.move for step in again]
    state = start
    for step in plan:
        move = game.parse_move(step.move)
        assert not game.violations(state, move)
        state = game.apply(state, move)
    assert game.current_player(state) is None
    assert replay(game, start, (game.parse_move(step.move) for step in plan)) == plan[-1].after


def test_plans_go_on_for_long_where_hands_allow_it() -> None:
    plan = plan_of(LINE, LINE.initial_state(2, hands="unknown"))
    assert sum(step.move.startswith("lay ") for step in plan) > 25


def test_a_move_is_told_in_the_directions_that_the_first_picture_chose() -> None:
    layout = LINE.layout(LINE.initial_state(2))
    assert turned("lay C1S 2,1", 1, layout) == "lay C1W -1,2"
    assert turned("lay S-EW 0,0", 1, layout) == "lay S-NS 0,0"
    assert turned("lay S-EW 0,0", 2, layout) == "lay S-EW 0,0"
    assert turned("roll S X C0", 1, layout) == "roll S X C0"
    assert agreeing(range(4), "lay S-EW 0,0", "lay S-NS 0,0", layout) == [1, 3]
    muses = rules.load("dance_of_muses")
    assert turned("Clio E", 1, muses.layout(muses.initial_state(2))) == "Clio S"


def test_a_short_game_is_drawn_read_and_recorded_right(tmp_path: Path) -> None:
    seen: list[Shown] = []
    setup = Setup("line_dice", 2, ("Ana", "Ben"), {"hand_limit": 1})
    result = Play(setup, 3, (960, 540), tmp_path, lambda shown, _: seen.append(shown)).run()
    assert [one.came for one in seen] == [Came.RIGHT] * len(seen), seen
    assert result.exact
    assert result.points
    assert [one.move.split()[0] for one in seen][:3] == ["roll", "roll", "lay"]


def test_the_command_prints_a_line_a_game_and_the_sum() -> None:
    arguments = [
        "simulate",
        "line_dice",
        "--games",
        "1",
        "--seats",
        "2,3",
        "--seed",
        "4",
        "--picture",
        "960x540",
        "--json",
    ]
    result = CliRunner().invoke(main, [*arguments, "--option", "hand_limit=1", "--option", "hands=unknown"])
    assert result.exit_code == 0, result.output
    game, total = (json.loads(line) for line in result.stdout.splitlines())
    assert game["exact"]
    assert game["seats"] == 2, "the first of those that take turns"
    assert total["games"] == 1
    assert total["came"] == {"right": total["moves"]}


def test_too_many_wrong_logs_or_silent_mistakes_are_no_good() -> None:
    def game(*came: Came) -> Simulated:
        shown = tuple(Shown(n, "lay", "", one) for n, one in enumerate(came))
        return Simulated(1, 2, shown, 0, set(came) <= {Came.RIGHT, Came.LATE}, points=True, seconds=1.0)

    right, asked, wrong = game(*[Came.RIGHT] * 20), game(Came.ASKED), game(Came.WRONG)
    assert Total.of([right] * 9 + [asked]).good
    assert not Total.of([right] * 8 + [asked] * 2).good
    assert not Total.of([right] * 4 + [wrong]).good
    assert Total.of([right, wrong]).came == {Came.RIGHT: 20, Came.WRONG: 1}
    late, waited = game(Came.RIGHT, Came.LATE), game(Came.WAITED)
    total = Total.of([right, late, asked, waited, wrong])
    assert (total.exact, total.answered) == (2, 3)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["chess"], "There is no game “chess”"),
        (["line_dice", "--seats", "9"], "Line Dice is for 2 to 6 players, not 9."),
        (["line_dice", "--seats", "two"], "“two” is no number of players: write one, or several such as 2,3,4."),
        (["line_dice", "--seats", "2,9"], "Line Dice is for 2 to 6 players, not 9."),
        (["line_dice", "--option", "luck=1"], "Line Dice has no option “luck”"),
        (["line_dice", "--option", "hand_limit=few"], "The option “hand_limit” cannot be “few”"),
        (["line_dice", "--picture", "large"], "“large” is no picture size"),
    ],
)
def test_bad_words_get_one_sentence(arguments: list[str], told: str) -> None:
    result = CliRunner().invoke(main, ["simulate", *arguments])
    assert result.exit_code == 2
    assert told in result.stderr
