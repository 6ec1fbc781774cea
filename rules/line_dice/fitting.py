"""Whether a die fits the road: the tests of RULES.md, 4.6 to 4.11 and 4.13 to 4.15, whatever its arrow."""

from collections.abc import Collection, Iterator
from enum import StrEnum

from rules.line_dice.faces import CROSSING, FACES, Cell, Side, arrow, beside, ports, turned, way_out
from rules.line_dice.road import End, Road, neighbours
from rules.table import Face

SHAPES: tuple[Face, ...] = tuple(face for face in FACES if arrow(face) in {None, "N"})
"""A face for every shape in every turn: both straights, the crossing, and the four corners."""


class Fault(StrEnum):
    """Why a die does not fit where it lies, in the order in which it is tested."""

    OCCUPIED = "CELL_OCCUPIED"
    NO_ROAD_THERE = "CELL_NO_ROAD_THERE"
    AT_TAIL = "CELL_AT_TAIL"
    TURNS_ON_CROSSING = "CELL_TURNS_ON_CROSSING"
    NOT_HEAD = "CELL_NOT_HEAD"
    NO_CONNECTION = "NO_CONNECTION"
    DEAD_END = "DEAD_END"
    CROSS_BESIDE_BLANK = "CROSS_BESIDE_BLANK"
    BLOCKS_ROAD_END = "BLOCKS_ROAD_END"


def cell_fault(road: Road, cell: Cell) -> Fault | None:
    """Return why no die may lie on `cell` now; None where the road goes on, and anywhere for the first die."""
    if cell in road.board:
        return Fault.OCCUPIED
    if road.start is None or cell in road.goals():
        return None
    if road.head is None:
        touching = any(beside(cell, side) == road.start for side in "NESW")
        return Fault.NO_ROAD_THERE if touching else Fault.NOT_HEAD
    if cell == road.tail:
        return Fault.AT_TAIL
    return Fault.TURNS_ON_CROSSING if cell in _beside_crossing(road) else Fault.NOT_HEAD


def _beside_crossing(road: Road) -> tuple[Cell, ...]:
    """Return the cells left and right of the last die, if it is a crossing that the road goes straight on from."""
    if road.last is None or road.head is None or road.head.passed or road.board[road.last] != CROSSING:
        return ()
    return beside(road.last, turned(road.head.heading, 1)), beside(road.last, turned(road.head.heading, -1))


def fit_faults(road: Road, face: Face, cell: Cell, edge_rule: str) -> Iterator[tuple[Fault, tuple[Cell, ...]]]:
    """Yield why the face does not fit on a cell where the road goes on, each with the cells of the dice concerned."""
    if road.start is None:
        return
    entry = road.arrival(cell)
    if entry is None or entry not in ports(face):
        yield Fault.NO_CONNECTION, (beside(cell, entry),) if entry else ()
        return
    yield from _dead_end(road, face, cell)
    if edge_rule == "full":
        yield from _edges(road, face, cell, entry)


def _dead_end(road: Road, face: Face, cell: Cell) -> Iterator[tuple[Fault, tuple[Cell, ...]]]:
    head = road.extended(face, cell).head
    if head is not None and head.end is End.BLOCKED:
        yield Fault.DEAD_END, (head.cell,)


def _edges(road: Road, face: Face, cell: Cell, entry: Side) -> Iterator[tuple[Fault, tuple[Cell, ...]]]:
    """Yield the touching sides, other than those the road goes through, of which only one has a road end."""
    around = neighbours(road.board, cell)
    through = {entry, way_out(face, entry)}
    blank = tuple(beside(cell, side) for side, facing in around.items() if side not in through and not facing)
    if face == CROSSING and blank:
        yield Fault.CROSS_BESIDE_BLANK, blank
    walled = tuple(beside(cell, side) for side, facing in around.items() if facing and side not in ports(face))
    if walled:
        yield Fault.BLOCKS_ROAD_END, walled


def fits(road: Road, face: Face, cell: Cell, edge_rule: str) -> bool:
    """Return whether the face may lie on `cell`, whatever its arrow and whoever's turn it is."""
    return cell_fault(road, cell) is None and next(fit_faults(road, face, cell, edge_rule), None) is None


def fitting(road: Road, faces: Collection[Face], edge_rule: str) -> Iterator[tuple[Face, Cell]]:
    """Yield each of the faces that fits now, with each cell where it does."""
    for cell in road.goals():
        for face in faces:
            if fits(road, face, cell, edge_rule):
                yield face, cell
