"""What people want to see of a game at a glance, beside its table and its points."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from rules.game import Seat
from rules.table import Face, Place


@dataclass(frozen=True, slots=True)
class Glance:
    """What everybody may know of a state, in short, for people.

    `facts` are labels with what they say; `notes` are the seats' own, () for none; `out` are the seats that play no
    more; `openings` are the places where play goes on, each with the faces that fit there, as help tells them;
    `ending` is why the game was won, "" while it goes on. A text names a player as “seat 2”; pages put the name there.
    """

    facts: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    out: frozenset[Seat] = frozenset()
    openings: Mapping[Place, tuple[Face, ...]] = field(default_factory=dict)
    ending: str = ""


@runtime_checkable
class Glancing(Protocol):
    """A game that tells more at a glance than its table and points."""

    def glance(self, state: Any) -> Glance:  # noqa: ANN401 (each game has its own states)
        """Return what everybody may know of `state`; it depends on nothing that `Game.public` takes away."""


def glance(game: object, state: Hashable) -> Glance:
    """Return what `game` tells of `state` at a glance: nothing, if it is not one that does."""
    return game.glance(state) if isinstance(game, Glancing) else Glance()
