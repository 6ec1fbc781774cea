"""Points, and how the game stands, in lines for people. Rule numbers are those of RULES.md, section 5."""

from collections.abc import Iterator

from rules.line_dice.ending import winner
from rules.line_dice.fitting import SHAPES, fitting
from rules.line_dice.moves import written
from rules.line_dice.said import OR, WAYS, dice
from rules.line_dice.state import Phase, State, recorded
from rules.text import listed, many, say


def points(state: State) -> tuple[int, ...]:
    """Return the points by seat (5.4): 1 for the winner, or a point for each die the others did not lay."""
    won = winner(state) if state.phase is Phase.OVER else None
    return tuple(_prize(state, seat) * (seat == won) - state.fined.count(seat) for seat in range(state.setup.seats))


def winners(state: State) -> tuple[int, ...]:
    """Return the seat that has won; () while the game goes on."""
    won = winner(state) if state.phase is Phase.OVER else None
    return () if won is None else (won,)


def _prize(state: State, seat: int) -> int:
    if not state.setup.empty_hand_wins:
        return 1
    return sum(len(hand) for other, hand in enumerate(state.hands) if other != seat)


def working(state: State) -> tuple[str, ...]:
    """Return how the game stands and who has won by what; nothing that players may hide is in it."""
    return (*_road_lines(state), *_hand_lines(state), *_end_lines(state))


def _road_lines(state: State) -> Iterator[str]:
    if state.phase is not Phase.LAY:
        return
    goals = listed(list(map(written, state.road.goals())), OR)
    if state.dice:
        yield say("The road goes on at {goals}", goals=goals)
    yield (
        say("Arrows point {way}", way=WAYS[state.arrow])
        if state.arrow
        else say("No curve has said yet where arrows point")
    )
    if state.setup.mikes_bluff == "ask" and state.window:
        yield say("The arrow at {cell} points elsewhere: call it, or play on", cell=written(state.dice[-1].cell))
    if state.dice and not state.window and _decided(state):
        yield say("Nothing can be laid there but to close the circuit: whoever laid the last die wins")


def _decided(state: State) -> bool:
    """Return whether no die can lead the road on: nothing fits, or whatever fits closes the circuit."""
    found = fitting(state.road, SHAPES, state.setup.edge_rule)
    return all(state.road.extended(face, cell).closed for face, cell in found)


def _hand_lines(state: State) -> Iterator[str]:
    for seat, hand in enumerate(state.hands):
        shown = state.setup.hands == "open" and recorded(hand) and hand
        held = " ".join(hand) if shown else dice(len(hand))
        yield (
            say("Seat {seat}: {dice}, out", seat=seat, dice=held)
            if seat in state.out
            else say("Seat {seat}: {dice}", seat=seat, dice=held)
        )


def _end_lines(state: State) -> Iterator[str]:
    won = winner(state)
    for seat in sorted(set(state.fined)):
        yield many(
            state.fined.count(seat),
            "Seat {seat} loses {count} point over a bluff",
            "Seat {seat} loses {count} points over a bluff",
            seat=seat,
        )
    if state.phase is Phase.END:
        yield say("Seat {seat} wins unless the last die is called", seat=won)
    elif won is not None:
        yield say("Seat {seat} wins: {reason}", seat=won, reason=reason(state))


def reason(state: State) -> str:
    """Return why the winner of an ended game has won; "" while it goes on."""
    won = winner(state)
    if won is None:
        return ""
    if state.road.closed:
        return say("the circuit is closed, and that seat laid the die before")
    if state.setup.empty_hand_wins and not state.hands[won] and len(state.playing) > 1:
        return say("all its dice are laid")
    return say("everybody else is out")
