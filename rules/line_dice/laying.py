"""Laying a die (RULES.md, section 4): what it does and which of the tests it fails."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from rules.game import Violation
from rules.line_dice.ending import go_on
from rules.line_dice.faces import CURVES, FACES, Cell, arrow, kind
from rules.line_dice.fitting import SHAPES, Fault, cell_fault, fit_faults, fitting
from rules.line_dice.layout import ROAD
from rules.line_dice.moves import Extra, Lay, written
from rules.line_dice.road import Die, End, Road
from rules.line_dice.said import OR, WAYS
from rules.line_dice.state import UNKNOWN, Phase, State, recorded, without
from rules.table import Place
from rules.text import listed, say


def lay(state: State, move: Lay) -> State:
    """Return the state after the die is laid; it may have ended the game, and a curve may be open to a call."""
    dice = (*state.dice, Die(move.face, move.cell, state.seat))
    hands = without(state.hands, state.seat, kind(move.face))
    laid = replace(state, dice=dice, hands=hands, fallen=len(state.out), bluffer=None, caller=None)
    return go_on(replace(laid, window=may_be_called(laid)))


def lay_extra(state: State, move: Extra) -> State:
    """Return the state after the left-over die is laid; the starting player lays the next one."""
    return replace(state, dice=(*state.dice, Die(move.face, move.cell)), phase=Phase.LAY)


def may_be_called(state: State) -> bool:
    """Return whether the last die is open to a call: every curve where bluffs are secret, else only a bluff."""
    if state.setup.mikes_bluff == "secret":
        return state.dice[-1].face in CURVES
    return state.setup.mikes_bluff == "ask" and state.wrong


def lays(state: State) -> Iterator[Lay]:
    """Yield every legal way to lay a die now."""
    for face, cell in fitting(state.road, _faces(state), state.setup.edge_rule):
        move = Lay(face, cell)
        if next(lay_violations(state, move), None) is None:
            yield move


def extras(state: State) -> Iterator[Extra]:
    """Yield every way the left-over die may come up; where it lies is where the road begins."""
    for face in FACES:
        if next(extra_violations(state, Extra(face)), None) is None:
            yield Extra(face)


@lru_cache(maxsize=1024)
def honest(state: State) -> tuple[Lay, ...]:
    """Return the ways to lay a die of the hand with its arrow as it must be, bluffs left out."""
    found = (Lay(face, cell) for face, cell in fitting(state.road, _faces(state), state.setup.edge_rule))
    return tuple(move for move in found if _arrow_fits(state, move.face) and not _dead_cell(state, move))


def closes(state: State, move: Lay) -> bool:
    """Return whether laying that die closes the circuit."""
    return state.road.extended(move.face, move.cell).closed


def lay_violations(state: State, move: Lay) -> Iterator[Violation]:
    """Yield the tests that the die fails, in their order."""
    here = (Place(ROAD, move.cell),)
    if move.by not in {None, state.seat}:
        yield Violation(
            "4.2",
            say("It is seat {seat}'s turn, not seat {by}'s: take the die back.", seat=state.seat, by=move.by),
            here,
        )
    if kind(move.face) not in _kinds(state):
        text = say(
            "There is no {kind} left in this hand: take the die back and lay one that was rolled.", kind=kind(move.face)
        )
        yield Violation("4.4", text, here)
    if move.askew:
        yield Violation("4.5", say("The die lies askew: please push it straight against its neighbour."), here)
    fault = cell_fault(state.road, move.cell)
    if fault is not None:
        yield _misplaced(state.road, fault, here)
        return
    yield from _misfits(state, move)


def extra_violations(state: State, move: Extra) -> Iterator[Violation]:
    """Yield what is wrong with the left-over die."""
    here = (Place(ROAD, move.cell),)
    if kind(move.face) not in state.setup.kinds:
        yield Violation("2.3", say("No die of this set has the face {kind}: look again.", kind=kind(move.face)), here)
    if not _arrow_fits(state, move.face):
        way = WAYS[state.arrow or ""]
        yield Violation(
            "2.3", say("Arrows point {way} in this game: turn the left-over die on its place.", way=way), here
        )


def _kinds(state: State) -> tuple[str, ...]:
    """Return what the player to act may hold."""
    return tuple(kind for kind in state.setup.kinds if kind in state.hand or UNKNOWN in state.hand)


def _faces(state: State) -> tuple[str, ...]:
    kinds = _kinds(state)
    return tuple(face for face in FACES if kind(face) in kinds)


def _arrow_fits(state: State, face: str) -> bool:
    return arrow(face) is None or state.arrow in {None, arrow(face)}


def _misfits(state: State, move: Lay) -> Iterator[Violation]:
    """Yield why the die may not lie on the cell where the road goes on."""
    faults = list(fit_faults(state.road, move.face, move.cell, state.setup.edge_rule))
    yield from (_unconnected(move) for fault, _ in faults if fault is Fault.NO_CONNECTION)
    if not _arrow_fits(state, move.face) and not _may_bluff(state):
        text = say(
            "The arrow points {way} and must point {right_way}: take it back.",
            way=WAYS[arrow(move.face) or ""],
            right_way=WAYS[state.arrow or ""],
        )
        yield Violation("4.12", text, (Place(ROAD, move.cell),))
    yield from (_unmatched(fault, cells, move) for fault, cells in faults if fault is not Fault.NO_CONNECTION)
    if not faults:
        yield from _house_rules(state, move)


def _may_bluff(state: State) -> bool:
    """Return whether a wrong arrow is let pass: bluffs are played, and the player was not caught in this turn.

    With `bluff_needs_no_move` one whose open hand holds a die that fits may not.
    """
    if state.setup.mikes_bluff == "flag" or state.bluffer == state.seat:
        return False
    known = state.setup.hands == "open" and recorded(state.hand)
    return not (state.setup.bluff_needs_no_move and known and honest(state))


def _misplaced(road: Road, fault: Fault, here: tuple[Place, ...]) -> Violation:
    """Return what is wrong with a cell where the road does not go on."""
    goal = listed(list(map(written, road.goals())), OR)
    match fault:
        case Fault.OCCUPIED:
            return Violation("4.6", say("There is a die there already: lay this one at {goal}.", goal=goal), here)
        case Fault.NO_ROAD_THERE:
            return Violation(
                "4.7", say("The first die has no road on that side: lay the second one at {goal}.", goal=goal), here
            )
        case Fault.AT_TAIL:
            return Violation(
                "4.8", say("That is where the road began, and it only grows forward: go on at {goal}.", goal=goal), here
            )
        case Fault.TURNS_ON_CROSSING:
            return Violation(
                "4.9",
                say("The road goes straight over a crossing, no turning there: go on at {goal}.", goal=goal),
                here,
            )
        case _:
            return Violation("4.10", say("The road goes on elsewhere: move the die to {goal}.", goal=goal), here)


def _unconnected(move: Lay) -> Violation:
    text = say("The die has no road on the side where the road arrives: turn it, or lay another one.")
    return Violation("4.11", text, (Place(ROAD, move.cell),))


def _unmatched(fault: Fault, cells: tuple[Cell, ...], move: Lay) -> Violation:
    """Return what is wrong with a die that continues the road, but whose other sides do not match."""
    places = tuple(Place(ROAD, cell) for cell in (move.cell, *cells))
    beside = listed(list(map(written, cells)))
    match fault:
        case Fault.DEAD_END:
            return Violation(
                "4.13",
                say("The road would run into a wall at {beside}: lay a die that leads past it.", beside=beside),
                places,
            )
        case Fault.CROSS_BESIDE_BLANK:
            text = say("A crossing cannot lie beside {beside}, where no road faces it: lay another die.", beside=beside)
            return Violation("4.14", text, places)
        case _:
            text = say(
                "That would wall up the open road end at {beside}: lay a die with a road on that side.", beside=beside
            )
            return Violation("4.15", text, places)


def _house_rules(state: State, move: Lay) -> Iterator[Violation]:
    """Yield what the switches `forbid_dead_cell` and `closing_only_if_forced` refuse."""
    here = (Place(ROAD, move.cell),)
    if _dead_cell(state, move):
        yield Violation("4.16", say("No die at all could follow there: lead the road elsewhere."), here)
    if state.setup.closing_only_if_forced and closes(state, move) and recorded(state.hand):
        others = [other for other in honest(state) if not closes(state, other)]
        if others:
            yield Violation("4.17", say("Only who cannot do otherwise may close the circuit: lay another die."), here)


def _dead_cell(state: State, move: Lay) -> bool:
    if not state.setup.forbid_dead_cell:
        return False
    after = state.road.extended(move.face, move.cell)
    led_on = after.head is not None and after.head.end is End.OPEN
    return led_on and next(fitting(after, SHAPES, state.setup.edge_rule), None) is None
