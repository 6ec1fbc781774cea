"""Setting up, and what each open question of RULES.md, section 9, changes."""

from dataclasses import replace

import pytest
from rules_forge import REMOVED, acting, broken, goods, having, hero, legal, played, rolling, started, with_dice

from rules.dice_forge import GAME
from rules.dice_forge.state import State
from rules.dice_forge.tasks import Rolls, Why
from rules.game import OptionError


def test_gold_pools_and_stacks_depend_on_the_number_of_players() -> None:
    assert [[goods(started(seats), seat)[0] for seat in range(seats)] for seats in (2, 3, 4)] == [
        [3, 2],
        [3, 2, 1],
        [3, 2, 1, 0],
    ]
    assert [sum(started(seats).stock) for seats in (2, 3, 4)] == [20 + 20, 40 + 20, 40 + 20]
    assert [{len(stack) for stack in started(seats).stacks} for seats in (2, 3, 4)] == [{2}, {3}, {4}]
    assert [started(seats).setup.rounds for seats in (2, 3, 4)] == [9, 10, 9]


def test_the_first_player_has_most_gold_and_begins() -> None:
    state = started(3, first=1)
    assert ([goods(state, seat)[0] for seat in range(3)], state.active) == ([1, 3, 2], 1)


def test_two_players_say_which_mixed_faces_leave() -> None:
    state = GAME.initial_state(2)
    assert len(legal(state)) == 36
    assert broken(state, "remove G6 S1_V1 V4") == ["2.3"]
    assert broken(state, "remove G6 G6 V4 M2_V2") == ["2.3"]
    assert broken(state, "roll G1 G1") == ["1.2"]
    after = played(state, REMOVED)
    assert [after.left(face) for face in ("G6", "G2_M1", "V4", "G3", "S2", "X3")] == [0, 1, 0, 2, 2, 4]


def test_drawn_feats_are_told_stack_by_stack_and_boars_card_by_card() -> None:
    state = GAME.initial_state(3, feats="drawn")
    assert legal(state) == {"draw silver_hind", "draw great_bear"}
    state = played(state, "draw great_bear")
    assert broken(state, "draw silver_hind") == ["2.2"]
    state = played(state, "draw tenacious_boar", "draw tenacious_boar_red", "draw tenacious_boar_blue")
    assert broken(state, "draw tenacious_boar_red") == ["2.2"]
    rest = ("ferryman", "sentinel", "hydra", "sphinx", "triton", "minotaur", "celestial_ship")
    state = played(state, "draw tenacious_boar_green", *(f"draw {feat}" for feat in rest))
    assert [stack[-1] for stack in state.stacks[2:5]] == ["great_bear", "tenacious_boar_green", "ferryman"]
    assert legal(state) == {"roll G1 G1", "roll G1 M1", "roll G1 V2", "roll S1 G1", "roll S1 M1", "roll S1 V2"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_boar_cards_may_always_be_laid_alike(seats: int) -> None:
    state = started(seats, boar_colours="fixed", alternates=["tenacious_boar"])
    laid = ["tenacious_boar_red", "tenacious_boar_green", "tenacious_boar_yellow", "tenacious_boar_blue"]
    assert list(next(stack for stack in state.stacks if laid[0] in stack)) == laid[:seats]
    assert "roll G1 G1" in legal(state)


def test_boars_laid_alike_are_not_asked_about_where_feats_are_drawn() -> None:
    state = played(GAME.initial_state(3, feats="drawn", boar_colours="fixed"), "draw great_bear", "draw tenacious_boar")
    assert legal(state) == {"draw ferryman", "draw cerberus"}
    assert state.stacks[3][-1] == "tenacious_boar_yellow"


def test_single_feats_of_the_other_set_take_their_places() -> None:
    tops = [stack[-1] for stack in started(3, alternates=["typhon", "triton"]).stacks]
    assert ("typhon" in tops, "triton" in tops, "hydra" in tops, "sphinx" in tops) == (True, True, False, True)


@pytest.mark.parametrize(
    "options",
    [
        {"alternates": ["hydra"]},
        {"alternates": [["typhon"]]},
        {"alternates": "typhon"},
        {"alternates": ["typhon"], "feats": "drawn"},
        {"colours": ["red", "red", "blue"]},
        {"first": 3},
        {"x3_boar_owner": 2},
        {"boar_colours": "red"},
    ],
)
def test_a_set_up_that_is_not_offered_is_told_so(options: dict[str, object]) -> None:
    with pytest.raises(OptionError, match=r"\.$"):
        GAME.initial_state(3, **options)


def test_two_players_may_roll_twice_once_a_round_only() -> None:
    state = started(2, two_player_blessings="round")
    state = played(state, *["roll G1 G1"] * 4, "end", *["roll G1 G1"] * 2)
    assert "end" in legal(state)


def test_six_gold_may_always_leave() -> None:
    state = GAME.initial_state(2, two_player_pools="six_gold")
    assert len(legal(state)) == 18
    assert broken(state, "remove G2_M1 S1_V1 V4 M2_V2") == ["2.3"]


@pytest.mark.parametrize(
    ("different", "refused"),
    [("face", ["G3"]), ("pool", ["G3"]), ("price", ["G3", "M1"])],
)
def test_what_two_faces_of_an_offering_may_not_share(different: str, refused: list[str]) -> None:
    state = played(acting(having(started(3, different_faces=different), 0, gold=9)), "buy G3 dark", "out dark G1")
    assert [face for face in ("G3", "M1", "G4") if broken(state, f"buy {face} light")] == refused
    state = played(acting(having(started(3, different_faces=different), 0, gold=9)), "buy G6 dark", "out dark G1")
    assert bool(broken(state, "buy S1_V1 light")) == (different != "face")


def chosen(state: State, *moves: str) -> tuple[int, ...]:
    return goods(played(rolling(state, 0), *moves))


def test_a_choice_beside_times_three_may_be_made_three_times() -> None:
    state = having(with_dice(started(3, x3_choice="each"), 0, "X3", "OR_G3_V2"), 0)
    assert chosen(state, "roll X3 OR_G3_V2", "pick gold", "pick glory", "pick glory") == (3, 0, 0, 4)


def test_a_boar_beside_times_three_may_bring_one_reward() -> None:
    state = having(with_dice(started(3, x3_boar_owner=1), 1, "X3", "BOAR_RED"), 1)
    state = having(state, 0, cards=("tenacious_boar_red",))
    after = played(rolling(state, 1), "roll X3 BOAR_RED", "pick sun", "pick glory")
    assert (goods(after), goods(after, 1)) == ((0, 0, 0, 3), (0, 3, 0, 0))


def test_a_mirror_facing_a_mirror_may_show_nothing_more() -> None:
    state = having(with_dice(started(3, mirror_vs_mirror="nothing"), 0, "MIRROR", "V3"), 0)
    state = with_dice(with_dice(state, 1, "MIRROR", "G3"), 2, "MIRROR", "G3")
    assert chosen(state, "roll MIRROR V3") == (3, 0, 0, 3)


@pytest.mark.parametrize(("after_forge", "copied"), [("now", "V4"), ("rolled", "SHIP")])
def test_a_mirror_sees_the_new_face_or_the_rolled_one(after_forge: str, copied: str) -> None:
    state = having(with_dice(started(3, mirror_after_forge=after_forge), 0, "SHIP", "V3"), 0, gold=10)
    state = with_dice(state, 1, "MIRROR", "G1")
    moves = ("roll SHIP V3", "roll MIRROR G1", "buy V4 light", "out light G1")
    after = played(acting(state, Rolls((0, 1))), *moves)
    assert f"copy {copied}" in legal(after)
    assert ("copy SHIP" in legal(after)) == (copied == "SHIP")


def test_shields_of_one_colour_may_match() -> None:
    for pair, expected in (("fallback", (0, 4, 0, 0)), ("match", (0, 0, 0, 10))):
        state = having(with_dice(started(3, shield_pair=pair), 0, "SHIELD_RED", "SHIELD_RED"), 0)
        assert chosen(state, "roll SHIELD_RED SHIELD_RED") == expected


def test_glory_instead_may_be_chosen_kind_by_kind() -> None:
    state = started(3, conversion="kind", alternates=["sentinel"])
    state = acting(having(with_dice(state, 0, "G1_S1_M1_V1", "G1"), 0, moon=6))
    after = played(state, "feat sentinel", "roll G1_S1_M1_V1 G1", "convert", "keep")
    assert goods(after) == (2, 0, 1, 3)


@pytest.mark.parametrize(("counts", "expected"), [("counts", (0, 0, 0, 5 + 4)), ("not", (0, 2, 0, 4))])
def test_a_shield_may_not_see_what_became_glory(counts: str, expected: tuple[int, ...]) -> None:
    state = started(3, converted_and_shield=counts, alternates=["sentinel"])
    state = acting(having(with_dice(state, 0, "SHIELD_RED", "S2"), 0, moon=6))
    after = played(state, "feat sentinel", "roll SHIELD_RED S2", "convert")
    assert goods(after if counts == "counts" else played(after, "keep")) == expected


@pytest.mark.parametrize(("seen_by", "copies"), [("active", {"G1", "V4", "M1", "G6"}), ("owner", {"G6", "V4", "M1"})])
def test_a_mirror_that_satyrs_took_may_look_from_its_owners_seat(seen_by: str, copies: set[str]) -> None:
    state = with_dice(having(started(3, satyrs_mirror=seen_by), 0, moon=3), 0, "G6", "G6")
    state = with_dice(with_dice(state, 1, "MIRROR", "G1"), 2, "V4", "M1")
    after = played(acting(state), "feat satyrs", "roll MIRROR G1 / V4 M1", "take M1 MIRROR")
    assert legal(after) == {f"copy {face}" for face in copies}


def test_satyrs_may_take_one_die_twice() -> None:
    state = having(started(3, satyrs_same_die=True), 0, moon=3)
    state = with_dice(with_dice(state, 1, "X3", "G1"), 2, "V4", "M1")
    assert goods(played(acting(state), "feat satyrs", "roll X3 G1 / V4 M1", "take V4 V4")) == (0, 0, 0, 8)


def test_the_ousted_hero_may_roll_after_the_card() -> None:
    state = having(having(started(3, oust_blessing="after_card"), 1, portal=7), 0, sun=1)
    paid = played(acting(state), "feat wild_spirits")
    assert (goods(paid), GAME.current_player(paid)) == ((3, 0, 3, 0), 1)


def test_cerberus_may_be_given_before_the_faces_are_applied() -> None:
    state = having(with_dice(started(3, cerberus="before"), 0, "OR_G3_V2", "G1"), 0, cerberus=1)
    rolled = played(rolling(state, 0), "roll OR_G3_V2 G1")
    assert legal(rolled) == {"cerberus", "pass"}
    assert goods(played(rolled, "cerberus", "pick gold", "pick glory")) == (5, 0, 0, 2)
    assert goods(played(rolled, "pass", "pick gold")) == (4, 0, 0, 0)


def test_cerberus_may_repeat_what_satyrs_took() -> None:
    state = having(started(3, cerberus_and_satyrs=True), 0, moon=3, cerberus=1)
    state = with_dice(with_dice(state, 1, "V3", "G1"), 2, "V4", "M1")
    moves = ("feat satyrs", "roll V3 G1 / V4 M1", "take V3 V4", "cerberus")
    assert goods(played(acting(state), *moves)) == (0, 0, 0, 14)


def test_boars_forced_on_the_dice_may_not_count_for_typhon() -> None:
    for count, glory in ((True, 4), (False, 3)):
        state = with_dice(started(3, typhon_and_boars=count, alternates=["typhon"]), 0, "BOAR_RED", "G1")
        state = having(state, 0, sun=5, moon=5, removed=("G1",) * 4)
        assert goods(played(acting(state), "feat typhon"))[3] == glory


def test_an_extra_action_may_come_in_the_place_of_the_first() -> None:
    assert broken(acting(having(started(3), 0, sun=2)), "extra") == ["6.5"]
    state = acting(having(started(3, extra_without_action=True), 0, sun=3))
    after = played(state, "extra", "feat the_elder")
    assert legal(after) == {"end"}


def test_printed_glory_may_count_at_once() -> None:
    state = played(acting(having(started(3, card_glory="at_once"), 0, moon=4)), "feat ferryman")
    assert (goods(state)[3], GAME.scores(state)[0]) == (12, 12)


def test_typhon_may_count_at_the_end() -> None:
    state = having(started(3, typhon="end", alternates=["typhon"]), 0, sun=5, moon=5, removed=("G1",) * 4)
    after = played(acting(state), "feat typhon")
    assert (goods(after)[3], GAME.scores(after)[0]) == (0, 16 + 4)


def test_hammers_may_count_at_the_end() -> None:
    state = having(with_dice(started(3, hammer_glory="end"), 0, "G6", "V2"), 0, hammers=1, hammered=12)
    after = played(rolling(state, 0), "roll G6 V2", "hammer 6")
    assert (goods(after)[3], GAME.scores(after)[0]) == (2, 12)


@pytest.mark.parametrize(("returns", "left"), [(True, 97), (False, 100)])
def test_a_token_of_a_hundred_may_be_kept(returns: bool, left: int) -> None:
    state = having(with_dice(started(3, token_100_return=returns), 1, "V4", "V4"), 1, glory=105)
    assert goods(played(acting(state, Rolls((1,), Why.LOSE)), "roll V4 V4"), 1)[3] == left
    rich = having(state, 1, glory=212)
    assert goods(played(acting(rich, Rolls((1,), Why.LOSE)), "roll V4 V4"), 1)[3] == 204


def test_ships_may_always_sail_last() -> None:
    state = having(with_dice(started(3, ship_order="last"), 0, "SHIP", "G6"), 0, gold=7)
    assert chosen(state, "roll SHIP G6", "buy V4 light", "out light G1") == (2, 0, 0, 0)


def test_a_tie_may_be_broken() -> None:
    over = replace(having(started(3, tie="online"), 1, gold=1), todo=())
    assert GAME.winners(over) == (0,)  # 3 gold, and 1, and 1
    forged = having(over, 2, removed=("G1",))
    assert GAME.winners(forged) == (2,)
    assert GAME.winners(replace(forged, setup=replace(forged.setup, tie="shared"))) == (0, 1, 2)
    assert hero(forged, 2).removed == ("G1",)
