"""Two readings of one table taken together: what is unsure in one may be plain in the other."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from rules.game import Verdict
from rules.table import Layout, Place, Shape
from vision.reading import Piece, Reading

NEAR = 0.5  # of a side: a piece that lies loose is the one that lay no further away


def together(earlier: Reading, verdict: Verdict[Any], now: Reading, layout: Layout) -> Reading:
    """Return the later of two readings of one table with what both show; as it is where their cells differ.

    `verdict` is what was made of the earlier one. What lies loose is told apart by where it lies.
    """
    seen = earlier.observation
    if not seen.anchored or not now.observation.anchored or verdict.shift is not None:
        return now
    loose = {zone.name for zone in layout.zones if zone.shape is Shape.LOOSE}
    named = dict(_renamed(earlier, now, loose))
    here = {place: named.get(place, place) for place in seen.faces}
    faces = {here[place]: odds for place, odds in seen.faces.items()}
    disturbed = frozenset(named.get(place, place) for place in seen.disturbed)
    return replace(now, observation=replace(seen, faces=faces, disturbed=disturbed).combined(now.observation))


def _renamed(earlier: Reading, now: Reading, loose: set[str]) -> Iterator[tuple[Place, Place]]:
    """Yield each loose piece's place in the earlier reading with what that is called in the later one."""
    lying = [piece for piece in now.pieces if piece.place and piece.place.zone in loose]
    spare = max((piece.place.cell[0] for piece in lying if piece.place), default=-1)
    for piece in earlier.pieces:
        if piece.place is None or piece.place.zone not in loose:
            continue
        near = min(((far(piece, other), other.place) for other in lying if other.place), default=None)
        if near is not None and near[0] < NEAR:
            yield piece.place, near[1]
        else:
            spare += 1
            yield piece.place, Place(piece.place.zone, (spare,))


def far(one: Piece, other: Piece) -> float:
    """Return how far two pieces lie apart, in sides of the first."""
    here, there = np.array(one.outline_px), np.array(other.outline_px)
    return float(np.hypot(*(here.mean(axis=0) - there.mean(axis=0))) / max(np.hypot(*(here[1] - here[0])), 1.0))
