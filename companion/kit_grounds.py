"""Nine grounds for printed tiles: colours and patterns that differ in hue, in lightness and in direction."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from companion.board_art import Art, Attributes, Element

SIDE: Final = 100


@dataclass(frozen=True, slots=True)
class Ground:
    """A tile's colours: ground, pattern on it, bands and lines, the light part of its emblem."""

    colour: str
    shade: str
    dark: str
    light: str
    pattern: Callable[["Ground"], Art]

    def lines(self, path: str, wide: float) -> Art:
        """Return a path as lines in the pattern's colour."""
        at: Attributes = {"d": path, "fill": "none", "stroke": self.shade, "stroke-width": wide}
        return (Element("path", at | {"stroke-linejoin": "round"}),)

    def shapes(self, path: str) -> Art:
        """Return a path filled with the pattern's colour."""
        return (Element("path", {"d": path, "fill": self.shade}),)


def _stripes(ground: Ground) -> Art:
    return ground.lines(" ".join(f"M{x} 0 V100" for x in range(6, 100, 11)), 4.4)


def _dots(ground: Ground) -> Art:
    return tuple(Element("circle", {"cx": x, "cy": y, "r": 2.5, "fill": ground.shade}) for x, y in _lattice(11))


def _rings(ground: Ground) -> Art:
    line: Attributes = {"cx": 100, "cy": 0, "fill": "none", "stroke": ground.shade, "stroke-width": 4.4}
    return tuple(Element("circle", line | {"r": r}) for r in range(12, 145, 12))


def _waves(ground: Ground) -> Art:
    crest = " ".join("c5 -7 8 -7 12.5 0 c5 7 8 7 12.5 0" for _ in range(5))
    return ground.lines(" ".join(f"M-6 {y} {crest}" for y in range(3, 104, 10)), 3.6)


def _zigzag(ground: Ground) -> Art:
    teeth = " ".join("l9 -8 l9 8" for _ in range(7))
    return ground.lines(" ".join(f"M-4 {y} {teeth}" for y in range(6, 116, 14)), 4.2)


def _diamonds(ground: Ground) -> Art:
    return ground.shapes(" ".join(f"M{x} {y - 5.5} l5.5 5.5 l-5.5 5.5 l-5.5 -5.5 Z" for x, y in _lattice(17)))


def _rays(ground: Ground) -> Art:
    return ground.shapes(" ".join(_ray(number * pi / 12) for number in range(0, 24, 2)))


def _ray(way: float) -> str:
    ends = (f"{36 + 140 * cos(turned):.1f} {52 + 140 * sin(turned):.1f}" for turned in (way, way + pi / 12))
    return f"M36 52 L{next(ends)} L{next(ends)} Z"


def _checks(ground: Ground) -> Art:
    cells = ((x, y) for x in range(0, SIDE, 12) for y in range(0, SIDE, 12) if (x + y) // 12 % 2)
    return ground.shapes(" ".join(f"M{x} {y} h12 v12 h-12 Z" for x, y in cells))


def _crosses(ground: Ground) -> Art:
    arms = " ".join(f"M{x - 4} {y} h8 M{x} {y - 4} v8" for x, y in _lattice(15))
    return ground.lines(arms, 3)


def _lattice(step: int) -> Iterator[tuple[float, float]]:
    """Yield the points of rows that are moved by half a step to each other."""
    for row, y in enumerate(range(4, SIDE + step, step)):
        yield from ((x + row % 2 * step / 2, y) for x in range(0, SIDE + step, step))


GROUNDS: Final = (
    Ground("#9e2b33", "#862029", "#4c0f16", "#e9b9a5", _stripes),
    Ground("#e3ad3c", "#d39a26", "#5a3a06", "#8f5f12", _diamonds),
    Ground("#d9788f", "#cb6079", "#6b1830", "#b43556", _rings),
    Ground("#4f8f5b", "#3f7d4c", "#143820", "#c5dcae", _waves),
    Ground("#3d3f4a", "#2c2e38", "#15161d", "#b9b4a6", _zigzag),
    Ground("#3a8fa3", "#2b7c91", "#0c3945", "#bfe0dc", _checks),
    Ground("#c8642f", "#b45323", "#511d07", "#f0c39a", _rays),
    Ground("#b9bf62", "#a5ac4b", "#3d4210", "#6d7424", _crosses),
    Ground("#2f3f7f", "#4355a0", "#131c46", "#d9c67e", _dots),
)
"""The grounds of nine tiles in their order."""
