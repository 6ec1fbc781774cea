"""What of a move may be said aloud to a whole table: a game in which others may fail to notice a thing keeps quiet."""

from collections.abc import Hashable
from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class Discreet(Protocol):
    """A game that says less aloud than it writes down."""

    def aloud(self, state: Any, move: Any) -> str:  # noqa: ANN401 (each game has its own states and moves)
        """Return what a voice may say of a move in `state`, as `words` does in writing."""


def aloud(game: Any, state: Hashable, move: Hashable) -> str:  # noqa: ANN401 (any game)
    """Return what a voice may say of a move: its words, if `game` keeps nothing quiet."""
    said: str = game.aloud(state, move) if isinstance(game, Discreet) else game.words(state, move)
    return said
