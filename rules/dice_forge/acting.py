"""A hero's own part of the turn (RULES.md, section 6): reinforcements, an action, perhaps another one, the end."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from rules.dice_forge.buying import bought, buy_violations, buys
from rules.dice_forge.goods import Goods
from rules.dice_forge.moves import Buy, Move, Perform, RollOne, Say
from rules.dice_forge.performing import feat_violations, feats, performed
from rules.dice_forge.reinforcing import hind_violations, hinds, spent, use_violations, used, uses
from rules.dice_forge.rolling import rolled_one, single_rolls
from rules.dice_forge.state import State
from rules.dice_forge.tasks import Act, Offer, Step
from rules.dice_forge.turns import ended
from rules.game import Violation
from rules.text import say

EXTRA: Final = Goods(sun=2)
OPEN = (Step.FREE, Step.EXTRA)
"""Steps in which an action may be done."""
AFTER = {Step.FREE: Step.ACTED, Step.ACTED: Step.ACTED, Step.EXTRA: Step.DONE, Step.DONE: Step.DONE}


def answers(state: State) -> Iterable[Move] | None:
    """Return everything the hero may do in the own part of the turn, save for tokens."""
    return _act_moves(state, state.due) if isinstance(state.due, Act) else None


def played(state: State, move: Move) -> State | None:
    """Return the state after that part of the turn."""
    match state.due, move:
        case Act() as task, RollOne():
            return rolled_one(state.then(spent(state, task)), task.seat, move)
        case Act() as task, Buy():
            offer = Offer(task.seat, (move.face,))
            return bought(state.then(offer, replace(task, step=AFTER[task.step])), task.seat, move)
        case Act() as task, Perform():
            return performed(state.then(replace(task, step=AFTER[task.step])), task.seat, move)
        case Act() as task, Say():
            return _said(state, task, move)
    return None


def _said(state: State, task: Act, move: Say) -> State | None:
    match move.verb:
        case "use":
            return used(state, task, move)
        case "extra":
            return _extra(state, task)
        case "end":
            return ended(state)
    return None


def refused(state: State, move: Move) -> Iterable[Violation] | None:
    """Return what stands against that part of the turn."""
    match state.due, move:
        case Act() as task, RollOne():
            return hind_violations(state, task, move)
        case Act() as task, Buy() | Perform():
            return _action_violations(state, task, move)
        case Act() as task, Say("use"):
            return use_violations(state, task, move)
        case Act() as task, Say("extra"):
            return _extra_violations(state, task)
        case Act(), Say("end"):
            return ()
    return None


def by_itself(_: State) -> None:
    """Return None: a hero always decides."""


def _act_moves(state: State, task: Act) -> Iterator[Move]:
    if hinds(state, task):
        yield from single_rolls(state, task.seat)
    yield from uses(state, task)
    if task.step in OPEN:
        yield from buys(state, task.seat)
        yield from feats(state, task.seat)
    if next(_extra_violations(state, task), None) is None:
        yield Say("extra")
    yield Say("end")


def _action_violations(state: State, task: Act, move: Buy | Perform) -> Iterator[Violation]:
    if task.step not in OPEN:
        yield Violation(
            "6.5", say("The action is done: say “extra” and pay 2 sun shards for another one, once in a turn.")
        )
    if isinstance(move, Buy):
        yield from buy_violations(state, task.seat, move)
    else:
        yield from feat_violations(state, task.seat, move)


def _extra(state: State, task: Act) -> State:
    hero = state.heroes[task.seat]
    paid = replace(hero, goods=hero.goods.minus(EXTRA))
    return state.with_hero(task.seat, paid).then(replace(task, step=Step.EXTRA))


def _extra_violations(state: State, task: Act) -> Iterator[Violation]:
    first = task.step is Step.FREE and state.setup.extra_without_action
    if task.step is not Step.ACTED and not first:
        yield Violation("6.5", say("An extra action comes after the first one, once in a turn."))
    elif not state.heroes[task.seat].goods.covers(EXTRA):
        yield Violation("6.5", say("An extra action costs {goods}: that is not there.", goods=EXTRA.words))
