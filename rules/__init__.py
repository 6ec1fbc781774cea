"""The rules of the games: pure, with no I/O, no randomness and nothing but the standard library."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from rules.game import Game

AnyGame = Game[Any, Any]


@cache
def games() -> dict[str, AnyGame]:
    """Return every game found in this package, by name: each subfolder's `GAME`."""
    found = (import_module(f"{__name__}.{module.name}").GAME for module in iter_modules(__path__) if module.ispkg)
    return {game.name: game for game in found}


def load(name: str) -> AnyGame:
    """Return the game called `name`; KeyError with one sentence naming the games there are."""
    try:
        return games()[name]
    except KeyError:
        raise KeyError(f"There is no game “{name}”: choose one of {', '.join(sorted(games()))}.") from None
