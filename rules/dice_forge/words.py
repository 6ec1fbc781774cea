"""Moves, and what is due, in words for people."""

from collections.abc import Mapping

from rules.dice_forge.box import BOX
from rules.dice_forge.buying import price
from rules.dice_forge.moves import DICE, Buy, Draw, Forge, Move, Out, Perform, Remove, Roll, RollOne, Say
from rules.dice_forge.state import PRICES, State, face_of
from rules.dice_forge.tasks import (
    Act,
    Again,
    Boars,
    Garden,
    Minor,
    Offer,
    Rolls,
    Ship,
    Task,
    Thin,
)
from rules.dice_forge.tasks import Draw as DrawDue
from rules.dice_forge.tasks import Out as OutDue

SILENT = {
    "convert": "turned into glory",
    "keep": "kept as it is",
    "cerberus": "a Cerberus token: the same faces once more",
    "triton": "a Triton token given",
    "pass": "nothing more here",
    "done": "the offering is complete",
    "extra": "2 sun for an extra action",
    "end": "the turn ends",
}
SPOKEN = {
    "pick": "chosen: {}",
    "copy": "the mirror shows {}",
    "first": "{} first",
    "take": "taken: {}",
    "hammer": "{} gold for the Hammer",
    "name": "{} has to forge it",
    "use": "{} used",
}
DUE: Mapping[type[Task], str] = {
    DrawDue: "finish setting up",
    Boars: "finish setting up",
    Thin: "finish setting up",
    Rolls: "roll both dice",
    Minor: "roll one die",
    Again: "give a Cerberus token or pass",
    Ship: "buy a face with the ship or pass",
    Garden: "forge the face from the gardens",
    OutDue: "say which face makes room",
    Offer: "go on with the offering or say that it is done",
    Act: "use a reinforcement, act, or end the turn",
}


def told(state: State, move: Move) -> str:
    """Return what a legal move does in `state`, without its player's name, e.g. `6 gold bought for 4 gold`."""
    match move:
        case Roll() | RollOne():
            return _rolled(state, move)
        case Buy() | Forge() | Out():
            return _forged(state, move)
        case Say():
            return _said(move)
    return _set_out(move)


def _forged(state: State, move: Buy | Forge | Out) -> str:
    match move:
        case Buy():
            return f"{_face(move.face)} bought{_price(state, move)}{_on(move.die)}"
        case Forge():
            return f"{_face(move.face)} forged{_on(move.die)}"
    return f"it replaces {_face(move.face)} on the {DICE[move.die]} die"


def _set_out(move: Perform | Draw | Remove) -> str:
    match move:
        case Perform():
            return f"the feat {BOX.feats[move.card].title}"
        case Draw():
            return f"{BOX.feats[move.card].title} is in the game"
    return f"out of the game: {', '.join(map(_face, move.faces))}"


def _face(name: str) -> str:
    return face_of(name).words


def _on(die: int | None) -> str:
    return "" if die is None else f", on the {DICE[die]} die"


def _rolled(state: State, move: Roll | RollOne) -> str:
    if isinstance(move, RollOne):
        return f"the {DICE[move.die]} die shows {_face(move.face)}"
    seats = state.due.due if isinstance(state.due, Rolls) else ()
    pairs = [" and ".join(map(_face, faces)) for faces in move.heroes]
    if len(pairs) == 1:
        return f"rolled {pairs[0]}"
    return "; ".join(f"seat {seat} rolled {pair}" for seat, pair in zip(seats, pairs, strict=False))


def _price(state: State, move: Buy) -> str:
    """Return what a face costs, nothing for one that the Temple does not sell."""
    discount = state.due.discount if isinstance(state.due, Ship) else 0
    return f" for {price(move.face, discount)} gold" if move.face in PRICES else ""


def _said(move: Say) -> str:
    if move.verb in SILENT:
        return SILENT[move.verb]
    what = move.what
    if move.verb == "name":
        what = f"seat {what}"
    elif move.verb == "use":
        what = BOX.feats[what].title
    elif move.verb in {"copy", "first", "take"}:
        what = " and ".join(map(_face, what.split()))
    return SPOKEN[move.verb].format(what)


def due_now(state: State) -> str:
    """Return what is due now, as a sentence."""
    task = state.due
    if task is None:
        return "The game is over: start a new one to play on."
    return f"It is up to seat {task.seat}: {what_is_due(state)}."


def what_is_due(state: State) -> str:
    """Return what is due now, without the one who has to do it."""
    choice = "make the choice that is open"
    return DUE.get(type(state.due), choice) if state.due else choice
