"""A figure of a help card: a position and what one move makes of it, drawn as the page draws boards."""

from typing import Any, Final

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from companion.board import CELL, Board, board
from companion.board_art import Element
from companion.kit_fonts import ITALIC, fitting
from companion.kit_pen import INK, draw
from companion.kit_text import figure
from rules import AnyGame
from rules.glance import Glance, glance
from rules.text import Tongue, say, told

ARROW_MM: Final = 9.0  # room between the two boards
LARGEST_MM: Final = 15.0  # side of a cell
CHANGED: Final = Element(
    "rect",
    {"x": 3, "y": 3, "width": 94, "height": 94, "rx": 11, "fill": "none", "stroke": "#c2410c", "stroke-width": 6},
)
GOAL: Final = Element(
    "rect",
    {"x": 8, "y": 8, "width": 84, "height": 84, "rx": 9, "fill": "#dfeade", "stroke": "#1f5a46", "stroke-width": 4},
)
"""Drawn over a piece that the move changed, and in an empty cell where play goes on."""


class Figure(Flowable):  # type: ignore[misc]  # reportlab has no types
    """Two boards side by side, of the lines of a help card's figure; what it says is said in that tongue."""

    def __init__(self, game: AnyGame, text: str, size: float, tongue: Tongue | None = None) -> None:
        super().__init__()
        lines = dict(figure(text))
        seats = int(lines.pop("seats"))
        self.says: str = told(say(lines.pop("says")), tongue)  # collected from HELP.md itself
        move = game.parse_move(lines.pop("move"))
        before = game.initial_state(seats, **lines)
        now = game.table(before)
        self.boards = tuple(
            board(game.table(state), now, game.layout(state), Glance(openings=glance(game, state).openings))
            for state in (before, game.apply(before, move))
        )
        self.size = size
        self.cell_mm = 0.0

    def wrap(self, wide: float, tall: float) -> tuple[float, float]:
        """Return the width and height it takes, in points, as the PDF library asks."""
        del tall
        columns = sum(_extent(shown, 0)[1] for shown in self.boards)
        self.cell_mm = min(LARGEST_MM, (wide / mm - ARROW_MM) / columns)
        rows = max(_extent(shown, 1)[1] for shown in self.boards)
        self.width, self.height = wide, rows * self.cell_mm * mm + 2.6 * self.size
        return self.width, self.height

    def draw(self) -> None:
        """Draw the boards with an arrow between, and what the figure says below."""
        top = self.height / mm - 0.4 * self.size / mm
        first, second = self.boards
        _board(self.canv, first, 0, top, self.cell_mm)
        left = _extent(first, 0)[1] * self.cell_mm
        _arrow(self.canv, left, top - _extent(first, 1)[1] * self.cell_mm / 2)
        _board(self.canv, second, left + ARROW_MM, top, self.cell_mm)
        self.canv.setFillColor(HexColor(INK))
        self.canv.setFont(ITALIC, fitting(self.says, ITALIC, 0.9 * self.size, self.width))
        self.canv.drawString(0, 0.7 * self.size, self.says)


def _extent(shown: Board, axis: int) -> tuple[int, int]:
    """Return the first column or row of a board that holds anything, and how many there are from it on."""
    cells = [(piece.x // CELL, piece.y // CELL)[axis] for piece in shown.pieces]
    cells += [cell[axis] for cell in shown.goals]
    return min(cells), max(cells) - min(cells) + 1


def _board(canvas: Any, shown: Board, left_mm: float, top_mm: float, cell_mm: float) -> None:  # noqa: ANN401 (no types)
    column, row = _extent(shown, 0)[0], _extent(shown, 1)[0]
    for x, y in shown.goals:
        draw(canvas, (GOAL,), left_mm + (x - column) * cell_mm, top_mm - (y - row) * cell_mm, cell_mm)
    for piece in shown.pieces:
        art = (*piece.art, CHANGED) if piece.changed else piece.art
        x_mm, y_mm = (piece.x / CELL - column) * cell_mm, (piece.y / CELL - row) * cell_mm
        draw(canvas, art, left_mm + x_mm, top_mm - y_mm, cell_mm)


def _arrow(canvas: Any, left_mm: float, y_mm: float) -> None:  # noqa: ANN401 (no types)
    """Draw an arrow to the right in the room between the boards."""
    canvas.setFillColor(HexColor(INK))
    head = canvas.beginPath()
    head.moveTo((left_mm + 7) * mm, y_mm * mm)
    head.lineTo((left_mm + 4) * mm, (y_mm + 2) * mm)
    head.lineTo((left_mm + 4) * mm, (y_mm - 2) * mm)
    head.close()
    canvas.drawPath(head, stroke=0, fill=1)
    canvas.rect((left_mm + 2) * mm, (y_mm - 0.5) * mm, 2 * mm, mm, stroke=0, fill=1)
