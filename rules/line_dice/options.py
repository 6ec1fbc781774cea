"""The set-up switches: what each may be, in code and in words; RULES.md tells of them."""

from collections.abc import Mapping

from rules.game import Asked, Option
from rules.line_dice.faces import KINDS, SIDES

OPTIONS: Mapping[str, Option] = {
    "hands": Option(
        "open",
        ("open", "hidden", "unknown"),
        "Whether rolls are recorded: shown, kept from pages, or not at all.",
        ("recorded and shown", "recorded but kept from pages", "not recorded"),
        Asked.FIRST,
        ask="What players roll is …",
    ),
    "first": Option(
        0,
        (),
        "The starting player's seat, counted from 0; with a position, the seat to act.",
        asked=Asked.FIRST,
        kind="seat",
        ask="Who begins?",
    ),
    "mikes_bluff": Option(
        "flag",
        ("flag", "secret", "ask"),
        "A wrong arrow is refused, or let pass unsaid, or let pass and said aloud.",
        ("refused at once: no bluffs", "let pass unsaid: players call it", "let pass, and said aloud"),
        Asked.FIRST,
        ask="An arrow that points the wrong way is …",
    ),
    "hand_limit": Option(
        0,
        (),
        "The most dice a player gets, 0 for no limit; the quick game has 10.",
        asked=Asked.FIRST,
        ask="How many dice at most?",
    ),
    "bluff_callers": Option(
        "all",
        ("all", "next_only"),
        "Who may call a bluff: anybody else, or the next player.",
        ("anybody else", "only the next player"),
        ask="Who may call a bluff?",
    ),
    "bluff_penalty": Option(
        "out",
        ("out", "retry", "retry_lose_die", "match_point"),
        "What becomes of a player whose bluff was called.",
        ("out of the game", "lays another die", "loses a die and lays another", "loses a point and is out"),
        ask="Whose bluff was called is …",
    ),
    "bluff_needs_no_move": Option(
        True,
        (True, False),
        "Who shows the hand may bluff only when no die of it fits.",
        ("yes", "no, always"),
        ask="May one bluff only when no die fits?",
    ),
    "bluff_reinstates": Option(
        False,
        (False, True),
        "A bluff that was called brings back who went out meanwhile.",
        ("no", "yes"),
        ask="Does a called bluff bring back who went out meanwhile?",
    ),
    "false_call_penalty": Option(
        "none",
        ("none", "out", "match_point"),
        "What a false call costs the caller.",
        ("nothing", "out of the game", "a point"),
        ask="What does a false call cost?",
    ),
    "edge_rule": Option(
        "full",
        ("full", "road_only"),
        "Whether all touching sides must match, or only those the road goes through.",
        ("all touching sides", "only where the road goes through"),
        ask="Which touching sides must match?",
    ),
    "arrow": Option(
        "first_curve",
        ("first_curve", *SIDES),
        "Where arrows point: as on the first curve, or as agreed before.",
        ("as on the first curve", "north", "east", "south", "west"),
        ask="Where do arrows point?",
    ),
    "must_play": Option(
        True,
        (True, False),
        "Who can lay a die must; off: any player may go out at any turn.",
        ("yes, must", "no, may go out instead"),
        ask="Must a die be laid by who can?",
    ),
    "closing_forced": Option(
        True,
        (True, False),
        "Who can only close the circuit must; off: may go out instead.",
        ("yes, must", "no, may go out instead"),
        ask="Must the circuit be closed by who can do nothing else?",
    ),
    "closing_only_if_forced": Option(
        False,
        (False, True),
        "Only who can do nothing else may close the circuit.",
        ("no, anybody may", "yes"),
        ask="May only who can do nothing else close the circuit?",
    ),
    "forbid_dead_cell": Option(
        False,
        (False, True),
        "No die may be laid after which none at all could follow.",
        ("no, it may", "yes"),
        ask="Must another die be able to follow?",
    ),
    "empty_hand_wins": Option(
        False,
        (False, True),
        "Who has laid all dice wins, a point for each die of the others.",
        ("no, the last who can lay a die wins", "yes"),
        ask="Does laying the last die of a hand win?",
    ),
    "show_on_out": Option(
        True,
        (True, False),
        "Who goes out shows the dice left, where the roll was not recorded.",
        ("yes", "no"),
        ask="Are the dice left shown when somebody goes out?",
    ),
    "five_player_extra": Option(
        "first_move",
        ("first_move", "unused"),
        "Whether the die left over with five players begins the road.",
        ("yes, it begins the road", "no, it is put away"),
        ask="With five players, does the die left over begin the road?",
    ),
    "faces_per_die": Option(
        KINDS, (), "The six faces of a die: S straight, X crossing, C0 to C3 curves.", ask="The six faces of a die"
    ),
    "position": Option(
        "",
        (),
        "Where to start: “S-EW 0,0; X 1,0; C1S 2,0”, every die that lies there, in any order.",
        asked=Asked.MIDDLE,
        ask="What lies on the table",
    ),
    "head": Option(
        "",
        (),
        "With a position: where the road goes on, “2,-1”, or “2,-1 N” with the way it heads.",
        asked=Asked.MIDDLE,
        ask="Where the road goes on",
    ),
    "tail": Option(
        "",
        (),
        "With a position: the cell in front of the road's beginning, “-1,0”.",
        asked=Asked.MIDDLE,
        ask="What lies in front of its beginning",
    ),
    "out": Option(
        (), (), "With a position: the seats that are out, such as [1].", asked=Asked.MIDDLE, ask="Who is out"
    ),
    "in_hand": Option(
        (),
        (),
        "What each seat holds, where it is known: a text for each, such as “S X C0”.",
        asked=Asked.MIDDLE,
        ask="What is in hand",
    ),
}
