"""After a game: nobody is to move any more, clearing the table is no mishap, and the same people may play again."""

import re
from dataclasses import replace

from companion_tables import ENDED, REVEAL, jpeg, reading, table_after
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect
from test_companion_browser import opened, visit

from companion.records import Setup
from companion.session import Session
from companion.sessions import Sessions
from companion.view import view
from rules import load
from rules.game import Finding
from rules.owned import Owning

AGAIN = Setup("line_dice", 3, ("Ana", "Бен", "<b>Caro</b>"), {"mikes_bluff": "secret", "first": 2, "hand_limit": 10})


def ended(sessions: Sessions) -> Session:
    session = sessions.create(ENDED)
    session.play(REVEAL, 0)
    return session


def chosen(page: str, name: str) -> str:
    """Return what is chosen of a field of radio buttons."""
    found = re.search(rf'name="{name}" value="([^"]*)" checked', page)
    assert found, name
    return found[1]


def test_the_page_of_an_ended_game_asks_for_no_move(chromium: Browser, address: str, sessions: Sessions) -> None:
    session = sessions.create(ENDED)
    with opened(chromium) as page:
        visit(page, address, session)
        expect(page.get_by_role("heading", name="Your move")).to_be_visible()
        expect(page.get_by_text("Read a picture")).to_be_visible()
        session.play(REVEAL, 0)
        expect(page.get_by_role("heading", name="After the game")).to_be_visible()
        for words in ("Your move", "Type a move", "Read a picture"):
            expect(page.get_by_text(words)).to_be_hidden()
        page.get_by_role("button", name="Take back").click()
        expect(page.get_by_role("heading", name="Your move")).to_be_visible()
        expect(page.get_by_text("Type a move")).to_be_visible()


def test_clearing_the_table_after_a_game_is_no_mishap(sessions: Sessions) -> None:
    road = {"hands": "unknown", "position": "S-EW 0,0; C1S 1,0", "head": "1,-1"}
    session = sessions.create(Setup("line_dice", 2, ("Ana", "Ben"), road))
    session.play("out C1", 0)
    table = table_after(session)
    cleared = [dict(list(table.items())[:left]) for left in (1, 0)]
    for lying in cleared:
        seen = reading(lying)
        session.offer(replace(seen, observation=replace(seen.observation, zones=frozenset({"die"}))), jpeg())
        still = session.latest()
        assert still is not None
        assert still.verdict.finding is Finding.ILLEGAL, "as it would be in a game"
        assert view(session).card.kind == "ready"
        assert "out of the game" in view(session).card.sentence


def test_the_same_people_play_again_as_they_played(client: FlaskClient, sessions: Sessions) -> None:
    session = sessions.create(AGAIN)
    page = client.get(f"/sessions/new/line_dice?again={session.id}").text
    assert chosen(page, "seats") == "3"
    assert chosen(page, "option-mikes_bluff") == "secret"
    assert chosen(page, "option-first") == "2"
    assert 'name="option-hand_limit" value="10"' in page
    assert 'value="&lt;b&gt;Caro&lt;/b&gt;"' in page
    assert f'href="/sessions/new/dance_of_muses?again={ended(sessions).id}"' in client.get("/sessions/2").text


def test_playing_again_begins_from_the_start(client: FlaskClient, sessions: Sessions) -> None:
    session = sessions.create(replace(AGAIN, options={"hands": "unknown", "position": "S-EW 0,0", "head": "1,0"}))
    page = client.get(f"/sessions/new/line_dice?again={session.id}").text
    assert 'name="option-position" value=""' in page


def test_a_set_is_chosen_again(client: FlaskClient, sessions: Sessions) -> None:
    game = load(ENDED.game)
    assert isinstance(game, Owning)
    number = sessions.shelf.save(game, game.new_set("Ours"))
    session = sessions.create(Setup("dance_of_muses", 2, ("Ana", "Ben"), {"set": sessions.shelf.get(game, number)}))
    page = client.get(f"/sessions/new/dance_of_muses?again={session.id}").text
    assert re.search(rf'value="{number}" (checked|selected)', page)


def test_nothing_to_play_again_is_an_empty_form(client: FlaskClient, sessions: Sessions) -> None:
    other = sessions.create(AGAIN).id
    for again in ("99", "x", "-1", "9" * 40, "", str(other)):
        answer = client.get(f"/sessions/new/dance_of_muses?again={again}")
        assert answer.status_code == 200
        assert "Ana" not in answer.text
