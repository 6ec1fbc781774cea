"""Beginning from a picture: under which set-ups a game may go on from what lies on the table."""

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from math import log
from typing import Any, Protocol, TypeVar, runtime_checkable

from rules.table import Observation, Place

LIKELY = 0.02  # a word with less than this share of the likeliest one's chance is not considered
MOST = 16  # readings of one sight that are considered

K = TypeVar("K")
V = TypeVar("V")

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
class Pointing(Protocol):
    """A game that can show people what they choose between where a picture leaves open how a game goes on."""

    def pointed(self, options: Options) -> Place | None:
        """Return the piece that a set-up found in a picture is about; None where it is about no single one."""

    def going_on(self, options: Options, where: str) -> str:
        """Return how the game goes on from that piece, which lies `where`: “upwards from the die at the top left”."""


@runtime_checkable
class Guessing(Protocol):
    """A game of which a picture cannot tell everything that play needs to go on."""

    @property
    def guesses(self) -> frozenset[str]:
        """The options that are only assumed in what `openings` yields: people say whether it is so."""


@runtime_checkable
class Naming(Protocol):
    """A game whose pieces people call by names of their own."""

    def named(self, suns: Mapping[str, int | None]) -> Options:
        """Return the options under which the pieces have these names, with the suns on each where they are known."""


def likeliest(odds: Mapping[K, Mapping[V, float]]) -> Iterator[dict[K, V]]:
    """Yield up to `MOST` ways to read every place, the likeliest first; places where nothing was read are left out."""
    ranked = {place: _ranked(chances) for place, chances in odds.items() if chances}
    first = (0,) * len(ranked)
    open_: list[tuple[float, tuple[int, ...]]] = [(0.0, first)]
    seen = {first}
    for _ in range(MOST):
        if not open_:
            return
        loss, choice = heappop(open_)
        yield {place: words[n][1] for (place, words), n in zip(ranked.items(), choice, strict=True)}
        for i, words in enumerate(ranked.values()):
            following = (*choice[:i], choice[i] + 1, *choice[i + 1 :])
            if following[i] < len(words) and following not in seen:
                seen.add(following)
                heappush(open_, (loss + log(words[choice[i]][0] / words[following[i]][0]), following))


def _ranked(chances: Mapping[V, float]) -> list[tuple[float, V]]:
    """Return the words with their chances, the likeliest first, without the unlikely ones."""
    ranked = sorted(((p, word) for word, p in chances.items()), key=lambda pair: -pair[0])
    return [pair for pair in ranked if pair[0] >= LIKELY * ranked[0][0] > 0] or ranked[:1]
