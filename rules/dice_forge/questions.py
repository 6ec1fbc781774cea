"""What is asked of a hero now, as a question; and what hands do while it is answered."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.dice_forge.box import BOX
from rules.dice_forge.deciding import questions
from rules.dice_forge.goods import Goods
from rules.dice_forge.said import faces_said
from rules.dice_forge.state import State, face_of
from rules.dice_forge.tasks import (
    Again,
    Bless,
    Boars,
    Draw,
    Gain,
    Garden,
    Minor,
    Name,
    Offer,
    Pick,
    Ship,
    Take,
    Task,
)
from rules.dice_forge.worth import counts_as, factor, picks_due
from rules.text import joined, many, say

_ASKED: Mapping[type[Task], Callable[[Any], str]] = {
    Draw: lambda task: say("Which feat lies on the stack for {price}?", price=BOX.slots[task.slots[0]].cost.words),
    Boars: lambda task: say("Which boar card is laid next, the bottom one first? {left} to go", left=task.left),
    Minor: lambda task: say("{card}, {left} to roll", card=BOX.feats[task.card].title, left=task.left),
    Gain: lambda task: say("{goods} came in: how much gold goes to the Hammer?", goods=task.goods.words),
    Pick: lambda task: say("What does {what} bring?", what=task.source),
    Again: lambda _: say("Have the same faces once more?"),
    Ship: lambda task: say("The ship sails: one face for {discount} gold less?", discount=task.discount),
    Garden: lambda task: (
        say("Which face of the gardens, on which die?") if len(task.faces) > 1 else say("On which die?")
    ),
    Name: lambda task: say("Who has to forge the {face}?", face=face_of(task.face).words),
    Take: lambda _: say("Which two faces count?"),
    Offer: lambda _: say("Another face?"),
}


def question(state: State) -> str:
    """Return what is asked of the one whose choice is due, without the name; "" where there is nothing to ask."""
    task = state.due
    if isinstance(task, Bless):
        return _about_faces(state, task)
    asked = _ASKED.get(type(task)) if task else None
    return asked(task) if asked else ""


def asked_about(state: State, task: Bless) -> int:
    """Return which die of a roll the choice of goods is about."""
    return next(die for die in range(len(task.now)) if len(task.picks[die]) < picks_due(state.setup, task, die))


def _about_faces(state: State, task: Bless) -> str:
    """Return the question about the faces of a roll."""
    verbs = {answer.verb for answer in questions(state, task)}
    if "copy" in verbs and task.lose:
        return say("Which face does the mirror show, to be lost?")
    if "copy" in verbs:
        return say("Which face does the mirror show?")
    if "first" in verbs:
        return say("Which of the two faces comes first?")
    if "pick" not in verbs:
        return say("Turn it into glory? Rolled: {faces}", faces=faces_said(task.faces))
    die = asked_about(state, task)
    face, times = counts_as(task, die), factor(task, die)
    more = many(times, ", {count} time", ", {count} times") if times > 1 else ""
    lost = say(", to be lost") if task.lose else ""
    asked = face.words if face else say("This face")
    return say("{face}: which one{more}?", face=asked, more=joined((more, lost), ""))


def offered(state: State, kind: str) -> Goods:
    """Return the goods that the choice of that kind brings, once; none where no goods are chosen."""
    match state.due:
        case Pick() as task:
            options = task.options
        case Bless() as task:
            face = counts_as(task, asked_about(state, task))
            options = face.gives if face else ()
        case _:
            options = ()
    return next((option for option in options if option.kind == kind), Goods())
