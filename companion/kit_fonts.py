"""The letters of everything printed: DejaVu Sans, which has Latin, Greek and Cyrillic ones, embedded in each PDF."""

from pathlib import Path
from typing import Final

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

FOLDER: Final = Path(__file__).parent / "fonts"
PLAIN, BOLD, ITALIC = FONTS = ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique")


def use_fonts() -> None:
    """Make the fonts known to the PDF library; every page that is drawn here needs them."""
    known = set(pdfmetrics.getRegisteredFontNames())
    for name in FONTS:
        if name not in known:
            pdfmetrics.registerFont(TTFont(name, str(FOLDER / f"{name}.ttf")))
    pdfmetrics.registerFontFamily(PLAIN, normal=PLAIN, bold=BOLD, italic=ITALIC, boldItalic=BOLD)


def unprintable(text: str) -> str:
    """Return the characters of a text that the fonts do not have, each once."""
    use_fonts()
    glyphs = pdfmetrics.getFont(BOLD).face.charToGlyph
    return "".join(dict.fromkeys(sign for sign in text if ord(sign) not in glyphs))


def fitting(text: str, font: str, size: float, room: float) -> float:
    """Return the size in points at which a line of text is at most `room` points wide: `size`, or less if need be."""
    wide = pdfmetrics.stringWidth(text, font, size)
    return min(size, size * room / wide) if wide else size
