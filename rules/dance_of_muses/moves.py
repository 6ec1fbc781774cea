"""The moves of Dance of Muses and their notation; `parse` is the inverse of `str`."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from rules.dance_of_muses.state import MUSES, Cell
from rules.game import MoveError
from rules.table import COLOURS

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

_MUSE = "|".join(MUSES)
_COLOUR = "|".join(COLOURS)
_HIDDEN = rf"(?:{_COLOUR})\?[1-9]?"
_NAME = rf"(?:{_MUSE}|{_HIDDEN})"


def _pairs(pairs: tuple[tuple[str, int | str], ...]) -> str:
    return " ".join(f"{name}={value}" for name, value in pairs)


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
    """Moving a Muse one cell; `dice` are those left otherwise than the rules say, by name."""

    name: str
    direction: str
    dice: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        """Return e.g. `Clio E`, `orange? N` or `Clio E dice Erato=4`."""
        return f"{self.name} {self.direction}" + (f" dice {_pairs(self.dice)}" if self.dice else "")


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


Move = Lay | Step | Reveal | Suns | Gather


def _lay(found: re.Match[str]) -> Lay:
    muse, x, y, die = found.groups()
    return Lay(None if muse == "?" else muse, (int(x), int(y)), die)


def _step(found: re.Match[str]) -> Step:
    name, direction, dice = found.groups()
    return Step(name, direction, tuple(sorted((key, int(value)) for key, value in _split(dice))))


def _reveal(found: re.Match[str]) -> Reveal:
    return Reveal(_split(found[1]))


def _suns(found: re.Match[str]) -> Suns:
    return Suns(found[1], int(found[2]))


def _gather(_: re.Match[str]) -> Gather:
    return Gather()


def _split(pairs: str | None) -> tuple[tuple[str, str], ...]:
    """Return the pairs of `a=1 b=2`."""
    found = [pair.partition("=") for pair in (pairs or "").split()]
    return tuple((name, value) for name, _, value in found)


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Move]], ...] = (
    (re.compile(rf"place ({_MUSE}|\?) (-?\d{{1,3}}),(-?\d{{1,3}})(?: with ((?:{_COLOUR}) [1-6]))?"), _lay),
    (re.compile(rf"({_NAME}) ({'|'.join(STEPS)})(?: dice ((?:{_NAME}=[1-6] ?)+(?<! )))?"), _step),
    (re.compile(rf"reveal ((?:{_HIDDEN}=(?:{_MUSE}) ?)+(?<! ))"), _reveal),
    (re.compile(rf"suns ({_MUSE}) ([1-6])"), _suns),
    (re.compile(r"gather"), _gather),
)


def parse(text: str) -> Move:
    """Return the move written as `text`; MoveError with one sentence if it is none."""
    for pattern, build in _FORMS:
        if found := pattern.fullmatch(text):
            return build(found)
    raise MoveError(
        f"“{text}” is no move: write e.g. “place Clio 1,0”, “place ? 1,0”, “Clio E”, “orange? N”,"
        " “reveal orange?=Clio”, “suns Clio 2” or “gather”."
    )
