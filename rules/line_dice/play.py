"""What each move does and which rules it breaks, whatever the phase."""

from collections.abc import Iterator
from typing import assert_never

from rules.game import Violation
from rules.line_dice import bluffing, laying, leaving, mishaps, rolling
from rules.line_dice.ending import drop_out
from rules.line_dice.moves import Announce, Call, Change, Discard, Extra, Lay, Move, Out, Roll, TakeBack
from rules.line_dice.state import Phase, State
from rules.text import say

_DUE: dict[Phase, tuple[tuple[type[Move], ...], str]] = {
    Phase.ROLL: ((Roll,), say("The dice are still to be rolled: record the next hand, or say “roll ?”.")),
    Phase.EXTRA: ((Extra,), say("The left-over die comes first: lay it as it was rolled.")),
    Phase.LAY: ((Lay, Out, Call, TakeBack, Announce), say("The road is being built: lay a die, or go out.")),
    Phase.CAUGHT: ((TakeBack,), say("The last die was called and is a bluff: take it back first.")),
    Phase.DISCARD: ((Discard,), say("The caller has to choose first which die leaves the game.")),
}


def apply(state: State, move: Move) -> State:  # noqa: PLR0911 (one line for each kind of move)
    """Return the state after `move`, legal or not as long as it fits the phase."""
    match move:
        case Roll():
            return rolling.roll(state, move)
        case Extra():
            return laying.lay_extra(state, move)
        case Lay():
            return laying.lay(state, move)
        case Out():
            return drop_out(state, state.seat)
        case Call():
            return bluffing.call(state, move)
        case TakeBack():
            return bluffing.take_back(state)
        case Discard():
            return bluffing.discard(state, move)
        case Announce():
            return bluffing.announce(state)
        case Change():
            return mishaps.change(state, move)
    assert_never(move)


def actor(state: State, move: Move) -> int | None:
    """Return whose deed a move is: of who calls, of who laid a die out of turn, else of who is to act."""
    match move:
        case Call(seat) | Lay(by=int(seat)):
            return seat if seat in range(state.setup.seats) else None
        case _:
            return None if state.phase is Phase.OVER else state.seat


def violations(state: State, move: Move) -> Iterator[Violation]:
    """Yield the rules that `move` breaks, worst first."""
    if state.phase is Phase.OVER:
        yield Violation("4.1", say("The game is already over: start a new one to play on."))
    elif state.phase is Phase.END:
        yield from _at_the_end(state, move)
    elif isinstance(move, Change):
        yield mishaps.told_off(state, move)
    elif not isinstance(move, _DUE[state.phase][0]):
        yield Violation("3.1", _DUE[state.phase][1])
    else:
        yield from _broken(state, move)


def _at_the_end(state: State, move: Move) -> Iterator[Violation]:
    if isinstance(move, Call | Announce):
        yield from _broken(state, move)
    else:
        yield Violation("4.1", say("The game is decided: does anybody call the last die? If not, announce that."))


def _broken(state: State, move: Move) -> Iterator[Violation]:
    """Yield what is wrong with a move whose kind is due."""
    match move:
        case Roll():
            yield from rolling.roll_violations(state, move)
        case Extra():
            yield from laying.extra_violations(state, move)
        case Lay():
            yield from laying.lay_violations(state, move)
        case Out():
            yield from leaving.out_violations(state, move)
        case Call():
            yield from bluffing.call_violations(state, move)
        case TakeBack():
            yield from bluffing.take_back_violations(state)
        case Discard():
            yield from bluffing.discard_violations(state, move)
        case Announce():
            yield from bluffing.announce_violations(state)


def legal_moves(state: State) -> Iterator[Move]:
    """Yield every legal move once; none when the game is over."""
    match state.phase:
        case Phase.ROLL:
            yield from rolling.rolls(state)
        case Phase.EXTRA:
            yield from laying.extras(state)
        case Phase.LAY:
            yield from laying.lays(state)
            yield from leaving.outs(state)
            yield from bluffing.announcements(state)
            yield from bluffing.calls(state)
        case Phase.CAUGHT:
            yield TakeBack()
        case Phase.DISCARD:
            yield from bluffing.discards(state)
        case Phase.END:
            yield from bluffing.announcements(state)
            yield from bluffing.calls(state)
