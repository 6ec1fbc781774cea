"""Reinforcements (RULES.md, 6.1): cards that are used in one's own turn, before the action."""

from collections.abc import Iterator
from dataclasses import replace

from rules.dice_forge.box import BOX
from rules.dice_forge.moves import RollOne, Say
from rules.dice_forge.pieces import Verb
from rules.dice_forge.rolling import strange
from rules.dice_forge.state import State
from rules.dice_forge.tasks import Act, Gain, Pick, Step
from rules.game import Violation
from rules.text import say

UNROLLED = (Verb.TURN_CHOOSE, Verb.TURN_PAY)
"""What reinforcements do that need no die."""


def uses(state: State, task: Act) -> Iterator[Say]:
    """Yield the reinforcements without a roll that can be used now."""
    for card in dict.fromkeys(state.heroes[task.seat].cards):
        say = Say("use", card)
        if next(use_violations(state, task, say), None) is None:
            yield say


def used(state: State, task: Act, move: Say) -> State:
    """Return the state after using a reinforcement that needs no die."""
    feat, hero = BOX.feats[move.what], state.heroes[task.seat]
    spent = replace(task, used=(*task.used, move.what))
    if feat.verb is Verb.TURN_CHOOSE:
        return state.then(Pick(task.seat, feat.gives, feat.title), spent)
    paid = replace(hero, goods=hero.goods.minus(feat.pays))
    return state.with_hero(task.seat, paid).then(*(Gain(task.seat, worth) for worth in feat.gives), spent)


def use_violations(state: State, task: Act, move: Say) -> Iterator[Violation]:
    """Yield what stands against using that reinforcement."""
    hero, feat = state.heroes[task.seat], BOX.feats[move.what]
    if feat.verb not in UNROLLED:
        yield Violation(
            "6.1", say("{card} is not used like this: only reinforcements without a roll are.", card=feat.title)
        )
    elif task.step is not Step.FREE:
        yield Violation("6.1", say("Reinforcements come before the action: wait for the next turn."))
    elif hero.cards.count(move.what) <= task.used.count(move.what):
        yield Violation("6.1", say("{card}: none is left to be used in this turn.", card=feat.title))
    elif not hero.goods.covers(feat.pays):
        yield Violation("6.1", say("{card} takes {goods}: that is not there.", card=feat.title, goods=feat.pays.words))


def hinds(state: State, task: Act) -> list[str]:
    """Return the cards that allow a roll of one die now."""
    cards = [feat.name for feat in state.heroes[task.seat].feats(Verb.TURN_ROLL)]
    return cards[sum(used in cards for used in task.used) :] if task.step is Step.FREE else []


def spent(state: State, task: Act) -> Act:
    """Return that part of the turn with one such card used."""
    return replace(task, used=(*task.used, *hinds(state, task)[:1]))


def hind_violations(state: State, task: Act, move: RollOne) -> Iterator[Violation]:
    """Yield what stands against rolling one die now."""
    if not hinds(state, task):
        yield Violation("6.1", say("A die is rolled in one's own turn only with a Silver Hind that was not used yet."))
    else:
        yield from strange(state, task.seat, move.die, move.face)
