"""Beginning from a picture: under which set-ups a game may go on from what lies on the table."""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol, runtime_checkable

from rules.table import Observation

Options = Mapping[str, Any]
"""Set-up switches by name, as `Game.initial_state` takes them."""


@runtime_checkable
class Opening(Protocol):
    """A game that can go on from a table as it is found."""

    def openings(self, seats: int, seen: Observation, given: Options) -> Iterator[Options]:
        """Yield the set-ups, each `given` with what was seen, that the sight allows, likeliest first.

        Several where a picture does not tell, such as which end of a road is its head: the next move does. Not every
        one need be offered by `Game.initial_state`; none where the sight is no position of the game.
        """


@runtime_checkable
class Naming(Protocol):
    """A game whose pieces people call by names of their own."""

    def named(self, suns: Mapping[str, int | None]) -> Options:
        """Return the options under which the pieces have these names, with the suns on each where they are known."""
