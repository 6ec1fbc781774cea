"""The text form of a finished game: a header, then one step a line; it prints and parses back to the letter.

    game: dance_of_muses
    seats: 2
    option hands: 1

    place Clio 0,0
    illegal 2.5: place Erato 4,1
    score: 0 0

A bare line is a move played. `illegal RULE:` is a move refused for breaking that rule, which leaves the state alone.
`score:` states the points at that moment. Lines that begin with `#` are remarks and belong to the text.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import rules
from rules.game import Game

S = TypeVar("S")
M = TypeVar("M")


class PlaythroughError(ValueError):
    """A playthrough that does not parse or does not replay; names the line."""


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A game's name, its set-up and its lines (moves, refusals, scores, remarks), in order."""

    game: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    lines: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the text form; `Playthrough.parse` is its inverse."""
        options = [f"option {name}: {json.dumps(value, ensure_ascii=False)}" for name, value in self.options.items()]
        head = [f"game: {self.game}", f"seats: {self.seats}", *options]
        return "\n".join([*head, "", *self.lines, ""])

    @classmethod
    def parse(cls, text: str) -> "Playthrough":
        """Return the playthrough written as `text`; PlaythroughError if its header is broken."""
        head, _, body = text.partition("\n\n")
        try:
            fields = dict(line.split(": ", 1) for line in head.splitlines())
            options = {
                key.removeprefix("option "): json.loads(value) for key, value in fields.items() if key[:7] == "option "
            }
            return cls(fields["game"], int(fields["seats"]), options, tuple(body.splitlines()))
        except (KeyError, ValueError) as error:
            raise PlaythroughError(
                f"The playthrough's header is broken ({error}): it needs game, seats and options."
            ) from None

    def replay(self) -> Any:  # noqa: ANN401 (each game has its own state)
        """Return the state after the last line; PlaythroughError at the first line that does not come true."""
        game = rules.load(self.game)
        state = game.initial_state(self.seats, **self.options)
        for number, line in enumerate(self.lines, 1):
            state = _step(game, state, line, number)
        return state

    def moves(self) -> Iterator[str]:
        """Yield the notation of each move that was played."""
        return (line for line in self.lines if line and not line.startswith(("#", "illegal ", "score: ")))


def replay(game: Game[S, M], state: S, moves: Iterable[M]) -> S:
    """Return the state after playing `moves` from `state`: the fold of a log."""
    for move in moves:
        state = game.apply(state, move)
    return state


def _step(game: Game[S, M], state: S, line: str, number: int) -> S:
    """Return the state after one line; PlaythroughError if the line claims something that is not so."""
    if not line or line.startswith("#"):
        return state
    if line.startswith("score: "):
        _check(number, " ".join(map(str, game.scores(state))), line.removeprefix("score: "))
        return state
    rule, _, text = line.removeprefix("illegal ").partition(": ") if line.startswith("illegal ") else ("", "", line)
    move = game.parse_move(text)
    violations = game.violations(state, move)
    _check(number, violations[0].rule if violations else "", rule)
    return state if rule else game.apply(state, move)


def _check(number: int, found: str, claimed: str) -> None:
    if found != claimed:
        raise PlaythroughError(f"Step {number} claims “{claimed}”, but it is “{found}”.")
