"""What the camera makes of powers: by rows they are found, declared ones are confirmed, and doubt is asked about."""

from dataclasses import replace

import pytest
from rules_dance import BLOCK, MIXED, RAISE, SHIFT, played, powered, verdict_on, walk
from rules_games import blurred, seeded

from rules.dance_of_muses import GAME
from rules.dance_of_muses.moves import Step, Turn, Use
from rules.dance_of_muses.state import Cell, Phase, State
from rules.game import Finding, judge
from rules.table import Observation

PAIR: list[Cell] = [(0, 0), (1, 0), (3, 0), (2, 1)]
FULL = powered(BLOCK, 3, RAISE)
DECLARED = powered(BLOCK, 3, RAISE, mode="declared")
ONE = powered(BLOCK, 3, RAISE, None)  # TEST-1, 3, 5, 7 and 9 have the power
LONE = powered(BLOCK, 3, RAISE, *[None] * 8)
ZONES = pytest.mark.parametrize("zones", [("tile", "die"), ("die",)])


@ZONES
def test_19_with_a_power_the_odd_die_is_the_movers_doing(zones: tuple[str, ...]) -> None:
    start = powered(PAIR, [2, 3, 1, 4], RAISE)
    verdict = verdict_on(start, "TEST-1 E then TEST-4=5", zones)
    assert (verdict.finding, str(verdict.move)) == (Finding.LEGAL, "TEST-1 E then TEST-4=5")
    hidden = replace(start, tiles=(replace(start.tiles[0], muse=None), *start.tiles[1:]))
    verdict = verdict_on(hidden, "orange? E dice TEST-4=5", zones)
    assert [violation.rule for violation in verdict.violations] == ["3.6"]


@ZONES
def test_a_turn_in_one_reach_is_found(zones: tuple[str, ...]) -> None:
    for text in ("TEST-1 N then TEST-2=4", "TEST-3 E then TEST-6=4", "TEST-1 E then TEST-2=5"):
        verdict = verdict_on(FULL, text, zones)
        assert (verdict.finding, str(verdict.move)) == (Finding.LEGAL, text)


def test_a_power_that_could_only_have_come_first_is_told_so() -> None:
    early = powered(BLOCK, 3, RAISE | {"allowed_after": False})
    verdict = verdict_on(early, "TEST-3 E first TEST-2=4")
    assert (verdict.finding, str(verdict.move)) == (Finding.LEGAL, "TEST-3 E first TEST-2=4")
    assert verdict_on(FULL, "TEST-3 E first TEST-6=4").move == GAME.parse_move("TEST-3 E then TEST-6=4")


def test_a_power_the_row_does_not_give_is_a_slip() -> None:
    for text, rule in (("TEST-1 N dice TEST-9=4", "3.6"), ("TEST-1 N dice TEST-2=5", "3.6")):
        verdict = verdict_on(FULL, text)
        assert (str(verdict.move), [violation.rule for violation in verdict.violations]) == (text, [rule])
    assert verdict_on(ONE, "TEST-2 N dice TEST-1=4").violations[0].rule == "3.6"


@ZONES
def test_a_power_alone_is_found_or_asked_about(zones: tuple[str, ...]) -> None:
    verdict = verdict_on(LONE, "first TEST-1 TEST-2=4", zones)
    assert (verdict.finding, str(verdict.move)) == (Finding.LEGAL, "first TEST-1 TEST-2=4")
    verdict = verdict_on(ONE, "first TEST-1 TEST-2=4", zones)
    assert verdict.finding is Finding.AMBIGUOUS
    asked = {str(candidate.move) for candidate in verdict.candidates}
    assert asked == {f"first TEST-{number} TEST-2=4" for number in (1, 3, 5)}
    moved = played(LONE, "TEST-1 N")
    assert {str(candidate.move) for candidate in verdict_on(moved, "then TEST-1 TEST-2=4", zones).candidates} == {
        "then TEST-1 TEST-2=4",
        "first TEST-1 TEST-2=4",
    }


def test_after_a_power_first_the_step_is_plain() -> None:
    start = played(LONE, "first TEST-1 TEST-2=4")
    verdict = verdict_on(start, "TEST-1 N")
    assert (verdict.finding, str(verdict.move)) == (Finding.LEGAL, "TEST-1 N")
    verdict = verdict_on(start, "TEST-9 S")
    assert [violation.rule for violation in verdict.violations] == ["5.5"]


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (SHIFT, "TEST-1 N then TEST-2@1,-1=4"),
        (RAISE | {"effect": "swap"}, "TEST-1 N then TEST-1@1,0 TEST-2@0,-1"),
        (RAISE | {"effect": "jump", "reach": "any"}, "TEST-3 N then TEST-7@3,2"),
        (SHIFT | {"pushes": False}, "TEST-9 S first TEST-6@3,1=4"),
    ],
)
def test_tiles_moved_by_a_power_in_one_reach_with_the_step(row: dict[str, object], text: str) -> None:
    number = int(text[5]) - 1
    start = powered(BLOCK, 3, *[None] * number, row, *[None] * (8 - number))
    assert GAME.violations(start, GAME.parse_move(text)) == ()
    verdict = verdict_on(start, text)
    assert verdict.finding is Finding.LEGAL
    found = verdict.move
    assert isinstance(found, Turn)
    assert GAME.apply(start, found).tiles == played(start, text).tiles


@ZONES
def test_a_declared_power_is_confirmed_once_the_table_agrees(zones: tuple[str, ...]) -> None:
    before = played(DECLARED, "TEST-1 N")
    said = played(before, "then TEST-1 TEST-2=5")
    assert judge(GAME, said, Observation.certain(GAME.table(said), zones)).finding is Finding.UNCHANGED
    waiting = judge(GAME, said, Observation.certain(GAME.table(before), zones))
    assert waiting.violations[0].text.endswith("or set the die on TEST-2 to 5.")


def test_a_step_with_a_declared_power_is_confirmed_too() -> None:
    said = played(DECLARED, "TEST-1 N then TEST-2=5 TEST-4=1")
    assert judge(GAME, said, Observation.certain(GAME.table(said))).finding is Finding.UNCHANGED
    undeclared = verdict_on(DECLARED, "TEST-1 N then TEST-2=5 TEST-4=1")
    assert [violation.rule for violation in undeclared.violations] == ["5.8"]
    assert undeclared.violations[0].instead == "TEST-1 N then TEST-2=5 TEST-4=1"


def test_a_power_whose_row_is_in_words_has_to_be_declared_as_well() -> None:
    start = powered(BLOCK, 3, RAISE | {"effect": {"other": "odd"}}, *[None] * 8)
    for text, rule in (("TEST-1 N then TEST-2=5", "5.8"), ("first TEST-1 TEST-2=5", "5.8"), ("slip TEST-9=5", "3.6")):
        assert [violation.rule for violation in verdict_on(start, text).violations] == [rule]
    assert verdict_on(start, "TEST-3 E then TEST-6=5").violations[0].rule == "3.6"
    said = played(start, "TEST-1 N then TEST-2=5")
    assert judge(GAME, said, Observation.certain(GAME.table(said))).finding is Finding.UNCHANGED


def test_nothing_undeclared_is_ever_played_by_the_camera() -> None:
    """Whatever two dice are changed besides a step, no legal move is found but the step itself."""
    for text in ("TEST-3 E", "TEST-1 N", "TEST-9 S"):
        for numbers in ("TEST-4=2", "TEST-4=6", "TEST-4=4 TEST-2=1", "TEST-4=3 TEST-2=3"):
            verdict = verdict_on(DECLARED, f"{text} then {numbers}")
            assert verdict.move is None or verdict.violations or isinstance(verdict.move, Step)


def test_a_six_by_a_power_seen_on_the_table_ends_the_hand() -> None:
    start = powered(BLOCK, 5, RAISE | {"effect": {"set": [6]}}, *[None] * 8)
    for text in ("first TEST-1 TEST-2=6",):
        verdict = verdict_on(start, text)
        assert (verdict.finding, str(verdict.move)) == (Finding.LEGAL, text)
        assert played(start, text).phase is Phase.REVEAL


@pytest.mark.parametrize("seed", range(6))
def test_in_random_games_of_rows_no_wrong_move_is_decided_for(seed: int) -> None:
    """Every legal move is found, or asked about with those to the same table; blurred sights never decide wrong."""
    random = seeded(seed)
    rows = [MIXED[(seed + index) % 9] if index % 2 else None for index in range(9)]
    moments = walk(2 + seed % 3, seed, mode="full", set={"name": "", "muses": muses(rows)})
    for moment in random.sample([m for m in moments if m.state.phase is Phase.DANCE], 4):
        for move in moment.legal(6):
            check(moment.state, move, seed)


def muses(rows: list[dict[str, object] | None]) -> list[dict[str, object]]:
    return [{"name": f"TEST-{n}", "suns": 6, "text": "", "power": row} for n, row in enumerate(rows, 1)]


def check(state: State, move: Step | Use, seed: int) -> None:
    """Check that the move is found, or offered with others to the same table."""
    after = GAME.apply(state, move)
    if GAME.table(after) == GAME.table(state):
        return
    verdict = judge(GAME, state, Observation.certain(GAME.table(after), ("tile", "die")))
    found = [candidate.move for candidate in verdict.candidates if candidate.weight > 0.05]
    assert move in found, (str(move), [str(one) for one in found])
    assert verdict.finding is (Finding.LEGAL if len(found) == 1 else Finding.AMBIGUOUS)
    assert all(one and GAME.table(GAME.apply(state, one)) == GAME.table(after) for one in found)
    sight = blurred(GAME.table(after), GAME.layout(state), seeded(seed))
    decided = judge(GAME, state, sight).move
    assert decided is None or GAME.table(GAME.apply(state, decided)) == GAME.table(after)
