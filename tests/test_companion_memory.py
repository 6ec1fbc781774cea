"""What was agreed on before is no news: a reader that errs the same way again asks nobody twice."""

from collections.abc import Mapping

from companion_tables import LEGAL, MISREAD, jpeg, reading, table_after

from companion.session import Session
from rules.game import Finding
from rules.table import Face, Place
from vision.reading import Reading

FIVE: Mapping[Face, float] = {"orange 5": 0.97, "orange 4": 0.001, "orange 6": 0.01}
SIX: Mapping[Face, float] = {"orange 6": 0.97, "orange 4": 0.001}


def seen(session: Session, move: str | None = None) -> Reading:
    return reading(table_after(session, move), {MISREAD: FIVE})


def offer(session: Session, shown: Reading) -> Finding:
    return session.offer(shown, jpeg()).finding


def test_a_piece_read_wrong_is_asked_about_until_people_have_said_what_it_is(session: Session) -> None:
    assert offer(session, seen(session)) is not Finding.UNCHANGED
    assert offer(session, seen(session, LEGAL)) is not Finding.LEGAL
    session.play(LEGAL, 0)
    assert offer(session, seen(session)) is Finding.UNCHANGED, "the same reading of the same die"


def test_a_move_told_by_people_corrects_the_picture_that_shows_it(session: Session) -> None:
    offer(session, seen(session, LEGAL))
    session.play(LEGAL, 0)
    still = session.latest()
    assert still is not None
    assert still.verdict.finding is Finding.LEGAL
    assert still.corrections == {MISREAD: "orange 4"}
    assert session.accuracy()[1] == 1


def test_a_picture_of_something_else_is_left_as_it_was_judged(session: Session) -> None:
    offer(session, seen(session))
    session.play(LEGAL, 0)
    still = session.latest()
    assert still is not None
    assert still.verdict.finding is not Finding.LEGAL
    assert not still.corrections


def test_another_reading_is_news(session: Session) -> None:
    offer(session, seen(session, LEGAL))
    session.play(LEGAL, 0)
    table = table_after(session)
    assert offer(session, reading(table, {MISREAD: SIX})) is not Finding.UNCHANGED
    assert offer(session, reading(table)) is Finding.UNCHANGED, "read right at last"


def test_what_is_known_is_forgotten_where_the_piece_is_gone(session: Session) -> None:
    offer(session, seen(session, LEGAL))
    session.play(LEGAL, 0)
    table = {place: face for place, face in table_after(session).items() if place != MISREAD}
    assert offer(session, reading(table)) is not Finding.UNCHANGED
    assert Place("die", (1, 1)) == MISREAD
