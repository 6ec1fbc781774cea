"""What each move does and which rules it breaks, whatever the phase."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rules.dance_of_muses.dancing import dance, steps
from rules.dance_of_muses.ending import (
    count_suns,
    gather,
    reveal,
    reveal_violations,
    reveals,
    sun_counts,
    sun_violations,
)
from rules.dance_of_muses.moves import Gather, Lay, Move, Reveal, Slip, Step, Suns, Turn, Use
from rules.dance_of_muses.placing import lay, placements, placing_violations
from rules.dance_of_muses.slips import slip, slip_violations
from rules.dance_of_muses.state import Mode, Phase, State
from rules.dance_of_muses.turning import played_violations, turn, turn_violations
from rules.dance_of_muses.using import before, use, use_violations, uses
from rules.game import Violation
from rules.text import say

_DUE: dict[Phase, tuple[tuple[type[Move], ...], str]] = {
    Phase.PLACE: ((Lay, Slip), say("Muses are still being placed: place the next one.")),
    Phase.DANCE: ((Step, Use, Turn, Slip), say("The Muses are dancing: move one of them.")),
    Phase.REVEAL: ((Reveal,), say("A die shows 6, so the hand is over: turn up the hidden Muses.")),
    Phase.SUNS: ((Suns,), say("The hand is over: count the suns that are asked for.")),
    Phase.SCORED: ((Gather,), say("The hand is scored: clear the table for the next one.")),
}


_KINDS: dict[type[Move], tuple[Callable[[State, Any], State], Callable[[State, Any], Iterable[Violation]]]] = {
    Lay: (lay, placing_violations),
    Step: (dance, played_violations),
    Use: (use, use_violations),
    Turn: (turn, turn_violations),
    Slip: (slip, slip_violations),
    Reveal: (reveal, reveal_violations),
    Suns: (count_suns, sun_violations),
    Gather: (gather, lambda *_: ()),
}
"""What each kind of move does, and the rules it may break."""


def apply(state: State, move: Move) -> State:
    """Return the state after `move`, legal or not as long as it fits the phase."""
    return _KINDS[type(move)][0](state, move)


def actor(state: State, move: Move) -> int | None:
    """Return whose deed a move is; the power of the Muse moved last is used by who moved her (5.3)."""
    if state.phase is Phase.OVER:
        return None
    late = isinstance(move, Use) and move.when == "then"
    return before(state) if late and state.phase is Phase.DANCE else state.seat


def violations(state: State, move: Move) -> Iterator[Violation]:
    """Yield the rules that `move` breaks, worst first."""
    kinds, text = _DUE.get(state.phase, ((), say("The game is over: start a new one to play on.")))
    if isinstance(move, kinds):
        yield from _KINDS[type(move)][1](state, move)
    else:
        yield Violation("1.3", text)


def legal_moves(state: State) -> Iterator[Move]:
    """Yield every legal move once; none when the game is over.

    A power in one reach with a step is two of these; what people may declare is not listed, for it has no end.
    """
    match state.phase:
        case Phase.PLACE:
            yield from placements(state)
        case Phase.DANCE:
            yield from steps(state)
            if state.setup.mode is Mode.FULL:
                yield from uses(state)
        case Phase.REVEAL:
            yield from reveals(state)
        case Phase.SUNS:
            yield from sun_counts(state)
        case Phase.SCORED:
            yield Gather()
