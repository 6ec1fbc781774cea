"""The faces of a Line Die, and what fits at a head: both spelled out as tables."""

from itertools import product

import pytest

from rules.line_dice import GAME
from rules.line_dice.faces import (
    CURVES,
    FACES,
    KINDS,
    RINGS,
    SIDES,
    arrow,
    beside,
    kind,
    opposite,
    ports,
    shape,
    turned,
    way_out,
)
from rules.line_dice.fitting import SHAPES, fits
from rules.line_dice.road import End, Road, Way

PORTS = {  # by kind: the road ends with the arrow N, E, S, W
    "C0": ("NE", "ES", "SW", "WN"),
    "C1": ("ES", "SW", "WN", "NE"),
    "C2": ("SW", "WN", "NE", "ES"),
    "C3": ("WN", "NE", "ES", "SW"),
}

TURNS = {  # how far the heading is clockwise from the arrow: which curves turn left, which right
    0: ("C2", "C1"),
    1: ("C3", "C2"),
    2: ("C0", "C3"),
    3: ("C1", "C0"),
}

FITTING = {  # what lies left, in front and right of the head: which of straight, left curve, right curve, crossing fit
    "...": "SLRX", "..P": "RX", "..B": "SL", ".P.": "SX", ".PP": "X", ".PB": "S", ".B.": "LR", ".BP": "R", ".BB": "L",
    "P..": "LX", "P.P": "X", "P.B": "L", "PP.": "X", "PPP": "X", "PPB": "", "PB.": "L", "PBP": "", "PBB": "L",
    "B..": "SR", "B.P": "R", "B.B": "S", "BP.": "S", "BPP": "", "BPB": "S", "BB.": "R", "BBP": "R", "BBB": "",
}  # fmt: skip


def test_a_die_has_six_kinds_of_faces_and_nineteen_ways_to_lie() -> None:
    assert len(KINDS) == 6
    assert len(set(FACES)) == 19
    assert [kind(face) for face in ("S-NS", "S-EW", "X", "C0N", "C3W")] == ["S", "S", "X", "C0", "C3"]
    assert [kind(word) for word in KINDS] == list(KINDS)
    assert [shape(face) for face in ("S-EW", "X", "C2E")] == ["straight", "cross", "curve"]


def test_the_road_ends_of_every_curve() -> None:
    for name, row in PORTS.items():
        for pointing, sides in zip(SIDES, row, strict=True):
            assert set(ports(f"{name}{pointing}")) == set(sides)
            assert arrow(f"{name}{pointing}") == pointing


def test_straights_and_crossings_have_no_arrow_and_go_straight_on() -> None:
    assert (ports("S-NS"), ports("S-EW"), ports("X")) == (("N", "S"), ("E", "W"), ("N", "E", "S", "W"))
    assert [arrow(face) for face in ("S-NS", "S-EW", "X")] == [None] * 3
    assert [way_out("X", side) for side in SIDES] == [opposite(side) for side in SIDES]
    with pytest.raises(ValueError, match="no road end"):
        way_out("S-NS", "E")


def test_each_kind_of_curve_has_another_corner_once_the_arrow_is_fixed() -> None:
    for pointing in SIDES:
        assert len({ports(f"{name}{pointing}") for name in PORTS}) == 4


def test_turning_a_die_turns_its_road_ends() -> None:
    for _, ring in RINGS:
        for face, following in zip(ring, (*ring[1:], ring[0]), strict=True):
            assert {turned(side, 1) for side in ports(face)} == set(ports(following))
    zone = GAME.layout(GAME.initial_state(2)).zone("die")
    assert [zone.word("C1S", quarters) for quarters in range(-1, 2)] == ["C1E", "C1S", "C1W"]
    assert GAME.layout(GAME.initial_state(2)).zone("hand").word("C1S", 1) == "C1"


@pytest.mark.parametrize("heading", SIDES)
@pytest.mark.parametrize("pointing", SIDES)
def test_which_curves_turn_left_and_right_towards_the_arrow(heading: str, pointing: str) -> None:
    entry = opposite(heading)
    playable = {face: way_out(face, entry) for face in CURVES if arrow(face) == pointing and entry in ports(face)}
    left, right = TURNS[(SIDES.index(heading) - SIDES.index(pointing)) % 4]
    assert playable == {f"{left}{pointing}": turned(heading, -1), f"{right}{pointing}": turned(heading, 1)}


@pytest.mark.parametrize("heading", SIDES)
@pytest.mark.parametrize("around", FITTING)
def test_what_fits_between_neighbours(around: str, heading: str) -> None:
    road = head_between(around, heading)
    exits = {turned(heading, -1): "L", turned(heading, 1): "R"}
    found = {
        {"S": "S", "X": "X"}.get(face[0]) or exits[way_out(face, opposite(heading))]
        for face in SHAPES
        if fits(road, face, (0, 0), "full")
    }
    assert found == set(FITTING[around])


def head_between(around: str, heading: str) -> Road:
    """Return a road that arrives at 0,0, with road ends (crossings) and blank sides (straights) around it."""
    board = {beside((0, 0), opposite(heading)): "X"}
    for quarters, what in zip((-1, 0, 1), around, strict=True):
        side = turned(heading, quarters)
        if what != ".":
            board[beside((0, 0), side)] = "X" if what == "P" else ("S-EW" if side in "NS" else "S-NS")
    start = (9, 9)
    return Road({**board, start: "S-NS"}, start, "S", start, Way((0, 0), heading, (), End.OPEN))


def test_there_are_four_dead_patterns_among_the_27() -> None:
    assert {"".join(found) for found in product(".PB", repeat=3)} == set(FITTING)
    assert [pattern for pattern, what in FITTING.items() if not what] == ["PPB", "PBP", "BPP", "BBB"]
