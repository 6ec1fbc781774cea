"""The faces of forged dice in our own drawing: goods with their numbers, sums, choices, and the five special ones.

A face names what is on it: `G3`, `S1`, `M2`, `V4` are gold, sun, moon and glory, `S1_V1` is both, `OR_G3_V2` a choice.
"""

from collections.abc import Callable, Sequence
from typing import Final

from companion.board_art import Art, Attributes, Element
from companion.kit_art import moved, number, star
from rules.table import Face

STONE, EDGE, INK, WHITE = "#ece3d0", "#857c69", "#22281f", "#ffffff"
COLOURS: Final = {"RED": "#b8322a", "BLUE": "#2b62a8", "YELLOW": "#d9a520", "GREEN": "#2f7d46"}
LESSER: Final = {"RED": "S2", "BLUE": "M2", "YELLOW": "G3", "GREEN": "V3"}  # what a shield gives when nothing matches
MATCHED: Final = "V5"
BOTH, EITHER = "+", "/"
KINDS: Final = {"gold": "G", "sun": "S", "moon": "M", "glory": "V"}
PLACES: Final[dict[int, tuple[float, tuple[tuple[float, float], ...]]]] = {  # by how many: scale and middles
    1: (1.25, ((50, 50),)),
    2: (0.74, ((29, 29), (71, 71))),
    3: (0.66, ((50, 25), (25, 71), (75, 71))),
    4: (0.64, ((26, 26), (74, 26), (26, 74), (74, 74))),
}


def forge_face(face: Face) -> Art:
    """Return the drawing of a face, 100 units wide, on its rounded body."""
    special = face.partition("_")[0]
    if special in SPECIAL:
        return SPECIAL[special](face.partition("_")[2])
    goods = face.removeprefix("OR_").split("_")
    sign = EITHER if face.startswith("OR_") else BOTH
    return *_body(STONE), *_several([_good(good) for good in goods], sign)


def good(kind: Face) -> Art:
    """Return the icon of gold, sun, moon or glory, 100 units wide, without a number; () for anything else."""
    return moved(GOODS.get(KINDS.get(kind, ""), ()), _at(50, 50, 1.5))


def _body(colour: str) -> Art:
    at: Attributes = {"x": 2, "y": 2, "width": 96, "height": 96, "rx": 12, "fill": colour, "stroke": EDGE}
    return (Element("rect", at | {"stroke-width": 1.5}),)


def _several(icons: Sequence[Art], sign: str) -> Art:
    """Return icons side by side with the sign between them."""
    scale, places = PLACES[len(icons)]
    laid = [part for art, (x, y) in zip(icons, places, strict=True) for part in moved(art, _at(x, y, scale))]
    if len(icons) == 1:
        return tuple(laid)
    x, y = (50, 55) if len(icons) == 3 else (50, 50)  # noqa: PLR2004 (between three)
    between = (Element("circle", {"cx": 0, "cy": 0, "r": 9.5, "fill": INK}), *number(sign, 17, WHITE, INK))
    return *laid, *moved(between, _at(x, y, 1))


def _at(x: float, y: float, scale: float) -> str:
    return f"translate({x} {y}) scale({scale} {scale})"


def _good(good: str) -> Art:
    """Return the icon of `G3` and its like, about 60 units wide, its middle at (0, 0)."""
    return *GOODS[good[0]], *number(good[1:], 34, INK, WHITE)


def _filled(path: str, fill: str, edge: str, transform: str = "") -> Element:
    at: Attributes = {"d": path, "fill": fill, "stroke": edge, "stroke-width": 2, "stroke-linejoin": "round"}
    return Element("path", at | {"transform": transform})


def _sun() -> Art:
    ring: Attributes = {"cx": 0, "cy": 0, "r": 19, "fill": "#f08a2c", "stroke": "#8c2f10", "stroke-width": 2}
    return _filled(star(12, 31, 21), "#d9481f", "#8c2f10"), Element("circle", ring)


def _laurel() -> Art:
    """Return a wreath of leaves, open at the top."""
    leaf = "M0 0 C4 -8 12 -9 16 -3 C11 3 5 4 0 0 Z"
    ring: Attributes = {"d": "M-12 -22 A25 25 0 1 0 12 -22", "fill": "none", "stroke": "#1f5a31", "stroke-width": 2.4}
    leaves = (
        _filled(leaf, "#4f9e5f", "#1f5a31", f"{side} rotate({turn}) translate(25 0) rotate(-62) scale(.85 .85)")
        for side in ("", "scale(-1 1)")
        for turn in range(-52, 80, 22)
    )
    return Element("path", ring), *leaves


GOODS: Final[dict[str, Art]] = {
    "G": (
        _filled("M0 -30 L26 -15 V15 L0 30 L-26 15 V-15 Z", "#f0c23c", "#7a5708"),
        _filled("M0 -22 L19 -11 V11 L0 22 L-19 11 V-11 Z", "#f7dc7c", "#c99a1f"),
    ),
    "S": _sun(),
    "M": (_filled("M14 -29 A32 32 0 1 0 14 29 A36 36 0 0 1 14 -29 Z", "#6f74d8", "#23275f"),),
    "V": _laurel(),
}


def _mirror(_: str) -> Art:
    glass: Attributes = {
        "cx": 50,
        "cy": 40,
        "rx": 25,
        "ry": 29,
        "fill": "#cfeef0",
        "stroke": "#f3d98b",
        "stroke-width": 6,
    }
    shine: Attributes = {"d": "M36 48 L52 22 M46 54 L64 26", "fill": "none", "stroke": WHITE, "stroke-width": 5}
    handle: Attributes = {"x": 45, "y": 70, "width": 10, "height": 24, "rx": 4, "fill": "#f3d98b"}
    return *_body("#2b8a90"), Element("rect", handle), Element("ellipse", glass), Element("path", shine)


def _times(_: str) -> Art:
    return *_body("#3d4650"), *moved(number("\N{MULTIPLICATION SIGN}3", 52, WHITE, "#1b2026"), _at(50, 50, 1))


def _ship(_: str) -> Art:
    waves: Attributes = {"d": "M8 84 c7 -6 14 -6 21 0 c7 6 14 6 21 0 c7 -6 14 -6 21 0 c7 6 14 6 21 0", "fill": "none"}
    return (
        *_body("#4b2f66"),
        _filled("M14 62 H86 L74 80 H26 Z", "#c98a4b", "#2a1738"),
        _filled("M48 10 V58 H16 Z", WHITE, "#2a1738"),
        _filled("M54 18 V58 H82 Z", "#e9c9de", "#2a1738"),
        Element("path", waves | {"stroke": "#9fc4e8", "stroke-width": 4}),
        *moved(GOODS["G"], _at(76, 27, 0.62)),
        *moved(number("-2", 22, INK, WHITE), _at(76, 27, 1)),
    )


def _shield(colour: str) -> Art:
    plate = "M50 8 C64 15 78 16 88 15 C89 50 80 78 50 93 C20 78 11 50 12 15 C22 16 36 15 50 8 Z"
    return (
        *_body(STONE),
        _filled(plate, COLOURS[colour], INK),
        _filled("M18 64 L82 36 C80 66 70 82 50 92 C35 85 24 76 18 64 Z", STONE, INK),
        Element("circle", {"cx": 43, "cy": 34, "r": 20, "fill": STONE, "stroke": INK, "stroke-width": 1}),
        *moved(_good(MATCHED), _at(43, 34, 0.56)),
        *moved(_good(LESSER[colour]), _at(56, 69, 0.6)),
    )


def _boar(colour: str) -> Art:
    tusk = "M28 44 C24 56 26 62 34 64 C30 56 32 50 35 46 Z"
    eye: Attributes = {"cx": 38, "cy": 28, "r": 3.4, "fill": INK}
    nostril: Attributes = {"cx": 45, "cy": 50, "rx": 2.6, "ry": 4, "fill": INK}
    sides = ("", "translate(100 0) scale(-1 1)")
    return (
        *_body(COLOURS[colour]),
        *(_filled("M24 22 L20 4 L38 14 Z", "#8a5a3c", INK, side) for side in sides),
        _filled("M22 16 C36 8 64 8 78 16 C80 38 70 60 50 62 C30 60 20 38 22 16 Z", "#8a5a3c", INK),
        Element(
            "ellipse", {"cx": 50, "cy": 50, "rx": 14, "ry": 10, "fill": "#d9a183", "stroke": INK, "stroke-width": 2}
        ),
        *(_filled(tusk, WHITE, INK, side) for side in sides),
        *(Element("circle", eye | {"transform": side}) for side in sides),
        *(Element("ellipse", nostril | {"transform": side}) for side in sides),
        *moved(_good("S1"), _at(26, 81, 0.5)),
        *moved(_good("M1"), _at(74, 81, 0.5)),
        *moved(number(EITHER, 22, WHITE, INK), _at(50, 81, 1)),
    )


SPECIAL: Final[dict[str, Callable[[str], Art]]] = {
    "MIRROR": _mirror,
    "X3": _times,
    "SHIP": _ship,
    "SHIELD": _shield,
    "BOAR": _boar,
}
