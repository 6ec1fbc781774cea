"""What a card does when it is taken (RULES.md, section 7): one line for each verb, none for a single card."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from rules.dice_forge.box import BOX
from rules.dice_forge.pieces import Feat, Verb
from rules.dice_forge.state import State
from rules.dice_forge.tasks import Effect, Gain, Garden, Minor, Name, Rolls, Task, Why
from rules.game import Seat

KEPT = {Verb.HAMMER: "hammers", Verb.CHEST: "chests", Verb.CERBERUS: "cerberus", Verb.TRITON: "triton"}
"""Verbs that bring a hero one more of something."""

_DUE: Mapping[Verb, Callable[[State, Seat, Feat], tuple[Task, ...]]] = {
    Verb.GAIN: lambda _, seat, feat: (Gain(seat, feat.gives[0]),),
    Verb.PER_FORGED: lambda state, seat, feat: (Gain(seat, feat.gives[0].times(_forged_now(state, seat))),),
    Verb.BLESS: lambda _, seat, feat: (Rolls((seat,), card=feat.name),) * feat.times,
    Verb.MINOR: lambda _, seat, feat: (Minor(seat, feat.times, card=feat.name),),
    Verb.FORGE: lambda _, seat, feat: (Garden(seat, feat.faces),),
    Verb.GIVE: lambda _, seat, feat: (Name(seat, feat.faces[0]),),
    Verb.OTHERS_LOSE: lambda state, seat, _: (Rolls(state.setup.after(seat)[1:], Why.LOSE),),
    Verb.OTHERS_SHOW: lambda state, seat, _: (Rolls(state.setup.after(seat)[1:], Why.SHOW),),
}


def worked(state: State, task: Effect) -> State:
    """Return the state in which the card has done, or is about to make people do, what it does."""
    feat, hero = BOX.feats[task.card], state.heroes[task.seat]
    if feat.verb in KEPT:
        one_more = getattr(hero, KEPT[feat.verb]) + 1
        return state.then().with_hero(task.seat, replace(hero, **{KEPT[feat.verb]: one_more}))
    due = _DUE.get(feat.verb)
    return state.then(*(due(state, task.seat, feat) if due else ()))


def _forged_now(state: State, seat: Seat) -> int:
    """Return the faces forged so far, where they count at once."""
    setup = state.setup
    return state.heroes[seat].forged(boars=setup.typhon_and_boars) if setup.typhon == "at_once" else 0
