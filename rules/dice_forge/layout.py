"""Where the pieces lie, what should lie there, and what a reading means in the game's words."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from rules.dice_forge.box import BOX
from rules.dice_forge.reinforcing import hinds
from rules.dice_forge.rolling import DIE, PIECE, die_place
from rules.dice_forge.state import DICE, HOME, LIGHT, SLOT_OF, TWO, State
from rules.dice_forge.tasks import Act, Offer
from rules.table import Box, Face, Layout, Observation, Place, Shape, Slot, Table, Zone
from rules.text import say

TEMPLE, PAWN, CARD, OWNED, TRACK, TOKEN, ROUND = "temple", "pawn", "card", "owned", "track", "token", "round"
PORTALS = 7
MOST = 28  # gold that four chests can hold
TRACKS = ("gold", "sun", "moon", "glory", "glory tens", "glory hundreds")
TOKENS = ("triton", "cerberus")
MARKER = "marker"
AREAS: Mapping[int, tuple[Box, ...]] = {
    2: ((0.0, 0.0, 0.5, 1.0), (0.5, 0.0, 1.0, 1.0)),
    3: ((0.0, 0.0, 0.5, 0.5), (0.5, 0.0, 1.0, 0.5), (0.0, 0.5, 1.0, 1.0)),
    4: ((0.0, 0.0, 0.5, 0.5), (0.5, 0.0, 1.0, 0.5), (0.5, 0.5, 1.0, 1.0), (0.0, 0.5, 0.5, 1.0)),
}
"""By how many play, each hero's part of the table between the corner cards, clockwise from its upper left."""


def layout(state: State) -> Layout:
    """Return the fixed places of everything that counts.

    The heroes' dice lie in parts of the table of their own; where the boards lie is not known. What heroes keep before
    them counts only between one thing and the next, not while goods are being paid out; counters not either where a
    Silver Hind may still roll, for what it brings is paid out in the same moment.
    """
    setup = state.setup
    between = isinstance(state.due, Act | Offer) or not state.todo
    paid = between and not (isinstance(state.due, Act) and hinds(state, state.due))
    numbers = tuple(map(str, range(1, 5)))
    pieces: tuple[tuple[str, str, tuple[Face, ...], bool], ...] = (
        (TEMPLE, "face", numbers, True),
        (PAWN, "pawn", setup.colours, True),
        (CARD, "card", tuple(BOX.feats), True),
        (ROUND, "token", (MARKER,), True),
        (OWNED, "card", numbers, between),
        (TRACK, "cube", tuple(map(str, range(MOST + 1))), paid),
        (TOKEN, "token", numbers, paid),
    )
    dice = Zone(DIE, PIECE, Shape.SLOTS, tuple(BOX.faces), slots=tuple(_slots(state)))
    others = (Zone(name, piece, Shape.SLOTS, faces, settled=now) for name, piece, faces, now in pieces)
    return Layout((dice, *others))


def _slots(state: State) -> Iterator[Slot]:
    """Yield where each hero's light die and dark one lie, and which faces they have."""
    for seat, area in enumerate(AREAS[state.setup.seats]):
        for index, die in enumerate(state.heroes[seat].dice):
            faces = tuple(dict.fromkeys((*die.faces, die.top)))
            light = say("seat {seat}'s light die", seat=seat)
            name = light if index == LIGHT else say("seat {seat}'s dark die", seat=seat)
            yield Slot(area, index, faces, die.top, say("seat {seat}'s part", seat=seat), name)


def table(state: State) -> Table:
    """Return what should lie where."""
    return dict(_lying(state))


def _lying(state: State) -> Iterator[tuple[Place, Face]]:
    for index, face in enumerate(BOX.faces):
        if count := _shown(state, face):
            yield Place(TEMPLE, (index,)), str(count)
    for index, stack in enumerate(state.stacks):
        if stack:
            yield Place(CARD, (index,)), stack[-1]
    yield Place(ROUND, (state.round - 1,)), MARKER
    for seat in range(state.setup.seats):
        yield from _before(state, seat)


def _shown(state: State, face: str) -> int:
    """Return how many tiles of that face lie in the Temple."""
    return state.left(face)


def _before(state: State, seat: int) -> Iterator[tuple[Place, Face]]:
    """Yield what lies before one hero, and where the pawn stands."""
    hero = state.heroes[seat]
    for die, face in enumerate(hero.tops):
        yield die_place(seat, die), face
    yield Place(PAWN, (PORTALS + seat if hero.portal == HOME else hero.portal - 1,)), state.setup.colours[seat]
    tens, units = divmod(hero.goods.glory, 10)
    cubes = (*hero.goods[:3], units, tens % 10, tens // 10)
    for index, count in enumerate(cubes):
        yield Place(TRACK, (len(TRACKS) * seat + index,)), str(count)
    for index, count in enumerate((hero.triton, hero.cerberus)):
        if count:
            yield Place(TOKEN, (len(TOKENS) * seat + index,)), str(count)
    for slot, count in Counter(SLOT_OF[card] for card in hero.cards).items():
        yield Place(OWNED, (len(BOX.slots) * seat + slot,)), str(count)


def sighting(seen: Observation) -> dict[str, Any]:
    """Return each seat's light and dark die, null where nothing was read, and how many faces the Temple shows."""
    best = seen.best()
    seats = 1 + max((place.cell[0] // TWO for place in best if place.zone == DIE), default=-1)
    heroes = [{name: best.get(die_place(seat, die)) for die, name in enumerate(DICE)} for seat in range(seats)]
    temple = {face: best.get(Place(TEMPLE, (index,))) for index, face in enumerate(BOX.faces)}
    return {"heroes": heroes, "temple": {face: int(count) for face, count in temple.items() if count}}
