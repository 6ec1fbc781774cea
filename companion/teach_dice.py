"""What faces of dice can be taught, and how people write them: numbers, or those of a game whose dice have its own."""

from typing import Final

from companion.teach import usual_layout
from rules import games
from rules.table import Zone
from rules.text import joined, say

DICE: Final = "dice"  # any dice with a number on each face
NUMBERS: Final = tuple("123456")
ROAD_PIECE: Final = "line_die"


class FaceError(ValueError):
    """A face is none; the message is one sentence that says how to write it."""


def teachable_dice() -> tuple[str, ...]:
    """Return what has dice to teach: `dice`, and the games whose dice have roads, or faces of their own."""
    return (DICE, *(name for name in sorted(games()) if road_zone(name) or face_zone(name)))


def face_zone(game: str) -> Zone | None:
    """Return where a game's dice lie whose faces are told by their pictures alone; None where it has none."""
    if game not in games():
        return None
    return next((zone for zone in usual_layout(games()[game]).zones if zone.slots), None)


def road_zone(game: str) -> Zone | None:
    """Return where a game's dice with roads lie in a grid; None where it has none."""
    if game not in games():
        return None
    zones = usual_layout(games()[game]).zones
    return next((zone for zone in zones if zone.piece == ROAD_PIECE and zone.grid), None)


def told_faces(game: str, words: list[str]) -> list[str]:
    """Return the faces that people wrote; FaceError for a word that is none.

    Of a road's face the direction may be left out: `S` runs up and down, the arrow of `C0` points up.
    """
    if own := face_zone(game):
        return [_own(word, own) for word in words]
    zone = road_zone(game)
    if zone is None:
        return [_number(word) for word in words]
    upright = {kind: ring[0] for kind, ring in zone.rings}
    return [_road(word, zone, upright) for word in words]


def _number(word: str) -> str:
    if word not in NUMBERS:
        raise FaceError(say("“{word}” is no number on a die: write one from 1 to 6 for each, as 1,2,3.", word=word))
    return word


def _own(word: str, zone: Zone) -> str:
    if word.upper() not in zone.faces:
        raise FaceError(say("“{word}” is no face of this game: write {faces}.", word=word, faces=joined(zone.faces)))
    return word.upper()


def _road(word: str, zone: Zone, upright: dict[str, str]) -> str:
    face = upright.get(word.upper(), word.upper())
    if face not in zone.faces:
        raise FaceError(
            say(
                "“{word}” is no face: write S, X or C0 to C3 as they lie with the arrow up, or with its direction, "
                "as C1S.",
                word=word,
            )
        )
    return face
