"""Goods gained and lost (RULES.md, section 4): caps, Hammers, goods to choose from."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.dice_forge.deciding import put
from rules.dice_forge.goods import Goods
from rules.dice_forge.moves import Move, Say
from rules.dice_forge.said import answers_said
from rules.dice_forge.state import HALF_HAMMER, HAMMER_GLORY, TOKEN, Hero, State
from rules.dice_forge.tasks import Bless, Gain, Lose, Pick
from rules.game import Violation
from rules.text import say


def answers(state: State) -> Iterable[Move] | None:
    """Return how much gold may go to a Hammer, or which goods may be chosen."""
    match state.due:
        case Gain() as task:
            return _splits(state, task)
        case Pick() as task:
            return _picks(task)
    return None


def played(state: State, move: Move) -> State | None:
    """Return the state after that answer."""
    match state.due, move:
        case Gain() as task, Say("hammer", gold):
            return _gained(state, task, int(gold))
        case Pick() as task, Say("pick", kind):
            chosen = next((option for option in task.options if option.kind == kind), Goods())
            return state.then(Gain(task.seat, chosen, task.watch))
    return None


def refused(state: State, move: Move) -> Iterable[Violation] | None:
    """Return what stands against that answer."""
    match state.due, move:
        case Gain() as task, Say("hammer", gold):
            return _split_violations(state, task, int(gold))
        case Pick() as task, Say("pick"):
            return _pick_violations(task, move)
    return None


def by_itself(state: State) -> State | None:
    """Return the state after a loss, or after a gain that no Hammer can take any of."""
    match state.due:
        case Gain() as task if not (task.goods.gold and state.heroes[task.seat].hammer_room):
            return _gained(state, task)
        case Lose() as task:
            return _lost(state, task)
    return None


def _gained(state: State, task: Gain, hammered: int = 0) -> State:
    """Return the state after a gain, so much gold of which went to a Hammer, with as much more as the caps allow."""
    at_once = state.setup.hammer_glory == "at_once"
    hero = _hammered(state.heroes[task.seat], hammered, at_once=at_once)
    kept = hero.goods.plus(task.goods.minus(Goods(gold=hammered))).within(hero.caps)
    after = state.then().with_hero(task.seat, replace(hero, goods=kept))
    return _shown(after, task, kept.minus(hero.goods))


def _lost(state: State, task: Lose) -> State:
    """Return the state after a loss, which takes no more than is there, nor tokens that stay."""
    hero = state.heroes[task.seat]
    tokens = 0 if state.setup.token_100_return else hero.goods.glory // TOKEN * TOKEN
    left = hero.goods.minus(Goods(glory=tokens)).minus(task.goods).plus(Goods(glory=tokens))
    after = state.then().with_hero(task.seat, replace(hero, goods=left))
    return _shown(after, task, hero.goods.minus(left))


def _shown(state: State, task: Gain | Lose, came: Goods) -> State:
    """Return the state in which a shield that waits has seen what was gained or lost; `came` is what truly was."""
    seen = task.goods if state.setup.shield_capped == "counts" else came
    if not (task.watch and seen.of(task.watch)):
        return state
    index, shield = next((index, later) for index, later in enumerate(state.todo) if isinstance(later, Bless))
    return replace(state, todo=put(state.todo, index, replace(shield, met=True)))


def _hammered(hero: Hero, gold: int, *, at_once: bool) -> Hero:
    """Return the hero whose Hammers took that much gold; each side that is full is worth its glory."""
    total = hero.hammered + gold
    glory = hammer_glory(total) - hammer_glory(hero.hammered) if at_once else 0
    return replace(hero, hammered=total, goods=hero.goods.plus(Goods(glory=glory)))


def hammer_glory(gold: int) -> int:
    """Return what Hammers have been worth that took so much gold in all, one after the other."""
    sides = gold // HALF_HAMMER
    return sum(HAMMER_GLORY[side % len(HAMMER_GLORY)] for side in range(sides))


def _splits(state: State, task: Gain) -> Iterator[Say]:
    """Yield how much of the gold may go to a Hammer."""
    for gold in range(min(task.goods.gold, state.heroes[task.seat].hammer_room) + 1):
        yield Say("hammer", str(gold))


def _split_violations(state: State, task: Gain, gold: int) -> Iterator[Violation]:
    most = min(task.goods.gold, state.heroes[task.seat].hammer_room)
    if gold > most:
        yield Violation(
            "4.2",
            say("No more than {most} gold can go to a Hammer here: what was gained, and what still fits.", most=most),
        )


def _picks(task: Pick) -> tuple[Say, ...]:
    return tuple(Say("pick", option.kind) for option in task.options)


def _pick_violations(task: Pick, move: Move) -> Iterator[Violation]:
    if move not in _picks(task):
        offered = answers_said(option.kind for option in task.options)
        yield Violation(
            "3.4", say("That is not offered by {what}: choose one of {choices}.", what=task.source, choices=offered)
        )
