"""The state of a session as a pure function of its log."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.records import Entry, Op
from rules import AnyGame
from rules.game import MoveError
from rules.text import say


class FoldError(ValueError):
    """A move of the log that does not fit the state before it: `what` it was and `why`, together one sentence."""

    def __init__(self, number: int, seq: int, what: str, why: str) -> None:
        super().__init__(say("Move {number}, “{what}”, would no longer fit: {why}", number=number, what=what, why=why))
        self.number, self.seq, self.what, self.why = number, seq, what, why


@dataclass(frozen=True, slots=True)
class Played:
    """A move that stands: its entry (with the text and still of its last amendment) and the state it was played in."""

    entry: Entry
    move: Any
    before: Any
    amended: bool = False


@dataclass(frozen=True, slots=True)
class Position:
    """What a log amounts to: the state after it, the moves that stand, its length, and by seq what was taken back."""

    state: Any
    played: tuple[Played, ...]
    length: int
    undone: Mapping[int, Played] = field(default_factory=dict)

    @property
    def last(self) -> Played | None:
        """The move played last; None at the start."""
        return self.played[-1] if self.played else None

    def find(self, seq: int) -> Played | None:
        """Return the standing move whose play has this seq."""
        return next((played for played in self.played if played.entry.seq == seq), None)

    def by_still(self, still: int) -> Played | None:
        """Return the standing move that this still proves."""
        return next((played for played in self.played if played.entry.still == still), None)


def fold(game: AnyGame, start: Any, log: tuple[Entry, ...]) -> Position:  # noqa: ANN401 (each game has its own state)
    """Return the position after `log`; FoldError at the first move that does not fit."""
    return folded_on(game, Position(start, (), 0), log)


def folded_on(game: AnyGame, known: Position, log: tuple[Entry, ...]) -> Position:
    """Return the position after `log`, which begins with what led to a position that is known; FoldError as `fold`."""
    folded = _Fold(game, known)
    for entry in log[known.length :]:
        folded.add(entry)
    return Position(folded.state, tuple(folded.played), len(log), folded.undone)


class _Fold:
    """A fold in the making, entry by entry."""

    def __init__(self, game: AnyGame, known: Position) -> None:
        self.game = game
        self.state = known.state
        self.played = list(known.played)
        self.undone = dict(known.undone)

    def add(self, entry: Entry) -> None:
        """Take in the log's next entry; undoing or amending what is not there changes nothing."""
        if entry.op is Op.PLAY:
            self._play(entry)
            return
        index = next((n for n, played in enumerate(self.played) if played.entry.seq == entry.target), None)
        if index is None:
            return
        changed, *later = self.played[index:]
        self.state, self.played = changed.before, self.played[:index]
        if entry.op is Op.UNDO:
            self.undone[changed.entry.seq] = changed
        else:
            said = replace(changed.entry, move=entry.move, source=entry.source, still=entry.still)
            self._play(said, amended=True)
        for played in later:
            self._play(played.entry, amended=played.amended)

    def _play(self, entry: Entry, *, amended: bool = False) -> None:
        move = self._fitting(entry)
        seat = self.game.actor(self.state, move)
        self.played.append(Played(replace(entry, seat=seat), move, self.state, amended))
        self.state = self.game.apply(self.state, move)

    def _fitting(self, entry: Entry) -> Any:  # noqa: ANN401 (each game has its own moves)
        """Return the move of an entry; FoldError if it is none or breaks a rule."""
        number = len(self.played) + 1
        try:
            move = self.game.parse_move(entry.move)
        except MoveError as error:
            raise FoldError(number, entry.seq, entry.move, str(error)) from error
        for violation in self.game.violations(self.state, move):
            what = self.game.words(self.state, move) or entry.move
            raise FoldError(
                number, entry.seq, what, say("rule {rule}: {text}", rule=violation.rule, text=violation.text)
            )
        return move
