"""The drawn faces of a game as one SVG of symbols, so that a page names a face instead of drawing it each time."""

from collections.abc import Iterator

from companion.board import DRAWERS
from companion.board_art import Art
from companion.kit_forge import KINDS
from rules import AnyGame
from rules.table import Face

GOOD = "good"


def symbol(piece: str, face: Face) -> str:
    """Return the name of a face's symbol; "" for a kind of piece that nobody draws."""
    return f"{piece}-{face.replace(' ', '-')}" if piece in DRAWERS else ""


def symbols(game: AnyGame) -> Iterator[tuple[str, Art]]:
    """Yield the name and the drawing of every face that a game's pieces can show, and of goods."""
    layout = game.layout(game.initial_state(game.seats[0]))
    faces = [(zone.piece, face) for zone in layout.zones if zone.piece in DRAWERS for face in zone.faces]
    for piece, face in dict.fromkeys([*faces, *((GOOD, kind) for kind in KINDS)]):
        yield symbol(piece, face), DRAWERS[piece](face)
