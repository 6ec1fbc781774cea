"""Dice Forge at a glance: what is due, what every hero has, what is left in the middle, what can be tapped."""

from collections.abc import Iterator

from rules.dice_forge.ledger import ledgers
from rules.dice_forge.mats import mat, middle, tracks
from rules.dice_forge.menus import menus
from rules.dice_forge.scoring import points
from rules.dice_forge.sheets import sheets
from rules.dice_forge.state import State
from rules.dice_forge.tasks import Act
from rules.dice_forge.words import what_is_due
from rules.glance import Glance
from rules.text import say


def glance(state: State) -> Glance:
    """Return everything, for nothing is hidden in this game."""
    return Glance(
        facts=tuple(_facts(state)),
        ending="" if state.todo else say("most glory, {count}", count=max(points(state))),
        sheets=tuple(sheets(state)),
        whole=True,
        ledgers=tuple(ledgers(state)),
        menus=tuple(menus(state)),
        mats=tuple(map(mat, state.heroes)),
        middle=tuple(middle(state)),
        tracks=tuple(tracks(state)),
    )


def _facts(state: State) -> Iterator[tuple[str, str]]:
    """Yield what is due, where that is less than a turn, and whose turn it is if not that of the one to act."""
    if state.due and not isinstance(state.due, Act):
        yield say("Now"), what_is_due(state)
    if state.due and state.due.seat != state.active:
        yield say("Turn of"), say("seat {seat}", seat=state.active)
