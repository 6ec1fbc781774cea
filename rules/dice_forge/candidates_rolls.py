"""Which rolls could have led to the dice that were seen.

A die can only show one of its six faces; another one, read clearly, is a missed forge or a misread, and is followed up
as such. Dice are taken as rolled when they changed or something moved there; where it is known what moved, every die
of a hero has to have moved.
"""

from collections.abc import Iterator

from rules.dice_forge.moves import Roll, RollOne
from rules.dice_forge.rolling import die_place
from rules.dice_forge.state import State
from rules.dice_forge.tasks import Minor, Rolls
from rules.game import Seat
from rules.table import Observation

CLEAR = 0.5  # a face the die does not have is followed up only if it is likelier than not
FAINT = 0.01  # a face read with less than this is not followed up
SHARE = 1e-3  # readings of several dice less likely than this, against the likeliest, are not followed up
MOST = 300  # readings of several dice at once

Read = tuple[tuple[str, float], ...]
"""The faces a die may show, the likeliest first, with their probability."""


def rolls_seen(state: State, task: Rolls, seen: Observation) -> Iterator[Roll]:
    """Yield the rolls of the heroes, from the next one on, whose dice seem to have been rolled."""
    seats = _rolled_by(state, task, seen)
    dice = [_read(state, seen, seat, die) for seat in seats for die in (0, 1)]
    for faces in _together(dice) if dice and all(dice) else ():
        yield Roll(tuple(zip(faces[::2], faces[1::2], strict=True)))


def _rolled_by(state: State, task: Rolls, seen: Observation) -> tuple[Seat, ...]:
    """Return the heroes who have rolled: those up to the first whose dice have not all moved.

    Where nothing is known about what moved (a single picture), those up to the last one whose dice changed.
    """
    changed = {seat: [_changed(state, seen, seat, die) for die in (0, 1)] for seat in task.due}
    moved = {seat: [die_place(seat, die) in seen.disturbed for die in (0, 1)] for seat in task.due}
    if any(map(any, moved.values())):
        done = [all(map(max, changed[seat], moved[seat])) for seat in task.due]
        return task.due[: [*done, False].index(False)]
    last = max((index for index, seat in enumerate(task.due, 1) if any(changed[seat])), default=0)
    return task.due[:last]


def _changed(state: State, seen: Observation, seat: Seat, die: int) -> bool:
    best = _read(state, seen, seat, die)[:1]
    return bool(best) and best[0][0] != state.heroes[seat].tops[die]


def _read(state: State, seen: Observation, seat: Seat, die: int) -> Read:
    """Return what that die may show; nothing where it was not seen."""
    place = die_place(seat, die)
    odds = {} if place in seen.hidden else seen.faces.get(place, {})
    own = state.heroes[seat].dice[die].faces
    read = [(face, p) for face, p in odds.items() if p > (FAINT if face in own else CLEAR)]
    return tuple(sorted(read, key=lambda pair: -pair[1]))


def _together(dice: list[Read]) -> list[tuple[str, ...]]:
    """Return the likeliest readings of several dice, the best first."""
    found: list[tuple[tuple[str, ...], float]] = [((), 1.0)]
    for read in dice:
        longer = [((*faces, face), odds * p) for faces, odds in found for face, p in read]
        longer.sort(key=lambda pair: -pair[1])
        found = [(faces, odds) for faces, odds in longer[:MOST] if odds >= SHARE * longer[0][1]]
    return [faces for faces, _ in found]


def single_rolls_seen(state: State, task: Minor, seen: Observation) -> Iterator[RollOne]:
    """Yield what one die may have come up with: a face read on it, or the one it had if it has moved."""
    for die in (0, 1) if task.die is None else (task.die,):
        top = state.heroes[task.seat].tops[die]
        for face, _ in _read(state, seen, task.seat, die):
            if face != top or die_place(task.seat, die) in seen.disturbed:
                yield RollOne(die, face)
