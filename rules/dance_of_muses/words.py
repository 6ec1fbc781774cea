"""Muses and moves in words, for people."""

from collections.abc import Sequence

from rules.colours import COLOUR_WORDS
from rules.dance_of_muses.grid import run
from rules.dance_of_muses.moves import STEPS, Change, Changes, Lay, Move, Reveal, Slip, Step, Suns, Turn, Use
from rules.dance_of_muses.state import State
from rules.text import joined, listed, many, say

WAYS = {"N": say("north"), "E": say("east"), "S": say("south"), "W": say("west")}
DIAGONALS = {"NE": say("northeast"), "SE": say("southeast"), "SW": say("southwest"), "NW": say("northwest")}
COLOURS = {**COLOUR_WORDS, "neutral": say("neutral")}
ORDINALS = (
    "",
    say("first"),
    say("second"),
    say("third"),
    say("fourth"),
    say("fifth"),
    say("sixth"),
    say("seventh"),
    say("eighth"),
    say("ninth"),
)


def called(name: str) -> str:
    """Return what people call the tile of this name: `orange?2` is the second hidden orange Muse."""
    colour, hidden, number = name.partition("?")
    if not hidden:
        return name
    if number in {"", "0"}:
        return say("the hidden {colour} Muse", colour=coloured(colour))
    return say("the {ordinal} hidden {colour} Muse", ordinal=ORDINALS[int(number)], colour=coloured(colour))


def coloured(colour: str) -> str:
    """Return the name of a colour."""
    return COLOURS.get(colour, colour)


def going(direction: str) -> str:
    """Return a direction in words."""
    return WAYS.get(direction) or DIAGONALS[direction]


def together(names: Sequence[str]) -> str:
    """Return the tiles of these names as people list them."""
    return listed(list(map(called, names)))


def told(state: State, move: Move) -> str:
    """Return what a move does in `state`, without its actor's name, e.g. `Clio east, pushing Erato`; "" for a slip."""
    match move:
        case Step() | Use() | Turn():
            return _danced(state, move)
        case Lay():
            x, y = move.cell
            return say("{muse} placed at {x},{y}", muse=move.muse or say("a hidden Muse"), x=x, y=y)
        case Reveal():
            return _turned_up(move)
        case Suns():
            return many(move.count, "{muse} has {count} sun", "{muse} has {count} suns", muse=move.muse)
        case Slip():
            return ""
    return say("the table is cleared for the next hand")


def _turned_up(move: Reveal) -> str:
    """Return who was turned up, each with the colour of her die."""
    found = [say("{muse} ({colour})", muse=muse, colour=coloured(name.partition("?")[0])) for name, muse in move.muses]
    return say("turned up: {muses}", muses=listed(found))


def _danced(state: State, move: Step | Use | Turn) -> str:
    """Return a step, a power, or both, in words."""
    match move:
        case Step():
            return _stepped(state, move)
        case Use():
            muse, done = called(move.name), outcome(move.changes)
            if move.when == "first":
                return say("{muse}'s power, before her move: {outcome}", muse=muse, outcome=done)
            return say("{muse}'s power, after her move: {outcome}", muse=muse, outcome=done)
        case Turn():
            step, done = _stepped(state, move.step), outcome(move.use.changes)
            if move.use.when == "first":
                return say("{step}; before it, her power: {outcome}", step=step, outcome=done)
            return say("{step}; then, her power: {outcome}", step=step, outcome=done)


def outcome(changes: Changes) -> str:
    """Return what a power brought about."""
    return listed([_changed(change) for change in changes]) if changes else say("nothing changed")


def _changed(change: Change) -> str:
    name = called(change.name)
    die = say("the die on {muse} to {die}", muse=name, die=change.die) if change.die else ""
    if not change.cell:
        return die
    x, y = change.cell
    moved = say("{muse} to {x},{y}", muse=name, x=x, y=y)
    return say("{moved} with {die}", moved=moved, die=die) if die else moved


def stepping(state: State, move: Step) -> str:
    """Return a step without who steps, e.g. `east, pushing Erato`."""
    mover = state.index(move.name)
    pushed = () if mover is None else run(state.tiles, mover, STEPS[move.direction])[1:]
    way = going(move.direction)
    names = [state.names[index] for index in pushed]
    return say("{way}, pushing {muses}", way=way, muses=together(names)) if names else way


def _stepped(state: State, move: Step) -> str:
    return joined((called(move.name), stepping(state, move)), " ")
