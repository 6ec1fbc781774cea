"""What is said of dice that are not read in their places: one sentence each, which says whose and what to do."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from rules.table import Place, Slot
from rules.text import capital, say
from vision.doubt_words import maybe
from vision.reading import Caution, Doubt, Piece, Spot, place_words
from vision.slot_dice import LaidDie
from vision.slot_parts import brighter_by

CLEARLY: Final = 2.0  # nats, from which it is said which die is the brighter one
SAID: Final[Mapping[Doubt, Callable[[str, str], str]]] = {
    Doubt.CUT_OFF: lambda die, _: say("{die} is cut off by the picture's edge: move it inwards.", die=die),
    Doubt.OFF_MAT: lambda die, _: say(
        "{die} lies off the mat: roll it again, or put it away if it does not count.", die=die
    ),
    Doubt.LEANING: lambda die, _: say("{die} leans: roll it again, or lay it flat.", die=die),
    Doubt.STRANGE: lambda die, _: say(
        "{die} shows no face that is known: take away what covers it, or teach your dice.", die=die
    ),
    Doubt.ASTRAY: lambda die, _: say(
        "{die} lies where it belongs to nobody: put it well inside its own part.", die=die
    ),
    Doubt.UNSURE: lambda die, faces: say("{die} may show {faces}.", die=die, faces=faces),
}


def cards_wanted() -> Caution:
    """Return what is said where the corner cards do not tell whose part of the table is whose."""
    text = say("All four corner cards must show: they tell whose part of the table is whose. Nothing was read.")
    return Caution("parts", text)


def doubtful(pieces: Sequence[Piece], names: Mapping[Place, str], picture_px: tuple[int, int]) -> Iterator[Caution]:
    """Yield a sentence for each die in doubt, with its spot; `names` are what the dice of the places are called."""
    for piece in pieces:
        if piece.doubt is not None and piece.doubt in SAID:
            where = place_words(np.mean(piece.outline_px, axis=0).tolist(), picture_px)
            called = capital(names[piece.place]) if piece.place else say("A die {where}", where=where)
            yield Caution(piece.doubt, SAID[piece.doubt](called, maybe(piece)), spot(piece.outline_px))


def spot(outline_px: Sequence[tuple[float, float]]) -> Spot:
    """Return the circle around an outline."""
    points = np.array(outline_px)
    x, y = points.mean(axis=0)
    return float(x), float(y), float(np.hypot(*(points - (x, y)).T).max())


def astray(
    lying: Sequence[Sequence[LaidDie]], parts: Sequence[Sequence[Slot]], loose: Sequence[LaidDie]
) -> Iterator[Caution]:
    """Yield a sentence for each part in which more or fewer dice lie than belong there; `loose` lie in none."""
    over = [i for i, (there, slots) in enumerate(zip(lying, parts, strict=True)) if len(there) > len(slots)]
    for i, (there, slots) in enumerate(zip(lying, parts, strict=True)):
        if len(there) < len(slots):
            yield from _missing(i, lying, parts, over, loose)
        elif len(there) > len(slots):
            text = say(
                "{count} dice lie in {part}, where {wanted} belong: each part of the table is for its own dice only.",
                count=len(there),
                part=slots[0].area_name,
                wanted=len(slots),
            )
            yield Caution(Doubt.ASTRAY, text, spot(there[-1].outline_px))


def _missing(
    part: int,
    lying: Sequence[Sequence[LaidDie]],
    parts: Sequence[Sequence[Slot]],
    over: Sequence[int],
    loose: Sequence[LaidDie],
) -> Iterator[Caution]:
    slots, there = parts[part], lying[part]
    own = slots[0].area_name
    if len(over) == 1 and len(there) == len(slots) - 1:
        die = capital(_which(there, lying[over[0]], slots) or say("A die of {part}", part=own))
        other = parts[over[0]][0].area_name
        yield Caution(Doubt.ASTRAY, say("{die} lies in {part}: put it back into its own part.", die=die, part=other))
    elif not loose:
        text = say("In {part} {count} of {wanted} dice can be seen.", part=own, count=len(there), wanted=len(slots))
        yield Caution(Doubt.ASTRAY, text)


def _which(there: Sequence[LaidDie], others: Sequence[LaidDie], slots: Sequence[Slot]) -> str:
    """Return which die is missing, by how bright the dice of both parts are; "" where that does not tell."""
    ranked = sorted([*there, *others], key=lambda die: -float(die.body.mean()))
    each, rest = divmod(len(ranked), len(slots))
    steps = [brighter_by(one, two) for one, two in pairwise(ranked)]
    if rest or any(steps[each * rank - 1] < CLEARLY for rank in range(1, len(slots))):
        return ""
    ranks = {ranked.index(die) // each for die in there}
    missing = [slot.name for slot in slots if slot.rank not in ranks]
    return missing[0] if len(missing) == 1 else ""
