"""What no turn explains (RULES.md, 3.1, 3.6 and 3.9 to 3.11): each mishap with its own sentence."""

from collections.abc import Iterator
from dataclasses import replace

from rules.dance_of_muses.dancing import dice_due, die_places, off_violation
from rules.dance_of_muses.effects import touched
from rules.dance_of_muses.layout import DIE, TILE
from rules.dance_of_muses.moves import OFF, Slip
from rules.dance_of_muses.state import DOWN, State, Tile
from rules.dance_of_muses.turning import undeclared_use
from rules.dance_of_muses.words import called, together
from rules.game import Violation
from rules.table import Place
from rules.text import capital, joined, say


def slip(state: State, move: Slip) -> State:
    """Return the state as the mishap left the table; nobody plays on from it."""
    off = {change.name: change for change in move.fallen}
    faces = dict(move.turned)
    tiles, fallen = [], []
    for name, tile in zip(state.names, touched(state, move.changes), strict=True):
        muse = faces.get(name, tile.muse)
        tiles.append(replace(tile, muse=None if muse == DOWN else muse, die=OFF if name in off else tile.die))
        lies = off.get(name)
        if lies and lies.cell:
            fallen.append((lies.cell, f"{tile.colour} {lies.die}"))
    return replace(state, tiles=tuple(tiles), fallen=tuple(fallen))


def slip_violations(state: State, move: Slip) -> Iterator[Violation]:
    """Yield what went wrong, worst first; there is always something."""
    at = dict(zip(state.names, state.tiles, strict=True))
    named = (*(c.name for c in move.changes), *dict(move.turned), *(c.name for c in move.fallen))
    if strangers := [name for name in dict.fromkeys(named) if name not in at]:
        yield Violation(
            "3.1",
            say(
                "No Muse on the table is called {strangers}: choose one of {names}.",
                strangers=together(strangers),
                names=joined(at),
            ),
        )
        return
    found = (*_strays(at, move), *_dice(state, at, move), *_faces(at, move), *_fallen(at, move))
    yield from found
    if not found:
        yield Violation(
            "1.3", say("A slip is no move, and nothing of it is to be seen: play one of the moves of the turn.")
        )


def _strays(at: dict[str, Tile], move: Slip) -> Iterator[Violation]:
    """Yield that a tile lies where no step takes it, or that two moved apart; the places are where they lie now."""
    strays = [change for change in move.changes if change.cell not in {None, at[change.name].cell}]
    places = tuple(Place(DIE, change.cell or at[change.name].cell) for change in strays)
    who = capital(together([change.name for change in strays]))
    if len(strays) == 1:
        (a, b), (x, y) = at[strays[0].name].cell, strays[0].cell or (0, 0)
        text = say(
            "{who} went from {a},{b} to {x},{y}, which is no step: a Muse moves one cell straight on, so put her back.",
            who=who,
            a=a,
            b=b,
            x=x,
            y=y,
        )
        yield Violation("3.1", text, places)
    elif strays:
        text = say(
            "{who} moved, and neither pushed the other: a turn moves one Muse and those in her way, so put one back.",
            who=who,
        )
        yield Violation("3.11", text, places)


def _dice(state: State, at: dict[str, Tile], move: Slip) -> Iterator[Violation]:
    """Yield that dice were turned though nobody moved; where powers are declared, one may have been left unsaid."""
    dice = {c.name: c.die for c in move.changes if c.die not in {None, at[c.name].die} and c.cell is None}
    wrong = {name: at[name] for name in dice}
    if not wrong:
        return
    if missing := undeclared_use(state, {name: die for name, die in dice.items() if die is not None}):
        text = say(
            "Declare the power that did it, perhaps {muse}'s, or set the die {dice}.",
            muse=called(missing.name),
            dice=dice_due(wrong),
        )
        yield Violation("5.8", text, die_places(wrong), str(missing))
    else:
        text = say("Set the die {dice}: the dice of Muses that did not move stay as they are.", dice=dice_due(wrong))
        yield Violation("3.6", text, die_places(wrong))


def _faces(at: dict[str, Tile], move: Slip) -> Iterator[Violation]:
    """Yield that a hidden Muse was turned up, without saying who she is, or an open one turned down."""
    for name, face in move.turned:
        tile, who = at[name], capital(called(name))
        if tile.muse is None and face != DOWN:
            text = say(
                "{who} was turned up, and nobody may look before the hand is over: turn her down again.", who=who
            )
            yield Violation("3.10", text, (Place(TILE, tile.cell),))
        elif tile.muse is not None and face == DOWN:
            text = say("{who} was turned down, and who lies face up stays so: turn her up again.", who=who)
            yield Violation("3.10", text, (Place(TILE, tile.cell),))


def _fallen(at: dict[str, Tile], move: Slip) -> Iterator[Violation]:
    if move.fallen:
        yield off_violation({change.name: at[change.name] for change in move.fallen})
