"""What owners tell of their own pieces, such as the powers printed on tiles: questions, answers, and sets of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

Answers = Mapping[str, str]
"""What was answered about one piece: by the question's name, "" for nothing."""


def one_word(name: str) -> str:
    """Return a name as the one word that notation needs: “Pink Lady” is “Pink-Lady”."""
    return "-".join(name.split())


class AnswerError(ValueError):
    """Answers that do not make a piece: a sentence for people by the question's name."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__(next(iter(faults.values())))
        self.faults = dict(faults)


@dataclass(frozen=True, slots=True)
class Question:
    """One thing that is asked of a piece: a choice (value and words), or without choices one line of text.

    `when` are another question and its answers with which alone this one makes sense.
    """

    name: str
    text: str
    choices: tuple[tuple[str, str], ...] = ()
    hint: str = ""
    when: tuple[str, tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a set for people: its name, its suns or the like (None: not known), and what it does, in lines."""

    name: str
    signs: int | None
    lines: tuple[str, ...]


@runtime_checkable
class Owning(Protocol):
    """A game whose option of the kind “set” takes what an owner tells of the pieces, as JSON values."""

    @property
    def questions(self) -> tuple[Question, ...]:
        """What is asked of every piece, in order."""

    def new_set(self, name: str, pieces: Sequence[tuple[str, int | None]] = ()) -> Any:  # noqa: ANN401 (JSON values)
        """Return a set of that name of which nothing is known but names and suns, by default the usual names.

        AnswerError if these are no names and suns for a set.
        """

    def pieces(self, value: Any) -> tuple[Piece, ...]:  # noqa: ANN401 (as above)
        """Return the pieces of a set for people; AnswerError if it is none."""

    def answers(self, value: Any, index: int) -> Answers:  # noqa: ANN401 (as above)
        """Return what the set says of one piece as answers to the questions."""

    def answered(self, value: Any, index: int, answers: Answers) -> Any:  # noqa: ANN401 (as above)
        """Return the set with one piece as answered; AnswerError, with every fault, if the answers do not make one."""
