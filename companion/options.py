"""A game's options as form fields: their text, and back to the type that the game expects."""

import json
from collections.abc import Mapping
from typing import Any

from companion.session import RefusedError
from rules import AnyGame
from rules.game import Option


def option_text(value: object) -> str:
    """Return an option's value as the text of a form field; `chosen` reads it back."""
    if isinstance(value, str):
        return value
    if isinstance(value, tuple | list) and value and all(isinstance(word, str) for word in value):
        return ", ".join(value)
    return json.dumps(value, ensure_ascii=False)


def option_words(value: object) -> str:
    """Return one of an option's choices for people."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def chosen(game: AnyGame, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that a form chose otherwise than their defaults; RefusedError for text that is no value."""
    found = {}
    for name, option in game.options.items():
        text = fields.get(f"option-{name}")
        if text is not None and text.strip() != option_text(option.default):
            found[name] = _value(name, option, text.strip())
    return found


def _value(name: str, option: Option, text: str) -> Any:  # noqa: ANN401 (an option's own type)
    default = option.default
    if isinstance(default, str):
        return text
    if option_text(default) != json.dumps(default):  # a list of words
        return [word.strip() for word in text.split(",")]
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        example = option_text(default)
        raise RefusedError(f"The option “{name}” cannot be “{text}”: write it like {example}.") from None
