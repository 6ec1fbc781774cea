"""The corner cards as a PDF at true size: four cards to cut out, and a ruler to check the printer with."""

from html import escape
from pathlib import Path
from typing import Final

from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from companion.kit_fonts import BOLD, PLAIN, fitting, use_fonts
from companion.languages import ENGLISH, catalogue
from rules.text import Tongue, say, told
from vision.corners import CARD_BITS, CARD_IDS, CARD_SIDE_MM, CARD_SQUARE_MM, card_bits

PAPERS = {"a4": A4, "letter": LETTER}

_CORNERS: Final = (say("top left"), say("top right"), say("bottom right"), say("bottom left"))
_COLUMN_OF, _ROW_OF = (0, 1, 1, 0), (0, 0, 1, 1)
_TITLE: Final = say("Corner cards")
_GAP_MM = 16.0
_TOP_MM = 18.0
_CARDS_TOP_MM = 66.0
_MARGIN_MM = 20.0
_TICK_MM = 5.0
_RULER_MM = 100
_STEPS: Final = (
    say("Print at 100 % (no “fit to page”) on matt paper. The ruler below must measure 100 mm."),
    say("Cut along the grey lines. Keep the white rims: the camera needs them."),
    say("Lay the cards flat near the corners of the table, all four in the camera's picture."),
    say("Seen from above: 0 top left, 1 top right, 2 bottom right, 3 bottom left, every arrow pointing to the top."),
    say("Stick them down if the cloth slips. Nothing may cover them."),
)
_STEPS_MM = _CARDS_TOP_MM - _TOP_MM - 7.0  # from the title to the cards
_STEP_SIZES: Final = tuple(size / 2 for size in range(19, 11, -1))  # of the letters, in points, largest first


def write_corner_cards(path: Path, paper: str = "a4", language: str = ENGLISH) -> None:
    """Write the one-page PDF to `path`; `paper` is "a4" or "letter", `language` one of TONGUES.

    Raises ValueError, one sentence, for another paper, and OSError where the file cannot be written.
    """
    if paper not in PAPERS:
        raise ValueError(f'There is no paper "{paper}" to print on: choose {" or ".join(PAPERS)}.')
    use_fonts()
    tongue = catalogue(language)
    width, height = PAPERS[paper]
    page = Canvas(
        str(path), pagesize=(width, height), pageCompression=0, invariant=1, initialFontName=PLAIN, lang=language
    )
    page.setTitle(f"table-companion: {told(_TITLE, tongue)}")
    _write_steps(page, width, height, tongue)
    left = (width - (2 * CARD_SIDE_MM + _GAP_MM) * mm) / 2
    for card_id in CARD_IDS:
        x = left + _COLUMN_OF[card_id] * (CARD_SIDE_MM + _GAP_MM) * mm
        y = height - (_CARDS_TOP_MM + CARD_SIDE_MM + _ROW_OF[card_id] * (CARD_SIDE_MM + _GAP_MM)) * mm
        _draw_card(page, card_id, x, y, tongue)
    _draw_ruler(
        page, (width - _RULER_MM * mm) / 2, height - (_CARDS_TOP_MM + 2 * CARD_SIDE_MM + 2 * _GAP_MM + 8) * mm, tongue
    )
    page.save()


def _write_steps(page: Canvas, width: float, height: float, tongue: Tongue | None) -> None:
    """Write the title, and below it the steps, numbered, in the largest letters in which all of them fit."""
    page.setFont(BOLD, 16)
    page.drawString(_MARGIN_MM * mm, height - _TOP_MM * mm, told(_TITLE, tongue))
    wide = width - 2 * _MARGIN_MM * mm
    for size in _STEP_SIZES:
        steps = [_step(number, told(step, tongue), size) for number, step in enumerate(_STEPS, 1)]
        tall = [step.wrap(wide, height)[1] + step.getSpaceAfter() for step in steps]
        if sum(tall) <= _STEPS_MM * mm:
            break
    y = height - (_TOP_MM + 4) * mm
    for step, down in zip(steps, tall, strict=True):
        y -= down
        step.drawOn(page, _MARGIN_MM * mm, y + step.getSpaceAfter())


def _step(number: int, text: str, size: float) -> Paragraph:
    style = ParagraphStyle("step", fontName=PLAIN, fontSize=size, leading=1.3 * size, spaceAfter=0.4 * size)
    style.leftIndent, style.bulletFontName, style.bulletFontSize = 1.6 * size, PLAIN, size
    return Paragraph(escape(text, quote=False), style, bulletText=f"{number}.")


def _draw_card(page: Canvas, card_id: int, x: float, y: float, tongue: Tongue | None) -> None:
    """Draw a card with its lower left at (x, y) points: cut line, square, number and arrow in the rim's outer part."""
    side, middle = CARD_SIDE_MM * mm, x + CARD_SIDE_MM * mm / 2
    page.setStrokeGray(0.7)
    page.setLineWidth(0.3)
    page.rect(x, y, side, side)
    rim = (CARD_SIDE_MM - CARD_SQUARE_MM) / 2 * mm
    _draw_square(page, card_id, x + rim, y + rim)
    corner = told(_CORNERS[card_id], tongue)
    _write_middle(page, middle, y + 0.6 * mm, f"{card_id} · {corner}", (BOLD, 5.5))
    _draw_arrow(page, middle, y + side - 0.4 * mm)
    caption = say("card {number}: {corner} of the table", number=card_id, corner=corner)
    _write_middle(page, middle, y - 4.5 * mm, told(caption, tongue), (PLAIN, 8))


def _write_middle(page: Canvas, x: float, y: float, line: str, letters: tuple[str, float]) -> None:
    """Write a line about x, smaller where it would be wider than a card."""
    font, size = letters
    page.setFont(font, fitting(line, font, size, CARD_SIDE_MM * mm))
    page.drawCentredString(x, y, line)


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


def _draw_ruler(page: Canvas, x: float, y: float, tongue: Tongue | None) -> None:
    """Draw a 100 mm ruler from (x, y) points to the right, numbered every centimetre."""
    page.setStrokeGray(0)
    page.setLineWidth(0.4)
    page.setFont(PLAIN, 7)
    page.line(x, y, x + _RULER_MM * mm, y)
    for at in range(0, _RULER_MM + 1, 5):
        page.line(x + at * mm, y, x + at * mm, y + (_TICK_MM if at % 10 == 0 else _TICK_MM / 2) * mm)
        if at % 10 == 0:
            page.drawCentredString(x + at * mm, y - 3.5 * mm, str(at))
    page.drawString(x + (_RULER_MM + 3) * mm, y - 3.5 * mm, told(say("mm"), tongue))
