"""A piece that a hand lies over is not gone."""

import numpy as np
from companion_tables import CELL_PX, ORIGIN_PX, jpeg, reading, table_after

from companion.session import Session
from companion.under_hands import spared
from rules.game import Finding
from rules.table import Place

COVERED = Place("die", (1, 0))


def test_what_lies_under_a_hand_counts_as_hidden(session: Session) -> None:
    table = table_after(session)
    before = reading(table)
    bare = reading({place: face for place, face in table.items() if place != COVERED})
    hand = np.zeros((before.height_px, before.width_px), np.bool_)
    hand[ORIGIN_PX - 40 : ORIGIN_PX + 40, ORIGIN_PX + CELL_PX - 20 :] = True
    assert session.offer(bare, jpeg()).finding is Finding.ILLEGAL  # a die that fell off its tile
    found = spared(bare, before, hand)
    assert found.observation.hidden == {COVERED}
    assert session.offer(found, jpeg()).finding is Finding.UNCHANGED


def test_what_is_seen_beside_or_through_a_hand_is_seen(session: Session) -> None:
    before = reading(table_after(session))
    everywhere = np.ones((before.height_px, before.width_px), np.bool_)
    assert spared(before, before, everywhere).observation.hidden == frozenset()


def test_without_a_hand_nothing_is_hidden(session: Session) -> None:
    before = reading(table_after(session))
    assert spared(before, before, None) is before
    assert spared(before, None, np.ones((960, 960), np.bool_)) is before
