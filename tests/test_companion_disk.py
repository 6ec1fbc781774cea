"""A disk that is full and a log that is damaged: a sentence for people, nothing lost, and play goes on afterwards."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import SystemRandom

import pytest
from companion_tables import LEGAL, SETUP, jpeg, reading, table_after
from conftest import own_browser
from plug import fill
from small_disk import full, small_disk

from companion import create_app
from companion.sessions import LOG_FILE, Sessions
from companion.store import Store, StoreError

JSON = {"Accept": "application/json"}
FULL = "The disk is full: free some space and do the last step again; everything before it is safe."
NEXT = {"text": "white? N", "length": 1}


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    try:
        with small_disk(tmp_path / "disk") as found:
            yield found
    except PermissionError:
        pytest.skip("only root may mount a small disk")


def test_a_full_disk_is_told_in_every_way_and_play_goes_on_when_there_is_room(disk: Path) -> None:
    sessions = Sessions(disk / "profile")
    client, session = own_browser(create_app(sessions)), sessions.create(SETUP)
    session.play(LEGAL, 0)
    with full(disk):
        told = client.post("/sessions/1/moves", json=NEXT)
        assert (told.status_code, told.get_json()["error"]) == (503, FULL)
        page = client.post("/sessions/1/moves", data=NEXT)
        assert (page.status_code, FULL in page.text, "Back to the game" in page.text) == (503, True, True)
        assert client.post("/sessions", json={"game": "line_dice", "seats": 2}).get_json()["error"] == FULL
        with pytest.raises(StoreError, match="disk is full"):
            session.offer(reading(table_after(session, "white? N")), jpeg())
        assert "No space left on device" in client.post("/sets/dance_of_muses", data={}).text
        assert client.get("/sessions/1", headers=JSON).get_json()["moves"] == [LEGAL]
    assert client.post("/sessions/1/moves", json=NEXT).get_json()["moves"] == [LEGAL, "white? N"]
    assert list((disk / "profile" / "sets" / "dance_of_muses").iterdir()) == [], "nothing half written is left"
    sessions.close()


def test_a_box_that_starts_with_a_full_disk_says_so_and_has_everything_when_there_is_room(disk: Path) -> None:
    sessions = Sessions(disk / "profile")
    create_app(sessions)
    sessions.create(SETUP).play(LEGAL, 0)
    sessions.close()
    with full(disk):
        with pytest.raises(StoreError, match="disk is full"):
            Sessions(disk / "new")
        with pytest.raises(StoreError, match="make room on the disk, then start again; nothing is lost"):
            Sessions(disk / "profile")
    again = Sessions(disk / "profile")
    client = own_browser(create_app(again))
    assert client.post("/sessions/1/moves", json=NEXT).get_json()["moves"] == [LEGAL, "white? N"]
    again.close()


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "its beginning gone": lambda good: bytes(4096) + good[4096:],
    "cut in the middle": lambda good: good[: len(good) // 2],
    "noise from some page on": lambda good: good[:8192] + os.urandom(len(good) - 8192),
    "nothing but noise": lambda good: os.urandom(len(good)),
}


@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_log_is_named_and_left_as_it_is(tmp_path: Path, how: str) -> None:
    sessions = Sessions(tmp_path)
    sessions.create(SETUP).play(LEGAL, 0)
    sessions.close()
    log = tmp_path / LOG_FILE
    good = log.read_bytes()
    log.write_bytes(DAMAGE[how](good))
    bad = log.read_bytes()
    with pytest.raises(StoreError, match=r"is damaged: .* copy|no table-companion log: move it away"):
        Sessions(tmp_path).summaries()
    assert log.read_bytes() == bad
    log.write_bytes(good)
    again = Sessions(tmp_path)
    assert [summary.length for summary in again.summaries()] == [1], "once mended it is as it was"
    again.close()


def test_a_damaged_log_is_a_page_for_people(tmp_path: Path) -> None:
    sessions = Sessions(tmp_path)
    sessions.create(SETUP)
    sessions.close()
    log = tmp_path / LOG_FILE
    log.write_bytes(DAMAGE["noise from some page on"](log.read_bytes()))
    again = Sessions(tmp_path)
    for path in ("/", "/sessions/1", "/health"):
        told = own_browser(create_app(again)).get(path)
        assert (told.status_code, "is damaged: " in told.text, "That did not work" in told.text) == (503, True, True)
    again.close()


def test_an_empty_log_is_a_new_one(tmp_path: Path) -> None:
    (tmp_path / LOG_FILE).write_bytes(b"not a log")
    with pytest.raises(StoreError):
        Store(tmp_path / LOG_FILE)
    (tmp_path / LOG_FILE).write_bytes(b"")
    store = Store(tmp_path / LOG_FILE)
    assert store.summaries() == []
    store.close()


def test_a_disk_that_is_full_at_times_loses_nothing_of_an_evening(disk: Path) -> None:
    seed = SystemRandom().randrange(2**32)
    print(f"seed {seed}")  # noqa: T201 (pytest shows it with a failure)
    outcome, refused = fill(disk, 3, seed)
    assert outcome.accepted >= 3
    assert refused >= 1, "the disk was full"
