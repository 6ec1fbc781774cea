"""The set-up switches: what each may be, in code and in words; RULES.md, section 6, tells of them."""

from collections.abc import Mapping

from rules.game import Asked, Option

OPTIONS: Mapping[str, Option] = {
    "hands": Option(
        1, (1, 2), "How many hands are played.", ("one hand", "two hands"), Asked.FIRST, ask="How many hands?"
    ),
    "first": Option(
        0,
        (),
        "The First Player's seat, counted from 0; with a position, the seat to act.",
        asked=Asked.FIRST,
        kind="seat",
        ask="Who begins?",
    ),
    "mode": Option(
        "core",
        ("core", "declared", "full"),
        "Powers: none, as players declare them, or by the rows of the set.",
        ("not played", "players say what a power did", "checked by what the set says of them"),
        Asked.FIRST,
        ask="Are the Muses' powers played?",
    ),
    "set": Option(
        {},
        (),
        "The owner's set: the nine Muses' names, suns and powers; empty: names only.",
        asked=Asked.FIRST,
        kind="set",
        ask="What is known of your tiles?",
    ),
    "colours": Option(
        ("orange", "purple", "white"),
        (),
        "The colours of the Companies in turn; the rest is neutral.",
        ask="The dice: a colour for each side in turn, then the neutral one",
    ),
    "suns": Option(
        {},
        (),
        "How many suns the Muses carry, by name; those not given are asked for when they matter.",
        asked=Asked.MIDDLE,
        ask="Suns that are known",
    ),
    "position": Option(
        "",
        (),
        "Where to start: “orange Clio 0,0 5; purple ? 1,0 4”, every tile in the order placed.",
        asked=Asked.MIDDLE,
        ask="What lies on the table",
    ),
    "earlier": Option(
        (),
        (),
        "The hands already played: for each, every Company's dice from high to low.",
        asked=Asked.MIDDLE,
        ask="Hands already played",
    ),
    "long_game": Option(
        False,
        (False, True),
        "Up to three hands, ended by 7 points; `hands` is then not used.",
        ("no, as many hands as chosen above", "yes, the long game"),
        ask="Play on for up to three hands, until somebody has 7 points?",
    ),
    "diagonal_step": Option(
        False,
        (False, True),
        "A Muse may slip diagonally to an empty cell past an empty one.",
        ("no, only straight on", "yes"),
        ask="May a Muse slip diagonally past an empty cell?",
    ),
    "chain_push": Option(
        "unlimited",
        ("unlimited", "one"),
        "How many Muses a step may push.",
        ("a whole line", "one at most"),
        ask="How many Muses may a step push?",
    ),
    "plus_one_is_simultaneous": Option(
        True,
        (True, False),
        "All dice of a move go up together, beyond a first 6 too.",
        ("yes, all of them", "no, the first 6 stops the rest"),
        ask="Do all dice of a step go up, even beyond a first 6?",
    ),
    "neutral_is_first_tile": Option(
        True,
        (True, False),
        "The First Player's Muse has to touch the neutral one.",
        ("yes", "no, it may lie apart"),
        ask="Must the first Muse touch the neutral one?",
    ),
    "neutral_in_ranking": Option(
        False,
        (False, True),
        "The neutral die takes part in the first rank, for nobody.",
        ("no, it is left out", "yes"),
        ask="Does the neutral die take part in the first rank?",
    ),
    "neutral_face_4p": Option(
        "up",
        ("up", "down"),
        "How the neutral Muse lies in a game of four.",
        ("face up", "face down"),
        ask="With four players, how does the neutral Muse lie?",
    ),
    "second_hand_first_player": Option(
        "next",
        ("next", "same"),
        "Who begins the next hand: next clockwise, or the same.",
        ("the next player clockwise", "the same player"),
        ask="Who begins the next hand?",
    ),
    "second_hand_redeal": Option(
        "anew",
        ("anew", "keep"),
        "The next hand's Muses: dealt anew, or everybody's own kept.",
        ("dealt anew", "everybody keeps the own ones"),
        ask="The Muses of the next hand are …",
    ),
    "tiebreak_dice_scope": Option(
        "last",
        ("last", "all"),
        "Whose dice break a tie: the last hand's or all hands'.",
        ("those of the last hand", "those of all hands"),
        ask="Which dice break a tie?",
    ),
}
