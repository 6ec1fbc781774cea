"""A game of Line Dice from the roll to the end: hands, the left-over die, going out, and the switches of the house."""

import pytest
from rules_line import holding, laid, lays, legal, move, played, rules_broken

from rules.line_dice import GAME
from rules.line_dice.moves import Out, Roll
from rules.line_dice.state import Phase, State

E8 = "S-EW 0,0; S-EW 1,0; C1S 2,0; C0S 2,-1"  # a straight and C2 fit at 1,-1
E12 = "C2S 0,0; S-EW 1,0; C1S 2,0; S-NS 2,-1; C0S 2,-2; S-EW 1,-2; C3S 0,-2"  # whatever fits at 0,-1 closes
E14 = "S-EW 0,0; C1S 1,0; S-NS 1,-1; C0S 1,-2; S-EW 0,-2; C3S -1,-2; C2S -1,-1"  # nothing fits at 0,-1
SIX = "S S X C0 C1 C2"


def rolled(seats: int = 6, **options: object) -> State:
    """Return the state after everybody rolled the same six dice."""
    state = GAME.initial_state(seats, **options)
    return played(state, *[f"roll {SIX}"] * seats)


@pytest.mark.parametrize(("seats", "each"), [(2, 18), (3, 12), (4, 9), (5, 7), (6, 6)])
def test_how_many_dice_each_player_rolls(seats: int, each: int) -> None:
    state = GAME.initial_state(seats, first=1)
    assert (state.phase, GAME.current_player(state)) == (Phase.ROLL, 1)
    assert [len(hand) for hand in state.hands] == [each] * seats
    assert rules_broken(state, f"roll {' '.join(['S'] * each)}") == []
    assert rules_broken(state, f"roll {' '.join(['S'] * (each - 1))}") == ["2.2"]


def test_the_quick_game_has_ten_dice_each() -> None:
    sizes = {seats: GAME.initial_state(seats, hand_limit=10).setup.each for seats in range(2, 7)}
    assert sizes == {2: 10, 3: 10, 4: 9, 5: 7, 6: 6}
    assert GAME.initial_state(5, hand_limit=6, hands="unknown").phase is Phase.LAY  # more than one die stays out


def test_rolls_come_in_turn_and_are_kept_in_order() -> None:
    state = GAME.initial_state(6, first=4)
    assert legal(state)[:2] == ["roll ?", "roll S S S S S S"]
    assert len(legal(state)) == 462 + 1
    assert move("roll C3 X S") == Roll(("S", "X", "C3"))
    state = played(state, "roll C0 X S S C1 C2", "roll ?")
    assert state.hands[4] == tuple(SIX.split())
    assert state.hands[5] == ("?",) * 6
    assert GAME.current_player(state) == 0
    state = played(state, *[f"roll {SIX}"] * 4)
    assert (state.phase, GAME.current_player(state)) == (Phase.LAY, 4)


def test_nothing_comes_before_the_roll_and_the_left_over_die() -> None:
    state = GAME.initial_state(6)
    assert rules_broken(state, "lay X 0,0") == ["3.1"]
    assert rules_broken(state, "roll S S S S S C3") == []
    assert rules_broken(rolled(), f"roll {SIX}") == ["3.1"]
    five = GAME.initial_state(5, hands="unknown")
    assert rules_broken(five, "lay X 0,0") == ["3.1"]
    assert rules_broken(five, "extra X") == []
    assert rules_broken(GAME.initial_state(5, hands="unknown", arrow="S"), "extra C2N") == ["2.3"]
    assert rules_broken(GAME.initial_state(5, hands="unknown", five_player_extra="unused"), "extra X") == ["3.1"]


def test_a_set_without_some_faces() -> None:
    plain = GAME.initial_state(6, faces_per_die=["S", "S", "S", "X", "X", "C0"])
    assert len(legal(plain)) == 28 + 1
    assert rules_broken(plain, "roll S S S S S C1") == ["2.2"]
    assert rules_broken(GAME.initial_state(5, hands="unknown", faces_per_die=["S"] * 6), "extra X") == ["2.3"]


def test_a_die_is_laid_from_the_hand() -> None:
    state = rolled()
    assert rules_broken(state, "lay C3N 0,0") == ["4.4"]
    state = played(state, "lay C0N 0,0")
    assert state.hands[0] == ("S", "S", "X", "C1", "C2")
    assert state.hands[1] == tuple(SIX.split())
    assert [text for text in lays(state) if text[:2] in {"C0", "C2"}] == ["C2N 0,-1", "C2N 1,0"]


def test_unknown_hands_are_counted() -> None:
    state = played(GAME.initial_state(2, hands="unknown"), "lay X 0,0")
    assert (state.phase, state.hands[0], state.hands[1]) == (Phase.LAY, ("?",) * 17, ("?",) * 18)


def test_who_has_no_dice_left_is_out_when_the_turn_comes() -> None:
    state = holding(laid("X 0,0; S-EW 1,0", 2, 1), "", "X")
    assert legal(state) == ["out"]
    assert rules_broken(state, "lay S-EW 2,0") == ["4.4"]
    assert GAME.winners(played(state, "out")) == (1,)


def test_a_die_out_of_turn_askew_or_after_the_end_is_refused() -> None:
    state = laid(E8)
    assert rules_broken(state, "lay S-EW 1,-1 by 2") == ["4.2"]
    assert rules_broken(state, "lay S-EW 1,-1 by 1") == []
    assert rules_broken(state, "lay S-EW 1,-1 askew") == ["4.5"]
    assert rules_broken(state, "lay C3E 1,-1 by 0 askew") == ["4.2", "4.5", "4.12"]
    over = played(holding(laid(E14), "S", "S", "S"), "out", "out")
    for text in ("lay S-NS 0,-1", "out", "call 1", "change 0,0=X", "announce"):
        assert rules_broken(over, text) == ["4.1"]


def test_the_tests_come_in_their_order() -> None:
    state = holding(laid(E8), "S", "S", "S")
    assert rules_broken(state, "lay C3W 1,-1 by 2 askew") == ["4.2", "4.4", "4.5", "4.11", "4.12"]
    assert rules_broken(state, "lay C3E 5,5 by 2 askew") == ["4.2", "4.4", "4.5", "4.10"]
    assert rules_broken(state, "lay C3E 0,0") == ["4.4", "4.6"]


def test_every_sentence_says_what_to_do() -> None:
    state = laid(E8)
    told = [
        GAME.violations(state, move(f"lay {die}"))[0].text
        for die in ("S-EW 0,0", "S-EW -1,0", "S-EW 4,4", "S-NS 1,-1", "C2W 1,-1", "C3S 1,-1", "X 1,-1")
    ]
    assert told == [
        "There is a die there already: lay this one at 1,-1.",
        "That is where the road began, and it only grows forward: go on at 1,-1.",
        "The road goes on elsewhere: move the die to 1,-1.",
        "The die has no road on the side where the road arrives: turn it, or lay another one.",
        "The arrow points west and must point south: take it back.",
        "The road would run into a wall at 1,0: lay a die that leads past it.",
        "A crossing cannot lie beside 1,0, where no road faces it: lay another die.",
    ]
    assert [place.cell for place in GAME.violations(state, move("lay X 1,-1"))[0].places] == [(1, -1), (1, 0)]


def test_who_can_lay_a_die_must() -> None:
    state = holding(laid(E8), "X", "X C2", "X")
    (violation,) = GAME.violations(state, move("out"))
    assert (violation.rule, violation.text) == ("5.1", "In this hand a curve C2 still fits at 1,-1: lay it.")
    assert rules_broken(holding(laid(E8, must_play=False), "X", "X C2", "X"), "out") == []


def test_going_out_passes_the_same_head_on() -> None:
    state = played(holding(laid(E8), "S", "X", "S"), "out")
    assert (GAME.current_player(state), state.out, lays(state)) == (2, (1,), ["S-EW 1,-1"])
    state = played(state, "lay S-EW 1,-1")
    assert GAME.current_player(state) == 0  # seat 1 is out for good


def test_sabotage_the_others_go_out_one_by_one() -> None:
    state = holding(laid(E14, 4, 2), *["S X C0 C1 C2 C3"] * 4)
    for seat in (3, 0, 1):
        assert (GAME.current_player(state), legal(state)) == (seat, ["out"])
        state = played(state, "out")
    assert (GAME.winners(state), GAME.scores(state)) == ((2,), (0, 0, 1, 0))


def test_dice_nobody_recorded_are_shown_when_going_out() -> None:
    state = laid(E8)
    assert rules_broken(state, "out") == ["5.1"]
    assert rules_broken(state, "out S X") == ["5.1"]
    assert rules_broken(state, "out X C0") == []
    assert move("out C0 X X") == Out(("X", "C0"))
    shown = [text for text in legal(state) if text.startswith("out")]
    assert len(shown) == 15  # every set of the four kinds that do not fit
    assert rules_broken(laid(E8, show_on_out=False), "out") == []
    assert rules_broken(laid(E8, show_on_out=False), "out X") == ["5.1"]
    assert rules_broken(holding(laid(E8), "X", "X", "X"), "out X") == ["5.1"]
    few = holding(laid(E8), "X", "?", "X")
    assert rules_broken(few, "out X C0") == ["5.1"]


def test_a_hidden_hand_is_checked_but_never_named() -> None:
    state = played(GAME.initial_state(6, hands="hidden"), *[f"roll {SIX}"] * 6, "lay X 0,0")
    (violation,) = GAME.violations(state, move("out"))
    assert violation.text == "A die of this hand still fits at 0,-1, 1,0, 0,1 or -1,0: lay it."
    public = GAME.public(state)
    assert public.hands == (("?",) * 5, *[("?",) * 6] * 5)
    assert rules_broken(public, "out") == []
    assert GAME.public(played(GAME.initial_state(6), f"roll {SIX}")).hands[0] == tuple(SIX.split())


def test_closing_is_forced_unless_agreed_otherwise() -> None:
    state = holding(laid(E12), "S", "S C0", "S")
    assert rules_broken(state, "out") == ["5.1"]
    free = holding(laid(E12, closing_forced=False), "S", "S C0", "S")
    assert legal(free) == ["lay S-NS 0,-1", "out"]


def test_closing_only_if_forced() -> None:
    e9 = "C3S 0,0; C0S 1,0; C1S 1,1"  # C2 closes, a crossing does not
    state = holding(laid(e9, closing_only_if_forced=True), "S", "C2 X", "S")
    assert rules_broken(state, "lay C2S 0,1") == ["4.17"]
    assert legal(state) == ["lay X 0,1"]
    alone = holding(laid(e9, closing_only_if_forced=True), "S", "C2 S", "S")
    assert legal(alone) == ["lay C2S 0,1"]
    assert rules_broken(holding(laid(e9), "S", "C2 X", "S"), "lay C2S 0,1") == []


def test_forbid_dead_cell() -> None:
    dice, last = E14.rsplit("; ", 1)
    assert last in lays(laid(dice))
    assert rules_broken(laid(dice, forbid_dead_cell=True), f"lay {last}") == ["4.16"]
    assert last not in lays(laid(dice, forbid_dead_cell=True))


def test_road_only_looks_at_the_travelled_road_alone() -> None:
    """A crossing beside a blank side and a straight along an open arm are let pass; a wall is a wall, however far."""
    assert rules_broken(laid(E8), "lay X 1,-1") == ["4.14"]
    assert rules_broken(laid(E8, edge_rule="road_only"), "lay X 1,-1") == []
    arm = "S-EW 0,0; X 1,0; C1S 2,0; C0S 2,-1"
    assert rules_broken(laid(arm), "lay S-EW 1,-1") == ["4.15"]
    assert rules_broken(laid(arm, edge_rule="road_only"), "lay S-EW 1,-1") == []
    assert rules_broken(laid(E8, edge_rule="road_only"), "lay C3S 1,-1") == ["4.13"]
    loop = "S-EW 0,0; S-EW 1,0; C1S 2,0; C0S 2,-1; X 1,-1; C2S 0,-1; C3S 0,-2"
    assert rules_broken(laid(loop, edge_rule="road_only"), "lay C0S 1,-2") == ["4.13"]  # over 1,-1 against 1,0


def test_the_tail_of_a_looser_table_may_be_walled_up() -> None:
    state = laid("C2S 0,0; C1S 1,0; C0S 1,-1", edge_rule="road_only")
    assert state.road.tail == (0, -1)
    walled = played(state, "lay S-EW 0,-1")
    assert walled.road.tail is None
    assert rules_broken(walled, "lay X -1,-1") == []


def test_empty_hand_wins() -> None:
    state = holding(laid(E8, empty_hand_wins=True), "X X", "S", "C1 C1 C1")
    end = played(state, "lay S-EW 1,-1")
    assert (GAME.winners(end), GAME.scores(end)) == ((1,), (0, 5, 0))
    closing = played(holding(laid(E12, empty_hand_wins=True), "X X", "S", "C1"), "lay S-NS 0,-1")
    assert (GAME.winners(closing), GAME.scores(closing)) == ((0,), (1, 0, 0))


def test_the_arrow_may_be_agreed_beforehand() -> None:
    state = GAME.initial_state(3, hands="unknown", arrow="E")
    assert rules_broken(state, "lay C2N 0,0") == ["4.12"]
    assert [text for text in lays(state) if text.startswith("C")] == ["C0E 0,0", "C1E 0,0", "C2E 0,0", "C3E 0,0"]


def test_the_first_die_may_lie_anywhere_and_gives_the_cells_their_numbers() -> None:
    state = GAME.initial_state(3, hands="unknown")
    assert rules_broken(state, "lay S-NS 4,7") == []
    assert {text.split()[1] for text in lays(state)} == {"0,0"}
    assert lays(played(state, "lay S-NS 4,7"))[:2] == ["S-NS 4,6", "X 4,6"]


def test_no_side_is_asked_of_dice_that_touch_at_a_corner() -> None:
    state = laid("S-EW 0,0; C1S 1,0")
    assert rules_broken(state, "lay S-NS 1,-1") == []
    assert rules_broken(state, "lay X 1,-1") == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "roll",
        "roll SX",
        "roll S  X",
        "roll C4",
        "extra",
        "extra S",
        "extra C0",
        "lay C1 2,1",
        "lay C1S 2",
        "lay C1S 1000,0",
        "lay C1S 2,1 by",
        "lay X 0,0 askew by 2",
        "out ?",
        "call",
        "call 12",
        "discard",
        "discard ?",
        "change",
        "change 0,0",
        "change 0,0=C0",
        "change 0,0=X1,0=X",
        "takeback 1",
        " announce",
    ],
)
def test_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no move: write"):
        GAME.parse_move(text)


@pytest.mark.parametrize(
    "text",
    [
        "roll ?",
        "extra C2N 3,-2",
        "lay C1S -2,1 by 2 askew",
        "out C0 C3",
        "call 2",
        "discard X",
        "change -1,0=C2N 2,0=-",
    ],
)
def test_text_prints_as_it_was_written(text: str) -> None:
    assert str(move(text)) == text
