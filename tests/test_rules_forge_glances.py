"""Dice Forge at a glance: mats, stocks and cards, what can be tapped with its price, what hands do."""

from dataclasses import replace

import pytest
from rules_forge import REMOVED, acting, having, played, rolling, started, with_dice

from rules.dice_forge import GAME
from rules.dice_forge.goods import Goods
from rules.dice_forge.state import State
from rules.dice_forge.tasks import Act, Again, Gain, Garden, Minor, Name, Pick, Ship, Step, Take, bless
from rules.glance import Glance, by_chance, glance, handling
from rules.menu import Choice, Menu
from rules.sheet import Sheet


def told(state: State) -> Glance:
    return glance(GAME, state)


def menu(state: State, title: str) -> Menu:
    """Return the menu of that title."""
    return next(menu for menu in told(state).menus if menu.title == title)


def choice(state: State, title: str, words: str) -> Choice:
    """Return what can be tapped in a menu."""
    return next(choice for choice in menu(state, title).choices if choice.words == words)


def taps(found: Menu) -> list[tuple[str, str]]:
    """Return the words and the first move of everything in a menu."""
    return [(choice.words, str(choice.moves[0][0])) for choice in found.choices]


def done(before: State, *texts: str) -> tuple[str, ...]:
    """Return what hands do after these moves."""
    return handling(GAME, before, played(before, *texts))


def test_a_mat_has_goods_with_their_caps_both_dice_and_what_else_there_is() -> None:
    state = having(started(3), 1, gold=5, moon=2, chests=1, hammers=1, hammered=7, triton=1, removed=("G1",))
    state = having(state, 2, cards=("hydra", "hydra", "cancer"))
    mat = told(state).mats[1]
    assert [(gauge.kind, gauge.count, gauge.most) for gauge in mat.gauges] == [
        ("gold", 5, 16),
        ("sun", 0, 9),
        ("moon", 2, 9),
        ("glory", 0, None),
    ]
    light, dark = mat.shelves
    assert (light.title, [pile.face for pile in light.piles]) == ("light die", ["G1"] * 5 + ["S1"])
    assert [pile.top for pile in dark.piles] == [True, False, False, False, False, False]
    assert mat.others == ("Hammer 7/30", "1 Triton", "1 forged")
    assert [(pile.words, pile.count) for pile in told(state).mats[2].shelves[2].piles] == [
        ("Hydra", 2),
        ("Cancer", None),
    ]


def test_a_new_face_that_has_no_place_yet_lies_beside_the_six() -> None:
    state = played(acting(having(started(3), 0, gold=9)), "buy G6 light")
    piles = told(state).mats[0].shelves[0].piles
    assert [(pile.face, pile.top) for pile in piles[-2:]] == [("S1", False), ("G6", True)]
    assert len(piles) == 7


def test_the_middle_shows_what_is_left_what_it_costs_and_who_stands_where() -> None:
    state = having(started(2), 1, portal=7)
    temple, gardens, *portals = told(state).middle
    left = {pile.face: (pile.count, pile.price) for pile in temple.piles}
    assert left["G3"] == (2, (("gold", 2),))
    assert left["G6"] == (0, (("gold", 4),))
    assert {pile.face: pile.count for pile in gardens.piles}["MIRROR"] == 4
    assert [shelf.title for shelf in portals] == [f"portal {number}" for number in range(1, 8)]
    assert portals[6].note == "seat 1 stands here"
    hydra = portals[3].piles[1]
    assert (hydra.words, hydra.count, hydra.price) == ("Hydra", 2, (("sun", 5), ("moon", 5)))
    assert hydra.note == "26 glory at the end"


def test_a_stack_that_is_sold_out_still_says_what_it_was() -> None:
    drawn = GAME.initial_state(3, feats="drawn")
    assert told(drawn).middle[3].piles[0].words == "not drawn yet"
    state = drawn
    while state.setup.feats[2] == "" and not state.stacks[2]:
        state = played(state, str(next(iter(GAME.legal_moves(state)))))
    gone = having(state.with_stack(2, ()), 0, cards=("silver_hind",))
    pile = told(gone).middle[3].piles[0]
    assert (pile.words, pile.count) == ("The Silver Hind", 0)


def test_the_steps_of_a_turn_follow_each_other() -> None:
    def now(state: State) -> tuple[str, int]:
        rounds, steps = told(state).tracks
        return f"{rounds.now + 1} of {len(rounds.stops)}", steps.now

    start = started(3)
    assert now(start) == ("1 of 10", 0)
    rich = acting(having(start, 0, gold=9, sun=4))
    assert now(rich) == ("1 of 10", 1)
    offering = played(rich, "buy G6 light")
    assert now(offering)[1] == 1
    acted = played(offering, "out light S1", "done")
    assert now(acted)[1] == 2
    extra = played(acted, "extra")
    assert now(extra)[1] == 2
    assert now(played(extra, "feat the_elder"))[1] == 3
    assert [track.title for track in told(GAME.initial_state(2)).tracks] == ["Round"]


def test_only_what_can_be_paid_is_offered_with_its_price_and_both_dice() -> None:
    state = acting(having(started(3), 0, gold=3, moon=2))
    buy = menu(state, "An offering: buy faces")
    assert [choice.price for choice in buy.choices] == [(("gold", cost),) for cost in (2, 2, 3, 3)]
    assert [(str(move), where) for move, where in buy.choices[0].moves] == [
        ("buy G3 light", "On the light die"),
        ("buy G3 dark", "On the dark die"),
    ]
    assert [words for words, _ in taps(menu(state, "A feat: take a card"))] == [
        "The Blacksmith's Hammer",
        "The Blacksmith's Chest",
        "The Silver Hind",
    ]
    assert taps(menu(state, "")) == [("End the turn", "end")]


def test_a_ship_and_an_offering_under_way_have_their_own_prices() -> None:
    ship = acting(having(started(3), 0, gold=2), Ship(0, 6))
    assert choice(ship, "The ship sails: one face for 6 gold less?", "2 sun").price == (("gold", 2),)
    assert taps(menu(ship, "")) == [("Nothing more here", "pass")]
    offering = played(acting(having(started(3), 0, gold=9)), "buy G3 light", "out light S1")
    assert "3 gold" not in [choice.words for choice in menu(offering, "Another face?").choices]


def test_a_feat_says_what_it_does_and_whom_it_ousts() -> None:
    state = acting(having(having(started(3), 0, sun=9), 2, portal=7))
    elder = choice(state, "A feat: take a card", "The Elder")
    assert elder.hint == "in each of your turns, 3 gold for 4 glory · ousts seat 2"
    shield = choice(
        acting(having(started(3, feats="alternate"), 0, sun=3)), "A feat: take a card", "The Guardian's Shield"
    )
    assert shield.hint == "forge red shield or blue shield or yellow shield or green shield · 6 glory at the end"


@pytest.mark.parametrize(
    ("state", "title", "expected"),
    [
        (
            played(rolling(with_dice(having(started(3), 0), 0, "OR_G3_V2", "X3"), 0), "roll OR_G3_V2 X3"),
            "3 gold or 2 glory: which one, 3 times?",
            [("3 gold", "pick gold"), ("2 glory", "pick glory")],
        ),
        (
            acting(having(started(3), 0, hammers=1), Gain(0, Goods(gold=2))),
            "2 gold came in: how much gold goes to the Hammer?",
            [("nothing", "hammer 0"), ("1 gold", "hammer 1"), ("2 gold", "hammer 2")],
        ),
        (
            acting(started(3), Pick(0, (Goods(sun=2), Goods(gold=6)), "the Triton token")),
            "What does the Triton token bring?",
            [("2 sun", "pick sun"), ("6 gold", "pick gold")],
        ),
        (
            acting(having(started(3), 0, cerberus=1), Again(0, bless(0, ("G1", "G1")))),
            "Have the same faces once more?",
            [("Give a Cerberus token", "cerberus")],
        ),
        (acting(started(3), Garden(0, ("X3",))), "On which die?", [("times three", "forge X3 light")]),
        (
            acting(started(3), Name(0, "BOAR_RED")),
            "Who has to forge the red boar?",
            [("seat 1", "name 1"), ("seat 2", "name 2")],
        ),
        (
            acting(started(3), Take(0, ((1, ("V2", "S1")),))),
            "Which two faces count?",
            [("1 sun and 2 glory", "take S1 V2")],
        ),
        (
            acting(started(3), Minor(0, 4, 1, "sphinx")),
            "Sphinx, 4 to roll: what does the dark die show?",
            [("1 gold", "roll dark G1"), ("1 moon", "roll dark M1"), ("2 glory", "roll dark V2")],
        ),
        (
            acting(having(started(3), 0, gold=3, cards=("the_elder",))),
            "Reinforcements",
            [("The Elder", "use the_elder")],
        ),
        (
            played(acting(having(started(3), 0, gold=9)), "buy G6 dark"),
            "Which face makes room for 6 gold on the dark die?",
            [("1 gold", "out dark G1"), ("1 moon", "out dark M1"), ("2 glory", "out dark V2")],
        ),
    ],
)
def test_each_question_is_asked_in_words_with_its_answers(
    state: State, title: str, expected: list[tuple[str, str]]
) -> None:
    assert taps(menu(state, title)) == expected


def test_a_mirror_a_ship_and_glory_instead_are_asked_about() -> None:
    mirror = played(rolling(with_dice(started(3), 0, "MIRROR", "G1"), 0), "roll MIRROR G1")
    assert not [menu for menu in told(mirror).menus if "mirror" in menu.title]  # the others show nothing but 1 gold
    other = with_dice(with_dice(started(3), 0, "MIRROR", "G1"), 1, "V4", "G6")
    assert menu(played(rolling(other, 0), "roll MIRROR G1"), "Which face does the mirror show?").piece == "forge_die"
    ship = played(rolling(with_dice(having(started(3), 0, gold=6), 0, "SHIP", "G6"), 0), "roll SHIP G6")
    assert [face for _, face in taps(menu(ship, "Which of the two faces comes first?"))] == ["first SHIP", "first G6"]
    instead = acting(having(started(3), 0), bless(0, ("G1", "S2"), card="sentinel"))
    assert taps(menu(instead, "Turn it into glory? Rolled: 1 gold and 2 sun")) == [
        ("Keep it", "keep"),
        ("Glory instead", "convert"),
    ]


def sheet(state: State) -> Sheet:
    (found,) = told(state).sheets
    return found


def test_a_roll_is_a_sheet_with_what_each_die_can_show() -> None:
    found = sheet(started(3))
    assert (found.title, found.quick) == ("What did seat 0 roll?", True)
    assert [[value for value, _ in blank.choices] for blank in found.blanks] == [["G1", "S1"], ["G1", "M1", "V2"]]
    assert found.moves(("S1", "V2")) == ("roll S1 V2",)


def test_what_leaves_the_pools_is_a_sheet_with_pairs() -> None:
    found = sheet(GAME.initial_state(2))
    assert found.moves(("G6 S1_V1", "V4 M2_V2")) == (REMOVED,)
    rich = sheet(GAME.initial_state(2, two_player_pools="six_gold"))
    assert [len(blank.choices) for blank in rich.blanks] == [3, 6]
    assert all("G6" in value for value, _ in rich.blanks[0].choices)


def test_hands_are_told_what_to_replace_count_and_move() -> None:
    state = acting(having(having(started(3), 0, gold=9, sun=2), 2, portal=7))
    assert done(state, "buy G6 light", "out light S1") == (
        "seat 0, light die: replace 1 sun by 6 gold, and lay it with 6 gold up.",
        "seat 0: gold from 9 to 5.",
    )
    assert done(state, "feat wild_spirits", "roll S1 V2") == (
        "seat 0: gold from 9 to 12, sun from 2 to 1, moon from 0 to 3.",
        "The pawn of seat 0 goes to portal 7.",
        "seat 0 takes the card Wild Spirits.",
        "seat 2: sun from 0 to 1, glory from 0 to 2.",
        "The pawn of seat 2 goes home.",
    )


def test_hands_are_told_the_way_back_too() -> None:
    state = acting(having(started(3), 0, gold=9, moon=1))
    back = handling(GAME, played(state, "feat blacksmiths_chest"), state)
    assert back == (
        "seat 0: moon from 0 to 1.",
        "The pawn of seat 0 goes home.",
        "seat 0 gives the card The Blacksmith's Chest back.",
    )
    forged = played(state, "buy G6 light", "out light S1")
    assert handling(GAME, forged, state)[0] == "seat 0, light die: replace 6 gold by 1 sun, and lay it with 1 gold up."


def test_what_chance_brings_is_known_from_what_people_choose() -> None:
    moves = ("roll G1 V2", "roll light G1", REMOVED, "draw cancer", "buy G3 light", "pick sun", "end", "feat cancer")
    assert [by_chance(GAME, GAME.parse_move(text)) for text in moves] == [True] * 4 + [False] * 4


def test_the_ledger_says_what_the_glory_of_each_comes_from() -> None:
    assert told(started(3)).ledgers == ()
    state = having(having(started(3), 0, glory=7, cards=("hydra", "the_elder", "ferryman", "ferryman")), 2, glory=3)
    (ledger,) = told(state).ledgers
    assert (ledger.title, ledger.columns) == ("If the game ended now", ("seat 0", "seat 1", "seat 2"))
    assert ledger.rows == (
        ("Tracks and tokens", ("7", "", "3"), None),
        ("Hydra", ("26", "", ""), None),
        ("Ferryman", ("24", "", ""), None),
        ("Glory", ("57", "0", "3"), None),
    )
    over = told(replace(state, todo=()))
    assert (over.ledgers[0].title, over.ledgers[0].rows[-1][2], over.ending) == ("Final glory", 0, "most glory, 57")
    assert (over.menus, over.sheets) == ((), ())


def test_the_facts_say_what_is_due_and_whose_turn_it_is() -> None:
    assert told(started(3)).facts == (("Now", "roll both dice"),)
    assert told(acting(started(3))).facts == ()
    assert told(rolling(started(3), 2)).facts == (("Now", "roll both dice"), ("Turn of", "seat 0"))
    assert told(acting(started(3), Act(0, Step.ACTED))).facts == ()
