"""Applying the faces of a roll (RULES.md, 3.3 to 3.9): all is decided first, then one face follows another."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.dice_forge.deciding import answered, is_ship, put, questions
from rules.dice_forge.mirrors import is_mirror
from rules.dice_forge.moves import Move, Say
from rules.dice_forge.pieces import Kind
from rules.dice_forge.said import answers_said
from rules.dice_forge.state import State
from rules.dice_forge.tasks import Again, Bless, Gain, Lose, Pick, Ship, Task
from rules.dice_forge.tokens import cerberus
from rules.dice_forge.worth import converted, counts_as, factor, waits, watched
from rules.game import Violation
from rules.text import say

PASS, CERBERUS = Say("pass"), Say("cerberus")


def answers(state: State) -> Iterable[Move] | None:
    """Return the answers to what is to be decided next."""
    match state.due:
        case Bless() as task:
            return questions(state, task)
        case Again():
            return PASS, CERBERUS
    return None


def played(state: State, move: Move) -> State | None:
    """Return the state after that answer."""
    match state.due, move:
        case Bless() as task, Say(verb) if verb in _verbs(state, task):
            return state.then(answered(state, task, move))
        case Again() as task, Say("cerberus"):
            return cerberus(state, task)
        case Again(), Say("pass"):
            return state.then()
    return None


def refused(state: State, move: Move) -> Iterable[Violation] | None:
    """Return what stands against that answer."""
    match state.due, move:
        case Bless() as task, Say(verb) if verb in _verbs(state, task):
            return _violations(state, task, move)
        case Again(), Say("pass" | "cerberus"):
            return ()
    return None


def _verbs(state: State, task: Bless) -> set[str]:
    return {answer.verb for answer in questions(state, task)}


def by_itself(state: State) -> State | None:
    """Return the state after the next thing about the faces that nobody is asked about."""
    match state.due:
        case Bless() as task:
            return _on(state, task)
        case Again() as task if not state.heroes[task.seat].cerberus:
            return state.then()
    return None


def _on(state: State, task: Bless) -> State | None:
    """Return the state with one step more towards what the faces bring; None if that is for people to decide."""
    if task.again and state.setup.cerberus == "before":
        return state.then(Again(task.seat, task), replace(task, again=False))
    allowed = questions(state, task)
    if len(allowed) > 1:
        return None
    if allowed:
        return state.then(answered(state, task, allowed[0]))
    blind = next((die for die, face in enumerate(task.now) if is_mirror(face)), None)
    if blind is not None:  # a mirror that reaches nothing
        return state.then(replace(task, now=put(task.now, blind, "")))
    return _applied(state, task)


def _violations(state: State, task: Bless, move: Say) -> Iterator[Violation]:
    """Yield what stands against an answer that fits the question."""
    allowed = questions(state, task)
    if move in allowed:
        return
    open_to = answers_said(answer.what for answer in allowed)
    match move.verb:
        case "copy":
            yield Violation("3.5", say("That face cannot be copied: a mirror reaches {choices} here.", choices=open_to))
        case "pick":
            yield Violation(
                "3.4",
                say(
                    "This face does not offer {what}: choose one of {choices}.",
                    what=answers_said((move.what,)),
                    choices=open_to,
                ),
            )
        case "first":
            yield Violation(
                "3.8",
                say(
                    "{what} is not one of the two faces: say which comes first, {choices}.",
                    what=answers_said((move.what,)),
                    choices=open_to,
                ),
            )


def _applied(state: State, task: Bless) -> State:
    """Return the state in which what the faces bring is to be paid out, in the order that was chosen."""
    late = next((die for die in range(len(task.now)) if waits(state.setup, task, die)), None)
    if late is not None:
        return _applied_late(state, task, late)
    dice = sorted(range(len(task.now)), key=lambda die: is_ship(task, die))
    if task.first and task.now[dice[0]] != task.first:
        dice.reverse()
    paid = [step for die in dice for step in _paid(state, task, die)]
    return state.then(*paid, *_once_more(task))


def _applied_late(state: State, task: Bless, shield: int) -> State:
    """Return the state in which the face beside a shield that waits is to be paid out, and then the shield."""
    if task.met is not None:
        return state.then(*_paid(state, task, shield), *_once_more(task))
    face, beside = counts_as(task, shield), 1 - shield
    kind = face.watch if face else ""
    named = watched(state.setup, task, beside).of(kind) > 0
    met = named and not converted(state.setup, task, beside).of(kind)  # it became glory, and counts nevertheless
    return state.then(*_paid(state, task, beside, kind, named=named), replace(task, met=met))


def _once_more(task: Bless) -> tuple[Task, ...]:
    return (Again(task.seat, task),) if task.again else ()


def _paid(state: State, task: Bless, die: int, watch: str = "", *, named: bool = False) -> Iterator[Task]:
    """Yield what one face brings; `watch` is what a shield waits for, and the face may have `named` it."""
    face, worth = counts_as(task, die), converted(state.setup, task, die)
    if face is None:
        return
    if face.kind is Kind.SHIP and not task.lose:
        yield Ship(task.seat, face.amount * factor(task, die))
    if any(worth):
        seen = watch if named else ""
        yield Lose(task.seat, worth, seen) if task.lose else Gain(task.seat, worth, seen)
    owner = state.owner(face.card) if face.kind is Kind.BOAR else None
    if owner is not None:
        rewards = min(factor(task, die), state.setup.x3_boar_owner)
        counts = owner == task.seat and state.setup.boar_reward_and_shield == "counts"
        seen = watch if counts else ""
        yield from (Pick(owner, face.owner, say("the {face}", face=face.words), seen),) * rewards
