"""The log on disk: real SQLite files, real faults."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from companion_tables import SETUP, jpeg, reading
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import codec
from companion.records import Entry, Op, Source, Still
from companion.sessions import Sessions
from companion.store import KEPT_STILLS, StaleWriteError, Store, StoreError
from rules.game import Candidate, Finding, Verdict, Violation
from rules.table import Observation, Place
from vision.reading import Caution, Doubt, GridPose, Piece, Reading

NOW = datetime(2026, 2, 3, 19, 30, tzinfo=UTC)
STILL = Still(NOW, 0, reading({Place("die", (0, -1)): "orange 4"}), Verdict(Finding.UNEXPLAINED))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "log.sqlite3")
    yield opened
    opened.close()


def play(seq: int, move: str = "Clio E", still: int | None = None) -> Entry:
    return Entry(seq, NOW, Op.PLAY, None, 1, move, Source.CAMERA, still)


def test_a_log_is_the_same_after_closing_and_opening(store: Store) -> None:
    number = store.create(SETUP)
    entries = (play(1), Entry(2, NOW, Op.AMEND, 1, 1, "Clio N"), Entry(3, NOW, Op.UNDO, 1, 1))
    for entry in entries:
        store.append(number, entry)
    store.close()
    again = Store(store.path)
    assert again.log(number) == entries
    assert again.setup(number) == SETUP
    assert [(one.id, one.setup, one.length) for one in again.summaries()] == [(number, SETUP, 3)]
    again.close()


def test_every_commit_is_synced_to_the_disk(store: Store) -> None:
    assert store.database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store.database.execute("PRAGMA synchronous").fetchone() == (2,), "2 is FULL"


@pytest.mark.parametrize("sql", ["UPDATE entries SET move = 'Clio N'", "DELETE FROM entries"])
def test_what_was_logged_cannot_be_changed(store: Store, sql: str) -> None:
    number = store.create(SETUP)
    store.append(number, play(1))
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        store.database.execute(sql)
    assert store.log(number) == (play(1),)


def test_of_two_programs_that_write_the_same_entry_one_is_refused(store: Store) -> None:
    number, other = store.create(SETUP), Store(store.path)
    other.append(number, play(1, "Clio N"))
    with pytest.raises(StaleWriteError, match="quicker"):
        store.append(number, play(1, "Clio E"))
    assert [entry.move for entry in store.log(number)] == ["Clio N"]
    other.close()


def test_a_still_and_its_entry_are_stored_together_or_not_at_all(store: Store) -> None:
    number = store.create(SETUP)
    still = store.record(number, STILL, jpeg(), play(1))
    assert store.log(number) == (play(1, still=still),)
    with pytest.raises(StaleWriteError):
        store.record(number, STILL, jpeg(), play(7))
    newest = store.still(number)
    assert newest == replace(STILL, id=still)
    assert store.picture(number, still) == jpeg()
    assert store.picture(number + 1, still) is None, "pictures belong to their session"


def test_stills_that_nobody_needs_are_forgotten_and_the_others_kept(store: Store) -> None:
    number = store.create(SETUP)
    proof = store.record(number, STILL, b"proof", play(1))
    corrected = store.record(number, replace(STILL, corrections={Place("die", (0, -1)): None}), b"corrected", None)
    idle = [store.record(number, STILL, b"idle", None) for _ in range(KEPT_STILLS + 3)]
    kept = [still for still in (proof, corrected, *idle) if store.picture(number, still) is not None]
    assert kept == [proof, corrected, *idle[3:]]


def test_a_revision_grows_with_every_write_of_its_session_only(store: Store) -> None:
    one, two = store.create(SETUP), store.create(SETUP)
    revisions = [store.revision(one)]
    store.append(one, play(1))
    revisions.append(store.revision(one))
    still = store.record(one, STILL, jpeg(), None)
    revisions.append(store.revision(one))
    store.rejudge(one, replace(STILL, id=still, corrections={Place("die", (0, -1)): "orange 3"}))
    revisions.append(store.revision(one))
    assert revisions == [0, 1, 2, 3]
    assert store.revision(two) == 0


def test_a_full_disk_is_one_sentence_and_loses_nothing(store: Store) -> None:
    number = store.create(SETUP)
    store.append(number, play(1))
    pages = store.database.execute("PRAGMA page_count").fetchone()[0]
    store.database.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match=r"disk is full: free some space"):
        store.record(number, STILL, bytes(200_000), play(2))
    assert store.log(number) == (play(1),)
    store.database.execute("PRAGMA max_page_count = 100000")
    store.append(number, play(2))
    assert store.log(number) == (play(1), play(2))


def test_a_log_that_cannot_be_written_is_one_sentence(store: Store) -> None:
    number = store.create(SETUP)
    store.database.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreError, match=r"cannot be written: make it writable"):
        store.append(number, play(1))
    assert store.log(number) == ()


def test_a_locked_log_is_one_sentence(store: Store) -> None:
    store.database.execute("PRAGMA busy_timeout = 50")
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="in use by another program"):
        store.create(SETUP)
    other.close()


def test_a_file_that_is_no_log_is_named_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "sessions.sqlite3"
    path.write_text("Dear diary, " * 100)
    with pytest.raises(StoreError, match=r"sessions.sqlite3” is no table-companion log: move it away"):
        Store(path)
    assert path.read_text().startswith("Dear diary")


def test_a_log_of_a_newer_version_is_refused(store: Store) -> None:
    store.database.execute("PRAGMA user_version = 99")
    store.close()
    with pytest.raises(StoreError, match="newer table-companion: update this one"):
        Store(store.path)


def test_a_profile_that_cannot_be_a_folder_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"cannot be used \(Not a directory\): choose another one with --profile"):
        Sessions(tmp_path / "file" / "profile")
    (tmp_path / "sessions.sqlite3").mkdir()
    with pytest.raises(StoreError, match="cannot be opened: check that its folder"):
        Sessions(tmp_path)


words = st.text("abcdefé 4", min_size=1, max_size=6)
shares = st.floats(0, 1)
places = st.builds(Place, st.sampled_from(["die", "tile"]), st.tuples(st.integers(-9, 9), st.integers(-9, 9)))
odds = st.lists(st.tuples(words, shares), max_size=3).map(tuple)
points = st.lists(st.tuples(shares, shares), max_size=4).map(tuple)
pieces = st.builds(
    Piece,
    words,
    odds,
    odds,
    points,
    shares,
    st.none() | st.tuples(shares, shares),
    st.none() | shares,
    st.none() | places,
    st.none() | st.sampled_from(Doubt),
)
observations = st.builds(
    Observation,
    st.dictionaries(places, st.dictionaries(words, shares, min_size=1, max_size=2), max_size=4),
    st.frozensets(words, max_size=2),
    st.frozensets(places, max_size=2),
    st.frozensets(places, max_size=2),
    st.booleans(),
)
poses = st.none() | st.builds(GridPose, shares, shares, shares, shares, shares)
cautions = st.builds(Caution, words, words, st.none() | st.tuples(shares, shares, shares))
readings = st.builds(
    Reading,
    st.integers(1, 99),
    st.integers(1, 99),
    st.booleans(),
    st.lists(pieces, max_size=3).map(tuple),
    observations,
    poses,
    st.lists(cautions, max_size=2).map(tuple),
)
violations = st.builds(Violation, words, words, st.lists(places, max_size=2).map(tuple))
candidates = st.builds(Candidate, st.none() | words, shares, st.lists(violations, max_size=2).map(tuple))
verdicts = st.builds(
    Verdict,
    st.sampled_from(Finding),
    st.lists(candidates, max_size=3).map(tuple),
    st.none() | st.tuples(st.integers(-9, 9), st.integers(-9, 9)),
)


@settings(max_examples=40, deadline=None, print_blob=True)
@given(readings, verdicts, st.dictionaries(places, st.none() | words))
def test_what_is_stored_comes_back_without_loss(
    seen: Reading, verdict: Verdict[str], corrections: dict[Place, str | None]
) -> None:
    assert codec.parse_reading(codec.reading_text(seen)) == seen
    assert codec.parse_verdict(codec.verdict_text(verdict)) == verdict
    assert codec.parse_corrections(codec.corrections_text(corrections)) == corrections


@pytest.mark.parametrize("version", [0, 1])
def test_another_programs_database_is_left_alone(tmp_path: Path, version: int) -> None:
    path = tmp_path / "sessions.sqlite3"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE x (y)")
        other.execute(f"PRAGMA user_version = {version}")
    with pytest.raises(StoreError, match=r"is another program's: move it away"):
        Store(path)
    assert sqlite3.connect(path).execute("SELECT name FROM sqlite_schema").fetchall() == [("x",)]
