"""What lies in a game's loose areas: no position is compared with it, but whoever lays out a table wants to know."""

from collections.abc import Hashable
from typing import Any, Protocol, runtime_checkable

from rules.table import Face


@runtime_checkable
class Strewn(Protocol):
    """A game with pieces that lie in no order, such as rolled dice in front of the players."""

    def loose(self, state: Any) -> tuple[tuple[Face, ...], ...]:  # noqa: ANN401 (each game has its own states)
        """Return what lies in front of each seat, in the words of the loose area; what nobody knows is left out."""


def loose(game: object, state: Hashable) -> tuple[tuple[Face, ...], ...]:
    """Return what lies loose in front of each seat: nothing, if `game` is not one that has such pieces."""
    return game.loose(state) if isinstance(game, Strewn) else ()
