"""Worked positions of Line Dice: where the road goes on, what fits, and what is wrong with every other die."""

import pytest
from rules_line import RULES, holding, laid, lays, legal, move, played, rules_broken
from rules_line_examples import Example, examples

from rules.line_dice import GAME
from rules.line_dice.faces import CURVES, Cell, turned
from rules.line_dice.fitting import SHAPES, fitting
from rules.line_dice.moves import written
from rules.line_dice.road import Road, neighbours
from rules.line_dice.state import Phase, State

EXAMPLES = {example.name: example for example in examples()}
PROBES = [
    pytest.param(example, probe, follows, id=f"{example.name}-{probe.replace(' ', '@')}")
    for example in EXAMPLES.values()
    for probe, follows in example.probes
]


def at(name: str, seats: int = 3) -> State:
    return laid(EXAMPLES[name].dice, seats)


def seen_from_head(road: Road) -> str:
    """Return what lies left, in front and right of the head's cell."""
    assert road.head is not None
    around = neighbours(road.board, road.head.cell)
    ways = [turned(road.head.heading, quarters) for quarters in (-1, 0, 1)]
    return "".join("PB"[not around[way]] if way in around else "." for way in ways)


def shapes(road: Road) -> list[str]:
    """Return the shapes that fit at the head."""
    assert road.head is not None
    fit = set()
    for face, cell in fitting(road, SHAPES, "full"):
        after = road.extended(face, cell).head
        assert after is not None
        turns = {turned(road.head.heading, -1): "left curve", turned(road.head.heading, 1): "right curve"}
        fit.add({"S": "straight", "X": "crossing"}.get(face[0]) or turns[after.heading])
    return [shape for shape in ("straight", "left curve", "right curve", "crossing") if shape in fit]


def told(cell: Cell | None) -> str:
    return "none" if cell is None else written(cell)


def test_there_are_eighteen_positions_with_a_hundred_and_more_dice() -> None:
    assert list(EXAMPLES) == [f"E{number}" for number in range(1, 19)]
    assert len(PROBES) == 116


@pytest.mark.parametrize("example", [example for example in EXAMPLES.values() if example.about], ids=lambda e: e.name)
def test_where_the_road_goes_on_and_what_fits(example: Example) -> None:
    road = laid(example.dice).road
    assert road.head is not None
    head = f"head {written(road.head.cell)} {road.head.heading}, beside it {seen_from_head(road)}"
    assert example.about == f"{head}, tail {told(road.tail)}, fits: {', '.join(shapes(road)) or 'nothing'}"


@pytest.mark.parametrize(("example", "probe", "follows"), PROBES)
def test_what_the_next_die_leads_to(example: Example, probe: str, follows: str) -> None:
    state = laid(example.dice)
    broken = rules_broken(state, f"lay {probe}")
    if follows in RULES:
        assert broken[0] == RULES[follows]
        assert f"{probe}" not in lays(state)
        return
    assert broken == []
    assert probe in lays(state)
    assert outcome(GAME.apply(state, move(f"lay {probe}")).road) == follows


def outcome(road: Road) -> str:
    """Return what a road has come to, in the words of the examples."""
    assert road.head is not None
    over = f", over {' '.join(map(written, road.head.passed))}" if road.head.passed else ""
    way = "closes" if road.closed else f"head {written(road.head.cell)} {road.head.heading}, tail {told(road.tail)}"
    return way + over


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=lambda e: e.name)
def test_every_position_is_reached_by_play(example: Example) -> None:
    """The fourth die of E17 is the only one with an arrow that is not allowed."""
    state, wrong = GAME.initial_state(3, hands="unknown"), []
    for number, text in enumerate(example.dice, 1):
        wrong += [(number, rule) for rule in rules_broken(state, f"lay {text}")]
        state = GAME.apply(state, move(f"lay {text}"))
    assert wrong == ([(4, "4.12")] if example.name == "E17" else [])


def test_a_few_more_ends_of_e4_and_e14() -> None:
    assert rules_broken(at("E14"), "lay X 0,-1") == ["4.13", "4.14"]
    assert rules_broken(at("E15"), "lay C0S 0,-1") == ["4.13", "4.15"]
    assert rules_broken(at("E13"), "lay C1S 0,-1") == ["4.13", "4.15"]


def test_e9_the_player_before_the_closing_one_wins() -> None:
    two = played(at("E9", 2), "lay C2S 0,1")
    assert (two.phase, GAME.winners(two), GAME.scores(two)) == (Phase.OVER, (0,), (1, 0))
    five = GAME.initial_state(5, hands="unknown", first=1)
    five = played(five, "extra C3S", "lay C0S 1,0", "lay C1S 1,1", "lay C2S 0,1")
    assert GAME.winners(five) == (2,)  # dice 2, 3 and 4 were laid by seats 1, 2 and 3


def test_e16_the_left_over_die_is_the_first_move() -> None:
    start = GAME.initial_state(5, hands="unknown", first=3)
    assert (start.phase, GAME.current_player(start), len(legal(start))) == (Phase.EXTRA, 3, 19)
    state = played(start, "extra C2N")
    assert (state.arrow, state.dice[0].seat, GAME.current_player(state)) == ("N", None, 3)
    assert [len(hand) for hand in state.hands] == [7] * 5
    assert [text for text in lays(state) if text.startswith("C2")] == []  # its own kind never fits as die 2


def test_e18_seventeenth_die_lies_beyond_the_first_crossing() -> None:
    """A crossing, the sixteen dice after it, and all four curves under one arrow."""
    state = at("E18")
    assert state.road.head is not None
    assert state.road.head.passed == ((0, 0),)
    assert {face[:2] for face in EXAMPLES["E18"].dice if face.startswith("C")} == {"C0", "C1", "C2", "C3"}


OTHER_SIXTEENS = """
X 0,0; S-EW 1,0; C1S 2,0; C0S 2,-1; C2S 1,-1; X 1,-2; C3S 1,-3; C0S 2,-3; C1S 2,-2; S-EW 0,-2; X -1,-2; C2S -2,-2; \
C3S -2,-3; C0S -1,-3; C2S -1,-1; C0S 0,-1
X 0,0; S-EW 1,0; C1S 2,0; C3S 2,-1; C1S 3,-1; X 3,-2; C3S 3,-3; C0S 4,-3; C1S 4,-2; S-EW 2,-2; X 1,-2; C2S 0,-2; \
C3S 0,-3; C0S 1,-3; C1S 1,-1; C3S 0,-1
X 0,0; S-EW 1,0; C1S 2,0; S-NS 2,-1; S-NS 2,-2; X 2,-3; C3S 2,-4; C0S 3,-4; C1S 3,-3; S-EW 1,-3; X 0,-3; C2S -1,-3; \
C3S -1,-4; C0S 0,-4; S-NS 0,-2; X 0,-1
""".strip().splitlines()


@pytest.mark.parametrize("dice", OTHER_SIXTEENS)
def test_e18_the_other_readings_of_the_sixteen_dice_are_legal_too(dice: str) -> None:
    state = played(GAME.initial_state(3, hands="unknown"), *(f"lay {text}" for text in dice.split("; ")))
    assert state.road.head is not None
    assert (state.road.head.cell, state.road.head.passed) == ((0, 1), ((0, 0),))


def test_e19_the_last_player_wins_though_nothing_in_hand_fits() -> None:
    state = holding(at("E8"), "C0 X", "C0 C1 C3 X", "C3 X")
    assert legal(state) == ["out"]
    state = played(state, "out")
    assert legal(state) == ["out"]
    state = played(state, "out")
    assert (GAME.current_player(state), GAME.winners(state)) == (None, (0,))


def test_e20_a_skipped_player_changes_nothing_in_who_wins_a_circuit() -> None:
    state = holding(at("E12"), "S", "C0 C1 C2 C3", "S C0")
    state = played(state, "out")
    assert legal(state) == ["lay S-NS 0,-1"]  # it closes, and must be laid
    assert rules_broken(state, "out") == ["5.1"]
    assert GAME.winners(played(state, "lay S-NS 0,-1")) == (0,)


def test_only_a_curve_that_is_not_the_first_can_have_a_wrong_arrow() -> None:
    state = laid("S-EW 0,0")
    assert sum(face[:2] == "C2" for face in map(str, lays(state))) == 4  # two ends, two turns each
    fixed = laid("S-EW 0,0; C2E 1,0")
    for face in CURVES:
        broken = rules_broken(fixed, f"lay {face} 1,-1")
        assert ("4.12" in broken) == (not face.endswith("E"))
