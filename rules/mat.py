"""What lies before each player and in the middle, where it is no board with cells: counters, dice, stocks, cards."""

from dataclasses import dataclass

from rules.menu import Amount
from rules.table import Face


@dataclass(frozen=True, slots=True)
class Gauge:
    """How much of one kind of good there is; `most` is what can be kept of it, None for no bound."""

    kind: str
    count: int
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Pile:
    """Like pieces: what they show, their name, how many (None: one, and not counted), price, and whether on top."""

    face: Face
    words: str
    count: int | None = None
    price: tuple[Amount, ...] = ()
    note: str = ""
    top: bool = False


@dataclass(frozen=True, slots=True)
class Shelf:
    """Piles of one kind of piece that lie together, with their title and what else is to be said of the place."""

    title: str
    piece: str
    piles: tuple[Pile, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Mat:
    """What lies before one player: goods, pieces, and other things in words."""

    gauges: tuple[Gauge, ...]
    shelves: tuple[Shelf, ...]
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Track:
    """Stops in a row, such as rounds or the steps of a turn; `now` is the index of the one reached."""

    title: str
    stops: tuple[str, ...]
    now: int
