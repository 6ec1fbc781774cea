"""Whether a use of a power is what its Muse's row says (RULES.md, 5.9 to 5.13)."""

from collections.abc import Iterator

from rules.dance_of_muses.effects import numbers, outcomes, targets, unfit
from rules.dance_of_muses.layout import DIE
from rules.dance_of_muses.moves import Change, Changes, Use
from rules.dance_of_muses.power import NUMBERED, Kind, Power
from rules.dance_of_muses.power_words import in_words
from rules.dance_of_muses.state import State
from rules.dance_of_muses.words import called
from rules.game import Violation
from rules.table import Place
from rules.text import capital, say


def row_violations(state: State, move: Use, mover: int) -> Iterator[Violation]:
    """Yield where the use differs from the row of its Muse, worst first."""
    who = state.tiles[mover].muse or ""
    here = (Place(DIE, state.tiles[mover].cell),)
    power = state.setup.muses.power(who)
    if power is None:
        yield Violation(
            "5.9", say("No power is entered for {who} in this set: put everything back as it was.", who=who), here
        )
        return
    if not (power.allowed_before if move.when == "first" else power.allowed_after):
        text = say("{who}'s power is used before her move, not after it.", who=who)
        if move.when == "first":
            text = say("{who}'s power is used after her move, not before it.", who=who)
        yield Violation("5.10", text, here)
    if not move.changes:
        if not power.may_be_null:
            yield Violation("5.13", say("{who}'s power must change something: do not use it instead.", who=who), here)
    elif power.kind in NUMBERED or power.kind is Kind.OTHER:
        yield from _target_violations(state, mover, power, move.changes)
        yield from _number_violations(state, power, who, move.changes)
    elif move.changes not in set(outcomes(state, mover, power)):
        yield Violation(
            "5.12",
            say("That is not what {who}'s power does: {power}", who=who, power=in_words(power)),
            _places(state, move.changes),
        )


def _target_violations(state: State, mover: int, power: Power, changes: Changes) -> Iterator[Violation]:
    """Yield the changed tiles that may not be targets, and whether there are too few or too many of them."""
    names, who = state.names, state.tiles[mover].muse
    for change in changes:
        if reason := unfit(state, mover, power, names.index(change.name)):
            text = say(
                "{who}'s power works {reason}: put {muse} back as she was.",
                who=who,
                reason=reason,
                muse=called(change.name),
            )
            yield Violation("5.11", text, _places(state, (change,)))
    able = [index for index in targets(state, mover, power) if power.kind is Kind.OTHER or numbers(state, power, index)]
    least, most = power.least or len(able), power.most or len(able)
    if not least <= len(changes) <= most:
        wanted = f"{least}" if least == most else say("{least} to {most}", least=least, most=most)
        text = say(
            "{who}'s power works upon {wanted} Muses here, not upon {count}.",
            who=who,
            wanted=wanted,
            count=len(changes),
        )
        yield Violation("5.11", text, _places(state, changes))


def _number_violations(state: State, power: Power, who: str, changes: Changes) -> Iterator[Violation]:
    """Yield the changes that a power over dice cannot bring about."""
    for change in changes if power.kind in NUMBERED else ():
        if change.cell or change.die not in numbers(state, power, state.names.index(change.name)):
            text = say(
                "{muse} is not changed so by {who}'s power: {power}",
                muse=capital(called(change.name)),
                who=who,
                power=in_words(power),
            )
            yield Violation("5.12", text, _places(state, (change,)))


def _places(state: State, changes: tuple[Change, ...]) -> tuple[Place, ...]:
    """Return where the dice of the changed tiles lay."""
    return tuple(Place(DIE, state.tiles[state.names.index(change.name)].cell) for change in changes)
