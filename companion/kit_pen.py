"""Drawings of `companion.board_art` on a PDF page: the same elements that the page's templates write as SVG."""

import re
from collections.abc import Callable
from typing import Any, Final

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from companion.board_art import Art, Element
from companion.kit_fonts import BOLD
from companion.kit_path import steps

UNITS: Final = 100  # of a drawing's side
INK: Final = "#22281f"
LOOKS: Final[dict[str, dict[str, str | float]]] = {  # what page.css says of these classes, in daylight
    "edge": {"stroke": "#857c69", "stroke-width": 1.5},
    "plain": {"fill": "#e3dac6"},
    "down": {"fill": "#3d4a63"},
    "black": {"fill": "#1b1d20", "stroke": "#1b1d20"},
    "cube": {"stroke": "#6b6b6b", "stroke-width": 1},
    "road": {"fill": "none", "stroke": "#f5ecd9", "stroke-width": 30},
    "gap": {"fill": "none", "stroke": "#1b1d20", "stroke-width": 46},
    "arrow": {"fill": "#f5ecd9"},
    "back": {"fill": "none", "stroke": "#7f889a", "stroke-width": 2},
    "title": {"fill": INK, "font-size": 17, "font": BOLD},
}
CALL: Final = re.compile(r"(translate|rotate|scale)\(([^)]*)\)")

Look = dict[str, Any]


def draw(page: Canvas, art: Art, x_mm: float, y_mm: float, size_mm: float) -> None:
    """Draw `art` into a square, its upper left (x, y) mm from the page's lower left; what sticks out is cut."""
    page.saveState()
    page.translate(x_mm * mm, y_mm * mm)
    page.scale(size_mm * mm / UNITS, -size_mm * mm / UNITS)
    square = page.beginPath()
    square.rect(0, 0, UNITS, UNITS)
    page.clipPath(square, stroke=0, fill=0)
    for element in art:
        _draw_element(page, element)
    page.restoreState()


def _draw_element(page: Canvas, element: Element) -> None:
    look: Look = {}
    for name in str(element.at.get("class", "")).split():
        look |= LOOKS.get(name, {})
    look |= element.at
    page.saveState()
    _move(page, str(look.get("transform", "")))
    fill, stroke = str(look.get("fill", "#000000")), str(look.get("stroke", "none"))
    if fill != "none":
        page.setFillColor(HexColor(fill))
    if stroke != "none":
        page.setStrokeColor(HexColor(stroke))
        page.setLineWidth(look.get("stroke-width", 1))
        page.setLineCap(1 if look.get("stroke-linecap") == "round" else 0)
        page.setLineJoin(1 if look.get("stroke-linejoin") == "round" else 0)
    SHAPES[element.tag](page, look, element.text, {"fill": int(fill != "none"), "stroke": int(stroke != "none")})
    page.restoreState()


def _move(page: Canvas, transform: str) -> None:
    for call, text in CALL.findall(transform):
        numbers = [float(number) for number in text.replace(",", " ").split()]
        if call == "rotate":
            x, y = numbers[1:] or (0, 0)
            page.translate(x, y)
            page.rotate(numbers[0])
            page.translate(-x, -y)
        elif call == "scale":
            page.scale(numbers[0], numbers[-1])
        else:
            page.translate(*numbers)


def _rect(page: Canvas, look: Look, _: str, inked: dict[str, int]) -> None:
    box = [look[side] for side in ("x", "y", "width", "height")]
    if look.get("rx"):
        page.roundRect(*box, look["rx"], **inked)
    else:
        page.rect(*box, **inked)


def _circle(page: Canvas, look: Look, _: str, inked: dict[str, int]) -> None:
    page.circle(look["cx"], look["cy"], look["r"], **inked)


def _ellipse(page: Canvas, look: Look, _: str, inked: dict[str, int]) -> None:
    x, y, wide, tall = (look[name] for name in ("cx", "cy", "rx", "ry"))
    page.ellipse(x - wide, y - tall, x + wide, y + tall, **inked)


def _path(page: Canvas, look: Look, _: str, inked: dict[str, int]) -> None:
    path = page.beginPath()
    draws = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
    for letter, points in steps(look["d"]):
        draws[letter](*(number for point in points for number in point))
    page.drawPath(path, fillMode=1, **inked)


def _text(page: Canvas, look: Look, text: str, _: dict[str, int]) -> None:
    """Write upright, squeezed to `textLength` where it would be longer."""
    font, size = look.get("font", BOLD), look.get("font-size", 17)
    wide = stringWidth(text, font, size)
    squeeze = min(1.0, look.get("textLength", wide) / wide) if wide else 1.0
    page.translate(look["x"], look["y"])
    page.scale(squeeze, -1)
    page.setFont(font, size)
    if look.get("text-anchor") == "middle":
        page.drawCentredString(0, 0, text)
    else:
        page.drawString(0, 0, text)


SHAPES: Final[dict[str, Callable[[Canvas, Look, str, dict[str, int]], None]]] = {
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "path": _path,
    "text": _text,
}
