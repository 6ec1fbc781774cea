"""Shields that wait for what comes of the other die: two open questions of RULES.md, section 9."""

import pytest
from rules_forge import acting, goods, having, hero, legal, played, rolling, started, with_dice

from rules.dice_forge.goods import KINDS
from rules.dice_forge.state import State
from rules.dice_forge.tasks import Rolls, Why

BOAR = ("tenacious_boar_red",)
Amounts = tuple[int, int, int, int]


def rolled(had: Amounts, faces: str, **options: object) -> State:
    """Return the state in which seat 0, who had those goods, has rolled these two faces."""
    light, dark = faces.split()
    state = having(with_dice(started(3, **options), 0, light, dark), 0, **dict(zip(KINDS, had, strict=True)))
    return played(rolling(state, 0), f"roll {faces}")


@pytest.mark.parametrize(
    ("had", "faces", "counts", "stored"),
    [
        ((0, 6, 0, 0), "SHIELD_RED S2", (0, 6, 0, 5), (0, 6, 0, 0)),  # all of it is lost, the lesser gift too
        ((0, 5, 0, 0), "S2 SHIELD_RED", (0, 6, 0, 5), (0, 6, 0, 5)),  # one of two finds room
        ((0, 6, 0, 0), "S1_V1 SHIELD_RED", (0, 6, 0, 6), (0, 6, 0, 1)),
        ((0, 6, 0, 0), "S1_V1 SHIELD_GREEN", (0, 6, 0, 6), (0, 6, 0, 6)),
        ((12, 0, 0, 0), "SHIELD_YELLOW G6", (12, 0, 0, 5), (12, 0, 0, 0)),
        ((0, 0, 0, 0), "SHIELD_BLUE S1", (0, 1, 2, 0), (0, 1, 2, 0)),
        ((0, 0, 0, 0), "SHIELD_YELLOW X3", (9, 0, 0, 0), (9, 0, 0, 0)),
    ],
)
def test_a_shield_may_see_only_what_found_room(had: Amounts, faces: str, counts: Amounts, stored: Amounts) -> None:
    assert goods(rolled(had, faces)) == counts
    assert goods(rolled(had, faces, shield_capped="not")) == stored


def test_a_shield_may_not_see_gold_that_went_to_a_hammer() -> None:
    for capped, sent, expected in (("counts", 6, (0, 0, 0, 5)), ("not", 6, (3, 0, 0, 0)), ("not", 5, (1, 0, 0, 5))):
        state = having(with_dice(started(3, shield_capped=capped), 0, "SHIELD_YELLOW", "G6"), 0, hammers=1)
        after = played(rolling(state, 0), "roll SHIELD_YELLOW G6", f"hammer {sent}")
        if expected[0] == 3:  # the lesser gift is gold as well
            assert legal(after) == {f"hammer {gold}" for gold in range(4)}
            after = played(after, "hammer 0")
        assert (goods(after), hero(after).hammered) == (expected, sent)


def test_glory_for_a_full_hammer_is_not_what_the_other_die_gave() -> None:
    state = having(with_dice(started(3, shield_capped="not"), 0, "SHIELD_GREEN", "G6"), 0, hammers=1, hammered=10)
    assert goods(played(rolling(state, 0), "roll SHIELD_GREEN G6", "hammer 6")) == (0, 0, 0, 10 + 3)


@pytest.mark.parametrize(("capped", "left"), [("counts", (0, 0, 0, 15)), ("not", (0, 0, 0, 20))])
def test_under_a_minotaur_a_shield_may_see_only_what_was_there_to_lose(capped: str, left: Amounts) -> None:
    state = having(with_dice(started(3, shield_capped=capped), 1, "SHIELD_RED", "S1"), 1, glory=20)
    assert goods(played(acting(state, Rolls((1,), Why.LOSE)), "roll SHIELD_RED S1"), 1) == left
    rich = having(state, 1, sun=3, glory=20)
    assert goods(played(acting(rich, Rolls((1,), Why.LOSE)), "roll SHIELD_RED S1"), 1) == (0, 2, 0, 15)


@pytest.mark.parametrize(("capped", "expected"), [("counts", (0, 6, 0, 10)), ("not", (0, 6, 0, 5))])
def test_a_shield_looks_anew_when_the_faces_are_had_once_more(capped: str, expected: Amounts) -> None:
    state = with_dice(started(3, shield_capped=capped), 0, "SHIELD_RED", "S2")
    state = having(state, 0, sun=4, cerberus=1)
    assert goods(played(rolling(state, 0), "roll SHIELD_RED S2", "cerberus")) == expected


def test_what_a_waiting_shield_gives_is_turned_into_glory_once_that_is_known() -> None:
    state = started(3, shield_capped="not", alternates=["sentinel"])
    state = acting(having(with_dice(state, 0, "SHIELD_RED", "S2"), 0, sun=6, moon=6))
    after = played(state, "feat sentinel", "roll SHIELD_RED S2", "keep")
    assert legal(after) == {"keep", "convert"}
    assert goods(played(after, "convert")) == (0, 6, 0, 4)


@pytest.mark.parametrize(("converted", "expected"), [("counts", (0, 0, 0, 4 + 5)), ("not", (0, 2, 0, 4))])
def test_what_became_glory_is_another_question_than_what_found_no_room(converted: str, expected: Amounts) -> None:
    state = started(3, shield_capped="not", converted_and_shield=converted, alternates=["sentinel"])
    state = acting(having(with_dice(state, 0, "SHIELD_RED", "S2"), 0, moon=6))
    after = played(state, "feat sentinel", "roll SHIELD_RED S2", "convert")
    assert goods(after if converted == "counts" else played(after, "keep")) == expected


def bearer(reward: str, owner: int) -> State:
    """Return the state in which seat 0 has rolled a red shield, and a red boar whose card that owner has."""
    state = with_dice(started(3, boar_reward_and_shield=reward), 0, "SHIELD_RED", "BOAR_RED")
    state = having(having(state, 0), owner, cards=BOAR)
    return played(rolling(state, 0), "roll SHIELD_RED BOAR_RED", "pick moon")


@pytest.mark.parametrize(("reward", "expected"), [("not", (0, 3, 1, 0)), ("counts", (0, 1, 1, 5))])
def test_a_shield_may_see_the_reward_of_ones_own_boar(reward: str, expected: Amounts) -> None:
    assert goods(played(bearer(reward, 0), "pick sun")) == expected
    assert goods(played(bearer(reward, 0), "pick glory")) == (0, 2, 1, 3)


@pytest.mark.parametrize("reward", ["not", "counts"])
def test_a_shield_never_sees_the_reward_of_another_hero(reward: str) -> None:
    after = played(bearer(reward, 1), "pick sun")
    assert (goods(after), goods(after, 1)) == ((0, 2, 1, 0), (0, 1, 0, 0))


@pytest.mark.parametrize(("capped", "expected"), [("counts", (0, 6, 1, 5)), ("not", (0, 6, 1, 0))])
def test_a_reward_that_finds_no_room_is_seen_like_any_gain(capped: str, expected: Amounts) -> None:
    state = with_dice(started(3, boar_reward_and_shield="counts", shield_capped=capped), 0, "SHIELD_RED", "BOAR_RED")
    state = having(state, 0, sun=6, cards=BOAR)
    assert goods(played(rolling(state, 0), "roll SHIELD_RED BOAR_RED", "pick moon", "pick sun")) == expected


def test_two_shields_never_wait_for_each_other() -> None:
    for capped in ("counts", "not"):
        after = rolled((0, 6, 0, 0), "SHIELD_RED SHIELD_BLUE", shield_capped=capped, boar_reward_and_shield="counts")
        assert goods(after) == (0, 6, 2, 0)
