"""Moves, rules and findings as they are told to people: with names for seats, in words for notation."""

import pytest

import rules
from companion.records import Setup
from companion.session import RefusedError
from companion.sessions import Sessions
from companion.telling import Teller
from rules.game import Candidate, Finding, Verdict

NAMES = ("Ana", "Бен", "Caro")
LINE = Teller(rules.load("line_dice"), NAMES)
MUSES = Teller(rules.load("dance_of_muses"), NAMES)
POSITION = "S-EW 0,0; X 1,0; C1S 2,0"


def test_a_refusal_names_the_players() -> None:
    state = LINE.game.initial_state(3, hands="unknown", position=POSITION, head="2,-1", first=1)
    move = LINE.game.parse_move("lay S-NS 2,-1 by 2")
    (broken, *_) = LINE.game.violations(state, move)
    assert "seat 1" in broken.text
    refusal = LINE.refusal(state, move, broken)
    assert refusal.startswith("Not allowed: A straight at 2,-1")
    assert "It is Бен's turn, not Caro's" in refusal


def test_a_wish_that_is_refused_names_them_too(sessions: Sessions) -> None:
    session = sessions.create(Setup("line_dice", 3, NAMES, {"hands": "unknown", "mikes_bluff": "secret"}))
    for length, move in enumerate(("lay S-EW 0,0", "lay C1S 1,0")):
        session.play(move, length)
    with pytest.raises(RefusedError, match=r"Not allowed: Calls the last arrow\. Rule 6\.2: Бен laid that die"):
        session.play("call 1", 2)


def test_who_acts_out_of_turn_is_named_on_the_button() -> None:
    state = LINE.game.initial_state(3, hands="unknown", mikes_bluff="secret")
    for text in ("lay S-EW 0,0", "lay C1S 1,0"):
        state = LINE.game.apply(state, LINE.game.parse_move(text))
    buttons = [LINE.button(state, LINE.game.parse_move(text)) for text in ("call 0", "call 2", "lay S-NS 1,-1")]
    assert buttons == ["Ana: Calls the last arrow", "Calls the last arrow", "A straight at 1,-1, straight on"]


def test_a_finding_is_a_sentence_without_notation() -> None:
    start = MUSES.game.initial_state(3)
    tellings = {
        Verdict(Finding.LEGAL, (Candidate("place Clio 0,0", 1.0),)): "Ana: Clio placed at 0,0.",
        Verdict(Finding.UNCHANGED, (Candidate(None, 1.0),)): "The table stands as the score sheet says.",
        Verdict(Finding.UNEXPLAINED): "Waiting: this picture shows no single move yet.",
        Verdict(Finding.AMBIGUOUS, (Candidate("place Clio 0,0", 0.9), Candidate(None, 0.1))): (
            "Ana: Clio placed at 0,0: was that played?"
        ),
    }
    assert {verdict: MUSES.verdict(start, verdict) for verdict in tellings} == tellings


def test_what_an_older_version_wrote_and_nobody_can_read_is_no_move() -> None:
    start = MUSES.game.initial_state(3)
    assert MUSES.verdict(start, Verdict(Finding.LEGAL, (Candidate("waltz", 1.0),))).startswith("Waiting:")
    assert MUSES.candidate(start, Candidate("waltz", 1.0)) == "Nothing was played"


def test_an_automaton_has_no_name() -> None:
    assert (MUSES.player(2), MUSES.player(3), MUSES.player(None)) == ("Caro", "", "")
