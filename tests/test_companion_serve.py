"""`companion serve` as a program of its own: addresses, streams, clean stops, and the plug pulled."""

import os
import signal
import socket
import subprocess
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from time import monotonic
from urllib.error import HTTPError

import pytest
from companion_tables import LEGAL, SETUP
from served import SERVE, companion, post

from companion import create_app, events
from companion.addresses import addresses, with_pin
from companion.app import STREAMS
from companion.commands.serve import announce
from companion.serving import serving
from companion.session import Session
from companion.sessions import Sessions


def stream(address: str, session: int, seen: str | None = None) -> tuple[HTTPConnection, HTTPResponse]:
    connection = HTTPConnection(address.removeprefix("http://"), timeout=20)
    headers = {} if seen is None else {"Last-Event-ID": seen}
    connection.request("GET", f"/sessions/{session}/events", headers=headers)
    return connection, connection.getresponse()


def event(answer: HTTPResponse) -> list[str]:
    """Return the lines of the next event or comment."""
    lines = []
    while line := answer.readline().decode().strip():
        lines.append(line)
    return lines


def test_it_prints_where_it_is_and_stops_at_once_with_streams_open(tmp_path: Path) -> None:
    sessions = Sessions(tmp_path)
    number = sessions.create(SETUP).id
    sessions.close()
    with companion(tmp_path, "--session", str(number)) as (process, address):
        connections = [stream(address, number)[0] for _ in range(3)]
        started = monotonic()
        process.send_signal(signal.SIGTERM)
        printed, errors = process.communicate(timeout=10)
        assert monotonic() - started < 2
        assert process.returncode == 0
        for connection in connections:
            connection.close()
    assert errors == ""
    assert f"The page is at {address}/sessions/{number}" in printed
    assert "▄" not in printed, "no phone can reach this address: no QR code"


def test_an_address_that_phones_can_reach_comes_with_a_qr_code(capsys: pytest.CaptureFixture[str]) -> None:
    announce(["http://192.0.2.7:8000/", "http://127.0.0.1:8000/"])
    printed = capsys.readouterr().out
    assert "▀" in printed or "▄" in printed
    assert "The page is at http://192.0.2.7:8000/" in printed


def test_the_pin_is_told_and_the_code_brings_it_along(capsys: pytest.CaptureFixture[str]) -> None:
    announce(["http://192.0.2.7:8000/"], 3, "0472")
    told = capsys.readouterr().out
    assert "The PIN to play is 0472; to look, and on this computer itself, nobody needs it." in told
    assert "The page is at http://192.0.2.7:8000/sessions/3\n" in told
    assert with_pin("http://192.0.2.7:8000/sessions/3", "0472") == "http://192.0.2.7:8000/pin?to=/sessions/3#0472"


@pytest.mark.parametrize(("options", "first"), [([], 403), (["--no-pin"], 422)])
def test_the_pin_is_chosen_kept_and_switched_off(tmp_path: Path, options: list[str], first: int) -> None:
    sessions = Sessions(tmp_path)
    sessions.create(SETUP)
    sessions.close()
    told = []
    with companion(tmp_path, "--name", "games.example", "--pin", "4711", *options) as (process, address):
        for headers in ({}, {"Companion-PIN": "0000"}, {"Companion-PIN": "4711"}):
            with pytest.raises(HTTPError) as refused:
                post(f"{address}/sessions/1/undo", {"length": 0}, headers)
            told.append(refused.value.code)
            refused.value.close()
        process.send_signal(signal.SIGTERM)
        printed, _ = process.communicate(timeout=10)
    assert told == [first, first, 422], "422: it may be asked for, but there is nothing to take back"
    assert (tmp_path / "pin").read_text() == "4711\n"
    assert ("The PIN to play is 4711" in printed) == (first == 403)


def test_a_pin_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    command = [*SERVE, "--port", "0", "--profile", str(tmp_path), "--pin", "12ab"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert "Invalid value for '--pin': a PIN is 4 to 12 digits." in done.stderr


def test_a_port_in_use_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command = [*SERVE, "--port", str(port), "--profile", str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr == (
        f"Port {port} on 127.0.0.1 cannot be used (Address already in use): "
        "stop what uses it, or choose another one with --port.\n"
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--profile", "/proc/nowhere/profile"], "The folder “/proc/nowhere/profile” cannot be used"),
        (["--camera", "usb:0", "--session", "8"], "There is no session 8"),
    ],
)
def test_what_it_cannot_start_with_is_one_sentence(tmp_path: Path, options: list[str], said: str) -> None:
    command = [*SERVE, "--port", "0", "--profile", str(tmp_path), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(said)
    assert done.stderr.count("\n") == 1


def test_the_profile_is_made_where_the_user_keeps_data(tmp_path: Path) -> None:
    env = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen([*SERVE, "--port", "0"], env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while "Stop with Ctrl-C" not in process.stdout.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
    assert (tmp_path / "table-companion" / "sessions.sqlite3").exists()


def test_of_eight_players_who_press_at_once_one_is_first_and_seven_are_told(address: str, session: Session) -> None:
    def press(_: int) -> int:
        try:
            return post(f"{address}/sessions/{session.id}/moves", {"text": LEGAL, "length": 0})["length"]  # type: ignore[no-any-return]
        except HTTPError as refused:
            with refused:
                return refused.code

    with ThreadPoolExecutor(8) as players:
        answers = sorted(players.map(press, range(8)))
    assert answers == [1, *[409] * 7]
    assert [entry.move for entry in session.log()] == [LEGAL]


def test_a_change_reaches_every_page_at_once(address: str, session: Session) -> None:
    version = session.version()
    pages = [stream(address, session.id, version) for _ in range(6)]
    assert [event(answer) for _, answer in pages] == [["retry: 1000"]] * 6
    started = monotonic()
    post(f"{address}/sessions/{session.id}/moves", {"text": LEGAL, "length": 0})
    now = session.version()
    assert [event(answer) for _, answer in pages] == [[f"id: {now}", "event: changed", f"data: {now}"]] * 6
    assert monotonic() - started < 2
    for connection, _ in pages:
        connection.close()


def test_a_page_that_missed_something_is_told_when_it_comes_back(address: str, session: Session) -> None:
    version = session.version()
    session.play(LEGAL, 0)
    connection, answer = stream(address, session.id, version)
    assert answer.getheader("Content-Type", "").startswith("text/event-stream")
    assert event(answer) == ["retry: 1000"]
    assert event(answer)[0] == f"id: {session.version()}"
    connection.close()


def test_a_quiet_stream_has_a_heartbeat(address: str, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "HEARTBEAT_S", 0.05)
    connection, answer = stream(address, session.id, session.version())
    assert [event(answer) for _ in range(3)] == [["retry: 1000"], [": still here"], [": still here"]]
    connection.close()


def test_too_many_pages_leave_room_for_playing(sessions: Sessions, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "HEARTBEAT_S", 0.05)
    session = sessions.create(SETUP)
    with serving(create_app(sessions), "127.0.0.1", 0) as port:
        address = f"http://127.0.0.1:{port}"
        pages = [stream(address, session.id) for _ in range(STREAMS)]
        refused, answer = stream(address, session.id)
        assert answer.status == 503
        refused.close()
        assert post(f"{address}/sessions/{session.id}/moves", {"text": LEGAL, "length": 0})["length"] == 1
        for connection, response in pages:
            response.close()
            connection.close()
        until, status = monotonic() + 10, 503
        while status == 503 and monotonic() < until:
            connection, answer = stream(address, session.id)
            status = answer.status
            answer.close()
            connection.close()
        assert status == 200, "closed pages give their places back"


def test_the_address_that_phones_reach_comes_first() -> None:
    assert addresses("192.168.1.5", 80) == ["http://192.168.1.5:80/"]
    assert addresses("::1", 80) == ["http://[::1]:80/"]
    assert addresses("0.0.0.0", 8000)[-1] == "http://127.0.0.1:8000/"  # noqa: S104
