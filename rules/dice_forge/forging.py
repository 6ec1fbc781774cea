"""Faces forged (RULES.md, 5.4 and 5.6): which die a new face is put on, and which one it replaces."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.dice_forge.moves import Buy, Forge, Move, Out
from rules.dice_forge.rolling import die_place
from rules.dice_forge.said import DIE_SAID, OR
from rules.dice_forge.state import State, face_of, removable
from rules.dice_forge.tasks import Garden
from rules.dice_forge.tasks import Out as OutDue
from rules.game import Seat, Violation
from rules.text import joined, say


def answers(state: State) -> Iterable[Move] | None:
    """Return the faces of the gardens that may be forged, or those that may make room."""
    match state.due:
        case Garden() as task:
            return _garden_moves(state, task)
        case OutDue() as task:
            return _outs(state, task)
    return None


def played(state: State, move: Move) -> State | None:
    """Return the state in which the face lies on its die, or has taken an old one's place."""
    match state.due, move:
        case Garden() as task, Forge():
            return laid(state.then(), task.seat, move.face, move.die)
        case OutDue() as task, Out():
            return _forged(state, task, move)
    return None


def refused(state: State, move: Move) -> Iterable[Violation] | None:
    """Return what stands against forging like that."""
    match state.due, move:
        case Garden() as task, Forge():
            return _forge_violations(state, task, move)
        case OutDue() as task, Out():
            return _out_violations(state, task, move)
    return None


def by_itself(state: State) -> State | None:
    """Return the state after a face has made room where only one could, or where the gardens have nothing left."""
    match state.due:
        case OutDue() as task if len(outs := _outs(state, task)) == 1:
            return _forged(state, task, outs[0])
        case Garden() as task if not any(map(state.left, task.faces)):
            return state.then()
    return None


def sides(state: State, seat: Seat, face: str) -> tuple[int | None, ...]:
    """Return the dice a new face may be put on; where both show it already, which one is said afterwards."""
    return (None,) if state.heroes[seat].tops == (face, face) else (0, 1)


def laid(state: State, seat: Seat, face: str, die: int | None) -> State:
    """Return the state in which a face has left the Temple for a die, before anything else that is due."""
    hero = state.heroes[seat]
    shown = hero if die is None else hero.showing(die, face)
    return state.taking(face).with_hero(seat, shown).first(OutDue(seat, face, die))


def die_named(state: State, seat: Seat, move: Buy | Forge) -> Iterator[Violation]:
    """Yield that the die has to be named, where it has to."""
    if move.die is None and None not in sides(state, seat, move.face):
        yield Violation("5.4", say("Say which die gets the new face: “{move} light” or “{move} dark”.", move=move))


def _outs(state: State, task: OutDue) -> list[Out]:
    """Return which faces may make room, each kind once."""
    dice = (0, 1) if task.die is None else (task.die,)
    return [Out(die, face) for die in dice for face in removable(state.heroes[task.seat].dice[die])]


def _forged(state: State, task: OutDue, move: Out) -> State:
    """Return the state in which the new face has taken the place of an old one, which lies before the hero."""
    hero = state.heroes[task.seat]
    after = hero.with_die(move.die, hero.dice[move.die].forged(move.face, task.face))
    return state.then().with_hero(task.seat, replace(after, removed=tuple(sorted((*hero.removed, move.face)))))


def _out_violations(state: State, task: OutDue, move: Out) -> Iterator[Violation]:
    """Yield what stands against replacing that face."""
    if move in _outs(state, task):
        return
    place = (die_place(task.seat, move.die),)
    if task.die not in {None, move.die}:
        yield Violation(
            "5.4",
            say("The new face lies on the {die} die: say what it replaces there.", die=DIE_SAID[1 - move.die]),
            place,
        )
    elif move.face in state.heroes[task.seat].dice[move.die].faces:
        yield Violation("5.4", say("A boar never leaves its die: replace another face."), place)
    else:
        yield Violation(
            "5.4",
            say(
                "The {die} die has no face “{face}”: say one that it has.",
                die=DIE_SAID[move.die],
                face=face_of(move.face).words,
            ),
            place,
        )


def _garden_moves(state: State, task: Garden) -> Iterator[Forge]:
    """Yield the faces of the gardens that may be forged now."""
    for face in task.faces:
        if state.left(face):
            for die in sides(state, task.seat, face):
                yield Forge(face, die)


def _forge_violations(state: State, task: Garden, move: Forge) -> Iterator[Violation]:
    """Yield what stands against forging that face of the gardens."""
    if move.face not in task.faces:
        wanted = joined([face_of(face).words for face in task.faces], OR)
        yield Violation(
            "5.6",
            say("This feat does not bring {face}: it brings {wanted}.", face=face_of(move.face).words, wanted=wanted),
        )
    elif not state.left(move.face):
        yield Violation("5.6", say("No face “{face}” is left in the gardens.", face=face_of(move.face).words))
    yield from die_named(state, task.seat, move)
