"""The colours of dice told together: those of one game have few colours, so dice that are told surely tell others."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from rules.table import Layout
from vision.detect import Detection

LEAST: Final = 1e-4  # chance of a colour that the reader rules out
NEW: Final = 0.5  # a colour that no other die has is as likely as one that so much of a die has
ROUNDS: Final = 6  # after which the chances hardly change


def tells_colours(layout: Layout) -> bool:
    """Return whether the dice of a layout are told by their colours, as in “orange 4”."""
    return any(" " in word for zone in layout.zones if zone.piece == "die" for word in zone.faces)


def few_colours(dice: Sequence[Detection]) -> list[Detection]:
    """Return the dice with the chances of their colours, likeliest first, given what colours the others have."""
    if not dice:
        return []
    names = sorted({name for die in dice for name, _ in die.colour})
    told = np.array([[dict(die.colour).get(name, 0.0) for name in names] for die in dice])
    told = np.maximum(told, LEAST)
    chances = told / told.sum(axis=1, keepdims=True)
    for _ in range(ROUNDS):
        others = chances.sum(axis=0) - chances
        chances = told * (others + NEW)
        chances /= chances.sum(axis=1, keepdims=True)
    ranked = [sorted(zip(names, row, strict=True), key=lambda pair: -pair[1]) for row in chances.tolist()]
    return [replace(die, colour=tuple(colours)) for die, colours in zip(dice, ranked, strict=True)]
