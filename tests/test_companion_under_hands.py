"""A piece is not gone that a hand lies over, or where nothing has moved."""

from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
from companion_tables import CELL_PX, ORIGIN_PX, jpeg, reading, table_after

from companion.session import Session
from companion.under_hands import Disturbed, spared
from rules.game import Finding
from rules.table import Observation, Place, Table
from vision.camera import Frame
from vision.reading import Piece, Reading
from vision.settle import Still

COVERED = Place("die", (1, 0))
EVERYWHERE = np.ones((960, 960), np.bool_)


def test_what_lies_under_a_hand_counts_as_hidden(session: Session) -> None:
    table = table_after(session)
    before = reading(table)
    bare = reading({place: face for place, face in table.items() if place != COVERED})
    hand = np.zeros((before.height_px, before.width_px), np.bool_)
    hand[ORIGIN_PX - 40 : ORIGIN_PX + 40, ORIGIN_PX + CELL_PX - 20 :] = True
    assert session.offer(bare, jpeg()).finding is Finding.ILLEGAL  # a die that fell off its tile
    found = spared(bare, before, hand, EVERYWHERE)
    assert found.observation.hidden == {COVERED}
    assert session.offer(found, jpeg()).finding is Finding.UNCHANGED


def test_what_is_seen_beside_or_through_a_hand_is_seen(session: Session) -> None:
    before = reading(table_after(session))
    assert spared(before, before, EVERYWHERE, EVERYWHERE).observation.faces == before.observation.faces


def test_a_piece_cannot_go_where_nothing_moves(session: Session) -> None:
    table = table_after(session)
    before = reading(table)
    bare = reading({place: face for place, face in table.items() if place != COVERED})
    elsewhere = EVERYWHERE.copy()
    elsewhere[ORIGIN_PX - 40 : ORIGIN_PX + 40, ORIGIN_PX + CELL_PX - 40 : ORIGIN_PX + CELL_PX + 40] = False
    assert spared(bare, before, None, elsewhere).observation.hidden == {COVERED}
    assert spared(bare, before, None, EVERYWHERE).observation.hidden == frozenset()


def test_what_is_new_where_nothing_moved_is_perhaps_no_piece(session: Session) -> None:
    """A stain or a hole between pieces may look like one."""
    table = table_after(session)
    stain = Place("die", (-2, 2))
    seen = reading({**table, stain: "white 1"}, {stain: {"white 1": 0.95}})
    found = spared(seen, reading(table), None, ~EVERYWHERE).observation
    assert found.faces[stain]["white 1"] < 0.5
    assert found.disturbed == frozenset()
    assert spared(seen, reading(table), None, EVERYWHERE).observation.faces[stain]["white 1"] > 0.9


def test_what_did_not_move_shows_what_it_did(session: Session) -> None:
    table = table_after(session)
    misread = reading(table, {COVERED: {"purple 6": 0.99}})
    assert session.offer(misread, jpeg()).finding is not Finding.UNCHANGED
    moved = ~EVERYWHERE
    moved[:100, :100] = True
    found = spared(misread, reading(table), None, moved)
    assert session.offer(found, jpeg()).finding is Finding.UNCHANGED
    touched = spared(misread, reading(table), None, EVERYWHERE).observation
    assert (touched.faces[COVERED], COVERED in touched.disturbed) == ({"purple 6": 0.99}, True)


def test_without_an_earlier_reading_nothing_is_hidden(session: Session) -> None:
    before = reading(table_after(session))
    assert spared(before, None, EVERYWHERE, EVERYWHERE) is before
    assert spared(before, before, None, EVERYWHERE[::2]) is before


def test_what_was_disturbed_adds_up_until_the_table_agrees() -> None:
    disturbed = Disturbed()
    assert disturbed.add(still(2)).tolist() == [[False, False, True]]
    assert disturbed.add(still(0)).tolist() == [[True, False, True]]
    disturbed.clear()
    assert disturbed.add(still(1)).tolist() == [[False, True, False]]


def still(place: int) -> Still:
    frame = Frame(np.zeros((1, 3, 3), np.uint8), 0, datetime(2026, 1, 1, tzinfo=UTC))
    return Still(frame, np.array([[place == number for number in range(3)]]))


def test_of_slots_the_reading_says_what_was_thrown() -> None:
    """A face that people forged and said moves its die too, and is no throw."""
    forged, thrown = Place("slot", (0,)), Place("slot", (1,))
    before = slots({forged: "G1", thrown: "G1"})
    now = slots({forged: "G3", thrown: "G1"}, {thrown})
    assert spared(now, before, None, EVERYWHERE, {"slot"}).observation.disturbed == {thrown}
    assert spared(now, before, None, ~EVERYWHERE, {"slot"}).observation.disturbed == {thrown}
    assert spared(now, before, None, EVERYWHERE).observation.disturbed == {forged, thrown}


def slots(table: Table, thrown: AbstractSet[Place] = frozenset()) -> Reading:
    """Return what is read of dice in slots, some of them thrown since."""
    outline = ((400.0, 400.0), (430.0, 400.0), (430.0, 430.0), (400.0, 430.0))
    pieces = tuple(Piece("die", ((face, 0.99),), (), outline, 0.0, place=place) for place, face in table.items())
    seen = Observation({place: {face: 0.99} for place, face in table.items()}, frozenset({"slot"}))
    return Reading(960, 960, True, pieces, replace(seen, disturbed=frozenset(thrown)), None)
