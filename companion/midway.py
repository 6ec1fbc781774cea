"""Beginning in the middle of a game from a picture: what it tells, and what people still have to say."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.opening import setups
from companion.options import option_text
from companion.records import Setup
from rules import AnyGame
from rules.opening import Options, Pointing
from rules.table import Place
from vision.reading import Reading, place_words

Choices = tuple[tuple[str, str], ...]
"""What a field of a form may be: the value and its words, each."""


@dataclass(frozen=True, slots=True)
class Midway:
    """The fields of a session's form that a picture fills in, and those it leaves open, with what each may be.

    Those that may be whatever the game offers have no choices of their own.
    """

    told: Mapping[str, str]
    open: Mapping[str, Choices]


def midway(game: AnyGame, reading: Reading) -> Midway | None:
    """Return what a picture tells of a game that is under way; None where it shows none."""
    seats = min(game.seats)
    ways = [setup.options for setup in setups(Setup(game.name, seats, ("",) * seats), game, reading)]
    begun = [options for options in ways if options.get("position")]
    same = [options for options in begun if options["position"] == begun[0]["position"]]
    if not same:
        return None
    first, *others = same
    shared = {name: value for name, value in first.items() if all(other.get(name) == value for other in others)}
    told = {f"option-{name}": option_text(value) for name, value in shared.items()}
    asked = [name for name in first if name not in shared]
    guesses = game.guesses if isinstance(game, Pointing) else frozenset[str]()
    open_: dict[str, Choices] = {f"option-{name}": () for name in shared if name in guesses}
    return Midway(
        told, open_ | {f"option-{name}": _choices(game, reading, same, name) for name in _enough(same, asked)}
    )


def _enough(ways: Sequence[Options], asked: Sequence[str]) -> Sequence[str]:
    """Return the first of the options that alone tells the ways apart; all of them where none does."""
    return next(([name] for name in asked if len({way.get(name) for way in ways}) == len(ways)), asked)


def _choices(game: AnyGame, reading: Reading, ways: Sequence[Options], name: str) -> Choices:
    words = dict(_words(game, reading, ways, name))
    return tuple(words.items())


def _words(game: AnyGame, reading: Reading, ways: Sequence[Options], name: str) -> Iterator[tuple[str, str]]:
    for way in ways:
        text = option_text(way.get(name, ""))
        if isinstance(game, Pointing) and (place := game.pointed(way)):
            yield text, game.going_on(way, _where(reading, place))
        else:
            yield text, text


def _where(reading: Reading, place: Place) -> str:
    """Return where in the picture the piece at a place lies."""
    outlines = [piece.outline_px for piece in reading.pieces if piece.place == place]
    centre: Any = np.mean(outlines[0], axis=0) if outlines else (0.0, 0.0)
    return place_words(centre, (reading.width_px, reading.height_px))
