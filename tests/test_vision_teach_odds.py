import numpy as np
import numpy.typing as npt
import pytest

from vision.teach_odds import Sight, TileOdds, tile_odds

SAME, OTHER = 0.97, 0.4  # how alike the same picture and different ones look


def both_ways(alike: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """The same likeness as tiles look and flattened."""
    return np.repeat(np.asarray(alike, np.float64)[..., None], 2, axis=-1)


def odds(fronts: dict[int, int], count: int, *alike: set[int]) -> TileOdds:
    """What tiles show of which some show a front; those that are in one set show the same other picture."""
    to_fronts, among = np.full((count, 3), OTHER), np.full((count, count), OTHER, np.float32)
    for tile, front in fronts.items():
        to_fronts[tile, front] = SAME
    for group in alike:
        among[np.ix_(list(group), list(group))] = SAME
    np.fill_diagonal(among, 0)
    return tile_odds(Sight(both_ways(to_fronts), None, among))


def test_more_than_two_tiles_of_one_unknown_picture_surely_lie_face_down() -> None:
    seen = odds({0: 1}, 4, {1, 2, 3})
    assert seen.down[1:].min() > 0.95
    assert seen.down[0] < 0.01
    assert seen.fronts[0, 1] > 0.95


def test_a_stranger_beside_backs_is_no_back_however_few_fronts_it_looks_like() -> None:
    assert odds({}, 4, {0, 1, 2}).down[3] < 0.1


def test_two_strangers_alike_beside_more_backs_are_not_backs() -> None:
    seen = odds({}, 5, {0, 1, 2}, {3, 4})
    assert seen.down[:3].min() > 0.95
    assert seen.down[3:].max() < 0.1


def test_a_single_stranger_perhaps_lies_face_down() -> None:
    assert odds({0: 0, 1: 1}, 3).down[2] == pytest.approx(0.8, abs=0.05)


def test_of_strangers_none_like_another_one_at_most_lies_face_down() -> None:
    assert odds({}, 3).down.sum() < 0.9


def test_a_tile_far_ahead_of_the_next_front_is_that_one_though_badly_seen() -> None:
    alone, contested = (
        tile_odds(Sight(both_ways([[0.85, second, OTHER]]), None, np.zeros((1, 1), np.float32)))
        for second in (OTHER, 0.84)
    )
    assert alone.fronts[0, 0] > 0.7
    assert contested.fronts[0, 0] < 0.5
    assert contested.down[0] < 0.9


def test_two_fronts_in_bad_light_that_look_like_each_other_are_not_surely_backs() -> None:
    to_fronts = np.array([[0.78, 0.74, OTHER], [0.74, 0.8, OTHER]])
    among = np.array([[0, 0.85], [0.85, 0]], np.float32)
    assert tile_odds(Sight(both_ways(to_fronts), None, among, np.zeros((2, 3)))).down.max() < 0.9


@pytest.mark.parametrize(("strange", "most"), [(0.0, 0.4), (2.0, 0.02)])
def test_a_back_in_the_light_of_a_front_is_a_stranger_and_surely_in_another_tint(strange: float, most: float) -> None:
    alike = both_ways([[0.9, OTHER, OTHER]])
    alike[0, 0, 1] = 0.35
    seen = tile_odds(Sight(alike, None, np.zeros((1, 1), np.float32), np.full((1, 3), strange)))
    assert seen.fronts.max() < most
    assert seen.down[0] > 0.5


def test_of_two_fronts_that_look_alike_a_tile_rather_shows_the_one_of_its_own_tint() -> None:
    alike = both_ways([[0.92, 0.93, OTHER]])
    told = tile_odds(Sight(alike, None, np.zeros((1, 1), np.float32), np.array([[0.0, 3.0, 3.0]])))
    assert told.fronts[0, 0] > 4 * told.fronts[0, 1]


def test_a_taught_back_is_told_by_its_tint_too() -> None:
    alike = np.array([[0.8, 0.8], [OTHER, OTHER]])
    for tints, is_down in (([3.0, 3.0, 0.0], True), ([0.0, 3.0, 3.0], False)):
        told = tile_odds(Sight(alike[None], np.array([[0.8, 0.8]]), None, np.array([tints])))
        likelier, other = (told.down[0], told.fronts[0, 0]) if is_down else (told.fronts[0, 0], told.down[0])
        assert likelier > 20 * other
