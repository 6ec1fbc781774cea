"""A step and a power in one reach (RULES.md, 5.5, 5.7 and 5.8), and the power that would explain odd dice."""

from collections.abc import Iterator, Mapping

from rules.dance_of_muses.dancing import after_step, dance, dice_due, die_places, step_violations
from rules.dance_of_muses.layout import DIE
from rules.dance_of_muses.moves import OFF, Change, Step, Turn, Use, When
from rules.dance_of_muses.power import Kind
from rules.dance_of_muses.state import Mode, Phase, State
from rules.dance_of_muses.using import sources, use, use_violations
from rules.dance_of_muses.words import called
from rules.game import Violation
from rules.table import Place
from rules.text import capital, say


def turn(state: State, move: Turn) -> State:
    """Return the state after a step and a power, in the order they were done."""
    if move.use.when == "then":
        return use(dance(state, move.step), move.use)
    return dance(use(state, move.use), move.step)


def turn_violations(state: State, move: Turn) -> Iterator[Violation]:
    """Yield the rules that either half breaks; a 6 in the first half makes the second void."""
    then = move.use.when == "then"
    yield from step_violations(state, move.step) if then else use_violations(state, move.use)
    between = dance(state, move.step) if then else use(state, move.use)
    if between.phase is Phase.DANCE:
        yield from use_violations(between, move.use) if then else step_violations(between, move.step)
        return
    who = capital(called(move.step.name))
    text = say("{who}'s power brought a 6, so the hand is over and her move is void: push the tiles back.", who=who)
    if then:
        text = say("{who}'s move brought a 6, so the hand is over and her power is void: undo what it did.", who=who)
    yield Violation("5.7", text, tuple(Place(DIE, tile.cell) for tile in state.tiles))


def legal_turn(state: State, move: Turn) -> bool:
    """Return whether a step with a power breaks no rule."""
    return next(turn_violations(state, move), None) is None


def explained(state: State, step: Step, dice: Mapping[str, int]) -> Turn | None:
    """Return the step with a power of its Muse that leaves `dice` otherwise than due, if there is a legal one.

    The order makes no difference to the table: after the step is tried first.
    """
    shifted = zip(state.names, state.tiles, after_step(state, step), strict=True)
    raised = {name: int(before.cell != due.cell) for name, before, due in shifted}
    for when in ("then", "first"):
        left = {name: die - raised[name] * (when == "first") for name, die in dice.items()}
        found = Turn(step, Use(when, step.name, _changes(left)))
        if min(left.values()) > OFF and legal_turn(state, found):
            return found
    return None


def _changes(dice: Mapping[str, int]) -> tuple[Change, ...]:
    return tuple(Change(name, die=die) for name, die in sorted(dice.items()))


def told_only(state: State, index: int) -> bool:
    """Return whether only people can say what a tile's power does: powers are declared, or her row is in words."""
    power = state.setup.muses.power(state.tiles[index].muse)
    in_words = power is not None and power.kind is Kind.OTHER
    return state.setup.mode is Mode.DECLARED or (state.setup.mode is Mode.FULL and in_words)


def played_violations(state: State, step: Step) -> Iterator[Violation]:
    """Yield the rules that a step breaks; dice that a power may have changed are one violation: it was not declared."""
    mover = state.index(step.name)
    if mover is not None and told_only(state, mover) and (missing := _undeclared_turn(state, step)):
        names = state.names
        due = {change.name: after_step(state, step)[names.index(change.name)] for change in missing.use.changes}
        text = say(
            "Declare {muse}'s power if that is what it was, or set the die {dice}.",
            muse=called(step.name),
            dice=dice_due(due),
        )
        yield Violation("5.8", text, die_places(due), str(missing))
    else:
        yield from step_violations(state, step)


def _undeclared_turn(state: State, step: Step) -> Turn | None:
    """Return the turn that would explain a step's odd dice; None if one was rather forgotten or is off its tile."""
    at = dict(zip(state.names, zip(state.tiles, after_step(state, step), strict=True), strict=True))
    if not step.dice or not at.keys() >= dict(step.dice).keys():
        return None
    if any(die == OFF or die in {at[name][0].die, at[name][1].die} for name, die in step.dice):
        return None
    return explained(state, Step(step.name, step.direction), dict(step.dice))


def undeclared_use(state: State, dice: Mapping[str, int]) -> Use | None:
    """Return a power that would explain dice changed without a step and that people would have to declare."""
    when: When
    for when, index in sources(state):
        if not told_only(state, index):
            continue
        found = Use(when, state.names[index], _changes(dice))
        if next(use_violations(state, found), None) is None:
            return found
    return None
