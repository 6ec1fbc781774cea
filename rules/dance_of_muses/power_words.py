"""A power's row in words, for people."""

from rules.dance_of_muses.power import NUMBERED, REACHES, Kind, Power
from rules.dance_of_muses.words import listed


def in_words(power: Power) -> str:
    """Return the whole row as one sentence: what it does, to whom, when, and its limits."""
    parts = [_deed(power), _limits(power), _timing(power)]
    if power.may_be_null:
        parts.append("it may be used for nothing")
    return "; ".join(filter(None, parts)) + "."


def _deed(power: Power) -> str:
    """Return what the power does to whom, e.g. `changes the die of 1 to 2 other Muses touching her by +1`."""
    whom = _whom(power)
    die = "die" if power.most == 1 else "dice"
    return {
        Kind.CHANGE: f"changes the {die} of {whom} by {_either([f'{by:+d}' for by in power.numbers])}",
        Kind.SET: f"sets the {die} of {whom} to {_either(list(map(str, power.numbers)))}",
        Kind.EXCHANGE: f"exchanges the numbers of the dice of {_two(power, whom)}",
        Kind.SWAP: f"exchanges the places of {_two(power, whom)}",
        Kind.SHIFT: f"moves {whom} one cell straight on, {'pushing' if power.pushes else 'never pushing'}",
        Kind.JUMP: f"lets {whom} jump straight over the unbroken line beside her to the cell behind",
        Kind.OTHER: f"upon {whom}: “{power.text}”",
    }[power.kind]


def _two(power: Power, whom: str) -> str:
    return f"herself and {whom}" if power.least == 1 else whom


def _whom(power: Power) -> str:
    if power.targets == "self":
        return "herself"
    count = _count(power)
    other = "" if power.targets == "any" else "other "
    muses = f"{other}Muse{'s' * (count != '1')}{REACHES[power.reach]}"
    herself = " (herself included)" if power.targets == "any" else ""
    return f"{count} {muses}{herself}"


def _count(power: Power) -> str:
    if power.least is None:
        return "all"
    if power.least == power.most:
        return str(power.least)
    return f"{power.least} {'or more' if power.most is None else f'to {power.most}'}"


def _limits(power: Power) -> str:
    """Return who may not be a target, and whether moved tiles go up."""
    spared = [
        word
        for word, may in (("hidden Muses", power.may_target_hidden), ("the neutral Muse", power.may_target_neutral))
        if not may and power.targets != "self"
    ]
    limits = [f"not {' or '.join(spared)}"] if spared else []
    if power.kind not in {*NUMBERED, Kind.EXCHANGE, Kind.OTHER}:
        limits.append("who moves so goes up by one" if power.moved_tiles_get_plus_one else "no die goes up for it")
    return "; ".join(limits)


def _timing(power: Power) -> str:
    times = ["before"] * power.allowed_before + ["after"] * power.allowed_after
    return f"{' or '.join(times)} her move"


def _either(words: list[str]) -> str:
    return listed(words).replace(" and ", " or ") if words else ""
