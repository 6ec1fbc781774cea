"""What the tests of the page share: sessions on a real disk, a real server, a real browser."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from companion_tables import SETUP
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, sync_playwright

from companion import create_app
from companion.serving import serving
from companion.session import Session
from companion.sessions import Sessions

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]


def own_browser(app: Flask) -> FlaskClient:
    """Return a client that is a browser on the box itself, which needs no PIN and says where its forms come from."""
    client = app.test_client()
    client.environ_base["HTTP_ORIGIN"] = "http://localhost"
    return client


@pytest.fixture
def sessions(tmp_path: Path) -> Iterator[Sessions]:
    found = Sessions(tmp_path / "profile")
    yield found
    found.close()


@pytest.fixture
def session(sessions: Sessions) -> Session:
    return sessions.create(SETUP)


@pytest.fixture
def client(sessions: Sessions) -> FlaskClient:
    return own_browser(create_app(sessions))


@pytest.fixture
def address(sessions: Sessions) -> Iterator[str]:
    with serving(create_app(sessions), "127.0.0.1", 0) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.fail("Chromium is missing: install it (Debian: apt-get install chromium), then run the tests again.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()
