"""Mike's Bluff (RULES.md, section 6): calling the last die, taking it back, the penalty, the announcement."""

from collections.abc import Iterator
from dataclasses import replace

from rules.game import Violation
from rules.line_dice.ending import drop_out, ended
from rules.line_dice.faces import kind
from rules.line_dice.moves import Announce, Call, Discard
from rules.line_dice.state import UNKNOWN, Phase, State, given, without
from rules.text import say


def call(state: State, move: Call) -> State:
    """Return the state after a call: the bluffer takes the die back, or the caller bears what a false call costs."""
    if state.wrong and state.layer is not None:
        return replace(state, phase=Phase.CAUGHT, seat=state.layer, bluffer=state.layer, caller=move.seat)
    penalty = state.setup.false_call_penalty
    if penalty == "match_point":
        return replace(state, fined=(*state.fined, move.seat))
    if penalty == "out" and move.seat not in state.out:
        gone = drop_out(state, move.seat)
        return replace(gone, phase=Phase.END) if state.phase is Phase.END else gone
    return state


def take_back(state: State) -> State:
    """Return the state without the last die; after a call the penalty follows."""
    *dice, last = state.dice
    lifted = replace(state, dice=tuple(dice), window=False)
    if state.phase is not Phase.CAUGHT or state.bluffer is None:
        return lifted
    setup, bluffer = state.setup, state.bluffer
    out = state.out[: state.fallen] if setup.bluff_reinstates else state.out
    back = replace(lifted, out=out, hands=given(state.hands, bluffer, kind(last.face)))
    if setup.bluff_penalty == "retry":
        return replace(back, phase=Phase.LAY)
    if setup.bluff_penalty == "retry_lose_die" and state.caller is not None:
        return replace(back, phase=Phase.DISCARD, seat=state.caller)
    fined = (*state.fined, bluffer) if setup.bluff_penalty == "match_point" else state.fined
    return drop_out(replace(back, fined=fined), bluffer)


def discard(state: State, move: Discard) -> State:
    """Return the state after a die of the bluffer's has left the game; the bluffer lays another or goes out."""
    if state.bluffer is None:
        return state
    hands = without(state.hands, state.bluffer, move.kind)
    return replace(state, hands=hands, phase=Phase.LAY, seat=state.bluffer)


def announce(state: State) -> State:
    """Return the state once nobody calls: the last die stands, and a decided game is over."""
    stands = replace(state, window=False)
    return ended(stands) if state.phase is Phase.END else stands


def calls(state: State) -> Iterator[Call]:
    """Yield every call that may be made now."""
    for seat in range(state.setup.seats):
        if next(call_violations(state, Call(seat)), None) is None:
            yield Call(seat)


def announcements(state: State) -> Iterator[Announce]:
    """Yield the announcement where one may be made."""
    if next(announce_violations(state), None) is None:
        yield Announce()


def discards(state: State) -> Iterator[Discard]:
    """Yield every die that the caller may choose."""
    for kind_ in state.setup.kinds:
        if next(discard_violations(state, Discard(kind_)), None) is None:
            yield Discard(kind_)


def call_violations(state: State, move: Call) -> Iterator[Violation]:
    """Yield why that seat cannot call now."""
    if state.setup.mikes_bluff == "flag":
        yield Violation("6.2", say("Bluffs are not played here: a wrong arrow is refused at once."))
    elif not state.window:
        yield Violation("6.2", say("Only the last die can be called, before the next one is laid, and only a curve."))
    elif move.seat not in range(state.setup.seats):
        yield Violation(
            "6.2",
            say("There is no seat {seat}: seats go from 0 to {seats}.", seat=move.seat, seats=state.setup.seats - 1),
        )
    elif move.seat == state.layer:
        yield Violation("6.2", say("Seat {seat} laid that die: somebody else has to call it.", seat=move.seat))
    elif state.setup.bluff_callers == "next_only" and move.seat != state.seat:
        yield Violation("6.2", say("Only the next player may call, which is seat {seat}.", seat=state.seat))


def take_back_violations(state: State) -> Iterator[Violation]:
    """Yield why the last die has to stay."""
    if state.phase is not Phase.CAUGHT:
        yield Violation("6.3", say("A die that was laid stays: put it back as it lay."))


def discard_violations(state: State, move: Discard) -> Iterator[Violation]:
    """Yield why the caller cannot choose that die."""
    hand = () if state.bluffer is None else state.hands[state.bluffer]
    if UNKNOWN not in hand and move.kind not in hand:
        yield Violation("6.4", say("There is no {kind} in the bluffer's hand: choose another die.", kind=move.kind))


def announce_violations(state: State) -> Iterator[Violation]:
    """Yield why there is nothing to announce."""
    asked = state.setup.mikes_bluff == "ask" and state.window
    if state.phase is not Phase.END and not asked:
        yield Violation("6.5", say("There is nothing to announce yet: play on."))
