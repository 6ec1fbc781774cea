"""Moves that people put together by filling in blanks, so that nobody has to type notation."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules.table import Place
from rules.text import say


class BlankError(ValueError):
    """A blank that was not filled in, or filled in with what it does not offer; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Blank:
    """One thing to fill in: a choice among `choices` (value and words), a text of some `pattern`, or else a number.

    An answer adds `text` to the notation, with the answer for `{}`; one that is still `now` adds nothing, nor does
    none. `needed`: it has to be answered. `rare`: seldom used, so a page may keep it out of the way. `piece` is the
    kind of piece whose faces the choices are, each word a face, so that a page may draw them.
    """

    label: str
    text: str = "{}"
    choices: tuple[tuple[str, str], ...] = ()
    pattern: str = ""
    least: int = 1
    most: int = 6
    now: str = ""
    needed: bool = False
    rare: bool = False
    piece: str = ""

    def notation(self, answer: str) -> str:
        """Return what an answer adds to the notation; BlankError for none where one is needed, and for another one."""
        if not answer:
            if self.needed:
                raise BlankError(say("Something is not filled in yet: {label}.", label=self.label))
            return ""
        if not self._fits(answer):
            raise BlankError(
                say("“{answer}” is not offered here: choose anew for {label}.", answer=answer[:40], label=self.label)
            )
        return "" if answer == self.now else self.text.format(answer)

    def _fits(self, answer: str) -> bool:
        if self.pattern:
            return re.fullmatch(self.pattern, answer) is not None
        return answer in ([value for value, _ in self.choices] or map(str, range(self.least, self.most + 1)))


@dataclass(frozen=True, slots=True)
class Sheet:
    """A few blanks and what becomes of them: one move that begins with `head`, or without a head a move for each blank.

    `empty` stands in the move where nothing was filled in. `opens` is what the button says that brings the sheet up, ""
    for one that lies open; `place` is the piece that it belongs to, None where it is everybody's. A `quick` one is done
    as soon as every blank is filled in.
    """

    title: str
    hint: str
    blanks: tuple[Blank, ...]
    done: str
    head: str = ""
    empty: str = ""
    opens: str = ""
    place: Place | None = None
    quick: bool = False

    def moves(self, answers: Sequence[str]) -> tuple[str, ...]:
        """Return the notation of the moves that the answers, one for each blank, amount to; BlankError as a blank."""
        parts = [blank.notation(answer) for blank, answer in zip(self.blanks, answers, strict=True)]
        found = tuple(filter(None, parts))
        return (f"{self.head} {' '.join(found) or self.empty}".strip(),) if self.head else found

    @property
    def verbs(self) -> frozenset[str]:
        """The first words of the moves that the sheet makes."""
        return frozenset(text.split()[0] for text in ([self.head] if self.head else [b.text for b in self.blanks]))
