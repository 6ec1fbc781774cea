"""Small words that sentences are built from."""

from collections.abc import Iterable

from rules.dice_forge.box import BOX
from rules.dice_forge.state import face_of
from rules.text import joined, say

AND, OR = say(" and "), say(" or ")
DIE_SAID = (say("light"), say("dark"))
"""What the dice of a hero are called."""
GOODS_SAID = {"gold": say("gold"), "sun": say("sun"), "moon": say("moon"), "glory": say("glory")}


def faces_said(names: Iterable[str]) -> str:
    """Return the faces of these names in words, one “and” between each two."""
    return joined([face_of(name).words for name in names], AND)


def answers_said(words: Iterable[str]) -> str:
    """Return what may be answered: goods by their names, faces in words."""
    return joined([BOX.faces[word].words if word in BOX.faces else GOODS_SAID.get(word, word) for word in words])
