"""Following what pictures leave open until later ones tell: dice read badly, a picture missed, something put right."""

from collections.abc import Mapping

from companion.strands import Strand, agreed, decided, followed
from rules import load
from rules.game import Finding
from rules.line_dice.moves import Lay
from rules.line_dice.state import State
from rules.table import Face, Observation, Place
from vision.reading import Reading

GAME = load("line_dice")
START = GAME.initial_state(2, hands="unknown")
ZONES = frozenset({"die", "hand"})
FIRST, SECOND, THIRD = Lay("S-EW", (0, 0)), Lay("C1S", (1, 0)), Lay("S-NS", (1, -1))


def state(*moves: Lay) -> State:
    now: State = START
    for move in moves:
        now = GAME.apply(now, move)
    return now


def reading(*moves: Lay, doubts: Mapping[Place, Mapping[Face, float]] | None = None) -> Reading:
    """The reading of a table with these dice, sure of all but the places in `doubts`."""
    faces = {Place("die", move.cell): {move.face: 0.999} for move in moves} | dict(doubts or {})
    return Reading(640, 480, True, (), Observation(faces, ZONES))


def course(*readings: Reading) -> list[Strand]:
    strands = [Strand(START, None)]
    for number, seen in enumerate(readings):
        strands = followed(GAME, strands, seen, float(number))
    return strands


def told(strands: list[Strand]) -> list[tuple[str, str]]:
    return [(call.finding.name, call.moves[0]) for call in decided(strands)]


def test_moves_are_called_as_they_are_seen() -> None:
    strands = course(reading(FIRST), reading(FIRST, SECOND), reading(FIRST, SECOND))
    assert told(strands) == [("LEGAL", "lay S-EW 0,0"), ("LEGAL", "lay C1S 1,0")]
    assert [call.t_s for call in agreed(strands)] == [0.0, 1.0]
    assert [call.seat for call in agreed(strands)] == [0, 1]
    assert strands[0].state == state(FIRST, SECOND)


def test_a_call_tells_what_lies_there() -> None:
    (call,) = decided(course(reading(FIRST)))
    assert call.state["cells"] == [{"x": 0, "y": 0, "face": "straight", "ports": ["E", "W"], "arrow": None}]


def test_what_one_picture_leaves_open_later_ones_tell() -> None:
    unsure = {Place("die", (0, 0)): {"S-NS": 0.55, "S-EW": 0.45}}
    open_still = course(reading(FIRST, doubts=unsure))
    assert agreed(open_still) == ()
    assert {strand.calls[0].moves[0] for strand in open_still} == {"lay S-EW 0,0", "lay S-NS 0,0"}
    strands = course(reading(FIRST, doubts=unsure), reading(FIRST, SECOND))
    assert told(strands) == [("LEGAL", "lay S-EW 0,0"), ("LEGAL", "lay C1S 1,0")]
    surer = course(reading(FIRST, doubts=unsure), reading(FIRST, SECOND), reading(FIRST, SECOND, THIRD))
    assert [call.moves[0] for call in agreed(surer)] == ["lay S-EW 0,0", "lay C1S 1,0", "lay S-NS 1,-1"]


def test_what_stays_open_is_told_as_such() -> None:
    unsure = {Place("die", (0, 0)): {"S-NS": 0.55, "S-EW": 0.45}}
    (call,) = decided(course(reading(FIRST, doubts=unsure)))
    assert call.finding is Finding.AMBIGUOUS
    assert call.moves == ("lay S-NS 0,0", "lay S-EW 0,0")


def test_a_move_that_no_picture_showed_is_found_with_the_next() -> None:
    four = (FIRST, SECOND, THIRD, Lay("X", (1, -2)))
    strands = course(reading(FIRST), reading(*four[:3]), reading(*four))
    assert told(strands)[1:] == [("LEGAL", "lay C1S 1,0"), ("LEGAL", "lay S-NS 1,-1"), ("LEGAL", "lay X 1,-2")]


def test_a_picture_with_a_hand_in_it_changes_nothing() -> None:
    hand = Reading(640, 480, True, (), Observation({}, ZONES, frozenset({Place("die", (0, 0)), Place("die", (1, 0))})))
    strands = course(reading(FIRST), reading(FIRST, SECOND), hand, reading(FIRST, SECOND))
    assert told(strands) == [("LEGAL", "lay S-EW 0,0"), ("LEGAL", "lay C1S 1,0")]


def test_an_illegal_act_is_told_once_as_long_as_it_lies_there() -> None:
    wrong = Lay("S-NS", (1, 0))
    strands = course(reading(FIRST), reading(FIRST, wrong), reading(FIRST, wrong), reading(FIRST))
    assert told(strands) == [("LEGAL", "lay S-EW 0,0"), ("ILLEGAL", "lay S-NS 1,0")]
    again = course(reading(FIRST), reading(FIRST, wrong), reading(FIRST), reading(FIRST, wrong))
    assert [finding for finding, _ in told(again)] == ["LEGAL", "ILLEGAL", "ILLEGAL"]
    (_, call) = decided(course(reading(FIRST), reading(FIRST, wrong)))
    assert [broken.rule for broken in call.violations] == ["4.11"]
    assert len(call.state["cells"]) == 2


def test_an_illegal_act_put_right_in_one_reach_is_followed_by_the_move() -> None:
    strands = course(reading(FIRST), reading(FIRST, Lay("S-NS", (1, 0))), reading(FIRST, SECOND))
    assert told(strands)[1:] == [("ILLEGAL", "lay S-NS 1,0"), ("LEGAL", "lay C1S 1,0")]


def test_a_misread_die_is_made_good_by_what_follows() -> None:
    crossing = Lay("X", (1, 0))
    misread = {Place("die", (1, 0)): {"S-NS": 0.98, "X": 0.02}}  # illegal there, and read with hardly a doubt
    after = Lay("S-EW", (2, 0))
    strands = course(
        reading(FIRST),
        reading(FIRST, crossing, doubts=misread),
        reading(FIRST, crossing, after),
        reading(FIRST, crossing, after, Lay("X", (3, 0))),
    )
    assert told(strands)[:3] == [("LEGAL", "lay S-EW 0,0"), ("LEGAL", "lay X 1,0"), ("LEGAL", "lay S-EW 2,0")]


def test_a_die_read_badly_counts_once_as_long_as_it_lies_there() -> None:
    """It is the same die in every still: what they say of it is said once, and what follows it settles it."""
    unsure = {Place("die", (0, 0)): {"S-NS": 0.9, "S-EW": 0.1}}
    doubtful = reading(FIRST, doubts=unsure)
    strands = course(*[doubtful] * 12)
    laid = [strand for strand in strands if strand.calls and not strand.open]
    assert [round(strand.weight - laid[0].weight, 1) for strand in laid] == [0.0, -2.2]
    assert told(course(*[doubtful] * 12, reading(FIRST, SECOND, doubts=unsure)))[-1] == ("LEGAL", "lay C1S 1,0")
