"""The faces of a Line Die, drawn our own way: a pale road on black, a crossing as a bridge, a curve with its arrow.

A face names what is on it and how it lies: `S-NS` and `S-EW` are straights, `X` is a crossing, and the curve `C0N`
has its arrow towards N and road ends on the arrow's side and the next one clockwise; `C1N` has them one side further,
and so on. A die in the hand has a kind alone (`S`, `C2`): it is drawn as it would lie with its arrow to the north.
"""

from typing import Final

from companion.board_art import Art, Element
from rules.table import Face

SIDES: Final = "NESW"
CORNERS: Final = ((100, 0), (100, 100), (0, 100), (0, 0))  # between a side and the next one clockwise
EDGE: Final = 2  # units of the cell left free around a die
ARROW: Final = "M0 -16 L13 0 H5 V16 H-5 V0 H-13 Z"  # pointing north, about its middle


def line_die(face: Face) -> Art:
    """Return the die with its road; one whose face is not known is blank."""
    body = Element("rect", {"class": "edge black", "x": EDGE, "y": EDGE, "width": 96, "height": 96, "rx": 13})
    if face == "X":
        return body, _straight("EW"), Element("path", {"class": "gap", "d": "M50 26 V74"}), _straight("NS")
    if face.startswith("S"):
        return body, _straight(face[2:] or "NS")
    if face.startswith("C"):
        return body, *_curve(int(face[1]), SIDES.index(face[2:] or "N"))
    return (body,)


def _straight(sides: str) -> Element:
    return Element("path", {"class": "road", "d": "M50 2 V98" if sides == "NS" else "M2 50 H98"})


def _curve(kind: int, arrow: int) -> Art:
    """Return the bend round the corner that is `kind` quarters clockwise from the arrow, and the arrow opposite."""
    turn = (kind + arrow) % 4
    x, y = CORNERS[(turn + 2) % 4]
    middle = f"translate({50 + (x - 50) * 0.48:g} {50 + (y - 50) * 0.48:g}) rotate({90 * arrow})"
    return (
        Element("path", {"class": "road", "d": "M50 2 A48 48 0 0 0 98 50", "transform": f"rotate({90 * turn} 50 50)"}),
        Element("path", {"class": "arrow", "d": ARROW, "transform": middle}),
    )
