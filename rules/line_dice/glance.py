"""The game at a glance: where arrows point, where the road goes on and what fits there, who is out, why it was won."""

from collections.abc import Iterator, Mapping

from rules.glance import Glance
from rules.line_dice.laying import extras, honest
from rules.line_dice.layout import ROAD
from rules.line_dice.moves import written
from rules.line_dice.said import OR, WAYS, counted, dice
from rules.line_dice.standing import reason
from rules.line_dice.state import Phase, State
from rules.table import Face, Place
from rules.text import joined, listed, say

ARROWS = {"N": "↑", "E": "→", "S": "↓", "W": "←"}


def glance(state: State) -> Glance:
    """Return what everybody may know. A bluff that nobody has called is a die like any other here."""
    return Glance(
        facts=() if state.phase is Phase.OVER else tuple(_facts(state)),
        notes=tuple(dice(len(hand)) for hand in state.hands),
        out=frozenset(state.out),
        openings=_openings(state),
        ending=reason(state) if state.phase is Phase.OVER else "",
    )


def _facts(state: State) -> Iterator[tuple[str, str]]:
    yield (
        say("Arrows point"),
        joined((ARROWS[state.arrow], WAYS[state.arrow]), " ") if state.arrow else say("as on the first curve"),
    )
    match state.phase:
        case Phase.ROLL:
            yield say("Now"), say("everybody rolls {dice}", dice=dice(state.setup.each))
        case Phase.EXTRA:
            yield say("Now"), say("the left-over die is laid as it came up")
        case Phase.LAY:
            yield say("The road goes on at"), _goals(state)
        case Phase.CAUGHT:
            yield say("Now"), say("the last die is taken back: its arrow is wrong")
        case Phase.DISCARD:
            yield say("Now"), say("a die of seat {seat} leaves the game", seat=state.bluffer)
        case Phase.END:
            yield say("Now"), say("decided, unless the last die is called")
    if state.setup.mikes_bluff != "flag":
        yield (
            say("Open to a call"),
            say("the curve at {cell}", cell=written(state.dice[-1].cell)) if state.window else say("nothing"),
        )


def _goals(state: State) -> str:
    if not state.dice:
        return say("any cell")
    goals = listed(list(map(written, state.road.goals())), OR)
    passed = () if state.road.head is None else state.road.head.passed
    return say("{goals}, over {crossings}", goals=goals, crossings=counted(len(passed), "X")) if passed else goals


def _openings(state: State) -> Mapping[Place, tuple[Face, ...]]:
    """Return where a die may be laid now, with the faces that fit and whose arrow is as it must be."""
    if state.phase is Phase.EXTRA:
        return {Place(ROAD, (0, 0)): tuple(move.face for move in extras(state))}
    if state.phase is not Phase.LAY:
        return {}
    fitting = honest(state)
    return {Place(ROAD, cell): tuple(m.face for m in fitting if m.cell == cell) for cell in state.road.goals()}
