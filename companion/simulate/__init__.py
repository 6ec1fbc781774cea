"""Games played by nobody: random legal moves, drawn tables, the real reader and the real session that judges them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

GOOD: Final = 0.9  # of the games the log must be exactly right, and
SILENT: Final = 0.01  # of the moves at most so many may be wrong without a word


class Came(StrEnum):
    """What came of one move that was shown to the camera."""

    RIGHT = "right"
    LATE = "late"  # recorded right once the next picture was seen
    ASKED = "asked"  # ambiguous: the people were asked, and the right answer was among those offered
    WAITED = "waited"  # unexplained: nothing was recorded, people have to enter it
    REFUSED = "refused"  # a legal move was called illegal
    MISSED = "missed"  # nothing was noticed: the page still waits for the move
    WRONG = "wrong"  # another move was recorded, in silence


HELPLESS: Final = frozenset({Came.RIGHT, Came.LATE})
"""What comes of a move without a word from anybody."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One move shown to the camera: its number among the game's, its text, what was found instead, what came of it."""

    number: int
    move: str
    found: str
    came: Came


@dataclass(frozen=True, slots=True)
class Simulated:
    """One game: its seed and players, the moves shown and those told by people, whether log and points are right."""

    seed: int
    seats: int
    shown: tuple[Shown, ...]
    told: int
    exact: bool
    points: bool
    seconds: float

    @property
    def answered(self) -> bool:
        """Whether the log is right once people have answered the questions asked, and done nothing else."""
        return all(one.came in HELPLESS | {Came.ASKED} for one in self.shown)

    def count(self, came: Came) -> int:
        """Return of how many moves this came."""
        return sum(one.came is came for one in self.shown)


@dataclass(frozen=True, slots=True)
class Total:
    """All games together."""

    games: int
    exact: int
    answered: int
    points: int
    moves: int
    came: Mapping[Came, int]

    @classmethod
    def of(cls, games: Iterable[Simulated]) -> "Total":
        """Return the sum over `games`."""
        every = list(games)
        exact, points = sum(game.exact for game in every), sum(game.points for game in every)
        answered = sum(game.answered for game in every)
        came = Counter(one.came for game in every for one in game.shown)
        return cls(len(every), exact, answered, points, came.total(), dict(came))

    def share(self, came: Came) -> float:
        """Return of which share of the moves this came."""
        return self.came.get(came, 0) / max(1, self.moves)

    @property
    def good(self) -> bool:
        """Whether enough logs are exactly right, and few enough moves wrong in silence."""
        return self.exact >= GOOD * self.games and self.share(Came.WRONG) <= SILENT
