"""What something lies over is covered, not gone: it is named, and the table is not called wrong."""

from collections.abc import Sequence
from datetime import UTC, datetime

import cv2
import numpy as np
import pytest
from companion_tables import CELL_PX, ORIGIN_PX, jpeg, reading, table_after
from numpy.typing import NDArray

from companion.covering import Covering, covered_places, under
from companion.session import Session
from companion.view_card import card
from rules.game import Finding
from rules.table import Place, Table
from vision.camera import Frame
from vision.reading import Doubt, Reading
from vision.settle import Still

Image = NDArray[np.uint8]
Box = tuple[int, int, int, int]

DIE, OTHER = Place("die", (0, 0)), Place("die", (2, 0))
TABLE: Table = {DIE: "white 2", OTHER: "white 3"}
X, Y = ORIGIN_PX, ORIGIN_PX
OVER: Box = (X - 60, Y - 40, X + 60, Y + 90)
PARTLY: Box = (X - 6, Y - 60, X + 110, Y + 80)
BESIDE: Box = (X + 22, Y - 60, X + 140, Y + 80)


def picture(table: Table, boxes: Sequence[Box] = (), right: int = 0) -> Image:
    """Return a cloth with bright dice on it and dark boxes over all, seen by a camera that was pushed."""
    rng = np.random.default_rng(5)
    cloth = cv2.resize(rng.normal(110, 18, (40, 40)).astype(np.float32), (960, 960), interpolation=cv2.INTER_CUBIC)
    for place in table:
        x, y = (ORIGIN_PX + CELL_PX * part for part in place.cell)
        cloth[y - 16 : y + 16, x - 16 : x + 16] = 220
    for left, top, far, low in boxes:
        cloth[top:low, left:far] = 40
    seen = cv2.warpAffine(
        cloth, np.array([[1, 0, right], [0, 1, 0]], np.float32), (960, 960), borderMode=cv2.BORDER_WRAP
    )
    noisy = seen + rng.normal(0, 1.5, seen.shape)
    return np.asarray(np.clip(cv2.merge([noisy] * 3), 0, 255), np.uint8)


def still(image: Image) -> Still:
    return Still(Frame(image, 0, datetime(2026, 1, 1, tzinfo=UTC)), np.ones(image.shape[:2], np.bool_))


def covered(image: Image, now: Reading) -> frozenset[Place]:
    """Return which dice of the table count as covered in a picture of it, where `now` is read."""
    covering = Covering()
    covering.see(still(picture(TABLE)))
    covering.agree()
    covering.see(still(image))
    return covering.covered(reading(TABLE), now)


WITHOUT: Table = {OTHER: "white 3"}


@pytest.mark.parametrize("box", [OVER, PARTLY])
@pytest.mark.parametrize("bump", [0, 6])
def test_a_die_with_a_card_over_it_is_covered(box: Box, bump: int) -> None:
    assert covered(picture(TABLE, [box], bump), reading(WITHOUT)) == {DIE}


@pytest.mark.parametrize("boxes", [[], [BESIDE]])
@pytest.mark.parametrize("bump", [0, 6])
def test_a_die_that_was_taken_away_is_gone_whatever_lies_beside(boxes: list[Box], bump: int) -> None:
    assert covered(picture(WITHOUT, boxes, bump), reading(WITHOUT)) == frozenset()


def test_what_is_read_is_not_covered() -> None:
    assert covered(picture(TABLE, [OVER]), reading(TABLE)) == frozenset()


def test_before_anything_was_agreed_on_nothing_is_covered() -> None:
    covering = Covering()
    covering.see(still(picture(TABLE, [OVER])))
    assert covering.covered(reading(TABLE), reading(WITHOUT)) == frozenset()
    assert covering.covered(None, reading(WITHOUT)) == frozenset()


def test_a_covered_piece_still_lies_there_and_is_named(session: Session) -> None:
    table = table_after(session)
    place, tile = Place("die", (1, 1)), Place("tile", (1, 1))
    before = reading(table)
    bare = reading({at: face for at, face in table.items() if at not in {place, tile}})
    seen = under(bare, before, {place, tile})
    assert covered_places(seen) == {place, tile}
    assert [piece.doubt for piece in seen.pieces if piece.place in {place, tile}] == [Doubt.COVERED] * 2
    assert [caution.text for caution in seen.warnings] == ["Something covers a die in the middle: take it away."]
    assert session.offer(seen, jpeg()).finding is Finding.UNCHANGED
    told = card(session, session.position(), session.latest())
    assert told.sentence == "What can be seen is as the score sheet says."
    assert told.more == ("The die on Erato: something lies over it. Take it away.",)


def test_what_still_shows_of_a_covered_die_is_not_told_twice() -> None:
    seen = under(reading({OTHER: "white 3", Place("die", (0, 0)): "white 6"}), reading(TABLE), {DIE})
    assert [piece.place for piece in seen.pieces] == [OTHER, DIE]
