"""Setting up: the options, and what each may be."""

from collections.abc import Sequence
from typing import Any

from rules.colours import COLOUR_WORDS
from rules.dice_forge.box import BOX
from rules.dice_forge.dealing import due, stacked
from rules.dice_forge.goods import Goods
from rules.dice_forge.options import OPTIONS, OTHERS
from rules.dice_forge.state import Die, Hero, Setup, State
from rules.game import OptionError, check_option
from rules.text import joined, say

SEATS = range(2, 5)
START_GOLD = (3, 2, 1, 0)  # in turn order
TOP = "G1"  # how dice lie before they are first rolled: both have this face


def initial_state(seats: int, **options: Any) -> State:  # noqa: ANN401 (each option has its own type)
    """Return the state before the first move; OptionError if the set-up is not offered."""
    if seats not in SEATS:
        raise OptionError(say("Dice Forge is for 2, 3 or 4 players, not {seats}.", seats=seats))
    for name, value in options.items():
        check_option("Dice Forge", OPTIONS, name, value)
    chosen = {name: option.default for name, option in OPTIONS.items()} | options
    feats = _feats(chosen.pop("feats"), chosen.pop("alternates"))
    chosen["colours"] = _colours(chosen["colours"], seats)
    setup = Setup(seats, feats=feats, **chosen)
    if type(setup.first) is not int or setup.first not in range(seats):
        raise OptionError(
            say(
                "The option “first” cannot be {first}: it is a seat from 0 to {most}.",
                first=repr(setup.first),
                most=seats - 1,
            ),
            "first",
        )
    heroes = tuple(_hero(START_GOLD[(seat - setup.first) % seats]) for seat in range(seats))
    counts = {face: count for pool in BOX.pools for face, count in pool.faces} | dict(BOX.gardens)
    stock = tuple(counts.get(face, 0) for face in BOX.faces)
    state = State(setup, heroes, stock, ((),) * len(BOX.slots), setup.first)
    for slot, feat in enumerate(feats):
        state = stacked(state, slot, feat) if feat else state
    return due(state)


def _hero(gold: int) -> Hero:
    light, dark = (Die(faces, TOP) for faces in BOX.dice)
    return Hero(Goods(gold), (light, dark))


def _feats(feats: str, alternates: Sequence[str]) -> tuple[str, ...]:
    """Return the feat of each slot, "" where it is drawn."""
    if alternates and feats != "introductory":
        raise OptionError(
            say("Single feats are exchanged in the first game's set: leave “feats” at introductory."), "feats"
        )
    if feats == "drawn":
        return tuple("" if len(slot.feats) > 1 else slot.feats[0] for slot in BOX.slots)
    chosen = OTHERS if feats == "alternate" else alternates
    return tuple(slot.feats[-1] if slot.feats[-1] in chosen else slot.feats[0] for slot in BOX.slots)


def _colours(value: object, seats: int) -> tuple[str, ...]:
    """Return the colours in play: those of the seats that are taken."""
    colours = tuple(value[:seats]) if isinstance(value, list | tuple) else ()
    if len([colour for colour in COLOUR_WORDS if colour in colours]) != seats:
        raise OptionError(
            say(
                "Each of the {seats} pawns has a colour of its own, out of {names}.",
                seats=seats,
                names=joined(COLOUR_WORDS.values()),
            ),
            "colours",
        )
    return colours
