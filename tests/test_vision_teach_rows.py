import numpy as np
import numpy.typing as npt
import pytest

from vision.teach_rows import best_rows, in_rows

SIZE = (30, 44)  # cells of 2 mm: a card of 60 by 88 mm


def shown(corners: list[tuple[int, int]], clarity: float) -> npt.NDArray[np.float32]:
    """How clearly a card shows at each cell: nowhere but at these."""
    seen = np.zeros((260, 330), np.float32)
    for x, y in corners:
        seen[y, x] = clarity
    return seen


def laid(count: int, columns: int) -> list[tuple[int, int]]:
    """Top left corners of cards in rows, 8 mm apart, each a little astray."""
    rng = np.random.default_rng([count, columns])
    places = [(40 + i % columns * 34, 20 + i // columns * 48) for i in range(count)]
    astray = rng.integers(-1, 2, (count, 2)).tolist()
    return [(x + dx, y + dy) for (x, y), (dx, dy) in zip(places, astray, strict=True)]


@pytest.mark.parametrize(("count", "columns"), [(9, 3), (8, 4), (5, 3), (7, 4), (4, 1), (3, 3), (1, 1)])
def test_cards_in_rows_are_found_and_counted_row_by_row(count: int, columns: int) -> None:
    corners = laid(count, columns)
    rows = best_rows(shown(corners, 0.8), SIZE, count)
    assert list(rows.corners) == corners
    assert rows.shown == pytest.approx([0.8] * count)


def test_what_shows_better_elsewhere_but_in_no_rows_is_left_out() -> None:
    corners, pattern = laid(9, 3), [(200, 10), (250, 70), (190, 130), (290, 30), (230, 180), (10, 200)]
    seen = np.maximum(shown(corners, 0.6), shown(pattern, 0.95))
    assert list(best_rows(seen, SIZE, 9).corners) == corners


def test_a_card_that_does_not_show_is_taken_to_lie_in_its_row() -> None:
    corners = laid(9, 3)
    rows = best_rows(shown([*corners[:4], *corners[5:]], 0.8), SIZE, 9)
    assert [corner for i, corner in enumerate(rows.corners) if i != 4] == [*corners[:4], *corners[5:]]
    assert rows.shown[4] == 0
    assert np.abs(np.array(rows.corners[4]) - corners[4]).max() <= 5


def test_where_there_is_no_room_there_are_no_rows() -> None:
    assert best_rows(np.ones((30, 40), np.float32), SIZE, 9).corners == ()


def test_what_hardly_shows_is_looked_for_where_the_rows_of_the_others_have_it() -> None:
    meant = np.array([(3.0 + 70 * (i % 3) + i // 3, 9.0 + 80 * (i // 3)) for i in range(8)])  # rows a little aslant
    astray = meant + np.array([[0, 0]] * 4 + [[17, 0], [0, 0], [0, -14], [0, 0]])
    sure = (astray == meant).all(axis=1)
    assert in_rows(astray, sure, 3) == pytest.approx(meant)


def test_three_tiles_or_tiles_in_line_do_not_tell_how_rows_lie() -> None:
    places = np.array([(70.0 * (i % 3), 80.0 * (i // 3)) for i in range(9)]) + 5
    for sure in ([0, 4, 5], [0, 1, 2]):
        known = np.isin(np.arange(9), sure)
        assert (in_rows(places, known, 3) == places).all()
