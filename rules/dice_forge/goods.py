"""Amounts of gold, sun shards, moon shards and glory."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from rules.text import Text, joined, many, say

KINDS = ("gold", "sun", "moon", "glory")
SHARDS = ("sun", "moon")

_COUNTED: Mapping[str, Callable[[int], Text]] = {
    "gold": lambda count: many(count, "{count} gold", "{count} gold"),
    "sun": lambda count: many(count, "{count} sun", "{count} sun"),
    "moon": lambda count: many(count, "{count} moon", "{count} moon"),
    "glory": lambda count: many(count, "{count} glory", "{count} glory"),
}


class Goods(NamedTuple):
    """How much of each kind is gained, lost, paid or owned."""

    gold: int = 0
    sun: int = 0
    moon: int = 0
    glory: int = 0

    def __str__(self) -> str:
        """Return e.g. `2 gold, 1 moon`; `nothing` where there is none."""
        return self.words.plain()

    @property
    def words(self) -> Text:
        """The amounts for people, e.g. `2 gold, 1 moon`; `nothing` where there is none."""
        told = [_COUNTED[kind](amount) for kind, amount in self.by_kind().items() if amount]
        return joined(told) if told else say("nothing")

    def by_kind(self) -> dict[str, int]:
        """Return the amount of each kind, by its name."""
        return dict(zip(KINDS, self, strict=True))

    def of(self, kind: str) -> int:
        """Return the amount of that kind."""
        return self[KINDS.index(kind)]

    def times(self, factor: int) -> "Goods":
        """Return `factor` times as much of everything."""
        return Goods(*(amount * factor for amount in self))

    def plus(self, other: "Goods") -> "Goods":
        """Return both together."""
        return Goods(*(one + two for one, two in zip(self, other, strict=True)))

    def minus(self, other: "Goods") -> "Goods":
        """Return what is left, never below 0."""
        return Goods(*(max(0, one - two) for one, two in zip(self, other, strict=True)))

    def within(self, caps: "Goods") -> "Goods":
        """Return no more of each kind than its cap."""
        return Goods(*map(min, self, caps))

    def covers(self, price: "Goods") -> bool:
        """Return whether the price can be paid out of this."""
        return all(one >= two for one, two in zip(self, price, strict=True))

    def converted(self, kind: str, rate: int) -> "Goods":
        """Return the same with everything of one kind turned into glory, `rate` for each."""
        others = {name: amount for name, amount in self.by_kind().items() if name != kind}
        return Goods(**others).plus(Goods(glory=rate * self.of(kind)))

    @property
    def kind(self) -> str:
        """The first kind there is any of: the word for an option that gives one kind only."""
        return next(kind for kind in KINDS if self.of(kind))


NOTHING = Goods()


def goods(amounts: Mapping[str, int]) -> Goods:
    """Return the amounts given by kind; TypeError if there is no such kind."""
    return Goods(**amounts)
