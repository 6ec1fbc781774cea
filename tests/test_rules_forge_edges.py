"""Corners where faces, cards and heroes meet."""

from dataclasses import replace

import pytest
from rules_forge import acting, broken, goods, having, hero, legal, played, rolling, started, with_dice

from rules.dice_forge import GAME
from rules.dice_forge.state import State
from rules.dice_forge.tasks import Rolls, Why

BOAR = ("tenacious_boar_red",)


def test_seat_four_begins_with_nothing() -> None:
    assert goods(played(rolling(started(4), 3), "roll G1 G1"), 3) == (2, 0, 0, 0)


def test_ones_own_boar_under_a_minotaur_takes_before_it_gives() -> None:
    after = played(robbed("MIRROR", "V2", glory=5), "copy BOAR_RED", "pick sun", "first BOAR_RED")
    assert goods(after, 1) == (0, 0, 0, 5)  # the boar's sun is gone, and the reward comes before the other face
    assert goods(played(after, "pick sun"), 1) == (0, 1, 0, 3)


def test_who_rewards_oneself_under_a_minotaur_says_which_face_comes_first() -> None:
    state = played(robbed("MIRROR", "V2"), "copy BOAR_RED", "pick sun")
    assert legal(state) == {"first BOAR_RED", "first V2"}
    assert goods(played(state, "first BOAR_RED", "pick glory"), 1) == (0, 0, 0, 1)  # 3 glory came, and 2 are lost
    assert goods(played(state, "first V2", "pick glory"), 1) == (0, 0, 0, 3)  # there were none to be lost


@pytest.mark.parametrize("beside", ["G1", "X3", "SHIP"])
def test_the_order_is_not_asked_where_it_changes_nothing(beside: str) -> None:
    state = played(robbed("MIRROR", beside), "copy BOAR_RED", "pick sun")
    assert legal(state) == {"pick sun", "pick moon", "pick glory"}


def robbed(light: str, dark: str, glory: int = 0) -> State:
    """Return the state in which seat 1 has rolled these faces for a Minotaur, with the card of a boar seat 2 shows."""
    state = having(with_dice(started(3), 1, light, dark), 1, sun=1, glory=glory, cards=BOAR)
    state = with_dice(with_dice(state, 2, "BOAR_RED", "G1"), 0, "G1", "G1")
    return played(acting(state, Rolls((1,), Why.LOSE)), f"roll {light} {dark}")


def test_a_sentinel_turns_into_glory_what_shields_and_boars_give_but_not_a_reward() -> None:
    state = started(3, alternates=["sentinel"])
    state = having(with_dice(state, 0, "SHIELD_RED", "BOAR_RED"), 0, moon=6)
    state = having(state, 1, cards=BOAR)
    after = played(acting(state), "feat sentinel", "roll SHIELD_RED BOAR_RED", "pick moon", "convert", "convert")
    assert goods(after) == (0, 0, 0, 2 + 4)
    assert legal(after) == {"pick sun", "pick moon", "pick glory"}
    assert goods(played(after, "pick sun"), 1) == (0, 1, 0, 0)


def test_the_reward_for_ones_own_boar_is_not_what_a_shield_watches() -> None:
    state = having(with_dice(started(3), 0, "SHIELD_RED", "MIRROR"), 0, cards=BOAR)
    state = with_dice(with_dice(state, 1, "BOAR_RED", "BOAR_RED"), 2, "BOAR_RED", "BOAR_RED")
    after = played(rolling(state, 0), "roll SHIELD_RED MIRROR", "pick moon", "pick sun")
    assert goods(after) == (0, 3, 1, 0)


def test_a_face_of_this_offering_may_be_replaced_by_the_next() -> None:
    after = played(acting(having(started(3), 0, gold=4)), "buy G3 light", "out light G1", "buy M1 light")
    assert "out light G3" in legal(after)
    assert hero(played(after, "out light G3")).removed == ("G1", "G3")


def test_cerberus_is_decided_before_the_next_hero_resolves() -> None:
    state = having(having(started(3), 0, cerberus=1), 1)
    asked = played(acting(state, Rolls((0, 1))), "roll G1 V2 / S1 G1")
    assert (GAME.current_player(asked), goods(asked), goods(asked, 1)) == (0, (1, 0, 0, 2), (0, 0, 0, 0))
    after = played(asked, "cerberus")
    assert (goods(after), goods(after, 1)) == ((2, 0, 0, 4), (1, 1, 0, 0))


def test_two_players_may_give_a_token_for_each_of_the_two_rolls() -> None:
    state = having(started(2), 0, cerberus=2)
    state = replace(state, todo=(Rolls((0,)), Rolls((0,)), *state.todo[-1:]))
    after = played(state, "roll G1 V2", "cerberus", "roll G1 V2", "cerberus")
    assert goods(after) == (4, 0, 0, 8)


def test_a_ship_early_in_turn_order_takes_the_last_face() -> None:
    state = started(3)
    for seat in (0, 1):
        state = having(with_dice(state, seat, "SHIP", "V2"), seat, gold=12)
    after = played(acting(state, Rolls((0, 1))), "roll SHIP V2 / SHIP V2", "buy G6 light", "out light G1")
    assert GAME.current_player(after) == 1
    assert broken(after, "buy G6 light") == ["5.1"]


def test_a_rolled_face_counts_even_if_a_ship_has_put_another_on_top() -> None:
    state = having(with_dice(started(3), 0, "SHIP", "V3"), 0, gold=2, cerberus=1)
    after = played(rolling(state, 0), "roll SHIP V3", "buy G4 dark", "out dark G1", "cerberus", "pass")
    assert goods(after)[3] == 6
    assert hero(after).tops == ("SHIP", "G4")


def test_two_ships_may_buy_alike_faces() -> None:
    state = having(with_dice(started(3), 0, "SHIP", "SHIP"), 0, gold=2)
    rolled = played(rolling(state, 0), "roll SHIP SHIP", "buy S1 light", "out light G1")
    assert goods(played(rolled, "buy S1 dark", "out dark G1")) == (0, 0, 0, 0)


def test_an_ousted_hero_may_roll_a_boar_of_the_buyers() -> None:
    state = having(started(3), 0, sun=6, cards=BOAR)
    state = having(with_dice(state, 1, "BOAR_RED", "G1"), 1, portal=4)
    after = played(acting(state), "feat sphinx", "roll BOAR_RED G1", "pick moon")
    assert GAME.current_player(after) == 0
    assert goods(played(after, "pick glory")) == (0, 0, 0, 3)


def test_everybody_else_rolls_for_a_minotaur_and_only_they_lose() -> None:
    state = having(having(having(started(3), 0, gold=5, sun=3), 1, gold=5), 2, gold=5)
    after = played(acting(state), "feat minotaur", "roll G1 G1 / G1 V2")
    assert [goods(after, seat)[0] for seat in range(3)] == [5, 3, 4]
