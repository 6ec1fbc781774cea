"""What each move does and which rules it breaks, whatever the phase."""

from collections.abc import Iterator
from typing import assert_never

from rules.dance_of_muses.dancing import dance, step_violations, steps
from rules.dance_of_muses.ending import (
    count_suns,
    gather,
    reveal,
    reveal_violations,
    reveals,
    sun_counts,
    sun_violations,
)
from rules.dance_of_muses.moves import Gather, Lay, Move, Reveal, Step, Suns
from rules.dance_of_muses.placing import lay, placements, placing_violations
from rules.dance_of_muses.state import Phase, State
from rules.game import Violation

_DUE: dict[Phase, tuple[type[Move], str]] = {
    Phase.PLACE: (Lay, "Muses are still being placed: place the next one."),
    Phase.DANCE: (Step, "The Muses are dancing: move one of them."),
    Phase.REVEAL: (Reveal, "A die shows 6, so the hand is over: turn up the hidden Muses."),
    Phase.SUNS: (Suns, "The hand is over: count the suns that are asked for."),
    Phase.SCORED: (Gather, "The hand is scored: clear the table for the next one."),
}


def apply(state: State, move: Move) -> State:
    """Return the state after `move`, legal or not as long as it fits the phase."""
    match move:
        case Lay():
            return lay(state, move)
        case Step():
            return dance(state, move)
        case Reveal():
            return reveal(state, move)
        case Suns():
            return count_suns(state, move)
        case Gather():
            return gather(state)
    assert_never(move)


def violations(state: State, move: Move) -> Iterator[Violation]:
    """Yield the rules that `move` breaks, worst first."""
    kind, text = _DUE.get(state.phase, (None, "The game is over: start a new one to play on."))
    if kind is None or not isinstance(move, kind):
        yield Violation("1.3", text)
        return
    match move:
        case Lay():
            yield from placing_violations(state, move)
        case Step():
            yield from step_violations(state, move)
        case Reveal():
            yield from reveal_violations(state, move)
        case Suns():
            yield from sun_violations(state, move)


def legal_moves(state: State) -> Iterator[Move]:
    """Yield every legal move once; none when the game is over."""
    match state.phase:
        case Phase.PLACE:
            yield from placements(state)
        case Phase.DANCE:
            yield from steps(state)
        case Phase.REVEAL:
            yield from reveals(state)
        case Phase.SUNS:
            yield from sun_counts(state)
        case Phase.SCORED:
            yield Gather()
