"""Moves in words, for people."""

from collections import Counter
from collections.abc import Iterator

from rules.line_dice.faces import CURVES, SIDES, arrow, kind, opposite
from rules.line_dice.moves import Announce, Call, Discard, Extra, Lay, Move, Out, Roll, TakeBack, written
from rules.line_dice.said import WAYS, counted, listed, named
from rules.line_dice.state import State
from rules.table import Face

TURNS = ("straight on", "turning right", "back", "turning left")


def told(state: State, move: Move) -> str:  # noqa: PLR0911 (one line for each kind of move)
    """Return what a move does in `state`, without its actor's name, e.g. `a crossing at 2,1, straight on`.

    Nothing is said here that the players may not know: neither a hidden hand nor whether an arrow is a bluff.
    """
    match move:
        case Roll():
            return _rolled(state, move)
        case Extra():
            return f"the left-over die, {_faced(move.face)}, begins the road at {written(move.cell)}"
        case Lay():
            return f"{_faced(move.face)} at {written(move.cell)}{', '.join(('', *_led(state, move)))}"
        case Out():
            return f"no die fits: out of the game{_left(move)}"
        case Call():
            return "calls the last arrow"
        case TakeBack():
            return "the bluff is taken back"
        case Discard():
            return f"a {named(move.kind)} leaves the game"
        case Announce():
            return "nobody calls the last die"
        case _:
            return ""


def _rolled(state: State, move: Roll) -> str:
    each = counted(state.setup.each, "die")
    if not move.hand:
        return f"{each} rolled, not recorded"
    if state.setup.hands == "hidden":
        return f"{each} rolled, kept hidden"
    return f"rolled {listed([counted(number, named(kind)) for kind, number in Counter(move.hand).items()])}"


def _left(move: Out) -> str:
    """Return what dice were shown on going out, where they had to be."""
    return f", with {listed([named(kind) for kind in move.shown])} left" if move.shown else ""


def _faced(face: Face) -> str:
    pointing = arrow(face)
    return f"a curve with its arrow {WAYS[pointing]}" if pointing else f"a {named(kind(face))}"


def _led(state: State, move: Lay) -> Iterator[str]:
    """Yield where the die leads the road."""
    entry, after = state.road.arrival(move.cell), state.road.extended(move.face, move.cell)
    if entry is None or after.head is None:
        yield "the first of the road"
        return
    quarters = SIDES.index(after.head.heading) - SIDES.index(opposite(entry))
    yield TURNS[quarters % len(TURNS)]
    if after.head.passed:
        yield f"over {listed(list(map(written, after.head.passed)))}"
    if after.closed:
        yield "which closes the circuit"
    if state.setup.mikes_bluff == "ask" and move.face in CURVES and state.arrow not in {None, arrow(move.face)}:
        yield f"though arrows point {WAYS[state.arrow or '']}"
