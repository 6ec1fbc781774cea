"""What is asked of a hero now, as a question; and what hands do while it is answered."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.dice_forge.box import BOX
from rules.dice_forge.deciding import questions
from rules.dice_forge.goods import Goods
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

_ASKED: Mapping[type[Task], Callable[[Any], str]] = {
    Draw: lambda task: f"Which feat lies on the stack for {BOX.slots[task.slots[0]].cost}?",
    Boars: lambda task: f"Which boar card is laid next, the bottom one first? {task.left} to go",
    Minor: lambda task: f"{BOX.feats[task.card].title}, {task.left} to roll",
    Gain: lambda task: f"{task.goods} came in: how much gold goes to the Hammer?",
    Pick: lambda task: f"What does {task.source} bring?",
    Again: lambda _: "Have the same faces once more?",
    Ship: lambda task: f"The ship sails: one face for {task.discount} gold less?",
    Garden: lambda task: "Which face of the gardens, on which die?" if len(task.faces) > 1 else "On which die?",
    Name: lambda task: f"Who has to forge the {face_of(task.face).words}?",
    Take: lambda _: "Which two faces count?",
    Offer: lambda _: "Another face?",
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
    lost = ", to be lost" if task.lose else ""
    verbs = {answer.verb for answer in questions(state, task)}
    if "copy" in verbs:
        return f"Which face does the mirror show{lost}?"
    if "first" in verbs:
        return "Which of the two faces comes first?"
    if "pick" not in verbs:
        return f"Turn it into glory? Rolled: {' and '.join(face_of(face).words for face in task.faces)}"
    die = asked_about(state, task)
    face = counts_as(task, die)
    times = f", {factor(task, die)} times" if factor(task, die) > 1 else ""
    return f"{face.words if face else 'This face'}: which one{times}{lost}?"


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
