"""What one picture shows: the pieces, where they lie on the grid, and the observation the rules judge."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.table import Layout, Observation, Place, Shape, Zone
from rules.text import say

Odds = tuple[tuple[str, float], ...]
"""(name, probability) pairs, likeliest first; what is missing to 1 is "something else"."""

Points = tuple[tuple[float, float], ...]

Spot = tuple[float, float, float]
"""A circle in the upright picture: centre x, y and radius, pixels."""


class Doubt(StrEnum):
    """Why a piece is not taken at its face's word. All but UNSURE mean that its face is not read at all."""

    CUT_OFF = "cut off"  # by the picture's edge
    OFF_MAT = "off the mat"
    LEANING = "leaning"  # on another piece or an edge: no face is up
    COVERED = "covered"  # partly, by a hand, a sleeve, a card
    BLURRED = "blurred"
    STRANGE = "strange"  # shows no face that is known
    ASTRAY = "astray"  # not in its own part of the table, or it cannot be told which die it is
    UNSURE = "unsure"  # more than one face fits


@dataclass(frozen=True, slots=True)
class Caution:
    """What people should know before they trust a picture: its kind, one sentence that says what to do, and where.

    `spot_px` is None where it concerns the whole picture.
    """

    kind: str  # a `Doubt`, or "dark", "bright", "glare", "shadow", "blur", "motion", "far", "cards", "map"
    text: str
    spot_px: Spot | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece found in a picture. `centre_mm` and `size_mm` are None where the picture has no scale."""

    kind: str  # "die" or "tile"
    faces: Odds
    colours: Odds
    outline_px: Points  # corners of the top face in the upright source picture
    angle_deg: float  # clockwise
    centre_mm: tuple[float, float] | None = None
    size_mm: float | None = None
    place: Place | None = None  # where it lies in the game's layout; None: loose
    doubt: Doubt | None = None

    @property
    def face(self) -> str | None:
        """The likeliest face; None when nothing could be read."""
        return self.faces[0][0] if self.faces and self.doubt in {None, Doubt.UNSURE} else None

    @property
    def colour(self) -> str | None:
        """The likeliest colour."""
        return self.colours[0][0] if self.colours else None

    @property
    def confidence(self) -> float:
        """The probability of the likeliest face, 0 when nothing could be read."""
        return self.faces[0][1] if self.faces else 0.0


@dataclass(frozen=True, slots=True)
class GridPose:
    """Where a free grid lies on the table: the centre of cell (0, 0), its x axis clockwise from east, and its pitches.

    Lengths are mm, or picture pixels where the picture has no scale.
    """

    x: float
    y: float
    angle_deg: float
    pitch_x: float
    pitch_y: float


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything read in one picture of `width_px` by `height_px`."""

    width_px: int
    height_px: int
    calibrated: bool
    pieces: tuple[Piece, ...]
    observation: Observation
    pose: GridPose | None = None
    warnings: tuple[Caution, ...] = ()


def piece_json(piece: Piece) -> dict[str, Any]:
    """Return a piece in the form that `companion read` prints."""
    value = int(piece.face) if piece.face is not None and piece.face.isdigit() else None
    return {
        "kind": piece.kind,
        "value": value,
        "colour": piece.colour,
        "confidence": round(piece.confidence, 4),
        "outline": [[round(x, 1), round(y, 1)] for x, y in piece.outline_px],
        "centre_mm": None if piece.centre_mm is None else [round(v, 2) for v in piece.centre_mm],
        "angle_deg": round(piece.angle_deg, 1),
        "doubt": piece.doubt,
    }


def is_read(zone: Zone) -> bool:
    """Return whether pictures are read for a zone: on a free square grid, loose, or in places known by their areas."""
    return zone.shape in {Shape.SQUARE, Shape.LOOSE} or bool(zone.slots)


def readable(layout: Layout) -> bool:
    """Return whether pictures tell anything about a table with that layout."""
    return any(map(is_read, layout.zones))


def reading_json(photo: str, reading: Reading, state: Mapping[str, Any]) -> dict[str, Any]:
    """Return a whole reading in the form that `companion read` prints: one JSON object a picture."""
    return {
        "photo": photo,
        "calibrated": reading.calibrated,
        "pieces": [piece_json(piece) for piece in reading.pieces],
        "state": dict(state),
        "warnings": [warning.text for warning in reading.warnings],
    }


NINTHS = (
    (say("at the top left"), say("at the top"), say("at the top right")),
    (say("at the left"), say("in the middle"), say("at the right")),
    (say("at the bottom left"), say("at the bottom"), say("at the bottom right")),
)


def place_words(point_px: Sequence[float], picture_px: Sequence[float]) -> str:
    """Return the ninth of a picture (width, height) that a point lies in, as "at the top left" or "in the middle"."""
    across, down = (min(2, max(0, int(3 * at / size))) for at, size in zip(point_px, picture_px, strict=True))
    return NINTHS[down][across]
