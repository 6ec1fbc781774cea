"""The PIN: looking is free, changing something is not, and nobody is locked out by another's wrong tries."""

import re
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from companion_tables import LEGAL
from conftest import own_browser
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect
from test_companion_browser import opened

from companion import create_app
from companion.gate import GATE
from companion.pin import FREE, LONGEST_S, Pin, TooSoonError, Tries, WrongPinError, household, kept_pin
from companion.serving import serving
from companion.session import Session
from companion.sessions import Sessions
from companion.store import StoreError

PIN = "0472"
JSON = {"Accept": "application/json"}
AT = "http://table.local:8000"


@pytest.fixture
def phone(sessions: Sessions) -> FlaskClient:
    """A browser elsewhere in the house, before anybody gave it the PIN."""
    kept_pin(sessions.profile, PIN)
    return elsewhere(own_browser(create_app(sessions)), "192.0.2.50")


def elsewhere(client: FlaskClient, address: str) -> FlaskClient:
    client.environ_base |= {"REMOTE_ADDR": address, "HTTP_ORIGIN": "http://localhost"}
    return client


def test_a_phone_looks_freely_and_plays_once_it_has_given_the_pin(phone: FlaskClient, session: Session) -> None:
    path, move = f"/sessions/{session.id}", {"text": LEGAL, "length": "0"}
    page = phone.get(path)
    assert (page.status_code, "Looking only" in page.text) == (200, True)
    asked = re.search(r'href="(/pin\?to=[^"]+)"', page.text)
    assert asked
    refused = phone.post(f"{path}/moves", data=move, headers={"Referer": f"http://localhost{path}"})
    assert (refused.status_code, session.log()) == (403, ())
    assert f'name="to" value="{path}"' in refused.text, "the form for the PIN leads back"
    assert 'class="looking"' not in refused.text
    assert f'name="to" value="{path}"' in phone.get(asked[1]).text
    told = phone.post("/pin", data={"pin": PIN, "to": path})
    assert (told.status_code, told.location) == (303, path)
    assert "Looking only" not in phone.get(path).text
    assert phone.get(asked[1]).location == path, "it is not asked again"
    assert phone.post(f"{path}/moves", data=move).status_code == 303
    assert [entry.move for entry in session.log()] == [LEGAL]


def test_what_a_browser_keeps_is_signed_private_and_of_no_date(phone: FlaskClient, sessions: Sessions) -> None:
    cookie = phone.post("/pin", data={"pin": PIN}).headers["Set-Cookie"]
    assert re.match(r"companion_pin_[0-9a-f]{8}=[\w-]{43}; Expires=[^;]+; Max-Age=31536000; HttpOnly; Path=/; ", cookie)
    assert cookie.endswith("SameSite=Strict")
    assert PIN not in cookie
    kept_pin(sessions.profile, "99999")
    assert comes_back(sessions, cookie) == 403, "another PIN shuts everybody out"
    kept_pin(sessions.profile, PIN)
    assert comes_back(sessions, cookie) == 404, "a restart shuts nobody out"


def comes_back(sessions: Sessions, cookie: str) -> int:
    """Return how a server that is started anew answers a browser with this cookie: 404 for a session that is not."""
    again = elsewhere(create_app(sessions).test_client(use_cookies=False), "192.0.2.50")
    return again.post("/sessions/1/undo", json={}, headers={"Cookie": cookie.partition(";")[0]}).status_code


def test_programs_send_the_pin_in_a_header(phone: FlaskClient, session: Session) -> None:
    path, sent = f"/sessions/{session.id}/moves", {"text": LEGAL, "length": 0}
    refused = phone.post(path, json=sent)
    assert (refused.status_code, refused.get_json()["pin"]) == (403, "/pin")
    assert refused.get_json()["error"].endswith("send the table's PIN in the header Companion-PIN.")
    wrong = phone.post(path, json=sent, headers={"Companion-PIN": "1111"})
    assert (wrong.status_code, "not the PIN" in wrong.get_json()["error"]) == (403, True)
    assert phone.post(path, json=sent, headers={"Companion-PIN": PIN}).status_code == 200
    assert phone.post("/pin", json={"pin": PIN}).get_json() == {"said": "You may play now."}


def test_the_box_itself_needs_no_pin_but_a_proxy_on_it_speaks_for_others(client: FlaskClient, session: Session) -> None:
    path = f"/sessions/{session.id}"
    assert "Looking only" not in client.get(path).text
    for header in ({"X-Forwarded-For": "192.0.2.9"}, {"Forwarded": "for=192.0.2.9"}, {"Via": "1.1 proxy"}):
        assert "Looking only" in client.get(path, headers=header).text
    assert "Looking only" in client.get(path, base_url="http://another.local").text
    assert client.post(f"{path}/undo", json={"length": 0}, headers={"Via": "1.1 proxy"}).status_code == 403


def test_with_a_name_of_a_proxy_nobody_is_taken_for_the_box_itself(sessions: Sessions, session: Session) -> None:
    client = create_app(sessions, names={"games.example"}).test_client()
    for host in ("http://games.example", "http://127.0.0.1:8000"):
        assert "Looking only" in client.get(f"/sessions/{session.id}", base_url=host).text


def test_a_home_table_can_do_without(sessions: Sessions, session: Session) -> None:
    phone = elsewhere(create_app(sessions, guarded=False).test_client(), "192.0.2.50")
    assert "Looking only" not in phone.get(f"/sessions/{session.id}").text
    assert phone.post(f"/sessions/{session.id}/moves", json={"text": LEGAL, "length": 0}).status_code == 200
    assert phone.get("/pin?to=/health").location == "/health"
    assert not (sessions.profile / "pin").exists()


def test_wrong_pins_are_slowed_down_for_whoever_gives_them_only(phone: FlaskClient, session: Session) -> None:
    app = phone.application
    assert isinstance(app.secret_key, bytes)
    app.config[GATE] = replace(app.config[GATE], pin=Pin(PIN, app.secret_key, lambda: 0.0))  # time stands still
    player = elsewhere(app.test_client(), "192.0.2.50")  # the same phone, another browser
    assert player.post("/pin", data={"pin": PIN}).status_code == 303
    for _ in range(FREE):
        assert phone.post("/pin", data={"pin": "1"}).status_code == 403
    slow = phone.post("/pin", data={"pin": PIN, "to": "/sessions/1"})
    assert slow.status_code == 429
    assert slow.headers["Retry-After"] == "1"
    assert "Too many wrong PINs came from this device: wait 1 second, then try again." in slow.text
    assert 'name="to" value="/sessions/1"' in slow.text
    fresh = elsewhere(phone.application.test_client(), "192.0.2.50")
    told = fresh.post("/sessions/1/undo", json={"length": 0}, headers={"Companion-PIN": PIN})
    assert told.status_code == 429, "another connection without cookies is no way round"
    other = elsewhere(phone.application.test_client(), "192.0.2.51")
    assert other.post("/pin", data={"pin": PIN}).status_code == 303
    moved = player.post(f"/sessions/{session.id}/moves", json={"text": LEGAL, "length": 0})
    assert moved.status_code == 200, "who plays already goes on"


def test_the_wait_doubles_and_ends() -> None:
    now = [0.0]
    pin = Pin(PIN, b"secret", lambda: now[0])
    waits = []
    for _ in range(FREE + 12):
        try:
            pin.check("1111", "192.0.2.50")
        except WrongPinError:
            waits.append(0)
        except TooSoonError as error:
            waits.append(error.wait_s)
            now[0] += error.wait_s
            with pytest.raises(WrongPinError):
                pin.check("1111", "192.0.2.50")
    assert waits == [0] * FREE + [min(2**tries, int(LONGEST_S)) for tries in range(12)]
    now[0] += LONGEST_S
    pin.check(PIN, "192.0.2.50")
    pin.check(PIN, "192.0.2.50")


def test_many_right_pins_at_once_are_all_let_in_and_of_many_wrong_ones_only_a_few_are_looked_at() -> None:
    pin = Pin(PIN, b"secret", lambda: 0.0)

    def told(given: str) -> str:
        try:
            pin.check(given, "192.0.2.50")
        except (WrongPinError, TooSoonError) as error:
            return type(error).__name__
        return "let in"

    with ThreadPoolExecutor(16) as programs:
        assert set(programs.map(told, [PIN] * 64)) == {"let in"}
        wrong = list(programs.map(told, ["1111"] * 64))
    assert (wrong.count("WrongPinError"), wrong.count("TooSoonError")) == (FREE, 64 - FREE)


def test_a_crowd_of_addresses_is_not_remembered_for_ever() -> None:
    tries = Tries(lambda: 0.0)
    for number in range(3000):
        tries.add(str(number), right=False)
    assert len(vars(tries)["_tried"]) == 1000


def test_a_device_with_a_network_of_addresses_counts_as_one() -> None:
    assert household("2001:db8::1") == household("2001:db8::ffff:1") != household("2001:db8:0:1::1")
    assert household("::ffff:192.0.2.7") == household("192.0.2.7") == "192.0.2.7"
    assert household("fe80::1") != household("fe80::2")


def test_a_pin_is_drawn_once_kept_in_private_and_can_be_chosen(sessions: Sessions) -> None:
    drawn = kept_pin(sessions.profile)
    assert re.fullmatch(r"[0-9]{4}", drawn)
    assert kept_pin(sessions.profile) == drawn
    assert stat.S_IMODE((sessions.profile / "pin").stat().st_mode) == 0o600
    assert kept_pin(sessions.profile, "123456") == kept_pin(sessions.profile) == "123456"
    (sessions.profile / "pin").write_bytes(b"")
    assert re.fullmatch(r"[0-9]{4}", kept_pin(sessions.profile)), "a pulled plug may leave an empty file"
    (sessions.profile / "pin").write_text("open sesame")
    with pytest.raises(StoreError, match="4 to 12 digits: write one into it, or take the file away"):
        kept_pin(sessions.profile)


@pytest.mark.parametrize(
    "to", ["//evil.example", "/\\evil.example", "https://evil.example", "evil", "/a\r\nSet-Cookie: b=c", "", "/\t/evil"]
)
def test_the_way_back_leads_nowhere_else(phone: FlaskClient, to: str) -> None:
    told = phone.post("/pin", data={"pin": PIN, "to": to})
    assert (told.status_code, told.location) == (303, "/")
    assert len(told.headers.getlist("Set-Cookie")) == 1


def test_nobody_fills_in_a_form_for_nothing(phone: FlaskClient) -> None:
    asked = phone.get("/sessions/new/line_dice")
    assert (asked.status_code, asked.location) == (303, "/pin?to=/sessions/new/line_dice")


def test_the_join_page_tells_the_pin_to_players_only(phone: FlaskClient, session: Session) -> None:
    path = f"/sessions/{session.id}/join"
    assert PIN not in phone.get(path, base_url=AT).text
    phone.post("/pin", data={"pin": PIN}, base_url=AT, headers={"Origin": AT})
    assert f'<b class="pin">{PIN}</b>' in phone.get(path, base_url=AT).text
    at_the_box = own_browser(phone.application)
    assert f'<b class="pin">{PIN}</b>' in at_the_box.get(path).text, "the box's own screen shows it"
    phone.application.config["HOST"] = "127.0.0.1"
    assert PIN not in at_the_box.get(path).text, "no phone can come here, so nobody is asked for it"


@pytest.fixture
def elsewhere_page(chromium: Browser, sessions: Sessions) -> Iterator[tuple[Page, str]]:
    """A real browser that is not taken for the box's own, and the server's address."""
    kept_pin(sessions.profile, PIN)
    with serving(create_app(sessions, names={"games.example"}), "127.0.0.1", 0) as port, opened(chromium) as page:
        yield page, f"http://127.0.0.1:{port}"


def test_one_tap_leads_to_the_pin_and_back(elsewhere_page: tuple[Page, str], session: Session) -> None:
    page, address = elsewhere_page
    path = f"{address}/sessions/{session.id}"
    page.goto(path)
    page.locator("#undo button, .typed summary").first.click()
    page.get_by_label("Move, in notation").fill(LEGAL)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Enter the PIN to play")
    page.get_by_label("PIN of this table").fill("1111")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("alert")).to_contain_text("not the PIN of this table")
    page.get_by_label("PIN of this table").fill(PIN)
    page.keyboard.press("Enter")
    expect(page).to_have_url(path)
    expect(page.get_by_text("Looking only")).to_have_count(0)
    page.get_by_text("Type a move", exact=True).click()
    page.get_by_label("Move, in notation").fill(LEGAL)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Бен")
    assert [entry.move for entry in session.log()] == [LEGAL]


def test_a_scanned_code_brings_the_pin_along(elsewhere_page: tuple[Page, str], session: Session) -> None:
    page, address = elsewhere_page
    page.goto(f"{address}/pin?to=/sessions/{session.id}#{PIN}")
    expect(page).to_have_url(f"{address}/sessions/{session.id}")
    expect(page.get_by_text("Looking only")).to_have_count(0)


def test_the_code_to_play_holds_the_pin_and_the_code_to_watch_does_not(
    chromium: Browser, phone: FlaskClient, session: Session
) -> None:
    phone.post("/pin", data={"pin": PIN}, base_url=AT, headers={"Origin": AT})
    html = phone.get(f"/sessions/{session.id}/join", base_url=AT).text
    with opened(chromium, "tablet") as page:
        page.set_content(html)
        page.add_style_tag(content="svg.code { width: 20rem; margin: 2rem; background: white }")
        read = []
        for drawn in page.locator("svg.code").all():
            seen = cv2.imdecode(np.frombuffer(drawn.screenshot(), np.uint8), 1)
            assert seen is not None
            read.append(cv2.QRCodeDetector().detectAndDecode(seen)[0])
    play, watch = (urlsplit(code) for code in read)
    assert (play.path, play.query, play.fragment) == ("/pin", f"to=/sessions/{session.id}", PIN)
    assert (watch.path, watch.query, watch.fragment) == (f"/sessions/{session.id}/screen", "", "")
    assert play.netloc == watch.netloc
