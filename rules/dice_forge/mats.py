"""What lies before each hero and in the middle, for people to compare with the table."""

from collections import Counter
from collections.abc import Iterator

from rules.dice_forge.box import BOX
from rules.dice_forge.feat_words import does
from rules.dice_forge.goods import KINDS, Goods
from rules.dice_forge.rolling import PIECE
from rules.dice_forge.said import DIE_SAID
from rules.dice_forge.state import PRICES, SLOT_OF, Die, Hero, State, face_of
from rules.dice_forge.tasks import Act, Step
from rules.mat import Gauge, Mat, Pile, Shelf, Track
from rules.menu import Amount
from rules.text import many, say

CARD = "card"
STEPS = (say("everybody rolls"), say("reinforcements, action"), say("extra action"), say("end of the turn"))


def amounts(goods: Goods) -> tuple[Amount, ...]:
    """Return the goods kind by kind, without those there are none of."""
    return tuple((kind, amount) for kind, amount in goods.by_kind().items() if amount)


def mat(hero: Hero) -> Mat:
    """Return what lies before one hero."""
    caps = hero.caps.by_kind()
    gauges = (Gauge(kind, hero.goods.of(kind), None if kind == "glory" else caps[kind]) for kind in KINDS)
    dice = tuple(
        Shelf(say("{die} die", die=DIE_SAID[index]), PIECE, _sides(die)) for index, die in enumerate(hero.dice)
    )
    return Mat(tuple(gauges), (*dice, *_cards(hero)), tuple(_others(hero)))


def _sides(die: Die) -> tuple[Pile, ...]:
    """Return the faces of a die, one of them on top; a new one that has not found its place yet comes last."""
    on_top = die.faces.index(die.top) if die.top in die.faces else len(die.faces)
    faces = die.faces if die.top in die.faces else (*die.faces, die.top)
    return tuple(Pile(face, face_of(face).words, top=index == on_top) for index, face in enumerate(faces))


def _cards(hero: Hero) -> Iterator[Shelf]:
    if hero.cards:
        piles = (_owned(card, count) for card, count in Counter(hero.cards).items())
        yield Shelf(say("cards"), CARD, tuple(piles))


def _owned(card: str, count: int) -> Pile:
    return Pile(card, BOX.feats[card].title, count if count > 1 else None, note=does(BOX.feats[card]))


def _others(hero: Hero) -> Iterator[str]:
    """Yield the tokens and what else a hero has, in words."""
    if hero.hammers:
        yield say("Hammer {now}/{most}", now=hero.hammered, most=hero.hammered + hero.hammer_room)
    if hero.cerberus:
        yield say("{count} Cerberus", count=hero.cerberus)
    if hero.triton:
        yield say("{count} Triton", count=hero.triton)
    if hero.removed:
        yield many(len(hero.removed), "{count} forged", "{count} forged")


def middle(state: State) -> Iterator[Shelf]:
    """Yield the Temple and its gardens, then the islands, portal by portal."""
    sold = (Pile(face, face_of(face).words, state.left(face), (("gold", cost),)) for face, cost in PRICES.items())
    yield Shelf(say("the Temple"), PIECE, tuple(sold))
    gardens = (Pile(face, face_of(face).words, state.left(face)) for face in BOX.gardens)
    yield Shelf(say("the gardens"), PIECE, tuple(gardens), say("only through feats"))
    for portal in sorted({slot.portal for slot in BOX.slots}):
        yield Shelf(say("portal {portal}", portal=portal), CARD, tuple(_stacks(state, portal)), _guest(state, portal))


def _stacks(state: State, portal: int) -> Iterator[Pile]:
    for index, slot in enumerate(BOX.slots):
        stack = state.stacks[index]
        if slot.portal == portal:
            name = stack[-1] if stack else _gone(state, index)
            feat = BOX.feats.get(name)
            yield Pile(
                name,
                feat.title if feat else say("not drawn yet"),
                len(stack),
                amounts(slot.cost),
                does(feat) if feat else "",
            )


def _gone(state: State, slot: int) -> str:
    """Return the feat of a stack without cards: sold out, or not laid yet; "" if it is not known."""
    taken = (card for hero in state.heroes for card in hero.cards if SLOT_OF[card] == slot)
    return next((card for card in (state.setup.feats[slot], *taken) if card in BOX.feats), "")


def _guest(state: State, portal: int) -> str:
    return next(
        (say("seat {seat} stands here", seat=seat) for seat, hero in enumerate(state.heroes) if hero.portal == portal),
        "",
    )


def tracks(state: State) -> Iterator[Track]:
    """Yield the rounds and, once the first turn has begun, the steps of a turn."""
    yield Track(say("Round"), tuple(map(str, range(1, state.setup.rounds + 1))), state.round - 1)
    if state.todo and isinstance(state.todo[-1], Act):
        yield Track(say("Step"), STEPS, _step(state, state.todo[-1]))


def _step(state: State, act: Act) -> int:
    """Return how far the turn has come; what an action brings belongs to it."""
    acting = state.due == act
    return {
        Step.FREE: int(acting or bool(act.used)),
        Step.ACTED: 1 + acting,
        Step.EXTRA: 2,
        Step.DONE: 2 + acting,
    }[act.step]
