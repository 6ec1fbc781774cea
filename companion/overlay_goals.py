"""Where play goes on, drawn into the picture: cells found from the pieces that lie around them."""

from collections.abc import Collection, Iterator
from typing import Final

import numpy as np

from companion.records import Still
from rules.table import Cell, Layout, Place, Shape

LEAST: Final = 2  # pieces that tell how the grid lies
SHRUNK: Final = 0.46  # half the side of what is drawn, in cells

Seen = list[tuple[complex, complex]]
"""Pieces of one grid: the cell, and the middle in the picture, as x + yi."""


def goal_outlines(still: Still, layout: Layout, openings: Collection[Place]) -> Iterator[str]:
    """Yield the outline, as the points of a polygon, of each opening on a free square grid where nothing was seen."""
    for zone in layout.zones:
        if zone.shape is Shape.SQUARE:
            seen = _seen(still, zone.name)
            for place in openings:
                cell = complex(*_back(place.cell, still))
                if place.zone == zone.name and len(seen) >= LEAST and all(cell != other for other, _ in seen):
                    yield _outline(cell, seen)


def _seen(still: Still, zone: str) -> Seen:
    lying = (piece for piece in still.reading.pieces if piece.place and piece.place.zone == zone)
    return [(complex(*p.place.cell), complex(*np.mean(p.outline_px, axis=0))) for p in lying if p.place]


def _back(cell: Cell, still: Still) -> Cell:
    """Return a cell of the state as the still itself calls it."""
    shift = still.verdict.shift
    return cell if shift is None else tuple(a - b for a, b in zip(cell, shift, strict=True))


def _outline(cell: complex, seen: Seen) -> str:
    """Return the square of a cell, turned and scaled as the pieces nearest to it lie."""
    cells, middles = (np.array(part) for part in zip(*seen, strict=True))
    near = 1 / abs(cells - cell) ** 2
    rows = np.column_stack([cells, np.ones(len(cells))]) * near[:, None]
    turn, origin = np.linalg.lstsq(rows, middles * near, rcond=None)[0]
    corners = [turn * (cell + SHRUNK * way) + origin for way in (-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j)]
    return " ".join(f"{corner.real:.1f},{corner.imag:.1f}" for corner in corners)
