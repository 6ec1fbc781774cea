"""Small words that sentences are built from."""

from collections.abc import Sequence

WAYS = {"N": "north", "E": "east", "S": "south", "W": "west"}

NAMES = {"S": "straight", "X": "crossing"}


def named(kind: str) -> str:
    """Return what people call a kind of face: `straight`, `crossing`, `curve C2`."""
    return NAMES.get(kind, f"curve {kind}")


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return the words as people list them: `a, b and c`; "" for none."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def counted(number: int, word: str) -> str:
    """Return a number with its word: `1 die`, `2 dice`, `3 curves C0`."""
    noun, space, rest = word.partition(" ")
    many = "dice" if word == "die" else f"{noun}s{space}{rest}"
    return f"{number} {word if number == 1 else many}"
