"""Placing the Muses at the start of a hand (RULES.md, section 2)."""

from collections.abc import Iterator
from dataclasses import replace

from rules.dance_of_muses.grid import neighbours
from rules.dance_of_muses.layout import DIE
from rules.dance_of_muses.moves import Lay
from rules.dance_of_muses.state import MUSES, Cell, Phase, State, Tile
from rules.game import Violation
from rules.table import Place


def lay(state: State, move: Lay) -> State:
    """Return the state after the Muse is placed; the ninth begins the dance."""
    colour, _, die = (move.die or f"{state.due_colour} 1").partition(" ")
    tiles = (*state.tiles, Tile(colour, move.muse, move.cell, int(die)))
    seat = state.seat if state.neutral_due else (state.seat + 1) % state.setup.seats
    if len(tiles) == len(MUSES):
        return replace(state, tiles=tiles, phase=Phase.DANCE, seat=state.starter)
    return replace(state, tiles=tiles, seat=seat)


def placements(state: State) -> Iterator[Lay]:
    """Yield every legal way to place the next Muse."""
    up, down = _ways(state)
    muses = (*(state.unseen() if up else ()), *((None,) if down else ()))
    for cell in _open_cells(state):
        for muse in muses:
            yield Lay(muse, cell)


def placing_violations(state: State, move: Lay) -> Iterator[Violation]:
    """Yield the rules of placing that `move` breaks, worst first."""
    here = (Place(DIE, move.cell),)
    taken = next((tile for tile in state.tiles if tile.cell == move.cell), None)
    if taken:
        yield Violation("2.6", f"A Muse lies there already ({taken.face}): choose an empty cell.", here)
    elif move.cell not in _open_cells(state):
        yield Violation("2.5", _apart(state, move), here)
    yield from _die_violations(state, move, here)
    if move.muse in {tile.muse for tile in state.tiles if tile.muse}:
        yield Violation("2.8", f"{move.muse} lies on the table already: there is only one of each Muse.", here)
    yield from _face_violations(state, move, here)


def _open_cells(state: State) -> tuple[Cell, ...]:
    """Return the cells where the next Muse may lie; the first one of a hand gives the grid its origin."""
    if not state.tiles:
        return ((0, 0),)
    taken = {tile.cell for tile in state.tiles}
    return tuple(sorted({near for cell in taken for near in neighbours(cell)} - taken))


def _ways(state: State) -> tuple[bool, bool]:
    """Return whether the next Muse may lie face up, and whether face down."""
    if state.neutral_due:
        return state.setup.neutral_up, not state.setup.neutral_up
    own = state.placed_by(state.seat)
    hidden = any(tile.muse is None for tile in own)
    return hidden or len(own) + 1 < state.setup.each, not hidden


def _apart(state: State, move: Lay) -> str:
    if not state.tiles:
        return "The first Muse of a hand lies at 0,0: cells are counted from her."
    x, y = move.cell
    return f"The Muse at {x},{y} touches no other: move her to the edge or corner of one."


def _die_violations(state: State, move: Lay, here: tuple[Place, ...]) -> Iterator[Violation]:
    colour, _, die = (move.die or f"{state.due_colour} 1").partition(" ")
    if colour != state.due_colour:
        if state.neutral_due:
            yield Violation("2.2", f"The neutral Muse comes first: lay her with the {state.due_colour} die.", here)
        else:
            text = f"It is {state.due_colour}'s turn to place, not {colour}'s: take the Muse back and change the die."
            yield Violation("2.3", text, here)
    if die != "1":
        yield Violation("2.4", f"The die on a new Muse starts at 1, not {die}: turn it to 1.", here)


def _face_violations(state: State, move: Lay, here: tuple[Place, ...]) -> Iterator[Violation]:
    up, down = _ways(state)
    if down if move.muse is None else up:
        return
    if state.neutral_due:
        way = "up" if up else "down"
        yield Violation("2.2", f"The neutral Muse lies face {way} in this game: turn her over.", here)
    elif move.muse is None:
        yield Violation("2.7", "You have a Muse face down already, and only one may be: turn this one up.", here)
    else:
        yield Violation("2.7", f"{move.muse} is your last and none of yours lies face down: turn her over.", here)
