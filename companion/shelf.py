"""Owners' sets on disk: what people have typed in about their own pieces, a JSON file for each in `sets/GAME`."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import RLock
from typing import Any, Final

from companion.store import StoreError
from companion.teach import taught_pieces
from rules import AnyGame
from rules.owned import AnswerError, Owning
from rules.text import say

FOLDER: Final = "sets"
TAUGHT: Final = "taught"  # stands for the set that the taught tiles make
TAUGHT_NAME: Final = say("The tiles taught")


class Shelf:
    """The sets of one profile."""

    def __init__(self, profile: Path) -> None:
        self._profile = profile
        self.changing = RLock()  # held from looking at a set to writing it

    def numbers(self, game: AnyGame) -> tuple[int, ...]:
        """Return the numbers of a game's sets, in the order they were begun."""
        found = (path.stem for path in (self._profile / FOLDER / game.name).glob("*.json"))
        return tuple(sorted(int(stem) for stem in found if stem.isdecimal()))

    def get(self, game: AnyGame, number: int) -> Any:  # noqa: ANN401 (JSON values)
        """Return a set, None if there is none of that number; StoreError with one sentence if it is damaged."""
        path = self._path(game, number)
        try:
            value = json.loads(path.read_text(encoding="utf-8"))
            if isinstance(game, Owning):
                game.pieces(value)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:  # of which AnswerError is one
            raise StoreError(
                say("The set “{path}” is damaged ({error}): mend it or take it away.", path=path, error=error)
            ) from error
        return value

    def save(self, game: AnyGame, value: Mapping[str, Any], number: int | None = None) -> int:
        """Write a set, a new one without a number, and return its number; StoreError if that is impossible."""
        with self.changing:
            if number is None:
                number = max(self.numbers(game), default=0) + 1
            path = self._path(game, number)
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(path, f"{json.dumps(value, ensure_ascii=False, indent=1)}\n".encode())
            except OSError as error:
                raise StoreError(
                    say(
                        "The set cannot be kept in “{path}” ({reason}): check the disk.",
                        path=path,
                        reason=error.strerror,
                    )
                ) from error
            return number

    def remove(self, game: AnyGame, number: int) -> None:
        """Take a set away; sessions that play with it keep what it said."""
        try:
            self._path(game, number).unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(
                say("The set cannot be taken away ({reason}): check the disk.", reason=error.strerror)
            ) from error

    def taught(self, game: AnyGame) -> Any:  # noqa: ANN401 (JSON values)
        """Return a set of the tiles that were taught, names and suns; None if they make none."""
        pieces = taught_pieces(self._profile, game.name)
        if not pieces or not isinstance(game, Owning):
            return None
        try:
            return game.new_set(TAUGHT_NAME, pieces)
        except AnswerError:
            return None

    def named(self, game: AnyGame, word: str) -> Any:  # noqa: ANN401 (JSON values)
        """Return the set that a form calls by its number or as the taught one; None if there is none."""
        if word == TAUGHT:
            return self.taught(game)
        return self.get(game, int(word)) if word.isdecimal() and len(word) < len("1000000000") else None

    def offered(self, game: AnyGame) -> tuple[tuple[str, str], ...]:
        """Return the sets that a session may be begun with: what a form calls each, and its name."""
        kept = [
            (str(number), self.get(game, number)["name"] or say("Set {number}", number=number))
            for number in self.numbers(game)
        ]
        return (*kept, *([(TAUGHT, TAUGHT_NAME)] if self.taught(game) else []))

    def _path(self, game: AnyGame, number: int) -> Path:
        return self._profile / FOLDER / game.name / f"{number}.json"


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, readable by its owner only, so that it is there whole or not at all; OSError if that fails."""
    with NamedTemporaryFile(dir=path.parent, prefix=f"{path.name}.", delete=False) as file:  # made with mode 0600
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).replace(path)
        except OSError:
            Path(file.name).unlink()
            raise
