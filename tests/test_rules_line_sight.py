"""What the camera makes of Line Dice: lays, mishaps, rolls, take-backs, doubtful readings; and how long it takes."""

from dataclasses import replace
from random import Random
from statistics import median
from time import process_time

import pytest
from rules_games import blurred, drifted, seeded, spread
from rules_line import holding, laid, move, played, random_game

from rules.game import Finding, Verdict, judge
from rules.line_dice import GAME
from rules.line_dice.faces import FACES, kind
from rules.line_dice.moves import Lay, Move, Roll
from rules.line_dice.state import Phase, State, held
from rules.table import Observation, Place, Table

SEEDS = range(8)
E8 = "S-EW 0,0; S-EW 1,0; C1S 2,0; C0S 2,-1"  # the road goes on at 1,-1, west
LONG = f"{E8}; S-EW 1,-1; C2S 0,-1"


def at(cell: str, zone: str = "die") -> Place:
    return Place.parse(f"{zone}@{cell}")


def sight(state: State, **changes: str | None) -> Observation:
    """Return the state's table, seen without doubt, with what lies on some cells changed: x1_0 is the cell 1,0."""
    seen = Observation.certain(GAME.table(state), ("die",))
    for name, face in changes.items():
        cell = name.removeprefix("x").replace("_", ",").replace("m", "-")
        seen = seen.corrected(at(cell), face)
    return seen


def found(state: State, **changes: str | None) -> tuple[Finding, str, list[str]]:
    """Return what is made of a changed table: the finding, the move, the rules broken."""
    verdict = judge(GAME, state, sight(state, **changes))
    return verdict.finding, str(verdict.move), [violation.rule for violation in verdict.violations]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_legal_die_of_a_random_game_is_read(seed: int) -> None:
    random = seeded(seed)
    for state in list(random_game(random, 2 + seed % 5))[::2]:
        moves = [found for found in GAME.legal_moves(state) if isinstance(found, Lay)]
        for lay in random.sample(moves, min(3, len(moves))):
            table = GAME.table(GAME.apply(state, lay))
            verdict = judge(GAME, state, Observation.certain(table, ("die",)))
            assert (verdict.finding, verdict.move) == (Finding.LEGAL, lay)


@pytest.mark.parametrize(
    ("changes", "text", "rule"),
    [
        ({"x1_m1": "C3S"}, "lay C3S 1,-1", "4.13"),
        ({"x1_m1": "X"}, "lay X 1,-1", "4.14"),
        ({"x1_m1": "S-NS"}, "lay S-NS 1,-1", "4.11"),
        ({"x1_m1": "C0N"}, "lay C0N 1,-1", "4.12"),
        ({"xm1_0": "S-EW"}, "lay S-EW -1,0", "4.8"),
        ({"x3_0": "S-EW"}, "lay S-EW 3,0", "4.10"),
        ({"x2_m1": None}, "takeback", "6.3"),
        ({"x1_0": None}, "change 1,0=-", "4.3"),
        ({"x2_0": "C1E"}, "change 2,0=C1E", "4.3"),
        ({"x0_0": "S-NS", "x1_0": "S-NS"}, "change 0,0=S-NS 1,0=S-NS", "4.3"),
        ({"x1_m1": "S-EW", "x0_m1": "S-EW"}, "change 0,-1=S-EW 1,-1=S-EW", "4.3"),
    ],
)
def test_slips_are_found_and_named(changes: dict[str, str | None], text: str, rule: str) -> None:
    finding, said, rules = found(laid(E8), **changes)
    assert (finding, said, rules[0]) == (Finding.ILLEGAL, text, rule)


@pytest.mark.parametrize(
    ("changes", "text", "told"),
    [
        (
            {"x1_0": None, "x3_2": "S-EW"},
            "change 1,0=- 3,2=S-EW",
            "put back S-EW at 1,0 and take away what lies at 3,2",
        ),
        (
            {"x0_m1": None, "xm1_m1": "X"},
            "change -1,-1=X 0,-1=-",
            "put back C2S at 0,-1 and take away what lies at -1,-1",
        ),
        (
            {"x0_0": "S-NS", "x0_m2": "X"},
            "change 0,-2=X 0,0=S-NS",
            "put back S-EW at 0,0 and take away what lies at 0,-2",
        ),
    ],
)
def test_a_die_moved_or_turned_beside_another_is_told_how_to_mend(
    changes: dict[str, str | None], text: str, told: str
) -> None:
    verdict = judge(GAME, laid(LONG), sight(laid(LONG), **changes))
    assert str(verdict.move) == text
    assert verdict.violations[0].text == f"One die per turn, and nothing else may move: {told}."
    assert {place.cell for place in verdict.violations[0].places} == {cell for cell, _ in cells_of(verdict)}


def cells_of(verdict: Verdict[Move]) -> tuple[tuple[tuple[int, int], str | None], ...]:
    pairs: tuple[tuple[tuple[int, int], str | None], ...] = getattr(verdict.move, "cells", ())
    return pairs


def test_a_mishap_clears_itself_when_put_right() -> None:
    state = laid(E8)
    assert found(state, x2_0="C1E")[0] is Finding.ILLEGAL
    assert found(state)[0] is Finding.UNCHANGED


def test_three_new_dice_or_half_a_table_wait() -> None:
    state = laid(E8)
    assert found(state, x1_m1="S-EW", x0_m1="S-EW", xm1_m1="S-EW")[0] is Finding.UNEXPLAINED
    assert found(state, x0_0=None, x1_0=None, x2_0=None)[0] is Finding.UNEXPLAINED


def test_an_unclear_old_die_is_no_mishap() -> None:
    seen = sight(laid(E8))
    faces = dict(seen.faces) | {at("2,0"): {"C1S": 0.3, "C1E": 0.6}}
    assert judge(GAME, laid(E8), replace(seen, faces=faces)).finding is Finding.UNCHANGED


def test_a_face_the_hand_cannot_have_is_doubted() -> None:
    """Read as C2 with its arrow right, but the hand holds none: taken for the die that was laid, or asked."""
    state = holding(laid(E8), "X", "S X", "X")
    assert found(state, x1_m1="C2S") == (Finding.ILLEGAL, "lay C2S 1,-1", ["4.4"])
    seen = sight(state, x1_m1="C2S")
    doubted = replace(seen, faces=dict(seen.faces) | {at("1,-1"): {"C2S": 0.5, "S-EW": 0.45}})
    assert judge(GAME, state, doubted).finding is Finding.AMBIGUOUS
    likely = replace(seen, faces=dict(seen.faces) | {at("1,-1"): {"C2S": 0.2, "S-EW": 0.799}})
    assert str(judge(GAME, state, likely).move) == "lay S-EW 1,-1"


def test_an_arrow_that_may_be_either_is_asked_in_a_game_with_bluffs_and_settled_without() -> None:
    odds = {"C2S": 0.88, "C2E": 0.0, "C0N": 0.12}
    for mode, finding in (("flag", Finding.LEGAL), ("secret", Finding.AMBIGUOUS)):
        state = laid(E8, mikes_bluff=mode)
        seen = sight(state, x1_m1="C2S")
        verdict = judge(GAME, state, replace(seen, faces=dict(seen.faces) | {at("1,-1"): odds}))
        assert verdict.finding is finding
        assert str(verdict.candidates[0].move) == "lay C2S 1,-1"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_confident_misreading_is_never_another_legal_move(seed: int) -> None:
    """One die that lay there already is read wrong and sure: a mishap, a question or a wait, but no die laid."""
    random = seeded(seed)
    for state in [s for s in random_game(random, 3) if len(s.dice) > 3 and s.phase is Phase.LAY][::3]:
        lay = random.choice([m for m in GAME.legal_moves(state) if isinstance(m, Lay)] or [None])
        if lay is not None:
            table = GAME.table(GAME.apply(state, lay))
            verdict = judge(GAME, state, misread(state, table, random))
            assert verdict.finding is not Finding.LEGAL or verdict.move == lay


def misread(state: State, table: Table, random: Random) -> Observation:
    place = random.choice(sorted(GAME.table(state)))
    wrong = random.choice([face for face in FACES if face != table[place]])
    odds = spread(GAME.layout(state), place, wrong, random, 0.999)
    seen = Observation.certain(table, ("die",))
    return replace(seen, faces=dict(seen.faces) | {place: odds})


@pytest.mark.parametrize("seed", SEEDS)
def test_blurred_and_drifting_sights_find_the_move_or_ask(seed: int) -> None:
    random = seeded(seed)
    for state in [s for s in random_game(random, 4) if s.phase is Phase.LAY][::2]:
        lay = random.choice([m for m in GAME.legal_moves(state) if isinstance(m, Lay)] or [None])
        if lay is not None:
            table, layout = GAME.table(GAME.apply(state, lay)), GAME.layout(state)
            seen = drifted(blurred(table, layout, random, 0.97), layout, random)
            verdict = judge(GAME, state, seen)
            assert verdict.move in {None, lay}
            assert verdict.finding is not Finding.UNCHANGED


def test_the_call_is_followed_by_the_die_taken_back() -> None:
    state = played(holding(laid(E8, 3, 2, mikes_bluff="secret"), "C0 C1", "S", "S"), "lay C0N 1,-1", "call 1")
    assert found(state)[0] is Finding.UNCHANGED
    assert found(state, x1_m1=None) == (Finding.LEGAL, "takeback", [])
    assert found(state, x1_m2="S-NS")[::2] == (Finding.ILLEGAL, ["3.1"])


def test_the_left_over_die_is_read_wherever_it_lies() -> None:
    state = GAME.initial_state(5, hands="unknown")
    seen = Observation.certain({at("4,5"): "C2N"})
    assert str(judge(GAME, state, seen).move) == "extra C2N 4,5"
    assert str(judge(GAME, state, replace(seen, anchored=False)).move) == "extra C2N"


def test_a_die_after_the_end_is_told_so() -> None:
    over = played(holding(laid(E8), "X", "X", "X"), "out", "out")
    assert found(over, x1_m1="S-EW") == (Finding.ILLEGAL, "lay S-EW 1,-1", ["4.1"])


ROLLED = ["S-NS", "X", "C0N", "C2E", "S-EW", "C3W"]  # six dice as they fell


def rolled(*dice: str, sure: float = 1.0, zone: str = "hand") -> Observation:
    """Return loose dice in sight; those in the hand's zone are told by kind."""
    words = [GAME.layout(GAME.initial_state(6)).zone(zone).word(face, 0) for face in dice]
    faces = {Place(zone, (index, 0)[: 1 + (zone == "die")]): {word: sure} for index, word in enumerate(words)}
    return Observation(faces, frozenset({"die", "hand"}))


def test_a_roll_is_read_from_the_loose_dice() -> None:
    state = GAME.initial_state(6)
    assert judge(GAME, state, rolled()).finding is Finding.UNCHANGED
    verdict = judge(GAME, state, rolled(*ROLLED))
    assert (verdict.finding, str(verdict.move)) == (Finding.LEGAL, "roll S S X C0 C2 C3")
    touching = rolled(*ROLLED[:2], zone="die")
    loose = rolled(*ROLLED[2:])
    both = replace(loose, faces={**loose.faces, **touching.faces}, anchored=False)
    verdict = judge(GAME, state, both)
    assert (str(verdict.move), verdict.shift) == ("roll S S X C0 C2 C3", None)  # no road to anchor by


def test_a_roll_waits_for_all_dice_to_be_there_and_clear() -> None:
    state = GAME.initial_state(6)
    for seen in (rolled(*ROLLED[:5]), rolled(*ROLLED, "X")):
        assert judge(GAME, state, seen).finding is Finding.UNCHANGED


def test_of_a_roll_with_many_unclear_dice_the_likeliest_is_asked_about_or_it_is_not_recorded() -> None:
    verdict = judge(GAME, GAME.initial_state(6), rolled(*ROLLED, sure=0.8))
    assert verdict.finding is Finding.AMBIGUOUS
    assert [str(candidate.move) for candidate in verdict.candidates] == ["roll S S X C0 C2 C3", "roll ?"]


def test_what_has_not_moved_is_not_part_of_the_next_roll() -> None:
    state = played(GAME.initial_state(6), "roll S S X C0 C2 C3")
    other = rolled("X", "X", "C1N", "C1N", "C1S", "S-NS")
    unclear = {at(str(10 + i), "hand"): {"C0": 0.5, "C2": 0.4} for i in range(7)}  # the first hand, and a stain
    seen = replace(other, faces={**other.faces, **unclear})
    assert judge(GAME, state, seen).finding is Finding.UNCHANGED
    verdict = judge(GAME, state, replace(seen, disturbed=frozenset(other.faces)))
    assert (verdict.finding, str(verdict.move)) == (Finding.LEGAL, "roll S X X C1 C1 C1")


def test_a_stain_that_looks_like_one_more_die_does_not_spoil_a_roll() -> None:
    seen = rolled(*ROLLED)
    stain = {at("9", "hand"): {"C1": 0.5, "C2": 0.3}}
    verdict = judge(GAME, GAME.initial_state(6), replace(seen, faces={**seen.faces, **stain}))
    assert (verdict.finding, str(verdict.move)) == (Finding.LEGAL, "roll S S X C0 C2 C3")


def test_bare_table_between_dice_that_looks_like_one_is_no_second_die() -> None:
    state = laid(E8)
    seen = sight(state, x1_m1="S-EW")
    hole = {at("1,1"): {"S-NS": 0.78, "X": 0.2}}
    assert str(judge(GAME, state, replace(seen, faces={**seen.faces, **hole})).move) == "lay S-EW 1,-1"
    sure = {at("1,1"): {"S-NS": 1.0}}
    assert judge(GAME, state, replace(seen, faces={**seen.faces, **sure})).finding is Finding.ILLEGAL


def test_an_unclear_die_of_a_roll_is_asked_about_but_not_where_hands_are_hidden() -> None:
    seen = rolled(*ROLLED[:5])
    doubtful = replace(seen, faces={**seen.faces, at("5", "hand"): {"C3": 0.84, "C1": 0.09, "C0": 0.06, "C2": 0.01}})
    verdict = judge(GAME, GAME.initial_state(6), doubtful)
    assert verdict.finding is Finding.AMBIGUOUS
    asked = [Roll(held((*map(kind, ROLLED[:5]), last))) for last in ("C3", "C1", "C0")]
    assert [candidate.move for candidate in verdict.candidates] == asked
    assert judge(GAME, GAME.initial_state(6, hands="hidden"), doubtful).finding is Finding.UNCHANGED


def test_the_next_roll_is_what_lies_there_beside_the_hands_known() -> None:
    state = played(GAME.initial_state(6), "roll S S X C0 C2 C3")
    assert judge(GAME, state, rolled(*ROLLED)).finding is Finding.UNCHANGED  # still the first player's
    other = ["X", "X", "C1N", "C1N", "C1S", "S-NS"]
    assert str(judge(GAME, state, rolled(*ROLLED, *other)).move) == "roll S X X C1 C1 C1"
    assert str(judge(GAME, state, rolled(*other)).move) == "roll S X X C1 C1 C1"  # the first hand is hidden by now


def test_a_sighting_is_the_largest_road_and_how_many_dice_lie_loose() -> None:
    table = {at("0,0"): "X", at("1,0"): "S-EW", at("2,0"): "C1S", at("3,1"): "C0N", at("5,5"): "X", at("6,5"): "X"}
    faces = {place: {face: 0.9} for place, face in table.items()} | {at("0", "hand"): {"S": 1.0}, at("9,9"): {}}
    assert GAME.sighting(Observation(faces, frozenset({"die", "hand"}))) == {
        "cells": [
            {"x": 0, "y": 0, "face": "cross", "ports": ["N", "E", "S", "W"], "arrow": None},
            {"x": 1, "y": 0, "face": "straight", "ports": ["E", "W"], "arrow": None},
            {"x": 2, "y": 0, "face": "curve", "ports": ["N", "W"], "arrow": "S"},
        ],
        "loose": 5,
    }
    assert GAME.sighting(Observation({}, frozenset({"die"}))) == {"cells": [], "loose": 0}


def test_the_layout_has_a_road_of_nineteen_faces_and_loose_hands() -> None:
    rolling, laying = GAME.initial_state(2), GAME.initial_state(2, hands="unknown")
    assert (GAME.layout(rolling).compared, GAME.layout(laying).compared) == (frozenset(), frozenset({"die"}))
    assert len(GAME.layout(laying).zone("die").faces) == 19
    assert GAME.colours(laying) == (None, None)


def full_table() -> State:
    """Return a table with all dice but the last on it: a random game of two that used nearly all."""
    for seed in range(400):
        states = [s for s in random_game(seeded(seed), 2, hands="unknown") if s.phase is Phase.LAY]
        if len(states[-1].dice) >= 34:
            return next(s for s in states if len(s.dice) == 34)
    pytest.fail("no random game has used so many dice: try more seeds")


@pytest.mark.parametrize("anchored", [True, False])
def test_a_still_with_35_dice_is_judged_within_30_milliseconds(anchored: bool) -> None:
    state = full_table()
    lay = next(m for m in GAME.legal_moves(state) if isinstance(m, Lay))
    seen = blurred(GAME.table(GAME.apply(state, lay)), GAME.layout(state), seeded(1))
    spent = []
    for _ in range(9):
        start = process_time()
        judge(GAME, state, replace(seen, anchored=anchored))
        spent.append(process_time() - start)
    assert median(spent) < 0.030


def test_moves_of_a_full_table_are_listed_within_10_milliseconds() -> None:
    state = full_table()
    start = process_time()
    assert list(GAME.legal_moves(replace(state, fined=(1,))))  # another state, so that nothing is remembered
    assert process_time() - start < 0.010


def test_a_change_prints_the_cells_in_order() -> None:
    assert str(move("change 2,0=- 1,0=C2N")) == "change 1,0=C2N 2,0=-"
