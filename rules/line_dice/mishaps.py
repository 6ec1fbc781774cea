"""Mishaps (RULES.md, 4.3): a die turned, moved, taken away or laid too many; always against the rules."""

from dataclasses import replace

from rules.game import Violation
from rules.line_dice.faces import Cell
from rules.line_dice.layout import ROAD
from rules.line_dice.moves import Change, written
from rules.line_dice.road import Die
from rules.line_dice.state import State
from rules.table import Face, Place
from rules.text import listed, say


def change(state: State, move: Change) -> State:
    """Return the state with the dice as they were found: a sight to compare, never played on."""
    changed = dict(move.cells)
    kept = [replace(die, face=changed.pop(die.cell, die.face) or "") for die in state.dice]
    added = [Die(face, cell) for cell, face in changed.items() if face]
    return replace(state, dice=(*(die for die in kept if die.face), *added))


def told_off(state: State, move: Change) -> Violation:
    """Return the rule that a mishap breaks, with how to put the table right."""
    laid = {die.cell: die.face for die in state.dice}
    found = dict(move.cells)
    back = [
        say("{face} at {cell}", face=laid[cell], cell=written(cell))
        for cell, face in found.items()
        if _differs(laid, cell, face)
    ]
    new = [written(cell) for cell, face in found.items() if face and cell not in laid]
    mend = [say("put back {dice}", dice=listed(back))] if back else []
    if new and back:
        mend.append(say("take away what lies at {cells}", cells=listed(new)))
    elif new:
        mend.append(say("leave only one of the dice at {cells}", cells=listed(new)))
    text = say(
        "One die per turn, and nothing else may move: {mend}.", mend=listed(mend or [say("put the table right")])
    )
    return Violation("4.3", text, tuple(Place(ROAD, cell) for cell in found))


def _differs(laid: dict[Cell, Face], cell: Cell, face: Face | None) -> bool:
    return cell in laid and laid[cell] != face
