"""Sheets for dice: stickers for blank ones, or nets that fold and glue into dice of paper."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.board_art import Art, Attributes, Drawer, Element
from companion.board_line import line_die
from companion.kit_forge import forge_face
from companion.kit_nets import net_pages
from companion.kit_paper import MARK_MM, Box, Grid, KitError, Paper
from companion.kit_pen import LOOKS, UNITS, draw
from rules.kit import Group, Kit
from rules.table import Face
from rules.text import joined, say

STICKERS, NETS = "stickers", "nets"
STICKER: Final = 0.875  # of a die's side: what is flat between its rounded edges
LABEL_MM: Final = 5.0  # for what a block of stickers is
FRAME_MM: Final = LABEL_MM + 2 * MARK_MM[1]  # above and below the rows of a block
ARROW: Final = "M0 -13 L13 10.4 H-13 Z"  # a plain head: from above it reads better than an arrow with a shaft

Row = Sequence[Face]
Block = tuple[Group, Sequence[Row]]


def _line_face(face: Face) -> Art:
    """Return a face of a line die as the page draws it, but for the arrow."""
    arrow: Attributes = {"d": ARROW}
    return tuple(
        replace(part, at=part.at | arrow) if part.at.get("class") == "arrow" else part for part in line_die(face)
    )


DRAWERS: Final[dict[str, Drawer]] = {"line_die": _line_face, "forge_die": forge_face}  # by the kind of piece


def _filling(drawer: Drawer) -> Drawer:
    """Return a drawer whose faces go on to the edges in the colour of their bodies."""
    look = LOOKS["black"]
    square = Element("rect", {"x": 0, "y": 0, "width": UNITS, "height": UNITS, "fill": str(look["fill"])})
    return lambda face: (square, *drawer(face))


def dice_pages(paper: Paper, kit: Kit, chosen: Mapping[str, Any]) -> None:
    """Write the sheets of a kit's dice as `form` says, STICKERS if it says nothing, for dice of `size_mm`."""
    size = chosen["size_mm"]
    if chosen.get("form") == NETS:
        net_pages(paper, kit, _filling(DRAWERS[kit.piece]), size)
        return
    side = STICKER * size
    for page in _blocks(kit, paper.room(), side):
        how = say("For dice of {size} mm: print on sticker paper and cut between the faces.", size=f"{size:g}")
        paper.head(say("stickers"), how)
        _sticker_page(paper, kit, page, side)
        paper.foot(kit.note)


def _sticker_page(paper: Paper, kit: Kit, page: Sequence[Block], side: float) -> None:
    drawer = DRAWERS[kit.piece]
    room = paper.room()
    top = room.bottom + room.tall
    for group, rows in page:
        columns = len(rows[0])
        tall, wide = len(rows) * side, columns * side
        top -= LABEL_MM
        _label(paper, group, room.left + (room.wide - wide) / 2, top + 1)
        box = Box(room.left + (room.wide - wide) / 2, top - MARK_MM[1] - tall, wide, tall)
        grid = Grid(box, columns, len(rows))
        for face, (x, y) in zip((face for row in rows for face in row), grid.corners(), strict=False):
            draw(paper.canvas, drawer(face), x, y, side)
        grid.crop(paper.canvas)
        top -= tall + 2 * MARK_MM[1]


def _label(paper: Paper, group: Group, x_mm: float, y_mm: float) -> None:
    """Write what a block of stickers is, and how many dice it is for."""
    times = f"{group.copies} × " if group.copies > 1 else ""  # noqa: RUF001 (the sign for times)
    paper.write(x_mm, y_mm, joined((times, group.title), ""), 7)


def _blocks(kit: Kit, room: Box, side: float) -> Iterator[Sequence[Block]]:
    """Yield what each page holds: rows of stickers by group, a group that is too long going on on the next page."""
    most = int((room.wide - 2 * MARK_MM[1] + 0.01) // side)
    if most < 1 or side + FRAME_MM > room.tall:
        raise KitError("Pieces of this size do not fit on the paper: choose a smaller --size-mm.")
    page: list[Block] = []
    free = room.tall
    for group in kit.groups:
        rows = _rows(group, most)
        while rows:
            fits = int((free - FRAME_MM + 0.01) // side)
            if fits < 1:
                yield page
                page, free = [], room.tall
                continue
            page.append((group, rows[:fits]))
            free -= FRAME_MM + len(rows[:fits]) * side
            rows = rows[fits:]
    yield page


def _rows(group: Group, most: int) -> list[Row]:
    """Return all faces of a group in rows of at most `most`, what belongs together in one if it fits."""
    faces = group.faces * group.copies
    columns = min(most // group.together * group.together or most, len(faces))
    return [faces[first : first + columns] for first in range(0, len(faces), columns)]
