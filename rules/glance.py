"""What people want to see of a game at a glance, beside its table and its points."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from rules.game import Seat
from rules.mat import Mat, Shelf, Track
from rules.menu import Menu
from rules.sheet import Sheet
from rules.table import Cell, Face, Place


@dataclass(frozen=True, slots=True)
class Tap:
    """A legal move that people point at: the place tapped first, then what to choose there.

    `words` say the choice without repeating what was tapped; `towards` is the cell that the piece goes to, if it goes.
    """

    place: Place
    move: Any
    words: str
    towards: Cell | None = None


@dataclass(frozen=True, slots=True)
class Ledger:
    """How points came about as a table: its title, what the columns are, and rows: a label, values, which one won."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...], int | None], ...]


@dataclass(frozen=True, slots=True)
class Glance:
    """What everybody may know of a state, in short, for people.

    `facts` are labels with what they say; `notes` are the seats' own, () for none; `out` are the seats that play no
    more; `openings` are the places where play goes on, each with the faces that fit there, as help tells them;
    `ending` is why the game was won, "" while it goes on. A text names a player as “seat 2”; pages put the name there.

    `taps`, `menus` and `sheets` are how moves are made by hand, `guide` says how to begin; a kind of move that they
    offer is offered there only, and `whole` says that there is no other kind now. `called` names pieces whose face does
    not; `signs` counts the suns, or the like, that are known of a piece; `ledgers` are the scored rounds.

    Where there is no board with cells, `mats` are what lies before each seat and `middle` what lies between them;
    `tracks` are the rounds and the steps of a turn.
    """

    facts: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    out: frozenset[Seat] = frozenset()
    openings: Mapping[Place, tuple[Face, ...]] = field(default_factory=dict)
    ending: str = ""
    guide: str = ""
    taps: tuple[Tap, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    whole: bool = False
    called: Mapping[Place, str] = field(default_factory=dict)
    signs: Mapping[Place, int] = field(default_factory=dict)
    ledgers: tuple[Ledger, ...] = ()
    menus: tuple[Menu, ...] = ()
    mats: tuple[Mat, ...] = ()
    middle: tuple[Shelf, ...] = ()
    tracks: tuple[Track, ...] = ()

    def offered(self) -> Iterator[Any]:
        """Yield the moves of all taps and menus."""
        yield from (tap.move for tap in self.taps)
        for menu in self.menus:
            yield from menu.moves()


@runtime_checkable
class Glancing(Protocol):
    """A game that tells more at a glance than its table and points."""

    def glance(self, state: Any) -> Glance:  # noqa: ANN401 (each game has its own states)
        """Return what everybody may know of `state`; it depends on nothing that `Game.public` takes away."""


def glance(game: object, state: Hashable) -> Glance:
    """Return what `game` tells of `state` at a glance: nothing, if it is not one that does."""
    return game.glance(state) if isinstance(game, Glancing) else Glance()


@runtime_checkable
class Handling(Protocol):
    """A game that says what hands do on the table after a move, beyond what the move itself shows."""

    def handling(self, before: Any, after: Any) -> tuple[str, ...]:  # noqa: ANN401 (each game has its own states)
        """Return what has to be done to bring the table from one state to another, a sentence each, for people."""


def handling(game: object, before: Hashable, after: Hashable) -> tuple[str, ...]:
    """Return what hands do between two states: nothing to say, if `game` does not tell."""
    return game.handling(before, after) if isinstance(game, Handling) else ()


@runtime_checkable
class Chancing(Protocol):
    """A game whose rolls and reveals are taken back only if everybody agrees."""

    def by_chance(self, move: Any) -> bool:  # noqa: ANN401 (each game has its own moves)
        """Return whether `move` tells what chance brought."""


def by_chance(game: object, move: Hashable) -> bool:
    """Return whether `move` tells what chance brought: never, if `game` does not say."""
    return isinstance(game, Chancing) and game.by_chance(move)
