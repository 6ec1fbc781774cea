"""What each move does and which rules it breaks, whatever is due."""

from collections.abc import Iterable, Iterator
from typing import Final

from rules.dice_forge import acting, blessing, buying, cards, dealing, forging, paying, rolling
from rules.dice_forge.moves import Move, Say
from rules.dice_forge.part import Part
from rules.dice_forge.state import State
from rules.dice_forge.tokens import TRITON, triton, triton_open, triton_violations
from rules.dice_forge.words import due_now
from rules.game import Violation

PARTS: Final[tuple[Part, ...]] = (dealing, rolling, blessing, paying, buying, forging, cards, acting)


def legal_moves(state: State) -> Iterator[Move]:
    """Yield every legal move once, none when the game is over; a roll of several heroes is as many of these."""
    for part in PARTS:
        yield from part.answers(state) or ()
    if state.due and triton_open(state, state.due.seat):
        yield TRITON


def violations(state: State, move: Move) -> Iterable[Violation]:
    """Return the rules that `move` breaks, worst first."""
    if state.due and move == TRITON:
        return triton_violations(state, state.due.seat)
    for part in PARTS:
        if (found := part.refused(state, move)) is not None:
            return found
    return (Violation("1.2", due_now(state)),)


def apply(state: State, move: Move) -> State:
    """Return the state after `move` and all that follows by itself; a move at the wrong moment changes nothing."""
    after = _played(state, move)
    while (following := _following(after)) is not None:
        after = following
    return after


def _played(state: State, move: Move) -> State:
    if isinstance(move, Say) and move == TRITON and state.due:
        return triton(state, state.due.seat)
    return next((after for part in PARTS if (after := part.played(state, move)) is not None), state)


def _following(state: State) -> State | None:
    return next((after for part in PARTS if (after := part.by_itself(state)) is not None), None)
