"""Muses and moves as people say them."""

import pytest

import rules

GAME = rules.load("dance_of_muses")
POSITION = (
    "white ? 1,1 3; orange Clio 0,0 4; purple Thalia 1,0 3; orange Urania 0,1 3; purple Erato 2,0 4; orange ? 0,2 1; "
    "purple Euterpe 2,1 1; orange Melpomene 1,2 2; purple ? 3,2 2"
)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("Erato S", "Erato south, pushing Euterpe"),
        ("Clio W", "Clio west"),
        ("Clio E", "Clio east, pushing Thalia and Erato"),
        ("purple? W", "the hidden purple Muse west"),
        ("Melpomene W", "Melpomene west, pushing the hidden orange Muse"),
    ],
)
def test_a_step_names_the_mover_the_way_and_the_pushed(move: str, words: str) -> None:
    state = GAME.initial_state(2, position=POSITION)
    assert GAME.words(state, GAME.parse_move(move)) == words


def test_the_other_moves_say_what_happens() -> None:
    start = GAME.initial_state(2)
    told = [
        GAME.words(start, GAME.parse_move(text)) for text in ("place ? 0,0", "place Clio 1,0", "suns Clio 1", "gather")
    ]
    assert told == [
        "a hidden Muse placed at 0,0",
        "Clio placed at 1,0",
        "Clio has 1 sun",
        "the table is cleared for the next hand",
    ]
    assert (
        GAME.words(start, GAME.parse_move("reveal orange?2=Erato white?=Clio"))
        == "turned up: Erato (orange) and Clio (white)"
    )


def test_a_violation_calls_hidden_muses_by_words() -> None:
    state = GAME.initial_state(2, position=POSITION)
    violation = GAME.violations(state, GAME.parse_move("purple? E"))[0]
    assert violation.text.startswith("The hidden purple Muse would stand apart from the hidden white Muse:")


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("first Clio Thalia=4", "Clio's power, before her move: the die on Thalia to 4"),
        (
            "then Clio Thalia@3,1=4 orange?=2",
            "Clio's power, after her move: Thalia to 3,1 with the die on Thalia to 4 and",
        ),
        ("then Clio nothing", "Clio's power, after her move: nothing changed"),
        ("Clio E then Urania=4", "Clio east, pushing Thalia and Erato; then, her power: the die on Urania to 4"),
        ("Clio W first Urania=4", "Clio west; before it, her power: the die on Urania to 4"),
    ],
)
def test_powers_are_told_by_what_came_of_them(move: str, words: str) -> None:
    state = GAME.initial_state(2, position=POSITION, mode="declared")
    assert GAME.words(state, GAME.parse_move(move)).startswith(words)


def test_a_mishap_is_no_move_and_has_no_words_so_that_no_peek_is_told() -> None:
    state = GAME.initial_state(2, position=POSITION)
    peek = GAME.parse_move("slip turned orange?=Calliope")
    assert GAME.words(state, peek) == ""
    assert "Calliope" not in "".join(violation.text for violation in GAME.violations(state, peek))


def test_a_power_after_the_move_is_the_deed_of_who_moved() -> None:
    state = GAME.initial_state(2, position=POSITION, mode="declared")
    moved = GAME.apply(state, GAME.parse_move("Clio W"))
    late, early = GAME.parse_move("then Clio Erato=5"), GAME.parse_move("first Thalia Erato=5")
    assert (GAME.current_player(moved), GAME.actor(moved, late), GAME.actor(moved, early)) == (1, 0, 1)
    ended = GAME.apply(moved, GAME.parse_move("then Clio Erato=6"))
    assert GAME.actor(ended, GAME.parse_move("gather")) == 0, "who ended the hand turns the Muses up"


@pytest.mark.parametrize("number", range(1, 10))
def test_whatever_hidden_muse_notation_can_name_has_words(number: int) -> None:
    state = GAME.initial_state(2, position=POSITION)
    assert GAME.words(state, GAME.parse_move(f"orange?{number} N")).endswith("th hidden orange Muse north") == (
        number > 3
    )
