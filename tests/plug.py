"""Pulls the plug on a serving companion at random moments, and looks whether anything that was accepted is gone."""

import os
import sqlite3
from dataclasses import dataclass, field
from http.client import HTTPException
from json import JSONDecodeError
from pathlib import Path
from random import Random
from signal import SIGKILL
from statistics import median
from subprocess import Popen
from threading import Timer
from time import monotonic, sleep
from urllib.error import HTTPError

from served import companion, free_port, get, post, started
from small_disk import full

import rules
from companion.sessions import LOG_FILE
from rules.playthrough import Playthrough

GAMES = ("dance_of_muses/playthroughs/two_hands.txt", "line_dice/playthroughs/sixteen_dice.txt")
GONE = (OSError, HTTPException, JSONDecodeError)  # what a client meets when the other side dies
STEPS = 15  # a kill comes during one of so many steps
STARTING = 0.2  # of the kills come before the server answers


@dataclass
class Outcome:
    """What came of it: kills, steps accepted, how long it took to answer again: seconds waited, and of a processor."""

    kills: int = 0
    accepted: int = 0
    unanswered_kept: int = 0
    resumed_s: list[float] = field(default_factory=list)
    worked_s: list[float] = field(default_factory=list)


@dataclass
class Sheet:
    """What a session must hold: the moves that stand, each with the seq of its play, and the log's length."""

    number: int
    script: list[str]
    moves: tuple[tuple[int, str], ...] = ()
    length: int = 0

    @property
    def told(self) -> tuple[list[str], int]:
        return [move for _, move in self.moves], self.length


class Evening:
    """Plays games over HTTP, and keeps its own sheet of what was accepted and what was under way."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.sheets: list[Sheet] = []
        self.under_way: Sheet | None = None
        self.outcome = Outcome()

    def step(self, address: str) -> None:
        """Do one thing; it counts as accepted only when the answer came whole."""
        if not self.sheets or len(self.sheets[-1].moves) == len(self.sheets[-1].script):
            self._begin(address)
            return
        sheet = self.sheets[-1]
        path, fields, after = self._choice(sheet)
        self.under_way = after
        told = post(f"{address}/sessions/{sheet.number}{path}", {**fields, "length": sheet.length})
        assert (told["moves"], told["length"]) == after.told, f"session {sheet.number}: {told}"
        self.sheets[-1], self.under_way = after, None
        self.outcome.accepted += 1

    def check(self, address: str) -> None:
        """Fail unless every session holds what was accepted, and of what was under way all or nothing."""
        for sheet in self.sheets:
            told = get(f"{address}/sessions/{sheet.number}")
            found = told["moves"], told["length"]
            if sheet is self.sheets[-1] and self.under_way and found == self.under_way.told:
                self.sheets[-1] = self.under_way
                self.outcome.unanswered_kept += 1
            else:
                assert found == sheet.told, f"session {sheet.number} lost something"
        self.under_way = None

    def _begin(self, address: str) -> None:
        path = Path(rules.__file__).parent / self.rng.choice(GAMES)
        game = Playthrough.parse(path.read_text())
        told = post(f"{address}/sessions", {"game": game.game, "seats": game.seats, "options": dict(game.options)})
        self.sheets.append(Sheet(told["session"], list(game.moves())))

    def _choice(self, sheet: Sheet) -> tuple[str, dict[str, str], Sheet]:
        """Return an address, what to send, and how the sheet looks if it is accepted."""
        chance, seq = self.rng.random(), sheet.length + 1
        if sheet.moves and chance < 0.15:
            return "/undo", {"agreed": "yes"}, Sheet(sheet.number, sheet.script, sheet.moves[:-1], seq)
        if sheet.moves and chance < 0.25:
            changed, text = sheet.moves[-1]
            return f"/moves/{changed}", {"text": text}, Sheet(sheet.number, sheet.script, sheet.moves, seq)
        text = sheet.script[len(sheet.moves)]
        return "/moves", {"text": text}, Sheet(sheet.number, sheet.script, (*sheet.moves, (seq, text)), seq)


def pull(profile: Path, kills: int, seed: int) -> Outcome:
    """Play, kill the server `kills` times, and return what came of it; AssertionError if anything is lost."""
    evening = Evening(Random(seed))  # noqa: S311 (no secret)
    for _ in range(kills):
        if evening.outcome.resumed_s and evening.rng.random() < STARTING:
            _kill_starting(profile, evening.rng.uniform(0, median(evening.outcome.resumed_s)))
        else:
            _kill_playing(profile, evening)
        evening.outcome.kills += 1
    with companion(profile) as (_, address):
        evening.check(address)
    with sqlite3.connect(profile / LOG_FILE) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()
    return evening.outcome


def fill(disk: Path, times: int, seed: int) -> tuple[Outcome, int]:
    """Play on a small disk that is full at times, and return what came of it and how many moves were refused."""
    evening, refused = Evening(Random(seed)), 0  # noqa: S311 (no secret)
    with companion(disk / "profile") as (_, address):
        for _ in range(times):
            _some_steps(evening, address)
            with full(disk):
                refused += not _accepted(evening, address)
            evening.check(address)
    with companion(disk / "profile") as (_, address):
        evening.check(address)
    return evening.outcome, refused


def _accepted(evening: Evening, address: str) -> bool:
    """Do one thing on a full disk and say whether it was accepted; AssertionError if the answer is no good sentence."""
    told = ""
    try:
        evening.step(address)
    except HTTPError as error:
        with error:
            told = f"{error.code}: {error.read().decode()}"
    assert not told or (told.startswith("503: ") and ("free some space" in told or "make room" in told)), told
    return not told


def _kill_starting(profile: Path, moment_s: float) -> None:
    with started(profile, free_port()) as process:
        sleep(moment_s)
        process.kill()


def _kill_playing(profile: Path, evening: Evening) -> None:
    begun = monotonic()
    with companion(profile) as (process, address):
        evening.check(address)
        evening.outcome.resumed_s.append(monotonic() - begun)
        evening.outcome.worked_s.append(_worked_s(process))
        try:
            last_s = _some_steps(evening, address)
            plug = Timer(evening.rng.uniform(0, last_s), process.kill)  # whatever the load: in the midst of a step
            plug.start()
            while True:
                evening.step(address)
        except HTTPError as refused:
            with refused:
                raise AssertionError(refused.read().decode()) from refused
        except GONE:
            assert process.wait(10) == -SIGKILL, "it died by itself"


def _some_steps(evening: Evening, address: str) -> float:
    """Do a random number of steps, at least one, and return how many seconds the last one took."""
    begun = monotonic()
    for _ in range(evening.rng.randint(1, STEPS)):
        begun = monotonic()
        evening.step(address)
    return monotonic() - begun


def _worked_s(process: Popen[str]) -> float:
    """Return how many seconds of a processor a process has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
