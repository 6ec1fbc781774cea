"""Small words that sentences are built from."""

from rules.text import Text, many, say

WAYS = {"N": say("north"), "E": say("east"), "S": say("south"), "W": say("west")}
OR = say(" or ")


def named(kind: str) -> Text:
    """Return what people call a kind of face, as one: `a straight`, `a crossing`, `a curve C2`."""
    match kind:
        case "S":
            return say("a straight")
        case "X":
            return say("a crossing")
    return say("a curve {kind}", kind=kind)


def counted(number: int, kind: str) -> Text:
    """Return so many of a kind of face: `1 straight`, `3 curves C0`."""
    match kind:
        case "S":
            return many(number, "{count} straight", "{count} straights")
        case "X":
            return many(number, "{count} crossing", "{count} crossings")
    return many(number, "{count} curve {kind}", "{count} curves {kind}", kind=kind)


def dice(number: int) -> Text:
    """Return so many dice: `1 die`, `2 dice`."""
    return many(number, "{count} die", "{count} dice")
