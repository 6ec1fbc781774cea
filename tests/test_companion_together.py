"""Two people act at once: one is first, the other is told and sees the table as it is now, on every page."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from companion_tables import LEGAL, jpeg, reading, table_after
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect
from test_companion_browser import opened, type_move
from test_companion_sets import ANSWERS, BASE, GAME, seen

from companion.session import Session
from companion.sessions import Sessions
from rules.owned import Owning

JSON = {"Accept": "application/json"}
QUICKER = "Somebody else was quicker: nothing was changed"
CHANGED = "Somebody else changed this meanwhile"


@pytest.fixture
def two(chromium: Browser, address: str, session: Session) -> Iterator[tuple[Page, Page]]:
    """Two phones at one table, of which the second hears nothing of the first."""
    with opened(chromium) as one, opened(chromium, worker=False) as other:
        other.route("**/events*", lambda route: route.abort())
        for page in (one, other):
            page.goto(f"{address}/sessions/{session.id}")
        yield one, other


def test_of_two_phones_the_slower_one_is_told_and_shows_what_the_other_did(
    two: tuple[Page, Page], session: Session
) -> None:
    one, other = two
    for page, move in ((one, LEGAL), (other, "Calliope E")):
        type_move(page, move)
    one.keyboard.press("Enter")
    expect(one.get_by_role("heading", level=1)).to_have_text("Бен")
    other.keyboard.press("Enter")
    expect(other.locator(".typed [role=alert]")).to_contain_text(QUICKER)
    expect(other.get_by_role("heading", level=1)).to_have_text("Бен")
    expect(other.locator("#turn")).to_contain_text("Ana: Calliope south")
    assert [entry.move for entry in session.log()] == [LEGAL]
    other.get_by_label("Move, in notation").fill("white? N")
    other.keyboard.press("Enter")
    expect(one.get_by_role("heading", level=1)).to_have_text("Caro")
    assert [entry.move for entry in session.log()] == [LEGAL, "white? N"]


def test_every_form_of_a_game_says_what_it_was_filled_in_beside(client: FlaskClient, session: Session) -> None:
    session.offer(reading(table_after(session, LEGAL)), jpeg())
    before = session.log()
    forms = {
        "/moves": {"text": "Erato S"},
        "/moves/1": {"text": "Calliope E"},
        "/undo": {},
        "/sheets/0": {"blank0": "1"},
        "/stills/1/answer": {"choice": "0"},
        "/stills/1/pieces": {"place": "die@1,1", "face": "orange 5"},
    }
    for path, fields in forms.items():
        there, stale = f"/sessions/{session.id}{path}", {**fields, "length": "0"}
        told = client.post(there, json=stale)
        assert (told.status_code, told.get_json()["moves"], told.get_json()["length"]) == (409, [LEGAL], 1), path
        page = client.post(there, data=stale)
        assert (page.status_code, QUICKER in page.text) == (409, True), path
        assert 'data-length="1"' in page.text, "the table as it is now"
        assert client.post(there, data=fields).status_code == 400, path
    assert session.log() == before


def test_of_two_who_describe_one_piece_the_slower_sees_what_it_says_now(
    client: FlaskClient, sessions: Sessions
) -> None:
    client.post(BASE, data={})
    mine, theirs, another = seen(client, "/1/0"), seen(client, "/1/0"), seen(client, "/1/1")
    assert client.post(f"{BASE}/1/0", data=ANSWERS | theirs).status_code == 303
    told = client.post(f"{BASE}/1/0", data=ANSWERS | {"suns": "3"} | mine)
    assert (told.status_code, CHANGED in told.text, 'value="TEST-1"' in told.text) == (409, True, True)
    assert sessions.shelf.get(GAME, 1)["muses"][0]["suns"] == 2
    assert client.post(f"{BASE}/1/1", data=ANSWERS | {"name": "TEST-2"} | another).status_code == 303
    assert client.post(f"{BASE}/1/0", data=ANSWERS | {"suns": "3"} | seen(client, "/1/0")).status_code == 303
    assert [muse["suns"] for muse in sessions.shelf.get(GAME, 1)["muses"][:2]] == [3, 2]


def test_a_set_that_was_changed_meanwhile_is_not_taken_away(client: FlaskClient, sessions: Sessions) -> None:
    client.post(BASE, data={})
    before = seen(client, "/1")
    client.post(f"{BASE}/1/0", data=ANSWERS | seen(client, "/1/0"))
    told = client.post(f"{BASE}/1/remove", data=before)
    assert (told.status_code, CHANGED in told.text, "TEST-1" in told.text) == (409, True, True)
    assert client.post(f"{BASE}/1/remove", data={}).status_code == 400
    assert sessions.shelf.numbers(GAME) == (1,)
    assert client.post(f"{BASE}/1/remove", data=seen(client, "/1")).status_code == 303


def test_of_many_sets_begun_at_once_none_is_written_over(sessions: Sessions) -> None:
    assert isinstance(GAME, Owning)
    values = [GAME.new_set(f"Set {n}") for n in range(8)]
    with ThreadPoolExecutor(8) as people:
        numbers = list(people.map(lambda value: sessions.shelf.save(GAME, value), values))
    assert sorted(numbers) == list(range(1, 9))
    assert {sessions.shelf.get(GAME, number)["name"] for number in numbers} == {f"Set {n}" for n in range(8)}
