"""A table in the middle of a game of Dance of Muses, and what a good reader sees of it."""

from collections.abc import Mapping

import cv2
import numpy as np

from companion.records import Setup
from companion.session import Session
from rules.table import Face, Observation, Place, Table
from vision.reading import GridPose, Odds, Piece, Reading

CELL_PX, ORIGIN_PX = 120, 400
POSITION = (
    "white ? 0,0 2; orange ? 1,-1 4; purple ? 1,0 4; white Thalia 0,1 2; orange Terpsichore 2,-1 3; "
    "purple Melpomene 2,-2 4; white Calliope 3,-1 1; orange Erato 1,1 4; purple Polyhymnia 3,-2 4"
)
SETUP = Setup("dance_of_muses", 3, ("Ana", "Бен", "Caro"), {"position": POSITION})
LEGAL, ALSO_LEGAL = "Calliope S", "Calliope E"
ILLEGAL, MISREAD = "Calliope S dice Erato=5", Place("die", (1, 1))  # were the die on Erato read as 5, not 4

SUNS = {"Calliope": 3, "Clio": 2, "Erato": 1, "Euterpe": 1, "Melpomene": 1, "Polyhymnia": 1, "Terpsichore": 1}
SUNS |= {"Thalia": 3, "Urania": 1}
ENDED = Setup(
    "dance_of_muses",
    3,
    ("Ana", "Бен", "Caro"),
    {"position": POSITION.replace("Erato 1,1 4", "Erato 1,1 6"), "suns": SUNS},
)
REVEAL = "reveal white?=Clio orange?=Euterpe purple?=Urania"
OTHER_REVEAL = "reveal white?=Euterpe orange?=Clio purple?=Urania"


def jpeg(width: int = 960, height: int = 960) -> bytes:
    """Return a plain picture of the mat."""
    return bytes(cv2.imencode(".jpg", np.full((height, width, 3), (70, 90, 60), np.uint8))[1])


def table_after(session: Session, move: str | None = None) -> Table:
    """Return what lies on the table now, or after a move that is not logged."""
    state = session.position().state
    return session.game.table(session.game.apply(state, session.game.parse_move(move)) if move else state)


def reading(
    table: Table, doubts: Mapping[Place, Mapping[Face, float]] | None = None, pose: GridPose | None = None
) -> Reading:
    """Return the reading of a table that is sure of all but the places in `doubts`."""
    faces = {place: {face: 0.99} for place, face in table.items()} | dict(doubts or {})
    seen = Observation(faces, frozenset({"tile", "die"}), anchored=pose is None)
    return Reading(960, 960, True, tuple(_piece(place, odds) for place, odds in faces.items()), seen, pose)


def _piece(place: Place, odds: Mapping[Face, float]) -> Piece:
    x, y = (ORIGIN_PX + CELL_PX * part for part in place.cell)
    half = 16 if place.zone == "die" else 55
    ranked = tuple(sorted(odds.items(), key=lambda pair: -pair[1]))
    faces: Odds = tuple((face.rpartition(" ")[2], share) for face, share in ranked)
    outline = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    colours = ((ranked[0][0].split(" ")[0], 0.99),) if place.zone == "die" else ()
    return Piece(place.zone, faces, colours, outline, 0.0, place=place)


def moves(session: Session) -> list[str]:
    """Return the moves that stand, as they are logged."""
    return [played.entry.move for played in session.position().played]
