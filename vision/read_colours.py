"""The colours of dice told together: those of one game have few colours, each of about as many dice that look alike."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.table import Layout
from vision.detect import Detection

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

LEAST: Final = 1e-4  # chance of a colour that the reader rules out
RIMS: Final = (0.7, 0.8, 0.88)  # of a face: the body shows there, between its pips and its edge,
SPOTS: Final = 8  # at so many spots along each side
TINT: Final = 0.12  # how far, in natural logarithms, one colour's tints on a table lie apart,
LIGHT: Final = 0.5  # and how far its brightness: one die may lie in a shadow
DARKEST: Final = 3.0  # grey levels: what is darker has no tint
NEW: Final = 0.2  # a colour that no other die has is as likely as one that so much of a die has
THERE: Final = 0.5  # of a die: colours that have less are not on the table
MOST_EVENED: Final = 2.0  # so much likelier or less likely a colour becomes at most by how many dice have it
ROUNDS: Final = 8  # after which the chances hardly change


def tells_colours(layout: Layout) -> bool:
    """Return whether the dice of a layout are told by their colours, as in “orange 4”."""
    return any(" " in word for zone in layout.zones if zone.piece == "die" for word in zone.faces)


def few_colours(image: Image, dice: Sequence[Detection]) -> list[Detection]:
    """Return the dice of a BGR picture with the chances of their colours, likeliest first, given those of the others.

    Dice that look alike have one colour. Players have as many dice as each other: a colour of which there are many is a
    little less likely, one of which there are few a little more.
    """
    if not dice:
        return []
    names = sorted({name for die in dice for name, _ in die.colour})
    told = np.array([[dict(die.colour).get(name, 0.0) for name in names] for die in dice])
    told = _of_all_alike(np.maximum(told, LEAST), np.array([_body(image, die) for die in dice]))
    chances, weights = told, np.ones(len(names))
    for _ in range(ROUNDS):
        others = np.minimum(chances.sum(axis=0) - chances, 1)
        chances = told * (others + NEW) * weights
        chances /= chances.sum(axis=1, keepdims=True)
        weights = _evened(weights, chances.sum(axis=0))
    ranked = [sorted(zip(names, row, strict=True), key=lambda pair: -pair[1]) for row in chances.tolist()]
    return [replace(die, colour=tuple(colours)) for die, colours in zip(dice, ranked, strict=True)]


def _of_all_alike(told: Floats, bodies: Floats) -> Floats:
    """Return the chances (N, colours) of dice with these bodies, (N, 3) BGR, together with all that look alike."""
    shades = np.log(bodies + DARKEST)
    looks = np.column_stack([shades[:, ::2] - shades[:, 1:2], shades.mean(axis=1)]) / (TINT, TINT, LIGHT)
    alike = np.exp(-0.5 * ((looks[:, None] - looks) ** 2).sum(axis=-1))
    mean = np.exp(alike @ np.log(told) / alike.sum(axis=1, keepdims=True))
    return np.asarray(mean / mean.sum(axis=1, keepdims=True), np.float64)


def _body(image: Image, die: Detection) -> Floats:
    """Return the colour of a die's body, (3,) BGR: the median around its face, where pips and shine are few."""
    corners = np.array(die.outline_px)
    middle = corners.mean(axis=0)
    along = np.linspace(0, 1, SPOTS, endpoint=False)[:, None, None]
    rim = (corners + along * (np.roll(corners, -1, axis=0) - corners) - middle).reshape(-1, 2)
    x, y = (np.concatenate([middle + share * rim for share in RIMS]).astype(np.float32)).T[:, :, None]
    seen = cv2.remap(image, np.ascontiguousarray(x), np.ascontiguousarray(y), cv2.INTER_LINEAR)
    return np.asarray(np.median(seen[:, 0], axis=0), np.float64)


def _evened(weights: Floats, counts: Floats) -> Floats:
    """Return the colours' weights, nearer to those by which each has as many dice as any other on the table."""
    there = counts > THERE
    usual = counts[there].mean() if there.any() else 1.0
    nearer = weights * np.sqrt(np.divide(usual, counts, out=np.ones_like(counts), where=there))
    return np.clip(nearer, 1 / MOST_EVENED, MOST_EVENED)
