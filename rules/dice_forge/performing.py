"""Feats bought (RULES.md, 6.3 and 6.4): what they cost, and who has to make room on the portal."""

from collections.abc import Iterator
from dataclasses import replace

from rules.dice_forge.box import BOX
from rules.dice_forge.goods import Goods
from rules.dice_forge.moves import Perform
from rules.dice_forge.pieces import Verb
from rules.dice_forge.state import HOME, SLOT_OF, State
from rules.dice_forge.tasks import Effect, Rolls, Task
from rules.game import Seat, Violation
from rules.table import Place
from rules.text import say


def feats(state: State, seat: Seat) -> Iterator[Perform]:
    """Yield the cards the hero can pay."""
    for slot, stack in zip(BOX.slots, state.stacks, strict=True):
        if stack and state.heroes[seat].goods.covers(slot.cost):
            yield Perform(stack[-1])


def feat_violations(state: State, seat: Seat, move: Perform) -> Iterator[Violation]:
    """Yield what stands against buying that card."""
    index, title = SLOT_OF[move.card], BOX.feats[move.card].title
    place = (Place("card", (index,)),)
    if state.stacks[index][-1:] != (move.card,):
        yield Violation("6.3", say("{card} does not lie on top of a stack.", card=title), place)
    cost, goods = BOX.slots[index].cost, state.heroes[seat].goods
    if not goods.covers(cost):
        yield Violation(
            "6.3",
            say("{card} costs {cost}, and only {goods} is there.", card=title, cost=cost.words, goods=goods.words),
            place,
        )


def performed(state: State, seat: Seat, move: Perform) -> State:
    """Return the state in which the card is paid and taken; ousting and its effect come before anything else due."""
    index = SLOT_OF[move.card]
    slot = BOX.slots[index]
    guest = _guest(state, seat, slot.portal)
    tasks: list[Task] = [Effect(seat, move.card)]
    if guest is not None:
        state = _ousted(state, seat, guest)
        tasks.insert(0 if state.setup.oust_blessing == "before_card" else 1, Rolls((guest,)))
    hero = state.heroes[seat]
    glory = BOX.feats[move.card].glory if state.setup.card_glory == "at_once" else 0
    goods = hero.goods.minus(slot.cost).plus(Goods(glory=glory))
    buyer = replace(hero, goods=goods, portal=slot.portal, cards=(*hero.cards, move.card))
    return state.with_hero(seat, buyer).with_stack(index, state.stacks[index][:-1]).first(*tasks)


def _guest(state: State, seat: Seat, portal: int) -> Seat | None:
    """Return who stands on the portal that this hero comes to."""
    there = (other for other, hero in enumerate(state.heroes) if hero.portal == portal and other != seat)
    return next(there, None)


def _ousted(state: State, seat: Seat, guest: Seat) -> State:
    """Return the state in which the guest has gone home, and the bears of both heroes have paid."""
    for index in (seat, guest):
        hero = state.heroes[index]
        for bear in hero.feats(Verb.OUST):
            hero = replace(hero, goods=hero.goods.plus(bear.gives[0]))
        state = state.with_hero(index, replace(hero, portal=HOME) if index == guest else hero)
    return state
