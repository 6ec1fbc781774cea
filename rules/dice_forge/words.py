"""Moves, and what is due, in words for people."""

from collections.abc import Callable, Mapping

from rules.dice_forge.box import BOX
from rules.dice_forge.buying import price
from rules.dice_forge.moves import Buy, Draw, Forge, Move, Out, Perform, Remove, Roll, RollOne, Say
from rules.dice_forge.said import DIE_SAID, answers_said, faces_said
from rules.dice_forge.state import PRICES, State, face_of
from rules.dice_forge.tasks import (
    Act,
    Again,
    Bless,
    Boars,
    Gain,
    Garden,
    Minor,
    Name,
    Offer,
    Pick,
    Rolls,
    Ship,
    Take,
    Task,
    Thin,
)
from rules.dice_forge.tasks import Draw as DrawDue
from rules.dice_forge.tasks import Out as OutDue
from rules.text import joined, many, say

SILENT = {
    "convert": say("turned into glory"),
    "keep": say("kept as it is"),
    "cerberus": say("a Cerberus token: the same faces once more"),
    "triton": say("a Triton token given"),
    "pass": say("nothing more here"),
    "done": say("the offering is complete"),
    "extra": say("2 sun for an extra action"),
    "end": say("the turn ends"),
}
SPOKEN: Mapping[str, Callable[[str], str]] = {
    "pick": lambda kind: say("chosen: {what}", what=answers_said((kind,))),
    "copy": lambda face: say("the mirror shows {face}", face=faces_said(face.split())),
    "first": lambda face: say("{face} first", face=faces_said(face.split())),
    "take": lambda faces: say("taken: {faces}", faces=faces_said(faces.split())),
    "hammer": lambda gold: many(int(gold), "{count} gold for the Hammer", "{count} gold for the Hammer"),
    "name": lambda seat: say("seat {seat} has to forge it", seat=seat),
    "use": lambda card: say("{card} used", card=BOX.feats[card].title),
}
DUE: Mapping[type[Task], str] = {
    DrawDue: say("finish setting up"),
    Boars: say("finish setting up"),
    Thin: say("finish setting up"),
    Rolls: say("roll both dice"),
    Minor: say("roll one die"),
    Bless: say("decide what the faces bring"),
    Gain: say("say how much gold goes to the Hammer"),
    Pick: say("choose one of the goods"),
    Name: say("name who has to forge the face"),
    Take: say("take two of the faces rolled"),
    Again: say("give a Cerberus token or pass"),
    Ship: say("buy a face with the ship or pass"),
    Garden: say("forge the face from the gardens"),
    OutDue: say("say which face makes room"),
    Offer: say("go on with the offering or say that it is done"),
    Act: say("use a reinforcement, act, or end the turn"),
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
            return say(
                "{face} bought{more}", face=_face(move.face), more=joined((_price(state, move), _on(move.die)), "")
            )
        case Forge():
            return say("{face} forged{more}", face=_face(move.face), more=_on(move.die))
    return say("it replaces {face} on the {die} die", face=_face(move.face), die=DIE_SAID[move.die])


def _set_out(move: Perform | Draw | Remove) -> str:
    match move:
        case Perform():
            return say("the feat {card}", card=BOX.feats[move.card].title)
        case Draw():
            return say("{card} is in the game", card=BOX.feats[move.card].title)
    return say("out of the game: {faces}", faces=joined(map(_face, move.faces)))


def _face(name: str) -> str:
    return face_of(name).words


def _on(die: int | None) -> str:
    return "" if die is None else say(", on the {die} die", die=DIE_SAID[die])


def _rolled(state: State, move: Roll | RollOne) -> str:
    if isinstance(move, RollOne):
        return say("the {die} die shows {face}", die=DIE_SAID[move.die], face=_face(move.face))
    seats = state.due.due if isinstance(state.due, Rolls) else ()
    pairs = [faces_said(faces) for faces in move.heroes]
    if len(pairs) == 1:
        return say("rolled {faces}", faces=pairs[0])
    rolled = [
        say("seat {seat} rolled {faces}", seat=seat, faces=pair) for seat, pair in zip(seats, pairs, strict=False)
    ]
    return joined(rolled, "; ")


def _price(state: State, move: Buy) -> str:
    """Return what a face costs, nothing for one that the Temple does not sell."""
    discount = state.due.discount if isinstance(state.due, Ship) else 0
    if move.face not in PRICES:
        return ""
    return many(price(move.face, discount), " for {count} gold", " for {count} gold")


def _said(move: Say) -> str:
    return SILENT[move.verb] if move.verb in SILENT else SPOKEN[move.verb](move.what)


def due_now(state: State) -> str:
    """Return what is due now, as a sentence."""
    task = state.due
    if task is None:
        return say("The game is over: start a new one to play on.")
    return say("It is up to seat {seat}: {due}.", seat=task.seat, due=what_is_due(state))


def what_is_due(state: State) -> str:
    """Return what is due now, without the one who has to do it."""
    choice = say("make the choice that is open")
    return DUE.get(type(state.due), choice) if state.due else choice
