"""The position as a small drawn board: what the page's SVG shows, 100 units a cell."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from companion.overlay import split
from companion.palette import colours
from rules.table import Face, Layout, Place, Shape, Table, Zone

CELL: Final = 100


@dataclass(frozen=True, slots=True)
class Drawn:
    """One piece on the board: its top left corner in units, and whether the last move put it there."""

    x: int
    y: int
    piece: str
    label: str
    fill: str
    ink: str
    changed: bool


@dataclass(frozen=True, slots=True)
class Board:
    """The pieces of the square grids, back to front, the grid's columns and rows, and other zones as text."""

    pieces: tuple[Drawn, ...]
    columns: range
    rows: range
    lists: tuple[tuple[str, str], ...]

    @property
    def view_box(self) -> str:
        """The SVG's view box, with room for the columns' and rows' numbers."""
        return f"{self.columns.start * CELL - 50} {self.rows.start * CELL - 50} {self.width} {self.height}"

    @property
    def width(self) -> int:
        """The drawing's width in units."""
        return len(self.columns) * CELL + 70

    @property
    def height(self) -> int:
        """The drawing's height in units."""
        return len(self.rows) * CELL + 70


def board(table: Table, before: Table, layout: Layout) -> Board:
    """Return the drawing of `table`, marking what differs from `before`."""
    square = [zone for zone in layout.zones if zone.shape is Shape.SQUARE]
    others = [zone for zone in layout.zones if zone.compared and zone.shape is not Shape.SQUARE]
    placed = [(place, face) for zone in square for place, face in sorted(table.items()) if place.zone == zone.name]
    kinds = {zone.name: zone.piece for zone in square}
    pieces = tuple(_drawn(place, face, kinds[place.zone], before) for place, face in placed)
    cells = [place.cell for place, _ in placed]
    lists = tuple((zone.name, _listed(zone, table)) for zone in others)
    return Board(pieces, _span(cell[0] for cell in cells), _span(cell[1] for cell in cells), lists)


def _drawn(place: Place, face: Face, piece: str, before: Table) -> Drawn:
    group, label = split(face)
    x, y = place.cell
    return Drawn(x * CELL, y * CELL, piece, label, *colours(group), changed=before.get(place) != face)


def _span(values: Iterable[int]) -> range:
    found = list(values)
    return range(min(found), max(found) + 1) if found else range(1)


def _listed(zone: Zone, table: Table) -> str:
    faces = [face for place, face in sorted(table.items()) if place.zone == zone.name]
    return ", ".join(faces) or "nothing"
