"""Dice Forge as it is told to people: moves, what is due, points; and the data behind it."""

import json
import re
from dataclasses import replace
from pkgutil import get_data

import pytest
from rules_forge import REMOVED, acting, having, played, rolling, started, with_dice

from rules.dice_forge import GAME
from rules.dice_forge.box import BOX, BoxError, read_box
from rules.dice_forge.state import State
from rules.dice_forge.tasks import Again, Garden, Ship, Take, bless
from rules.game import MoveError


def told(state: State, text: str) -> str:
    """Return the words for a move in that state."""
    return GAME.words(state, GAME.parse_move(text))


def test_moves_are_told_with_faces_and_cards_by_name() -> None:
    state = started(3)
    assert [told(state, text) for text in ("roll S1 V2", "roll G1 G1 / S1 V2", "roll light G1", "out dark M1")] == [
        "rolled 1 sun and 2 glory",
        "seat 0 rolled 1 gold and 1 gold; seat 1 rolled 1 sun and 2 glory",
        "the light die shows 1 gold",
        "it replaces 1 moon on the dark die",
    ]
    assert [told(state, text) for text in ("feat cancer", "draw great_bear", REMOVED, "forge X3 dark")] == [
        "the feat Cancer",
        "The Great Bear is in the game",
        "out of the game: 6 gold, 1 sun + 1 glory, 4 glory, 2 moon + 2 glory",
        "times three forged, on the dark die",
    ]
    assert [told(state, text) for text in ("name 2", "use the_elder", "copy V4", "take V4 X3", "hammer 3", "end")] == [
        "seat 2 has to forge it",
        "The Elder used",
        "the mirror shows 4 glory",
        "taken: 4 glory and times three",
        "3 gold for the Hammer",
        "the turn ends",
    ]


def test_a_face_is_told_with_what_it_really_costs() -> None:
    assert told(acting(started(3)), "buy G6 light") == "6 gold bought for 4 gold, on the light die"
    assert told(acting(started(3), Ship(0, 6)), "buy G6") == "6 gold bought for 0 gold"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("end", "It is up to seat 0: roll both dice."),
        ("feat cancer", "It is up to seat 0: roll both dice."),
        ("cerberus", "It is up to seat 0: roll both dice."),
    ],
)
def test_a_move_at_the_wrong_moment_is_told_what_is_due(text: str, what: str) -> None:
    (violation,) = GAME.violations(started(3), GAME.parse_move(text))
    assert (violation.rule, violation.text) == ("1.2", what)


OFFERING = acting(having(started(3), 0, gold=12))


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (OFFERING, "buy MIRROR light"),
        (having(OFFERING, 0, gold=1), "buy S2 light"),
        (replace(OFFERING, stock=(0,) * len(OFFERING.stock)), "buy S2 light"),
        (played(OFFERING, "buy S1 light", "out light G1"), "buy S1 dark"),
        (played(OFFERING, "buy S1 light"), "out light V4"),
        (acting(started(3), Garden(0, ("X3",))), "forge SHIP light"),
        (acting(replace(started(3), stock=(0,) * len(OFFERING.stock)), Garden(0, ("X3",))), "forge X3 light"),
        (rolling(started(3), 0), "roll V4 G1"),
        (acting(started(3), Take(0, ((1, ("G1", "S1")), (2, ("G1", "V2"))))), "take V4 V4"),
        (GAME.initial_state(2, two_player_pools="six_gold"), "remove S1_V1 G2_M1 V4 M2_V2"),
        (played(rolling(with_dice(started(3), 0, "MIRROR", "G1"), 0), "roll MIRROR G1"), "copy V4"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_no_refusal_quotes_the_code_of_a_face(state: State, text: str) -> None:
    (violation,) = GAME.violations(state, GAME.parse_move(text))
    assert [face for face in BOX.faces if face in re.findall(r"\w+", violation.text)] == []


def test_what_is_due_names_the_one_who_is_to_act() -> None:
    state = rolling(having(with_dice(started(3), 1, "OR_G3_V2", "G1"), 1), 1)
    choosing = played(state, "roll OR_G3_V2 G1")
    assert GAME.current_player(choosing) == 1
    assert (
        GAME.violations(choosing, GAME.parse_move("end"))[0].text == "It is up to seat 1: decide what the faces bring."
    )
    hammering = played(choosing.with_hero(1, replace(choosing.heroes[1], hammers=1)), "pick gold")
    assert GAME.violations(hammering, GAME.parse_move("end"))[0].text.endswith("say how much gold goes to the Hammer.")
    token = acting(started(3), Again(2, bless(2, ("G1", "G1"))))
    assert (
        GAME.violations(token, GAME.parse_move("end"))[0].text == "It is up to seat 2: give a Cerberus token or pass."
    )


def test_the_working_says_line_by_line_where_glory_comes_from() -> None:
    state = having(started(3), 0, glory=7, cards=("hydra", "the_elder", "ferryman", "ferryman"))
    assert GAME.working(state) == (
        "seat 0: tracks and tokens 7, Hydra 26, Ferryman 2 times 24 = 57",
        "seat 1: nothing yet = 0",
        "seat 2: nothing yet = 0",
    )


def test_text_that_is_no_move_is_answered_with_examples() -> None:
    for text in ("roll G1", "buy G7 light", "feat nobody", "pick silver", "roll G1 G1 /", "hammer 100"):
        with pytest.raises(MoveError, match=r"write e\.g\."):
            GAME.parse_move(text)


def test_two_faces_taken_are_one_move_in_either_order() -> None:
    assert GAME.parse_move("take X3 V4") == GAME.parse_move("take V4 X3")


def test_the_box_holds_108_faces_and_96_cards() -> None:
    assert sum(map(len, BOX.dice)) * 4 == 48
    assert sum(count for pool in BOX.pools for _, count in pool.faces) == 40
    assert sum(BOX.gardens.values()) == 20
    feats = {name for slot in BOX.slots for name in slot.feats}
    assert (len(feats) * 4, len(BOX.slots), {slot.portal for slot in BOX.slots}) == (96, 15, set(range(1, 8)))


@pytest.mark.parametrize(
    ("place", "value", "text"),
    [
        (("dice", "light"), {"G1": 5}, "without six faces"),
        (("gardens",), {"X4": 4}, "a face that is not described"),
        (("sanctuary", 0, "faces"), {"G3": 3}, "without four faces"),
        (("slots", 0, "feats"), ["nobody"], "a feat that is not described"),
        (("faces", "SHIELD_RED", "watch"), "silver", "a shield that watches nothing"),
        (("faces", "OR_G3_V2", "gives"), [{"gold": 3}, {"gold": 2}], "told apart"),
        (("feats", "cyclops", "converts"), ["silver"], "a feat that converts nothing"),
    ],
)
def test_data_that_contradicts_itself_is_refused(place: tuple[str | int, ...], value: object, text: str) -> None:
    data = json.loads(get_data("rules.dice_forge", "box.json") or b"")
    row = data
    for key in place[:-1]:
        row = row[key]
    row[place[-1]] = value
    with pytest.raises(BoxError, match=text):
        read_box(json.dumps(data))


def test_a_face_that_is_not_for_sale_has_words_too() -> None:
    state = GAME.initial_state(2)
    assert GAME.words(state, GAME.parse_move("buy G1 light")) == "1 gold bought, on the light die"
