"""Faces bought (RULES.md, 5.1 to 5.3 and 5.5): in an offering, or with a ship."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.dice_forge.forging import die_named, laid, sides
from rules.dice_forge.goods import Goods
from rules.dice_forge.moves import Buy, Move, Say
from rules.dice_forge.state import POOL_OF, PRICES, State, face_of
from rules.dice_forge.tasks import Offer, Ship
from rules.dice_forge.tokens import triton_open
from rules.game import Seat, Violation
from rules.text import say


def answers(state: State) -> Iterable[Move] | None:
    """Return what a ship may bring, or how an offering may go on."""
    match state.due:
        case Ship() as task:
            return *buys(state, task.seat, task.discount), Say("pass")
        case Offer() as task:
            return *buys(state, task.seat, taken=task.taken), Say("done")
    return None


def played(state: State, move: Move) -> State | None:
    """Return the state in which the face is bought, or nothing more is."""
    match state.due, move:
        case Ship() as task, Buy():
            return bought(state.then(), task.seat, move, task.discount)
        case Offer() as task, Buy():
            return bought(state.then(replace(task, taken=(*task.taken, move.face))), task.seat, move)
        case (Ship(), Say("pass")) | (Offer(), Say("done")):
            return state.then()
    return None


def refused(state: State, move: Move) -> Iterable[Violation] | None:
    """Return what stands against buying the face."""
    match state.due, move:
        case Ship() as task, Buy():
            return buy_violations(state, task.seat, move, task.discount)
        case Offer() as task, Buy():
            return buy_violations(state, task.seat, move, taken=task.taken)
        case (Ship(), Say("pass")) | (Offer(), Say("done")):
            return ()
    return None


def by_itself(state: State) -> State | None:
    """Return the state after a ship or an offering for which nothing can be bought, not even with a token's gold."""
    match state.due:
        case Ship() as task:
            found = next(buys(state, task.seat, task.discount), None)
        case Offer() as task:
            found = next(buys(state, task.seat, taken=task.taken), None)
        case _:
            return None
    return None if found or triton_open(state, task.seat) else state.then()


def price(face: str, discount: int = 0) -> int:
    """Return what the face costs: never less than nothing."""
    return max(0, PRICES[face] - discount)


def buys(state: State, seat: Seat, discount: int = 0, taken: tuple[str, ...] = ()) -> Iterator[Buy]:
    """Yield what the hero can buy, with a discount, or in an offering that holds `taken` already."""
    for face in PRICES:
        affordable = price(face, discount) <= state.heroes[seat].goods.gold
        if state.left(face) and affordable and not _alike(state, taken, face):
            for die in sides(state, seat, face):
                yield Buy(face, die)


def _alike(state: State, taken: tuple[str, ...], face: str) -> str | None:
    """Return the face of this offering that forbids another one; None if none does."""
    same = {
        "face": lambda one: one == face,
        "pool": lambda one: POOL_OF[one] == POOL_OF[face],
        "price": lambda one: PRICES[one] == PRICES[face],
    }[state.setup.different_faces]
    return next(filter(same, taken), None)


def bought(state: State, seat: Seat, move: Buy, discount: int = 0) -> State:
    """Return the state in which the face is paid for and lies on its die; what it replaces is still to be said."""
    hero = state.heroes[seat]
    paid = replace(hero, goods=hero.goods.minus(Goods(gold=price(move.face, discount))))
    return laid(state.with_hero(seat, paid), seat, move.face, move.die)


def buy_violations(
    state: State, seat: Seat, move: Buy, discount: int = 0, taken: tuple[str, ...] = ()
) -> Iterator[Violation]:
    """Yield what stands against buying the face."""
    words = face_of(move.face).words
    if move.face not in PRICES:
        yield Violation("5.1", say("“{face}” is not for sale: it comes only with a feat.", face=words))
        return
    if not state.left(move.face):
        yield Violation("5.1", say("No face “{face}” is left in the Temple.", face=words))
    cost, gold = price(move.face, discount), state.heroes[seat].goods.gold
    if cost > gold:
        yield Violation(
            "5.2", say("“{face}” costs {cost} gold, and only {gold} is there.", face=words, cost=cost, gold=gold)
        )
    if twin := _alike(state, taken, move.face):
        yield Violation(
            "5.3",
            say(
                "“{twin}” is in this offering already: faces bought together are all different.",
                twin=face_of(twin).words,
            ),
        )
    yield from die_named(state, seat, move)
