"""The moves of Line Dice and their notation; `parse` is the inverse of `str`."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from rules.game import MoveError
from rules.line_dice.faces import FACES, KINDS, Cell
from rules.line_dice.state import Hand, held
from rules.text import say

_KIND = "|".join(KINDS)
_FACE = "|".join(FACES)
_CELL = r"-?\d{1,3},-?\d{1,3}"
_CHANGED = rf"{_CELL}=(?:{_FACE}|-)"


def written(cell: Cell) -> str:
    """Return a cell as `x,y`."""
    return f"{cell[0]},{cell[1]}"


@dataclass(frozen=True, slots=True)
class Roll:
    """What a player has rolled, in the order of the kinds; () where the hand is not recorded."""

    hand: Hand

    def __str__(self) -> str:
        """Return e.g. `roll S S X C0`, or `roll ?`."""
        return f"roll {' '.join(self.hand) or '?'}"


@dataclass(frozen=True, slots=True)
class Extra:
    """Laying the left-over die, as it was rolled, as the first one of the road."""

    face: str
    cell: Cell = (0, 0)

    def __str__(self) -> str:
        """Return e.g. `extra C2N`, with the cell where it is not 0,0."""
        return f"extra {self.face}" + (f" {written(self.cell)}" if self.cell != (0, 0) else "")


@dataclass(frozen=True, slots=True)
class Lay:
    """Laying a die from the hand; `by` names a seat that is not the one to act, `askew` a die between cells."""

    face: str
    cell: Cell
    by: int | None = None
    askew: bool = False

    def __str__(self) -> str:
        """Return e.g. `lay C1S 2,1`, `lay X 1,0 by 2` or `lay X 1,0 askew`."""
        who = "" if self.by is None else f" by {self.by}"
        return f"lay {self.face} {written(self.cell)}{who}{' askew' * self.askew}"


@dataclass(frozen=True, slots=True)
class Out:
    """Saying that no die fits; `shown` are the kinds still in hand, where the referee does not know them."""

    shown: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return `out`, or e.g. `out C0 C3`."""
        return " ".join(("out", *self.shown))


@dataclass(frozen=True, slots=True)
class Call:
    """A seat's claim that the last arrow is a bluff."""

    seat: int

    def __str__(self) -> str:
        """Return e.g. `call 2`."""
        return f"call {self.seat}"


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Taking the last die off the table."""

    def __str__(self) -> str:
        """Return `takeback`."""
        return "takeback"


@dataclass(frozen=True, slots=True)
class Discard:
    """The caller's choice of a die that leaves the game, by kind."""

    kind: str

    def __str__(self) -> str:
        """Return e.g. `discard C1`."""
        return f"discard {self.kind}"


@dataclass(frozen=True, slots=True)
class Announce:
    """Saying that nobody calls the last die."""

    def __str__(self) -> str:
        """Return `announce`."""
        return "announce"


@dataclass(frozen=True, slots=True)
class Change:
    """A mishap: what lies on cells where something else, or nothing, should lie; None where the die is gone."""

    cells: tuple[tuple[Cell, str | None], ...]

    def __str__(self) -> str:
        """Return e.g. `change 1,0=C2N 2,0=-`."""
        return " ".join(("change", *(f"{written(cell)}={face or '-'}" for cell, face in self.cells)))


Move = Roll | Extra | Lay | Out | Call | TakeBack | Discard | Announce | Change


def _cell(text: str) -> Cell:
    x, _, y = text.partition(",")
    return int(x), int(y)


def _lay(found: re.Match[str]) -> Lay:
    face, cell, seat, askew = found.groups()
    return Lay(face, _cell(cell), None if seat is None else int(seat), askew is not None)


def _change(found: re.Match[str]) -> Change:
    pairs = [pair.partition("=") for pair in found[1].split()]
    cells = {_cell(cell): None if face == "-" else face for cell, _, face in pairs}
    return Change(tuple(sorted(cells.items())))


def _out(found: re.Match[str]) -> Out:
    return Out(tuple(kind for kind in KINDS if kind in found[1].split()))


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Move]], ...] = (
    (re.compile(r"roll \?"), lambda _: Roll(())),
    (re.compile(rf"roll ((?:{_KIND})(?: (?:{_KIND})){{0,35}})"), lambda found: Roll(held(tuple(found[1].split())))),
    (re.compile(rf"extra ({_FACE})(?: ({_CELL}))?"), lambda found: Extra(found[1], _cell(found[2] or "0,0"))),
    (re.compile(rf"lay ({_FACE}) ({_CELL})(?: by (\d))?( askew)?"), _lay),
    (re.compile(rf"out((?: (?:{_KIND}))*)"), _out),
    (re.compile(r"call (\d)"), lambda found: Call(int(found[1]))),
    (re.compile(r"takeback"), lambda _: TakeBack()),
    (re.compile(rf"discard ({_KIND})"), lambda found: Discard(found[1])),
    (re.compile(r"announce"), lambda _: Announce()),
    (re.compile(rf"change ({_CHANGED}(?: {_CHANGED}){{0,35}})"), _change),
)


def parse(text: str) -> Move:
    """Return the move written as `text`; MoveError with one sentence if it is none."""
    for pattern, build in _FORMS:
        if found := pattern.fullmatch(text):
            return build(found)
    raise MoveError(
        say(
            "“{text}” is no move: write e.g. “roll S S X C0 C3”, “extra C2N”, “lay C1S 2,1”, “out”, “call 2”, "
            "“takeback”, “discard C1” or “announce”.",
            text=text,
        )
    )
