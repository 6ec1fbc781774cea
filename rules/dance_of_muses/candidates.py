"""Which moves, legal or not, could have led to what was seen: found from the cells that were left or filled."""

from collections.abc import Iterator
from dataclasses import replace

from rules.dance_of_muses.dancing import after_step
from rules.dance_of_muses.ending import reveals
from rules.dance_of_muses.grid import run
from rules.dance_of_muses.layout import DIE, TILE, best_die
from rules.dance_of_muses.moves import STEPS, Gather, Lay, Move, Reveal, Step
from rules.dance_of_muses.state import DOWN, MUSES, Cell, Phase, State
from rules.table import Observation, Place

CLEAR = 0.9  # a die is taken as set to a number nobody would leave there only where the reading is this sure
FAINT = 0.01  # a name read with less than this is not followed up


def candidates(state: State, seen: Observation) -> Iterator[Move]:
    """Yield the moves worth weighing against `seen`."""
    match state.phase:
        case Phase.PLACE:
            yield from _placings(state, seen)
        case Phase.DANCE:
            yield from _dances(state, seen)
        case Phase.REVEAL:
            yield from _reveals(state, seen)
        case Phase.SCORED:
            yield Gather()


def _layer(seen: Observation) -> str:
    """Return the zone that tells which cells are occupied: the dice, which are read best, or else the tiles."""
    return DIE if DIE in seen.zones else TILE


def _cells(seen: Observation) -> tuple[set[Cell], set[Cell]]:
    """Return the cells seen to be occupied, and those that could not be seen."""
    zone = _layer(seen)
    found = {(place.cell[0], place.cell[1]) for place in seen.faces if place.zone == zone}
    hidden = {(place.cell[0], place.cell[1]) for place in seen.hidden if place.zone == zone}
    return found - hidden, hidden


def _placings(state: State, seen: Observation) -> Iterator[Lay]:
    """Yield the ways to read one new Muse; two new ones are two turns, and are not explained."""
    occupied, _ = _cells(seen)
    new = occupied - {tile.cell for tile in state.tiles}
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
        return [None, *state.unseen()]
    return [None if face == DOWN else face for face, p in odds.items() if p > FAINT and face in {*MUSES, DOWN}]


def _odd_die(state: State, seen: Observation, cell: Cell) -> str | None:
    """Return the die seen on a new Muse where it is surely not the one that belongs there."""
    odds = seen.faces.get(Place(DIE, cell), {})
    best = max(odds, key=odds.__getitem__, default=None)
    return best if best and odds[best] >= CLEAR and best != f"{state.due_colour} 1" else None


def _dances(state: State, seen: Observation) -> Iterator[Step]:
    """Yield the steps that leave and fill the right cells, each with the dice as due and as they were read."""
    occupied, hidden = _cells(seen)
    changed = occupied ^ {tile.cell for tile in state.tiles}
    if len(changed - hidden) > 2:  # noqa: PLR2004 (a step leaves one cell and fills one)
        return
    names = state.names
    for mover, tile in enumerate(state.tiles):
        for direction, (dx, dy) in STEPS.items():
            x, y = state.tiles[run(state.tiles, mover, (dx, dy))[-1]].cell
            if changed ^ {tile.cell, (x + dx, y + dy)} <= hidden:
                move = Step(names[mover], direction)
                yield move
                yield from _as_read(state, move, seen)


def _as_read(state: State, move: Step, seen: Observation) -> Iterator[Step]:
    """Yield the same step with the dice that were read differently: not raised, or clearly set to something else.

    A Muse that did not move may have a stray die if nothing else is wrong: more is another position, not a slip.
    """
    dice, strays = [], 0
    for name, before, due in zip(state.names, state.tiles, after_step(state, move), strict=True):
        read = best_die(seen, due.cell)
        if read is None or read[0] != due.colour or read[1] == due.die or Place(DIE, due.cell) in seen.hidden:
            continue
        odds = seen.faces[Place(DIE, due.cell)]
        if (read[1] == before.die and before.cell != due.cell) or max(odds.values()) >= CLEAR:
            dice.append((name, read[1]))
            strays += before.cell == due.cell
    if dice and (strays == 0 or len(dice) == 1):
        yield replace(move, dice=tuple(sorted(dice)))


def _reveals(state: State, seen: Observation) -> Iterator[Reveal]:
    """Yield the ways to name the hidden Muses that the reading of the tiles allows."""
    cells = [Place(TILE, tile.cell) for tile in state.tiles if tile.muse is None]
    if TILE not in seen.zones:
        return
    for move in reveals(state):
        if all(_odds(seen, place, muse) > FAINT for place, (_, muse) in zip(cells, move.muses, strict=True)):
            yield move


def _odds(seen: Observation, place: Place, muse: str) -> float:
    return 1.0 if place in seen.hidden else seen.faces.get(place, {}).get(muse, 0.0)
