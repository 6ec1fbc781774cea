"""Questions: asked where a picture leaves two moves, answered by people, kept while the table goes on."""

from dataclasses import replace

import pytest
from companion_tables import jpeg, moves, reading, table_after

import rules
from companion.records import Setup, Source
from companion.session import RefusedError, Session
from companion.sessions import Sessions
from companion.store import KEPT_STILLS, StaleWriteError
from rules.game import Candidate, Finding
from rules.table import Place

GAME = rules.load("dance_of_muses")
OPENING = Setup("dance_of_muses", 3, ("Ana", "Бен", "Caro"))
FIRST = Place("tile", (0, 0))
QUESTION = {FIRST: {"Clio": 0.52, "Erato": 0.46}}


def ask(sessions: Sessions) -> tuple[Session, int]:
    """Return a session with the question whether Clio or Erato was placed, and the still's number."""
    session = sessions.create(OPENING)
    verdict = session.offer(reading(table_after(session, "place Clio 0,0"), QUESTION), jpeg())
    still = session.latest()
    assert verdict.finding is Finding.AMBIGUOUS
    assert still is not None
    return session, still.id


def test_a_question_is_answered_by_one_of_its_moves(sessions: Sessions) -> None:
    session, still = ask(sessions)
    assert session.answer(still, 1, 0) == "place Erato 0,0"
    entry = session.log()[0]
    assert (entry.move, entry.source, entry.still) == ("place Erato 0,0", Source.PERSON, still)
    with pytest.raises(StaleWriteError):
        session.answer(still, 0, 1)


def test_an_answer_counts_though_the_camera_has_looked_again_meanwhile(sessions: Sessions) -> None:
    session, asked = ask(sessions)
    laid = table_after(session, "place Clio 0,0")
    session.offer(reading(laid, {FIRST: {"Erato": 0.51, "Clio": 0.47}}), jpeg())
    newer = session.question(session.position())
    assert newer is not None
    assert newer.id != asked
    assert session.answer(asked, 1, 0) == "place Erato 0,0", "the second button, as it was shown"
    assert session.log()[0].still == newer.id


def test_an_answer_that_a_newer_picture_rules_out_is_stale(sessions: Sessions) -> None:
    session, asked = ask(sessions)
    laid = table_after(session, "place Thalia 0,0")
    session.offer(reading(laid, {FIRST: {"Thalia": 0.51, "Urania": 0.48}}), jpeg())
    with pytest.raises(StaleWriteError):
        session.answer(asked, 1, 0)
    assert session.log() == ()


def test_a_question_can_be_answered_with_nothing(sessions: Sessions) -> None:
    session = sessions.create(OPENING)
    for move in ("place Clio 0,0", "place Erato 1,0"):
        session.play(move, len(session.log()))
    third = Place("tile", (2, 0)), Place("die", (2, 0))
    doubts = {third[0]: {"Thalia": 0.5, "Urania": 0.5}}
    seen = reading(table_after(session, "place Thalia 2,0"), doubts)
    session.offer(seen, jpeg())
    still = session.latest()
    assert still is not None
    with pytest.raises(RefusedError, match="choose one of the buttons"):
        session.answer(still.id, 9, 2)
    asked = replace(still, verdict=replace(still.verdict, candidates=(*still.verdict.candidates, Candidate(None, 0.1))))
    session.store.rejudge(session.id, asked)
    assert session.answer(still.id, len(still.verdict.candidates), 2) is None
    settled = session.latest()
    assert settled is not None
    assert settled.verdict.finding is Finding.UNCHANGED
    assert len(session.log()) == 2


def test_a_question_waits_while_the_next_tile_is_laid(sessions: Sessions) -> None:
    session, asked = ask(sessions)
    state = session.position().state
    for move in ("place Clio 0,0", "place Thalia 1,0"):
        state = GAME.apply(state, GAME.parse_move(move))
    both = reading(GAME.table(state), {FIRST: {"Clio": 0.52, "Erato": 0.46}})
    for _ in range(KEPT_STILLS + 2):
        assert session.offer(both, jpeg()).finding is Finding.UNEXPLAINED
    open_question = session.question(session.position())
    assert open_question is not None
    assert open_question.id == asked
    assert session.answer(asked, 0, 0) == "place Clio 0,0"
    assert moves(session) == ["place Clio 0,0", "place Thalia 1,0"], "the newest picture is judged at once"
    assert session.question(session.position()) is None


def test_a_question_is_gone_when_the_table_is_as_it_was(sessions: Sessions) -> None:
    session, asked = ask(sessions)
    assert session.offer(reading({}), jpeg()).finding is Finding.UNCHANGED
    with pytest.raises(StaleWriteError):
        session.answer(asked, 0, 0)
