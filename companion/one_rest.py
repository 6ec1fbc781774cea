"""Two readings of one table taken together: what is unsure in one may be plain in the other."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from rules.game import Verdict
from rules.table import ALIKE, Layout, Place, Shape
from vision.reading import Piece, Reading

NEAR = 0.5  # of a side: a piece that lies loose is the one that lay no further away


def together(earlier: Reading, verdict: Verdict[Any], now: Reading, layout: Layout) -> Reading:
    """Return the later of two readings of one table with what both show; as it is where their cells differ.

    `verdict` is what was made of the earlier one. What lies loose is told apart by where it lies.
    """
    seen = earlier.observation
    if not seen.anchored or not now.observation.anchored or verdict.shift is not None:
        return now
    return joined(earlier, now, layout)


def joined(earlier: Reading, now: Reading, layout: Layout, worth: tuple[float, float] = (ALIKE, ALIKE)) -> Reading:
    """Return the later of two readings in the same cells with what both show, each so much `worth`.

    What only one found lies there too.
    """
    seen = earlier.observation
    loose = {zone.name for zone in layout.zones if zone.shape is Shape.LOOSE}
    named = dict(_renamed(earlier, now, loose))
    faces = {named.get(place, place): odds for place, odds in seen.faces.items()}
    disturbed = frozenset(named.get(place, place) for place in seen.disturbed)
    both = replace(seen, faces=faces, disturbed=disturbed).combined(now.observation, worth)
    found = {piece.place for piece in now.pieces}
    missed = (replace(piece, place=named.get(piece.place, piece.place)) for piece in earlier.pieces if piece.place)
    pieces = (*now.pieces, *(piece for piece in missed if piece.place not in found))
    observation = replace(both, anchored=seen.anchored and now.observation.anchored)
    return replace(now, pieces=pieces, observation=observation, pose=now.pose or earlier.pose)


def same_cells(earlier: Reading, now: Reading) -> bool:
    """Return whether two readings number the cells of a free grid alike, as far as both have found one."""
    if earlier.pose is None or now.pose is None:
        return True
    pose, other = earlier.pose, now.pose
    apart = np.hypot(pose.x - other.x, pose.y - other.y)
    return earlier.calibrated == now.calibrated and bool(apart < NEAR * min(pose.pitch_x, pose.pitch_y))


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
