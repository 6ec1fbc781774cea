"""Which games have a paper kit, and the words of their help cards."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Final

from rules import games
from rules.kit import Kit

HELP: Final = "HELP.md"


@cache
def kits() -> Mapping[str, Kit]:
    """Return, by name, the paper kits of the games that have one."""
    having = [name for name in sorted(games()) if find_spec(f"rules.{name}.kit")]
    return {name: import_module(f"rules.{name}.kit").KIT for name in having}


def help_text(game: str) -> str:
    """Return the help card of a game as Markdown."""
    return files(f"rules.{game}").joinpath(HELP).read_text("utf-8")
