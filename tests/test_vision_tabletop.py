"""A drawn table that follows a game: what lies stays, what is laid lies against it, and all of it is in sight."""

from collections.abc import Sequence

import numpy as np
import pytest

import rules
from rules.loose import loose
from rules.table import Layout, Place, Table
from vision.render import Scene
from vision.render_camera import square
from vision.render_ground import ASTRAY, Ground
from vision.render_laying import Habit
from vision.render_roads import grow_road
from vision.render_set import KINDS
from vision.render_tabletop import Extent, Tabletop

LINE = rules.load("line_dice")
MUSES = rules.load("dance_of_muses")
ROAD = ("S-EW 0,0", "X 1,0", "C1S 2,0", "S-NS 2,-1", "C3S 2,-2")


def layout(game: rules.AnyGame = LINE) -> Layout:
    found: Layout = game.layout(game.initial_state(2))
    return found


def table(dice: Sequence[str]) -> Table:
    parts = [die.replace(",", " ").split() for die in dice]
    return {Place("die", (int(x), int(y))): face for face, x, y in parts}


def tabletop(seed: int, *loose: int) -> Tabletop:
    cells = frozenset((place.cell[0], place.cell[1]) for place in table(ROAD))
    return Tabletop(seed, layout(), Extent(cells, loose), (1152, 648))


def inside(scene: Scene) -> bool:
    """All corners of cards and dice are in the picture."""
    cards = [square(card.x_mm, card.y_mm, 50, card.angle_deg) for card in scene.cards]
    seen = scene.camera.project(np.vstack([*cards, *(die.outline_mm() for die in scene.dice)]))
    return bool((seen >= 0).all() and (seen < [scene.camera.width_px, scene.camera.height_px]).all())


@pytest.mark.parametrize("seed", range(12))
def test_all_pieces_lie_apart_side_by_side_and_in_sight(seed: int) -> None:
    print(f"seed {seed}")  # noqa: T201 (a failing test shows it)
    top = tabletop(seed, 6, 6)
    scene = [top.scene(table(ROAD[: n + 1]), layout(), [["S", "C1"] * 3] * 2) for n in range(len(ROAD))][-1]
    assert len(scene.dice) == len(ROAD) + 12
    assert inside(scene)
    side = scene.dice[0].size_mm
    at = np.array([(die.x_mm, die.y_mm) for die in scene.dice])
    far = np.linalg.norm(at[:, None] - at[None], axis=2) + 9 * side * np.eye(len(at))
    assert far.min() > 0.97 * side
    road = {place.cell: spot for place, spot in zip(sorted(table(ROAD)), at, strict=False)}
    for one, two in (((0, 0), (1, 0)), ((1, 0), (2, 0)), ((2, 0), (2, -1)), ((2, -1), (2, -2))):
        assert np.linalg.norm(road[one] - road[two]) < 1.35 * side


def test_dice_that_nobody_touches_stay_where_they_are() -> None:
    moved = []
    for seed in range(20):
        top = tabletop(seed)
        before, after = (top.scene(table(ROAD[:n]), layout()).dice for n in (4, 5))
        moved.append(len(set(before) - set(after)))
    assert moved.count(0) >= 8, "most hands touch nothing else"
    assert sum(count > 1 for count in moved) <= 4, "few shift the whole road"


def test_what_a_die_shows_follows_from_its_face() -> None:
    dice = tabletop(3).scene(table(["X 0,0", "C2W 1,0", "S-EW 2,0"]), layout()).dice
    cross, curve, straight = sorted(dice, key=lambda die: die.value != 2)[0:1] + [
        next(die for die in dice if die.value == value) for value in (5, 1)
    ]
    grid = cross.angle_deg % 90
    assert cross.value == 2
    assert (curve.angle_deg - grid - 270 + 20) % 360 < 40, "its arrow points west: three quarters from north"
    assert (straight.angle_deg - grid - 90 + 20) % 180 < 40


def test_a_die_taken_from_the_hand_is_gone_and_the_others_stay() -> None:
    top = tabletop(5, 3, 3)
    before = {die: die.value for die in top.scene({}, layout(), [["S", "C1", "C1"], ["X"]]).dice}
    after = top.scene(table(["C1S 0,0"]), layout(), [["S", "C1"], ["X"]]).dice
    assert len(after) == len(before) == 4
    (gone,) = set(before) - set(after)
    assert before[gone] == 4, "a curve C1"


def test_roads_of_36_dice_stay_so_straight_that_people_see_which_sides_meet() -> None:
    rng = np.random.default_rng(1)
    for _ in range(4):
        road = grow_road(rng, 36)
        ground = Ground(rng, 16.0, Habit(1.5, (0.06, -0.06), 0.04, 4.0), 40.0, (0.0, 0.0))
        for n in range(len(road)):
            ground.fill({die.cell for die in road[: n + 1]})
        spots = ground.spots
        for (x, y), spot in spots.items():
            for other in ((x + 1, y), (x, y + 1)):
                if other in spots:
                    assert abs(np.linalg.norm(spots[other].at - spot.at) - 16) < 2 * ASTRAY * 16


def test_muses_stand_on_tiles() -> None:
    state = MUSES.initial_state(2)
    cells = frozenset({(0, 0), (1, 0)})
    top = Tabletop(4, layout(MUSES), Extent(cells), (1152, 648))
    laid: Table = {Place("tile", (0, 0)): "Clio", Place("tile", (1, 0)): "down", Place("die", (0, 0)): "orange 4"}
    scene = top.scene(laid, MUSES.layout(state))
    (die,), tiles = scene.dice, scene.tiles
    assert [tile.face_up for tile in tiles] == [True, False]
    assert die.on_mm == tiles[0].thick_mm
    assert max(abs(die.x_mm - tiles[0].x_mm), abs(die.y_mm - tiles[0].y_mm)) < 0.75 * tiles[0].side_mm
    assert (die.value, die.colour) == (4, "orange")


def test_every_kind_that_a_readable_game_asks_for_can_be_drawn() -> None:
    for game in (LINE, MUSES):
        assert {zone.piece for zone in layout(game).zones} <= KINDS.keys()


def test_loose_pieces_are_those_that_are_known() -> None:
    state = LINE.initial_state(2, hand_limit=2)
    assert loose(LINE, state) == ((), ())
    state = LINE.apply(state, LINE.parse_move("roll S X"))
    assert loose(LINE, state) == (("S", "X"), ())
    assert loose(MUSES, MUSES.initial_state(2)) == ()
