"""The position as a small drawn board: what the page's SVG shows, 100 units a cell."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from companion import called
from companion.board_art import Art, Drawer, die, suns, tile
from companion.board_line import line_die
from companion.kit_forge import forge_face, good
from companion.session import Session
from rules.glance import Glance
from rules.table import Cell, Face, Layout, Place, Shape, Table, Zone
from rules.text import joined, listed, say

CELL: Final = 100
DRAWERS: Final[dict[str, Drawer]] = {  # by the kind of piece
    "die": die,
    "tile": tile,
    "line_die": line_die,
    "forge_die": forge_face,
    "good": good,
}
ON_TOP: Final = "die"  # stands on whatever else lies there
PICTURED: Final = DRAWERS.keys() - {"die", "tile"}  # the kinds whose faces have no name or number that people know
BEFORE, BEHIND = 54, 44  # units around the cells
LEAST: Final = 3  # columns and rows shown, so that the first pieces are not huge


@dataclass(frozen=True, slots=True)
class Drawn:
    """One piece on the board: its top left corner in units, and whether the last change put it there."""

    x: int
    y: int
    piece: str
    face: Face
    art: Art
    changed: bool

    @property
    def called(self) -> str:
        """What people call what it shows."""
        return called.face(self.face)


@dataclass(frozen=True, slots=True)
class Board:
    """The pieces of the square grids, back to front, the cells where play goes on, and other zones as text.

    `left` are the cells that the last change left empty.
    """

    pieces: tuple[Drawn, ...]
    goals: tuple[Cell, ...]
    left: tuple[Cell, ...]
    columns: range
    rows: range
    lists: tuple[tuple[str, str], ...]

    @property
    def goals_told(self) -> str:
        """The cells where play goes on, in words."""
        return listed([",".join(map(str, cell)) for cell in self.goals], say(" or "))

    @property
    def view_box(self) -> str:
        """The SVG's view box, with room for the columns' and rows' numbers and for arrows beyond the edge."""
        return f"{self.columns.start * CELL - BEFORE} {self.rows.start * CELL - BEFORE} {self.width} {self.height}"

    @property
    def width(self) -> int:
        """The drawing's width in units."""
        return len(self.columns) * CELL + BEFORE + BEHIND

    @property
    def height(self) -> int:
        """The drawing's height in units."""
        return len(self.rows) * CELL + BEFORE + BEHIND


def board(table: Table, before: Table, layout: Layout, glance: Glance) -> Board:
    """Return the drawing of `table`, marking what differs from `before` and the empty places where play goes on."""
    square = {zone.name: zone for zone in layout.zones if zone.shape is Shape.SQUARE}
    others = [zone for zone in layout.zones if zone.compared and zone.shape is not Shape.SQUARE]
    placed = [(place, face) for name in square for place, face in sorted(table.items()) if place.zone == name]
    pieces = [_drawn(place, face, square[place.zone].piece, before, glance) for place, face in placed]
    pointed = {*glance.openings, *(tap.place for tap in glance.taps)}
    goals = tuple(sorted({place.cell for place in pointed if place.zone in square and place not in table}))
    now = {place.cell for place, _ in placed}
    left = tuple(sorted({place.cell for place in before if place.zone in square} - now)) if now else ()
    cells = [*now, *goals, *left]
    lists = tuple((called.zone(zone.name), _listed(zone, table)) for zone in others)
    ordered = tuple(sorted(pieces, key=lambda drawn: (drawn.piece == ON_TOP, drawn.changed)))
    return Board(ordered, goals, left, _span(cell[0] for cell in cells), _span(cell[1] for cell in cells), lists)


def art(piece: str, face: Face) -> Art:
    """Return the drawing of a face on that kind of piece; a kind that nobody draws looks like a tile."""
    return DRAWERS.get(piece, tile)(face)


def pictured(session: Session, zone: str, face: Face) -> Art:
    """Return the drawing by which people choose a face of that zone; () where its name says more."""
    piece = session.game.layout(session.position().state).zone(zone).piece
    return art(piece, face) if piece in PICTURED else ()


def _drawn(place: Place, face: Face, piece: str, before: Table, glance: Glance) -> Drawn:
    x, y = place.cell
    drawing = (*art(piece, face), *suns(glance.signs.get(place, 0)))
    return Drawn(x * CELL, y * CELL, piece, face, drawing, changed=before.get(place) != face)


def _span(values: Iterable[int]) -> range:
    found = list(values)
    if not found:
        return range(1)
    spare = max(0, LEAST - (max(found) - min(found) + 1))
    return range(min(found) - spare // 2, max(found) + 1 + spare - spare // 2)


def _listed(zone: Zone, table: Table) -> str:
    faces = [face for place, face in sorted(table.items()) if place.zone == zone.name]
    return joined(map(called.face, faces)) or say("nothing")
