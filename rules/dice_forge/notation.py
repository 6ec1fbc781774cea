"""Reading moves: `parse` is the inverse of a move's `str`."""

import re
from collections.abc import Callable

from rules.dice_forge.box import BOX
from rules.dice_forge.goods import KINDS
from rules.dice_forge.moves import DICE, Buy, Draw, Forge, Move, Out, Perform, Remove, Roll, RollOne, Say
from rules.game import MoveError


def _one_of(words: tuple[str, ...]) -> str:
    """Return the pattern of one of the words, the longest first."""
    return f"(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})"


FACE = _one_of(tuple(BOX.faces))
CARD = _one_of(tuple(BOX.feats))
_DIE = _one_of(DICE)
_PAIR = rf"{FACE} {FACE}"
_SAID = {
    "pick": _one_of(KINDS),
    "copy": FACE,
    "first": FACE,
    "take": _PAIR,
    "hammer": r"(?:0|[1-9]\d?)",
    "name": r"\d",
    "use": CARD,
}
SILENT = ("convert", "keep", "cerberus", "triton", "pass", "done", "extra", "end")
"""Verbs that stand alone."""


def _index(die: str | None) -> int | None:
    return None if die is None else DICE.index(die)


def _roll(found: re.Match[str]) -> Roll:
    pairs = (tuple(pair.split()) for pair in found[1].split(" / "))
    return Roll(tuple((light, dark) for light, dark in pairs))


def _take(found: re.Match[str]) -> Say:
    verb, what = found.groups()
    return Say(verb, " ".join(sorted(what.split())) if verb == "take" else what)


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Move]], ...] = (
    (re.compile(rf"roll ({_PAIR}(?: / {_PAIR}){{0,3}})"), _roll),
    (re.compile(rf"roll ({_DIE}) ({FACE})"), lambda found: RollOne(DICE.index(found[1]), found[2])),
    (re.compile(rf"buy ({FACE})(?: ({_DIE}))?"), lambda found: Buy(found[1], _index(found[2]))),
    (re.compile(rf"forge ({FACE})(?: ({_DIE}))?"), lambda found: Forge(found[1], _index(found[2]))),
    (re.compile(rf"out ({_DIE}) ({FACE})"), lambda found: Out(DICE.index(found[1]), found[2])),
    (re.compile(rf"feat ({CARD})"), lambda found: Perform(found[1])),
    (re.compile(rf"draw ({CARD})"), lambda found: Draw(found[1])),
    (re.compile(rf"remove ({FACE}(?: {FACE})*)"), lambda found: Remove(tuple(found[1].split()))),
    *((re.compile(rf"({verb}) ({what})"), _take) for verb, what in _SAID.items()),
    (re.compile(_one_of(SILENT)), lambda found: Say(found[0])),
)


def parse(text: str) -> Move:
    """Return the move written as `text`; MoveError with one sentence if it is none."""
    for pattern, build in _FORMS:
        if found := pattern.fullmatch(text):
            return build(found)
    raise MoveError(
        f"“{text}” is no move: write e.g. “roll G1 S1 / G1 V2”, “roll light G3”, “pick sun”, “copy V4”, “buy G6 light”,"
        " “out light G1”, “feat cancer”, “hammer 3”, “done”, “extra” or “end”."
    )
