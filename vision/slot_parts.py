"""Which die of a part of the table is which: by how bright their bodies are, and by the faces that each one has."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import Final

import numpy as np

from rules.table import Face, Slot
from vision.reading import Odds
from vision.slot_dice import LaidDie

BRIGHTER: Final = 12.0  # how much each unit of brightness (natural logarithm) says of which die is the brighter one,
MOST: Final = 6.0  # and the most that it may say, nats
SURE: Final = 0.97  # share of the weight from which it is told which die is which
FOREIGN: Final = 0.02  # a face that a die does not have is so likely


@dataclass(frozen=True, slots=True)
class Filled:
    """A slot with the die that most likely lies there, how surely, and what it may show, whichever it is."""

    die: LaidDie
    share: float
    faces: Odds


def filled(dice: Sequence[LaidDie], slots: Sequence[Slot]) -> list[Filled]:
    """Return the slots of one part with their dice, as many as there are slots, in the slots' order."""
    ways = list(permutations(range(len(dice))))
    weights = np.exp([_fit([dice[i] for i in way], slots) for way in ways])
    shares = weights / weights.sum()
    best = ways[int(shares.argmax())]
    return [
        _slot(number, slot, dice, best, list(zip(ways, shares.tolist(), strict=True)))
        for number, slot in enumerate(slots)
    ]


def _slot(
    number: int, slot: Slot, dice: Sequence[LaidDie], best: Sequence[int], ways: Sequence[tuple[Sequence[int], float]]
) -> Filled:
    """Return one slot filled; what its die may show is weighed over all ways in which the dice may belong."""
    chances: dict[Face, float] = {}
    for way, share in ways:
        for face, chance in dice[way[number]].odds(slot.faces):
            chances[face] = chances.get(face, 0.0) + share * chance
    faces = tuple(sorted(chances.items(), key=lambda pair: -pair[1]))
    share = sum(share for way, share in ways if way[number] == best[number])
    return Filled(dice[best[number]], share, faces)


def _fit(dice: Sequence[LaidDie], slots: Sequence[Slot]) -> float:
    """Return the logarithm of how likely these dice are those of the slots, up to a constant."""
    ranked = sorted(zip(slots, dice, strict=True), key=lambda pair: pair[0].rank)
    brighter = sum(brighter_by(one, two) / 2 for (_, one), (_, two) in pairwise(ranked))
    shown = (dict(die.odds()) for die in dice)
    own = (sum(odds.get(face, 0.0) for face in slot.faces) for slot, odds in zip(slots, shown, strict=True))
    has = sum(np.log(share + FOREIGN) for die, share in zip(dice, own, strict=True) if die.known)
    return float(brighter + has)


def brighter_by(one: LaidDie, two: LaidDie) -> float:
    """Return how surely the first die is the brighter one, nats: negative where the second is.

    They are compared at the rim where they differ most, for further in may be the face, and further out the table.
    """
    differ = one.body - two.body
    return float(np.clip(BRIGHTER * differ[np.abs(differ).argmax()], -MOST, MOST))
