"""The roll (RULES.md, 2.2): every player rolls all the dice once, in the open."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement

from rules.game import Violation
from rules.line_dice.moves import Roll
from rules.line_dice.said import dice
from rules.line_dice.state import Phase, State
from rules.text import say


def roll(state: State, move: Roll) -> State:
    """Return the state in which the player's hand is known, or said not to be; the last roll begins the road."""
    hands = state.hands
    if move.hand:
        hands = (*hands[: state.seat], move.hand, *hands[state.seat + 1 :])
    following = (state.seat + 1) % state.setup.seats
    if following != state.setup.first:
        return replace(state, hands=hands, seat=following)
    return replace(state, hands=hands, seat=following, phase=begun(state))


def begun(state: State) -> Phase:
    """Return what is due once the hands are known: the left-over die, or a die of the starting player."""
    return Phase.EXTRA if state.setup.extra else Phase.LAY


def rolls(state: State) -> Iterator[Roll]:
    """Yield every roll that may come up, and the word that it is not recorded."""
    yield Roll(())
    for hand in combinations_with_replacement(state.setup.kinds, state.setup.each):
        yield Roll(hand)


def roll_violations(state: State, move: Roll) -> Iterator[Violation]:
    """Yield what cannot be about a roll."""
    each = state.setup.each
    if not move.hand:
        return
    if len(move.hand) != each:
        rolled = dice(len(move.hand))
        yield Violation(
            "2.2",
            say(
                "Every player rolls {dice} here, and these are {rolled}: count again.",
                dice=dice(each),
                rolled=rolled,
            ),
        )
    strange = [kind for kind in move.hand if kind not in state.setup.kinds]
    if strange:
        yield Violation("2.2", say("No die of this set has the face {kind}: look again.", kind=strange[0]))
