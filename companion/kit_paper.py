"""The pages of a paper kit: titles, a ruler to check the printer with, and grids of pieces with crop marks."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.corner_cards import PAPERS
from companion.kit_fonts import BOLD, PLAIN, fitting, use_fonts
from companion.kit_pen import INK
from companion.languages import ENGLISH, catalogue
from rules.text import joined, say, told

MARGIN_MM: Final = 9.0  # what printers may leave white
TOP_MM, BOTTOM_MM = 16.0, 15.0  # for the title, and for the ruler and a note
RULER_MM: Final = 50
MARK_MM: Final = (1.0, 4.0)  # from a piece's edge to where its crop mark begins, and ends
SOFT: Final = "#565c51"


class KitError(ValueError):
    """What was asked for cannot be printed; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of a page, mm from its lower left."""

    left: float
    bottom: float
    wide: float
    tall: float


class Paper:
    """A PDF under way on one size of paper and in one language, with the kit's title on every page."""

    def __init__(self, path: Path, paper: str, title: str, language: str = ENGLISH) -> None:
        use_fonts()
        size = PAPERS[paper]
        self.wide_mm, self.tall_mm = size[0] / mm, size[1] / mm
        self.title, self.tongue = title, catalogue(language)
        self.canvas = Canvas(
            str(path), pagesize=size, pageCompression=0, invariant=1, initialFontName=PLAIN, lang=language
        )
        self.canvas.setTitle(self.told(say("{game}: paper kit", game=title)))
        self.canvas.setCreator("table-companion")

    def told(self, text: str) -> str:
        """Return a text in the language of the paper."""
        said: str = told(text, self.tongue)
        return said

    def room(self) -> Box:
        """Return where pieces may lie: inside the margins, below the title, above the ruler."""
        tall = self.tall_mm - TOP_MM - BOTTOM_MM
        return Box(MARGIN_MM, BOTTOM_MM, self.wide_mm - 2 * MARGIN_MM, tall)

    def head(self, what: str, how: str) -> None:
        """Write what the page holds, and in a sentence what to do with it."""
        top = self.tall_mm - 8.5
        self.write(MARGIN_MM, top, joined((self.title, what), " · "), 11, font=BOLD, ink=INK)
        self.write(MARGIN_MM, top - 3.6, how, 7)

    def foot(self, note: str) -> None:
        """Draw the ruler that says whether the printer kept the size, write the note beside it, and end the page."""
        left, base = MARGIN_MM, 6.0
        self.canvas.setStrokeColor(HexColor(INK))
        self.canvas.setLineWidth(0.4)
        self.canvas.line(left * mm, base * mm, (left + RULER_MM) * mm, base * mm)
        for at in range(0, RULER_MM + 1, 5):
            tick = 2.4 if at % 10 == 0 else 1.2
            self.canvas.line((left + at) * mm, base * mm, (left + at) * mm, (base + tick) * mm)
        beside = left + RULER_MM + 9
        self.write(left - 0.6, base - 2.6, "0", 6.5)
        self.write(left + RULER_MM - 1.6, base - 2.6, say("{length} mm", length=RULER_MM), 6.5)
        self.write(beside, base + 1.2, say("Print at 100 %: this line must measure {length} mm.", length=RULER_MM), 6.5)
        self.write(beside, base - 2, note, 6.5)
        self.canvas.showPage()

    def save(self) -> None:
        """Write the file; until now there is none. Raises OSError where that fails."""
        self.canvas.save()

    def write(self, x_mm: float, y_mm: float, text: str, size: float, *, font: str = PLAIN, ink: str = SOFT) -> None:
        """Write a line from there on in the language of the paper, smaller where it would leave the right margin."""
        line = self.told(text)
        self.canvas.setFillColor(HexColor(ink))
        self.canvas.setFont(font, fitting(line, font, size, (self.wide_mm - MARGIN_MM - x_mm) * mm))
        self.canvas.drawString(x_mm * mm, y_mm * mm, line)


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells side by side without gaps, in the middle of a page's room."""

    box: Box
    columns: int
    rows: int

    @classmethod
    def of(cls, room: Box, wide_mm: float, tall_mm: float, most: tuple[int, int] = (99, 99)) -> "Grid":
        """Return as many cells as the room holds with their crop marks; KitError where it holds none."""
        side = 2 * MARK_MM[1]
        columns = min(most[0], int((room.wide - side + 0.01) // wide_mm))
        rows = min(most[1], int((room.tall - side + 0.01) // tall_mm))
        if columns < 1 or rows < 1:
            raise KitError("Pieces of this size do not fit on the paper: choose a smaller --size-mm.")
        wide, tall = columns * wide_mm, rows * tall_mm
        box = Box(room.left + (room.wide - wide) / 2, room.bottom + (room.tall - tall) / 2, wide, tall)
        return cls(box, columns, rows)

    def corners(self) -> Iterator[tuple[float, float]]:
        """Yield the upper left of each cell in mm from the page's lower left, row by row from the top."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield self._x(column), self._y(row)

    def crop(self, canvas: Canvas, rows: int | None = None) -> None:
        """Draw crop marks outside the upper `rows` of the grid (None: all of them)."""
        last = self.rows if rows is None else rows
        near, far = MARK_MM
        top, bottom, right = self._y(0), self._y(last), self._x(self.columns)
        canvas.setStrokeColor(HexColor(SOFT))
        canvas.setLineWidth(0.3)
        for column in range(self.columns + 1):
            x = self._x(column) * mm
            canvas.line(x, (top + near) * mm, x, (top + far) * mm)
            canvas.line(x, (bottom - near) * mm, x, (bottom - far) * mm)
        for row in range(last + 1):
            y = self._y(row) * mm
            canvas.line((self.box.left - near) * mm, y, (self.box.left - far) * mm, y)
            canvas.line((right + near) * mm, y, (right + far) * mm, y)

    def _x(self, column: int) -> float:
        return self.box.left + self.box.wide * column / self.columns

    def _y(self, row: int) -> float:
        return self.box.bottom + self.box.tall - self.box.tall * row / self.rows
