"""Dice that players throw: which of them a move throws, and what hands throw at once."""

from collections.abc import Hashable
from typing import Any, Protocol, runtime_checkable

from rules.table import Place


@runtime_checkable
class Throwing(Protocol):
    """A game in which players throw dice of their own: a camera is shown the throws, the rest is told by people."""

    def thrown(self, state: Any, move: Any) -> frozenset[Place]:  # noqa: ANN401 (each game has its own)
        """Return the places of the dice that a move throws in `state`; none for a move that throws none."""

    def at_once(self, state: Any, one: Any, two: Any) -> Any:  # noqa: ANN401 (as above)
        """Return the one move that two throws in a row are if all throw at once from `state`; None if they do not."""


def thrown(game: object, state: Hashable, move: Hashable) -> frozenset[Place]:
    """Return the places of the dice that a move throws: none, if `game` is not one in which dice are thrown."""
    return game.thrown(state, move) if isinstance(game, Throwing) else frozenset()
