"""Table and log apart: what differs is listed and clears itself; a move taken back by hand is offered to be undone."""

import pytest
from companion_tables import LEGAL, SETUP, jpeg, reading, table_after
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect
from test_companion_browser import opened

from companion.session import RefusedError, Session
from companion.sessions import Sessions
from companion.view import view
from rules.game import Finding
from rules.table import Place, Table

CALLIOPE, ERATO = Place("die", (3, -1)), Place("die", (1, 1))
JSON = {"Accept": "application/json"}


def other(session: Session) -> Table:
    """Return the table with two dice turned, which no move explains."""
    return {**table_after(session), CALLIOPE: "white 5", ERATO: "orange 2"}


def test_what_differs_is_listed_and_clears_itself(session: Session) -> None:
    session.offer(reading(table_after(session)), jpeg())
    assert session.offer(reading(other(session)), jpeg()).finding is Finding.UNEXPLAINED
    assert view(session).card.more[:2] == (
        "The die on Erato: 4 on the score sheet, 2 in the picture.",
        "The die on Calliope: 1 on the score sheet, 5 in the picture.",
    )
    session.offer(reading(table_after(session)), jpeg())
    assert (view(session).card.kind, view(session).card.more) == ("unchanged", ())
    assert session.log() == (), "nothing was played meanwhile"


def test_after_a_restart_the_first_picture_is_compared_with_the_log(sessions: Sessions, session: Session) -> None:
    session.play(LEGAL, 0)
    again = Sessions(sessions.profile)
    same = again.get(session.id)
    assert same is not None
    table = dict(table_after(same))
    gone = next(place for place, face in table.items() if face == "Thalia")
    shown = {**table, ERATO: "orange 6", Place("tile", (9, 9)): "Clio"}
    del shown[gone]
    assert same.offer(reading(shown), jpeg()).finding is Finding.UNEXPLAINED
    assert view(same).card.more[:3] == (
        "The die on Erato: 4 on the score sheet, 6 in the picture.",
        "At 0,1: Thalia on the score sheet, nothing in the picture.",
        "At 9,9: here lies a piece that the score sheet does not know.",
    )
    again.close()


def test_a_picture_of_something_else_is_told_in_a_few_lines(session: Session) -> None:
    session.offer(reading({Place("tile", (0, 0)): "Clio", Place("die", (0, 0)): "red 1"}), jpeg())
    *_, rest, waiting = view(session).card.more
    assert len(view(session).card.more) == 7
    assert rest.startswith("And ")
    assert waiting.startswith("Finish the move")


def test_nobody_learns_what_lay_face_down(session: Session) -> None:
    hidden = next(place for place, face in table_after(session).items() if face == "down")
    session.offer(reading({**other(session), hidden: "Urania"}), jpeg())
    told = " ".join((view(session).card.sentence, *view(session).card.more))
    assert "Urania" not in told


def test_a_move_taken_back_by_hand_is_offered_to_be_taken_back_here(client: FlaskClient, session: Session) -> None:
    before = table_after(session)
    session.offer(reading(before), jpeg())
    session.offer(reading(table_after(session, LEGAL)), jpeg())
    assert [entry.move for entry in session.log()] == [LEGAL]
    assert session.offer(reading(before), jpeg()).finding in {Finding.UNEXPLAINED, Finding.ILLEGAL}
    assert view(session).card.undo == "Ana: Calliope south"
    page = client.get(f"/sessions/{session.id}").text
    assert '<button class="primary">Take back: Ana: Calliope south</button>' in page
    assert client.post(f"/sessions/{session.id}/undo", data={"length": "1"}).status_code == 303
    assert view(session).card.undo == ""
    session.offer(reading(before), jpeg())
    assert view(session).card.kind == "unchanged"


def test_one_tap_takes_back_what_hands_have_taken_back(chromium: Browser, address: str, session: Session) -> None:
    before = table_after(session)
    session.offer(reading(before), jpeg())
    session.offer(reading(table_after(session, LEGAL)), jpeg())
    session.offer(reading(before), jpeg())
    with opened(chromium) as page:
        page.goto(f"{address}/sessions/{session.id}")
        page.get_by_role("button", name="Take back: Ana: Calliope south").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Ana")
    assert [entry.op for entry in session.log()] == ["play", "undo"]


def test_past_another_players_move_everybody_must_agree(client: FlaskClient, sessions: Sessions) -> None:
    session = sessions.create(SETUP)
    for length, move in enumerate((LEGAL, "white? N")):
        session.play(move, length)
    assert view(session).agree == ""
    assert session.undo(2) == "white? N"
    assert view(session).agree == "Another player did this before: Calliope south."
    with pytest.raises(RefusedError, match="only if everybody agrees"):
        session.undo(3)
    path = f"/sessions/{session.id}"
    assert "Does everybody agree?" in client.get(path).text
    assert client.post(f"{path}/undo", json={"length": 3, "agreed": True}).status_code == 200
