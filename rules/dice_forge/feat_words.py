"""What a card does, in a few words for people: a line for each verb, none for a single card."""

from collections.abc import Callable, Mapping

from rules.dice_forge.goods import Goods
from rules.dice_forge.pieces import Feat, Verb
from rules.dice_forge.said import AND, GOODS_SAID, OR
from rules.dice_forge.state import CHEST, HALF_HAMMER, HAMMER_GLORY, face_of
from rules.text import joined, many, say

TIMES = {1: say("once"), 2: say("twice"), 4: say("four times")}


def _or(options: tuple[Goods, ...]) -> str:
    return joined([option.words for option in options], OR)


_DOES: Mapping[Verb, Callable[[Feat], str]] = {
    Verb.NONE: lambda _: "",
    Verb.HAMMER: lambda _: _hammer(*HAMMER_GLORY),
    Verb.CHEST: lambda _: say("room for so much more: {goods}", goods=CHEST.words),
    Verb.CERBERUS: lambda _: say("a token: have the faces of a roll once more"),
    Verb.TRITON: lambda feat: say("a token for {goods}", goods=_or(feat.gives)),
    Verb.GAIN: lambda feat: feat.gives[0].words,
    Verb.PER_FORGED: lambda feat: say("{goods} for each face forged so far", goods=feat.gives[0].words),
    Verb.FORGE: lambda feat: say("forge {faces}", faces=joined([face_of(face).words for face in feat.faces], OR)),
    Verb.GIVE: lambda feat: say("somebody else has to forge {boar}", boar=_boar(feat)),
    Verb.BLESS: lambda feat: say("roll both dice {times}{more}", times=TIMES[feat.times], more=_instead(feat)),
    Verb.MINOR: lambda feat: say("roll one die {times}{more}", times=TIMES[feat.times], more=_instead(feat)),
    Verb.OTHERS_LOSE: lambda _: say("the others roll both dice, and lose what comes up"),
    Verb.OTHERS_SHOW: lambda _: say("the others roll both dice; two of their faces count for you"),
    Verb.OUST: lambda feat: say("{goods} at every ousting, of others or of you", goods=feat.gives[0].words),
    Verb.TURN_ROLL: lambda _: say("in each of your turns, roll one die"),
    Verb.TURN_CHOOSE: lambda feat: say("in each of your turns, {goods}", goods=_or(feat.gives)),
    Verb.TURN_PAY: lambda feat: say(
        "in each of your turns, {price} for {goods}", price=feat.pays.words, goods=feat.gives[0].words
    ),
}


def does(feat: Feat) -> str:
    """Return what the card does, and what is printed on it, e.g. `roll both dice twice · 8 glory at the end`."""
    return joined(filter(None, (deed(feat), _printed(feat))), " · ")


def deed(feat: Feat) -> str:
    """Return what the card does, without what is printed on it."""
    return _DOES[feat.verb](feat)


def _printed(feat: Feat) -> str:
    return many(feat.glory, "{count} glory at the end", "{count} glory at the end") if feat.glory else ""


def _hammer(first: int, second: int) -> str:
    return say(
        "a track for gold: {half} gold bring {first} glory, {half} more bring {second}",
        half=HALF_HAMMER,
        first=first,
        second=second,
    )


def _boar(feat: Feat) -> str:
    return say("the {face}", face=face_of(feat.faces[0]).words) if feat.faces else say("a boar")


def _instead(feat: Feat) -> str:
    if not feat.converts:
        return ""
    goods = joined([GOODS_SAID[kind] for kind in feat.converts], AND)
    return say("; {goods} may become {rate} glory each", goods=goods, rate=feat.rate)
