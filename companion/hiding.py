"""Moves that tell what people may hide, such as a roll kept from pages: their notation is not shown."""

from typing import Any

from rules import AnyGame


def open_text(game: AnyGame, before: Any, move: Any) -> str:  # noqa: ANN401 (each game has its own states and moves)
    """Return a legal move's notation for a page; only its first word, if it brings in something that is hidden."""
    after = game.apply(game.public(before), move)
    text = str(move)
    return text if game.public(after) == after else f"{text.split(maxsplit=1)[0]} …"
