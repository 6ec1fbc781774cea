"""The log on disk: one SQLite file, synced before anything is shown. All SQL of the project is here."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from threading import RLock
from typing import Any, Final

from companion import codec
from companion.records import Entry, Op, Setup, Source, Still, Summary
from rules.text import say

SCHEMA_VERSION: Final = 1
TABLES: Final = {"sessions", "entries", "stills"}
KEPT_STILLS: Final = 12  # newest stills that no entry needs: enough to correct the last ones, no growth overnight

_STILL = "id, at, length, reading, corrections, verdict"


class StoreError(Exception):
    """The log cannot be read or written; the message is one sentence for people."""


class StaleWriteError(Exception):
    """Somebody else wrote first; nothing was changed."""

    def __init__(self) -> None:
        super().__init__(
            say("Somebody else was quicker: nothing was changed, look at the table's new state and try again.")
        )


class Store:
    """The sessions, entries and stills of one profile; safe to use from many threads."""

    def __init__(self, path: Path) -> None:
        """Open or create the file; StoreError if it cannot be used."""
        self.path = path
        self._lock = RLock()
        try:
            self.database = sqlite3.connect(path, timeout=5, check_same_thread=False, isolation_level=None)
        except sqlite3.Error as error:
            raise StoreError(_sentence(error, path)) from error
        try:
            self._prepare()
        except (sqlite3.Error, StoreError) as error:
            self.database.close()
            raise StoreError(_sentence(error, path) if isinstance(error, sqlite3.Error) else str(error)) from error

    def close(self) -> None:
        """Close the file; the store is of no use afterwards."""
        with self._lock:
            self.database.close()

    def create(self, setup: Setup) -> int:
        """Add a session and return its id."""
        row = (setup.game, setup.seats, _json(setup.options), _json(setup.players), _now())
        with self._transaction():
            sql = "INSERT INTO sessions (game, seats, options, players, created) VALUES (?, ?, ?, ?, ?)"
            return int(self.database.execute(sql, row).lastrowid or 0)

    def summaries(self) -> list[Summary]:
        """Return all sessions, newest first."""
        sql = """SELECT id, game, seats, players, options, created,
                 (SELECT COUNT(*) FROM entries WHERE session = sessions.id) FROM sessions ORDER BY id DESC"""
        return [Summary(row[0], _setup(row[1:5]), datetime.fromisoformat(row[5]), row[6]) for row in self._rows(sql)]

    def setup(self, session: int) -> Setup | None:
        """Return a session's set-up; None if there is no such session."""
        rows = self._rows("SELECT game, seats, players, options FROM sessions WHERE id = ?", session)
        return _setup(rows[0]) if rows else None

    def begun(self, session: int) -> datetime:
        """Return when a session was begun."""
        return datetime.fromisoformat(self._rows("SELECT created FROM sessions WHERE id = ?", session)[0][0])

    def revision(self, session: int) -> int:
        """Return a number that grows with every write to the session."""
        return int(self._rows("SELECT revision FROM sessions WHERE id = ?", session)[0][0])

    def log(self, session: int) -> tuple[Entry, ...]:
        """Return a session's entries in order."""
        sql = "SELECT seq, at, op, target, seat, move, source, still FROM entries WHERE session = ? ORDER BY seq"
        return tuple(_entry(row) for row in self._rows(sql, session))

    def append(self, session: int, *entries: Entry) -> None:
        """Add entries, all or none; StaleWriteError unless the first one's seq follows the log's last one."""
        with self._transaction(session):
            for entry in entries:
                self._append(session, entry)

    def record(self, session: int, still: Still, picture: bytes, entry: Entry | None) -> int:
        """Add a still, and the entry that it proves, in one step; return the still's id."""
        row = (session, still.at.isoformat(), still.length, picture, codec.reading_text(still.reading), *_judged(still))
        sql = """INSERT INTO stills (session, at, length, picture, reading, corrections, finding, verdict,
                 pieces, wrong) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
        with self._transaction(session):
            number = int(self.database.execute(sql, row).lastrowid or 0)
            if entry is not None:
                self._append(session, entry, number)
            self._prune(session)
        return number

    def rejudge(self, session: int, still: Still, entry: Entry | None = None) -> None:
        """Store a still's corrections and new verdict, and the entry that follows from them, in one step."""
        sql = """UPDATE stills SET length = ?, corrections = ?, finding = ?, verdict = ?, pieces = ?, wrong = ?
                 WHERE id = ?"""
        with self._transaction(session):
            self.database.execute(sql, (still.length, *_judged(still), still.id))
            if entry is not None:
                self._append(session, entry, still.id)

    def still(self, session: int, number: int | None = None) -> Still | None:
        """Return one still of a session, by default the newest; None if there is none."""
        sql = f"""SELECT {_STILL} FROM stills WHERE session = ?1 AND id = ifnull(?2, id)
                  ORDER BY id DESC LIMIT 1"""  # noqa: S608 (the names are constant)
        rows = self._rows(sql, session, number)
        return _still(rows[0]) if rows else None

    def settled(self, session: int, before: int | None = None) -> Still | None:
        """Return the newest still, of those before number `before` if given, that agreed with the log; None without."""
        sql = f"""SELECT {_STILL} FROM stills WHERE session = ?1 AND finding IN ('legal', 'unchanged')
                  AND id < ifnull(?2, id + 1) ORDER BY id DESC LIMIT 1"""  # noqa: S608 (the names are constant)
        rows = self._rows(sql, session, before)
        return _still(rows[0]) if rows else None

    def since(self, session: int, length: int) -> list[Still]:
        """Return the stills, oldest first, that were judged against a log of this length."""
        sql = f"SELECT {_STILL} FROM stills WHERE session = ? AND length = ? ORDER BY id"  # noqa: S608 (as above)
        return [_still(row) for row in self._rows(sql, session, length)]

    def question(self, session: int, length: int) -> Still | None:
        """Return the newest still that asks about a log of this length, unless a later one has settled the matter."""
        sql = f"""SELECT {_STILL} FROM stills WHERE session = ?1 AND length = ?2 AND finding = 'ambiguous'
                  AND NOT EXISTS (SELECT 1 FROM stills AS later WHERE later.session = ?1 AND later.id > stills.id
                                  AND later.finding NOT IN ('unexplained', 'illegal'))
                  ORDER BY id DESC LIMIT 1"""  # noqa: S608 (the names are constant)
        rows = self._rows(sql, session, length)
        return _still(rows[0]) if rows else None

    def accuracy(self, session: int) -> tuple[int, int]:
        """Return how many pieces were read in the stills that count, and how many of them people corrected."""
        sql = """SELECT COALESCE(SUM(pieces), 0), COALESCE(SUM(wrong), 0) FROM stills WHERE session = ?1 AND
                 (corrections <> '{}' OR id IN (SELECT still FROM entries WHERE session = ?1))"""
        pieces, wrong = self._rows(sql, session)[0]
        return int(pieces), int(wrong)

    def kept(self, session: int) -> tuple[int, ...]:
        """Return the ids of all stills that are kept, oldest first."""
        return tuple(int(row[0]) for row in self._rows("SELECT id FROM stills WHERE session = ? ORDER BY id", session))

    def picture(self, session: int, number: int) -> bytes | None:
        """Return a still's JPEG; None if there is no such still."""
        rows = self._rows("SELECT picture FROM stills WHERE session = ? AND id = ?", session, number)
        return bytes(rows[0][0]) if rows else None

    def _prepare(self) -> None:
        version = int(self.database.execute("PRAGMA user_version").fetchone()[0])
        if version > SCHEMA_VERSION:
            raise StoreError(
                f"“{self.path}” was written by a newer table-companion: update this one, or choose another --profile."
            )
        tables = {name for (name,) in self.database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        if not tables >= TABLES if version else tables:
            raise StoreError(f"“{self.path}” is another program's: move it away, or choose another --profile.")
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            self.database.execute(f"PRAGMA {pragma}")
        if version == 0:
            schema = files("companion").joinpath("schema.sql").read_text()
            self.database.executescript(f"BEGIN; {schema} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")

    def _append(self, session: int, entry: Entry, still: int | None = None) -> None:
        length = int(self.database.execute("SELECT COUNT(*) FROM entries WHERE session = ?", (session,)).fetchone()[0])
        if entry.seq != length + 1:
            raise StaleWriteError
        row = (session, entry.seq, entry.at.isoformat(), entry.op, entry.target, entry.seat, entry.move, entry.source)
        sql = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        self.database.execute(sql, (*row, entry.still if still is None else still))

    def _prune(self, session: int) -> None:
        """Forget old stills that no entry refers to, but never the newest question."""
        sql = """DELETE FROM stills WHERE session = ?1 AND corrections = '{}'
                 AND id NOT IN (SELECT still FROM entries WHERE session = ?1 AND still IS NOT NULL)
                 AND id NOT IN (SELECT id FROM stills WHERE session = ?1 ORDER BY id DESC LIMIT ?2)
                 AND id IS NOT (SELECT MAX(id) FROM stills WHERE session = ?1 AND finding = 'ambiguous')"""
        self.database.execute(sql, (session, KEPT_STILLS))

    def _rows(self, sql: str, *values: object) -> list[Any]:
        try:
            with self._lock:
                return self.database.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise StoreError(_sentence(error, self.path)) from error

    @contextmanager
    def _transaction(self, session: int | None = None) -> Iterator[None]:
        """Hold a write transaction: all of it is on disk at the end, or none of it."""
        try:
            with self._lock:
                self.database.execute("BEGIN IMMEDIATE")
                with self.database:  # commits, or rolls back when anything is raised
                    yield
                    self.database.execute("UPDATE sessions SET revision = revision + 1 WHERE id = ?", (session,))
        except sqlite3.Error as error:
            raise StoreError(_sentence(error, self.path)) from error


def _judged(still: Still) -> tuple[str, str, str, int, int]:
    return (
        codec.corrections_text(still.corrections),
        still.verdict.finding.value,
        codec.verdict_text(still.verdict),
        len(still.claims),
        still.wrong,
    )


def _setup(row: tuple[Any, ...]) -> Setup:
    return Setup(row[0], row[1], tuple(json.loads(row[2])), json.loads(row[3]))


def _entry(row: tuple[Any, ...]) -> Entry:
    seq, at, op, target, seat, move, source, still = row
    return Entry(seq, datetime.fromisoformat(at), Op(op), target, seat, move, Source(source), still)


def _still(row: tuple[Any, ...]) -> Still:
    number, at, length, reading, corrections, verdict = row
    return Still(
        datetime.fromisoformat(at),
        length,
        codec.parse_reading(reading),
        codec.parse_verdict(verdict),
        codec.parse_corrections(corrections),
        number,
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _now() -> str:
    return datetime.now(UTC).isoformat()


def _sentence(error: sqlite3.Error, path: Path) -> str:
    """Return what went wrong and what to do about it."""
    name = getattr(error, "sqlite_errorname", "")
    known = {
        "SQLITE_FULL": say(
            "The disk is full: free some space and do the last step again; everything before it is safe."
        ),
        "SQLITE_IOERR_WRITE": say(
            "“{path}” cannot be written: make room on the disk, then do the last step again; "
            "everything before it is safe.",
            path=path,
        ),
        "SQLITE_IOERR_SHM": say(
            "“{path}” cannot be opened: make room on the disk, then start again; nothing is lost.", path=path
        ),
        "SQLITE_READONLY": say("“{path}” cannot be written: make it writable, or choose another --profile.", path=path),
        "SQLITE_CANTOPEN": say("“{path}” cannot be opened: check that its folder exists and is writable.", path=path),
        "SQLITE_NOTADB": say(
            "“{path}” is no table-companion log: move it away, or choose another --profile.", path=path
        ),
        "SQLITE_CORRUPT": say("“{path}” is damaged: restore a copy, or choose another --profile.", path=path),
        "SQLITE_BUSY": say("“{path}” is in use by another program: stop the other companion and try again.", path=path),
    }
    fallback = say(
        "The log “{path}” cannot be used ({error}): check the disk, then do the last step again.",
        path=path,
        error=error,
    )
    return next((text for code, text in known.items() if name.startswith(code)), fallback)
