"""What was agreed on before is no news: a reader that errs the same way again asks nobody twice."""

from collections.abc import Mapping

from companion_tables import ILLEGAL, LEGAL, MISREAD, jpeg, reading, table_after

from companion.records import Still
from companion.session import Session
from rules.game import Finding
from rules.table import Face
from vision.reading import Reading

STRANGE: Mapping[Face, float] = {"purple 4": 0.97, "orange 4": 0.001, "purple 6": 0.01}  # its colour misread
OTHER: Mapping[Face, float] = {"white 4": 0.97, "orange 4": 0.001}
FIVE: Mapping[Face, float] = {"orange 5": 0.97, "orange 4": 0.001}


def seen(session: Session, move: str | None = None) -> Reading:
    return reading(table_after(session, move), {MISREAD: STRANGE})


def offer(session: Session, shown: Reading) -> Finding:
    return session.offer(shown, jpeg()).finding


def latest(session: Session) -> Still:
    still = session.latest()
    assert still is not None
    return still


def test_a_piece_read_wrong_is_no_news_once_people_have_told_the_move(session: Session) -> None:
    assert offer(session, seen(session, LEGAL)) is Finding.UNEXPLAINED
    session.play(LEGAL, 0)
    assert offer(session, seen(session)) is Finding.UNCHANGED, "the same reading of the same die"


def test_nor_once_they_have_tapped_it(session: Session) -> None:
    assert offer(session, reading(table_after(session, LEGAL), {MISREAD: FIVE})) is Finding.ILLEGAL
    session.correct(latest(session).id, MISREAD, "orange 4", 0)
    assert [played.entry.move for played in session.position().played] == [LEGAL]
    assert offer(session, reading(table_after(session), {MISREAD: FIVE})) is Finding.UNCHANGED


def test_a_move_told_by_people_corrects_the_picture_that_shows_it(session: Session) -> None:
    offer(session, seen(session, LEGAL))
    session.play(LEGAL, 0)
    assert latest(session).verdict.finding is Finding.LEGAL
    assert latest(session).corrections == {MISREAD: "orange 4"}
    assert session.accuracy()[1] == 1


def test_a_picture_of_something_else_is_left_as_it_was_judged(session: Session) -> None:
    offer(session, seen(session))
    session.play(LEGAL, 0)
    assert latest(session).verdict.finding is Finding.UNEXPLAINED
    assert not latest(session).corrections


def test_a_move_against_the_rules_is_not_washed_away_by_entering_another_one(session: Session) -> None:
    assert offer(session, reading(table_after(session, ILLEGAL))) is Finding.ILLEGAL
    session.play(LEGAL, 0)
    assert latest(session).verdict.finding is Finding.ILLEGAL
    assert offer(session, reading(table_after(session), {MISREAD: FIVE})) is not Finding.UNCHANGED


def test_another_reading_is_news(session: Session) -> None:
    offer(session, seen(session, LEGAL))
    session.play(LEGAL, 0)
    table = table_after(session)
    assert offer(session, reading(table, {MISREAD: OTHER})) is not Finding.UNCHANGED
    assert offer(session, reading(table)) is Finding.UNCHANGED, "read right at last"


def test_what_is_known_is_forgotten_where_the_piece_is_gone(session: Session) -> None:
    offer(session, seen(session, LEGAL))
    session.play(LEGAL, 0)
    table = {place: face for place, face in table_after(session).items() if place != MISREAD}
    assert offer(session, reading(table)) is not Finding.UNCHANGED
