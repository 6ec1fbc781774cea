"""A power's row in words, for people."""

from collections.abc import Mapping

from rules.dance_of_muses.power import NUMBERED, REACHES, Kind, Power
from rules.text import Text, joined, listed, many, say

OR = say(" or ")
TIMES = {
    (True, False): say("before her move"),
    (False, True): say("after her move"),
    (True, True): say("before or after her move"),
}
SPARED: Mapping[tuple[bool, bool], Text] = {
    (True, False): say("not hidden Muses"),
    (False, True): say("not the neutral Muse"),
    (True, True): say("not hidden Muses or the neutral Muse"),
}


def in_words(power: Power) -> str:
    """Return the whole row as one sentence: what it does, to whom, when, and its limits."""
    parts = [_deed(power), *_limits(power), TIMES.get((power.allowed_before, power.allowed_after), "")]
    if power.may_be_null:
        parts.append(say("it may be used for nothing"))
    return joined(filter(None, parts), "; ") + "."


def _deed(power: Power) -> str:  # noqa: PLR0911 (one line for each kind)
    """Return what the power does to whom, e.g. `changes the die of 1 to 2 other Muses touching her by +1`."""
    whom, two = _whom(power), _two(power)
    dice = 1 if power.most == 1 else 2
    by = _either([f"{by:+d}" for by in power.numbers])
    to = _either(list(map(str, power.numbers)))
    match power.kind:
        case Kind.CHANGE:
            return many(
                dice, "changes the die of {whom} by {by}", "changes the dice of {whom} by {by}", whom=whom, by=by
            )
        case Kind.SET:
            return many(dice, "sets the die of {whom} to {to}", "sets the dice of {whom} to {to}", whom=whom, to=to)
        case Kind.EXCHANGE:
            return say("exchanges the numbers of the dice of {two}", two=two)
        case Kind.SWAP:
            return say("exchanges the places of {two}", two=two)
        case Kind.SHIFT if power.pushes:
            return say("moves {whom} one cell straight on, pushing", whom=whom)
        case Kind.SHIFT:
            return say("moves {whom} one cell straight on, never pushing", whom=whom)
        case Kind.JUMP:
            return say("lets {whom} jump straight over the unbroken line beside her to the cell behind", whom=whom)
    return say("upon {whom}: “{text}”", whom=whom, text=power.text)


def _two(power: Power) -> str:
    whom = _whom(power)
    return say("herself and {whom}", whom=whom) if power.least == 1 else whom


def _whom(power: Power) -> str:
    if power.targets == "self":
        return say("herself")
    count, reach = _count(power), REACHES[power.reach]
    number = 1 if power.least == power.most == 1 else 2
    if power.targets == "any":
        return many(
            number,
            "{how_many} Muse{reach} (herself included)",
            "{how_many} Muses{reach} (herself included)",
            how_many=count,
            reach=reach,
        )
    return many(number, "{how_many} other Muse{reach}", "{how_many} other Muses{reach}", how_many=count, reach=reach)


def _count(power: Power) -> str:
    if power.least is None:
        return say("all")
    if power.least == power.most:
        return str(power.least)
    if power.most is None:
        return say("{least} or more", least=power.least)
    return say("{least} to {most}", least=power.least, most=power.most)


def _limits(power: Power) -> list[str]:
    """Return who may not be a target, and whether moved tiles go up."""
    spares = (not power.may_target_hidden, not power.may_target_neutral)
    limits: list[str] = [SPARED[spares]] if any(spares) and power.targets != "self" else []
    if power.kind in {*NUMBERED, Kind.EXCHANGE, Kind.OTHER}:
        return limits
    raised = say("who moves so goes up by one") if power.moved_tiles_get_plus_one else say("no die goes up for it")
    return [*limits, raised]


def _either(words: list[str]) -> str:
    return listed(words, OR)
