"""Two stills of one rest are taken together, piece by piece, also where pieces lie loose."""

from collections.abc import Mapping

from companion_tables import MISREAD, SETUP, jpeg, reading, table_after

from companion.one_rest import together
from companion.session import Session
from rules import load
from rules.game import Finding, Verdict
from rules.table import Face, Observation, Place
from vision.reading import GridPose, Piece, Reading

LAYOUT = load(SETUP.game).layout(load(SETUP.game).initial_state(3))
LINE = load("line_dice")
ROLLING = LINE.layout(LINE.initial_state(2))
WAITING: Verdict[object] = Verdict(Finding.UNEXPLAINED)


def loose(*lying: tuple[int, Mapping[Face, float]]) -> Reading:
    """Return a reading of dice of 40 pixels that lie loose at these distances from the left edge."""
    pieces, faces = [], {}
    for number, (x, odds) in enumerate(lying):
        outline = ((x, 0.0), (x + 40.0, 0.0), (x + 40.0, 40.0), (x + 0.0, 40.0))
        place = Place("hand", (number,))
        pieces.append(Piece("die", tuple(odds.items()), (), outline, 0.0, place=place))
        faces[place] = odds
    return Reading(960, 540, True, tuple(pieces), Observation(faces, frozenset({"die", "hand"})))


def test_two_stills_of_one_table_are_taken_together(session: Session) -> None:
    table = table_after(session)
    unsure = reading(table, {MISREAD: {"orange 5": 0.998, "orange 4": 0.002}})
    first = session.offer(unsure, jpeg())
    assert first.finding is Finding.UNEXPLAINED
    again = together(unsure, first, reading(table, {MISREAD: {"orange 5": 0.01, "orange 4": 0.99}}), LAYOUT)
    assert session.offer(again, jpeg()).finding is Finding.UNCHANGED


def test_what_only_the_first_still_shows_lies_there_all_the_same(session: Session) -> None:
    table = table_after(session)
    first = session.offer(whole := reading(table), jpeg())
    lost = reading({place: face for place, face in table.items() if place != MISREAD})
    both = together(whole, first, lost, LAYOUT)
    assert both.observation.best() == table
    assert {piece.place for piece in both.pieces} == table.keys()


def test_stills_whose_cells_differ_are_not_taken_together(session: Session) -> None:
    now = reading(table_after(session), pose=GridPose(0.0, 0.0, 0.0, 60.0, 60.0))
    verdict = session.offer(now, jpeg())
    assert together(now, verdict, now, LAYOUT) is now


def test_what_lies_loose_is_told_apart_by_where_it_lies() -> None:
    """A die that one still overlooks gives all the others another number."""
    first = loose((0, {"S": 0.6, "X": 0.4}), (100, {"C1": 0.9, "C2": 0.1}), (200, {"X": 1.0}))
    second = loose((102, {"C1": 0.9, "C2": 0.1}), (201, {"X": 1.0}))
    both = together(first, WAITING, second, ROLLING).observation
    assert both.best() == {Place("hand", (0,)): "C1", Place("hand", (1,)): "X", Place("hand", (2,)): "S"}
    assert both.faces[Place("hand", (0,))]["C1"] > 0.9
