"""The set-up switches: what each may be, in code and in words; RULES.md, section 6, tells of them."""

from collections.abc import Mapping

from rules.colours import COLOUR_WORDS
from rules.game import EACH, Asked, Option
from rules.text import say

YES = say("yes")
OPTIONS: Mapping[str, Option] = {
    "hands": Option(
        1,
        (1, 2),
        say("How many hands are played."),
        (say("one hand"), say("two hands")),
        Asked.FIRST,
        ask=say("How many hands?"),
    ),
    "first": Option(
        0,
        (),
        say("The First Player's seat, counted from 0; with a position, the seat to act."),
        asked=Asked.FIRST,
        kind="seat",
        ask=say("Who begins?"),
    ),
    "mode": Option(
        "core",
        ("core", "declared", "full"),
        say("Powers: none, as players declare them, or by the rows of the set."),
        (say("not played"), say("players say what a power did"), say("checked by what the set says of them")),
        Asked.FIRST,
        ask=say("Are the Muses' powers played?"),
    ),
    "set": Option(
        {},
        (),
        say("The owner's set: the nine Muses' names, suns and powers; empty: names only."),
        asked=Asked.FIRST,
        kind="set",
        ask=say("What is known of your tiles?"),
    ),
    "colours": Option(
        ("orange", "purple", "white"),
        tuple(COLOUR_WORDS),
        say("The colours of the Companies in turn; the rest is neutral."),
        tuple(COLOUR_WORDS.values()),
        kind=EACH,
        ask=say("The dice: a colour for each side in turn, then the neutral one"),
        parts=(say("First side"), say("Second side"), say("Third side, or neutral")),
    ),
    "suns": Option(
        {},
        (),
        say("How many suns the Muses carry, by name; those not given are asked for when they matter."),
        asked=Asked.MIDDLE,
        ask=say("Suns that are known"),
    ),
    "position": Option(
        "",
        (),
        say("Where to start: “orange Clio 0,0 5; purple ? 1,0 4”, every tile in the order placed."),
        asked=Asked.MIDDLE,
        ask=say("What lies on the table"),
    ),
    "earlier": Option(
        (),
        (),
        say("The hands already played: for each, every Company's dice from high to low."),
        asked=Asked.MIDDLE,
        ask=say("Hands already played"),
    ),
    "long_game": Option(
        False,
        (False, True),
        say("Up to three hands, ended by 7 points; `hands` is then not used."),
        (say("no, as many hands as chosen above"), say("yes, the long game")),
        ask=say("Play on for up to three hands, until somebody has 7 points?"),
    ),
    "diagonal_step": Option(
        False,
        (False, True),
        say("A Muse may slip diagonally to an empty cell past an empty one."),
        (say("no, only straight on"), YES),
        ask=say("May a Muse slip diagonally past an empty cell?"),
    ),
    "chain_push": Option(
        "unlimited",
        ("unlimited", "one"),
        say("How many Muses a step may push."),
        (say("a whole line"), say("one at most")),
        ask=say("How many Muses may a step push?"),
    ),
    "plus_one_is_simultaneous": Option(
        True,
        (True, False),
        say("All dice of a move go up together, beyond a first 6 too."),
        (say("yes, all of them"), say("no, the first 6 stops the rest")),
        ask=say("Do all dice of a step go up, even beyond a first 6?"),
    ),
    "neutral_is_first_tile": Option(
        True,
        (True, False),
        say("The First Player's Muse has to touch the neutral one."),
        (YES, say("no, it may lie apart")),
        ask=say("Must the first Muse touch the neutral one?"),
    ),
    "neutral_in_ranking": Option(
        False,
        (False, True),
        say("The neutral die takes part in the first rank, for nobody."),
        (say("no, it is left out"), YES),
        ask=say("Does the neutral die take part in the first rank?"),
    ),
    "neutral_face_4p": Option(
        "up",
        ("up", "down"),
        say("How the neutral Muse lies in a game of four."),
        (say("face up"), say("face down")),
        ask=say("With four players, how does the neutral Muse lie?"),
    ),
    "second_hand_first_player": Option(
        "next",
        ("next", "same"),
        say("Who begins the next hand: next clockwise, or the same."),
        (say("the next player clockwise"), say("the same player")),
        ask=say("Who begins the next hand?"),
    ),
    "second_hand_redeal": Option(
        "anew",
        ("anew", "keep"),
        say("The next hand's Muses: dealt anew, or everybody's own kept."),
        (say("dealt anew"), say("everybody keeps the own ones")),
        ask=say("The Muses of the next hand are …"),
    ),
    "tiebreak_dice_scope": Option(
        "last",
        ("last", "all"),
        say("Whose dice break a tie: the last hand's or all hands'."),
        (say("those of the last hand"), say("those of all hands")),
        ask=say("Which dice break a tie?"),
    ),
}
