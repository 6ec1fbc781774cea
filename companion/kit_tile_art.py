"""Printed tiles as drawings: a front with name, emblem, suns and a place for the die, and the back that all share."""

from math import cos, pi, sin
from typing import Final

from companion.board_art import Art, Attributes, Element
from companion.kit_art import moved
from companion.kit_emblems import EMBLEMS, PAPER
from companion.kit_grounds import GROUNDS

RIM: Final = "M-1 -1 H101 V101 H-1 Z M3 3 V97 H97 V3 Z"
GOLD: Final = "#f3c33c"
EMBLEM_AT: Final = (36, 52)
MOST_SUNS: Final = 6
SUN_PITCH: Final = 10
NIGHT, PLUM, BRASS = "#20323a", "#2c4550", "#c8a45a"  # of the back


def tile_front(number: int, name: str, suns: int) -> Art:
    """Return front `number`, 0 to 8, of a set, 100 units wide, with 0 to MOST_SUNS suns."""
    ground = GROUNDS[number]
    x, y = EMBLEM_AT
    return (
        Element("rect", {"x": 0, "y": 0, "width": 100, "height": 100, "fill": ground.colour}),
        *ground.pattern(ground),
        Element("rect", {"x": 3, "y": 3, "width": 94, "height": 15, "fill": ground.dark}),
        *_name(name),
        Element("circle", {"cx": x, "cy": y, "r": 28, "fill": ground.dark}),
        Element("circle", {"cx": x, "cy": y, "r": 26, "fill": PAPER}),
        *moved(EMBLEMS[number](ground), f"translate({x} {y})"),
        *_die_place(65, 65, ground.colour),
        *_suns(suns, ground.dark),
        Element("path", {"d": RIM, "fill": PAPER}),
    )


def tile_back() -> Art:
    """Return the back, the same at every quarter turn, 100 units wide."""
    petal = "M0 -13 C10 -20 10 -31 0 -38 C-10 -31 -10 -20 0 -13 Z"
    corner = "M41 41 C34 40 30 35 29 29 C35 30 40 34 41 41 Z"
    petals = (_brass(petal, f"translate(50 50) rotate({turn})") for turn in range(0, 360, 45))
    corners = (_brass(corner, f"translate(50 50) rotate({turn})") for turn in range(0, 360, 90))
    return (
        Element("rect", {"x": 0, "y": 0, "width": 100, "height": 100, "fill": NIGHT}),
        Element("path", {"d": "M50 6 L94 50 L50 94 L6 50 Z", "fill": PLUM}),
        Element(
            "rect", {"x": 6, "y": 6, "width": 88, "height": 88, "fill": "none", "stroke": BRASS, "stroke-width": 1.2}
        ),
        *petals,
        *corners,
        *_die_place(50 - 15, 50 - 15, PLUM),
        Element("path", {"d": RIM, "fill": PAPER}),
    )


def _brass(path: str, transform: str) -> Element:
    at: Attributes = {"d": path, "fill": "none", "stroke": BRASS, "stroke-width": 1.8, "transform": transform}
    return Element("path", at)


def _name(name: str) -> Art:
    """Return the name in its band, squeezed if it is long."""
    at: Attributes = {"x": 50, "y": 14, "font-size": 10, "text-anchor": "middle", "textLength": 86, "fill": PAPER}
    return (Element("text", at, name),)


def _die_place(x: float, y: float, fill: str) -> Art:
    at: Attributes = {"x": x, "y": y, "width": 30, "height": 30, "rx": 4, "fill": fill}
    return (Element("rect", at | {"stroke": PAPER, "stroke-width": 1.4}),)


def _suns(count: int, edge: str) -> Art:
    """Return a row of small suns along the lower left."""
    return tuple(part for number in range(count) for part in _sun(9.6 + SUN_PITCH * number, 89, edge))


def _sun(x: float, y: float, edge: str) -> Art:
    rays = " ".join(_ray(number * pi / 4, 3.0, 4.2) for number in range(8))
    lines: Attributes = {"fill": "none", "stroke-linecap": "round", "transform": f"translate({x} {y})"}
    return (
        Element("path", {"d": rays, **lines, "stroke": edge, "stroke-width": 2.3}),
        Element("circle", {"cx": x, "cy": y, "r": 3.3, "fill": edge}),
        Element("path", {"d": rays, **lines, "stroke": GOLD, "stroke-width": 1.1}),
        Element("circle", {"cx": x, "cy": y, "r": 2.7, "fill": GOLD}),
    )


def _ray(way: float, start: float, end: float) -> str:
    return f"M{start * cos(way):.2f} {start * sin(way):.2f} L{end * cos(way):.2f} {end * sin(way):.2f}"
