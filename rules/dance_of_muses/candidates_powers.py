"""Which powers of a set's rows could have led to what was seen: alone, or moving tiles in one reach with a step."""

from collections.abc import Iterator
from dataclasses import replace

from rules.dance_of_muses.dancing import after_step
from rules.dance_of_muses.effects import difference, results, touched
from rules.dance_of_muses.moves import STEPS, Change, Changes, Step, Turn, Use
from rules.dance_of_muses.power import MOVING, Kind, Power
from rules.dance_of_muses.sight import Odd, Taken, odd_dice, readings
from rules.dance_of_muses.state import State, Tile
from rules.dance_of_muses.turning import legal_turn
from rules.dance_of_muses.using import sources, use_violations
from rules.table import Observation

LEFT_AND_FILLED = 2  # cells that one tile's move makes differ


def powers(state: State, seen: Observation, cells: Taken) -> Iterator[Use]:
    """Yield the legal uses of a power alone that would leave the cells, and the dice that were read, as seen."""
    odd = [] if cells.changed(state.tiles) else odd_dice(seen, state.tiles)
    turned = [_changes(state, some) for some in readings(odd)]
    names = state.names
    for when, index in sources(state):
        power = state.setup.muses.power(state.tiles[index].muse)
        if power is None or power.kind is Kind.OTHER:
            continue
        for changes in _fitting(state, index, power, cells) if _moves(power) else turned:
            move = Use(when, names[index], changes)
            if next(use_violations(state, move), None) is None:
                yield move


def _changes(state: State, odd: tuple[Odd, ...]) -> Changes:
    """Return the dice as they were read."""
    found = (Change(state.names[one.index], die=one.die) for one in odd)
    return tuple(sorted(found, key=lambda change: change.name))


def _moves(power: Power) -> bool:
    """Return whether the power moves tiles in a way that its row describes."""
    return power.kind in MOVING and power.kind is not Kind.OTHER


def _fitting(state: State, mover: int, power: Power, cells: Taken) -> list[Changes]:
    """Return the outcomes that fill the cells as seen."""
    fitting = (tiles for tiles in results(state, mover, power) if not cells.changed(tiles))
    return list(dict.fromkeys(difference(state, tiles) for tiles in fitting))


def tile_turns(state: State, cells: Taken) -> Iterator[Turn]:
    """Yield the legal turns of a step and a power that moves tiles, in one reach, that would fill the cells seen.

    Where both orders lead to the same table, the power comes after the step.
    """
    for mover, tile in enumerate(state.tiles):
        power = state.setup.muses.power(tile.muse)
        if power is not None and _moves(power):
            told: set[tuple[Tile, ...]] = set()
            for turn, tiles in (*_then(state, mover, power, cells), *_first(state, mover, power, cells)):
                if tiles not in told and legal_turn(state, turn):
                    told.add(tiles)
                    yield turn


Ended = tuple[Turn, tuple[Tile, ...]]
"""A turn and the tiles after it."""


def _then(state: State, mover: int, power: Power, cells: Taken) -> Iterator[Ended]:
    most = 0 if power.kind is Kind.SWAP else LEFT_AND_FILLED
    for step in _steps(state, mover):
        between = replace(state, tiles=after_step(state, step))
        if len(cells.changed(between.tiles)) <= most:
            for changes in _fitting(between, mover, power, cells):
                yield Turn(step, Use("then", step.name, changes)), touched(between, changes)


def _first(state: State, mover: int, power: Power, cells: Taken) -> Iterator[Ended]:
    for tiles in () if state.owed else results(state, mover, power):
        if len(cells.changed(tiles)) <= LEFT_AND_FILLED:
            between = replace(state, tiles=tiles)
            for step in _steps(state, mover):
                after = after_step(between, step)
                if not cells.changed(after):
                    yield Turn(step, Use("first", step.name, difference(state, tiles))), after


def _steps(state: State, mover: int) -> list[Step]:
    """Return the steps of a Muse in every direction; whether they are legal is asked only of those that fit."""
    return [Step(state.names[mover], direction) for direction in STEPS]
