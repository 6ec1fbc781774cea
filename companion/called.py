"""What people call the pieces and moves that programs know by a word: faces, kinds, the first words of notations."""

from typing import Final

from rules.colours import COLOUR_WORDS
from rules.table import Face
from rules.text import joined, say
from vision.reading import Doubt

WORDS: Final = {
    **COLOUR_WORDS,
    "down": say("face down"),
    "nothing": say("nothing"),
    "gold": say("gold"),
    "sun": say("sun"),
    "moon": say("moon"),
    "glory": say("glory"),
}
KINDS: Final = {
    "die": say("die"),
    "tile": say("tile"),
    "line_die": say("die"),
    "forge_die": say("die"),
}
ZONES: Final = {
    "hand": say("in hand"),
}
DOUBTS: Final = {
    Doubt.CUT_OFF: say("cut off"),
    Doubt.OFF_MAT: say("off the mat"),
    Doubt.LEANING: say("leaning"),
    Doubt.COVERED: say("covered"),
    Doubt.BLURRED: say("blurred"),
    Doubt.UNSURE: say("unsure"),
}
VERBS: Final = {
    "announce": say("The end"),
    "buy": say("Buy"),
    "call": say("Call"),
    "cerberus": say("Cerberus"),
    "copy": say("Copy"),
    "discard": say("Discard"),
    "draw": say("Draw"),
    "extra": say("Extra"),
    "feat": say("Feat"),
    "forge": say("Forge"),
    "gather": say("Gather"),
    "lay": say("Lay"),
    "out": say("Out"),
    "pick": say("Pick"),
    "place": say("Place"),
    "remove": say("Remove"),
    "reveal": say("Reveal"),
    "roll": say("Roll"),
    "suns": say("Suns"),
    "takeback": say("Take back"),
    "use": say("Use"),
}


def face(word: Face) -> str:
    """Return a face in words: the colours and goods in it by their names, all else as it is written."""
    words = [WORDS.get(part, part) for part in word.split(" ")]
    return joined(words, " ")


def kind(piece: str) -> str:
    """Return what people call a kind of piece."""
    return KINDS.get(piece, piece)


def zone(name: str) -> str:
    """Return what people call a part of the table."""
    return ZONES.get(name, name)


def verb(word: str) -> str:
    """Return the first word of a notation as a heading."""
    return VERBS.get(word, word.capitalize())
