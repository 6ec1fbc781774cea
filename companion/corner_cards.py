"""The corner cards as a PDF at true size: four cards to cut out, and a ruler to check the printer with."""

from pathlib import Path

from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from vision.corners import CARD_BITS, CARD_IDS, CARD_SIDE_MM, CARD_SQUARE_MM, card_bits

PAPERS = {"a4": A4, "letter": LETTER}

_CORNERS = ("top left", "top right", "bottom right", "bottom left")
_COLUMN_OF, _ROW_OF = (0, 1, 1, 0), (0, 0, 1, 1)
_GAP_MM = 16.0
_TOP_MM = 18.0
_CARDS_TOP_MM = 66.0
_MARGIN_MM = 20.0
_TICK_MM = 5.0
_RULER_MM = 100
_STEPS = (
    "1. Print at 100 % (no “fit to page”) on matt paper. The ruler below must measure 100 mm.",
    "2. Cut along the grey lines. Keep the white rims: the camera needs them.",
    "3. Lay the cards flat near the corners of the table, all four in the camera's picture.",
    "4. Seen from above: 0 top left, 1 top right, 2 bottom right, 3 bottom left, every arrow pointing to the top.",
    "5. Stick them down if the cloth slips. Nothing may cover them.",
)


def write_corner_cards(path: Path, paper: str = "a4") -> None:
    """Write the one-page PDF to `path`; `paper` is "a4" or "letter".

    Raises ValueError, one sentence, for another paper, and OSError where the file cannot be written.
    """
    if paper not in PAPERS:
        raise ValueError(f'There is no paper "{paper}" to print on: choose {" or ".join(PAPERS)}.')
    width, height = PAPERS[paper]
    page = Canvas(str(path), pagesize=(width, height), pageCompression=0, invariant=1)
    page.setTitle("table-companion corner cards")
    _write_steps(page, height)
    left = (width - (2 * CARD_SIDE_MM + _GAP_MM) * mm) / 2
    for card_id in CARD_IDS:
        x = left + _COLUMN_OF[card_id] * (CARD_SIDE_MM + _GAP_MM) * mm
        y = height - (_CARDS_TOP_MM + CARD_SIDE_MM + _ROW_OF[card_id] * (CARD_SIDE_MM + _GAP_MM)) * mm
        _draw_card(page, card_id, x, y)
    _draw_ruler(page, (width - _RULER_MM * mm) / 2, height - (_CARDS_TOP_MM + 2 * CARD_SIDE_MM + 2 * _GAP_MM + 8) * mm)
    page.save()


def _write_steps(page: Canvas, height: float) -> None:
    page.setFont("Helvetica-Bold", 16)
    page.drawString(_MARGIN_MM * mm, height - _TOP_MM * mm, "Corner cards")
    page.setFont("Helvetica", 9.5)
    for line, step in enumerate(_STEPS):
        page.drawString(_MARGIN_MM * mm, height - (_TOP_MM + 8 + 6 * line) * mm, step)


def _draw_card(page: Canvas, card_id: int, x: float, y: float) -> None:
    """Draw a card with its lower left at (x, y) points: cut line, square, number and arrow in the rim's outer part."""
    side, middle = CARD_SIDE_MM * mm, x + CARD_SIDE_MM * mm / 2
    page.setStrokeGray(0.7)
    page.setLineWidth(0.3)
    page.rect(x, y, side, side)
    rim = (CARD_SIDE_MM - CARD_SQUARE_MM) / 2 * mm
    _draw_square(page, card_id, x + rim, y + rim)
    page.setFont("Helvetica-Bold", 5.5)
    page.drawCentredString(middle, y + 0.6 * mm, f"{card_id} · {_CORNERS[card_id]}")
    _draw_arrow(page, middle, y + side - 0.4 * mm)
    page.setFont("Helvetica", 8)
    page.drawCentredString(middle, y - 4.5 * mm, f"card {card_id}: {_CORNERS[card_id]} of the table")


def _draw_square(page: Canvas, card_id: int, x: float, y: float) -> None:
    """Draw the black square with its lower left at (x, y) points, its white cells as one shape, free of seams."""
    side, cell = CARD_SQUARE_MM * mm, CARD_SQUARE_MM / CARD_BITS * mm
    page.setFillGray(0)
    page.rect(x, y, side, side, stroke=0, fill=1)
    white = page.beginPath()
    for row, bits in enumerate(card_bits(card_id)):
        for column, black in enumerate(bits):
            if not black:
                white.rect(x + column * cell, y + side - (row + 1) * cell, cell, cell)
    page.setFillGray(1)
    page.drawPath(white, stroke=0, fill=1)
    page.setFillGray(0)


def _draw_arrow(page: Canvas, x: float, tip: float) -> None:
    """Draw a small arrow head pointing up, its tip at (x, tip) points."""
    arrow = page.beginPath()
    arrow.moveTo(x, tip)
    arrow.lineTo(x - 1.6 * mm, tip - 1.9 * mm)
    arrow.lineTo(x + 1.6 * mm, tip - 1.9 * mm)
    arrow.close()
    page.drawPath(arrow, stroke=0, fill=1)


def _draw_ruler(page: Canvas, x: float, y: float) -> None:
    """Draw a 100 mm ruler from (x, y) points to the right, numbered every centimetre."""
    page.setStrokeGray(0)
    page.setLineWidth(0.4)
    page.setFont("Helvetica", 7)
    page.line(x, y, x + _RULER_MM * mm, y)
    for at in range(0, _RULER_MM + 1, 5):
        page.line(x + at * mm, y, x + at * mm, y + (_TICK_MM if at % 10 == 0 else _TICK_MM / 2) * mm)
        if at % 10 == 0:
            page.drawCentredString(x + at * mm, y - 3.5 * mm, str(at))
    page.drawString(x + (_RULER_MM + 3) * mm, y - 3.5 * mm, "mm")
