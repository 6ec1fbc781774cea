"""Moves that tell what people may hide, such as a roll kept from pages: their notation is not shown."""

from typing import Any

from companion.fold import Position
from rules import AnyGame
from rules.game import MoveError


def open_text(game: AnyGame, before: Any, move: Any) -> str:  # noqa: ANN401 (each game has its own states and moves)
    """Return a legal move's notation for a page; only its first word, if it brings in something that is hidden."""
    after = game.apply(game.public(before), move)
    text = str(move)
    return text if game.public(after) == after else f"{text.split(maxsplit=1)[0]} …"


def open_undone(game: AnyGame, position: Position, text: str) -> str:
    """Return the notation of a move that was taken back; its first word, if it may tell what is hidden.

    What it was played in is gone; but where nothing was played since, that is how the table stands again.
    """
    state = position.state
    if game.public(state) != state:
        return f"{text.split(maxsplit=1)[0]} …"
    try:
        move = game.parse_move(text)
    except MoveError:
        return text
    return text if game.violations(state, move) else open_text(game, state, move)
