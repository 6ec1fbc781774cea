"""Placing the Muses at the start of a hand (RULES.md, section 2)."""

from collections.abc import Iterator
from dataclasses import replace

from rules.dance_of_muses.grid import gap, neighbours
from rules.dance_of_muses.layout import DIE
from rules.dance_of_muses.moves import Lay
from rules.dance_of_muses.state import MUSES, Cell, Phase, State, Tile
from rules.dance_of_muses.words import coloured
from rules.game import Violation
from rules.table import Place
from rules.text import joined, say


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
    known = (muse for muse in state.unseen() if state.may_be(muse, state.due_colour))
    muses = (*(known if up else ()), *((None,) if down else ()))
    for cell in _open_cells(state):
        for muse in muses:
            yield Lay(muse, cell)


def placing_violations(state: State, move: Lay) -> Iterator[Violation]:
    """Yield the rules of placing that `move` breaks, worst first."""
    here = (Place(DIE, move.cell),)
    taken = next((tile for tile in state.tiles if tile.cell == move.cell), None)
    if taken:
        yield Violation(
            "2.6",
            say("A Muse lies there already ({face}): choose an empty cell.", face=taken.muse or say("face down")),
            here,
        )
    elif move.cell not in _open_cells(state):
        yield Violation("2.5", _apart(state, move), here)
    yield from _die_violations(state, move, here)
    if move.muse is not None:
        yield from _name_violations(state, move.muse, here)
    yield from _face_violations(state, move, here)


def _open_cells(state: State) -> tuple[Cell, ...]:
    """Return the cells where the next Muse may lie; the first one of a hand gives the grid its origin."""
    if not state.tiles:
        return ((0, 0),)
    taken = {tile.cell for tile in state.tiles}
    if state.setup.neutral_is_first_tile or state.setup.neutral is None:
        return tuple(sorted({near for cell in taken for near in neighbours(cell)} - taken))
    return _joinable_cells(taken, len(MUSES) - len(taken) - 1)


def _joinable_cells(taken: set[Cell], left: int) -> tuple[Cell, ...]:
    """Return the open cells where the neutral Muse does not count as the first one: two groups may come of it.

    The first Muse of a player may lie anywhere, the others touch one that lies there; and after each, the `left` Muses
    still to come must be able to join what is apart, or the dance would begin with two groups.
    """
    near = {cell for one in taken for cell in neighbours(one)}
    if len(taken) == 1:
        ((x, y),) = taken
        reach = range(-left - 1, left + 2)
        near = {(x + dx, y + dy) for dx in reach for dy in reach}
    return tuple(sorted(cell for cell in near - taken if gap([*taken, cell]) <= left))


def _ways(state: State) -> tuple[bool, bool]:
    """Return whether the next Muse may lie face up, and whether face down."""
    if state.neutral_due:
        return state.setup.neutral_up, not state.setup.neutral_up
    own = state.placed_by(state.seat)
    hidden = any(tile.muse is None for tile in own)
    return hidden or len(own) + 1 < state.setup.each, not hidden


def _apart(state: State, move: Lay) -> str:
    if not state.tiles:
        return say("The first Muse of a hand lies at 0,0: cells are counted from her.")
    x, y = move.cell
    if not state.setup.neutral_is_first_tile and (len(state.tiles) == 1 or _touches(state, move.cell)):
        left = len(MUSES) - len(state.tiles) - 1
        return say(
            "With a Muse at {x},{y} the {left} still to come could not join all into one group: move her closer.",
            x=x,
            y=y,
            left=left,
        )
    return say("The Muse at {x},{y} touches no other: move her to the edge or corner of one.", x=x, y=y)


def _touches(state: State, cell: Cell) -> bool:
    return any(tile.cell in neighbours(cell) for tile in state.tiles)


def _name_violations(state: State, muse: str, here: tuple[Place, ...]) -> Iterator[Violation]:
    """Yield what is wrong with who was placed: no Muse of the set, one who lies there, one dealt to another player."""
    names = state.setup.muses.names
    if muse not in names:
        yield Violation(
            "2.8", say("There is no Muse called {muse}: choose one of {names}.", muse=muse, names=joined(names)), here
        )
    elif muse not in state.unseen():
        yield Violation(
            "2.8", say("{muse} lies on the table already: there is only one of each Muse.", muse=muse), here
        )
    elif not state.may_be(muse, state.due_colour):
        owner = dict(state.kept)[muse]
        yield Violation(
            "2.9",
            say(
                "{muse} was dealt to {owner}, and Muses are kept: place one of your own.",
                muse=muse,
                owner=coloured(owner),
            ),
            here,
        )


def _die_violations(state: State, move: Lay, here: tuple[Place, ...]) -> Iterator[Violation]:
    colour, _, die = (move.die or f"{state.due_colour} 1").partition(" ")
    if colour != state.due_colour:
        if state.neutral_due:
            yield Violation(
                "2.2",
                say(
                    "The neutral Muse comes first: lay her with the {colour_due} die.",
                    colour_due=coloured(state.due_colour),
                ),
                here,
            )
        else:
            text = say(
                "It is {colour_due}'s turn to place, not {colour}'s: take the Muse back and change the die.",
                colour_due=coloured(state.due_colour),
                colour=coloured(colour),
            )
            yield Violation("2.3", text, here)
    if die != "1":
        yield Violation("2.4", say("The die on a new Muse starts at 1, not {die}: turn it to 1.", die=die), here)


def _face_violations(state: State, move: Lay, here: tuple[Place, ...]) -> Iterator[Violation]:
    up, down = _ways(state)
    if down if move.muse is None else up:
        return
    if state.neutral_due:
        text = say("The neutral Muse lies face down in this game: turn her over.")
        if up:
            text = say("The neutral Muse lies face up in this game: turn her over.")
        yield Violation("2.2", text, here)
    elif move.muse is None:
        yield Violation("2.7", say("You have a Muse face down already, and only one may be: turn this one up."), here)
    else:
        yield Violation(
            "2.7", say("{muse} is your last and none of yours lies face down: turn her over.", muse=move.muse), here
        )
