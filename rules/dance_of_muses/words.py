"""Muses and moves in words, for people."""

from rules.dance_of_muses.grid import run
from rules.dance_of_muses.moves import STEPS, Change, Changes, Lay, Move, Reveal, Slip, Step, Suns, Turn, Use
from rules.dance_of_muses.state import State

WAYS = {"N": "north", "E": "east", "S": "south", "W": "west"}
ORDINALS = (
    "",
    *(f"{word} " for word in ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]),
)


def called(name: str) -> str:
    """Return what people call the tile of this name: `orange?2` is the second hidden orange Muse."""
    colour, hidden, number = name.partition("?")
    return f"the {ORDINALS[int(number or 0)]}hidden {colour} Muse" if hidden else name


def listed(words: list[str]) -> str:
    """Return the words as people list them: `a, b and c`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def sentence(text: str) -> str:
    """Return the text with a capital letter in front."""
    return text[:1].upper() + text[1:]


def told(state: State, move: Move) -> str:
    """Return what a move does in `state`, without its actor's name, e.g. `Clio east, pushing Erato`; "" for a slip."""
    match move:
        case Step() | Use() | Turn():
            return _danced(state, move)
        case Lay():
            return f"{move.muse or 'a hidden Muse'} placed at {move.cell[0]},{move.cell[1]}"
        case Reveal():
            return _turned_up(move)
        case Suns():
            return f"{move.muse} has {move.count} sun{'s' * (move.count > 1)}"
        case Slip():
            return ""
    return "the table is cleared for the next hand"


def _turned_up(move: Reveal) -> str:
    """Return who was turned up, each with the colour of her die."""
    found = [(muse, name.partition("?")[0]) for name, muse in move.muses]
    return f"turned up: {listed([f'{muse} ({colour})' for muse, colour in found])}"


def _danced(state: State, move: Step | Use | Turn) -> str:
    """Return a step, a power, or both, in words."""
    match move:
        case Step():
            return _stepped(state, move)
        case Use():
            when = "before" if move.when == "first" else "after"
            return f"{called(move.name)}'s power, {when} her move: {outcome(move.changes)}"
        case Turn():
            when = "before it" if move.use.when == "first" else "then"
            return f"{_stepped(state, move.step)}; {when}, her power: {outcome(move.use.changes)}"


def outcome(changes: Changes) -> str:
    """Return what a power brought about."""
    return listed([_changed(change) for change in changes]) if changes else "nothing changed"


def _changed(change: Change) -> str:
    cell = f"{called(change.name)} to {change.cell[0]},{change.cell[1]}" if change.cell else ""
    die = f"the die on {called(change.name)} to {change.die}" if change.die else ""
    return " with ".join(filter(None, (cell, die)))


def stepping(state: State, move: Step) -> str:
    """Return a step without who steps, e.g. `east, pushing Erato`."""
    mover = state.index(move.name)
    pushed = () if mover is None else run(state.tiles, mover, STEPS[move.direction])[1:]
    way = "".join(WAYS[letter] for letter in move.direction)
    names = listed([called(state.names[index]) for index in pushed]) if pushed else ""
    return f"{way}{', pushing ' * bool(names)}{names}"


def _stepped(state: State, move: Step) -> str:
    return f"{called(move.name)} {stepping(state, move)}"
