"""Nets of dice: a cross of six faces with tabs to glue, to fold into a die of paper."""

from collections.abc import Sequence
from typing import Final

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.board_art import Drawer
from companion.kit_paper import SOFT, Grid, Paper
from companion.kit_pen import draw
from rules.kit import Kit
from rules.table import Face
from rules.text import say

TAB: Final = 0.28  # of a die's side: how far a tab sticks out
GAP_MM: Final = 3.0  # between nets
CELLS: Final = (
    (1, 0),
    (1, 2),
    (1, 1),
    (1, 3),
    (0, 1),
    (2, 1),
)  # of the six faces, column and row; opposite ones in turn
TABS: Final = ((1, 0, 90), (1, 0, 270), (1, 2, 90), (1, 2, 270), (1, 3, 90), (1, 3, 270), (1, 3, 180))
"""Column, row, and the side of that cell by its turn from the upper one, clockwise."""


def net_pages(paper: Paper, kit: Kit, drawer: Drawer, side: float) -> None:
    """Write the nets of all dice of a kit with that `side` in mm; `drawer` fills a face to its edges."""
    dice = [group.faces for group in kit.groups for _ in range(group.copies)]
    grid = Grid.of(paper.room(), 3 * side + GAP_MM, (4 + TAB) * side + GAP_MM)
    fits = grid.columns * grid.rows
    how = say(
        "On stout paper: cut out, crease along the pale lines, glue the tabs. Dice of {size} mm.", size=f"{side:g}"
    )
    for first in range(0, len(dice), fits):
        page = dice[first : first + fits]
        paper.head(say("nets of dice"), how)
        for faces, (x, y) in zip(page, grid.corners(), strict=False):
            _net(paper.canvas, faces, drawer, (x + GAP_MM / 2, y - GAP_MM / 2), side)
        paper.foot(kit.note)


def _net(canvas: Canvas, faces: Sequence[Face], drawer: Drawer, at: tuple[float, float], side: float) -> None:
    """Draw a net with the upper left of its box there: tabs, faces, then the lines to fold along."""
    for column, row, turn in TABS:
        _tab(canvas, at[0] + (column + 0.5) * side, at[1] - (row + 0.5) * side, turn, side)
    for face, (column, row) in zip(faces, CELLS, strict=True):
        draw(canvas, drawer(face), at[0] + column * side, at[1] - row * side, side)
    canvas.setStrokeColor(HexColor(SOFT))
    canvas.setLineWidth(0.3)
    for column, row in CELLS:
        canvas.rect((at[0] + column * side) * mm, (at[1] - (row + 1) * side) * mm, side * mm, side * mm)


def _tab(canvas: Canvas, x_mm: float, y_mm: float, turn: int, side: float) -> None:
    """Draw a tab at one side of the cell whose middle is given."""
    half, deep = side / 2 * mm, TAB * side * mm
    canvas.saveState()
    canvas.translate(x_mm * mm, y_mm * mm)
    canvas.rotate(-turn)
    canvas.setStrokeColor(HexColor(SOFT))
    canvas.setLineWidth(0.3)
    tab = canvas.beginPath()
    tab.moveTo(-half, half)
    tab.lineTo(-half + deep, half + deep)
    tab.lineTo(half - deep, half + deep)
    tab.lineTo(half, half)
    tab.close()
    canvas.drawPath(tab, stroke=1, fill=0)
    canvas.restoreState()
