"""One evening's game: pictures and people in, a log out, the state always its fold."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from threading import Condition, Lock
from typing import Any, Final, TypeVar

import rules
from companion import called
from companion.fold import FoldError, Played, Position, fold, folded_on
from companion.hindsight import Both
from companion.judging import Judge, spoken, suggested
from companion.memory import told
from companion.records import Entry, Op, Setup, Source, Still, Undoing
from companion.store import StaleWriteError, Store, StoreError
from companion.telling import Teller
from companion.words import isolated
from rules import AnyGame
from rules.game import Candidate, Finding, Verdict, Violation
from rules.glance import by_chance
from rules.table import Face, Place
from rules.text import joined, say
from vision.reading import Reading

Shown = TypeVar("Shown")

UNAGREED: Final = {
    Undoing.CHANCE: say("That would take back what chance brought: do so only if everybody agrees."),
    Undoing.ANOTHER: say("That would take back what another player did before: do so only if everybody agrees."),
}


class RefusedError(Exception):
    """A wish that cannot be granted; the message is one sentence for people.

    `violations` are the rules it breaks, `field` the one of a form that has to be changed, "" for none.
    """

    def __init__(self, text: str, violations: tuple[Violation, ...] = (), field: str = "") -> None:
        super().__init__(text)
        self.violations = violations
        self.field = field


class Session:
    """A session on disk, shared by the camera and every page. Each write is synced before it is told to anybody."""

    def __init__(self, store: Store, number: int, setup: Setup) -> None:
        self.store = store
        self.id = number
        self.setup = setup
        self.game: AnyGame = rules.load(setup.game)
        self._judge = Judge(self.game, store, number)
        self.tell = Teller(self.game, tuple(map(isolated, setup.players)))
        self._start = self.game.initial_state(setup.seats, **setup.options)
        self._changed = Condition()  # its lock is re-entrant
        self._position = Position(self._start, (), 0)
        self._notice: tuple[int, str] = (0, "")
        self._showing = Lock()
        self._shown: tuple[str, Any] = ("", None)
        self.closed = False

    def position(self) -> Position:
        """Return what the log amounts to now; StoreError if it does not fit the rules."""
        with self._changed:
            log = self.store.log(self.id)
            if len(log) != self._position.length:
                self._position = self._fold(log)
            return self._position

    def log(self) -> tuple[Entry, ...]:
        """Return every entry, those taken back included."""
        return self.store.log(self.id)

    @property
    def begun(self) -> datetime:
        """When it was begun."""
        return self.store.begun(self.id)

    def latest(self) -> Still | None:
        """Return the newest still; None before the first."""
        return self.store.still(self.id)

    def before(self) -> Reading | None:
        """Return what was read when the camera last agreed with the log (`Judge.before`)."""
        return self._judge.before(self.position())

    def offer(
        self, reading: Reading, picture: bytes, *, suggest: bool = False, moved: frozenset[Place] = frozenset()
    ) -> Verdict[Any]:
        """Judge what was read in a picture (JPEG), log it if it shows a legal move, and return the verdict.

        With `suggest` nothing is logged: people are asked whether that is what was played. At the places `moved` pieces
        have moved since the table last was at rest; () where that is not known.
        """
        with self._writing() as position:
            still = Still(datetime.now(UTC), position.length, reading, Verdict(Finding.UNEXPLAINED))
            found = self._judge.new(position, still, None if suggest else moved)
            if isinstance(found, Verdict):
                now, verdict = position, found
            else:
                now, verdict = self._told_late(position, *found), found[0].then
            if suggest and verdict.finding is Finding.LEGAL:
                verdict = suggested(verdict)
            still = replace(still, length=now.length, verdict=spoken(verdict))
            self.store.record(self.id, still, picture, self._found(now, verdict))
        return verdict

    def _told_late(self, position: Position, pair: Both, earlier: Still) -> Position:
        """Log the first of two moves as what an earlier still showed; return what the log amounts to then."""
        first = replace(self._entry(position, pair.first), source=Source.CAMERA)
        self.store.rejudge(self.id, replace(earlier, verdict=pair.told(earlier)), first)
        return self.position()

    def play(self, text: str, length: int) -> str:
        """Play the move written as `text`, made against a log of that length; return it as it was logged.

        RefusedError if it is against the rules, MoveError if it is no move, StaleWriteError if the log has grown.
        """
        (move,) = self.play_all((text,), length)
        return move

    def play_all(self, texts: Sequence[str], length: int) -> list[str]:
        """Play several moves in a row, all of them or none; return them as they were logged. Errors as `play`."""
        with self._writing(length) as position:
            entries, after = list[Entry](), position
            for text in texts:
                move = self._allowed(after, text)
                entries.append(self._entry(after, move))
                after = replace(after, state=self.game.apply(after.state, move), length=after.length + 1)
            self.store.append(self.id, *entries)
            self._agree(position)
        return [entry.move for entry in entries]

    def undo(self, length: int, *, agreed: bool = False) -> str:
        """Take the last standing move back and return its text.

        RefusedError if there is none, or if everybody would have to agree (`undoing`) and has not `agreed`.
        """
        with self._writing(length) as position:
            if position.last is None:
                raise RefusedError(say("There is no move to take back."))
            undoing = self.undoing(position)
            if undoing is not Undoing.FREE and not agreed:
                raise RefusedError(UNAGREED[undoing])
            entry = position.last.entry
            self.store.append(self.id, _entry(position, Op.UNDO, entry))
        return entry.move

    def undoing(self, position: Position) -> Undoing:
        """Return what taking the last move back would touch; past another player's move it is no slip any more."""
        if position.last is None:
            return Undoing.FREE
        if by_chance(self.game, position.last.move):
            return Undoing.CHANCE
        before = self.log()[-1]
        others = before.op is Op.UNDO and before.seat != position.last.entry.seat
        return Undoing.ANOTHER if others else Undoing.FREE

    def answer(self, still: int, choice: int, length: int) -> str | None:
        """Settle a question with its candidate number `choice` (0-based); return the move logged, None for no move."""
        with self._writing(length) as position:
            asked, chosen = self._chosen(position, still, choice)
            self._settle(position, asked, chosen)
            newest, now = self.latest(), self.position()
            if chosen.move is not None and newest is not None:
                self._go_on(now, asked, newest)
        return chosen.move

    def _chosen(self, position: Position, still: int, choice: int) -> tuple[Still, Candidate[str]]:
        """Return the open question, and which of its candidates answers it as that still asked it.

        The camera may have looked once more while somebody chose: the same answer to a newer still is as good.
        """
        asked, shown = self.question(position), self.store.still(self.id, still)
        if asked is None or shown is None or (shown.length, shown.verdict.finding) != (asked.length, Finding.AMBIGUOUS):
            raise StaleWriteError
        if not 0 <= choice < len(shown.verdict.candidates):
            raise RefusedError(say("That is not one of the answers: choose one of the buttons."))
        move = shown.verdict.candidates[choice].move
        chosen = next((candidate for candidate in asked.verdict.candidates if candidate.move == move), None)
        if chosen is None:
            raise StaleWriteError
        return asked, chosen

    def _go_on(self, position: Position, asked: Still, newest: Still) -> None:
        """Judge the newest still again once a question is answered, if it may show one more move."""
        if newest.id != asked.id or self._judge.judged(newest, position.state).finding is Finding.LEGAL:
            self._judge_again(position, newest)

    def question(self, position: Position) -> Still | None:
        """Return the still whose question is open; None if there is none.

        It stays open while newer stills cannot be explained: the next piece may be laid before people have answered.
        """
        return self.store.question(self.id, position.length)

    def correct(self, still: int, place: Place, face: Face | None, length: int) -> Verdict[Any]:
        """Say what really lies at a place of a still (None: nothing), and judge that still again.

        The move it proves is amended when another one fits; what was played later must still fit (FoldError).
        """
        with self._writing(length) as position:
            seen = self.store.still(self.id, still)
            if seen is None:
                raise RefusedError(say("That picture is no longer kept: correct the move itself instead."))
            self._check_face(position, seen, place, face)
            corrected = replace(seen, corrections={**seen.corrections, place: face})
            played = position.by_still(still)
            if played is None:
                return self._judge_again(position, corrected)
            return self._amend_by_still(position, played, corrected)

    def amend(self, seq: int, text: str, length: int) -> str:
        """Change the standing move whose play is entry `seq` to `text`; return it. Errors as `play` and `correct`."""
        with self._writing(length) as position:
            played = position.find(seq)
            if played is None:
                raise RefusedError(say("That move was taken back: there is nothing to change."))
            move = str(self._allowed(replace(position, state=played.before), text))
            self.store.append(self.id, self._amendment(position, played, move, played.entry.still))
        return move

    def accuracy(self) -> tuple[int, int]:
        """Return how many pieces were read in the pictures that count, and how many of them people corrected."""
        return self.store.accuracy(self.id)

    @property
    def notice(self) -> str:
        """A message about the camera for everybody at the table, "" if there is none."""
        return self._notice[1]

    @notice.setter
    def notice(self, text: str) -> None:
        with self._changed:
            if text != self._notice[1]:
                self._notice = self._notice[0] + 1, text
                self._changed.notify_all()

    def version(self) -> str:
        """Return a text that differs whenever anything a page shows has changed."""
        return f"{self.store.revision(self.id)}.{self._notice[0]}"

    def shown(self, make: Callable[[str], Shown]) -> Shown:
        """Return what `make` gathers of the session, given its version: once for each, for all pages together."""
        with self._showing:
            version = self.version()  # first: whatever is written meanwhile makes the pages look again
            if self._shown[0] != version:
                self._shown = version, make(version)
            found: Shown = self._shown[1]
        return found

    def wait(self, version: str, timeout_s: float) -> bool:
        """Wait until the version is another one than `version`; False after `timeout_s` seconds or once closed."""
        with self._changed:
            if not self.closed and self.version() == version:
                self._changed.wait(timeout_s)
            return self.version() != version

    def close(self) -> None:
        """End every wait, now and later."""
        with self._changed:
            self.closed = True
            self._changed.notify_all()

    @contextmanager
    def _writing(self, length: int | None = None) -> Iterator[Position]:
        """Hold the session for one write; StaleWriteError unless the log has this length."""
        with self._changed:
            position = self.position()
            if length not in {None, position.length}:
                raise StaleWriteError
            yield position
            self._changed.notify_all()

    def _fold(self, log: tuple[Entry, ...]) -> Position:
        try:
            return folded_on(self.game, self._position, log)
        except FoldError as error:
            raise StoreError(say("This log does not fit the rules. {error}", error=error)) from error

    def _entry(self, position: Position, move: Any) -> Entry:  # noqa: ANN401 (each game has its own moves)
        """Return the entry of a move that is played next."""
        actor = self.game.actor(position.state, move)
        return Entry(position.length + 1, datetime.now(UTC), Op.PLAY, None, actor, str(move))

    def _found(self, position: Position, verdict: Verdict[Any]) -> Entry | None:
        """Return the entry that a verdict calls for; None unless it found a legal move."""
        if verdict.finding is not Finding.LEGAL:
            return None
        return replace(self._entry(position, verdict.move), source=Source.CAMERA)

    def _allowed(self, position: Position, text: str) -> Any:  # noqa: ANN401 (each game has its own moves)
        move = self.game.parse_move(text)
        if broken := self.game.violations(position.state, move):
            raise RefusedError(self.tell.refusal(position.state, move, broken[0]), broken)
        return move

    def _agree(self, before: Position) -> None:
        """Settle the newest still by what people have just played, if that is what it shows."""
        still, now = self.latest(), self.position()
        if still is None or still.length != before.length or now.last is None:
            return
        state = now.state
        if self.game.table(state) != self.game.table(before.state):
            settled = told(still, now.last.entry.move, self.game.table(state), self.game.layout(state))
            if settled is not None:
                self.store.rejudge(self.id, settled)

    def _settle(self, position: Position, asked: Still, chosen: Candidate[str]) -> None:
        others = tuple(candidate for candidate in asked.verdict.candidates if candidate is not chosen)
        finding, entry = Finding.UNCHANGED, None
        if chosen.move is not None:
            move = self._allowed(position, chosen.move)
            finding, entry = Finding.LEGAL, self._entry(position, move)
        verdict = replace(asked.verdict, finding=finding, candidates=(chosen, *others))
        self.store.rejudge(self.id, replace(asked, verdict=verdict), entry)

    def _check_face(self, position: Position, still: Still, place: Place, face: Face | None) -> None:
        """Refuse a place where nothing was read nor should lie, and a face that the game does not have."""
        try:
            zone = self.game.layout(position.state).zone(place.zone)
        except KeyError:
            raise RefusedError(say("This game has no “{zone}” on the table.", zone=place.zone)) from None
        seen = still.reading.observation
        if place not in seen.faces.keys() | seen.hidden | self.game.table(position.state).keys():
            raise RefusedError(say("Nothing was read there: tap a piece of the picture, or enter the move instead."))
        if face is not None and face not in zone.faces:
            raise RefusedError(
                say(
                    "“{face}” cannot lie there: choose one of {faces}.",
                    face=called.face(face),
                    faces=joined(map(called.face, zone.faces)),
                )
            )

    def _judge_again(self, position: Position, still: Still) -> Verdict[Any]:
        """Judge a corrected still that proves no move against the state of now, and play what it shows."""
        if still.id != getattr(self.latest(), "id", None):
            raise RefusedError(say("That picture is an older one and belongs to no move: there is nothing to correct."))
        verdict = self._judge.judged(still, position.state)
        judged = replace(still, length=position.length, verdict=spoken(verdict))
        self.store.rejudge(self.id, judged, self._found(position, verdict))
        return verdict

    def _amend_by_still(self, position: Position, played: Played, still: Still) -> Verdict[Any]:
        """Judge a corrected still against the state before its move; amend the move if another legal one fits."""
        verdict = self._judge.judged(still, played.before)
        entry = None
        if verdict.finding is Finding.LEGAL and verdict.move != played.move:
            entry = self._amendment(position, played, str(verdict.move), still.id)
        self.store.rejudge(self.id, replace(still, verdict=spoken(verdict)), entry)
        return verdict

    def _amendment(self, position: Position, played: Played, move: str, still: int | None) -> Entry:
        """Return the entry that changes a standing move; FoldError if something played later would not fit."""
        entry = replace(_entry(position, Op.AMEND, played.entry), move=move, still=still)
        try:
            fold(self.game, self._start, (*self.store.log(self.id), entry))
        except FoldError as error:
            raise FoldError(error.number, error.seq, self.tell.named(error.what), self.tell.named(error.why)) from None
        return entry


def _entry(position: Position, op: Op, target: Entry) -> Entry:
    """Return the entry that takes a play back or changes it."""
    return Entry(position.length + 1, datetime.now(UTC), op, target.seq, target.seat, target.move)
