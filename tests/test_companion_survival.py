"""What must not lose a move: the plug pulled at any moment, a full or read-only disk, a clock put back, two at once."""

import os
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from random import SystemRandom
from urllib.error import HTTPError

import pytest
from companion_tables import LEGAL, SETUP
from flask.testing import FlaskClient
from plug import pull
from served import SERVE, companion, get, post

import companion.session as session_module
from companion.session import Session
from companion.sessions import LOG_FILE, Sessions
from vision import camera_frame

BEGIN = {"game": SETUP.game, "seats": 3, "players": list(SETUP.players), "options": dict(SETUP.options)}
AS_OTHERS = ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"]  # root that minds permissions


def test_the_plug_pulled_at_random_moments_loses_no_accepted_move(tmp_path: Path) -> None:
    seed = SystemRandom().randrange(2**32)
    print(f"seed {seed}")  # noqa: T201 (pytest shows it with a failure)
    outcome = pull(tmp_path, 5, seed)
    assert outcome.kills == 5
    assert outcome.accepted >= len(outcome.resumed_s), "moves were played before each kill"
    assert all(seconds < 5 for seconds in outcome.worked_s), "it resumes within five seconds of a processor's work"


def test_a_full_disk_loses_nothing_and_play_goes_on_when_there_is_room(tmp_path: Path) -> None:
    with companion(tmp_path) as (process, address):
        post(f"{address}/sessions", BEGIN)
        post(f"{address}/sessions/1/moves", {"text": LEGAL, "length": 0})
        _, hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (4096, hard))
        with pytest.raises(HTTPError) as refused:
            post(f"{address}/sessions/1/moves", {"text": "white? N", "length": 1})
        with refused.value as answer:
            assert answer.code == 503
            told = answer.read().decode()
        assert "cannot be written: make room on the disk, then do the last step again" in told
        assert get(f"{address}/sessions/1")["moves"] == [LEGAL]
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        assert post(f"{address}/sessions/1/moves", {"text": "white? N", "length": 1})["moves"] == [LEGAL, "white? N"]
    with companion(tmp_path) as (_, address):
        assert get(f"{address}/sessions/1")["moves"] == [LEGAL, "white? N"]


@pytest.fixture
def profile_of_others() -> Iterator[Path]:
    """A profile with a session, in a folder that everybody may enter and nobody but its owner may write to."""
    folder = Path(tempfile.mkdtemp(prefix="companion-profile-"))
    sessions = Sessions(folder)
    sessions.create(SETUP).play(LEGAL, 0)
    sessions.close()
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_a_read_only_profile_is_one_sentence_and_stays_as_it_is(profile_of_others: Path) -> None:
    before = (profile_of_others / LOG_FILE).read_bytes()
    command = [*SERVE, "--port", "0", "--profile", str(profile_of_others)]
    if os.geteuid() == 0:
        command = [*AS_OTHERS, *command]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.count("\n") == 1
    assert str(profile_of_others) in done.stderr
    assert "choose another" in done.stderr or "is writable" in done.stderr
    assert (profile_of_others / LOG_FILE).read_bytes() == before


class PutBack(datetime):
    """A clock that is put back by an hour whenever it is looked at."""

    looks = 0
    step = timedelta(hours=-1)

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "PutBack":
        cls.looks += 1
        return cls(2026, 2, 3, 19, 30, tzinfo=tz) + cls.looks * cls.step


class PutOn(PutBack):
    """A clock that jumps a year ahead whenever it is looked at, as one without a battery does that finds the time."""

    step = timedelta(days=365)


@pytest.mark.parametrize("clock", [PutBack, PutOn])
def test_a_clock_that_jumps_disturbs_neither_order_nor_pages(
    client: FlaskClient, session: Session, monkeypatch: pytest.MonkeyPatch, clock: type[PutBack]
) -> None:
    monkeypatch.setattr(session_module, "datetime", clock)
    moves = [LEGAL, "white? N", "Erato S"]
    for length, move in enumerate(moves):
        session.play(move, length)
    times = [entry.at for entry in session.log()]
    assert times == sorted(times, reverse=clock is PutBack), "the clock did jump"
    told = client.get(f"/sessions/{session.id}", headers={"Accept": "application/json"}).get_json()
    assert told["moves"] == moves
    for path in ("", "/export", "/export/moves.csv", "/export/session.json", "/replay"):
        assert client.get(f"/sessions/{session.id}{path}").status_code == 200


def test_the_time_of_frames_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera_frame, "datetime", PutBack)
    times = [camera_frame.now() for _ in range(3)]
    assert times == sorted(times)


def test_of_two_browsers_the_slower_one_is_sent_the_state_of_now(client: FlaskClient, session: Session) -> None:
    session.play(LEGAL, 0)
    for path, sent in (("/moves", {"text": "Erato S"}), ("/undo", {})):
        answer = client.post(f"/sessions/{session.id}{path}", json={**sent, "length": 0})
        assert answer.status_code == 409
        told = answer.get_json()
        assert told["error"].startswith("Somebody else was quicker")
        assert (told["moves"], told["length"], told["turn"]) == ([LEGAL], 1, 1)
    page = client.post(f"/sessions/{session.id}/undo", data={"length": "0"}, headers={"Accept": "text/html"})
    assert (page.status_code, "Somebody else was quicker" in page.text, 'data-length="1"' in page.text) == (
        409,
        True,
        True,
    )
    assert [entry.move for entry in session.log()] == [LEGAL]
