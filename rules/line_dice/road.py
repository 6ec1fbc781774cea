"""The road that the dice form: where it goes on, where it began, what it passes over (RULES.md, 3.2 and 3.3)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from rules.line_dice.faces import CROSSING, SIDES, Cell, Side, beside, opposite, ports, way_out
from rules.table import Face


class End(StrEnum):
    """What a road that is followed comes to."""

    OPEN = "open"  # an empty cell
    CLOSED = "closed"  # its own beginning
    BLOCKED = "blocked"  # a side without a road


@dataclass(frozen=True, slots=True)
class Die:
    """A die on the table and the seat that laid it; None for the left-over die and where nobody knows."""

    face: Face
    cell: Cell
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """Where the road leads from a die: the cell it comes to, its heading there, and the crossings passed over."""

    cell: Cell
    heading: Side
    passed: tuple[Cell, ...]
    end: End


@dataclass(frozen=True, slots=True)
class Road:
    """The dice by cell and their road. `head` is None until a second die has given the road its direction."""

    board: Mapping[Cell, Face] = field(default_factory=dict)
    start: Cell | None = None
    tail_side: Side | None = None
    last: Cell | None = None
    head: Way | None = None

    @property
    def closed(self) -> bool:
        """Whether the road has come back to its beginning."""
        return self.head is not None and self.head.end is End.CLOSED

    @property
    def tail(self) -> Cell | None:
        """The cell in front of the road's beginning, beyond crossings that prolong it; None if there is none."""
        if self.start is None or self.tail_side is None:
            return None
        back = self.follow(self.start, self.tail_side)
        return back.cell if back.end is End.OPEN else None

    def follow(self, cell: Cell, out: Side) -> Way:
        """Return where a road that leaves `cell` through `out` leads: straight over every crossing it meets."""
        passed: list[Cell] = []
        here = beside(cell, out)
        while here in self.board:
            if here == self.start and self.tail_side == opposite(out):
                return Way(here, out, tuple(passed), End.CLOSED)
            if self.board[here] != CROSSING:
                return Way(here, out, tuple(passed), End.BLOCKED)
            passed.append(here)
            here = beside(here, out)
        return Way(here, out, tuple(passed), End.OPEN)

    def arrival(self, cell: Cell) -> Side | None:
        """Return the side at which the road comes into `cell`; None where it does not."""
        if self.head is not None:
            return opposite(self.head.heading) if cell == self.head.cell else None
        if self.start is None:
            return None
        facing = (side for side in ports(self.board[self.start]) if beside(self.start, side) == cell)
        return next(map(opposite, facing), None)

    def goals(self) -> tuple[Cell, ...]:
        """Return the cells where the next die may lie: the head, or beside any road end of a single die."""
        if self.head is not None:
            return (self.head.cell,) if self.head.end is End.OPEN else ()
        if self.start is None:
            return ((0, 0),)
        return tuple(beside(self.start, side) for side in ports(self.board[self.start]))

    def extended(self, face: Face, cell: Cell) -> "Road":
        """Return the road with a die more; one that does not continue it lies beside it and changes nothing else."""
        board = MappingProxyType({**self.board, cell: face})
        entry = self.arrival(cell)
        if self.start is None:
            return Road(board, start=cell, last=cell)
        if entry is None or entry not in ports(face) or cell in self.board:
            return replace(self, board=board)
        tail_side = self.tail_side or way_out(self.board[self.start], opposite(entry))
        grown = replace(self, board=board, tail_side=tail_side, last=cell)
        return replace(grown, head=grown.follow(cell, way_out(face, entry)))


@lru_cache(maxsize=1024)
def road(dice: tuple[Die, ...]) -> Road:
    """Return the road of the dice in the order they were laid."""
    return road(dice[:-1]).extended(dice[-1].face, dice[-1].cell) if dice else Road()


def neighbours(board: Mapping[Cell, Face], cell: Cell) -> dict[Side, bool]:
    """Return the sides of `cell` where a die lies beside, each with whether that die has a road end facing it."""
    found = {side: board.get(beside(cell, side)) for side in SIDES}
    return {side: opposite(side) in ports(face) for side, face in found.items() if face is not None}
