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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import rules
from rules.game import Game, MoveError, OptionError, Violation

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
        head, _, body = text.replace("\r\n", "\n").partition("\n\n")
        try:
            fields = dict(line.split(": ", 1) for line in head.split("\n"))
            game, seats = fields.pop("game"), int(fields.pop("seats"))
            options = {_option_name(key): json.loads(value) for key, value in fields.items()}
        except (KeyError, ValueError) as error:
            raise PlaythroughError(
                f"The playthrough's header is broken ({error}): it needs game, seats and options, a line each."
            ) from None
        return cls(game, seats, options, tuple(body.removesuffix("\n").split("\n")) if body else ())

    def replay(self) -> Any:  # noqa: ANN401 (each game has its own state)
        """Return the state after the last line; PlaythroughError at the first line that does not come true."""
        try:
            game = rules.load(self.game)
            state = game.initial_state(self.seats, **self.options)
        except (KeyError, OptionError) as error:
            raise PlaythroughError(error.args[0]) from None
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


def _option_name(key: str) -> str:
    """Return the option's name in a header's key; ValueError if the key is no option."""
    word, _, name = key.partition(" ")
    if word != "option" or not name:
        raise ValueError(f"“{key}” is no field")
    return name


def _step(game: Game[S, M], state: S, line: str, number: int) -> S:
    """Return the state after one line; PlaythroughError if the line claims something that is not so."""
    if not line or line.startswith("#"):
        return state
    if line.startswith("score: "):
        _check_score(line, " ".join(map(str, game.scores(state))), number)
        return state
    rule, _, text = line.removeprefix("illegal ").partition(": ") if line.startswith("illegal ") else ("", "", line)
    try:
        move = game.parse_move(text)
    except MoveError as error:
        raise PlaythroughError(f"Step {number}: {error}") from None
    _check_move(text, rule, game.violations(state, move), number)
    return state if rule else game.apply(state, move)


def _check_score(line: str, found: str, number: int) -> None:
    if line != f"score: {found}":
        raise PlaythroughError(f"Step {number} says “{line}”, but it is {found}.")


def _check_move(text: str, claimed: str, violations: Sequence[Violation], number: int) -> None:
    """Raise PlaythroughError unless the move breaks the rule claimed first of all ("": none)."""
    found = violations[0].rule if violations else ""
    if found != claimed:
        said = f"breaks rule {claimed}" if claimed else "is legal"
        fact = f"breaks rule {found}: {violations[0].text}" if violations else "is legal."
        raise PlaythroughError(f"Step {number} says that “{text}” {said}, but it {fact}")
