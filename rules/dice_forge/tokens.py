"""Tokens that are given away once (RULES.md, 4.3 and 4.4)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.dice_forge.box import BOX
from rules.dice_forge.moves import Say
from rules.dice_forge.pieces import Verb
from rules.dice_forge.state import State
from rules.dice_forge.tasks import Act, Again, Boars, Draw, Pick, Step, Thin, bless
from rules.game import Seat, Violation
from rules.text import say

TRITON: Final = Say("triton")
SETTING_UP = (Draw, Boars, Thin)
"""Tasks before the first turn."""


def triton_open(state: State, seat: Seat) -> bool:
    """Return whether the hero may give a Triton token now: in the own turn, up to the end of the last action."""
    late = isinstance(state.due, Act) and state.due.step is Step.DONE
    own_turn = seat == state.active and not isinstance(state.due, SETTING_UP)
    return bool(state.heroes[seat].triton) and own_turn and not late


def triton(state: State, seat: Seat) -> State:
    """Return the state in which the token is gone and its goods are to be chosen."""
    hero = state.heroes[seat]
    options = next(feat.gives for feat in BOX.feats.values() if feat.verb is Verb.TRITON)
    spent = replace(hero, triton=max(0, hero.triton - 1))
    return state.with_hero(seat, spent).first(Pick(seat, options, say("the Triton token")))


def triton_violations(state: State, seat: Seat) -> Iterator[Violation]:
    """Yield what stands against using a Triton token."""
    if not state.heroes[seat].triton:
        yield Violation("4.4", say("No Triton token lies there: the feat of that name brings one."))
    elif not triton_open(state, seat):
        yield Violation("4.4", say("A Triton token is used in one's own turn, before its last action is done."))


def cerberus(state: State, task: Again) -> State:
    """Return the state in which a token is gone and the same faces are to be applied once more, all choices anew."""
    hero, old = state.heroes[task.seat], task.blessing
    spent = replace(hero, cerberus=max(0, hero.cerberus - 1))
    fresh = bless(old.seat, old.faces, card=old.card, again=False, viewers=old.viewers, shown=old.shown)
    return state.with_hero(task.seat, spent).then(fresh)
