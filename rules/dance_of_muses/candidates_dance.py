"""Which steps and powers could have led to what was seen, each with the dice as due and as they were read."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.dance_of_muses.candidates_powers import powers, tile_turns
from rules.dance_of_muses.dancing import after_step
from rules.dance_of_muses.moves import OFF, Move, Step, Turn
from rules.dance_of_muses.sight import Odd, as_it_was, bare, odd_dice, readings, steps_seen, taken
from rules.dance_of_muses.state import Mode, State
from rules.dance_of_muses.turning import explained, told_only
from rules.table import Observation


def dances(state: State, seen: Observation) -> Iterator[Move]:
    """Yield the steps that leave and fill the right cells; with the rows of a set, powers too."""
    cells = taken(seen)
    full = state.setup.mode is Mode.FULL
    for move in steps_seen(state, cells):
        yield move
        odd = odd_dice(seen, after_step(state, move))
        yield from _as_read(state, move, seen, odd)
        if full:
            yield from _with_power(state, move, odd)
    if full and not as_it_was(state, seen):
        yield from powers(state, seen, cells)
        yield from tile_turns(state, cells)


def _as_read(state: State, move: Step, seen: Observation, odd: list[Odd]) -> Iterator[Step]:
    """Yield the same step with the dice that were read differently: not raised, clearly set otherwise, or not there.

    A Muse that did not move may have a stray die if nothing else is wrong: more is another position, not a slip; unless
    her mover has a power that people declare, and somebody forgot to.
    """
    due, names = after_step(state, move), state.names
    dice = dict.fromkeys(bare(seen, due), OFF)
    for one in odd:
        before = state.tiles[one.index]
        if one.sure or (one.die == before.die and before.cell != due[one.index].cell):
            dice[one.index] = one.die
    strays = sum(state.tiles[index].cell == due[index].cell for index in dice)
    left = {names[index]: die for index, die in dice.items()}
    if dice and (strays == 0 or len(dice) == 1 or _sayable(state, move, left)):
        yield replace(move, dice=tuple(sorted(left.items())))


def _sayable(state: State, move: Step, dice: Mapping[str, int]) -> bool:
    """Return whether a power that was not declared could have left the dice so."""
    told = told_only(state, state.names.index(move.name))
    return told and OFF not in dice.values() and explained(state, move, dice) is not None


def _with_power(state: State, move: Step, odd: list[Odd]) -> Iterator[Turn]:
    """Yield the same step with the power that explains the odd dice."""
    names = state.names
    if told_only(state, names.index(move.name)):
        return
    for some in readings(odd):
        if turn := explained(state, move, {names[one.index]: one.die for one in some}):
            yield turn
