"""The page as an installed app: manifest and icons, what is shown while the box is away, what plain http cannot."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest
from companion_tables import LEGAL, SETUP
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect
from served import companion, free_port, get, post

from companion import create_app
from companion.addresses import own_address
from companion.serving import serving
from companion.sessions import Sessions

CONTROLLED = """() => Boolean(navigator.serviceWorker.controller) || new Promise((done) => {
  navigator.serviceWorker.addEventListener("controllerchange", () => done(), { once: true });
})"""  # a promise: waiting by `wait_for_function` needs an eval that the page's policy rightly refuses
STATIC = Path(__file__).parents[1] / "companion" / "static"
FELT_BGR = (70, 90, 31)
PLAYERS = {"game": SETUP.game, "seats": 3, "players": list(SETUP.players), "options": SETUP.options}


@contextmanager
def opened(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 360, "height": 780})
    page = context.new_page()
    page.set_default_timeout(30_000)
    expect.set_options(timeout=30_000)
    yield page
    context.close()


def test_the_manifest_names_icons_that_are_as_large_as_it_says(client: FlaskClient) -> None:
    page = client.get("/").text
    assert '<link rel="manifest" href="/static/app.webmanifest">' in page
    with client.get("/static/app.webmanifest") as answer:
        assert answer.mimetype == "application/manifest+json"
        manifest = json.loads(answer.data)
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    drawn = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {(icon["sizes"], icon["purpose"]) for icon in drawn} == {
        (f"{side}x{side}", purpose) for side in (192, 512) for purpose in ("any", "maskable")
    }
    for icon in drawn:
        image = cv2.imread(str(STATIC / icon["src"]), cv2.IMREAD_UNCHANGED)
        assert image is not None
        assert f"{image.shape[1]}x{image.shape[0]}" == icon["sizes"]


def test_a_masked_icon_loses_nothing_but_felt() -> None:
    for name in ("icon-maskable-192.png", "icon-maskable-512.png", "icon-180.png"):
        image = cv2.imread(str(STATIC / name))
        assert image is not None
        rows, columns = np.mgrid[-1 : 1 : image.shape[0] * 1j, -1 : 1 : image.shape[1] * 1j]
        outside = np.hypot(rows, columns) > 0.8
        assert np.abs(image[outside].astype(int) - FELT_BGR).max() <= 12


def test_what_browsers_may_load_stays_strict(client: FlaskClient) -> None:
    policy = client.get("/").headers["Content-Security-Policy"]
    for part in ("default-src 'none'", "script-src 'self'", "manifest-src 'self'", "worker-src 'self'"):
        assert part in policy
    assert "unsafe" not in policy
    with client.get("/worker.js") as worker:
        assert worker.mimetype in {"text/javascript", "application/javascript"}
        assert worker.headers["Cache-Control"] == "no-cache"


def test_the_last_state_is_shown_as_old_while_the_box_is_away(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium) as page:
        with companion(tmp_path) as (_, address):
            number = post(f"{address}/sessions", PLAYERS)["session"]
            shown = f"{address}/sessions/{number}"
            page.goto(shown)
            page.evaluate(CONTROLLED)
            post(f"{shown}/moves", {"text": LEGAL, "length": 0})
            page.goto(shown)
            expect(page.get_by_role("heading", level=1)).to_have_text("Бен")
            expect(page.locator("#old")).to_be_hidden()
        page.goto(shown)
        expect(page.get_by_role("heading", level=1)).to_have_text("Бен")
        expect(page.locator("#old")).to_contain_text("The box cannot be reached: this is how things stood at")
        assert page.evaluate("getComputedStyle(document.querySelector('main')).display") == "grid", "with its style"
        page.goto(f"{address}/sessions/{number}/join")
        expect(page.get_by_role("heading", level=1)).to_have_text("The box is out of reach")
        page.goto(shown)
        options = ("--port", address.rpartition(":")[2])
        with companion_at(tmp_path, *options):
            expect(page.locator("#old")).to_be_hidden()
            assert get(shown)["moves"] == [LEGAL]
            expect(page.get_by_role("heading", level=1)).to_have_text("Бен")


@contextmanager
def companion_at(profile: Path, _: str, port: str) -> Iterator[None]:
    """Serve the same sessions again at the same port."""
    sessions = Sessions(profile)
    with serving(create_app(sessions), "127.0.0.1", int(port)):
        yield
    sessions.close()


def test_an_open_page_is_marked_old_without_a_worker_too(chromium: Browser, sessions: Sessions) -> None:
    session, port = sessions.create(SETUP), free_port()
    with opened(chromium) as page:
        page.add_init_script("Object.defineProperty(navigator, 'serviceWorker', { value: undefined });")
        with serving(create_app(sessions), "127.0.0.1", port):
            page.goto(f"http://127.0.0.1:{port}/sessions/{session.id}")
            expect(page.get_by_role("heading", level=1)).to_have_text("Ana")
        session.closed = False
        expect(page.locator("#old")).to_contain_text("The box cannot be reached")
        session.play(LEGAL, 0)
        with serving(create_app(sessions), "127.0.0.1", port):
            expect(page.locator("#old")).to_be_hidden()
            expect(page.get_by_role("heading", level=1)).to_have_text("Бен")


def test_at_a_plain_http_address_the_page_says_what_it_cannot_do(chromium: Browser, sessions: Sessions) -> None:
    with opened(chromium) as page, serving(create_app(sessions), "0.0.0.0", 0) as port:  # noqa: S104 (reached by name)
        page.goto(f"http://127.0.0.1:{port}/system")
        expect(page.locator(".app-told:visible")).to_contain_text("what was seen last is shown and marked as old")
        address = own_address()
        if address is None:
            pytest.skip("this machine is in no network, so that it has one address only")
        page.goto(f"http://{address}:{port}/system")
        expect(page.locator(".app-told:visible")).to_contain_text("At a plain http address browsers let no page keep")
        assert page.evaluate("'serviceWorker' in navigator") is False
