"""Worked examples of single blessings, by hand: what was had, what came up, what was answered, what is had then."""

import pytest
from rules_forge import acting, broken, goods, having, hero, legal, played, rolling, started, with_dice

from rules.dice_forge.goods import Goods
from rules.dice_forge.tasks import Minor, Rolls, Why

VECTORS = {
    "T01 first blessing": ((3, 0, 0, 0), "roll S1 V2", (3, 1, 0, 2)),
    "T02 gold cap": ((11, 0, 0, 0), "roll G6 G1", (12, 0, 0, 0)),
    "T04 times three and a choice": ((0, 2, 0, 0), "roll X3 OR_G2_S2_M2; pick sun", (0, 6, 0, 0)),
    "T06 shield matched": ((0, 0, 0, 0), "roll SHIELD_RED S1_V1", (0, 1, 0, 6)),
    "T07 shield not matched by choice": ((0, 0, 0, 0), "roll SHIELD_RED OR_G1_S1_M1; pick gold", (1, 2, 0, 0)),
    "T08 shield matched by choice": ((0, 0, 0, 0), "roll SHIELD_RED OR_G1_S1_M1; pick sun", (0, 1, 0, 5)),
    "T09 shield with times three": ((0, 0, 0, 0), "roll SHIELD_YELLOW X3", (9, 0, 0, 0)),
    "T11 two shields": ((0, 0, 0, 0), "roll SHIELD_BLUE SHIELD_GREEN", (0, 0, 2, 3)),
    "T14 two times three": ((5, 1, 1, 7), "roll X3 X3", (5, 1, 1, 7)),
    "T16 ship after gold": ((7, 0, 0, 0), "roll SHIP G6; first G6; buy V4 light; out light G1", (2, 0, 0, 0)),
    "T17 ship before gold": ((7, 0, 0, 0), "roll SHIP G6; first SHIP; buy S2 dark; out dark G1", (7, 0, 0, 0)),
    "T18 ship with times three": ((6, 0, 0, 0), "roll SHIP X3; buy G1_S1_M1_V1 light; out light G1", (0, 0, 0, 0)),
    "T19 no refund": ((4, 0, 0, 0), "roll SHIP X3; buy OR_G3_V2 dark; out dark X3", (4, 0, 0, 0)),
    "a ship is declined": ((7, 0, 0, 0), "roll SHIP V3; pass", (7, 0, 0, 3)),
    "a shield watches a boar": ((0, 0, 0, 0), "roll SHIELD_BLUE BOAR_RED; pick moon", (0, 0, 1, 5)),
    "a full store still matches": ((0, 6, 0, 0), "roll SHIELD_RED S2", (0, 6, 0, 5)),
}


@pytest.mark.parametrize("name", VECTORS)
def test_a_blessing_comes_out_as_by_hand(name: str) -> None:
    before, moves, after = VECTORS[name]
    roll, *answers = moves.split("; ")
    start = rolling(having(with_dice(started(), 0, *roll.split()[1:]), 0, **Goods(*before).by_kind()), 0)
    assert goods(played(start, roll, *answers)) == after


def test_t03_a_hammer_takes_gold_that_the_cap_would_lose() -> None:
    start = rolling(having(with_dice(started(), 0, "G6", "G1"), 0, gold=11, hammers=1, hammered=12), 0)
    after = played(start, "roll G6 G1", "hammer 6", "hammer 0")
    assert goods(after) == (12, 0, 0, 10)
    assert hero(after).hammered - 15 == 3
    assert goods(played(start, "roll G6 G1", "hammer 5", "hammer 1")) == (12, 0, 0, 10)


def test_a_hammer_takes_no_more_than_was_gained_or_than_fits() -> None:
    start = rolling(having(with_dice(started(), 0, "G6", "G4"), 0, hammers=1, hammered=25), 0)
    rolled = played(start, "roll G6 G4")
    assert broken(rolled, "hammer 6") == ["4.2"]
    full = played(rolled, "hammer 5")
    assert goods(full) == (1 + 4, 0, 0, 15)  # the second side is full, so nobody is asked about the 4 gold
    assert "hammer 0" not in legal(full)


def test_two_hammers_are_filled_one_after_the_other() -> None:
    start = rolling(having(with_dice(started(), 0, "G6", "V3"), 0, hammers=2, hammered=28), 0)
    after = played(start, "roll G6 V3", "hammer 6")
    assert goods(after) == (0, 0, 0, 15 + 3)
    assert hero(after).hammer_room == 26


def test_t05_a_chest_raises_the_caps() -> None:
    start = rolling(having(with_dice(started(), 0, "X3", "OR_G2_S2_M2"), 0, sun=2, chests=1), 0)
    assert goods(played(start, "roll X3 OR_G2_S2_M2", "pick sun")) == (0, 8, 0, 0)


@pytest.mark.parametrize(("face", "after"), [("SHIELD_GREEN", (0, 0, 0, 3)), ("X3", (0, 0, 0, 0))])
def test_t10_t15_a_minor_blessing_has_no_other_die(face: str, after: tuple[int, ...]) -> None:
    start = acting(having(with_dice(started(), 0, face, "G1"), 0), Minor(0, 1))
    assert goods(played(start, f"roll light {face}")) == after


@pytest.mark.parametrize(
    ("roll", "copy", "shown", "after"),
    [
        ("roll MIRROR X3", "copy V4", ("V4", "G6"), (0, 0, 0, 12)),
        ("roll MIRROR M2", "copy X3", ("X3", "G1"), (0, 0, 6, 0)),
    ],
    ids=["T12 own times three", "T13 copied times three"],
)
def test_a_mirror_copies_before_anything_is_multiplied(
    roll: str, copy: str, shown: tuple[str, str], after: tuple[int, ...]
) -> None:
    state = having(with_dice(started(), 0, *roll.split()[1:]), 0)
    state = with_dice(with_dice(state, 1, *shown), 2, *shown)
    assert goods(played(rolling(state, 0), roll, copy)) == after


def test_a_mirror_facing_a_mirror_shows_ones_own_faces_too() -> None:
    state = having(with_dice(started(), 0, "MIRROR", "V3"), 0)
    state = with_dice(with_dice(state, 1, "MIRROR", "G3"), 2, "MIRROR", "G3")
    rolled = played(rolling(state, 0), "roll MIRROR V3")
    assert legal(rolled) == {"copy G3", "copy V3"}
    assert broken(rolled, "copy V4") == ["3.5"]
    assert goods(played(rolled, "copy V3")) == (0, 0, 0, 6)


def test_a_mirror_that_reaches_nothing_counts_for_nothing() -> None:
    state = having(with_dice(started(), 0, "MIRROR", "MIRROR"), 0)
    state = with_dice(with_dice(state, 1, "MIRROR", "MIRROR"), 2, "MIRROR", "MIRROR")
    assert goods(played(rolling(state, 0), "roll MIRROR MIRROR")) == (0, 0, 0, 0)


LOSSES = {
    "T20 plain and sum": ((2, 1, 0, 3), "roll G4 S1_V1", (0, 0, 0, 2)),
    "T21 what is not there": ((0, 1, 0, 10), "roll X3 OR_G3_V2; pick gold", (0, 1, 0, 10)),
    "T22 shield matched": ((3, 3, 0, 20), "roll SHIELD_RED S1", (3, 2, 0, 15)),
    "a ship does nothing": ((9, 0, 0, 0), "roll SHIP G4", (5, 0, 0, 0)),
}


@pytest.mark.parametrize("name", LOSSES)
def test_a_minotaur_turns_gains_into_losses(name: str) -> None:
    before, moves, after = LOSSES[name]
    roll, *answers = moves.split("; ")
    state = having(with_dice(started(), 1, *roll.split()[1:]), 1, **Goods(*before).by_kind())
    assert goods(played(acting(state, Rolls((1,), Why.LOSE)), roll, *answers), 1) == after


def test_t23_a_minotaur_leaves_the_hammer_alone() -> None:
    state = having(with_dice(started(), 1, "G4", "G1"), 1, gold=3, hammers=1, hammered=9, cerberus=1)
    after = played(acting(state, Rolls((1,), Why.LOSE)), "roll G4 G1")
    assert (goods(after, 1), hero(after, 1).hammered, hero(after, 1).cerberus) == ((0, 0, 0, 0), 9, 1)


def test_t26_cerberus_applies_the_same_faces_once_more_with_new_choices() -> None:
    state = having(with_dice(started(), 0, "OR_G3_V2", "SHIP"), 0, gold=5, cerberus=2)
    first = ("roll OR_G3_V2 SHIP", "pick gold", "first OR_G3_V2", "buy M2 light", "out light G1")
    second = ("cerberus", "pick glory", "buy S1 dark", "out dark G1")
    after = played(rolling(state, 0), *first, *second)
    assert goods(after) == (3, 0, 0, 2)
    assert (len(hero(after).removed), hero(after).cerberus) == (2, 1)  # one token for a roll, so it is not asked again
    assert "cerberus" not in legal(after)
    assert goods(played(rolling(state, 0), *first, "pass")) == (4, 0, 0, 0)


def test_a_choice_is_one_of_those_the_face_offers() -> None:
    state = rolling(having(with_dice(started(), 0, "OR_G3_V2", "G1"), 0), 0)
    rolled = played(state, "roll OR_G3_V2 G1")
    assert broken(rolled, "pick sun") == ["3.4"]
    assert broken(rolled, "copy G1") == ["1.2"]


def test_only_one_of_the_two_faces_comes_first() -> None:
    rolled = played(rolling(having(with_dice(started(), 0, "SHIP", "G6"), 0, gold=7), 0), "roll SHIP G6")
    assert broken(rolled, "first V4") == ["3.8"]
