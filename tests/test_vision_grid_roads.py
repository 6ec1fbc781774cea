"""Roads of Line Dice that drift: cells, quarter turns, and what an earlier still knew of them."""

from dataclasses import replace

import numpy as np
import pytest
from vision_roads import NONE, SIDE_MM, Noise, SeenRoad, laid_road, looked_at, seen_road, shares

from vision.grid import Grid, lay_grid
from vision.grid_known import Known, Lain
from vision.grid_pose import Spot
from vision.render_laying import Spot as Truth

Cell = tuple[int, int]


def known_from(seen: SeenRoad, grid: Grid | None) -> Known:
    """What a still leaves to the next one."""
    lays = grid.lays if grid else [None] * len(seen.spots)
    lain = [
        Lain(spot.x_mm, spot.y_mm, spot.angle_deg - 90 * (lay.quarter if lay else 0), lay.cell if lay else None)
        for spot, lay in zip(seen.spots, lays, strict=True)
    ]
    return Known(grid.pose if grid else None, tuple(lain))


def hand_row(y_mm: float, turn_deg: float = 10.0, count: int = 8) -> list[Truth]:
    """A player's dice, laid out neatly."""
    step = 1.02 * SIDE_MM * np.array([np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))])
    return [Truth(float(i * step[0]), float(y_mm + i * step[1]), turn_deg) for i in range(count)]


def cells_by_die(seen: SeenRoad, grid: Grid) -> dict[Cell, Cell]:
    return {die.cell: cell for die, cell in zip(seen.dice, grid.cells, strict=True) if die and cell}


def test_of_hundred_roads_seen_with_noise_all_are_read_exactly() -> None:
    every, exact, _ = shares(100, Noise())
    assert every.total() == 100
    assert exact == every


@pytest.mark.parametrize("seed", range(6))
def test_a_road_laid_to_its_end_is_read_however_far_it_drifted(seed: int) -> None:
    print(f"seed {seed}")  # noqa: T201 (a failing test shows it)
    seen = seen_road(seed, NONE, 36)
    assert seen.whole
    assert seen.read_exactly(lay_grid(seen.spots, corners=False))


def test_axes_are_those_nearest_to_the_tables_top() -> None:
    for seed in range(20):
        seen = seen_road(seed, NONE)
        grid = lay_grid(seen.spots, corners=False)
        assert grid is not None
        assert abs(grid.pose.angle_deg) < 50, f"seed {seed}"
        lain = [(s.angle_deg - 90 * lay.quarter) for s, lay in zip(seen.spots, grid.lays, strict=True) if lay]
        mean = np.degrees(np.angle(np.exp(1j * np.radians(lain)).sum()))
        assert abs(mean) <= 45.01, f"seed {seed}"


def test_dice_that_touch_by_a_corner_alone_are_no_road() -> None:
    road = [Spot(0, 0, 3, 16, 16), Spot(16.4, 0, 2, 16, 16)]
    corner = Spot(33, 16.5, 2, 16, 16)
    found = lay_grid([*road, corner], corners=False)
    assert found is not None
    assert found.cells == ((0, 0), (1, 0), None)


def test_the_largest_group_is_the_road_and_of_equals_the_one_in_the_middle() -> None:
    left, right = [Spot(x, 0, 0, 16, 16) for x in (-200, -184)], [Spot(x, 5, 0, 16, 16) for x in (30, 46)]
    nearest = lay_grid([*left, *right], middle=(0, 0), corners=False)
    assert nearest is not None
    assert nearest.cells == (None, None, (0, 0), (1, 0))
    larger = lay_grid([*left, *right, Spot(-168, 0, 0, 16, 16)], middle=(0, 0), corners=False)
    assert larger is not None
    assert [cell is None for cell in larger.cells] == [False, False, True, True, False]


def test_of_lone_dice_the_new_one_begins_the_road() -> None:
    loose = [Spot(-100, 0, 20, 16, 16), Spot(150, 40, 70, 16, 16)]
    before = Known(None, tuple(Lain(s.x_mm, s.y_mm, s.angle_deg, None) for s in loose))
    assert lay_grid(loose, before, corners=False) is None
    assert lay_grid(loose, corners=False) is None
    assert lay_grid(loose[:1], corners=False) is not None
    first = lay_grid([*loose, Spot(60, 60, 5, 16, 16)], before, corners=False)
    assert first is not None
    assert first.cells == (None, None, (0, 0))
    two = [*loose, Spot(60, 60, 5, 16, 16), Spot(0, -60, 5, 16, 16)]
    assert lay_grid(two, before, corners=False) is None, "nothing says which of the two"


def test_a_hand_laid_out_in_a_row_is_no_road_once_it_was_seen_beside_it() -> None:
    rng = np.random.default_rng(3)
    row = hand_row(200.0)
    first = looked_at(rng, (), [], row, NONE)
    before = known_from(first, None)
    road, laid = laid_road(rng, 5)
    for count in range(1, len(road) + 1):
        seen = looked_at(rng, road[:count], laid[:count], row, NONE)
        grid = lay_grid(seen.spots, before, corners=False)
        assert seen.read_exactly(grid), f"{count} dice"
        before = known_from(seen, grid)


def test_a_die_pushed_to_others_of_a_hand_does_not_hide_the_first_of_the_road() -> None:
    hand = [Spot(-100 + 16.5 * i, 80, 3, 16, 16) for i in range(4)]
    before = Known(None, tuple(Lain(s.x_mm, s.y_mm, s.angle_deg, None) for s in hand))
    pushed = Spot(-100 + 16.5 * 4, 80, 3, 16, 16)
    grid = lay_grid([*hand, pushed, Spot(60, 60, 5, 16, 16)], before, corners=False)
    assert grid is not None
    assert grid.cells == (None,) * 5 + ((0, 0),)


@pytest.mark.parametrize("seed", range(5))
def test_cells_keep_their_numbers_while_a_road_grows_and_drifts(seed: int) -> None:
    print(f"seed {seed}")  # noqa: T201 (a failing test shows it)
    rng = np.random.default_rng([seed, 5])
    road, laid = laid_road(rng, 30)
    row = hand_row(500.0, 35.0)
    before, numbers = known_from(looked_at(rng, (), [], row, Noise()), None), dict[Cell, Cell]()
    for count in range(1, len(road) + 1):
        seen = looked_at(rng, road[:count], laid[:count], row, Noise())
        grid = lay_grid(seen.spots, before, corners=False)
        assert grid is not None
        assert grid.anchored == (count > 1)
        cells = cells_by_die(seen, grid)
        assert len(cells) == count
        assert cells.items() >= numbers.items()
        numbers, before = cells, known_from(seen, grid)


def straight_row(count: int) -> tuple[list[Spot], Known]:
    """A straight road, and what a still of it leaves to the next one."""
    row = [Spot(16.5 * i, 0, 4, 16, 16) for i in range(count)]
    grid = lay_grid(row, corners=False)
    assert grid is not None
    return row, Known(grid.pose, tuple(Lain(s.x_mm, s.y_mm, 4, cell) for s, cell in zip(row, grid.cells, strict=True)))


def test_a_die_that_was_missed_does_not_cut_off_the_rest_of_a_known_road() -> None:
    row, before = straight_row(9)
    seen = [Spot(s.x_mm, s.y_mm, 94, 16, 16) for i, s in enumerate(row) if i != 5]
    alone, helped = lay_grid(seen, corners=False), lay_grid(seen, before, corners=False)
    assert alone is not None
    assert alone.cells[5:] == (None, None, None)
    assert helped is not None
    assert helped.cells[5:] == ((6, 0), (7, 0), (8, 0))
    assert {lay and lay.quarter for lay in helped.lays} == {1}


def test_a_road_moved_as_a_whole_is_found_again_but_not_anchored() -> None:
    row, before = straight_row(4)
    moved = lay_grid([replace(s, x_mm=s.x_mm + 8, y_mm=8.0) for s in row], before, corners=False)
    assert moved is not None
    assert not moved.anchored
    assert moved.cells == ((0, 0), (1, 0), (2, 0), (3, 0))


@pytest.mark.parametrize("turned_deg", [-2.0, 3.0])
def test_a_road_moved_and_turned_a_little_keeps_its_axes_whichever_is_nearest_to_the_tables(turned_deg: float) -> None:
    def row(turn_deg: float, y_mm: float) -> list[Spot]:
        right, down = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
        return [Spot(16.5 * i * right, y_mm + 16.5 * i * down, turn_deg, 16, 16) for i in range(4)]

    lay = row(44.0, 0.0)
    grid = lay_grid(lay, corners=False)
    assert grid is not None
    before = Known(grid.pose, tuple(Lain(s.x_mm, s.y_mm, 44, cell) for s, cell in zip(lay, grid.cells, strict=True)))
    moved = lay_grid(row(44.0 + turned_deg, 12.0), before, corners=False)
    assert moved is not None
    assert not moved.anchored
    assert moved.cells == grid.cells == ((0, 0), (1, 0), (2, 0), (3, 0))
    assert moved.pose.angle_deg == pytest.approx(44 + turned_deg, abs=0.5)
