"""When one rest of a filmed table is looked at again, and what its stills show together."""

from dataclasses import replace

from companion.rest import LOOKS, Rest
from companion.strands import Strand, followed
from rules import load
from rules.line_dice.moves import Lay
from rules.table import Observation, Place
from vision.reading import GridPose, Piece, Reading

GAME = load("line_dice")
EMPTY = GAME.initial_state(2, hands="unknown")
BEGUN = GAME.apply(EMPTY, Lay("S-EW", (0, 0)))
LAYOUT = GAME.layout(BEGUN)
POSE = GridPose(100.0, 100.0, 0.0, 16.0, 16.0)


def reading(faces: dict[tuple[int, int], dict[str, float]], pose: GridPose = POSE) -> Reading:
    pieces = tuple(_die(x, y) for x, y in faces)
    seen = Observation({Place("die", cell): odds for cell, odds in faces.items()}, frozenset({"die", "hand"}))
    return Reading(640, 480, True, pieces, seen, pose)


def _die(x: int, y: int) -> Piece:
    left, top = 200 + 40 * x, 200 + 40 * y
    outline = ((left, top), (left + 38, top), (left + 38, top + 38), (left, top + 38))
    return Piece("die", (), (), tuple((float(a), float(b)) for a, b in outline), 0.0, place=Place("die", (x, y)))


ONE = {(0, 0): {"S-EW": 0.999}}
TWO = ONE | {(1, 0): {"X": 0.999}}
UNSURE = ONE | {(1, 0): {"X": 0.6, "C1S": 0.39}}


def looked(*readings: Reading) -> tuple[Rest, list[Strand]]:
    rest, strands = Rest([Strand(BEGUN, reading(ONE))]), list[Strand]()
    for seen in readings:
        rest.shown = rest.add(seen, LAYOUT)
        strands = followed(GAME, rest.base, rest.shown, 1.0)
    return rest, strands


def test_a_clear_move_needs_one_look() -> None:
    assert Rest.clear(*looked(reading(TWO)))


def test_what_is_unsure_or_against_the_rules_is_looked_at_again() -> None:
    assert not Rest.clear(*looked(reading(UNSURE)))
    assert not Rest.clear(*looked(reading(ONE | {(1, 0): {"S-NS": 0.999}})))
    assert Rest.clear(*looked(*[reading(UNSURE)] * LOOKS))


def test_where_nothing_seems_to_have_happened_it_is_looked_at_once_more() -> None:
    assert not Rest.clear(*looked(reading(ONE)))
    assert Rest.clear(*looked(reading(ONE), reading(ONE)))


def test_what_any_still_shows_lies_there() -> None:
    rest, strands = looked(reading(ONE), reading(TWO), reading(ONE))
    assert rest.raw is not None
    assert {piece.place for piece in rest.raw.pieces} == {Place("die", (0, 0)), Place("die", (1, 0))}
    assert [call.moves[0] for call in strands[0].calls] == ["lay X 1,0"]
    assert 0.9 < rest.raw.observation.faces[Place("die", (1, 0))]["X"] < 0.98  # perhaps it is none


def test_a_die_read_badly_in_one_still_is_read_in_the_next() -> None:
    _, strands = looked(reading(UNSURE), reading(ONE | {(1, 0): {"X": 0.05, "C1S": 0.94}}))
    assert strands[0].calls[0].moves == ("lay C1S 1,0",)


def test_a_die_that_all_stills_read_badly_stays_open() -> None:
    rest, strands = looked(*[reading(UNSURE)] * LOOKS)
    assert rest.raw is not None
    assert rest.raw.observation.faces[Place("die", (1, 0))]["C1S"] > 0.3
    assert {call.moves[0] for strand in strands for call in strand.calls} == {"lay X 1,0", "lay C1S 1,0"}


def test_stills_whose_cells_differ_are_not_taken_together() -> None:
    rest, _ = looked(reading(ONE), reading({(5, 5): {"S-EW": 0.999}}, replace(POSE, x=20.0)))
    assert rest.raw is not None
    assert rest.raw.observation.faces.keys() == {Place("die", (5, 5))}


def test_the_first_rest_is_looked_at_as_often_as_may_be() -> None:
    rest = Rest()
    for _ in range(LOOKS - 1):
        rest.add(reading(TWO), LAYOUT)
        assert not rest.clear([Strand(BEGUN, reading(TWO))])
    rest.add(reading(TWO), LAYOUT)
    assert rest.clear([])


def test_cells_are_numbered_as_they_were_before_the_rest() -> None:
    lain, now = reading(ONE), reading(TWO)
    assert Rest([Strand(BEGUN, lain)], raw=now).before is lain
    assert Rest([Strand(EMPTY, replace(lain, pose=None))], raw=now).before is now  # no road: nothing to number by
    assert Rest(earlier=lain).before is lain
