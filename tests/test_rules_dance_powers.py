"""Powers, declared and by rows: whose, when, and what may come of them. All powers and names are invented."""

from dataclasses import replace
from typing import Any

import pytest
from rules_dance import BLOCK, NAMES, RAISE, ROW, SHIFT, broken, cells, dancing, dice, played, powered

from rules.dance_of_muses import GAME
from rules.dance_of_muses.moves import Change, Step, Turn, Use
from rules.dance_of_muses.state import Cell, Phase, State

THREE: list[Cell] = [(0, 0), (1, 0), (1, 1)]
MODES = ("declared", "full")
BOTH = pytest.mark.parametrize("mode", MODES)


def example(mode: str, numbers: tuple[int, ...] = (2, 2, 2)) -> State:
    """Return the three tiles of example 18 with their dice; everybody's power raises one neighbour's die by 1."""
    return powered(THREE, list(numbers), mode=mode)


def hidden(state: State, *indices: int) -> State:
    """Return the state with some tiles face down."""
    tiles = (replace(tile, muse=None) if index in indices else tile for index, tile in enumerate(state.tiles))
    return replace(state, tiles=tuple(tiles))


@BOTH
def test_18a_a_power_first_that_brings_a_six_ends_the_hand(mode: str) -> None:
    start = example(mode, (2, 5, 2))
    assert broken(start, "first TEST-1 TEST-2=6") == []
    after = played(start, "first TEST-1 TEST-2=6")
    assert (dice(after), after.phase, after.seat) == ([2, 6, 2], Phase.REVEAL, 0)
    assert broken(after, "TEST-1 N") == ["1.3"]
    assert broken(start, "TEST-1 N first TEST-2=6") == ["5.7"]


@BOTH
def test_18b_after_the_move_the_movers_power_may_be_used_and_not_a_pushed_ones(mode: str) -> None:
    after = played(example(mode), "TEST-1 E")
    assert (dice(after), after.seat) == ([3, 3, 2], 1)
    assert broken(after, "then TEST-1 TEST-3=3") == []
    assert broken(after, "then TEST-2 TEST-1=4") == ["5.3"]
    assert "not one pushed" in GAME.violations(after, GAME.parse_move("then TEST-2 TEST-1=4"))[0].text


@BOTH
def test_18c_a_power_first_obliges_its_muse_to_move(mode: str) -> None:
    used = played(example(mode), "first TEST-1 TEST-2=3")
    assert (used.seat, used.phase) == (0, Phase.DANCE)
    assert broken(used, "TEST-3 W") == ["5.5"]
    assert {move.name for move in GAME.legal_moves(used) if isinstance(move, Step)} == {"TEST-1"}
    assert all(isinstance(move, Step) for move in GAME.legal_moves(used))
    assert broken(used, "TEST-1 E") == []


@BOTH
def test_18d_a_hidden_muse_has_no_power(mode: str) -> None:
    start = hidden(example(mode), 0)
    assert broken(start, "orange? E") == []
    assert broken(start, "first orange? TEST-2=3") == ["5.2"]
    moved = played(start, "orange? E")
    assert broken(moved, "then orange? TEST-3=3") == ["5.2"]


@BOTH
def test_18e_a_push_that_brings_a_six_makes_the_power_void(mode: str) -> None:
    start = example(mode, (2, 5, 2))
    after = played(start, "TEST-1 E")
    assert (dice(after), after.phase) == ([3, 6, 2], Phase.REVEAL)
    assert broken(after, "then TEST-1 TEST-3=3") == ["1.3"]
    assert broken(start, "TEST-1 E then TEST-3=3") == ["5.7"]


@BOTH
def test_a_power_serves_once(mode: str) -> None:
    after = played(example(mode), "TEST-1 E", "then TEST-1 TEST-3=3")
    assert (dice(after), after.seat) == ([3, 3, 3], 1)
    assert broken(after, "then TEST-1 TEST-3=4") == ["5.4"]
    before = played(example(mode), "first TEST-1 TEST-2=3")
    assert broken(before, "first TEST-1 TEST-2=4") == ["5.4"]
    assert broken(played(before, "TEST-1 E"), "then TEST-1 TEST-3=3") == ["5.4"]
    assert broken(before, "TEST-1 E then TEST-3=3") == ["5.4"]


@BOTH
def test_the_next_players_turn_closes_the_last_ones_power(mode: str) -> None:
    moved = played(example(mode), "TEST-1 E")
    assert broken(played(moved, "TEST-3 W"), "then TEST-1 TEST-2=4") == ["5.3"]
    assert broken(played(moved, "first TEST-3 TEST-1=4"), "then TEST-1 TEST-2=4") == ["5.3"]
    assert broken(example(mode), "then TEST-1 TEST-2=3") == ["5.3"]


@BOTH
def test_a_six_by_a_power_after_the_move_is_its_own_players(mode: str) -> None:
    after = played(example(mode, (2, 2, 5)), "TEST-1 E", "then TEST-1 TEST-3=6")
    assert (after.phase, after.seat, after.mover) == (Phase.REVEAL, 0, None)
    assert played(example(mode, (2, 2, 5)), "TEST-1 E then TEST-3=6") == after


@BOTH
def test_a_muse_that_cannot_move_afterwards_has_no_power_first(mode: str) -> None:
    chain = powered([(0, 0), (1, 1), (2, 2)], 2, mode=mode)
    assert broken(chain, "first TEST-2 TEST-1=3") == ["5.5"]
    assert broken(chain, "first TEST-1 TEST-2=3") == []
    assert {move.name for move in GAME.legal_moves(chain) if isinstance(move, Use)} <= {"TEST-1", "TEST-3"}


@BOTH
def test_a_turn_in_one_reach_is_the_two_moves_one_after_the_other(mode: str) -> None:
    start = example(mode)
    then, first = "TEST-1 E then TEST-3=3", "TEST-1 E first TEST-2=3"
    assert (broken(start, then), broken(start, first)) == ([], [])
    assert played(start, then) == played(start, "TEST-1 E", "then TEST-1 TEST-3=3")
    assert played(start, first) == played(start, "first TEST-1 TEST-2=3", "TEST-1 E")
    assert isinstance(GAME.parse_move(then), Turn)


def test_powers_are_not_played_in_core_mode() -> None:
    start = dancing(BLOCK, 2)
    for text in ("first Calliope Clio=3", "then Calliope Clio=3"):
        assert broken(start, text) == ["5.1"]
    assert broken(start, "Calliope E then Urania=3") == ["5.1"]


def test_a_declared_power_may_do_anything_that_keeps_the_rules() -> None:
    start = powered(BLOCK, 2, mode="declared")
    for text in ("first TEST-1 TEST-9=6", "first TEST-1 TEST-9@3,2", "first TEST-1 TEST-9@3,1=5 TEST-2=1"):
        assert broken(start, text) == [], text
    assert broken(start, "first TEST-1 nothing") == []
    assert broken(start, "first TEST-1 TEST-9@4,4") == ["5.6"]
    assert broken(start, "first TEST-1 TEST-9@1,1") == ["5.6"]
    swapped = played(start, "first TEST-1 TEST-2@2,2 TEST-9@1,0")
    assert (cells(swapped)["B"], cells(swapped)["I"]) == ((2, 2), (1, 0))


def test_declaring_what_is_no_change_is_told() -> None:
    start = powered(BLOCK, 2, mode="declared")
    assert broken(start, "first TEST-1 TEST-2=2") == ["5.8"]
    assert broken(start, "first TEST-1 TEST-2@1,0") == ["5.8"]
    assert broken(start, "first TEST-1 TEST-2=3 TEST-2=4") == ["5.8"]
    assert broken(start, "first TEST-1 Clio=3") == ["3.1"]
    assert broken(start, "first Clio TEST-1=3") == ["3.1"]


def test_declared_powers_are_not_listed_and_rows_are() -> None:
    assert all(isinstance(move, Step) for move in GAME.legal_moves(powered(BLOCK, 2, mode="declared")))
    moves = list(GAME.legal_moves(example("full")))
    uses = {str(move) for move in moves if isinstance(move, Use)}
    assert uses == {f"first TEST-{a} TEST-{b}=3" for a in (1, 2, 3) for b in (1, 2, 3) if a != b}
    after = {str(move) for move in GAME.legal_moves(played(example("full"), "TEST-1 E")) if isinstance(move, Use)}
    assert {text for text in after if text.startswith("then")} == {"then TEST-1 TEST-2=4", "then TEST-1 TEST-3=3"}
    assert {text.split()[1] for text in after if text.startswith("first")} == set(NAMES[:3])


@BOTH
def test_the_current_player_and_points_do_not_wait_for_a_power(mode: str) -> None:
    after = played(example(mode), "TEST-1 E")
    assert GAME.current_player(after) == 1
    assert GAME.public(after) == after


def row(**fields: Any) -> State:  # noqa: ANN401 (any field of a row)
    """Return the block of nine, dice 3, whose middle Muse, TEST-5, has the power RAISE with these fields changed."""
    others: list[dict[str, Any] | None] = [None] * 9
    others[4] = RAISE | fields
    return powered(BLOCK, 3, *others)


@pytest.mark.parametrize(
    ("fields", "fine", "wrong", "rule"),
    [
        ({}, "TEST-1=4", "TEST-1=5", "5.12"),
        ({}, "TEST-1=4", "TEST-1@-1,0", "5.12"),
        ({}, "TEST-1=4", "TEST-1=4 TEST-2=4", "5.11"),
        ({}, "TEST-1=4", "TEST-5=4", "5.11"),
        ({"reach": 4}, "TEST-2=4", "TEST-1=4", "5.11"),
        ({"reach": "line"}, "TEST-8=4", "TEST-9=4", "5.11"),
        ({"targets": "self"}, "TEST-5=4", "TEST-1=4", "5.11"),
        ({"targets": "any"}, "TEST-5=4", "TEST-1=2", "5.12"),
        ({"count": [2, 3]}, "TEST-1=4 TEST-2=4 TEST-3=4", "TEST-1=4", "5.11"),
        ({"count": [1, "all"]}, "TEST-1=4 TEST-2=4 TEST-3=4 TEST-4=4", "TEST-1=4 TEST-2=5", "5.12"),
        ({"count": ["all", "all"], "reach": 4}, "TEST-2=4 TEST-4=4 TEST-6=4 TEST-8=4", "TEST-2=4", "5.11"),
        ({"effect": {"change": [-2, 3]}}, "TEST-1=1", "TEST-1=2", "5.12"),
        ({"effect": {"change": [-3, 3]}}, "TEST-1=6", "TEST-1=1", "5.12"),
        ({"effect": {"set": [1, 6]}}, "TEST-1=6", "TEST-1=4", "5.12"),
        ({"effect": "shift"}, "TEST-1@-1,0", "TEST-1@1,0 TEST-2@2,0 TEST-3@3,0", "5.12"),
        ({"effect": "shift", "pushes": True}, "TEST-1@1,0 TEST-2@2,0 TEST-3@3,0", "TEST-1@0,-1=4", "5.12"),
        ({"effect": "shift", "moved_tiles_get_plus_one": True}, "TEST-1@0,-1=4", "TEST-1@0,-1", "5.12"),
        ({"effect": "swap"}, "TEST-1@1,1 TEST-5@0,0", "TEST-1@1,0 TEST-2@0,0", "5.12"),
        ({"effect": "swap", "count": [2, 2]}, "TEST-1@1,0 TEST-2@0,0", "TEST-1@1,1 TEST-5@0,0", "5.12"),
        ({"effect": "jump"}, "TEST-1@3,0", "TEST-1@-1,0", "5.12"),
        ({"effect": {"other": "odd"}}, "TEST-1@3,0=6", "TEST-5=4", "5.11"),
    ],
)
def test_what_a_row_allows(fields: dict[str, Any], fine: str, wrong: str, rule: str) -> None:
    start = row(**fields)
    assert broken(start, f"first TEST-5 {fine}") == []
    assert broken(start, f"first TEST-5 {wrong}")[0] == rule


@pytest.mark.parametrize(
    ("fields", "numbers", "fine", "wrong"),
    [
        ({"effect": "exchange"}, {0: 1}, "TEST-1=3 TEST-5=1", "TEST-1=3 TEST-2=1"),
        ({"effect": "exchange", "count": [2, 2]}, {0: 1}, "TEST-1=3 TEST-2=1", "TEST-1=3 TEST-5=1"),
    ],
)
def test_dice_exchange_their_numbers(fields: dict[str, Any], numbers: dict[int, int], fine: str, wrong: str) -> None:
    start = row(**fields)
    tiles = (replace(tile, die=numbers.get(index, tile.die)) for index, tile in enumerate(start.tiles))
    start = replace(start, tiles=tuple(tiles))
    assert broken(start, f"first TEST-5 {fine}") == []
    assert broken(start, f"first TEST-5 {wrong}") == ["5.12"]


def test_hidden_and_neutral_muses_only_if_the_row_says_so() -> None:
    for spared in ("may_target_hidden", "may_target_neutral"):
        for may, rules in ((True, []), (False, ["5.11"])):
            start = hidden(row(**{spared: may}), 2) if spared == "may_target_hidden" else row(**{spared: may})
            if spared == "may_target_neutral":
                start = replace(start, setup=replace(start.setup, seats=2))
            name = "white?" if spared == "may_target_hidden" else "TEST-3"
            assert broken(start, f"first TEST-5 {name}=4") == rules


def test_when_a_row_allows_it() -> None:
    late, early = row(allowed_before=False), row(allowed_after=False)
    assert broken(late, "first TEST-5 TEST-1=4") == ["5.10"]
    assert broken(late, "TEST-5 N then TEST-4=4") == []
    assert broken(early, "first TEST-5 TEST-1=4") == []
    assert broken(early, "TEST-5 N then TEST-4=4") == ["5.10"]
    assert not [move for move in GAME.legal_moves(late) if isinstance(move, Use)]
    after = [move for move in GAME.legal_moves(played(early, "TEST-5 N")) if isinstance(move, Use)]
    assert {move.when for move in after} == {"first"}


def test_for_nothing_only_if_the_row_says_so() -> None:
    assert broken(row(), "first TEST-5 nothing") == ["5.13"]
    start = row(may_be_null=True)
    assert broken(start, "first TEST-5 nothing") == []
    assert Use("first", "TEST-5", ()) in set(GAME.legal_moves(start))
    assert Use("first", "TEST-5", ()) not in set(GAME.legal_moves(row()))


def test_a_muse_without_a_row_has_no_power() -> None:
    assert broken(row(), "first TEST-1 TEST-2=4") == ["5.9"]
    assert {move.name for move in GAME.legal_moves(row()) if isinstance(move, Use)} == {"TEST-5"}


def test_a_power_that_would_split_the_group_is_neither_legal_nor_listed() -> None:
    start = powered([(0, 0), (1, 0), (2, 0)], 3, SHIFT | {"pushes": False, "reach": "any"})
    assert broken(start, "first TEST-1 TEST-3@3,0=4") == ["5.6"]
    uses = {str(move) for move in GAME.legal_moves(start) if isinstance(move, Use)}
    assert "first TEST-1 TEST-3@3,0=4" not in uses
    assert "first TEST-1 TEST-3@2,1=4" in uses


def test_every_listed_use_is_legal_and_every_outcome_of_one_die_that_is_legal_is_listed() -> None:
    start = powered(BLOCK, 3, RAISE | {"reach": 4, "effect": {"change": [1, -2]}})
    listed = {move for move in GAME.legal_moves(start) if isinstance(move, Use)}
    tried = [Use("first", a, (Change(b, die=die),)) for a in NAMES for b in NAMES for die in range(1, 7)]
    assert {use for use in tried if not GAME.violations(start, use)} == listed


def test_a_whole_row_may_still_be_pushed_after_a_power() -> None:
    start = powered(ROW, 2)
    assert broken(start, "first TEST-1 TEST-2=3") == []
    assert broken(start, "first TEST-2 TEST-1=3") == []
    assert broken(played(start, "first TEST-2 TEST-1=3"), "TEST-2 E") == ["3.4"]
