"""Reading moves: `parse` is the inverse of a move's `str`."""

import re
from collections.abc import Callable
from typing import cast

from rules.dance_of_muses.moves import (
    OFF,
    STEPS,
    Change,
    Changes,
    Gather,
    Lay,
    Move,
    Reveal,
    Slip,
    Step,
    Suns,
    Turn,
    Use,
    When,
)
from rules.dance_of_muses.sets import NAME
from rules.game import MoveError
from rules.table import COLOURS
from rules.text import say

HIDDEN = rf"(?:{'|'.join(COLOURS)})\?[1-9]?"
TILE = rf"(?:{NAME}|{HIDDEN})"
_COORDINATE = r"-?\d{1,3}"
_CELL = rf"{_COORDINATE},{_COORDINATE}"
_DIE = rf"(?:{'|'.join(COLOURS)}) [1-6]"
_CHANGE = rf"{TILE}(?:@{_CELL}(?:=[1-6])?|=[1-6])"
_FALLEN = rf"{TILE}(?:@{_CELL}=[1-6])?"
_STEP = rf"({TILE}) ({'|'.join(STEPS)})"

_ONE_CHANGE = re.compile(rf"({TILE})(?:@({_COORDINATE}),({_COORDINATE}))?(?:=([1-6]))?")


def _list(item: str) -> str:
    """Return the pattern of one or more of `item` with a space between."""
    return rf"{item}(?: {item})*"


def _pairs(text: str | None) -> tuple[tuple[str, str], ...]:
    """Return the pairs of `a=1 b=2`."""
    found = [pair.partition("=") for pair in (text or "").split()]
    return tuple((name, value) for name, _, value in found)


def _changes(text: str | None) -> Changes:
    """Return the changes of `Erato=5 Clio@3,1`, in the order of the names; `Erato@3,1 Erato=5` is `Erato@3,1=5`."""
    matches = [_ONE_CHANGE.fullmatch(part) for part in (text or "").split() if part != "nothing"]
    found = sorted((_change(*one.groups()) for one in matches if one), key=lambda change: change.name)
    merged = list[Change]()
    for change in found:
        if merged and (whole := _merged(merged[-1], change)):
            merged[-1] = whole
        else:
            merged.append(change)
    return tuple(merged)


def _merged(one: Change, two: Change) -> Change | None:
    """Return two changes of one tile as one; None where both say the same kind of thing, or they are of two tiles."""
    clash = (one.cell and two.cell) or (one.die and two.die)
    return None if clash or one.name != two.name else Change(one.name, one.cell or two.cell, one.die or two.die)


def _change(name: str, x: str | None, y: str | None, die: str | None) -> Change:
    return Change(name, (int(x), int(y)) if x and y else None, int(die) if die else None)


def _lay(found: re.Match[str]) -> Lay:
    muse, x, y, die = found.groups()
    return Lay(None if muse == "?" else muse, (int(x), int(y)), die)


def _step(found: re.Match[str]) -> Step:
    name, direction, dice = found.groups()
    return Step(name, direction, tuple(sorted((key, OFF if die == "off" else int(die)) for key, die in _pairs(dice))))


def _use(found: re.Match[str]) -> Use:
    when, name, changes = found.groups()
    return Use(cast("When", when), name, _changes(changes))


def _turn(found: re.Match[str]) -> Turn:
    name, direction, when, changes = found.groups()
    return Turn(Step(name, direction), Use(cast("When", when), name, _changes(changes)))


def _slip(found: re.Match[str]) -> Slip:
    changes, turned, fallen = found.groups()
    return Slip(_changes(changes), tuple(sorted(_pairs(turned))), _changes(fallen))


_OUTCOME = rf"((?:{_list(_CHANGE)})|nothing)"
_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Move]], ...] = (
    (re.compile(rf"place ({NAME}|\?) ({_COORDINATE}),({_COORDINATE})(?: with ({_DIE}))?"), _lay),
    (re.compile(rf"{_STEP}(?: dice ({_list(rf'{TILE}=(?:[1-6]|off)')}))?"), _step),
    (re.compile(rf"{_STEP} (first|then) {_OUTCOME}"), _turn),
    (re.compile(rf"(first|then) ({TILE}) {_OUTCOME}"), _use),
    (re.compile(rf"reveal ({_list(rf'{HIDDEN}={NAME}')})"), lambda found: Reveal(_pairs(found[1]))),
    (re.compile(rf"suns ({NAME}) ([1-6])"), lambda found: Suns(found[1], int(found[2]))),
    (re.compile(r"gather"), lambda _: Gather()),
    (
        re.compile(
            rf"slip(?= )(?: ({_list(_CHANGE)}))?(?: turned ({_list(rf'{TILE}=(?:{NAME}|down)')}))?"
            rf"(?: off ({_list(_FALLEN)}))?"
        ),
        _slip,
    ),
)


def parse(text: str) -> Move:
    """Return the move written as `text`; MoveError with one sentence if it is none."""
    for pattern, build in _FORMS:
        if found := pattern.fullmatch(text):
            return build(found)
    raise MoveError(
        say(
            "“{text}” is no move: write e.g. “place Clio 1,0”, “place ? 1,0”, “Clio E”, “orange? N”, "
            "“Clio E then Erato=5”, “first Clio Erato=5”, “reveal orange?=Clio”, “suns Clio 2” or “gather”.",
            text=text,
        )
    )
