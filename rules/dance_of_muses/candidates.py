"""Which moves, legal or not, could have led to what was seen: found from the cells that were left or filled."""

from collections.abc import Iterator

from rules.dance_of_muses.candidates_dance import dances
from rules.dance_of_muses.candidates_slips import slips
from rules.dance_of_muses.ending import reveals
from rules.dance_of_muses.layout import DIE, TILE
from rules.dance_of_muses.moves import Gather, Lay, Move, Reveal
from rules.dance_of_muses.sight import CLEAR, FAINT, taken
from rules.dance_of_muses.state import DOWN, Cell, Phase, State
from rules.table import Observation, Place


def candidates(state: State, seen: Observation) -> Iterator[Move]:
    """Yield the moves worth weighing against `seen`."""
    match state.phase:
        case Phase.PLACE:
            yield from _placings(state, seen)
            yield from slips(state, seen)
        case Phase.DANCE:
            yield from dances(state, seen)
            yield from slips(state, seen)
        case Phase.REVEAL:
            yield from _reveals(state, seen)
        case Phase.SCORED:
            yield Gather()


def _placings(state: State, seen: Observation) -> Iterator[Lay]:
    """Yield the ways to read one new Muse; two new ones are two turns, and are not explained."""
    new = taken(seen).occupied - {tile.cell for tile in state.tiles}
    if len(new) != 1:
        return
    (cell,) = new
    die = _odd_die(state, seen, cell)
    for muse in _muses(state, seen, cell):
        yield Lay(muse, cell)
        if die:
            yield Lay(muse, cell, die)


def _muses(state: State, seen: Observation, cell: Cell) -> list[str | None]:
    """Return who may lie there: as read, or anybody not yet seen where nothing was read."""
    odds = seen.faces.get(Place(TILE, cell))
    if odds is None or Place(TILE, cell) in seen.hidden:
        return [None, *(muse for muse in state.unseen() if state.may_be(muse, state.due_colour))]
    known = {*state.setup.muses.names, DOWN}
    return [None if face == DOWN else face for face, p in odds.items() if p > FAINT and face in known]


def _odd_die(state: State, seen: Observation, cell: Cell) -> str | None:
    """Return the die seen on a new Muse where it is surely not the one that belongs there."""
    odds = seen.faces.get(Place(DIE, cell), {})
    best = max(odds, key=odds.__getitem__, default=None)
    return best if best and odds[best] >= CLEAR and best != f"{state.due_colour} 1" else None


def _reveals(state: State, seen: Observation) -> Iterator[Reveal]:
    """Yield the ways to name the hidden Muses that the reading of the tiles allows."""
    hidden = [Place(TILE, tile.cell) for tile in state.tiles if tile.muse is None]
    if TILE not in seen.zones:
        return
    for move in reveals(state):
        if all(_odds(seen, place, muse) > FAINT for place, (_, muse) in zip(hidden, move.muses, strict=True)):
            yield move


def _odds(seen: Observation, place: Place, muse: str) -> float:
    return 1.0 if place in seen.hidden else seen.faces.get(place, {}).get(muse, 0.0)
