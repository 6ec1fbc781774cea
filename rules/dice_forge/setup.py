"""Setting up: the options, and what each may be."""

from collections.abc import Mapping
from typing import Any

from rules.dice_forge.box import BOX
from rules.dice_forge.dealing import due, stacked
from rules.dice_forge.goods import Goods
from rules.dice_forge.state import Die, Hero, Setup, State
from rules.game import Option, OptionError
from rules.table import COLOURS

SEATS = range(2, 5)
START_GOLD = (3, 2, 1, 0)  # in turn order
TOP = "G1"  # how dice lie before they are first rolled: both have this face

OPTIONS: Mapping[str, Option] = {
    "first": Option(0, (), "The first player's seat, counted from 0."),
    "colours": Option(("orange", "green", "blue", "black"), (), "The colours of the pawns, seat by seat."),
    "feats": Option(
        "introductory", ("introductory", "alternate", "drawn"), "The first game's feats, or the other nine, or by lot."
    ),
    "alternates": Option((), (), "With the first game's feats: which feats of the other set take their places."),
    "two_player_blessings": Option("turn", ("turn", "round"), "Two players roll twice in every turn, or once a round."),
    "two_player_pools": Option("random", ("random", "six_gold"), "Two players take out any faces, or 6 gold always."),
    "different_faces": Option("face", ("face", "pool", "price"), "What two faces of one offering may not share."),
    "x3_choice": Option("once", ("once", "each"), "Beside times three, a choice is made once or three times."),
    "x3_boar_owner": Option(3, (3, 1), "How many rewards a boar beside times three brings the owner of its card."),
    "mirror_vs_mirror": Option("reflects", ("reflects", "nothing"), "A mirror facing a mirror shows one's own faces."),
    "mirror_after_forge": Option("now", ("now", "rolled"), "A mirror sees the faces that lie there, or those rolled."),
    "shield_pair": Option("fallback", ("fallback", "match"), "Two shields: lesser gifts, or alike ones match."),
    "conversion": Option("face", ("face", "kind"), "Gains are turned into glory for a whole face or kind by kind."),
    "converted_and_shield": Option("counts", ("counts", "not"), "Whether a shield sees what was turned into glory."),
    "satyrs_mirror": Option("active", ("active", "owner"), "From whose seat a mirror taken by Satyrs looks."),
    "satyrs_same_die": Option(False, (False, True), "Satyrs may take the face of one die twice."),
    "cerberus": Option("after", ("after", "before"), "A Cerberus token is given after a roll was applied, or before."),
    "cerberus_and_satyrs": Option(False, (False, True), "Whether a Cerberus token may repeat what Satyrs took."),
    "oust_blessing": Option("before_card", ("before_card", "after_card"), "When the hero who was ousted rolls."),
    "card_glory": Option("end", ("end", "at_once"), "When the glory printed on cards counts."),
    "typhon": Option("at_once", ("at_once", "end"), "When Typhon counts the faces forged."),
    "typhon_and_boars": Option(True, (True, False), "Whether Typhon counts boars that others forced on the dice."),
    "hammer_glory": Option("at_once", ("at_once", "end"), "When the Hammers' glory counts."),
    "ship_order": Option("free", ("free", "last"), "A ship sails before or after the other face, or always after it."),
    "extra_without_action": Option(False, (False, True), "Whether an extra action may come in the place of the first."),
    "tie": Option(
        "shared", ("shared", "online"), "Whether a tie is shared, or broken by faces, feats, goods and seat."
    ),
}


def initial_state(seats: int, **options: Any) -> State:  # noqa: ANN401 (each option has its own type)
    """Return the state before the first move; OptionError if the set-up is not offered."""
    if seats not in SEATS:
        raise OptionError(f"Dice Forge is for 2, 3 or 4 players, not {seats}.")
    for name, value in options.items():
        _check_option(name, value)
    chosen = {name: option.default for name, option in OPTIONS.items()} | options
    feats = _feats(chosen.pop("feats"), chosen.pop("alternates"))
    chosen["colours"] = _colours(chosen["colours"], seats)
    setup = Setup(seats, feats=feats, **chosen)
    if type(setup.first) is not int or setup.first not in range(seats):
        raise OptionError(f"The option “first” cannot be {setup.first!r}: it is a seat from 0 to {seats - 1}.")
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


def _check_option(name: str, value: object) -> None:
    if name not in OPTIONS:
        raise OptionError(f"Dice Forge has no option “{name}”: choose from {', '.join(OPTIONS)}.")
    choices = OPTIONS[name].choices
    if choices and (value not in choices or type(value) is not type(choices[0])):
        raise OptionError(f"The option “{name}” cannot be {value!r}: choose one of {', '.join(map(str, choices))}.")


def _feats(feats: str, alternates: object) -> tuple[str, ...]:
    """Return the feat of each slot, "" where it is drawn."""
    others = {slot.feats[-1] for slot in BOX.slots if len(slot.feats) > 1}
    if not isinstance(alternates, list | tuple) or not all(name in others for name in map(str, alternates)):
        raise OptionError(f"The option “alternates” is a list out of {', '.join(sorted(others))}.")
    if alternates and feats != "introductory":
        raise OptionError("Single feats are exchanged in the first game's set: leave “feats” at introductory.")
    if feats == "drawn":
        return tuple("" if len(slot.feats) > 1 else slot.feats[0] for slot in BOX.slots)
    chosen = others if feats == "alternate" else set(alternates)
    return tuple(slot.feats[-1] if slot.feats[-1] in chosen else slot.feats[0] for slot in BOX.slots)


def _colours(value: object, seats: int) -> tuple[str, ...]:
    """Return the colours in play."""
    given = isinstance(value, list | tuple) and all(isinstance(colour, str) for colour in value)
    colours: tuple[str, ...] = tuple(value) if given and isinstance(value, list | tuple) else ()
    if len(colours) < seats or len(set(colours)) != len(colours) or not set(colours) <= set(COLOURS):
        raise OptionError(f"The option “colours” is {seats} different colours out of {', '.join(COLOURS)}.")
    return colours[:seats]
