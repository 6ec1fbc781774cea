"""Where the pieces lie, what should lie there, and what a reading means in the game's words."""

from collections.abc import Collection, Mapping
from typing import Any

from rules.line_dice.faces import FACES, KINDS, RINGS, SIDES, Cell, arrow, beside, ports, shape
from rules.line_dice.state import Phase, State
from rules.table import Face, Layout, Observation, Place, Shape, Table, Zone

ROAD = "die"
HAND = "hand"
PITCH_MM = (10.0, 26.0)  # dice of 10 to 25 mm that touch


def layout(state: State) -> Layout:
    """Return the free grid of the road and the loose area of the hands.

    While hands are rolled there is no road, and dice that touch by chance are no road either.
    """
    rolling = state.phase is Phase.ROLL
    return Layout(
        (
            Zone(ROAD, "line_die", Shape.SQUARE, FACES, ROAD, PITCH_MM, settled=not rolling, rings=RINGS),
            Zone(HAND, "line_die", Shape.LOOSE, KINDS, rings=RINGS),
        )
    )


def table(state: State) -> Table:
    """Return what should lie where: the road; hands are loose."""
    return {Place(ROAD, die.cell): die.face for die in state.dice}


def sighting(seen: Observation) -> dict[str, Any]:
    """Return the largest group of dice that touch side by side, row by row, and how many dice lie elsewhere.

    Directions are those of the road's own grid. A die on which nothing could be read counts as loose.
    """
    road = road_seen(seen)
    return {"cells": [_cell(cell, face) for cell, face in road.items()], "loose": len(seen.faces) - len(road)}


def road_seen(seen: Observation) -> dict[Cell, Face]:
    """Return the dice of the largest group that touch side by side, by cell, row by row, as they were read."""
    return {cell: max(odds, key=odds.__getitem__) for cell, odds in road_odds(seen).items()}


def road_odds(seen: Observation) -> dict[Cell, Mapping[Face, float]]:
    """Return what each die of the largest group that touch side by side may be, by cell, row by row."""
    read = {place: odds for place, odds in seen.faces.items() if place.zone == ROAD and odds}
    found = {(place.cell[0], place.cell[1]): odds for place, odds in read.items()}
    return {cell: found[cell] for cell in sorted(_largest(found), key=lambda cell: cell[::-1])}


def _cell(cell: Cell, face: Face) -> dict[str, Any]:
    return {"x": cell[0], "y": cell[1], "face": shape(face), "ports": list(ports(face)), "arrow": arrow(face)}


def _largest(cells: Collection[Cell]) -> set[Cell]:
    """Return the largest group of cells that touch side by side; of equal ones the one nearest to the top."""
    left = set(cells)
    best: set[Cell] = set()
    for cell in sorted(cells, key=lambda cell: cell[::-1]):
        if cell in left:
            group = _group(cell, left)
            left -= group
            best = max(best, group, key=len)
    return best


def _group(cell: Cell, cells: set[Cell]) -> set[Cell]:
    group, edge = {cell}, [cell]
    while edge:
        here = edge.pop()
        touching = {beside(here, side) for side in SIDES} & cells - group
        group |= touching
        edge += touching
    return group
