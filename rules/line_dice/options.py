"""The set-up switches: what each may be, in code and in words; RULES.md tells of them."""

from collections.abc import Mapping

from rules.game import Asked, Option
from rules.line_dice.faces import KINDS, SIDES
from rules.line_dice.said import WAYS
from rules.text import say

YES, NO = say("yes"), say("no")
OPTIONS: Mapping[str, Option] = {
    "hands": Option(
        "open",
        ("open", "hidden", "unknown"),
        say("Whether rolls are recorded: shown, kept from pages, or not at all."),
        (say("recorded and shown"), say("recorded but kept from pages"), say("not recorded")),
        Asked.FIRST,
        ask=say("What players roll is …"),
    ),
    "first": Option(
        0,
        (),
        say("The starting player's seat, counted from 0; with a position, the seat to act."),
        asked=Asked.FIRST,
        kind="seat",
        ask=say("Who begins?"),
    ),
    "mikes_bluff": Option(
        "flag",
        ("flag", "secret", "ask"),
        say("A wrong arrow is refused, or let pass unsaid, or let pass and said aloud."),
        (say("refused at once: no bluffs"), say("let pass unsaid: players call it"), say("let pass, and said aloud")),
        Asked.FIRST,
        ask=say("An arrow that points the wrong way is …"),
    ),
    "hand_limit": Option(
        0,
        (),
        say("The most dice a player gets, 0 for no limit; the quick game has 10."),
        asked=Asked.FIRST,
        ask=say("How many dice at most?"),
    ),
    "bluff_callers": Option(
        "all",
        ("all", "next_only"),
        say("Who may call a bluff: anybody else, or the next player."),
        (say("anybody else"), say("only the next player")),
        ask=say("Who may call a bluff?"),
    ),
    "bluff_penalty": Option(
        "out",
        ("out", "retry", "retry_lose_die", "match_point"),
        say("What becomes of a player whose bluff was called."),
        (
            say("out of the game"),
            say("lays another die"),
            say("loses a die and lays another"),
            say("loses a point and is out"),
        ),
        ask=say("Whose bluff was called is …"),
    ),
    "bluff_needs_no_move": Option(
        True,
        (True, False),
        say("Who shows the hand may bluff only when no die of it fits."),
        (YES, say("no, always")),
        ask=say("May one bluff only when no die fits?"),
    ),
    "bluff_reinstates": Option(
        False,
        (False, True),
        say("A bluff that was called brings back who went out meanwhile."),
        (NO, YES),
        ask=say("Does a called bluff bring back who went out meanwhile?"),
    ),
    "false_call_penalty": Option(
        "none",
        ("none", "out", "match_point"),
        say("What a false call costs the caller."),
        (say("nothing"), say("out of the game"), say("a point")),
        ask=say("What does a false call cost?"),
    ),
    "edge_rule": Option(
        "full",
        ("full", "road_only"),
        say("Whether all touching sides must match, or only those the road goes through."),
        (say("all touching sides"), say("only where the road goes through")),
        ask=say("Which touching sides must match?"),
    ),
    "arrow": Option(
        "first_curve",
        ("first_curve", *SIDES),
        say("Where arrows point: as on the first curve, or as agreed before."),
        (say("as on the first curve"), *WAYS.values()),
        ask=say("Where do arrows point?"),
    ),
    "must_play": Option(
        True,
        (True, False),
        say("Who can lay a die must; off: any player may go out at any turn."),
        (say("yes, must"), say("no, may go out instead")),
        ask=say("Must a die be laid by who can?"),
    ),
    "closing_forced": Option(
        True,
        (True, False),
        say("Who can only close the circuit must; off: may go out instead."),
        (say("yes, must"), say("no, may go out instead")),
        ask=say("Must the circuit be closed by who can do nothing else?"),
    ),
    "closing_only_if_forced": Option(
        False,
        (False, True),
        say("Only who can do nothing else may close the circuit."),
        (say("no, anybody may"), YES),
        ask=say("May only who can do nothing else close the circuit?"),
    ),
    "forbid_dead_cell": Option(
        False,
        (False, True),
        say("No die may be laid after which none at all could follow."),
        (say("no, it may"), YES),
        ask=say("Must another die be able to follow?"),
    ),
    "empty_hand_wins": Option(
        False,
        (False, True),
        say("Who has laid all dice wins, a point for each die of the others."),
        (say("no, the last who can lay a die wins"), YES),
        ask=say("Does laying the last die of a hand win?"),
    ),
    "show_on_out": Option(
        True,
        (True, False),
        say("Who goes out shows the dice left, where the roll was not recorded."),
        (YES, NO),
        ask=say("Are the dice left shown when somebody goes out?"),
    ),
    "five_player_extra": Option(
        "first_move",
        ("first_move", "unused"),
        say("Whether the die left over with five players begins the road."),
        (say("yes, it begins the road"), say("no, it is put away")),
        ask=say("With five players, does the die left over begin the road?"),
    ),
    "faces_per_die": Option(
        KINDS,
        (),
        say("The six faces of a die: S straight, X crossing, C0 to C3 curves."),
        ask=say("The six faces of a die"),
    ),
    "position": Option(
        "",
        (),
        say("Where to start: “S-EW 0,0; X 1,0; C1S 2,0”, every die that lies there, in any order."),
        asked=Asked.MIDDLE,
        ask=say("What lies on the table"),
    ),
    "head": Option(
        "",
        (),
        say("With a position: where the road goes on, “2,-1”, or “2,-1 N” with the way it heads."),
        asked=Asked.MIDDLE,
        ask=say("Where the road goes on"),
    ),
    "tail": Option(
        "",
        (),
        say("With a position: the cell in front of the road's beginning, “-1,0”."),
        asked=Asked.MIDDLE,
        ask=say("What lies in front of its beginning"),
    ),
    "out": Option(
        (), (), say("With a position: the seats that are out, such as [1]."), asked=Asked.MIDDLE, ask=say("Who is out")
    ),
    "in_hand": Option(
        (),
        (),
        say("What each seat holds, where it is known: a text for each, such as “S X C0”."),
        asked=Asked.MIDDLE,
        ask=say("What is in hand"),
    ),
}
