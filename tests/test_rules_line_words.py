"""Moves and standings of Line Dice as people say them; what players may hide is never said."""

import pytest
from rules_line import holding, laid, move, played

from rules.line_dice import GAME
from rules.line_dice.state import State

E5 = "S-EW 0,0; X 1,0; C1S 2,0; C0S 2,-1"
E12 = "C2S 0,0; S-EW 1,0; C1S 2,0; S-NS 2,-1; C0S 2,-2; S-EW 1,-2; C3S 0,-2"


@pytest.mark.parametrize(
    ("dice", "text", "words"),
    [
        (E5, "lay C3S 1,-1", "a curve with its arrow south at 1,-1, turning left, over 1,0"),
        (E5, "lay X 1,-1", "a crossing at 1,-1, straight on"),
        (E12, "lay S-NS 0,-1", "a straight at 0,-1, straight on, which closes the circuit"),
        ("S-NS 0,0", "lay C1N 0,-1", "a curve with its arrow north at 0,-1, turning right"),
        (E5, "out C1", "no die fits: out of the game, with a curve C1 left"),
        (E5, "call 2", "calls the last arrow"),
        (E5, "takeback", "the bluff is taken back"),
        (E5, "discard X", "a crossing leaves the game"),
        (E5, "discard C1", "a curve C1 leaves the game"),
        (E5, "announce", "nobody calls the last die"),
        (E5, "change 0,0=X", ""),
    ],
)
def test_a_move_in_words(dice: str, text: str, words: str) -> None:
    assert GAME.words(laid(dice), move(text)) == words


def test_the_beginning_in_words() -> None:
    start = GAME.initial_state(5, first=2)
    assert GAME.words(start, move("roll S S X C0 C0 C0 C2")) == (
        "rolled 2 straights, 1 crossing, 3 curves C0 and 1 curve C2"
    )
    assert GAME.words(start, move("roll ?")) == "7 dice rolled, not recorded"
    hidden = GAME.initial_state(5, hands="hidden")
    assert GAME.words(hidden, move("roll S S X C0 C0 C0 C2")) == "7 dice rolled, kept hidden"
    assert GAME.words(start, move("extra C2N")) == (
        "the left-over die, a curve with its arrow north, begins the road at 0,0"
    )
    assert GAME.words(GAME.initial_state(2), move("lay X 0,0")) == "a crossing at 0,0, the first of the road"


def test_how_the_game_stands() -> None:
    start = GAME.initial_state(2, hands="unknown")
    assert GAME.working(start) == ("No curve has said yet where arrows point", "Seat 0: 18 dice", "Seat 1: 18 dice")
    second = played(start, "lay S-EW 0,0")
    assert GAME.working(second)[0] == "The road goes on at 1,0 or -1,0"
    state = holding(laid(E5), "S X", "X C1", "C0")
    assert GAME.working(state) == (
        "The road goes on at 1,-1",
        "Arrows point south",
        "Seat 0: S X",
        "Seat 1: X C1",
        "Seat 2: C0",
    )


def test_a_decided_game_and_its_end() -> None:
    pocket = "S-EW 0,0; C1S 1,0; S-NS 1,-1; C0S 1,-2; S-EW 0,-2; C3S -1,-2; C2S -1,-1"
    state = holding(laid(pocket), "S", "S", "S")
    said = "Nothing can be laid there but to close the circuit: whoever laid the last die wins"
    assert [said in GAME.working(laid(dice)) for dice in (pocket, E12, E5)] == [True, True, False]
    assert said not in GAME.working(laid(pocket, mikes_bluff="secret"))  # its last curve may still be called
    assert GAME.working(played(state, "out", "out")) == (
        "Seat 0: S",
        "Seat 1: S, out",
        "Seat 2: S, out",
        "Seat 0 wins: everybody else is out",
    )


def ends() -> list[tuple[State, str]]:
    closed = played(laid(E12), "lay S-NS 0,-1")
    emptied = played(holding(laid(E5, empty_hand_wins=True), "S", "X", "C0"), "lay X 1,-1")
    return [
        (closed, "Seat 0 wins: the circuit is closed, and that seat laid the die before"),
        (emptied, "Seat 1 wins: all its dice are laid"),
    ]


def test_the_reason_of_a_win() -> None:
    for state, said in ends():
        assert GAME.working(state)[-1] == said


def test_hidden_hands_are_only_counted() -> None:
    hands = ["S S S S S S", *["X X X X X X"] * 5]
    state = GAME.initial_state(6, hands="hidden", in_hand=hands)
    assert GAME.working(state)[1:] == tuple(f"Seat {seat}: 6 dice" for seat in range(6))
    assert GAME.working(GAME.public(state)) == GAME.working(state)
    assert not [line for line in GAME.working(played(state, "lay S-EW 0,0")) if "S S" in line]
