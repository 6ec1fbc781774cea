"""Moves offered as things to tap: what each is, what it costs, and what tells it from others like it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.table import Face

Amount = tuple[str, int]
"""A kind of good and how many of it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to tap: its words, and the legal moves it may mean, each with what tells it from the others.

    One move is played at once, of several people are asked which. `faces` are its pictures, of the menu's kind of
    piece; `price` is what has to be paid; `hint` says more about it.
    """

    words: str
    moves: tuple[tuple[Any, str], ...]
    faces: tuple[Face, ...] = ()
    price: tuple[Amount, ...] = ()
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """Choices that belong together: what is chosen, what hands do with it, and the kind of piece in the pictures."""

    title: str
    choices: tuple[Choice, ...]
    piece: str = ""
    hint: str = ""

    def moves(self) -> Iterator[Any]:
        """Yield every move that the menu offers."""
        return (move for choice in self.choices for move, _ in choice.moves)
