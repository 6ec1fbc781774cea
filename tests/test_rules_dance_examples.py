"""Worked examples of Dance of Muses, each with a known outcome; those with whole hands are playthroughs."""

from dataclasses import replace
from itertools import combinations_with_replacement, product

import pytest
from rules_dance import BLOCK, LETTERS, ROW, cells, dancing, dice, legal, rules_broken, step

from rules.dance_of_muses import GAME
from rules.dance_of_muses.moves import Step
from rules.dance_of_muses.scoring import score_hand, victory
from rules.dance_of_muses.state import Hand, Phase, State
from rules.game import Finding, judge
from rules.table import Observation


def ended(rows: Hand, seats: int, *earlier: Hand) -> State:
    """Return the end of a game whose last hand had these dice after the suns."""
    return replace(GAME.initial_state(seats, hands=2), finished=(*earlier, rows), phase=Phase.OVER)


def test_01_three_players_rank_their_dice() -> None:
    white, black, red = (6, 4, 3), (6, 4, 4), (5, 5, 3)
    score = score_hand((white, black, red), 1, 3)
    assert (score.ranks, score.bonus) == ((None, 2, 1), 2)
    assert [score.points(row) for row in range(3)] == [0, 1, 2]


def test_02_a_plain_step_raises_one_die() -> None:
    start = dancing(BLOCK)
    assert legal(start, "C E")
    after = GAME.apply(start, step("C E"))
    assert cells(after) == cells(start) | {"C": (3, 0)}
    assert dice(after) == [1, 1, 2, 1, 1, 1, 1, 1, 1]


def test_03_a_chain_push_moves_and_raises_the_whole_run() -> None:
    start = dancing(BLOCK)
    assert legal(start, "A E", "E N")
    after = GAME.apply(start, step("A E"))
    assert cells(after) == cells(start) | {"A": (1, 0), "B": (2, 0), "C": (3, 0)}
    assert dice(after) == [2, 2, 2, 1, 1, 1, 1, 1, 1]
    holed = GAME.apply(start, step("E N"))
    assert cells(holed) == cells(start) | {"E": (1, 0), "B": (1, -1)}
    assert dice(holed) == [1, 2, 1, 1, 2, 1, 1, 1, 1]


def test_04_a_gap_ends_the_push() -> None:
    start = dancing([(0, 0), (1, 0), (3, 0), (2, 1)], [1, 2, 3, 4])
    assert legal(start, "A E")
    after = GAME.apply(start, step("A E"))
    assert cells(after) == {"A": (1, 0), "B": (2, 0), "C": (3, 0), "D": (2, 1)}
    assert dice(after) == [2, 3, 3, 4]


def test_05_the_middle_of_a_diagonal_chain_cannot_move() -> None:
    start = dancing([(0, 0), (1, 1), (2, 2)])
    assert legal(start, "A E", "A S")
    for text in ("A N", "A W", "B N", "B S", "B E", "B W"):
        assert rules_broken(start, step(text)) == ["3.4"], text


def test_06_a_middle_tile_may_leave_sideways_only() -> None:
    start = dancing([(0, 0), (1, 0), (2, 0), (3, 0)])
    assert legal(start, "B N", "A E")
    assert rules_broken(start, step("B E")) == ["3.4"]
    assert rules_broken(start, step("A W")) == ["3.4"]


def test_07_nobody_is_left_behind() -> None:
    (violation,) = GAME.violations(start := dancing([(0, 0), (1, 0), (-1, 1)]), step("A E"))
    assert violation.rule == "3.4"
    assert violation.text.startswith(f"{LETTERS['C']} would stand apart from {LETTERS['A']}:")
    assert [place.cell for place in violation.places] == [start.tiles[2].cell]


def test_08_a_push_raises_dice_of_any_owner() -> None:
    start = dancing(BLOCK)  # columns of orange, purple and white dice
    assert legal(start, "C S")
    after = GAME.apply(start, step("C S"))
    assert [(tile.colour, tile.cell) for tile in after.tiles if tile.die == 2] == [
        ("white", (2, 1)),
        ("white", (2, 2)),
        ("white", (2, 3)),
    ]


def test_09_a_whole_row_shifts_and_looks_the_same() -> None:
    start = dancing(ROW)
    assert legal(start, "A E", "I W")
    assert rules_broken(start, step("B E")) == ["3.4"]
    after = GAME.apply(start, step("A E"))
    assert dice(after) == [2] * 9
    sight = Observation.certain(GAME.table(after))
    assert judge(GAME, start, sight).move == step("A E")
    loose = judge(GAME, start, replace(sight, anchored=False))
    assert loose.finding is Finding.AMBIGUOUS
    assert {candidate.move for candidate in loose.candidates} == {step("A E"), step("I W")}


@pytest.mark.parametrize("zones", [("tile", "die"), ("die",)])
def test_10_the_same_shape_is_told_apart_by_the_dice(zones: tuple[str, ...]) -> None:
    start = dancing([*((x, 0) for x in range(4)), *((x, 1) for x in range(5))])
    for text in ("A E", "I W"):
        after = GAME.apply(start, step(text))
        sight = Observation.certain(GAME.table(after), zones)
        verdict = judge(GAME, start, replace(sight, anchored=False))
        assert (verdict.finding, verdict.move) == (Finding.LEGAL, step(text))


def test_12_two_dice_reach_six_in_one_step() -> None:
    start = dancing([(0, 0), (1, 0), (2, 0), (1, 1)], [5, 5, 3, 2])
    assert legal(start, "A E")
    after = GAME.apply(start, step("A E"))
    assert (dice(after), after.phase) == ([6, 6, 4, 2], Phase.REVEAL)
    one_by_one = dancing([(0, 0), (1, 0), (2, 0), (1, 1)], [5, 5, 3, 2], plus_one_is_simultaneous=False)
    assert dice(GAME.apply(one_by_one, step("A E"))) == [6, 5, 3, 2]


def test_13a_the_second_hands_bonus_is_worth_two() -> None:
    end = ended(((5, 5, 2, 1), (6, 4, 4, 3)), 2, ((6, 3, 3, 1), (5, 5, 2, 1)))
    first = replace(end, finished=end.finished[:1])
    assert GAME.scores(first) == (3, 1)
    assert GAME.scores(end) == (3 + 1, 1 + 5)
    assert victory(end) == ((1,), "points")


def test_13b_or_one_if_the_first_hand_gave_none_and_bonus_points_break_the_tie() -> None:
    end = ended(((6, 4, 4, 1), (5, 5, 4, 2)), 2, ((6, 5, 3, 2), (6, 5, 3, 2)))
    assert GAME.scores(replace(end, finished=end.finished[:1])) == (0, 0)
    assert GAME.scores(end) == (2, 2)
    assert victory(end) == ((0,), "bonus points")
    assert GAME.winners(end) == (0,)


def test_14_the_dice_total_decides_when_nobody_has_a_point() -> None:
    end = ended(((6, 4, 3), (6, 4, 2), (5, 4, 3)), 3)
    assert GAME.scores(end) == (0, 0, 0)
    assert victory(end) == ((0,), "dice total")


def test_15_a_hand_ended_by_the_neutral_leaves_nobody_with_a_six() -> None:
    end = ended(((5, 4, 3, 2), (5, 4, 4, 1)), 2)
    assert GAME.scores(end) == (1, 2)


def test_16_team_mates_share_their_points() -> None:
    end = ended(((6, 5, 4, 2), (6, 5, 3, 3)), 4)
    assert GAME.scores(end) == (2, 1, 2, 1)
    assert GAME.winners(end) == (0, 2)


def test_18d_a_hidden_muse_has_nothing_but_her_move() -> None:
    start = dancing([(0, 0), (1, 0), (1, 1)], 2)
    hidden = replace(start, tiles=(replace(start.tiles[0], muse=None), *start.tiles[1:]))
    assert rules_broken(hidden, Step("orange?", "E")) == []
    after = GAME.apply(hidden, Step("orange?", "E"))
    assert (dice(after), after.phase, after.seat) == ([3, 3, 2], Phase.DANCE, 1)


def test_18e_a_push_that_brings_a_six_ends_the_hand() -> None:
    start = dancing([(0, 0), (1, 0), (1, 1)], [2, 5, 2])
    after = GAME.apply(start, step("A E"))
    assert (dice(after), after.phase) == ([3, 6, 2], Phase.REVEAL)


FOUR = dancing([(0, 0), (1, 0), (3, 0), (2, 1)], [2, 3, 1, 4])


def after_a_e(*numbers: int) -> Observation:
    """Return what is seen after A moved E, with these dice in the order of the letters."""
    after = GAME.apply(FOUR, step("A E"))
    tiles = tuple(replace(tile, die=number) for tile, number in zip(after.tiles, numbers, strict=True))
    return Observation.certain(GAME.table(replace(after, tiles=tiles)), ("die",))


def test_19_a_turn_is_read_from_two_pictures() -> None:
    verdict = judge(GAME, FOUR, after_a_e(3, 4, 1, 4))
    assert (verdict.finding, verdict.move) == (Finding.LEGAL, step("A E"))


def test_19_a_die_that_had_no_business_to_change_is_pointed_out() -> None:
    verdict = judge(GAME, FOUR, after_a_e(3, 4, 1, 5))
    assert verdict.finding is Finding.ILLEGAL
    assert [violation.rule for violation in verdict.violations] == ["3.6"]
    assert str(verdict.move) == f"{LETTERS['A']} E dice {LETTERS['D']}=5"


def test_19_a_die_left_behind_is_asked_to_be_raised() -> None:
    verdict = judge(GAME, FOUR, after_a_e(3, 3, 1, 4))
    assert verdict.finding is Finding.ILLEGAL
    assert verdict.violations[0].text.startswith(f"Set the die on {LETTERS['B']} to 4:")
    assert [place.cell for place in verdict.violations[0].places] == [(2, 0)]


def test_bonus_points_break_every_tie_in_which_somebody_has_points() -> None:
    """All ends of a hand for two Companies: a tie of points that bonus points do not break is a tie of nothing."""
    rows = list(combinations_with_replacement((6, 4, 3, 2, 1), 4))
    ends = [ended((one, two), 2) for one, two in product(rows, repeat=2)]
    tied = [end for end in ends if len(set(GAME.scores(end))) == 1]
    assert {victory(end)[1] for end in tied if GAME.scores(end)[0] > 0} == {"bonus points"}
    assert {victory(end) for end in tied if GAME.scores(end)[0] == 0} == {((0, 1), "shared")}
