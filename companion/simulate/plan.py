"""A random game to be played: legal moves from the first to the last, the longest of several tries."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from rules import AnyGame
from rules.loose import loose
from rules.table import Face, Table

TRIES: Final = 8  # so many games are begun, and the longest is taken
MOST: Final = 400  # moves of a game; one that is longer is cut off
MANY: Final = 500  # legal moves; where there are more, chance is at work, and every try has the same

State = Any  # each game has its own


@dataclass(frozen=True, slots=True)
class Step:
    """One move of the plan with the states before and after it."""

    move: str
    before: State
    after: State


def planned(game: AnyGame, start: State, rng: Random) -> list[Step]:
    """Return a random game from `start`: where play goes on is preferred to the end."""
    dealt, state = [], start
    while len(moves := list(game.legal_moves(state))) > MANY:
        dealt.append(_step(game, state, rng.choice(moves)))
        state = dealt[-1].after
    return dealt + max((list(_played(game, state, rng)) for _ in range(TRIES)), key=len)


def _played(game: AnyGame, state: State, rng: Random) -> Iterator[Step]:
    for _ in range(MOST):
        steps = [_step(game, state, move) for move in game.legal_moves(state)]
        if not steps:
            return
        going = [step for step in steps if game.current_player(step.after) is not None]
        step = rng.choice(going or steps)
        yield step
        state = step.after


def _step(game: AnyGame, state: State, move: Any) -> Step:  # noqa: ANN401
    return Step(str(move), state, game.apply(state, move))


def sight(game: AnyGame, state: State) -> tuple[Table, tuple[tuple[Face, ...], ...]]:
    """Return all that a camera can see of a state: what lies where, and what lies loose in front of each seat."""
    return game.table(state), loose(game, state)
