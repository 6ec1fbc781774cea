"""Choices that cards ask for (RULES.md, 7.1 and 7.2): whose die gets a boar, which faces Satyrs take."""

from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement

from rules.dice_forge.effects import worked
from rules.dice_forge.moves import Move, Say
from rules.dice_forge.said import answers_said
from rules.dice_forge.state import State
from rules.dice_forge.tasks import Effect, Garden, Name, Take, bless
from rules.game import Seat, Violation
from rules.text import joined, say


def answers(state: State) -> Iterable[Move] | None:
    """Return who may be named, or which faces may be taken."""
    match state.due:
        case Name() as task:
            return _names(state, task)
        case Take() as task:
            return _takes(state, task)
    return None


def played(state: State, move: Move) -> State | None:
    """Return the state after that answer."""
    match state.due, move:
        case Name() as task, Say("name", seat):
            return state.then(Garden(int(seat) % state.setup.seats, (task.face,)))
        case Take() as task, Say("take", faces):
            return _took(state, task, faces)
    return None


def refused(state: State, move: Move) -> Iterable[Violation] | None:
    """Return what stands against that answer."""
    match state.due, move:
        case Name() as task, Say("name"):
            return _name_violations(state, task, move)
        case Take() as task, Say("take"):
            return _take_violations(state, task, move)
    return None


def by_itself(state: State) -> State | None:
    """Return the state after a card has begun to do what it does, or after a choice that is none."""
    if isinstance(state.due, Effect):
        return worked(state, state.due)
    only = tuple(answers(state) or ())
    return played(state, only[0]) if len(only) == 1 else None


def _names(state: State, task: Name) -> tuple[Say, ...]:
    """Return who may be named: anybody else."""
    return tuple(Say("name", str(seat)) for seat in state.setup.after(task.seat)[1:])


def _name_violations(state: State, task: Name, move: Move) -> Iterator[Violation]:
    """Yield what stands against naming that hero."""
    if move not in _names(state, task):
        yield Violation(
            "7.2", say("Name another player: {seats}.", seats=joined(name.what for name in _names(state, task)))
        )


def _shown(task: Take) -> list[tuple[str, Seat]]:
    return [(face, seat) for seat, faces in task.rolled for face in faces]


def _takes(state: State, task: Take) -> tuple[Say, ...]:
    """Return which two of the faces shown may be taken."""
    pairs = combinations_with_replacement if state.setup.satyrs_same_die else combinations
    found = (" ".join(sorted((one, two))) for (one, _), (two, _) in pairs(_shown(task), 2))
    return tuple(Say("take", pair) for pair in dict.fromkeys(found))


def _took(state: State, task: Take, faces: str) -> State:
    """Return the state in which the two faces count as the hero's own roll."""
    light, dark = faces.split()
    seats = dict(reversed(_shown(task)))
    owners = (seats.get(light, task.seat), seats.get(dark, task.seat))
    viewers = owners if state.setup.satyrs_mirror == "owner" else ()
    return state.then(bless(task.seat, (light, dark), again=state.setup.cerberus_and_satyrs, viewers=viewers))


def _take_violations(state: State, task: Take, move: Move) -> Iterator[Violation]:
    """Yield what stands against taking these faces."""
    if move not in _takes(state, task):
        shown = answers_said(face for face, _ in _shown(task))
        yield Violation("7.1", say("Two faces on different dice are taken: these were rolled, {shown}.", shown=shown))
