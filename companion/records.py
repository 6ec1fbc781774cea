"""What is kept of a session: its set-up, the entries of its log, and the stills behind them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from rules.game import Seat, Verdict
from rules.table import Face, Observation, Place
from vision.reading import Reading

LIKELY: Final = 0.5


class Op(StrEnum):
    """What an entry does to the moves before it."""

    PLAY = "play"
    UNDO = "undo"
    AMEND = "amend"


class Source(StrEnum):
    """Where an entry came from."""

    CAMERA = "camera"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class Setup:
    """One session's game, number of seats, options and the players' names by seat."""

    game: str
    seats: int
    players: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Summary:
    """One line of the list of sessions."""

    id: int
    setup: Setup
    created: datetime
    length: int


class Undoing(StrEnum):
    """What is touched if the last move is taken back."""

    FREE = "free"  # only what was done last
    CHANCE = "chance"  # what chance brought
    ANOTHER = "another"  # what another player did before the move that was taken back already


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log. `target` is the seq of the play that an undo or amend concerns, `move` the move's text."""

    seq: int
    at: datetime
    op: Op
    target: int | None = None
    seat: Seat | None = None
    move: str = ""
    source: Source = Source.PERSON
    still: int | None = None


@dataclass(frozen=True, slots=True)
class Still:
    """A judged picture: what was read, what people corrected, and the verdict (its moves as notation).

    `length` is that of the log it was judged against; `id` is 0 before it is stored.
    """

    at: datetime
    length: int
    reading: Reading
    verdict: Verdict[str]
    corrections: Mapping[Place, Face | None] = field(default_factory=dict)
    id: int = 0

    @property
    def observation(self) -> Observation:
        """What was seen, with people's corrections."""
        seen = self.reading.observation
        for place, face in self.corrections.items():
            seen = seen.corrected(place, face)
        return seen

    @property
    def claims(self) -> dict[Place, Face]:
        """What the reader said lies where: faces likelier than not."""
        faces = self.reading.observation.faces
        best = self.reading.observation.best()
        return {place: face for place, face in best.items() if faces[place][face] > LIKELY}

    @property
    def wrong(self) -> int:
        """How many of the claims people corrected, and how many pieces that were not seen at all they added."""
        seen, claims = self.reading.observation.faces, self.claims
        return sum(
            claims.get(place) != face
            for place, face in self.corrections.items()
            if place in claims or place not in seen
        )
