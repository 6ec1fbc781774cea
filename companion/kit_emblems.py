"""Nine emblems for printed tiles, the old signs of the Muses in our own drawing: 44 units across, their middle at 0."""

from collections.abc import Callable
from math import cos, pi, sin
from typing import Final

from companion.board_art import Art, Attributes, Element
from companion.kit_grounds import Ground

PAPER: Final = "#fbf6e9"
SIDES: Final = ("", "scale(-1 1)")  # what is drawn on the right comes on the left too


def _line(ground: Ground, path: str, wide: float = 1.6, colour: str = "", transform: str = "") -> Element:
    at: Attributes = {"d": path, "fill": "none", "stroke": colour or ground.dark, "stroke-width": wide}
    at |= {"transform": transform}
    return Element("path", at | {"stroke-linecap": "round", "stroke-linejoin": "round"})


def _shape(path: str, fill: str, edge: str = "", transform: str = "") -> Element:
    at: Attributes = {"d": path, "fill": fill, "transform": transform, "stroke-linejoin": "round"}
    return Element("path", at | ({"stroke": edge, "stroke-width": 1.4} if edge else {}))


def _disc(x: float, y: float, r: float, fill: str, edge: str = "") -> Element:
    at: Attributes = {"cx": x, "cy": y, "r": r, "fill": fill}
    return Element("circle", at | ({"stroke": edge, "stroke-width": 1.4} if edge else {}))


def _bar(box: tuple[float, float, float, float], round_by: float, fill: str, transform: str = "") -> Element:
    x, y, wide, tall = box
    at: Attributes = {"x": x, "y": y, "width": wide, "height": tall, "rx": round_by, "fill": fill}
    return Element("rect", at | {"transform": transform})


def _book(ground: Ground) -> Art:
    left = "M0 -9 C-5 -14 -14 -15 -21 -12 V13 C-14 10 -5 11 0 16 Z"
    right = "M0 -9 C5 -14 14 -15 21 -12 V13 C14 10 5 11 0 16 Z"
    lines = " ".join(f"M-17 {y} C-12 {y - 2} -7 {y - 1} -3 {y + 2}" for y in (-6, -1, 4, 9))
    quill = "M20 -20 C10 -18 5 -9 3 2 L5 3 C13 -2 19 -9 20 -20 Z"
    return (
        _shape(left, ground.colour, ground.dark),
        _shape(right, PAPER, ground.dark),
        _line(ground, lines, 1.4, ground.light),
        _shape(quill, ground.dark),
        _line(ground, "M18 -17 L4 3 L2 9", 1.2, ground.light),
    )


def _scroll(ground: Ground) -> Art:
    lines = "M-8 -8 H8 M-8 -3 H8 M-8 2 H8 M-8 7 H2"
    return (
        _shape("M-13 -15 H13 V15 H-13 Z", PAPER, ground.dark),
        _line(ground, lines, 1.9, ground.light),
        *(_bar((-19, y, 38, 7), 3.5, ground.dark) for y in (-20, 13)),
        *(_disc(x, y, 2.2, ground.colour) for x in (-15, 15) for y in (-16.5, 16.5)),
    )


def _rose(ground: Ground) -> Art:
    around = [(10.5 * sin(2 * pi * i / 6), -3 - 10.5 * cos(2 * pi * i / 6)) for i in range(6)]
    leaf = "M0 0 C6 -9 16 -9 20 -5 C15 2 7 4 0 0 Z"
    return (
        _shape(leaf, "#3f7d4c", ground.dark, "translate(2 15) rotate(-6)"),
        _shape(leaf, "#3f7d4c", ground.dark, "translate(-2 15) scale(-1 1) rotate(-6)"),
        *(_disc(x, y, 7.6, ground.colour, ground.dark) for x, y in around),
        _disc(0, -3, 8.4, ground.light, ground.dark),
        _line(ground, "M-4 -3 A4 4 0 0 1 4 -3 A3 3 0 0 1 -2 -2 A2 2 0 0 1 2 -3"),
    )


def _flutes(ground: Ground) -> Art:
    """Return two flutes side by side, aslant."""
    return *_flute(ground, "translate(-6 -5) rotate(38)"), *_flute(ground, "translate(6 5) rotate(38)")


def _flute(ground: Ground, turn: str) -> Art:
    holes: list[Attributes] = [{"cx": 0, "cy": y, "r": 1.7, "fill": PAPER, "transform": turn} for y in range(-9, 14, 5)]
    return (
        _bar((-3.6, -20, 7.2, 40), 2, ground.dark, turn),
        _bar((-4.4, -21, 8.8, 6), 2, ground.colour, turn),
        _bar((-4.2, 15, 8.4, 4), 1.4, ground.colour, turn),
        *(Element("circle", hole) for hole in holes),
    )


def _mask(ground: Ground, brow: float, mouth: str) -> Art:
    """Return a stage mask; brows slant down to the outside where `brow` is positive."""
    eye = f"M4 {-6 - brow} C8 -9 12 -8 14 {-4 + brow}"
    hole = f"M4 {-1 - brow / 2} C7 -5 11 -4 13 {brow / 2} C10 3 6 3 4 {-1 - brow / 2} Z"
    face = "M-18 -17 C-8 -21 8 -21 18 -17 C20 0 15 20 0 22 C-15 20 -20 0 -18 -17 Z"
    return (
        _shape(face, ground.colour, ground.dark),
        *(_line(ground, eye, 2.2, transform=side) for side in SIDES),
        *(_shape(hole, PAPER, ground.dark, side) for side in SIDES),
        _line(ground, "M0 -2 L-2.5 6 H2"),
        _shape(mouth, PAPER, ground.dark),
    )


def _sad(ground: Ground) -> Art:
    tear = _shape("M11 5 C9 9 9 12 11.5 12 C14 12 14 9 11 5 Z", ground.light)
    return *_mask(ground, 2.5, "M-9 17 C-7 8 7 8 9 17 C5 12.5 -5 12.5 -9 17 Z"), tear


def _merry(ground: Ground) -> Art:
    leaf = "M0 0 L5 -4 L6 -9 L10 -5 L15 -6 L12 -1 L14 4 L8 3 L3 6 Z"
    wreath = [(-19, -14, -60), (-10, -20, -20), (3, -21, 10), (14, -17, 50)]
    leaves = (
        _shape(leaf, "#3f7d4c", ground.dark, f"translate({x} {y}) rotate({turn}) scale(.8 .8)") for x, y, turn in wreath
    )
    return *_mask(ground, -1.5, "M-12 8 C-6 11 6 11 12 8 C10 19 -10 19 -12 8 Z"), *leaves


def _pipes(ground: Ground) -> Art:
    reeds = [(x, 38 - 3.6 * number) for number, x in enumerate(range(-20, 20, 6))]
    return (
        *(_bar((x, -19, 5.2, tall), 1.8, ground.dark if x % 4 else ground.colour) for x, tall in reeds),
        *(_disc(x + 2.6, -17, 1.5, PAPER) for x, _ in reeds),
        _bar((-22, -9, 44, 5), 1.5, ground.light),
        _line(ground, "M-22 -9 H22 M-22 -4 H22", 1.2),
    )


def _lyre(ground: Ground) -> Art:
    arm = "M-7 15 C-20 11 -18 -3 -14 -9 C-12 -13 -13 -17 -17 -20"
    strings = " ".join(f"M{x} -11 V13" for x in (-5.2, -1.75, 1.75, 5.2))
    return (
        _line(ground, strings, 1.3, ground.colour),
        *(_line(ground, arm, 4, transform=side) for side in SIDES),
        _bar((-17, -14, 34, 4.4), 2.2, ground.colour),
        _shape("M-11 12 H11 C11 18 7 21 0 21 C-7 21 -11 18 -11 12 Z", ground.dark),
        *(_disc(x, -11.8, 1.1, PAPER) for x in (-5.2, -1.75, 1.75, 5.2)),
    )


def _globe(ground: Ground) -> Art:
    tips = [(5 + 3 * (i % 2 == 0) * 2, i * pi / 5 - pi / 2) for i in range(10)]
    star = " L".join(f"{13 + r * 0.8 * cos(a):.1f} {-13 + r * 0.8 * sin(a):.1f}" for r, a in tips)
    return (
        _disc(-2, 2, 17, ground.colour, ground.dark),
        _line(
            ground, "M-19 2 C-12 8 8 8 15 2 M-2 -15 C-11 -6 -11 10 -2 19 M-2 -15 C7 -6 7 10 -2 19", 1.4, ground.light
        ),
        _line(ground, "M-16 -7 C-8 -3 4 -3 12 -7", 1.4, ground.light),
        _line(ground, "M-21 13 C-8 17 12 7 21 -3", 2.6),
        _shape(f"M{star} Z", "#e3ad3c", ground.dark),
    )


EMBLEMS: Final[tuple[Callable[[Ground], Art], ...]] = (
    _book,
    _scroll,
    _rose,
    _flutes,
    _sad,
    _pipes,
    _lyre,
    _merry,
    _globe,
)
"""The emblems of nine tiles in their order: epic, history, love, music, tragedy, hymns, dance, comedy, the stars."""
