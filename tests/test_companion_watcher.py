"""The camera's thread: pictures become moves, a lost camera is told and tried again, play by hand goes on."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from companion_tables import LEGAL, SETUP

from companion.automation import Automation, WatchedCamera
from companion.demo import FOLDER, PLAYERS, record
from companion.records import Setup, Source
from companion.session import Session
from companion.sessions import Sessions
from companion.watcher import FINISHED, Watcher
from companion.words import verdict_sentence
from rules.game import Finding

PATIENCE_S = 60.0


@contextmanager
def watching(
    session: Session, sessions: Sessions, source: str, camera: WatchedCamera | None = None
) -> Iterator[Watcher]:
    watcher = Watcher(lambda: session, sessions.eyes, camera or WatchedCamera(source), pause_s=0.05)
    watcher.start()
    try:
        yield watcher
    finally:
        watcher.stop(PATIENCE_S)


def eventually(happened: Callable[[], bool]) -> bool:
    until = monotonic() + PATIENCE_S
    while not happened() and monotonic() < until:
        sleep(0.02)
    return happened()


def demo(sessions: Sessions) -> Session:
    hand = record()
    return sessions.create(Setup(hand.game, hand.seats, PLAYERS, hand.options))


def pictures(folder: Path, *names: str) -> Path:
    """Return a folder that holds these pictures of the demonstration."""
    folder.mkdir()
    for name in names:
        shutil.copy(FOLDER / name, folder)
    return folder


def test_a_folder_of_pictures_is_played_move_by_move(sessions: Sessions, tmp_path: Path) -> None:
    session = demo(sessions)
    with watching(session, sessions, str(pictures(tmp_path / "camera", "02.jpg", "03.jpg", "06.jpg"))):
        assert eventually(lambda: session.notice == FINISHED)
    assert [entry.move for entry in session.log()] == ["Erato S", "Melpomene W"]
    refused = session.store.still(session.id, 2)
    assert refused is not None
    assert [violation.rule for violation in refused.verdict.violations] == ["3.4"]
    assert {entry.source for entry in session.log()} == {Source.CAMERA}
    assert session.before() is not None


def test_a_lost_camera_is_told_and_play_goes_on_by_hand(sessions: Sessions, tmp_path: Path) -> None:
    session = sessions.create(SETUP)
    with watching(session, sessions, str(tmp_path / "unplugged.mp4")):
        assert eventually(lambda: "unplugged.mp4" in session.notice)
        assert "Play goes on by hand; the camera is tried again" in session.notice
        assert session.play(LEGAL, 0) == LEGAL


def test_a_camera_that_comes_back_is_used_again(sessions: Sessions, tmp_path: Path) -> None:
    session, source = demo(sessions), tmp_path / "camera"
    with watching(session, sessions, str(source)):
        assert eventually(lambda: str(source) in session.notice)
        pictures(tmp_path / "plugged", "02.jpg").rename(source)
        assert eventually(lambda: session.notice == FINISHED)
    assert [entry.move for entry in session.log()] == ["Erato S"]


def test_a_watcher_stops_at_once_while_it_waits_for_its_camera(sessions: Sessions, tmp_path: Path) -> None:
    session = sessions.create(SETUP)
    watcher = Watcher(lambda: session, sessions.eyes, WatchedCamera(str(tmp_path / "unplugged")), pause_s=60)
    watcher.start()
    assert eventually(lambda: session.notice != "")
    started = monotonic()
    watcher.stop()
    assert monotonic() - started < 1


def test_a_camera_waits_for_the_first_session_and_then_watches_the_newest(sessions: Sessions, tmp_path: Path) -> None:
    source = tmp_path / "unplugged"
    watcher = Watcher(sessions.newest, sessions.eyes, WatchedCamera(str(source)), pause_s=0.05)
    watcher.start()
    try:
        assert sessions.newest() is None
        first = demo(sessions)
        assert eventually(lambda: first.notice != "")
        second = demo(sessions)
        pictures(tmp_path / "plugged", "02.jpg").rename(source)
        assert eventually(lambda: second.notice == FINISHED)
    finally:
        watcher.stop(PATIENCE_S)
    assert (first.log(), [entry.move for entry in second.log()]) == ((), ["Erato S"])


def test_a_camera_that_only_suggests_asks_before_it_plays(sessions: Sessions, tmp_path: Path) -> None:
    session = demo(sessions)
    camera = WatchedCamera(str(pictures(tmp_path / "camera", "02.jpg")), Automation.SUGGEST)
    with watching(session, sessions, "", camera):
        assert eventually(lambda: session.notice == FINISHED)
    asked = session.latest()
    assert asked is not None
    assert session.log() == ()
    assert asked.verdict.finding is Finding.AMBIGUOUS
    assert verdict_sentence(asked.verdict) == "Was “Erato S” played?"
    assert session.answer(asked.id, 0, 0) == "Erato S"


def test_a_camera_that_is_off_reads_nothing_by_itself(sessions: Sessions, tmp_path: Path) -> None:
    session = demo(sessions)
    camera = WatchedCamera(str(pictures(tmp_path / "camera", "02.jpg")), Automation.OFF)
    with watching(session, sessions, "", camera):
        assert eventually(lambda: session.notice == FINISHED)
    assert (session.latest(), session.log()) == (None, ())
