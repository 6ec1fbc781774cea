"""Going out (RULES.md, 5.1): only who cannot lay a die may, and must."""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations

from rules.game import Violation
from rules.line_dice.faces import kind
from rules.line_dice.laying import closes, honest
from rules.line_dice.moves import Out, written
from rules.line_dice.said import OR, named
from rules.line_dice.state import State, recorded
from rules.text import listed, many, say


def outs(state: State) -> Iterator[Out]:
    """Yield the legal ways to go out: one, or where the dice have to be shown one for each set that may be left."""
    sets: Iterable[tuple[str, ...]] = [()]
    if _must_show(state):
        sets = chain.from_iterable(combinations(state.setup.kinds, size) for size in range(1, len(state.hand) + 1))
    for shown in sets:
        if next(out_violations(state, Out(shown)), None) is None:
            yield Out(shown)


def out_violations(state: State, move: Out) -> Iterator[Violation]:
    """Yield why the player to act may not go out like this."""
    if _must_show(state) and not move.shown:
        yield Violation("5.1", say("Show the dice that are left and name their kinds, such as “out C0 C3”."))
    elif move.shown and not _must_show(state):
        yield Violation("5.1", say("The dice in hand need not be named: “out” is enough."))
    elif len(move.shown) > len(state.hand):
        yield Violation(
            "5.1",
            many(
                len(state.hand),
                "Only {count} die is left in this hand: name it.",
                "Only {count} dice are left in this hand: name those.",
            ),
        )
    elif state.setup.must_play:
        fitting = [kind for kind in (*state.hand, *move.shown) if kind in _playable(state)]
        if fitting:
            yield Violation("5.1", _still_fits(state, fitting))


def _must_show(state: State) -> bool:
    """Return whether the referee has to be shown the dice: it does not know them (switch `show_on_out`)."""
    setup = state.setup
    return setup.show_on_out and setup.must_play and setup.hands != "hidden" and not recorded(state.hand)


def _playable(state: State) -> frozenset[str]:
    """Return the kinds that would have to be laid."""
    forced = state.setup.closing_forced
    return frozenset(kind(move.face) for move in honest(state) if forced or not closes(state, move))


def _still_fits(state: State, kinds: list[str]) -> str:
    goal = listed(list(map(written, state.road.goals())), OR)
    if state.setup.hands == "hidden":
        return say("A die of this hand still fits at {goal}: lay it.", goal=goal)
    return say("In this hand {die} still fits at {goal}: lay it.", die=named(kinds[0]), goal=goal)
