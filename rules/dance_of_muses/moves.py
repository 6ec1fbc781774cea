"""The moves of Dance of Muses; `str` gives their notation, and `rules.dance_of_muses.notation` reads it."""

from dataclasses import dataclass
from typing import Literal

from rules.dance_of_muses.state import Cell

STEPS: dict[str, Cell] = {
    "N": (0, -1),
    "E": (1, 0),
    "S": (0, 1),
    "W": (-1, 0),
    "NE": (1, -1),
    "SE": (1, 1),
    "SW": (-1, 1),
    "NW": (-1, -1),
}
STRAIGHT = ("N", "E", "S", "W")
OFF = 0  # instead of a die's number: it does not stand on its tile

When = Literal["first", "then"]
"""Whether a power is used before its Muse's move or after it."""


def _pairs(pairs: tuple[tuple[str, int | str], ...]) -> str:
    return " ".join(f"{name}={value}" for name, value in pairs)


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one tile: where it lies now and what its die shows now; None for what stayed."""

    name: str
    cell: Cell | None = None
    die: int | None = None

    def __str__(self) -> str:
        """Return e.g. `Erato=5`, `Erato@3,1` or `Erato@3,1=5`."""
        cell = f"@{self.cell[0]},{self.cell[1]}" if self.cell else ""
        return f"{self.name}{cell}" + ("" if self.die is None else f"={self.die}")


Changes = tuple[Change, ...]
"""What a power brought about, in the order of the names: the outcome, however it was reached."""


@dataclass(frozen=True, slots=True)
class Lay:
    """Placing a Muse from the hand (None: face down); `die` stands on her if it is not the one due."""

    muse: str | None
    cell: Cell
    die: str | None = None

    def __str__(self) -> str:
        """Return e.g. `place Clio 1,0`, `place ? -1,-1` or `place Clio 1,0 with orange 3`."""
        extra = f" with {self.die}" if self.die else ""
        return f"place {self.muse or '?'} {self.cell[0]},{self.cell[1]}{extra}"


@dataclass(frozen=True, slots=True)
class Step:
    """Moving a Muse one cell; `dice` are those left otherwise than the rules say, by name, OFF for one not seen."""

    name: str
    direction: str
    dice: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        """Return e.g. `Clio E`, `orange? N`, `Clio E dice Erato=4` or `Clio E dice Erato=off`."""
        dice = _pairs(tuple((name, die or "off") for name, die in self.dice))
        return f"{self.name} {self.direction}" + (f" dice {dice}" if dice else "")


@dataclass(frozen=True, slots=True)
class Use:
    """Using a Muse's power, before her move or after it, with its outcome."""

    when: When
    name: str
    changes: Changes

    def __str__(self) -> str:
        """Return e.g. `first Clio Erato=5`, `then Clio Erato@3,1` or `then Clio nothing`."""
        return f"{self.when} {self.name} {self.outcome}"

    @property
    def outcome(self) -> str:
        """The changes as notation."""
        return " ".join(map(str, self.changes)) or "nothing"


@dataclass(frozen=True, slots=True)
class Turn:
    """A step and its Muse's power in one reach of the hand."""

    step: Step
    use: Use

    def __str__(self) -> str:
        """Return e.g. `Clio E then Erato=5` or, for a power that came before the step, `Clio E first Erato=5`."""
        return f"{self.step} {self.use.when} {self.use.outcome}"


@dataclass(frozen=True, slots=True)
class Slip:
    """Something on the table that no turn explains: tiles or dice changed, tiles turned over, dice off their tiles."""

    changes: Changes = ()
    turned: tuple[tuple[str, str], ...] = ()
    fallen: Changes = ()

    def __str__(self) -> str:
        """Return e.g. `slip Erato=5`, `slip turned orange?=Erato` or `slip off Erato@4,1=3`."""
        parts = (
            " ".join(map(str, self.changes)),
            f"turned {_pairs(self.turned)}" if self.turned else "",
            f"off {' '.join(map(str, self.fallen))}" if self.fallen else "",
        )
        return " ".join(("slip", *filter(None, parts)))


@dataclass(frozen=True, slots=True)
class Reveal:
    """Turning up every face-down Muse: who lay where, in the order the tiles were placed."""

    muses: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        """Return e.g. `reveal white?=Clio orange?=Erato purple?=Thalia`."""
        return f"reveal {_pairs(self.muses)}"


@dataclass(frozen=True, slots=True)
class Suns:
    """Saying how many suns a Muse carries."""

    muse: str
    count: int

    def __str__(self) -> str:
        """Return e.g. `suns Clio 2`."""
        return f"suns {self.muse} {self.count}"


@dataclass(frozen=True, slots=True)
class Gather:
    """Clearing the table after a scored hand, for the next one."""

    def __str__(self) -> str:
        """Return `gather`."""
        return "gather"


Move = Lay | Step | Use | Turn | Slip | Reveal | Suns | Gather
