"""The reading drawn over its picture: what the page's SVG shows, in pixels of the picture."""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion import called
from companion.overlay_goals import goal_outlines
from companion.palette import colours
from companion.records import LIKELY, Still
from companion.teach import DOWN
from companion.words import named
from rules.table import Face, Layout, Observation, Place, Table
from rules.text import capital, joined, say
from vision.reading import Caution, Piece

UNREAD: Final = "?"  # shown for a piece whose face nobody would bet on
SURE: Final = 0.9  # confidence from which a value is shown without its percentage
MARGIN: Final = 0.2  # of the pieces' extent, kept around them
EMPTY: Final[Table] = {}
LEAST_SIDES: Final = 3  # of an outline that can be drawn


@dataclass(frozen=True, slots=True)
class Mark:
    """One piece of the overlay. `place` is "" where nobody can correct it."""

    place: str
    zone: str
    kind: str
    face: str
    label: str
    percent: int
    fill: str
    ink: str
    points: str
    x: float
    y: float
    top: float
    bottom: float
    ringed: bool
    corrected: bool
    doubt: str = ""
    plain: bool = False  # its face is a back, or has no name that people know: what it shows says more than a label

    @property
    def doubtful(self) -> bool:
        """Whether the page shows how sure the reading is."""
        return not self.corrected and self.face != UNREAD and self.percent < 100 * SURE

    @property
    def tagged(self) -> bool:
        """Whether the picture shows the face as a label."""
        if self.plain:
            return self.doubtful or self.corrected or self.face == UNREAD
        return self.face != UNREAD or self.kind == "die"

    @property
    def name(self) -> str:
        """What a screen reader says."""
        ringed = say(", breaks a rule") if self.ringed else ""
        if self.corrected and self.face != UNREAD:
            return say("{piece}, corrected by hand{more}", piece=self.title, more=ringed)
        why = say(", {doubt}", doubt=self.doubt) if self.doubt and not self.corrected else ""
        if self.face == UNREAD:
            return say("{piece}, its face not read{more}", piece=called.kind(self.kind), more=joined((why, ringed), ""))
        sure = say("{piece}, read with {percent} % confidence", piece=self.title, percent=self.percent)
        return joined((sure, why, ringed), "")

    @property
    def title(self) -> str:
        """The kind of piece and its face, as people call them."""
        return joined((called.kind(self.kind), called.face(self.face)), " ")

    @property
    def read(self) -> str:
        """What was read, for those who are about to correct it."""
        if self.face == UNREAD:
            return say("It could not be read.")
        return say("Read as {face}.", face=called.face(self.face))


@dataclass(frozen=True, slots=True)
class Overlay:
    """A still's picture with its marks; the view box is cut to where the pieces lie."""

    still: int
    width: int
    height: int
    view_box: tuple[int, int, int, int]
    marks: tuple[Mark, ...]
    warnings: tuple[Caution, ...]
    goals: tuple[str, ...] = ()  # outlines of the cells where play goes on

    @property
    def unit(self) -> float:
        """A length to draw with, legible on a phone."""
        return max(self.view_box[2:]) / 34


def overlay(still: Still, layout: Layout, table: Table = EMPTY, openings: Collection[Place] = ()) -> Overlay:
    """Return the overlay of a judged still; `openings` are the places where play goes on now.

    What `table` has face down and was peeked at is marked, but not named.
    """
    reading = still.reading
    ringed = _ringed(still, layout)
    peeked = _ringed(still, layout, frozenset(place for place, face in table.items() if face == DOWN))
    drawn = [piece for piece in reading.pieces if len(piece.outline_px) >= LEAST_SIDES]
    plain = frozenset(zone.name for zone in layout.zones if zone.rings)
    marks = tuple(
        _mark(piece, still, ringed, plain, secret=piece.place in peeked)
        for piece in sorted(drawn, key=lambda piece: piece.kind == "die")
    )
    corners = [point for piece in drawn for point in piece.outline_px]
    spots = [warning.spot_px for warning in reading.warnings if warning.spot_px]
    corners += [(x + way * r, y + way * r) for x, y, r in spots for way in (-1, 1)]
    box = _view_box(corners, reading.width_px, reading.height_px)
    goals = tuple(goal_outlines(still, layout, openings))
    return Overlay(still.id, reading.width_px, reading.height_px, box, marks, reading.warnings, goals)


def with_names(shown: Overlay, players: Sequence[str]) -> Overlay:
    """Return the overlay with the players' names in its warnings, where the eyes know seats only."""
    return replace(
        shown, warnings=tuple(replace(one, text=capital(named(one.text, players))) for one in shown.warnings)
    )


def choices(layout: Layout) -> dict[str, dict[str, list[tuple[Face, str]]]]:
    """Return what can lie in each zone: by zone, by the face's leading words (a colour), (face, last word) pairs."""
    return {zone.name: _grouped(zone.faces) for zone in layout.zones}


def split(face: Face) -> tuple[str, str]:
    """Return a face as (leading words, last word): “orange 4” is orange and 4, “Clio” has no leading word."""
    before, _, last = face.rpartition(" ")
    return before, last


def _grouped(faces: Iterable[Face]) -> dict[str, list[tuple[Face, str]]]:
    groups: dict[str, list[tuple[Face, str]]] = {}
    for face in faces:
        group, label = split(face)
        groups.setdefault(group, []).append((face, label))
    return groups


def _mark(piece: Piece, still: Still, ringed: frozenset[Place], plain: frozenset[str], *, secret: bool) -> Mark:
    face, confidence = (UNREAD, 0.0) if secret else _shown(piece, still)
    group, label = split(face)
    fill, ink = colours(group or piece.colour)
    xs, ys = zip(*piece.outline_px, strict=True)
    return Mark(
        place="" if piece.place is None else str(piece.place),
        zone="" if piece.place is None else piece.place.zone,
        kind=piece.kind,
        face=face,
        label=label,
        percent=round(100 * confidence),
        fill=fill,
        ink=ink,
        points=" ".join(f"{x:.1f},{y:.1f}" for x, y in piece.outline_px),
        x=round(sum(xs) / len(xs), 1),
        y=round(sum(ys) / len(ys), 1),
        top=round(min(ys), 1),
        bottom=round(max(ys), 1),
        ringed=piece.place in ringed,
        corrected=piece.place in still.corrections,
        doubt=called.DOUBTS[piece.doubt] if piece.doubt else "",
        plain=face == DOWN or (piece.place is not None and piece.place.zone in plain),
    )


def _shown(piece: Piece, still: Still) -> tuple[Face, float]:
    """Return a piece's likeliest face, as corrected, and its confidence."""
    if piece.place is not None and piece.place in still.corrections:
        return still.corrections[piece.place] or "nothing", 1.0
    odds = _odds(piece, still.reading.observation)
    face = max(odds, key=odds.__getitem__, default="")
    confidence = odds.get(face, 0.0)
    return (face, confidence) if confidence > LIKELY else (UNREAD, confidence)


def _odds(piece: Piece, seen: Observation) -> Mapping[Face, float]:
    placed = seen.faces.get(piece.place) if piece.place is not None else None
    return placed or {" ".join(filter(None, (piece.colour, face))): odds for face, odds in piece.faces}


def _ringed(still: Still, layout: Layout, among: Container[Place] | None = None) -> frozenset[Place]:
    """Return the offending places of an illegal still, all or those `among` some, in the reading's own cells."""
    free = {zone.name for zone in layout.zones if zone.grid}
    back = None if still.verdict.shift is None else tuple(-step for step in still.verdict.shift)
    places = [place for violation in still.verdict.violations for place in violation.places]
    places = [place for place in places if among is None or place in among]
    return frozenset(place.shifted(back) if back and place.zone in free else place for place in places)


def _view_box(points: Sequence[tuple[float, float]], width: int, height: int) -> tuple[int, int, int, int]:
    """Return the part of the picture worth showing: all points with a margin, never less than a third of it."""
    if not points:
        return 0, 0, width, height
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    tall = max((bottom - top) * (1 + MARGIN), (right - left) * (1 + MARGIN) * 9 / 16, height / 3)
    wide = max((right - left) * (1 + MARGIN), tall * 6 / 5)
    scale = min(1.0, width / wide, height / tall)
    wide, tall = wide * scale, tall * scale
    x = min(max((left + right - wide) / 2, 0), width - wide)
    y = min(max((top + bottom - tall) / 2, 0), height - tall)
    return round(x), round(y), round(wide), round(tall)
