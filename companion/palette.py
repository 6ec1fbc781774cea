"""Colours and signs: what stands for a piece's colour and for a seat. Colour is never the only sign."""

from dataclasses import dataclass
from typing import Final

from rules.game import Seat

PIECE_COLOURS: Final = {  # name: (fill, ink on it)
    "white": ("#f7f3e8", "#23262a"),
    "black": ("#2a2d31", "#f7f3e8"),
    "red": ("#b8322a", "#ffffff"),
    "orange": ("#e8862b", "#23262a"),
    "yellow": ("#edc53f", "#23262a"),
    "green": ("#2f7d46", "#ffffff"),
    "blue": ("#2b62a8", "#ffffff"),
    "purple": ("#6d429b", "#ffffff"),
}
SHAPES: Final = ("circle", "square", "triangle", "diamond")


@dataclass(frozen=True, slots=True)
class Sign:
    """How a seat is marked: a letter in a shape of its own, in a colour."""

    letter: str
    shape: str
    fill: str
    ink: str


def colours(name: str | None) -> tuple[str, str]:
    """Return the fill for a piece's colour name and the ink that is legible on it."""
    return PIECE_COLOURS.get(name or "", ("#d9d2c3", "#23262a"))


def sign(seat: Seat, colour: str | None = None) -> Sign:
    """Return a seat's sign, in the colour of its pieces where that is known."""
    fill, ink = colours(colour)
    return Sign(chr(ord("A") + seat), SHAPES[seat % len(SHAPES)], fill, ink)
