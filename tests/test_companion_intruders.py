"""What somebody in the same network could try: every address of the page, with every trick that is known."""

import io
import logging
import resource
import socket
import struct
import zlib
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from typing import Any

import pytest
from companion_tables import LEGAL, jpeg, reading, table_after
from conftest import own_browser
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from companion import create_app
from companion.automation import WatchedCamera
from companion.hosts import known
from companion.serving import serving
from companion.session import Session
from companion.sessions import Sessions
from rules import load

NAMES = {"exports.save": "session.json", "static": "page.css", "pages.pieces": "line_dice", "begin.new": "line_dice"}
NUMBERS = {"number": 1, "still": 1, "seq": 1, "step": 0, "sheet": 0, "index": 0}
STREAM = "pages.changes"
LONG = "e" * 2_000_000
TRICKS = (
    "../secret_key",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e%2f%2e%2e%2fapp.py",
    "..%5c..%5csecret_key",
    "/etc/passwd",
    "%2fetc%2fpasswd",
    "secret_key%00.json",
    "x%0d%0aSet-Cookie:%20forged=1",
    "__class__",
    "{{7*7}}",
)


@pytest.fixture
def app(sessions: Sessions, session: Session) -> Flask:
    """An app with something to change at every address: a session with a picture, a set, a camera."""
    session.offer(reading(table_after(session, LEGAL)), jpeg())
    game: Any = load("dance_of_muses")
    sessions.shelf.save(game, game.new_set("Ours"))
    sessions.camera = WatchedCamera("pi")
    return create_app(sessions)


def rules_of(app: Flask, method: str) -> list[Rule]:
    return [rule for rule in app.url_map.iter_rules() if method in (rule.methods or ())]


def path(app: Flask, rule: Rule) -> str:
    """Return a path that leads to something."""
    strange = rule.arguments - NUMBERS.keys() - {"name", "filename"}
    assert not strange, f"say in NUMBERS what {strange} may be"
    named = NAMES.get(rule.endpoint, "dance_of_muses")
    values = {argument: NUMBERS.get(argument, named) for argument in rule.arguments}
    built: str = app.url_map.bind("localhost").build(rule.endpoint, values)
    return built


@pytest.fixture
def state(app: Flask, sessions: Sessions, session: Session) -> Callable[[], tuple[Any, ...]]:
    """What tells everything that can be changed: each row of the log, each other file, the camera."""

    def found() -> tuple[Any, ...]:
        files = {file: file.read_bytes() for file in sessions.profile.rglob("*") if file.is_file()}
        kept = {file.name: content for file, content in files.items() if "sqlite3" not in file.name}
        camera = sessions.camera
        assert camera is not None
        rows = "\n".join(sessions.store.database.iterdump())
        return rows, kept, camera.automation, camera.wishes.done.is_set(), session.notice, app.config["GATE"].shown

    return found


def test_looking_at_every_address_changes_nothing(app: Flask, state: Callable[[], tuple[Any, ...]]) -> None:
    client, before = own_browser(app), state()
    found = {rule.endpoint: client.get(path(app, rule), buffered=rule.endpoint != STREAM) for rule in looked_at(app)}
    assert {endpoint for endpoint, answer in found.items() if answer.status_code >= 500} == set()
    assert sum(answer.status_code == 200 for answer in found.values()) > 15, "they were there to be looked at"
    for rule in rules_of(app, "POST"):
        there = {other.rule for other in looked_at(app)}
        assert client.get(path(app, rule)).status_code == 405 or rule.rule in there, rule
    assert state() == before


def looked_at(app: Flask) -> list[Rule]:
    """Return the addresses that are looked at; none of them is one that changes something, too."""
    rules = rules_of(app, "GET")
    assert not [rule for rule in rules if (rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}]
    return rules


def test_there_is_no_way_to_change_something_but_post(app: Flask) -> None:
    methods = {method for rule in app.url_map.iter_rules() for method in rule.methods or ()}
    assert methods == {"GET", "HEAD", "OPTIONS", "POST"}


@pytest.mark.parametrize("how", ["without the PIN", "from another site", "from a browser that does not say where from"])
def test_no_address_lets_a_stranger_change_something(
    app: Flask, state: Callable[[], tuple[Any, ...]], how: str
) -> None:
    client, before = app.test_client(), state()
    if how == "without the PIN":
        client.environ_base |= {"REMOTE_ADDR": "192.0.2.50", "HTTP_ORIGIN": "http://localhost"}
    elif how == "from another site":
        client.environ_base["HTTP_ORIGIN"] = "http://evil.example"
    sent = {"text": LEGAL, "length": "0", "choice": "0", "automation": "off", "game": "line_dice", "seats": "2"}
    for rule in rules_of(app, "POST"):
        if (rule.endpoint, how) != ("pin.enter", "without the PIN"):
            assert client.post(path(app, rule), data=sent).status_code == 403, rule
    assert state() == before


@pytest.mark.parametrize("headers", [{"Referer": "http://localhost/sessions/1"}, {"Origin": "http://localhost"}])
def test_a_form_of_an_old_browser_is_known_by_where_it_comes_from(app: Flask, headers: dict[str, str]) -> None:
    client, form = app.test_client(), {"text": LEGAL, "length": "1"}
    assert client.post("/sessions/1/undo", data=form, headers={"Referer": "http://evil.example/x"}).status_code == 403
    assert client.post("/sessions/1/undo", data=form, headers=headers).status_code == 303


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "192.0.2.1.evil.example", "box.local.evil", "a b", ""]
)
def test_another_name_is_no_way_in(app: Flask, host: str) -> None:
    answer = app.test_client().get("/", headers={"Host": host, "Accept": "text/html"})
    assert (answer.status_code, "is no name of this box: open it by its address" in answer.text) == (403, True)


def test_names_at_home_numbers_and_those_told_are_known() -> None:
    hosts = [
        "192.168.1.5:8000",
        "[fd00::2]:8000",
        "localhost",
        "table:8000",
        "table.local",
        "TABLE.LOCAL.",
        "table.lan",
    ]
    assert [known(host) for host in [*hosts, "table.fritz.box", "table.home.arpa"]] == [True] * 9
    assert [known("games.example"), known("games.example:443", {"games.example"})] == [False, True]


@pytest.mark.parametrize("trick", TRICKS)
def test_no_name_in_an_address_leads_to_the_disk(app: Flask, sessions: Sessions, trick: str) -> None:
    client, secret = own_browser(app), (sessions.profile / "secret_key").read_bytes()
    tried = 0
    for rule in app.url_map.iter_rules():
        for argument in rule.arguments & {"name", "filename"}:
            before, _, after = rule.rule.replace("<path:", "<").partition(f"<{argument}>")
            there = before + trick + after.replace("<int(max=999999):number>", "1").replace("<int(max=99):index>", "0")
            for answer in (client.get(there, follow_redirects=True), client.post(there)):
                assert answer.status_code in {308, 400, 404, 405}, there
                assert secret not in answer.data
                assert b"root:" not in answer.data
                assert "forged" not in str(answer.headers)
            tried += 1
    assert tried >= 8


def test_a_line_break_in_an_address_forges_no_line_of_the_log(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    def fails(where: str) -> str:
        raise ZeroDivisionError(where)

    app.add_url_rule("/fails/<where>", view_func=fails)
    with caplog.at_level(logging.ERROR):
        answer = own_browser(app).get("/fails/x%0d%0aERROR%20forged")
    assert answer.status_code == 500
    assert [record.getMessage() for record in caplog.records] == [r"unexpected: GET '/fails/x\r\nERROR forged'"]


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def header(side: int) -> bytes:
    return chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))


def bomb(*headers: bytes) -> bytes:
    """Return a PNG of a few kilobytes that would be gigabytes in memory."""
    packed = zlib.compress(bytes(8_000_000), 9)
    return b"\x89PNG\r\n\x1a\n" + b"".join(headers) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    "headers", [(header(30_000),), (header(30_000), header(100))], ids=["a bomb", "a bomb that says it is small"]
)
def test_a_bomb_is_refused_before_it_is_decoded(app: Flask, session: Session, headers: tuple[bytes, ...]) -> None:
    before_kb, version = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, session.version()
    upload = {"picture": (io.BytesIO(bomb(*headers)), "mat.png")}
    answer = own_browser(app).post("/sessions/1/pictures", data=upload, headers={"Accept": "application/json"})
    assert answer.status_code == 415
    assert "is 30000 x 30000 pixels, over 80 megapixels: make it smaller" in answer.get_json()["error"]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kb < 300_000
    assert session.version() == version


@pytest.mark.parametrize(
    "content",
    [
        b"%PDF-1.7\n",
        b"GIF89a" + bytes(40),
        b"RIFF\x00\x00\x00\x00WEBPVP8 ",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"\x00\x00\x00\x18ftypheic" + bytes(40),
        b"II*\x00" + bytes(40),
        b"MZ" + bytes(400),
    ],
)
def test_only_pictures_of_two_kinds_are_taken_whatever_they_are_called(app: Flask, content: bytes) -> None:
    upload = {"picture": (io.BytesIO(content), "mat.jpg", "image/jpeg")}
    answer = own_browser(app).post("/sessions/1/pictures", data=upload, headers={"Accept": "application/json"})
    assert answer.status_code == 415
    assert "JPEG" in answer.get_json()["error"]


def test_the_name_of_an_upload_is_shown_and_never_used(app: Flask, sessions: Sessions) -> None:
    upload = {"picture": (io.BytesIO(b"no picture"), "../../<b>x</b>.png")}
    answer = own_browser(app).post("/sessions/1/pictures", data=upload)
    assert "../../&lt;b&gt;x&lt;/b&gt;.png" in answer.text
    assert not list(sessions.profile.parent.rglob("*.png"))


@pytest.mark.parametrize(
    "sent",
    [
        {"json": {"text": LONG}},
        {"data": {"text": LONG}},
        {"data": {"text": LONG[:505_000]}, "content_type": "multipart/form-data"},
    ],
)
def test_forms_are_small(app: Flask, sent: dict[str, Any]) -> None:
    assert own_browser(app).post("/sessions/1/moves", **sent).status_code == 413


@pytest.fixture
def at_work(sessions: Sessions, session: Session) -> Iterator[int]:
    assert session.id == 1
    with serving(create_app(sessions, names={"games.example"}), "127.0.0.1", 0) as port:
        yield port


def test_a_stranger_cannot_fill_the_memory(at_work: int) -> None:
    before_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    connection = HTTPConnection("127.0.0.1", at_work, timeout=60)
    sent = (bytes(1 << 20) for _ in range(60))
    headers = {"Content-Length": str(60 << 20), "Content-Type": "application/json"}
    connection.request("POST", "/sessions/1/moves", sent, headers)
    answer = connection.getresponse()
    assert (answer.status, b"Looking only" in answer.read()) == (403, True)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kb < 30_000
    connection.request("GET", "/health")
    assert connection.getresponse().status == 200, "and the connection goes on"
    connection.close()


def test_what_is_far_too_much_is_refused_unread(at_work: int) -> None:
    with socket.create_connection(("127.0.0.1", at_work), timeout=20) as stranger:
        stranger.sendall(b"POST /sessions/1/moves HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n")
        told = b"".join(iter(lambda: stranger.recv(1000), b""))
        assert told.startswith(b"HTTP/1.1 413 ")
        assert told.endswith(b"That file is too large: send a picture of at most 25 MB.")


def test_a_browser_elsewhere_is_told_in_words(client: FlaskClient) -> None:
    told = client.post("/sessions/1/undo", data={}, headers={"Origin": "http://evil.example"})
    assert "This came from another site, so nothing was changed" in told.text
