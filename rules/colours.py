"""What people call the colours that pieces are told apart by, in the order of `rules.table.COLOURS`."""

from collections.abc import Mapping
from typing import Final

from rules.text import say

COLOUR_WORDS: Final[Mapping[str, str]] = {
    "white": say("white"),
    "black": say("black"),
    "red": say("red"),
    "orange": say("orange"),
    "yellow": say("yellow"),
    "green": say("green"),
    "blue": say("blue"),
    "purple": say("purple"),
}
