"""The help card of a kit: a game's HELP.md on one page in two columns, as large as it fits."""

from html import escape
from io import BytesIO
from re import sub
from typing import Final

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph

from companion.kit_figure import Figure
from companion.kit_fonts import BOLD, PLAIN
from companion.kit_paper import KitError, Paper
from companion.kit_pen import INK
from companion.kit_text import FIGURE, HEADING, ITEM, TEXT, TITLE, blocks
from rules import AnyGame
from rules.text import say

FELT: Final = "#1f5a46"
SIZES: Final = tuple(size / 2 for size in range(23, 13, -1))  # of the letters, in points, largest first
GUTTER_MM: Final = 7.0
NO_BREAK: Final = "\N{NO-BREAK SPACE}"
TALL: Final = 1e4  # points: more than any part takes

Part = list[Flowable]  # what stays together


def help_page(paper: Paper, game: AnyGame, text: str) -> None:
    """Write the help card; KitError if it is longer than a page in the smallest letters."""
    for size in SIZES:
        if _flow(Canvas(BytesIO()), paper, _story(paper, game, text, size)):
            paper.head(say("help card"), say("The rules in short, in our own words."))
            _flow(paper.canvas, paper, _story(paper, game, text, size))
            paper.foot("")
            return
    raise KitError(f"The help card of {game.title} is longer than a page: shorten its HELP.md.")


def _flow(canvas: Canvas, paper: Paper, story: list[Part]) -> bool:
    """Draw the story in two columns and return whether it all fitted."""
    room = paper.room()
    wide, bottom = (room.wide - GUTTER_MM) / 2 * mm, room.bottom * mm
    for x in (room.left * mm, room.left * mm + wide + GUTTER_MM * mm):
        y = bottom + room.tall * mm
        while story and y - _height(story[0], wide) >= bottom:
            y = _place(canvas, story.pop(0), (x, y), wide)
    return not story


def _height(part: Part, wide: float) -> float:
    return float(sum(one.getSpaceBefore() + one.wrap(wide, TALL)[1] + one.getSpaceAfter() for one in part))


def _place(canvas: Canvas, part: Part, at: tuple[float, float], wide: float) -> float:
    """Draw the part with its upper left there and return where the next one begins."""
    x, y = at
    for one in part:
        y -= one.getSpaceBefore() + one.wrap(wide, TALL)[1]
        one.drawOn(canvas, x, y)
        y -= one.getSpaceAfter()
    return y


def _story(paper: Paper, game: AnyGame, text: str, size: float) -> list[Part]:
    """Return what the card shows, each heading together with what follows it."""
    styles = _styles(size)
    story: list[Part] = []
    heading: Part = []
    for kind, words in blocks(text):
        shown = Figure(game, words, size, paper.tongue) if kind == FIGURE else _paragraph(paper, words, styles, kind)
        if kind == HEADING:
            heading = [shown]
        else:
            story.append([*heading, shown])
            heading = []
    return story


def _paragraph(paper: Paper, words: str, styles: dict[str, ParagraphStyle], kind: str) -> Paragraph:
    told = words if kind == TITLE else paper.told(say(words))  # collected from HELP.md itself
    return Paragraph(_inline(told), styles[kind], bulletText="•" if kind == ITEM else None)


def _inline(words: str) -> str:
    """Return Markdown's bold, italic and code as the PDF library writes them; no line begins with a dash or a unit."""
    bound = sub(r" (?=[—–])|(?<=\d) (?=\w)|(?<=\d,) (?=\d)", NO_BREAK, escape(words, quote=False))  # noqa: RUF001 (dashes are meant)
    marked = sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", bound)
    marked = sub(r"\*(.+?)\*", r"<i>\1</i>", marked)
    return sub(r"`(.+?)`", r"<b>\1</b>", marked)


def _styles(size: float) -> dict[str, ParagraphStyle]:
    lead = 1.32 * size
    text = ParagraphStyle(TEXT, fontName=PLAIN, fontSize=size, leading=lead, textColor=HexColor(INK))
    text.spaceAfter = 0.45 * size
    item = ParagraphStyle(
        ITEM, text, leftIndent=1.3 * size, bulletIndent=0.2 * size, bulletFontName=PLAIN, spaceAfter=0.3 * size
    )
    item.bulletFontSize = size
    heading = ParagraphStyle(HEADING, text, fontName=BOLD, fontSize=1.12 * size, leading=1.5 * size)
    heading.textColor, heading.spaceBefore, heading.spaceAfter = HexColor(FELT), 0.6 * size, 0.25 * size
    title = ParagraphStyle(TITLE, heading, fontSize=2 * size, leading=2.4 * size, spaceAfter=0.5 * size)
    return {TEXT: text, ITEM: item, HEADING: heading, TITLE: title}
