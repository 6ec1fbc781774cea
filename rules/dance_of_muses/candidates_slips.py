"""Which mishaps could have led to what was seen: looked for where no step explains it."""

from collections.abc import Iterator
from itertools import permutations

from rules.dance_of_muses.dancing import dance, step_violations
from rules.dance_of_muses.layout import best_die
from rules.dance_of_muses.moves import STEPS, STRAIGHT, Change, Slip, Step
from rules.dance_of_muses.sight import Taken, bare, loose_dice, odd_dice, steps_seen, taken, turned
from rules.dance_of_muses.state import Cell, Phase, State
from rules.table import Observation

MOST_TURNED = 2  # more tiles that seem to lie the other way round are misread
APART = 2  # so many tiles may have moved apart from each other; more is another position

Stray = tuple[int, Cell]
"""A tile's index and the cell where it lies now."""


def slips(state: State, seen: Observation) -> Iterator[Slip]:
    """Yield what may have gone wrong on the table without a move being made."""
    cells = taken(seen)
    if not cells.changed(state.tiles):
        yield from _in_place(state, seen)
    yield from _off(state, seen, cells)
    if state.phase is Phase.DANCE and not steps_seen(state, cells):
        yield from _strays(state, seen, cells)


def _in_place(state: State, seen: Observation) -> Iterator[Slip]:
    """Yield a die turned or tiles turned over. A die up by one may belong to a move just being made: that waits."""
    names = state.names
    odd = odd_dice(seen, state.tiles)
    over = tuple(sorted(turned(state, seen)))
    if not odd and 0 < len(over) <= MOST_TURNED:
        yield Slip(turned=over)
    if len(odd) == 1 and odd[0].denied and odd[0].die != state.tiles[odd[0].index].die + 1:
        yield Slip((Change(names[odd[0].index], die=odd[0].die),))


def _off(state: State, seen: Observation, cells: Taken) -> Iterator[Slip]:
    """Yield a die that is not on its tile: nowhere to be seen, or where no tile is; it may be lifted off to peek."""
    without = bare(seen, state.tiles)
    if len(without) != 1:
        return
    name, tile = state.names[without[0]], state.tiles[without[0]]
    loose = loose_dice(seen, tile.colour, {tile.cell for tile in state.tiles})
    if cells.changed(state.tiles) <= {cell for cell, _ in loose} and len(loose) <= 1:
        cell, die = loose[0] if loose else (None, None)
        fallen = (Change(name, cell, die),)
        yield Slip(fallen=fallen)
        if over := tuple((one, face) for one, face in turned(state, seen) if one == name):
            yield Slip(turned=over, fallen=fallen)


def _strays(state: State, seen: Observation, cells: Taken) -> Iterator[Slip]:
    """Yield a tile that lies where no step takes it, or two that moved one step each, apart from each other.

    Two steps that could be two turns are not yielded: perhaps a picture was missed, and it is waited for people.
    """
    places = {tile.cell: index for index, tile in enumerate(state.tiles)}
    changed = cells.changed(state.tiles)
    left, filled = sorted(changed & places.keys()), sorted(changed - places.keys())
    if not 0 < len(left) == len(filled) <= APART or cells.hidden & changed:
        return
    for now in permutations(filled):
        strays = [(places[cell], new) for cell, new in zip(left, now, strict=True)]
        if _fits(state, seen, strays) and not _two_turns(state, seen, strays):
            names = state.names
            found = [Change(names[index], cell, _die(state, seen, index, cell)) for index, cell in strays]
            yield Slip(tuple(sorted(found, key=lambda change: change.name)))


def _fits(state: State, seen: Observation, strays: list[Stray]) -> bool:
    """Return whether the dice read there have the tiles' colours and, of two tiles, each went one cell straight on."""
    read = [(state.tiles[index], best_die(seen, cell)) for index, cell in strays]
    colours = all(die is None or die[0] == tile.colour for tile, die in read)
    return colours and (len(strays) == 1 or all(_way(state, *stray) for stray in strays))


def _way(state: State, index: int, cell: Cell) -> str | None:
    """Return the direction in which a tile went straight on by one cell; None if it did not."""
    x, y = state.tiles[index].cell
    return next((way for way in STRAIGHT if (x + STEPS[way][0], y + STEPS[way][1]) == cell), None)


def _die(state: State, seen: Observation, index: int, cell: Cell) -> int | None:
    """Return the number read on a tile that lies elsewhere now; None if it is as it was, or was not read."""
    read = best_die(seen, cell)
    return read[1] if read and read[1] != state.tiles[index].die else None


def _two_turns(state: State, seen: Observation, strays: list[Stray]) -> bool:
    """Return whether two legal turns, one after the other, would leave the two tiles and their dice just so."""
    names = state.names
    steps = [Step(names[index], way) for index, cell in strays if (way := _way(state, index, cell))]
    raised = all(_die(state, seen, index, cell) == state.tiles[index].die + 1 for index, cell in strays)
    return len(steps) == APART and raised and any(_legal(state, pair) for pair in permutations(steps))


def _legal(state: State, steps: tuple[Step, ...]) -> bool:
    for step in steps:
        if state.phase is not Phase.DANCE or next(step_violations(state, step), None) is not None:
            return False
        state = dance(state, step)
    return True
