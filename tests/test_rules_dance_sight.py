"""What the camera makes of Dance of Muses: candidates from the dice alone, slips people make, doubtful readings."""

from dataclasses import replace
from random import Random

import pytest
from rules_dance import BLOCK, ROW, dancing, played, step, verdict_on
from rules_games import blurred, drifted, seeded, spread, walks

from rules.dance_of_muses import GAME
from rules.dance_of_muses.state import MUSES, Phase, State
from rules.game import Finding, judge
from rules.table import Observation, Place, Table

SEEDS = range(6)
BLOCK_3 = dancing(BLOCK, 3)


def states(seed: int, phase: Phase) -> list[State]:
    """Return the states of one phase of a random game; the seed is in the test's name."""
    moments = walks(GAME.name, 2 + seed % 3, 0 if seed == 0 else 5 * seed)
    return [moment.state for moment in moments if moment.state.phase is phase]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_dice_alone_tell_every_step(seed: int) -> None:
    for state in states(seed, Phase.DANCE):
        for move in GAME.legal_moves(state):
            verdict = judge(GAME, state, Observation.certain(GAME.table(GAME.apply(state, move)), ("die",)))
            assert (verdict.finding, verdict.move) == (Finding.LEGAL, move)


@pytest.mark.parametrize("seed", SEEDS)
def test_tiles_read_evenly_over_all_names_do_no_harm(seed: int) -> None:
    even = dict.fromkeys((*MUSES, "down"), 0.1)
    for state in states(seed, Phase.DANCE):
        for move in list(GAME.legal_moves(state))[::4]:
            table = GAME.table(GAME.apply(state, move))
            faces = {place: even if place.zone == "tile" else {face: 1.0} for place, face in table.items()}
            assert judge(GAME, state, Observation(faces, frozenset({"tile", "die"}))).move == move


@pytest.mark.parametrize("seed", SEEDS)
def test_one_die_misread_with_little_confidence_is_repaired(seed: int) -> None:
    """The truth keeps 0.3. Where the wrong number is the one before the step, it may have been forgotten: that asks."""
    random = seeded(seed)
    for state in states(seed, Phase.DANCE):
        for move in random.sample(list(GAME.legal_moves(state)), 4):
            table = GAME.table(GAME.apply(state, move))
            place, wrong = misread(table, random)
            sight = blurred(table, GAME.layout(state), random, sure=0.95)
            odds = {wrong: 0.6, table[place]: 0.3}
            verdict = judge(GAME, state, replace(sight, faces=dict(sight.faces) | {place: odds}))
            forgotten = any(str(candidate.move).startswith(f"{move} dice") for candidate in verdict.candidates)
            assert verdict.move == (None if forgotten else move)
            assert verdict.candidates[0].move == move


def misread(table: Table, random: Random) -> tuple[Place, str]:
    """Return a die and a number of its colour that it does not show."""
    place = random.choice(sorted(place for place in table if place.zone == "die"))
    colour, _, value = table[place].partition(" ")
    return place, f"{colour} {random.choice([other for other in '123456' if other != value])}"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_confident_misreading_of_a_die_is_never_a_wrong_legal_move(seed: int) -> None:
    random = seeded(seed)
    for state in states(seed, Phase.DANCE):
        for move in random.sample(list(GAME.legal_moves(state)), 4):
            table = GAME.table(GAME.apply(state, move))
            place, wrong = misread(table, random)
            odds = spread(GAME.layout(state), place, wrong, random, 0.999)
            sure = Observation.certain(table, ("die",))
            sight = drifted(replace(sure, faces=dict(sure.faces) | {place: odds}), GAME.layout(state), random)
            for seen in (replace(sure, faces=dict(sure.faces) | {place: odds}), sight):
                verdict = judge(GAME, state, seen)
                assert verdict.finding is not Finding.LEGAL or verdict.move == move


@pytest.mark.parametrize(
    ("text", "rule", "cells"),
    [
        ("Clio E dice Erato=3", "3.5", [(3, 0)]),
        ("Clio E dice Clio=3 Erato=3", "3.5", [(2, 0), (3, 0)]),
        ("Clio E dice Clio=6", "3.8", [(2, 0)]),
        ("Clio E dice Urania=1", "3.6", [(2, 2)]),
        ("Clio NE", "3.2", [(1, 0)]),
    ],
)
@pytest.mark.parametrize("zones", [("tile", "die"), ("die",)])
def test_slips_in_the_dance_are_found(
    text: str, rule: str, cells: list[tuple[int, int]], zones: tuple[str, ...]
) -> None:
    verdict = verdict_on(BLOCK_3, text, zones)
    assert (verdict.finding, str(verdict.move)) == (Finding.ILLEGAL, text)
    assert [violation.rule for violation in verdict.violations] == [rule]
    assert [place.cell for place in verdict.violations[0].places] == cells


def test_a_step_that_cuts_the_group_is_found_and_explained() -> None:
    verdict = verdict_on(dancing(ROW, 2), "Clio E", ("die",))
    assert (verdict.finding, str(verdict.move)) == (Finding.ILLEGAL, "Clio E")
    (violation,) = verdict.violations
    assert violation.text == (
        "Calliope would stand apart from Clio: after a move all Muses form one group, so take it back."
    )
    assert violation.places == (Place("die", (0, 0)),)


PLACED = played(GAME.initial_state(2), "place ? 0,0", "place ? 1,0", "place Clio 2,0")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("place Erato 5,0", "2.5"),
        ("place ? 1,1", "2.7"),
        ("place Clio 1,1", "2.8"),
        ("place Erato 1,1 with purple 1", "2.3"),
        ("place Erato 1,1 with orange 2", "2.4"),
    ],
)
def test_slips_in_placing_are_found(text: str, rule: str) -> None:
    verdict = verdict_on(PLACED, text)
    assert (verdict.finding, str(verdict.move)) == (Finding.ILLEGAL, text)
    assert [violation.rule for violation in verdict.violations] == [rule]


def test_the_neutral_muse_forgotten_or_the_wrong_way_up_is_found() -> None:
    for text in ("place Clio 0,0 with orange 1", "place Clio 0,0"):
        assert verdict_on(GAME.initial_state(2), text).violations[0].rule == "2.2"


def test_a_placed_muse_whose_name_is_not_read_is_asked_for() -> None:
    verdict = verdict_on(PLACED, "place Erato 1,1", ("die",))
    assert verdict.finding is Finding.AMBIGUOUS
    offered = {str(candidate.move) for candidate in verdict.candidates}
    assert offered == {f"place {muse} 1,1" for muse in MUSES if muse != "Clio"}


def test_a_slip_is_found_though_the_name_is_not_read() -> None:
    for text, rule in (("place Erato 1,1 with purple 1", "2.3"), ("place Erato 5,0", "2.5")):
        verdict = verdict_on(PLACED, text, ("die",))
        assert verdict.finding is Finding.ILLEGAL
        assert [violation.rule for violation in verdict.violations] == [rule]
        assert "Erato" not in verdict.violations[0].text


def test_two_muses_placed_at_once_are_two_turns_and_wait() -> None:
    after = played(PLACED, "place Erato 1,1", "place Thalia 2,1")
    assert judge(GAME, PLACED, Observation.certain(GAME.table(after))).finding is Finding.UNEXPLAINED


def test_a_step_half_under_a_sleeve_is_still_read() -> None:
    after = played(BLOCK_3, "Erato E")
    sight = Observation.certain(GAME.table(after), ("die",))
    covered = replace(sight, hidden=frozenset({Place("die", (2, 0))})).corrected(Place("die", (1, 1)), "purple 3")
    assert judge(GAME, BLOCK_3, covered).move == step("C E")


ENDED = played(
    replace(BLOCK_3, tiles=tuple(replace(t, muse=None) if t.cell[1] == 0 else t for t in BLOCK_3.tiles)),
    "Urania E dice Urania=6",
)


@pytest.mark.parametrize("ghost", [0.2, 0.51, 0.85])
def test_bare_cloth_that_may_be_a_tile_hides_no_step(ghost: float) -> None:
    """Where a tile was taken away the cloth may look like its back; so may a stain like a die."""
    for move in GAME.legal_moves(BLOCK_3):
        after = GAME.table(GAME.apply(BLOCK_3, move))
        left = {tile.cell for tile in BLOCK_3.tiles} - {place.cell for place in after}
        ghosts = {Place("tile", cell): {"down": ghost} for cell in left} | {Place("die", (9, 9)): {"white 1": ghost}}
        faces = {place: {face: 0.99} for place, face in after.items()} | ghosts
        verdict = judge(GAME, BLOCK_3, Observation(faces, frozenset({"tile", "die"})))
        assert (verdict.finding, verdict.move) == (Finding.LEGAL, move)


def test_the_reveal_is_read_from_the_tiles_while_dice_are_off() -> None:
    after = played(ENDED, "reveal orange?=Erato purple?=Calliope white?=Clio")
    faces = {place: {face: 0.97} for place, face in GAME.table(after).items() if place.zone == "tile"}
    verdict = judge(GAME, ENDED, Observation(faces, frozenset({"tile", "die"})))
    assert str(verdict.move) == "reveal orange?=Erato purple?=Calliope white?=Clio"


def test_half_a_reveal_waits_and_dice_alone_tell_nothing_of_it() -> None:
    after = played(ENDED, "reveal orange?=Erato purple?=Calliope white?=Clio")
    half = Observation.certain(GAME.table(after)).corrected(Place("tile", (0, 0)), "down")
    assert judge(GAME, ENDED, half).finding is Finding.UNEXPLAINED
    assert judge(GAME, ENDED, Observation.certain(GAME.table(after), ("die",))).finding is Finding.UNCHANGED


def test_an_empty_table_after_the_first_hand_is_the_next_one() -> None:
    scored = replace(BLOCK_3, phase=Phase.SCORED)
    assert str(judge(GAME, scored, Observation.certain({}, ("tile", "die"))).move) == "gather"


def test_a_sighting_lists_the_tiles_row_by_row() -> None:
    faces = {
        Place("tile", (1, 1)): {"down": 0.9, "Clio": 0.1},
        Place("die", (1, 1)): {"white 3": 0.8, "white 2": 0.2},
        Place("tile", (2, 0)): {"Clio": 0.6, "Erato": 0.2, "down": 0.2},
        Place("die", (2, 0)): {"orange 4": 1.0},
        Place("tile", (0, 1)): dict.fromkeys(MUSES, 0.1),
        Place("die", (0, 1)): {"purple 1": 1.0},
    }
    assert GAME.sighting(Observation(faces, frozenset({"tile", "die"}))) == {
        "tiles": [
            {"x": 2, "y": 0, "muse": "Clio", "face_up": True, "die": 4, "colour": "orange"},
            {"x": 0, "y": 1, "muse": None, "face_up": True, "die": 1, "colour": "purple"},
            {"x": 1, "y": 1, "muse": None, "face_up": False, "die": 3, "colour": "white"},
        ]
    }


def test_a_sighting_says_null_where_a_layer_was_not_read() -> None:
    dice = GAME.sighting(Observation.certain({Place("die", (-1, 2)): "purple 5"}))
    assert dice == {"tiles": [{"x": -1, "y": 2, "muse": None, "face_up": None, "die": 5, "colour": "purple"}]}
    tiles = GAME.sighting(Observation.certain({Place("tile", (0, 0)): "Clio"}))
    assert tiles == {"tiles": [{"x": 0, "y": 0, "muse": "Clio", "face_up": True, "die": None, "colour": None}]}
