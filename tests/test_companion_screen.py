"""The score screen and the codes to join by: legible from afar, read-only, and found by phones."""

import re

import cv2
import numpy as np
import pytest
from companion_tables import ILLEGAL, LEGAL, SETUP, jpeg, reading, table_after
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect
from test_companion_browser import LONG, SIZES, opened

from companion import create_app
from companion.addresses import joining, only_here
from companion.records import Setup
from companion.session import Session
from companion.sessions import Sessions

VOICE = re.compile(r'<div class="voice".*?</div>', re.DOTALL)  # what is heard is each viewer's own
SMALLEST = """[...document.querySelectorAll('#screen *')].filter((e) => e.checkVisibility()
  && !(e instanceof SVGElement) && [...e.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((e) => parseFloat(getComputedStyle(e).fontSize))"""


def test_it_tells_turn_last_move_and_points_and_nothing_can_be_changed_there(
    client: FlaskClient, session: Session
) -> None:
    session.play(LEGAL, 0)
    before = session.version()
    for path in ("/screen", "/screen/live", "/join"):
        page = VOICE.sub("", client.get(f"/sessions/{session.id}{path}").text)
        assert not re.search("<form|<button|<input|data-place", page), path
        assert client.post(f"/sessions/{session.id}{path}").status_code == 405
    screen = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", client.get(f"/sessions/{session.id}/screen").text))
    assert "To play B Бен Ana: Calliope south" in re.sub(r" +", " ", screen)
    assert session.version() == before


def test_what_is_not_allowed_is_told_there_too(client: FlaskClient, session: Session) -> None:
    session.offer(reading(table_after(session, ILLEGAL)), jpeg())
    assert "Rule 3.6: Set the die on Erato to 4" in client.get(f"/sessions/{session.id}/screen").text


@pytest.mark.parametrize("size", ["tablet", "television"])
def test_it_can_be_read_from_three_metres_and_fits(
    chromium: Browser, address: str, sessions: Sessions, size: str
) -> None:
    """A letter must be a two-hundredth of the distance: on a television 50 cm high, 15 mm are 3 % of the height."""
    session = sessions.create(Setup(SETUP.game, 3, LONG, SETUP.options))
    session.play("Erato S", 0)
    with opened(chromium, size) as page:
        page.goto(f"{address}/sessions/{session.id}/screen")
        height = SIZES[size][1]
        letters = [0.73 * font_px / height for font_px in page.evaluate(SMALLEST)]  # capitals are 73 % of the font
        assert len(letters) >= 8
        assert min(letters) > 0.028
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_it_follows_the_game_by_itself(chromium: Browser, address: str, session: Session) -> None:
    with opened(chromium, "television") as page:
        page.goto(f"{address}/sessions/{session.id}/screen")
        expect(page.get_by_role("heading", level=1)).to_have_text("Ana")
        page.evaluate("window.sameDocument = true")
        session.play(LEGAL, 0)
        expect(page.get_by_role("heading", level=1)).to_have_text("Бен")
        expect(page.locator(".afar-last")).to_have_text("Ana: Calliope south")
        assert page.evaluate("window.sameDocument")


def test_the_codes_lead_to_the_addresses_beside_them(chromium: Browser, address: str, session: Session) -> None:
    with opened(chromium, "tablet", "dark") as page:
        page.goto(f"{address}/sessions/{session.id}/join")
        for title, path in (("Play", ""), ("Watch", "/screen")):
            item = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=title))
            seen = cv2.imdecode(np.frombuffer(item.locator("svg").screenshot(), np.uint8), 1)
            assert seen is not None
            sizes = (cv2.resize(seen, None, fx=scale, fy=scale) for scale in (1, 1.5, 2, 3))  # one size may be missed
            read = next(filter(None, (cv2.QRCodeDetector().detectAndDecode(size)[0] for size in sizes)), "")
            assert read == item.get_by_role("link").get_attribute("href") == f"{address}/sessions/{session.id}{path}"
        assert "Only this computer can open these" in page.locator("main").inner_text()


def test_phones_get_the_address_they_can_reach(sessions: Sessions, session: Session) -> None:
    app = create_app(sessions)
    page = app.test_client().get(f"/sessions/{session.id}/join", base_url="http://192.0.2.7:8000").text
    assert f'href="http://192.0.2.7:8000/sessions/{session.id}"' in page
    assert "Only this computer" not in page
    assert joining("192.0.2.7:81", "0.0.0.0") == "http://192.0.2.7:81"  # noqa: S104
    assert joining("127.0.0.1:8000", "127.0.0.1") == "http://127.0.0.1:8000"
    assert joining("table.local:8000", "127.0.0.1") == "http://table.local:8000"
    found = joining("localhost:8000", "0.0.0.0")  # noqa: S104
    assert found.endswith(":8000")
    assert [only_here(f"http://{host}") for host in ("localhost:1", "127.0.0.1:1", "[::1]:1")] == [True] * 3
    assert [only_here(f"http://{host}") for host in ("192.0.2.7:1", "table.local:1", "[2001:db8::1]:1")] == [False] * 3
