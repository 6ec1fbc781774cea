"""The colours of dice told together: those of one game have few colours, each of about as many dice."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rules.table import Layout
from vision.detect import Detection

Floats = NDArray[np.float64]

LEAST: Final = 1e-4  # chance of a colour that the reader rules out
NEW: Final = 0.2  # a colour that no other die has is as likely as one that so much of a die has
THERE: Final = 0.5  # of a die: colours that have less are not on the table
MOST_EVENED: Final = 2.0  # so much likelier or less likely a colour becomes at most by how many dice have it
ROUNDS: Final = 8  # after which the chances hardly change


def tells_colours(layout: Layout) -> bool:
    """Return whether the dice of a layout are told by their colours, as in “orange 4”."""
    return any(" " in word for zone in layout.zones if zone.piece == "die" for word in zone.faces)


def few_colours(dice: Sequence[Detection]) -> list[Detection]:
    """Return the dice with the chances of their colours, likeliest first, given what colours the others have.

    Players have as many dice as each other: a colour of which there are many is a little less likely, one of which
    there are few a little more.
    """
    if not dice:
        return []
    names = sorted({name for die in dice for name, _ in die.colour})
    told = np.array([[dict(die.colour).get(name, 0.0) for name in names] for die in dice])
    told = np.maximum(told, LEAST)
    chances, weights = told / told.sum(axis=1, keepdims=True), np.ones(len(names))
    for _ in range(ROUNDS):
        others = np.minimum(chances.sum(axis=0) - chances, 1)
        chances = told * (others + NEW) * weights
        chances /= chances.sum(axis=1, keepdims=True)
        weights = _evened(weights, chances.sum(axis=0))
    ranked = [sorted(zip(names, row, strict=True), key=lambda pair: -pair[1]) for row in chances.tolist()]
    return [replace(die, colour=tuple(colours)) for die, colours in zip(dice, ranked, strict=True)]


def _evened(weights: Floats, counts: Floats) -> Floats:
    """Return the colours' weights, nearer to those by which each has as many dice as any other on the table."""
    there = counts > THERE
    usual = counts[there].mean() if there.any() else 1.0
    nearer = weights * np.sqrt(np.divide(usual, counts, out=np.ones_like(counts), where=there))
    return np.clip(nearer, 1 / MOST_EVENED, MOST_EVENED)
