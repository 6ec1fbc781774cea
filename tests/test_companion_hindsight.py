"""A move that no picture told by itself is recorded, or asked about, once the next picture shows two."""

from collections.abc import Mapping

import pytest
from companion_tables import jpeg, moves, reading

from companion.records import Setup, Source
from companion.session import Session
from companion.sessions import Sessions
from companion.view import view
from rules.game import Finding, Verdict
from rules.table import Face, Observation, Place, Table
from vision.reading import Piece, Reading

ROAD = "S-EW 0,0; X 1,0; C1S 2,0"
HEAD = Place("die", (2, -1))
NEXT = Place("die", (2, -2))
Doubts = Mapping[Place, Mapping[Face, float]]
UNCLEAR: Doubts = {HEAD: {"S-NS": 0.5, "X": 0.5}}


@pytest.fixture
def road(sessions: Sessions) -> Session:
    options = {"hands": "unknown", "position": ROAD, "head": "2,-1 N"}
    return sessions.create(Setup("line_dice", 2, ("Ana", "Ben"), options))


def table(session: Session, **dice: Face) -> Table:
    places = {"head": HEAD, "next": NEXT}
    return {**session.game.table(session.position().state), **{places[name]: face for name, face in dice.items()}}


def shown(
    session: Session, lying: Table, doubts: Mapping[Place, Mapping[Face, float]] | None = None
) -> Verdict[object]:
    return session.offer(seen(lying, doubts), jpeg())


def seen(lying: Table, doubts: Doubts | None = None) -> Reading:
    """Return the reading of a reader that is sure of all but the doubts."""
    sure: Doubts = {place: {face: 1.0} for place, face in lying.items()}
    return reading(lying, {**sure, **(doubts or {})})


def test_a_die_that_was_unclear_is_told_by_the_next_picture(road: Session) -> None:
    before = table(road)
    assert shown(road, before).finding is Finding.UNCHANGED
    assert shown(road, {**before, HEAD: "S-NS"}, UNCLEAR).finding is Finding.AMBIGUOUS
    verdict = shown(road, {**before, HEAD: "S-NS", NEXT: "X"})
    assert (verdict.finding, str(verdict.move)) == (Finding.LEGAL, "lay X 2,-2")
    assert moves(road) == ["lay S-NS 2,-1", "lay X 2,-2"]
    first, second = road.log()
    assert (first.seat, second.seat, first.source) == (0, 1, Source.CAMERA)
    assert first.still is not None
    assert second.still == first.still + 1, "each with the picture that shows it last"
    assert road.question(road.position()) is None
    assert "Ana: A straight at 2,-1" in " ".join(view(road).card.more)


def test_a_die_misread_against_the_rules_is_told_by_the_next_picture(road: Session) -> None:
    before = table(road)
    shown(road, before)
    assert shown(road, {**before, HEAD: "X"}, {HEAD: {"S-EW": 1.0}}).finding is Finding.ILLEGAL
    assert shown(road, {**before, HEAD: "X", NEXT: "S-NS"}).finding is Finding.LEGAL
    assert moves(road) == ["lay X 2,-1", "lay S-NS 2,-2"]


def test_two_dice_after_a_look_that_saw_none_are_asked_about(road: Session) -> None:
    before = table(road)
    shown(road, before)
    asked = shown(road, {**before, HEAD: "X", NEXT: "S-NS"})
    assert asked.finding is Finding.AMBIGUOUS
    assert [str(candidate.move) for candidate in asked.candidates] == ["lay X 2,-1", "change 2,-2=S-NS 2,-1=X"]
    latest = road.latest()
    assert latest is not None
    road.answer(latest.id, 0, 0)
    assert moves(road) == ["lay X 2,-1", "lay S-NS 2,-2"]


def test_an_overlooked_die_that_nothing_has_touched_since_was_laid_before(road: Session) -> None:
    before = table(road)
    shown(road, before)
    now = seen({**before, HEAD: "X", NEXT: "S-NS"})
    assert road.offer(now, jpeg(), moved=frozenset({NEXT})).finding is Finding.LEGAL
    assert moves(road) == ["lay X 2,-1", "lay S-NS 2,-2"]


def test_two_dice_at_once_are_one_too_many(road: Session) -> None:
    verdict = shown(road, table(road, head="X", next="S-NS"))
    assert verdict.finding is Finding.ILLEGAL
    assert [violation.rule for violation in verdict.violations] == ["4.3"]


def test_looks_at_one_rest_do_not_make_two_turns_of_it(road: Session) -> None:
    lying = table(road, head="X", next="S-NS")
    unclear = {HEAD: {"X": 0.5, "S-EW": 0.5}}
    shown(road, lying, unclear)
    again = shown(road, lying)
    assert again.finding is Finding.ILLEGAL
    assert moves(road) == []


def test_a_first_die_against_the_rules_is_no_turn(road: Session) -> None:
    before = table(road)
    shown(road, before)
    assert shown(road, {**before, HEAD: "S-EW"}).finding is Finding.ILLEGAL
    assert shown(road, {**before, HEAD: "S-EW", NEXT: "X"}).finding is Finding.ILLEGAL
    assert moves(road) == []


def test_a_camera_that_only_suggests_asks_in_hindsight_too(road: Session) -> None:
    before = table(road)
    shown(road, before)
    shown(road, {**before, HEAD: "S-NS"}, UNCLEAR)
    both = seen({**before, HEAD: "S-NS", NEXT: "X"})
    assert road.offer(both, jpeg(), suggest=True).finding is Finding.UNEXPLAINED, "the question stays"
    asked = road.question(road.position())
    assert asked is not None
    assert moves(road) == []
    road.answer(asked.id, 0, 0)
    assert moves(road) == ["lay S-NS 2,-1", "lay X 2,-2"]


SIDE_PX = 30


def dice_at(first: tuple[int, int] | None, second: tuple[int, int] | None, loose: tuple[int, int]) -> Reading:
    """Return the reading of a table where these dice touch, or each lies loose, and another one far from them."""
    both = first is not None and second is not None
    places = [Place("die", (0, 0)), Place("die", (-1, 0))] if both else [Place("hand", (1,)), Place("hand", (1,))]
    lying = zip((*places, Place("hand", (0,))), ("X", "S-EW", "C1S"), (first, second, loose), strict=True)
    pieces = [_die(place, face, at) for place, face, at in lying if at is not None]
    faces = {piece.place: dict(piece.faces) for piece in pieces if piece.place}
    observation = Observation(faces, frozenset({"die", "hand"}), anchored=False)
    return Reading(960, 960, True, tuple(pieces), observation)


def _die(place: Place, face: Face, at: tuple[int, int]) -> Piece:
    x, y = at
    outline = ((x, y), (x + SIDE_PX, y), (x + SIDE_PX, y + SIDE_PX), (x, y + SIDE_PX))
    return Piece("die", ((face, 0.99),), (), outline, 0.0, place=place)


@pytest.mark.parametrize("first_is_left", [True, False])
def test_the_lone_first_die_of_a_road_is_known_once_another_one_touches_it(
    sessions: Sessions, first_is_left: bool
) -> None:
    """Beside dice that lie loose it begins no road; which of two was laid first is told by where it lay alone."""
    session = sessions.create(Setup("line_dice", 2, ("Ana", "Ben"), {"hands": "unknown"}))
    right, left, loose = (400, 400), (400 - SIDE_PX, 400), (100, 700)
    alone = dice_at(None, left, loose) if first_is_left else dice_at(right, None, loose)
    everywhere = frozenset({Place("die", (0, 0)), Place("die", (-1, 0))})
    assert session.offer(dice_at(None, None, loose), jpeg()).finding is Finding.UNCHANGED
    assert session.offer(alone, jpeg()).finding is Finding.UNCHANGED
    assert session.offer(dice_at(right, left, loose), jpeg(), moved=everywhere).finding is Finding.LEGAL
    assert moves(session) == (["lay S-EW 0,0", "lay X 1,0"] if first_is_left else ["lay X 0,0", "lay S-EW -1,0"])
