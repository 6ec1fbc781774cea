"""A power as a row of data: every field is asked for, none is assumed. RULES.md, section 5, says what they mean."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.text import joined, say

TARGETS = ("self", "other", "any")
REACHES: dict[int | str, str] = {
    4: say(" beside her, edge to edge"),
    8: say(" touching her"),
    "line": say(" in her row or column"),
    "any": "",
}
"""How far a power reaches from the tile of its Muse, with the words for the Muses there."""
MOST = 9  # Muses on the table
FACES = range(1, 7)
ONE = [1, 1]
PAIR = [2, 2]

FLAGS = (
    "may_target_hidden",
    "may_target_neutral",
    "pushes",
    "moved_tiles_get_plus_one",
    "allowed_before",
    "allowed_after",
    "may_be_null",
)
FIELDS = ("targets", "reach", "count", "effect", *FLAGS)


class SetError(ValueError):
    """A set that cannot be used; its message is one sentence for people that says where and how to mend it.

    `field` is the row's or the Muse's field meant, "" if it is the set as a whole.
    """

    def __init__(self, text: str, field: str = "") -> None:
        super().__init__(text)
        self.field = field


class Kind(StrEnum):
    """What a power does to its targets."""

    CHANGE = "change"  # raises or lowers dice by given amounts
    SET = "set"  # sets dice to given numbers
    EXCHANGE = "exchange"  # lets two dice exchange their numbers
    SHIFT = "shift"  # moves a tile one cell straight on
    SWAP = "swap"  # lets two tiles exchange their cells
    JUMP = "jump"  # moves a tile over the unbroken line beside it to the cell behind
    OTHER = "other"  # told in words only: people say what came of it


NUMBERED = (Kind.CHANGE, Kind.SET)
PAIRED = (Kind.EXCHANGE, Kind.SWAP)
MOVING = (Kind.SHIFT, Kind.SWAP, Kind.JUMP, Kind.OTHER)


@dataclass(frozen=True, slots=True)
class Power:
    """One row. `least` and `most` are numbers of targets, None for all that can be; `numbers` go with the kind."""

    targets: str
    reach: int | str
    least: int | None
    most: int | None
    may_target_hidden: bool
    may_target_neutral: bool
    kind: Kind
    numbers: tuple[int, ...]
    text: str
    pushes: bool
    moved_tiles_get_plus_one: bool
    allowed_before: bool
    allowed_after: bool
    may_be_null: bool

    def to_json(self) -> dict[str, Any]:
        """Return the row as JSON values; `read_power` is the inverse."""
        effect: Any = self.kind.value
        if self.kind in NUMBERED:
            effect = {effect: list(self.numbers)}
        elif self.kind is Kind.OTHER:
            effect = {effect: self.text}
        count = [self.least or "all", self.most or "all"]
        told = {"targets": self.targets, "reach": self.reach, "count": count, "effect": effect}
        return told | {flag: getattr(self, flag) for flag in FLAGS}


def fields_of(value: object, names: tuple[str, ...], where: str) -> Mapping[str, Any]:
    """Return an object that has exactly these fields; SetError if it is none, lacks one or has another."""
    if not isinstance(value, Mapping):
        raise SetError(say("{where} must be an object with the fields {names}.", where=where, names=joined(names)))
    if missing := [name for name in names if name not in value]:
        raise SetError(
            say("{where} lacks “{field}”: fill it in, for nothing is assumed.", where=where, field=missing[0])
        )
    if strange := [name for name in value if name not in names]:
        known = ", ".join(names)
        raise SetError(
            say(
                "{where} has a field “{field}”, which means nothing: the fields are {known}.",
                where=where,
                field=strange[0][:40],
                known=known,
            )
        )
    return value


def read_power(value: object, where: str) -> Power:
    """Return the row given as JSON values; SetError, which begins with `where`, at the first mistake."""
    row = fields_of(value, FIELDS, where)
    if blank := [name for name in FIELDS if row[name] is None or row[name] in ("", [], {})]:
        raise SetError(
            say("{where} leaves “{field}” blank: fill it in, for nothing is assumed.", where=where, field=blank[0])
        )
    for flag in FLAGS:
        _check(type(row[flag]) is bool, where, flag, say("true or false"))
    _check(row["targets"] in TARGETS, where, "targets", say("“self”, “other” or “any”"))
    reach = row["reach"]
    _check(type(reach) in {int, str} and reach in REACHES, where, "reach", say("4, 8, “line” or “any”"))
    least, most = _count(row["count"], where)
    kind, numbers, text = _effect(row["effect"], where)
    flags = {flag: row[flag] for flag in FLAGS}
    power = Power(row["targets"], reach, least, most, kind=kind, numbers=numbers, text=text, **flags)
    _check_sense(power, where)
    return power


def _check(good: bool, where: str, field: str, wanted: str) -> None:
    if not good:
        raise SetError(say("{where}: “{field}” must be {wanted}.", where=where, field=field, wanted=wanted), field)


def _count(value: object, where: str) -> tuple[int | None, int | None]:
    """Return the least and greatest number of targets, None for “all”."""
    match value:
        case [("all" | int()) as least, ("all" | int()) as most] if bool not in {type(least), type(most)}:
            low, high = (MOST if end == "all" else end for end in (least, most))
            if 1 <= low <= high <= MOST:
                return None if least == "all" else low, None if most == "all" else high
    wanted = say("two numbers from 1 to 9 such as [1, 2], or “all” instead of one")
    raise SetError(say("{where}: “count” must be {wanted}.", where=where, wanted=wanted), "count")


def _effect(value: Any, where: str) -> tuple[Kind, tuple[int, ...], str]:  # noqa: ANN401 (checked here)
    match value:
        case "exchange" | "shift" | "swap" | "jump":
            return Kind(value), (), ""
        case {"change": [*by]} if len(value) == 1 and _numbers(by, range(-5, 6)) and 0 not in by:
            return Kind.CHANGE, tuple(by), ""
        case {"set": [*to]} if len(value) == 1 and _numbers(to, FACES):
            return Kind.SET, tuple(to), ""
        case {"other": str(text)} if len(value) == 1 and text.strip() and text.isprintable():
            return Kind.OTHER, (), text
    raise SetError(
        say(
            "{where}: “effect” must be “exchange”, “shift”, “swap”, “jump”, or an object such as "
            "{{“change”: [1, -1]}} (-5 to 5, not 0), {{“set”: [6]}} (1 to 6) or {{“other”: “in words”}}.",
            where=where,
        ),
        "effect",
    )


def _numbers(values: list[Any], allowed: range) -> bool:
    """Return whether these are different whole numbers out of `allowed`, at least one."""
    whole = all(type(value) is int and value in allowed for value in values)
    return whole and 0 < len(values) == len(set(values))


def _check_sense(power: Power, where: str) -> None:
    """Refuse fields that contradict each other."""
    count = [power.least, power.most]
    wanted = (
        (
            power.pushes and power.kind not in {Kind.SHIFT, Kind.OTHER},
            "pushes",
            say("false, for only a shift can push"),
        ),
        (
            power.moved_tiles_get_plus_one and power.kind not in MOVING,
            "moved_tiles_get_plus_one",
            say("false, for this effect moves no tile"),
        ),
        (
            not (power.allowed_before or power.allowed_after),
            "allowed_before",
            say("true if “allowed_after” is false, or nobody could ever use the power"),
        ),
        (power.targets == "self" and count != ONE, "count", say("[1, 1] where a Muse targets only herself")),
        (power.kind in {Kind.SHIFT, Kind.JUMP} and count != ONE, "count", say("[1, 1], for one tile moves at a time")),
        (
            power.kind in PAIRED and count not in (ONE, PAIR),
            "count",
            say("[1, 1] (with herself) or [2, 2] (two others)"),
        ),
        (power.kind in PAIRED and count == ONE and power.targets != "other", "targets", say("“other”: it takes two")),
    )
    for wrong, field, text in wanted:
        _check(not wrong, where, field, text)
