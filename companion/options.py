"""A game's options as the fields of a form for people: their words, and back to the values that the game expects."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.session import RefusedError
from companion.shelf import Shelf
from rules import AnyGame
from rules.game import EACH, SOME, Asked, Option
from rules.text import say

SET: Final = "set"
SEAT: Final = "seat"
QUOTED: Final = 40  # most letters of what was typed that are said again
NO_SET: Final = say("nothing but the usual names")


@dataclass(frozen=True, slots=True)
class Field:
    """One option on a form: its label, what may be chosen (value and words), what is chosen, what is usual, a fault.

    `parts`: what each of several choices is for, where that is not a seat each.
    """

    name: str
    label: str
    hint: str
    kind: str
    choices: tuple[tuple[str, str], ...]
    value: str
    usual: str
    fault: str = ""
    parts: tuple[str, ...] = ()


def fields(
    game: AnyGame,
    given: Mapping[str, Any],
    faults: Mapping[str, str],
    sets: Sequence[tuple[str, str]],
    asked: Mapping[str, tuple[tuple[str, str], ...]] | None = None,
) -> dict[str, tuple[Field, ...]]:
    """Return the fields of a game's options, by when they are asked, as they were filled in.

    Those `asked` are to be chosen from what a picture leaves open.
    """
    found: dict[str, list[Field]] = {asked.value: [] for asked in Asked}
    for name, option in game.options.items():
        key, usual = f"option-{name}", _usual(option)
        value = str(given.get(key, usual))
        choices = (asked or {}).get(key) or _choices(game, option, sets)
        hint = option.text if option.asked is Asked.MIDDLE or (isinstance(option.default, int) and not choices) else ""
        label = option.ask or option.text
        left_open = key in (asked or {})
        group = Asked.MIDDLE if left_open else option.asked
        kind = "" if left_open and option.kind == EACH else option.kind  # a picture leaves open one of some whole lists
        found[group].append(Field(key, label, hint, kind, choices, value, usual, faults.get(key, ""), option.parts))
    return {asked: tuple(group) for asked, group in found.items()}


def chosen(game: AnyGame, given: Mapping[str, Any], shelf: Shelf) -> dict[str, Any]:
    """Return the options that a form chose otherwise than their defaults; RefusedError for text that is no value."""
    found = {}
    for name, option in game.options.items():
        text = given.get(f"option-{name}")
        if text is not None and str(text).strip() != _usual(option):
            found[name] = _value(game, name, str(text).strip(), shelf)
    return found


def refilled(game: AnyGame, options: Mapping[str, Any], shelf: Shelf) -> dict[str, str]:
    """Return the fields that choose these options once more, without those that start in the middle of a game."""
    found = {}
    for name, value in options.items():
        option = game.options[name]
        if option.kind == SET:
            kept = (key for key, _ in shelf.offered(game) if shelf.named(game, key) == value)
            found[f"option-{name}"] = next(kept, "")
        elif option.asked is not Asked.MIDDLE:
            found[f"option-{name}"] = option_text(value)
    return found


def option_text(value: object) -> str:
    """Return an option's value as the text of a form field; `chosen` reads it back."""
    if isinstance(value, str):
        return value
    if isinstance(value, tuple | list) and value and all(isinstance(word, str) for word in value):
        return ", ".join(value)
    return json.dumps(value, ensure_ascii=False)


def _usual(option: Option) -> str:
    """Return the text of the default; one that is empty, as no tiles or no hands, is an empty field."""
    empty = option.default in ("", (), {}) and (not option.choices or option.kind == SOME)
    return "" if empty else option_text(option.default)


def _choices(game: AnyGame, option: Option, sets: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    if option.kind == SEAT:
        return tuple((str(seat), say("Player {number}", number=seat + 1)) for seat in range(game.seats[-1]))
    if option.kind == SET:
        return (("", NO_SET), *sets)
    said = option.said or tuple(map(str, option.choices))
    return tuple((option_text(value), words) for value, words in zip(option.choices, said, strict=True))


def _value(game: AnyGame, name: str, text: str, shelf: Shelf) -> Any:  # noqa: ANN401 (an option's own type)
    option = game.options[name]
    default = option.default
    if option.kind == SET and not text.startswith("{"):
        if (found := shelf.named(game, text)) is None:
            raise RefusedError(say("That set is not there any more: choose another one."), field=f"option-{name}")
        return found
    if isinstance(default, str):
        return text
    if option.kind == SOME or option_text(default) != json.dumps(default):  # a list of words
        return [word.strip() for word in text.split(",")]
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        example = option_text(default)
        raise RefusedError(
            say(
                "The option “{name}” cannot be “{text}”: write it like {example}.",
                name=name,
                text=text if len(text) <= QUOTED else f"{text[:QUOTED]}…",
                example=example,
            ),
            field=f"option-{name}",
        ) from None
