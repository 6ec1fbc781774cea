"""The words shared by the rules and the eyes: where pieces may lie, and what lies or is seen there."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

Cell = tuple[int, ...]
"""A place's address in its zone: (x, y) on a square grid with y down, (a, b, c) on a triangular one, (index,) else."""

Face = str
"""What a place shows, as one word of its zone's alphabet, e.g. "4", "orange 4", "Clio" or "down".

Where the way a piece lies matters it is part of the word, in the grid's own directions ("S-EW", "green 2"). Where like
pieces pile up on one place, their number is the word ("3").
"""

COLOURS = ("white", "black", "red", "orange", "yellow", "green", "blue", "purple")
"""The names of the colours that pieces are told apart by."""


ROOM = 1e-3  # each of two readings leaves so much to what only the other one saw
ALIKE = 0.75  # what a still of a rest is worth beside another one of it: two tell as much as one and a half


class Shape(StrEnum):
    """How the places of a zone are laid out."""

    SLOTS = "slots"  # fixed places, one for each piece
    SQUARE = "square"  # a free square grid: pitch roughly known, position and turn found from the pieces
    TRIANGLE = "triangle"  # a free triangular grid, likewise
    LOOSE = "loose"  # an area whose pieces have no order: candidates may use them, no position is compared with them


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """One spot a piece may occupy: a zone and a cell in it; prints as `zone@1,-2` and parses back."""

    zone: str
    cell: Cell

    def __str__(self) -> str:
        """Return the place as text, e.g. `die@1,-2`."""
        return f"{self.zone}@{','.join(map(str, self.cell))}"

    @classmethod
    def parse(cls, text: str) -> "Place":
        """Return the place written as `zone@x,y`; ValueError for any other text."""
        zone, at, cell = text.partition("@")
        if not (zone and at):
            raise ValueError(f"“{text}” is not a place: write zone@x,y.")
        return cls(zone, tuple(int(part) for part in cell.split(",")))

    def shifted(self, shift: Cell) -> "Place":
        """Return the place moved by `shift` inside its zone."""
        return replace(self, cell=tuple(a + b for a, b in zip(self.cell, shift, strict=True)))


Box = tuple[float, float, float, float]
"""A part of the table: left, top, right and bottom, each as a share of the table's width or height."""

Table = Mapping[Place, Face]
"""A whole position: what lies where. Places not named are empty."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A fixed place for one piece, which may lie anywhere in its area of the table.

    Of pieces that share an area `rank` 0 is the one with the brightest body. `faces` are those it has now, () for any,
    `up` the one that lies up, "" if nobody knows; `area_name` and `name` are what people call the area and the piece:
    “seat 1's part”, “seat 1's light die”.
    """

    area: Box
    rank: int
    faces: tuple[Face, ...]
    up: Face
    area_name: str
    name: str


@dataclass(frozen=True, slots=True)
class Zone:
    """A set of places for pieces of one kind. Zones that share a `grid` are layers of it: dice stand on tiles."""

    name: str
    piece: str  # what to look for: "die", "tile", "line_die", "token"
    shape: Shape
    faces: tuple[Face, ...]  # the alphabet; "colour value" pairs where the owner's colour counts
    grid: str = ""  # the free grid this zone is a layer of; "" for fixed slots and loose areas
    pitch_mm: tuple[float, float] = (0.0, 0.0)  # least and greatest distance between neighbouring cells
    slots: tuple[Slot, ...] = ()  # the fixed places, in order; () where nobody knows where they are
    settled: bool = True  # False while people are still putting it right, e.g. counters after a roll
    rings: tuple[tuple[Face, tuple[Face, ...]], ...] = ()
    """What pieces of a kind show as they are turned clockwise, quarter by quarter: the kind, then its faces."""

    @property
    def compared(self) -> bool:
        """Whether the zone's places are part of a position now."""
        return self.settled and self.shape is not Shape.LOOSE

    def word(self, face: Face, quarters: int) -> Face:
        """Return what a piece shows here that shows `face` along its own axes, turned so many quarters clockwise.

        Where the zone tells no directions apart it is the piece's kind; a face in no ring is the same any way round.
        """
        for kind, ring in self.rings:
            if face in ring:
                turned = ring[(ring.index(face) + quarters) % len(ring)]
                return turned if turned in self.faces else kind
        return face


@dataclass(frozen=True, slots=True)
class Layout:
    """Every zone of a game's table."""

    zones: tuple[Zone, ...]

    @property
    def compared(self) -> frozenset[str]:
        """The names of the zones that are part of a position now."""
        return frozenset(zone.name for zone in self.zones if zone.compared)

    @property
    def slots(self) -> frozenset[str]:
        """The names of the zones whose places are known by their areas."""
        return frozenset(zone.name for zone in self.zones if zone.slots)

    def zone(self, name: str) -> Zone:
        """Return the zone called `name`; KeyError if there is none."""
        for zone in self.zones:
            if zone.name == name:
                return zone
        raise KeyError(name)


def _frozen(faces: Mapping[Place, Mapping[Face, float]]) -> Mapping[Place, Mapping[Face, float]]:
    return MappingProxyType({place: MappingProxyType(dict(odds)) for place, odds in faces.items()})


@dataclass(frozen=True, slots=True)
class Observation:
    """What one or more stills showed: a probability for each face at each place where a piece was seen.

    Probabilities at a place sum to at most 1; what is missing stands for nothing at all, or a strange piece. `zones`
    were looked at; `hidden` places could not be seen; at `disturbed` ones something moved since the last move was
    recorded. `anchored` says that the cells are those of the state's own grid; otherwise they may be off by one common
    shift, which `rules.game.judge` finds.
    """

    faces: Mapping[Place, Mapping[Face, float]]
    zones: frozenset[str]
    hidden: frozenset[Place] = frozenset()
    disturbed: frozenset[Place] = frozenset()
    anchored: bool = True
    still: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        """Freeze the mappings."""
        object.__setattr__(self, "faces", _frozen(self.faces))

    @classmethod
    def certain(cls, table: Table, zones: Iterable[str] | None = None) -> "Observation":
        """Return the observation of a reader that sees `table` without any doubt (in `zones`, by default all)."""
        looked = frozenset(place.zone for place in table) if zones is None else frozenset(zones)
        return cls({place: {face: 1.0} for place, face in table.items() if place.zone in looked}, looked)

    def best(self) -> dict[Place, Face]:
        """Return the likeliest face at each place."""
        return {place: max(odds, key=odds.__getitem__) for place, odds in self.faces.items() if odds}

    def shifted(self, shift: Cell, zones: Iterable[str]) -> "Observation":
        """Return the same sight with the cells of `zones` moved by `shift`, now anchored."""
        moved = frozenset(zones)

        def at(place: Place) -> Place:
            return place.shifted(shift) if place.zone in moved else place

        faces = {at(place): odds for place, odds in self.faces.items()}
        hidden, disturbed = frozenset(map(at, self.hidden)), frozenset(map(at, self.disturbed))
        return replace(self, faces=faces, hidden=hidden, disturbed=disturbed, anchored=True)

    def within(self, zones: Iterable[str]) -> "Observation":
        """Return the same sight with nothing but what lies in `zones`."""
        kept = frozenset(zones)
        faces = {place: odds for place, odds in self.faces.items() if place.zone in kept}
        return replace(self, faces=faces, zones=self.zones & kept)

    def corrected(self, place: Place, face: Face | None) -> "Observation":
        """Return the observation after a person said what lies at `place` (None: nothing)."""
        faces = {p: odds for p, odds in self.faces.items() if p != place}
        if face is not None:
            faces[place] = {face: 1.0}
        return replace(self, faces=faces, hidden=self.hidden - {place})

    def combined(self, other: "Observation", worth: tuple[float, float] = (ALIKE, ALIKE)) -> "Observation":
        """Return the evidence of two stills of the same position, each so much `worth`; what one of them saw is seen.

        Shares that sum to 1 make of two stills no more than one: what both leave open stays open.
        """
        faces = dict(other.faces)
        for place, odds in self.faces.items():
            faces[place] = _product(odds, other.faces[place], worth) if place in other.faces else odds
        hidden, disturbed = self.hidden & other.hidden, self.disturbed | other.disturbed
        return replace(other, faces=faces, zones=self.zones | other.zones, hidden=hidden, disturbed=disturbed)


def _product(one: Mapping[Face, float], two: Mapping[Face, float], worth: tuple[float, float]) -> dict[Face, float]:
    """Return the product of two readings of one piece; each keeps a little room for the other.

    Stills of one rest err alike, so two of them are worth less than two. What lacks to 1 lacks to 1 then too.
    """
    rests = _weighed(1 - sum(one.values()), 1 - sum(two.values()), worth)
    weights = {face: _weighed(one.get(face, 0.0), two.get(face, 0.0), worth) for face in one.keys() | two.keys()}
    total = sum(weights.values()) + rests
    return {face: weight / total for face, weight in weights.items()}


def _weighed(one: float, two: float, worth: tuple[float, float]) -> float:
    product: float = max(one, ROOM) ** worth[0] * max(two, ROOM) ** worth[1]
    return product
