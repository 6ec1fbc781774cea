"""What the camera sees of Dice Forge, and what is made of it."""

from dataclasses import replace

from rules_forge import acting, having, played, rolling, started, with_dice

from rules import load
from rules.dice_forge import GAME
from rules.dice_forge.layout import OWNED
from rules.dice_forge.moves import Move
from rules.dice_forge.rolling import die_place
from rules.dice_forge.state import State
from rules.dice_forge.tasks import Minor
from rules.game import Finding, Verdict, judge
from rules.table import Observation, Place
from rules.thrown import thrown

ALL = {die_place(seat, die) for seat in range(4) for die in (0, 1)}


def seen(state: State, *moves: str, zones: set[str] | None = None) -> Observation:
    """Return the sure sight of the table after these moves."""
    return Observation.certain(GAME.table(played(state, *moves)), zones or GAME.layout(state).compared)


def shown(state: State, dice: dict[Place, str], disturbed: set[Place] | None = None) -> Observation:
    """Return the sure sight of the table with some dice showing other faces, and of where something moved."""
    table = {**GAME.table(state), **dice}
    return replace(Observation.certain(table, GAME.layout(state).compared), disturbed=frozenset(disturbed or ()))


def said(verdict: Verdict[Move]) -> tuple[str, str]:
    """Return the finding and the move found, as text."""
    return verdict.finding.value, str(verdict.move)


def test_everybodys_roll_is_one_move() -> None:
    start = started(4)
    sight = seen(start, "roll G1 V2 / S1 M1 / S1 G1 / G1 M1")
    assert said(judge(GAME, start, sight)) == ("legal", "roll G1 V2 / S1 M1 / S1 G1 / G1 M1")


def test_dice_that_came_up_the_same_were_rolled_if_they_moved() -> None:
    start = started(3)
    assert judge(GAME, start, shown(start, {})).finding is Finding.UNCHANGED
    moved = ALL - {die_place(3, 0), die_place(3, 1)}
    assert said(judge(GAME, start, shown(start, {}, moved))) == ("legal", "roll G1 G1 / G1 G1 / G1 G1")


def test_a_hero_who_has_rolled_half_is_waited_for() -> None:
    start = started(3)
    half = {die_place(0, 0): "S1"}
    assert judge(GAME, start, shown(start, half, {die_place(0, 0)})).finding is Finding.UNEXPLAINED
    whole = {die_place(0, 0), die_place(0, 1)}
    assert said(judge(GAME, start, shown(start, half, whole))) == ("legal", "roll S1 G1")


def test_a_face_the_die_does_not_have_is_a_missed_forge_or_a_misread() -> None:
    start = started(3)
    verdict = judge(GAME, start, shown(start, {die_place(0, 0): "G6", die_place(0, 1): "V2"}))
    assert said(verdict) == ("illegal", "roll G6 V2")
    assert [(broken.rule, broken.places) for broken in verdict.violations] == [("3.2", (die_place(0, 0),))]
    assert "missed forge, or a misread?" in verdict.violations[0].text


def test_an_unclear_face_is_asked_about_if_the_die_has_both() -> None:
    start = rolling(started(3), 0)
    faces = {die_place(0, 0): {"S1": 1.0}, die_place(0, 1): {"M1": 0.55, "V2": 0.45}}
    dice = frozenset({die_place(0, 0).zone})
    verdict = judge(GAME, start, Observation({**shown(start, {}).within(dice).faces, **faces}, dice))
    assert verdict.finding is Finding.AMBIGUOUS
    assert [str(candidate.move) for candidate in verdict.candidates[:2]] == ["roll S1 M1", "roll S1 V2"]
    strange = {**faces, die_place(0, 1): {"M2": 0.4, "M1": 0.6}}
    assert said(judge(GAME, start, Observation({**shown(start, {}).within(dice).faces, **strange}, dice)))[0] == "legal"


def test_one_die_rolled_says_which_it_was() -> None:
    start = acting(started(3), Minor(0, 4))
    assert said(judge(GAME, start, shown(start, {die_place(0, 1): "V2"}))) == ("legal", "roll dark V2")
    same = shown(start, {}, {die_place(0, 0)})
    assert said(judge(GAME, start, same)) == ("legal", "roll light G1")


def test_a_hinds_roll_needs_no_word() -> None:
    start = acting(having(started(3), 0, cards=("silver_hind",)))
    assert said(judge(GAME, start, shown(start, {die_place(0, 0): "S1"}))) == ("legal", "roll light S1")
    plain = acting(having(started(3), 0))
    assert judge(GAME, plain, shown(plain, {die_place(0, 0): "S1"})).finding is Finding.UNEXPLAINED


def test_a_bought_face_is_seen_on_the_die_and_gone_from_the_temple() -> None:
    start = acting(having(started(3), 0, gold=4))
    assert said(judge(GAME, start, seen(start, "buy G6 dark"))) == ("legal", "buy G6 dark")


def test_by_the_dice_alone_only_a_face_that_is_new_on_its_die_was_forged() -> None:
    start = acting(having(started(3), 0, gold=4))
    assert said(judge(GAME, start, seen(start, "buy G3 light", zones={"die"}))) == ("legal", "buy G3 light")
    turned = seen(start, "buy S1 light", zones={"die"})
    assert judge(GAME, start, turned).finding is Finding.UNEXPLAINED
    assert said(judge(GAME, start, seen(start, "buy S1 light", zones={"die", "temple"}))) == ("legal", "buy S1 light")


def test_where_a_hind_may_roll_a_face_that_the_die_has_was_rolled_and_any_other_bought() -> None:
    start = acting(having(started(3), 0, gold=4, cards=("silver_hind",)))
    assert said(judge(GAME, start, seen(start, "roll light S1", zones={"die"}))) == ("legal", "roll light S1")
    assert said(judge(GAME, start, seen(start, "buy G3 light", zones={"die"}))) == ("legal", "buy G3 light")
    assert said(judge(GAME, start, seen(start, "buy S1 light", zones={"die", "temple"}))) == ("legal", "buy S1 light")


def test_a_die_that_changes_while_others_are_thrown_as_well_tells_nothing() -> None:
    start = acting(having(started(3), 0, gold=4, cards=("silver_hind",)))
    sight = replace(seen(start, "roll light S1", zones={"die"}), disturbed=frozenset({die_place(0, 1)}))
    assert judge(GAME, start, sight).finding is Finding.UNEXPLAINED


def test_rolls_at_once_are_one_move() -> None:
    start = started(3)
    one, two = GAME.parse_move("roll G1 V2"), GAME.parse_move("roll S1 M1 / S1 G1")
    assert str(GAME.at_once(start, one, two)) == "roll G1 V2 / S1 M1 / S1 G1"
    assert GAME.at_once(played(start, "roll G1 V2"), two, one) is None
    assert thrown(GAME, start, two) == {die_place(0, 0), die_place(0, 1), die_place(1, 0), die_place(1, 1)}
    assert thrown(GAME, acting(start, Minor(0, 4)), GAME.parse_move("roll dark V2")) == {die_place(0, 1)}
    assert thrown(GAME, acting(start), GAME.parse_move("end")) == thrown(load("line_dice"), start, one) == set()


def test_a_face_that_cannot_be_paid_is_refused() -> None:
    poor, rich = acting(having(started(3), 0, gold=3)), acting(having(started(3), 0, gold=4))
    zones = {"die", "temple"}
    verdict = judge(GAME, poor, seen(rich, "buy G6 dark", zones=zones))
    assert said(verdict) == ("illegal", "buy G6 dark")
    assert verdict.violations[0].rule == "5.2"


def test_the_same_face_twice_in_an_offering_is_refused() -> None:
    start = played(acting(having(started(3), 0, gold=8)), "buy G3 dark", "out dark G1")
    table = {**GAME.table(start), die_place(0, 0): "G3", Place("temple", (2,)): "2"}
    verdict = judge(GAME, start, Observation.certain(table, {"die", "temple"}))
    assert (said(verdict), verdict.violations[0].rule) == (("illegal", "buy G3 light"), "5.3")


def test_a_pawn_that_moves_is_a_feat() -> None:
    start = acting(having(started(3), 0, moon=6))
    assert said(judge(GAME, start, seen(start, "feat cancer"))) == ("legal", "feat cancer")
    broke = acting(having(started(3), 0, moon=5))
    verdict = judge(GAME, broke, seen(start, "feat cancer", zones={"pawn"}))
    assert verdict.finding is Finding.ILLEGAL
    assert verdict.violations[0].rule == "6.3"


def test_two_feats_of_one_portal_are_told_apart_by_the_cards_or_by_people() -> None:
    start = acting(having(started(3), 0, moon=1))
    after = seen(start, "feat blacksmiths_chest")
    assert said(judge(GAME, start, after)) == ("legal", "feat blacksmiths_chest")
    without = judge(GAME, start, after.within(after.zones - {OWNED}))
    found = {str(candidate.move) for candidate in without.candidates}
    assert (without.finding, found) == (
        Finding.AMBIGUOUS,
        {"feat blacksmiths_chest", "feat blacksmiths_hammer"},
    )


def test_feats_are_told_apart_while_a_hind_may_still_roll() -> None:
    start = acting(having(started(3), 0, moon=5, cards=("silver_hind",)))
    for feat in ("ferryman", "helmet_of_invisibility"):
        assert said(judge(GAME, start, seen(start, f"feat {feat}"))) == ("legal", f"feat {feat}")


def test_counters_are_compared_only_when_nothing_is_being_paid_out() -> None:
    start = rolling(having(with_dice(started(3), 0, "OR_G3_V2", "G1"), 0), 0)
    choosing = played(start, "roll OR_G3_V2 G1")
    assert not {"track", "token", "owned"} & GAME.layout(choosing).compared
    assert {"track", "token", "owned"} <= GAME.layout(played(choosing, "pick glory")).compared


def test_the_dice_of_each_hero_have_places_of_their_own() -> None:
    for seats in (2, 3, 4):
        slots = GAME.layout(started(seats)).zone("die").slots
        assert [slot.area for slot in slots[::2]] == [slot.area for slot in slots[1::2]]
        assert len({slot.area for slot in slots}) == seats
        assert [slot.rank for slot in slots] == [0, 1] * seats
        covered = sum((right - left) * (bottom - top) for left, top, right, bottom in {slot.area for slot in slots})
        assert covered == 1.0
    assert slots[3].name == "seat 1's dark die"
    assert slots[0].faces == ("G1", "S1")


def test_a_die_that_was_forged_is_looked_for_with_its_new_face() -> None:
    start = played(acting(having(started(3), 0, gold=4)), "buy G6 dark")
    assert "G6" in GAME.layout(start).zone("die").slots[1].faces


def test_the_end_of_a_round_moves_the_marker() -> None:
    state = replace(acting(started(3)), active=2)
    assert said(judge(GAME, state, seen(state, "end"))) == ("legal", "end")


def test_a_sighting_names_the_dice_and_the_temple() -> None:
    table = {die_place(0, 0): "G6", die_place(1, 1): "V2", Place("temple", (2,)): "4"}
    assert GAME.sighting(Observation.certain(table)) == {
        "heroes": [{"light": "G6", "dark": None}, {"light": None, "dark": "V2"}],
        "temple": {"G3": 4},
    }
