"""The state of a session as a pure function of its log."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from companion.records import Entry, Op
from rules import AnyGame
from rules.game import MoveError


class FoldError(ValueError):
    """A move of the log that does not fit the state before it; the message is one sentence for people."""

    def __init__(self, number: int, entry: Entry, text: str) -> None:
        super().__init__(f"Move {number}, “{entry.move}”, would no longer fit: {text}")
        self.seq = entry.seq


@dataclass(frozen=True, slots=True)
class Played:
    """A move that stands: its entry (with the text and still of its last amendment) and the state it was played in."""

    entry: Entry
    move: Any
    before: Any
    amended: bool


@dataclass(frozen=True, slots=True)
class Position:
    """What a log amounts to: the state after it, the moves that stand, and the log's length."""

    state: Any
    played: tuple[Played, ...]
    length: int

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


def standing(log: Iterable[Entry]) -> list[tuple[Entry, bool]]:
    """Return the plays that were not undone, in order, each as last amended and whether it ever was."""
    live: dict[int, tuple[Entry, bool]] = {}
    for entry in log:
        if entry.op is Op.PLAY:
            live[entry.seq] = entry, False
        elif entry.op is Op.UNDO and entry.target is not None:
            live.pop(entry.target, None)
        elif entry.target in live:
            play, _ = live[entry.target]
            live[entry.target] = replace(play, move=entry.move, source=entry.source, still=entry.still), True
    return list(live.values())


def fold(game: AnyGame, start: Any, log: tuple[Entry, ...]) -> Position:  # noqa: ANN401 (each game has its own state)
    """Return the position after `log`; FoldError at the first move that does not fit."""
    state, played = start, []
    for number, (entry, amended) in enumerate(standing(log), 1):
        move = _fitting(game, state, entry, number)
        seat = game.current_player(state)
        played.append(Played(replace(entry, seat=seat), move, state, amended))
        state = game.apply(state, move)
    return Position(state, tuple(played), len(log))


def _fitting(game: AnyGame, state: Any, entry: Entry, number: int) -> Any:  # noqa: ANN401
    try:
        move = game.parse_move(entry.move)
    except MoveError as error:
        raise FoldError(number, entry, str(error)) from error
    for violation in game.violations(state, move):
        raise FoldError(number, entry, f"rule {violation.rule}: {violation.text}")
    return move
