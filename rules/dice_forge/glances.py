"""Dice Forge at a glance: the round, what is due, and what every hero has."""

from collections.abc import Iterator

from rules.dice_forge.scoring import points
from rules.dice_forge.state import Hero, State
from rules.dice_forge.words import what_is_due
from rules.glance import Glance


def glance(state: State) -> Glance:
    """Return the round, what is due and of whom, and for each seat what the hero has beside the glory."""
    facts = [("Round", f"{state.round} of {state.setup.rounds}")]
    if state.due:
        facts += [("Turn", f"seat {state.active}"), ("Due", f"seat {state.due.seat}: {what_is_due(state)}")]
    ending = "" if state.todo else f"most glory, {max(points(state))}"
    return Glance(tuple(facts), tuple(", ".join(_had(hero)) for hero in state.heroes), ending=ending)


def _had(hero: Hero) -> Iterator[str]:
    """Yield what a hero has, in words."""
    caps = hero.caps.by_kind()
    yield from (f"{hero.goods.of(kind)}/{caps[kind]} {kind}" for kind in ("gold", "sun", "moon"))
    if hero.hammers:
        yield f"Hammer {hero.hammered}/{hero.hammered + hero.hammer_room}"
    yield from (f"{count} {name}" for name, count in (("Cerberus", hero.cerberus), ("Triton", hero.triton)) if count)
    if hero.removed:
        yield f"{len(hero.removed)} forged"
