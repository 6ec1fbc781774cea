"""Pieces as plain shapes in a square of 100 units, so that every template can draw every kind of piece."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from companion.overlay import split
from companion.palette import colours
from rules.table import Face

PIPS: Final = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
SUN: Final = (  # eight rays about its middle
    "M0 -8.5 1.9 -4.4 6 -6 4.4 -1.9 8.5 0 4.4 1.9 6 6 1.9 4.4 0 8.5 "
    "-1.9 4.4 -6 6 -4.4 1.9 -8.5 0 -4.4 -1.9 -6 -6 -1.9 -4.4Z"
)
SUN_GAP: Final = 18  # units from one sun to the next
LONG_NAME: Final = 8  # letters that fit on a tile without being squeezed

Attributes = dict[str, str | int | float]


@dataclass(frozen=True, slots=True)
class Element:
    """One SVG element: its tag, attributes and text."""

    tag: str
    at: Attributes = field(default_factory=dict)
    text: str = ""


Art = tuple[Element, ...]
Drawer = Callable[[Face], Art]


def tile(face: Face) -> Art:
    """Return a tile with its name on it, or its back."""
    down = face == "down"
    edge = Element(
        "rect", {"class": "edge down" if down else "edge plain", "x": 3, "y": 3, "width": 94, "height": 94, "rx": 10}
    )
    if down:
        return edge, Element("path", {"class": "back", "d": "M50 12 l38 38 l-38 38 l-38 -38 z"})
    name: Attributes = {"class": "title", "x": 50, "y": 23, "text-anchor": "middle"}
    if len(face) > LONG_NAME:
        name |= {"textLength": 86, "lengthAdjust": "spacingAndGlyphs"}
    return edge, Element("text", name, face)


def die(face: Face) -> Art:
    """Return a die with its pips, in its colour, as it stands on a tile below the name."""
    colour, value = split(face)
    fill, ink = colours(colour)
    cube = Element("rect", {"class": "edge cube", "x": 27, "y": 33, "width": 46, "height": 46, "rx": 9, "fill": fill})
    pips = [
        Element("circle", {"cx": 50 + 12 * x, "cy": 56 + 12 * y, "r": 4.4, "fill": ink}) for x, y in PIPS.get(value, ())
    ]
    if not pips:
        pips = [Element("text", {"x": 50, "y": 66, "text-anchor": "middle", "font-size": 28, "fill": ink}, value)]
    return (cube, *pips)


def suns(count: int) -> Art:
    """Return so many small suns in a row, below the die."""
    first = 50 - SUN_GAP * (count - 1) / 2
    return tuple(
        Element("path", {"class": "sun", "d": SUN, "transform": f"translate({first + SUN_GAP * n:g} 89.5)"})
        for n in range(count)
    )
