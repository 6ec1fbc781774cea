"""Beginning in the middle of a game from a picture: what it tells, and what people still have to say."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

from companion.called import face
from companion.opening import setups
from companion.options import option_text
from companion.records import Setup
from rules import AnyGame
from rules.game import OptionError
from rules.opening import Guessing, Options, Pointing
from rules.table import Place
from rules.text import joined
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
    fitting = [(seats, same) for seats in game.seats if (same := _begun(game, reading, seats))]
    if not fitting:
        return None
    (seats, same), *more = fitting
    first, *others = same
    shared = {name: value for name, value in first.items() if all(other.get(name) == value for other in others)}
    told = {f"option-{name}": option_text(value) for name, value in shared.items()}
    asked = [name for name in first if name not in shared]
    guesses = game.guesses if isinstance(game, Guessing) else frozenset[str]()
    guessed = {f"option-{name}": _orders(game, seats, shared, name) for name in shared if name in guesses}
    open_ = {f"option-{name}": _choices(game, reading, same, name) for name in _enough(same, asked)}
    return Midway(told if more else {"seats": str(seats)} | told, guessed | open_)


def _begun(game: AnyGame, reading: Reading, seats: int) -> list[Options]:
    """Return the ways in which so many may go on from the position that a picture shows; [] where there is none."""
    ways = [setup.options for setup in setups(Setup(game.name, seats, ("",) * seats), game, reading)]
    begun = [options for options in ways if options.get("position")]
    return [options for options in begun if options["position"] == begun[0]["position"]]


def _orders(game: AnyGame, seats: int, options: Options, name: str) -> Choices:
    """Return the orders that a list of words may have, each with its words; () for what is no list."""
    if not isinstance(options[name], list | tuple):
        return ()
    offered = (order for order in permutations(options[name]) if _offered(game, seats, {**options, name: order}))
    return tuple((option_text(order), joined(map(face, order))) for order in offered)


def _offered(game: AnyGame, seats: int, options: Options) -> bool:
    try:
        game.initial_state(seats, **options)
    except OptionError:
        return False
    return True


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
