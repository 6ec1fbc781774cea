"""Tables of Line Dice as drawn: roads that the rules allow, laid as people lay them; truth that fits the picture."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest

from vision.render import Scene, render, truth
from vision.render_dice import Die, Lamp
from vision.render_lens import Lens
from vision.render_lines import road_scene
from vision.render_roads import STEPS, RoadDie, grow_road

CLEAN = Lens(blur_px=0, noise=0, jpeg=100)
ROOM = Lamp((0.0, 0.0, -1.0), 0.9, 0.1, shadow=0.0)


def dice_of(scene: Scene) -> tuple[list[Die], list[Die]]:
    """The dice of the road and the loose ones."""
    count = len(scene.state["cells"])
    return list(scene.dice[:count]), list(scene.dice[count:])


def overlap(one: Die, two: Die) -> float:
    """The common share of two dice's footprints."""
    first, second = (die.outline_mm()[:, :2].astype(np.float32) for die in (one, two))
    area, _ = cv2.intersectConvexConvex(first, second)
    return float(area) / one.size_mm**2


def apart(one: Die, two: Die) -> float:
    return float(np.hypot(one.x_mm - two.x_mm, one.y_mm - two.y_mm)) / one.size_mm


@pytest.mark.parametrize(
    ("die", "ports", "arrow"),
    [
        (RoadDie(1, 0), {0, 2}, None),
        (RoadDie(1, 3), {1, 3}, None),
        (RoadDie(2, 1), {0, 1, 2, 3}, None),
        (RoadDie(3, 0), {0, 1}, 0),
        (RoadDie(4, 2), {3, 0}, 2),
        (RoadDie(6, 0), {3, 0}, 0),
    ],
)
def test_a_die_has_its_ports_and_arrow(die: RoadDie, ports: set[int], arrow: int | None) -> None:
    assert die.ports == ports
    assert die.arrow == arrow


@pytest.mark.parametrize("seed", range(30))
def test_roads_keep_the_rules_of_the_game(seed: int) -> None:
    print(f"seed {seed}")  # noqa: T201 (a failing test shows it)
    road = grow_road(np.random.default_rng(seed), 36)
    at = {die.cell: die for die in road}
    assert len(at) == len(road)
    assert len({die.arrow for die in road} - {None}) <= 1
    for die in road:
        for side in range(4):
            other = at.get(die.beside(side))
            assert other is None or (side in die.ports) == ((side + 2) % 4 in other.ports)


def test_most_roads_reach_the_length_asked_for() -> None:
    lengths = [len(grow_road(np.random.default_rng(seed), 36)) for seed in range(50)]
    assert sum(length == 36 for length in lengths) > 45


def test_the_same_seed_gives_the_same_table() -> None:
    assert road_scene(5) == road_scene(5)
    assert road_scene(5) != road_scene(6)


@pytest.mark.parametrize("seed", range(25))
def test_dice_lie_side_by_side_and_loose_ones_apart(seed: int) -> None:
    print(f"seed {seed}")  # noqa: T201 (a failing test shows it)
    scene = road_scene(seed)
    road, loose = dice_of(scene)
    cells = [(cell["x"], cell["y"]) for cell in scene.state["cells"]]
    assert len(set(cells)) == len(cells)
    for i, (one, cell) in enumerate(zip(road, cells, strict=True)):
        gaps = [apart(one, two) for two, other in zip(road[:i], cells, strict=False) if _beside(cell, other)]
        assert not i or min(gaps) < 1.25
        assert all(overlap(one, two) < 0.01 for two in road[:i])
        assert all(apart(one, die) > 1.2 for die in loose)
    assert len(loose) == scene.state["loose"]


def _beside(one: tuple[int, int], two: tuple[int, int]) -> bool:
    return (one[0] - two[0], one[1] - two[1]) in STEPS


def test_every_die_and_card_is_in_the_picture() -> None:
    for seed in range(25):
        scene = road_scene(seed, 1280, 960)
        middles = scene.camera.project([[d.x_mm, d.y_mm, d.size_mm] for d in scene.dice])
        cards = scene.camera.project([[c.x_mm, c.y_mm, 0.0] for c in scene.cards] or [[0.0, 0.0, 0.0]])
        for points in (middles, cards):
            assert (points > 10).all(), f"seed {seed}"
            assert (points < [1270, 950]).all(), f"seed {seed}"


def test_truth_has_roads_and_the_form_that_reading_prints() -> None:
    scene = road_scene(2)
    told = truth(scene)
    assert told["kind"] == "roads"
    assert {piece["kind"] for piece in told["pieces"]} == {"line_die"}
    road, _ = dice_of(scene)
    faces = [piece["face"] for piece in told["pieces"][: len(road)]]
    assert faces == [cell["face"] for cell in told["state"]["cells"]]
    assert abs(told["state"]["grid_angle_deg"]) <= 45


@pytest.mark.parametrize("seed", range(4))
def test_roads_leave_the_dice_where_the_truth_says(seed: int) -> None:
    """Looked at just inside each side, along the road's axes nearest to the table's, ink shows at ports alone."""
    print(f"seed {seed}")  # noqa: T201 (a failing test shows it)
    scene = road_scene(seed, 1280, 960)
    road, _ = dice_of(scene)
    plain = [replace(d, look=replace(d.look, gloss=0.0, body=(30, 30, 30), ink=(240, 240, 240))) for d in road]
    picture = render(replace(scene, dice=tuple(plain), lens=CLEAN, lamp=ROOM, things=()))
    for die, cell in zip(road, scene.state["cells"], strict=True):
        pale = [_grey(picture, scene, die, way) for way in _sides(die, scene.state["grid_angle_deg"])]
        ports = ["NESW".index(port) for port in cell["ports"]]
        blank = [pale[side] for side in range(4) if side not in ports]
        assert min(pale[side] for side in ports) > 120, (cell, pale)
        assert max(blank, default=0.0) < 90, (cell, pale)


def _sides(die: Die, grid_deg: float) -> list[float]:
    """The directions of the die's sides, clockwise from the one that is the road's north."""
    quarter = round((die.angle_deg - grid_deg) / 90)
    return [die.angle_deg - 90 * quarter + 90 * side for side in range(4)]


def _grey(picture: np.ndarray, scene: Scene, die: Die, way_deg: float) -> float:
    turn = np.radians(way_deg)
    across, down = 0.4 * die.size_mm * np.array([np.sin(turn), -np.cos(turn)])
    (x, y) = scene.camera.project([[die.x_mm + across, die.y_mm + down, die.size_mm]])[0]
    return float(picture[round(y) - 1 : round(y) + 2, round(x) - 1 : round(x) + 2].mean())


def test_neighbours_drift_but_little_from_one_to_the_next() -> None:
    turned: list[float] = []
    for seed in range(40):
        road, _ = dice_of(road_scene(seed))
        angles = [die.angle_deg for die in road]
        turned += [abs((b - a + 45) % 90 - 45) for a, b in pairwise(angles)]
    assert max(turned) < 30
    assert float(np.median(_nonzero(turned))) < 4


def _nonzero(values: Sequence[float]) -> list[float]:
    return [value for value in values if value > 0]
