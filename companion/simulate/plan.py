"""A random game to be played: legal moves from the first to the last, the longest of several tries."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from rules import AnyGame
from rules.loose import loose
from rules.table import Face, Layout, Shape, Table

TRIES: Final = 8  # so many games are begun, and the longest is taken
MOST: Final = 400  # moves of a game; one that is longer is cut off
ROOM_MM: Final = (480.0, 330.0)  # under the camera, for all that happens on one grid
MANY: Final = 500  # legal moves; where there are more, chance is at work, and every try has the same

State = Any  # each game has its own


@dataclass(frozen=True, slots=True)
class Step:
    """One move of the plan with the states before and after it."""

    move: str
    before: State
    after: State


def planned(game: AnyGame, start: State, rng: Random) -> list[Step]:
    """Return a random game from `start`: one that goes on, and stays where the camera sees it, if there is a choice."""
    dealt, state = [], start
    while len(moves := list(game.legal_moves(state))) > MANY:
        dealt.append(_step(game, state, rng.choice(moves)))
        state = dealt[-1].after
    return dealt + max((list(_played(game, state, rng)) for _ in range(TRIES)), key=len)


def _played(game: AnyGame, state: State, rng: Random) -> Iterator[Step]:
    used, pitch_mm = grid_cells(game.table(state)), _pitch_mm(game.layout(state))
    for _ in range(MOST):
        steps = [_step(game, state, move) for move in game.legal_moves(state)]
        if not steps:
            return
        going = [step for step in steps if game.current_player(step.after) is not None] or steps
        near = [step for step in going if _fits(used | grid_cells(game.table(step.after)), pitch_mm)]
        step = rng.choice(near or going)
        yield step
        state = step.after
        used |= grid_cells(game.table(state))


def grid_cells(table: Table) -> frozenset[tuple[int, int]]:
    """Return the cells of square grids on which something lies."""
    return frozenset((place.cell[0], place.cell[1]) for place in table if len(place.cell) == 2)  # noqa: PLR2004 (x and y)


def _pitch_mm(layout: Layout) -> float:
    """Return the usual distance of cells on the free grid."""
    return max((sum(zone.pitch_mm) / 2 for zone in layout.zones if zone.shape is Shape.SQUARE), default=0.0)


def _fits(cells: frozenset[tuple[int, int]], pitch_mm: float) -> bool:
    spans = sorted((max(axis) - min(axis) + 1) * pitch_mm for axis in zip(*cells, strict=True)) if cells else [0.0, 0.0]
    return spans[1] <= ROOM_MM[0] and spans[0] <= ROOM_MM[1]


def _step(game: AnyGame, state: State, move: Any) -> Step:  # noqa: ANN401
    return Step(str(move), state, game.apply(state, move))


def sight(game: AnyGame, state: State) -> tuple[Table, tuple[tuple[Face, ...], ...]]:
    """Return all that a camera can see of a state: what lies where, and what lies loose in front of each seat."""
    return game.table(state), loose(game, state)
