"""The set-up switches: what each may be, in code and in words; RULES.md tells of them."""

from collections.abc import Mapping

from rules.colours import COLOUR_WORDS
from rules.dice_forge.box import BOX
from rules.game import EACH, SOME, Asked, Option
from rules.text import say

YES, NO = say("yes"), say("no")
OTHERS = tuple(slot.feats[-1] for slot in BOX.slots if len(slot.feats) > 1)
"""The feats of the other set."""
OPTIONS: Mapping[str, Option] = {
    "first": Option(
        0, (), say("The first player's seat, counted from 0."), asked=Asked.FIRST, kind="seat", ask=say("Who begins?")
    ),
    "feats": Option(
        "introductory",
        ("introductory", "alternate", "drawn"),
        say("The first game's feats, or the other nine, or by lot."),
        (say("those of the first game"), say("the other nine"), say("drawn by lot")),
        Asked.FIRST,
        ask=say("Which feats?"),
    ),
    "colours": Option(
        ("orange", "green", "blue", "black"),
        tuple(COLOUR_WORDS),
        say("The colours of the pawns, seat by seat."),
        tuple(COLOUR_WORDS.values()),
        Asked.FIRST,
        kind=EACH,
        ask=say("The colour of each pawn"),
    ),
    "alternates": Option(
        (),
        OTHERS,
        say("With the first game's feats: which feats of the other set take their places."),
        tuple(BOX.feats[feat].title for feat in OTHERS),
        kind=SOME,
        ask=say("Which of these feats take the place of the first game's?"),
    ),
    "two_player_blessings": Option(
        "turn",
        ("turn", "round"),
        say("Two players roll twice in every turn, or once a round."),
        (say("twice in every turn"), say("once a round")),
        ask=say("Two players roll …"),
    ),
    "two_player_pools": Option(
        "random",
        ("random", "six_gold"),
        say("Two players take out any faces, or 6 gold always."),
        (say("any faces"), say("always 6 gold")),
        ask=say("Two players take out …"),
    ),
    "boar_colours": Option(
        "drawn",
        ("drawn", "fixed"),
        say("Boar cards are drawn, or those of the first colours are laid in a fixed order."),
        (say("they are drawn"), say("always red, green, yellow, blue, from the bottom up")),
        ask=say("Which boar cards are laid, and in which order?"),
    ),
    "different_faces": Option(
        "face",
        ("face", "pool", "price"),
        say("What two faces of one offering may not share."),
        (say("the face"), say("the pool"), say("the price")),
        ask=say("Two faces of one offering may not share …"),
    ),
    "x3_choice": Option(
        "once",
        ("once", "each"),
        say("Beside times three, a choice is made once or three times."),
        (say("once"), say("three times")),
        ask=say("Beside “times three”, how often is a choice made?"),
    ),
    "x3_boar_owner": Option(
        3,
        (3, 1),
        say("How many rewards a boar beside times three brings the owner of its card."),
        (say("three"), say("one")),
        ask=say("Beside “times three”, how many rewards does a boar bring its owner?"),
    ),
    "mirror_vs_mirror": Option(
        "reflects",
        ("reflects", "nothing"),
        say("A mirror facing a mirror shows one's own faces."),
        (YES, say("no, it shows nothing")),
        ask=say("Does a mirror that faces a mirror show one's own faces?"),
    ),
    "mirror_after_forge": Option(
        "now",
        ("now", "rolled"),
        say("A mirror sees the faces that lie there, or those rolled."),
        (say("those that lie there now"), say("those that were rolled")),
        ask=say("Which faces does a mirror see?"),
    ),
    "shield_pair": Option(
        "fallback",
        ("fallback", "match"),
        say("Two shields: lesser gifts, or alike ones match."),
        (say("both give the lesser gift"), say("alike ones match")),
        ask=say("Two shields together: …"),
    ),
    "shield_capped": Option(
        "counts",
        ("counts", "not"),
        say("Whether a shield sees what found no room, or went to a Hammer."),
        (YES, NO),
        ask=say("Does a shield see what found no room, or went to a Hammer?"),
    ),
    "boar_reward_and_shield": Option(
        "not",
        ("not", "counts"),
        say("Whether a shield sees the reward of a boar card's owner."),
        (NO, YES),
        ask=say("Does a shield see the reward of a boar card's owner?"),
    ),
    "conversion": Option(
        "face",
        ("face", "kind"),
        say("Gains are turned into glory for a whole face or kind by kind."),
        (say("for a whole face"), say("kind by kind")),
        ask=say("Gains are turned into glory …"),
    ),
    "converted_and_shield": Option(
        "counts",
        ("counts", "not"),
        say("Whether a shield sees what was turned into glory."),
        (YES, NO),
        ask=say("Does a shield see what was turned into glory?"),
    ),
    "satyrs_mirror": Option(
        "active",
        ("active", "owner"),
        say("From whose seat a mirror taken by Satyrs looks."),
        (say("from the hero's who plays"), say("from its owner's")),
        ask=say("From whose seat does a mirror taken by Satyrs look?"),
    ),
    "satyrs_same_die": Option(
        False,
        (False, True),
        say("Satyrs may take the face of one die twice."),
        (NO, YES),
        ask=say("May Satyrs take the face of one die twice?"),
    ),
    "cerberus": Option(
        "after",
        ("after", "before"),
        say("A Cerberus token is given after a roll was applied, or before."),
        (say("after it was applied"), say("before")),
        ask=say("When is a Cerberus token given?"),
    ),
    "cerberus_and_satyrs": Option(
        False,
        (False, True),
        say("Whether a Cerberus token may repeat what Satyrs took."),
        (NO, YES),
        ask=say("May a Cerberus token repeat what Satyrs took?"),
    ),
    "oust_blessing": Option(
        "before_card",
        ("before_card", "after_card"),
        say("When the hero who was ousted rolls."),
        (say("before the card acts"), say("after the card has acted")),
        ask=say("When does the hero who was ousted roll?"),
    ),
    "card_glory": Option(
        "end",
        ("end", "at_once"),
        say("When the glory printed on cards counts."),
        (say("at the end"), say("at once")),
        ask=say("When does the glory on cards count?"),
    ),
    "typhon": Option(
        "at_once",
        ("at_once", "end"),
        say("When Typhon counts the faces forged."),
        (say("at once"), say("at the end")),
        ask=say("When does Typhon count the faces?"),
    ),
    "typhon_and_boars": Option(
        True,
        (True, False),
        say("Whether Typhon counts boars that others forced on the dice."),
        (YES, NO),
        ask=say("Does Typhon count boars that others forced on the dice?"),
    ),
    "hammer_glory": Option(
        "at_once",
        ("at_once", "end"),
        say("When the Hammers' glory counts."),
        (say("at once"), say("at the end")),
        ask=say("When does the Hammers' glory count?"),
    ),
    "token_100_return": Option(
        True,
        (True, False),
        say("Whether lost glory may take a token of 100 back, or only empties the tracks."),
        (say("the token is given back"), say("the token stays, and the tracks stop at 0")),
        ask=say("More glory is lost than the tracks show: …"),
    ),
    "ship_order": Option(
        "free",
        ("free", "last"),
        say("A ship sails before or after the other face, or always after it."),
        (say("before or after, as one likes"), say("always after it")),
        ask=say("When does a ship sail?"),
    ),
    "extra_without_action": Option(
        False,
        (False, True),
        say("Whether an extra action may come in the place of the first."),
        (NO, YES),
        ask=say("May an extra action come in the place of the first?"),
    ),
    "tie": Option(
        "shared",
        ("shared", "online"),
        say("Whether a tie is shared, or broken by faces, feats, goods and seat."),
        (say("shared"), say("broken by faces, feats, goods and seat")),
        ask=say("A tie is …"),
    ),
}
