"""Dice to print: 36 with the same six faces."""

from rules.kit import Group, Kit
from rules.line_dice.faces import KINDS
from rules.line_dice.layout import PITCH_MM
from rules.line_dice.state import DICE
from rules.text import say

KIT = Kit(
    "line_die",
    (Group(say("the six faces of a die"), KINDS, len(KINDS), DICE),),
    16.0,
    PITCH_MM,
    say("Our own drawing; which faces lie opposite each other on the published dice is not known here."),
)
