"""The game at a glance: where arrows point, where the road goes on and what fits there, who is out, why it was won."""

from collections.abc import Iterator, Mapping

from rules.glance import Glance
from rules.line_dice.laying import extras, honest
from rules.line_dice.layout import ROAD
from rules.line_dice.moves import written
from rules.line_dice.said import WAYS, counted, listed
from rules.line_dice.standing import reason
from rules.line_dice.state import Phase, State
from rules.table import Face, Place

ARROWS = {"N": "↑", "E": "→", "S": "↓", "W": "←"}


def glance(state: State) -> Glance:
    """Return what everybody may know. A bluff that nobody has called is a die like any other here."""
    return Glance(
        facts=() if state.phase is Phase.OVER else tuple(_facts(state)),
        notes=tuple(counted(len(hand), "die") for hand in state.hands),
        out=frozenset(state.out),
        openings=_openings(state),
        ending=reason(state) if state.phase is Phase.OVER else "",
    )


def _facts(state: State) -> Iterator[tuple[str, str]]:
    yield "Arrows point", f"{ARROWS[state.arrow]} {WAYS[state.arrow]}" if state.arrow else "as on the first curve"
    match state.phase:
        case Phase.ROLL:
            yield "Now", f"everybody rolls {counted(state.setup.each, 'die')}"
        case Phase.EXTRA:
            yield "Now", "the left-over die is laid as it came up"
        case Phase.LAY:
            yield "The road goes on at", _goals(state)
        case Phase.CAUGHT:
            yield "Now", "the last die is taken back: its arrow is wrong"
        case Phase.DISCARD:
            yield "Now", f"a die of seat {state.bluffer} leaves the game"
        case Phase.END:
            yield "Now", "decided, unless the last die is called"
    if state.setup.mikes_bluff != "flag":
        yield "Open to a call", f"the curve at {written(state.dice[-1].cell)}" if state.window else "nothing"


def _goals(state: State) -> str:
    if not state.dice:
        return "any cell"
    goals = listed(list(map(written, state.road.goals())), "or")
    passed = () if state.road.head is None else state.road.head.passed
    return f"{goals}, over {counted(len(passed), 'crossing')}" if passed else goals


def _openings(state: State) -> Mapping[Place, tuple[Face, ...]]:
    """Return where a die may be laid now, with the faces that fit and whose arrow is as it must be."""
    if state.phase is Phase.EXTRA:
        return {Place(ROAD, (0, 0)): tuple(move.face for move in extras(state))}
    if state.phase is not Phase.LAY:
        return {}
    fitting = honest(state)
    return {Place(ROAD, cell): tuple(m.face for m in fitting if m.cell == cell) for cell in state.road.goals()}
