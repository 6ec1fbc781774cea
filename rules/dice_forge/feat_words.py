"""What a card does, in a few words for people: a line for each verb, none for a single card."""

from collections.abc import Callable, Mapping

from rules.dice_forge.goods import Goods
from rules.dice_forge.pieces import Feat, Verb
from rules.dice_forge.state import CHEST, HALF_HAMMER, HAMMER_GLORY, face_of

TIMES = {1: "once", 2: "twice", 4: "four times"}
EACH_TURN = "in each of your turns"


def _or(options: tuple[Goods, ...]) -> str:
    return " or ".join(map(str, options))


_DOES: Mapping[Verb, Callable[[Feat], str]] = {
    Verb.NONE: lambda _: "",
    Verb.HAMMER: lambda _: _hammer(*HAMMER_GLORY),
    Verb.CHEST: lambda _: f"room for so much more: {CHEST}",
    Verb.CERBERUS: lambda _: "a token: have the faces of a roll once more",
    Verb.TRITON: lambda feat: f"a token for {_or(feat.gives)}",
    Verb.GAIN: lambda feat: str(feat.gives[0]),
    Verb.PER_FORGED: lambda feat: f"{feat.gives[0]} for each face forged so far",
    Verb.FORGE: lambda feat: f"forge {' or '.join(face_of(face).words for face in feat.faces)}",
    Verb.GIVE: lambda feat: f"somebody else has to forge {_boar(feat)}",
    Verb.BLESS: lambda feat: f"roll both dice {TIMES[feat.times]}{_instead(feat)}",
    Verb.MINOR: lambda feat: f"roll one die {TIMES[feat.times]}{_instead(feat)}",
    Verb.OTHERS_LOSE: lambda _: "the others roll both dice, and lose what comes up",
    Verb.OTHERS_SHOW: lambda _: "the others roll both dice; two of their faces count for you",
    Verb.OUST: lambda feat: f"{feat.gives[0]} at every ousting, of others or of you",
    Verb.TURN_ROLL: lambda _: f"{EACH_TURN}, roll one die",
    Verb.TURN_CHOOSE: lambda feat: f"{EACH_TURN}, {_or(feat.gives)}",
    Verb.TURN_PAY: lambda feat: f"{EACH_TURN}, {feat.pays} for {feat.gives[0]}",
}


def does(feat: Feat) -> str:
    """Return what the card does, and what is printed on it, e.g. `roll both dice twice · 8 glory at the end`."""
    printed = f"{feat.glory} glory at the end" if feat.glory else ""
    return " · ".join(filter(None, (_DOES[feat.verb](feat), printed)))


def _hammer(first: int, second: int) -> str:
    return f"a track for gold: {HALF_HAMMER} gold bring {first} glory, {HALF_HAMMER} more bring {second}"


def _boar(feat: Feat) -> str:
    return f"the {face_of(feat.faces[0]).words}" if feat.faces else "a boar"


def _instead(feat: Feat) -> str:
    return f"; {' and '.join(feat.converts)} may become {feat.rate} glory each" if feat.converts else ""
