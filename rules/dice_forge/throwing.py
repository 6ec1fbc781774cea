"""Which dice lie anew after a roll, and rolls that hands make at once."""

from rules.dice_forge.moves import Move, Roll, RollOne
from rules.dice_forge.rolling import die_place
from rules.dice_forge.state import State
from rules.dice_forge.tasks import Act, Minor, Rolls
from rules.table import Place


def thrown(state: State, move: Move) -> frozenset[Place]:
    """Return the places of the dice that a roll throws; none for any other move.

    None either for a Hind's roll that comes up the same: that is told by people, for a die may have been pushed aside.
    """
    match state.due, move:
        case Rolls() as task, Roll():
            seats = task.due[: len(move.heroes)]
            return frozenset(die_place(seat, die) for seat in seats for die in (0, 1))
        case Minor() | Act() as task, RollOne():
            same = state.heroes[task.seat].tops[move.die] == move.face
            return frozenset() if same and isinstance(task, Act) else frozenset({die_place(task.seat, move.die)})
    return frozenset()


def at_once(state: State, one: Move, two: Move) -> Roll | None:
    """Return the rolls of several heroes as one; None where the second one is not made at once with the first."""
    match state.due, one, two:
        case Rolls() as task, Roll(), Roll() if len(one.heroes) + len(two.heroes) <= len(task.due):
            return Roll((*one.heroes, *two.heroes))
    return None
