"""Moves in words, for people."""

from collections import Counter
from collections.abc import Iterator

from rules.line_dice.faces import CURVES, SIDES, arrow, kind, opposite
from rules.line_dice.moves import Announce, Call, Discard, Extra, Lay, Move, Out, Roll, TakeBack, written
from rules.line_dice.said import WAYS, counted, dice, named
from rules.line_dice.state import State
from rules.table import Face
from rules.text import joined, listed, say

TURNS = (say("straight on"), say("turning right"), say("back"), say("turning left"))


def told(state: State, move: Move, *, quietly: bool = False) -> str:  # noqa: PLR0911 (one line for each kind of move)
    """Return what a move does in `state`, without its actor's name, e.g. `a crossing at 2,1, straight on`.

    Nothing is said here that the players may not know: neither a hidden hand nor whether an arrow is a bluff. `quietly`
    leaves arrows out: who does not look at the dice shall not hear of them.
    """
    match move:
        case Roll():
            return _rolled(state, move)
        case Extra():
            return say(
                "the left-over die, {die}, begins the road at {cell}",
                die=_faced(move.face, quietly),
                cell=written(move.cell),
            )
        case Lay():
            return say(
                "{die} at {cell}{more}",
                die=_faced(move.face, quietly),
                cell=written(move.cell),
                more=joined(("", *_led(state, move))),
            )
        case Out():
            return say("no die fits: out of the game{more}", more=_left(move))
        case Call():
            return say("calls the last arrow")
        case TakeBack():
            return say("the bluff is taken back")
        case Discard():
            return say("{die} leaves the game", die=named(move.kind))
        case Announce():
            return say("nobody calls the last die")
        case _:
            return ""


def _rolled(state: State, move: Roll) -> str:
    each = dice(state.setup.each)
    if not move.hand:
        return say("{dice} rolled, not recorded", dice=each)
    if state.setup.hands == "hidden":
        return say("{dice} rolled, kept hidden", dice=each)
    return say("rolled {dice}", dice=listed([counted(number, kind) for kind, number in Counter(move.hand).items()]))


def _left(move: Out) -> str:
    """Return what dice were shown on going out, where they had to be."""
    return say(", with {dice} left", dice=listed([named(kind) for kind in move.shown])) if move.shown else ""


def _faced(face: Face, quietly: bool) -> str:
    pointing = arrow(face)
    if pointing is None:
        return named(kind(face))
    return say("a curve") if quietly else say("a curve with its arrow {way}", way=WAYS[pointing])


def _led(state: State, move: Lay) -> Iterator[str]:
    """Yield where the die leads the road."""
    entry, after = state.road.arrival(move.cell), state.road.extended(move.face, move.cell)
    if entry is None or after.head is None:
        yield say("the first of the road")
        return
    quarters = SIDES.index(after.head.heading) - SIDES.index(opposite(entry))
    yield TURNS[quarters % len(TURNS)]
    if after.head.passed:
        yield say("over {cells}", cells=listed(list(map(written, after.head.passed))))
    if after.closed:
        yield say("which closes the circuit")
    if state.setup.mikes_bluff == "ask" and move.face in CURVES and state.arrow not in {None, arrow(move.face)}:
        yield say("though arrows point {way}", way=WAYS[state.arrow or ""])
