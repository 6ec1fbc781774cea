"""Nine tiles to print and play with; what is printed on the published ones is not known here."""

from rules.dance_of_muses.layout import PITCH_MM
from rules.dance_of_muses.sets import MUSES
from rules.kit import Group, Kit
from rules.text import say

SUNS = (1, 2, 3, 2, 3, 1, 3, 1, 2)

KIT = Kit(
    "tile",
    (Group(say("Muses"), MUSES, len(MUSES)),),
    60.0,
    PITCH_MM,
    say("Demonstration set: the pictures and the suns are our own, not those of the published game."),
    dict(zip(MUSES, SUNS, strict=True)),
)
"""Three Muses each carry one, two and three suns: a demonstration set, drawn and numbered by us."""
