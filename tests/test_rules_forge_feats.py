"""Worked examples of feats, ousting, offerings and the end, by hand."""

from dataclasses import replace

import pytest
from rules_forge import acting, broken, die, goods, having, hero, legal, played, rolling, started, with_dice

from rules.dice_forge import GAME
from rules.dice_forge.box import BOX
from rules.dice_forge.state import State
from rules.dice_forge.tasks import Effect, Name, Rolls


def owning(state: State, seat: int, *cards: str, glory: int = 0) -> State:
    """Return the state in which a hero has these cards and that much glory on the tracks."""
    return having(state, seat, cards=cards, glory=glory)


def test_t24_t25_sentinel_turns_shards_into_glory_face_by_face() -> None:
    state = having(with_dice(started(alternates=["sentinel"]), 0, "M2 G1_S1_M1_V1", "S2 G3"), 0, moon=6)
    bought = played(acting(state), "feat sentinel", "roll M2 S2", "convert", "convert")
    assert goods(bought) == (0, 0, 0, 8)
    after = played(bought, "roll G1_S1_M1_V1 G3", "convert")
    assert goods(after) == (4, 0, 0, 13)
    assert GAME.scores(after)[0] == 13 + 6


def test_t27_faces_of_an_offering_are_different_and_all_are_paid() -> None:
    state = acting(having(started(4), 0, gold=12))
    after = played(state, "buy G6 light", "out light G1", "buy S1_V1 dark", "out dark G1")
    assert broken(after, "buy G6 light") == ["5.1", "5.3"]
    after = played(after, "buy M1 dark", "out dark G1")
    assert broken(after, "buy M1 dark") == ["5.3"]
    after = played(after, "buy G3 light", "out light G1")
    assert goods(after) == (0, 0, 0, 0)
    assert hero(after).removed == ("G1",) * 4
    assert broken(after, "buy G4 light") == ["6.5", "5.2"]  # nothing more can be paid, so the offering ended by itself


def test_an_extra_offering_may_repeat_a_face() -> None:
    state = acting(having(started(4), 0, gold=9, sun=2))
    after = played(state, "buy M1 light", "out light G1", "done", "extra", "buy M1 dark", "out dark G1", "done")
    assert goods(after) == (5, 0, 0, 0)
    assert legal(after) == {"end"}


def test_t28_an_extra_action_at_the_same_portal_moves_and_ousts_nobody() -> None:
    after = played(acting(having(started(), 0, sun=6)), "feat guardians_owl", "extra", "feat guardians_owl")
    assert goods(after) == (0, 0, 0, 0)
    assert (hero(after).portal, hero(after).cards.count("guardians_owl")) == (6, 2)
    assert legal(after) == {"end"}
    assert broken(after, "use guardians_owl") == ["6.1"]


def test_t29_bears_pay_both_sides_before_the_ousted_rolls_and_the_card_acts() -> None:
    state = having(started(alternates=["great_bear"]), 0, sun=6, glory=10, cards=("great_bear",))
    bears = ("great_bear",) * 2
    state = having(with_dice(state, 1, "G3", "V3"), 1, gold=1, glory=5, cards=bears, portal=4)
    paid = played(acting(state), "feat sphinx")
    assert goods(paid) == (0, 0, 0, 13)
    assert GAME.current_player(paid) == 1
    after = played(paid, "roll G3 V3")
    assert (goods(after, 1), hero(after, 1).portal) == ((4, 0, 0, 14), 0)
    assert GAME.current_player(after) == 0
    assert len(played(after, *["roll light G1"] * 4).todo) == 1
    assert broken(played(after, "roll light G1"), "roll dark G1") == ["3.1"]


BOAR = "tenacious_boar_red"


def test_t30_a_boar_with_times_three_brings_its_owner_three_rewards() -> None:
    state = owning(started(), 0, BOAR)
    state = having(with_dice(state, 1, "BOAR_RED", "X3"), 1, moon=1)
    rolled = played(rolling(state, 1), "roll BOAR_RED X3", "pick moon")
    assert goods(rolled, 1) == (0, 0, 4, 0)
    assert GAME.current_player(rolled) == 0
    assert broken(rolled, "pick gold") == ["3.4"]
    after = played(rolled, "pick sun", "pick glory", "pick glory")
    assert goods(after) == (0, 1, 0, 6)


def test_t31_a_boar_copied_by_a_mirror_pays_its_owner_too() -> None:
    state = having(with_dice(owning(started(), 0, BOAR), 2, "MIRROR", "V2"), 2)
    state = with_dice(with_dice(state, 1, "BOAR_RED", "G3"), 0, "G3", "G3")
    after = played(rolling(state, 2), "roll MIRROR V2", "copy BOAR_RED", "pick sun", "pick glory")
    assert (goods(after, 2), goods(after)) == ((0, 1, 0, 2), (0, 0, 0, 3))


def test_a_boar_goes_to_somebody_else_and_never_leaves_the_die() -> None:
    state = having(started(3, alternates=["tenacious_boar"]), 0, moon=3)
    state = played(state, "draw tenacious_boar_blue", "draw tenacious_boar_green", "draw tenacious_boar_red")
    given = played(acting(having(state, 0, moon=3)), "feat tenacious_boar_red")
    assert broken(given, "name 0") == ["7.2"]
    forged = played(given, "name 2", "forge BOAR_RED light", "out light S1")
    assert (hero(forged, 2).removed, hero(forged, 2).tops[0]) == (("S1",), "BOAR_RED")
    state = acting(having(with_dice(forged, 0, "BOAR_RED V2", "G1"), 0, gold=2))
    assert broken(played(state, "buy M1 light"), "out light BOAR_RED") == ["5.4"]


def test_t32_cyclops_turns_gold_into_glory_and_rolls_one_die_only() -> None:
    state = having(with_dice(started(alternates=["cyclops"]), 0, "G6 OR_G1_S1_M1 X3", "G1"), 0, sun=6)
    first = ("feat cyclops", "roll light G6", "convert", "roll light G6", "keep")
    after = played(acting(state), *first, "roll light OR_G1_S1_M1", "pick sun", "roll light X3")
    assert goods(after) == (6, 1, 0, 6)


def test_t33_satyrs_take_two_faces_that_others_show() -> None:
    state = having(started(), 0, moon=3, glory=4, cerberus=1)
    state = with_dice(with_dice(state, 1, "X3", "G1"), 2, "V4", "M1")
    rolled = played(acting(state), "feat satyrs", "roll X3 G1", "roll V4 M1")
    assert goods(rolled, 1) == goods(started(), 1)
    assert broken(rolled, "take V4 V4") == ["7.1"]
    assert goods(played(rolled, "take V4 X3")) == (0, 0, 0, 16)


def test_t34_typhon_counts_the_faces_forged_so_far() -> None:
    state = having(started(alternates=["typhon"]), 0, sun=5, moon=5, glory=40, removed=("G1",) * 9)
    after = played(acting(state), "feat typhon")
    assert goods(after) == (0, 0, 0, 49)
    assert GAME.scores(after)[0] == 49 + 16


def test_t35_past_one_hundred_the_tracks_begin_anew() -> None:
    state = having(with_dice(started(), 0, "V4", "X3"), 0, glory=96)
    after = played(rolling(state, 0), "roll V4 X3")
    tracks = [GAME.table(after)[place] for place in sorted(GAME.table(after)) if place.zone == "track"]
    assert tracks[3:6] == ["8", "0", "1"]
    assert GAME.scores(after)[0] == 108


def test_t36_elders_and_a_hind_in_the_best_order() -> None:
    state = having(with_dice(started(), 0, "G3", "G1"), 0, gold=7, cards=("the_elder",) * 3 + ("silver_hind",))
    best = played(acting(state), "roll light G3", *["use the_elder"] * 3)
    late = played(acting(state), *["use the_elder"] * 2)
    assert broken(late, "use the_elder") == ["6.1"]
    late = played(late, "roll light G3", "use the_elder")
    assert goods(best) == goods(late) == (1, 0, 0, 12)
    assert broken(best, "use the_elder") == broken(best, "roll light G3") == ["6.1"]
    assert broken(best, "use silver_hind") == ["6.1"]


def test_t37_a_triton_pays_for_an_extra_action() -> None:
    state = having(started(), 0, gold=4, moon=4, triton=1)
    after = played(acting(state), "feat ferryman")
    assert broken(after, "extra") == ["6.5"]
    after = played(after, "triton", "pick sun", "extra", "buy G4 light", "out light G1")
    assert (goods(after), hero(after).triton) == ((1, 0, 0, 0), 0)
    assert broken(after, "triton") == ["4.4"]


def test_a_triton_is_for_ones_own_turn_while_it_lasts() -> None:
    state = having(having(started(), 1, triton=1), 0, triton=1, gold=1)
    assert broken(replace(state, todo=(Rolls((1,)), *state.todo)), "triton") == ["4.4"]
    done = played(acting(having(state, 0, triton=1, sun=2, moon=2)), "feat wild_spirits")
    assert "triton" in legal(done)
    last = played(having(done, 0, triton=1, sun=3), "extra", "feat wild_spirits")
    assert broken(last, "triton") == ["4.4"]


def test_a_tritons_gold_may_pay_for_a_ship() -> None:
    state = having(with_dice(started(), 0, "SHIP", "V3"), 0, triton=1)
    after = played(rolling(state, 0), "roll SHIP V3", "triton", "pick gold", "buy S2 light", "out light G1")
    assert goods(after) == (0, 0, 0, 3)


FIRST = ("blacksmiths_hammer", "blacksmiths_chest", "silver_hind", "the_elder", "guardians_owl", "ferryman", "gorgon")
SECOND = ("mirror_of_the_abyss", "helmet_of_invisibility", "satyrs", "minotaur", "sphinx", "cancer", "wild_spirits")
THIRD = ("cancer", "ferryman", "sphinx", "minotaur", "mirror_of_the_abyss")


def test_t38_final_scoring_of_three() -> None:
    state = owning(started(), 0, *FIRST, "hydra", glory=123)
    state = owning(owning(state, 1, *SECOND, "hydra", glory=71), 2, *THIRD, glory=97)
    over = replace(state, todo=())
    assert GAME.scores(over) == (183, 145, 145)
    assert GAME.winners(over) == (0,)
    assert GAME.working(over)[-1] == "seat 0 wins"
    tied = owning(over, 0)
    assert GAME.winners(tied) == (1, 2)
    assert GAME.working(tied)[-1] == "seat 1 and seat 2 share the victory"


def test_t40_final_scoring_of_the_other_feats() -> None:
    cards = ("typhon", BOAR, "cerberus", "the_guardians_shield", "triton", "cyclops", "great_bear", "celestial_ship")
    assert GAME.scores(owning(started(), 0, *cards, "sentinel", glory=55))[0] == 115


def test_t39_two_players_roll_twice_in_every_turn() -> None:
    state = started(2)
    for turn in range(3):
        assert GAME.current_player(state) == turn % 2
        rolls = ["roll G1 G1"] * 4
        state = played(state, *rolls)
        assert state.active == turn % 2
        assert "end" in legal(state)
        state = played(state, "end")
    assert played(started(2), "roll G1 G1 / S1 V2", "roll G1 V2 / G1 G1").due == acting(started(2)).due


def test_a_bear_bought_by_the_ousting_itself_does_not_pay_yet() -> None:
    state = having(having(started(alternates=["great_bear"]), 1, portal=2), 0, moon=2)
    after = played(acting(state), "feat great_bear", "roll G1 G1")
    assert goods(after) == (0, 0, 0, 0)


def test_a_feat_is_on_top_of_its_stack_and_can_be_paid() -> None:
    state = acting(having(started(), 0, moon=2))
    assert broken(state, "feat cancer") == ["6.3"]
    assert broken(state, "feat sentinel") == ["6.3", "6.3"]
    empty = state.with_stack(2, ())
    assert broken(empty, "feat silver_hind") == ["6.3"]


def test_the_gardens_give_what_the_feat_brings() -> None:
    state = played(acting(having(started(alternates=["the_guardians_shield"]), 0, sun=3)), "feat the_guardians_shield")
    assert broken(state, "forge X3 light") == ["5.6"]
    assert broken(state, "forge SHIELD_RED") == ["5.4"]
    assert broken(state.taking("SHIELD_RED"), "forge SHIELD_RED light") == ["5.6"]
    after = played(state, "forge SHIELD_RED light", "out light S1")
    assert hero(after).tops[0] == "SHIELD_RED"
    assert "SHIELD_RED" in hero(after).dice[0].faces


def test_where_both_dice_show_the_new_face_the_die_is_said_afterwards() -> None:
    state = acting(having(with_dice(started(), 0, "G3", "G3 V2"), 0, gold=2))
    assert "buy G3" in legal(state)
    assert "buy G3 light" not in legal(state)
    laid = played(state, "buy G3")
    assert legal(laid) == {"out light G1", "out light G3", "out dark G1", "out dark G3", "out dark V2"}
    assert hero(played(laid, "out dark V2")).dice[1] == die("G3 G3")
    assert broken(played(state, "buy G3 light"), "out dark V2") == ["5.4"]
    assert broken(laid, "out light S1") == ["5.4"]


def test_what_is_not_for_sale_cannot_be_bought() -> None:
    state = acting(having(started(), 0, gold=3))
    assert broken(state, "buy X3 light") == ["5.1"]
    assert broken(state, "buy G6 light") == ["5.2"]
    assert broken(state, "buy G3") == ["5.4"]


def test_chests_and_hammers_act_once_their_turn_has_come() -> None:
    state = played(
        acting(having(started(), 0, moon=2, sun=2)), "feat blacksmiths_chest", "extra", "feat blacksmiths_hammer"
    )
    assert tuple(hero(state).caps[:3]) == (16, 9, 9)
    assert hero(state).hammer_room == 30


@pytest.mark.parametrize("card", sorted(set(BOX.feats) - {"tenacious_boar"}))
def test_every_card_does_something_that_leads_back_to_the_turn(card: str) -> None:
    state = acting(having(started(), 0, gold=3), Effect(0, card))
    state = GAME.apply(state, GAME.parse_move("end"))  # what happens by itself
    while len(state.todo) > 1:
        assert not isinstance(state.due, Name) or BOX.feats[card].faces
        state = GAME.apply(state, next(GAME.legal_moves(state)))
    assert "end" in legal(state)
