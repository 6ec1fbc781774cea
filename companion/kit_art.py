"""What drawings for print are made of: elements moved together, stars, and numbers."""

from collections.abc import Iterable
from math import cos, pi, sin

from companion.board_art import Art, Attributes, Element


def moved(art: Iterable[Element], transform: str) -> Art:
    """Return the elements with one more transform before their own."""
    return tuple(
        Element(part.tag, part.at | {"transform": f"{transform} {part.at.get('transform', '')}".strip()}, part.text)
        for part in art
    )


def star(points: int, outer: float, inner: float) -> str:
    """Return the path of a star about (0, 0), a point to the top."""
    turns = [(outer if i % 2 == 0 else inner, i * pi / points) for i in range(2 * points)]
    return f"M{' L'.join(f'{far * sin(way):.2f} {-far * cos(way):.2f}' for far, way in turns)} Z"


def number(text: str, size: float, ink: str, paper: str) -> Art:
    """Return a number in the middle, with a rim that keeps it legible on anything."""
    at: Attributes = {"x": 0, "y": 0.36 * size, "font-size": size, "text-anchor": "middle"}
    rim = [(size / 14 * cos(way * pi / 4), size / 14 * sin(way * pi / 4)) for way in range(8)]
    around = (Element("text", {**at, "x": x, "y": 0.36 * size + y, "fill": paper}, text) for x, y in rim)
    return *around, Element("text", {**at, "fill": ink}, text)
