"""Rolling dice (RULES.md, 3.1 and 3.2): both by one hero or several, or one die some times."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.dice_forge.moves import Move, Roll, RollOne
from rules.dice_forge.said import DIE_SAID
from rules.dice_forge.state import State, face_of
from rules.dice_forge.tasks import Minor, Rolls, Take, Why, bless
from rules.game import Seat, Violation
from rules.table import Place
from rules.text import many, say

DIE = "die"
"""The zone of the dice."""
PIECE = "forge_die"
"""What they are, for eyes and pages."""


def die_place(seat: int, die: int) -> Place:
    """Return where that hero's light (0) or dark (1) die lies."""
    return Place(DIE, (2 * seat + die,))


def answers(state: State) -> Iterable[Move] | None:
    """Return what may come up."""
    match state.due:
        case Rolls() as task:
            return _rolls(state, task)
        case Minor() as task:
            return single_rolls(state, task.seat, task.die)
    return None


def played(state: State, move: Move) -> State | None:
    """Return the state after the roll."""
    match state.due, move:
        case Rolls() as task, Roll():
            return _rolled(state, task, move)
        case Minor() as task, RollOne():
            rest = (replace(task, left=task.left - 1, die=move.die),) if task.left > 1 else ()
            return rolled_one(state.then(*rest), task.seat, move, task.card)
    return None


def refused(state: State, move: Move) -> Iterable[Violation] | None:
    """Return what cannot be about the roll."""
    match state.due, move:
        case Rolls() as task, Roll():
            return _roll_violations(state, task, move)
        case Minor() as task, RollOne():
            return _single_violations(state, task, move)
    return None


def by_itself(_: State) -> None:
    """Return None: people roll."""


def _rolls(state: State, task: Rolls) -> Iterator[Roll]:
    """Yield what the next hero may roll; rolls of several heroes at once are as many of these."""
    light, dark = state.heroes[task.seat].dice
    for one in dict.fromkeys(light.faces):
        for two in dict.fromkeys(dark.faces):
            yield Roll(((one, two),))


def _rolled(state: State, task: Rolls, move: Roll) -> State:
    """Return the state after the rolls of the move; when the last hero has rolled, the faces are to be applied."""
    heroes = list(state.heroes)
    for seat, (light, dark) in zip(task.due, move.heroes, strict=False):
        heroes[seat] = heroes[seat].showing(0, light).showing(1, dark)
    after = replace(state, heroes=tuple(heroes))
    found = (*task.rolled, *zip(task.due, move.heroes, strict=False))
    due = task.due[len(move.heroes) :]
    if due:
        return after.then(replace(task, due=due, rolled=found))
    if task.why is Why.SHOW:
        return after.then(Take(state.active, found))
    lose, shown = task.why is Why.LOSE, _latched(after)
    return after.then(
        *(bless(seat, faces, lose=lose, again=not lose, card=task.card, shown=shown) for seat, faces in found)
    )


def _latched(state: State) -> tuple[tuple[str, str], ...]:
    """Return the faces that mirrors see, if they see what was rolled; () if they see what lies there."""
    rolled = state.setup.mirror_after_forge == "rolled"
    return tuple(hero.tops for hero in state.heroes) if rolled else ()


def _roll_violations(state: State, task: Rolls, move: Roll) -> Iterator[Violation]:
    """Yield what cannot be about a roll of both dice."""
    if len(move.heroes) > len(task.due):
        yield Violation(
            "3.1",
            many(
                len(task.due),
                "Only {count} more can roll here: leave out who does not.",
                "Only {count} more can roll here: leave out who does not.",
            ),
        )
        return
    for seat, faces in zip(task.due, move.heroes, strict=False):
        for die, face in enumerate(faces):
            yield from strange(state, seat, die, face)


def strange(state: State, seat: Seat, die: int, face: str) -> Iterator[Violation]:
    """Yield what is wrong about a face that the die does not have."""
    if face not in state.heroes[seat].dice[die].faces:
        text = say(
            "The {die} die of seat {seat} has no face “{face}”: a missed forge, or a misread?",
            die=DIE_SAID[die],
            seat=seat,
            face=face_of(face).words,
        )
        yield Violation("3.2", text, (die_place(seat, die),))


def single_rolls(state: State, seat: Seat, fixed: int | None = None) -> Iterator[RollOne]:
    """Yield what may come up on one die of that hero: on either, if it is not yet said which."""
    for die in (0, 1) if fixed is None else (fixed,):
        for face in dict.fromkeys(state.heroes[seat].dice[die].faces):
            yield RollOne(die, face)


def rolled_one(state: State, seat: Seat, move: RollOne, card: str = "") -> State:
    """Return the state in which the face is on top and is to be applied before anything else that is due."""
    after = state.with_hero(seat, state.heroes[seat].showing(move.die, move.face))
    return after.first(bless(seat, (move.face,), card=card, shown=_latched(after)))


def _single_violations(state: State, task: Minor, move: RollOne) -> Iterator[Violation]:
    if task.die not in {None, move.die}:
        yield Violation("3.1", say("All these rolls are made with the same die: roll the one that was chosen first."))
    yield from strange(state, task.seat, move.die, move.face)
