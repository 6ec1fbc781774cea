from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from vision_tables import hand_laid

from models.train.trial_muses import LAYOUT, NAMES, owner
from models.train.trial_read import read_as, right_parts
from rules.table import Cell, Shape, Zone
from vision.corners import find_markers
from vision.detect import DiceDetector
from vision.grid import lay_grid
from vision.grid_pose import Spot
from vision.outline import TileOutline, find_tiles
from vision.outline_size import Sides
from vision.read import Reader
from vision.read_dice import dice_on_table, find_dice
from vision.read_plane import TILE_MM, Plane, find_calibration
from vision.read_tiles import see_tiles
from vision.render import Cloth, Scene, corner_cards, render
from vision.render_camera import Camera
from vision.render_dice import Die
from vision.render_faces import DieLook
from vision.render_muses import MUSES, muse_table
from vision.render_tiles import Tile
from vision.tiles import down_chances
from vision.tiles_pairs import likeness_of_pairs
from vision.tiles_patch import tile_patches

SIDES = Sides(56.0, 120.0)
ZONE = Zone("tile", "tile", Shape.SQUARE, ("front", "down"), "dance", (60.0, 120.0))
MIDDLE_PX = (640.0, 480.0)


def dice_at(scene: Scene) -> npt.NDArray[np.float64]:
    return np.array([[die.x_mm, die.y_mm] for die in scene.dice]).reshape(-1, 2)


def tiles_in(scene: Scene, image: npt.NDArray[np.uint8]) -> list[TileOutline | None]:
    found = find_tiles(image, scene.camera.plane(2.0), dice_at(scene), scene.dice[0].size_mm, SIDES)
    return [tile if tile and tile.clear else None for tile in found]


def cells_of(found: list[TileOutline | None]) -> dict[int, tuple[int, int]]:
    under = {i: tile for i, tile in enumerate(found) if tile}
    grid = lay_grid([Spot(t.x_mm, t.y_mm, t.angle_deg, t.width_mm, t.height_mm) for t in under.values()])
    cells = grid.cells if grid else ()
    return {i: cell for i, cell in zip(under, cells, strict=True) if cell is not None}


def from_zero(cells: dict[int, tuple[int, int]]) -> dict[int, tuple[int, int]]:
    left, top = min(x for x, _ in cells.values()), min(y for _, y in cells.values())
    return {i: (x - left, y - top) for i, (x, y) in cells.items()}


def chances(scene: Scene, image: npt.NDArray[np.uint8], tiles: list[TileOutline]) -> list[float] | None:
    plane = scene.camera.plane(2.0)
    return down_chances(likeness_of_pairs(tile_patches(image, plane, tiles, dice_at(scene), scene.dice[0].size_mm)))


@pytest.mark.parametrize(
    ("seed", "count"),
    [(1, 9), (2, 9), (3, 9), (7, 9), (8, 9), (12, 2), (22, 2), (13, 3), (14, 5), (15, 7), (16, 1)],
)
def test_tiles_under_dice_are_found_and_laid_on_their_cells(seed: int, count: int) -> None:
    scene = hand_laid(seed, count)
    found = tiles_in(scene, render(scene))
    truth = {i: tile.cell for i, tile in enumerate(scene.tiles)}
    assert from_zero(cells_of(found)) == from_zero(truth)
    for tile, real in zip(found, scene.tiles, strict=True):
        assert tile is not None
        assert np.hypot(tile.x_mm - real.x_mm, tile.y_mm - real.y_mm) < 9
        assert abs(tile.width_mm - real.side_mm) < 9
        assert abs((tile.angle_deg - real.angle_deg + 45) % 90 - 45) < 5


@pytest.mark.parametrize("seed", [1, 2, 4, 6, 9])
def test_a_die_beside_the_tiles_stands_on_none(seed: int) -> None:
    scene = hand_laid(seed, 9, stray=1)
    found = tiles_in(scene, render(scene))
    assert found[9] is None
    assert None not in found[:9]


def test_dice_on_a_bare_table_stand_on_no_tiles() -> None:
    dice = tuple(Die(3, "white", x, y, 16.0, 20.0) for x, y in ((-60, 0), (0, 30), (75, -20)))
    scene = Scene(Camera(), Cloth("felt"), dice=dice)
    assert tiles_in(scene, render(scene)) == [None, None, None]


def test_no_dice_no_tiles() -> None:
    assert tiles_nowhere() == []


def tiles_nowhere() -> list[TileOutline | None]:
    return find_tiles(np.zeros((400, 400, 3), np.uint8), np.eye(3), np.empty((0, 2)), 16.0, SIDES)


def test_a_die_read_far_outside_the_table_does_no_harm() -> None:
    scene = hand_laid(1)
    dice = np.vstack([dice_at(scene), [[90_000.0, -70_000.0]]])
    found = find_tiles(render(scene), scene.camera.plane(2.0), dice, 15.0, SIDES)
    assert found[9] is None
    assert all(tile and tile.clear for tile in found[:9])


@pytest.mark.parametrize(("seed", "down"), [(1, 3), (2, 2), (5, 3), (9, 4), (21, 3)])
def test_tiles_that_lie_face_down_are_told_from_the_others(seed: int, down: int) -> None:
    scene = hand_laid(seed, 9, down=down)
    image = render(scene)
    found = tiles_in(scene, image)
    tiles = [tile for tile in found if tile]
    assert len(tiles) == 9
    likely = chances(scene, image, tiles)
    assert likely is not None
    assert [chance > 0.9 for chance in likely] == [not tile.face_up for tile in scene.tiles]
    assert [chance < 0.1 for chance in likely] == [tile.face_up for tile in scene.tiles]


@pytest.mark.parametrize("down", [0, 1])
def test_a_single_back_among_fronts_is_not_guessed_at(down: int) -> None:
    scene = hand_laid(22, 6, down=down)
    image = render(scene)
    tiles: list[Any] = tiles_in(scene, image)
    assert None not in tiles
    assert chances(scene, image, tiles) is None


def test_one_tile_is_like_no_other() -> None:
    assert down_chances(np.ones((1, 1), np.float32)) is None


def alike(*groups: tuple[int, float], between: float = 0.3) -> npt.NDArray[np.float32]:
    """Return the likeness of tiles in groups of so many that look so much alike, and `between` them."""
    count = sum(size for size, _ in groups)
    table, begun = np.full((count, count), between, np.float32), 0
    for size, within in groups:
        table[begun : begun + size, begun : begun + size] = within
        begun += size
    np.fill_diagonal(table, 0)
    return table


LONE = (1, 0.0)


def test_tiles_much_more_alike_than_others_lie_face_down() -> None:
    likely = down_chances(alike((3, 0.97), (4, 0.5), LONE, LONE))
    assert likely is not None
    assert min(likely[:3]) > 0.9
    assert max(likely[3:]) < 0.1


@pytest.mark.parametrize(
    "table",
    [
        alike((3, 0.97), (4, 0.95)),  # fronts of one frame look as much alike as backs
        alike((4, 0.8), LONE, LONE, LONE),  # and so do fronts on one ground
        alike((8, 0.97), LONE),  # one back among fronts, or one front among backs
        alike((9, 0.97)),
        alike((2, 0.97)),
    ],
)
def test_what_may_be_fronts_or_backs_is_not_guessed_at(table: npt.NDArray[np.float32]) -> None:
    assert down_chances(table) is None


def test_a_tile_a_little_like_the_backs_may_be_either() -> None:
    table = alike((3, 0.99), LONE, LONE)
    table[3, :3] = table[:3, 3] = 0.85
    likely = down_chances(table)
    assert likely is not None
    assert likely[3] == 0.5
    assert likely[4] < 0.1


@pytest.mark.parametrize(
    ("around", "confidence", "found"),
    [
        (((-1, 0), (1, 0), (0, -1)), 1.0, True),
        (((-1, 0), (1, 0), (0, -1)), 0.3, False),
        (((-1, 0), (1, 0)), 1.0, False),
    ],
)
def test_a_sure_die_among_three_tiles_stands_on_one_that_does_not_show(
    around: tuple[Cell, ...], confidence: float, *, found: bool
) -> None:
    """The tile in the middle is as bare and of the colour as the cloth, and only the others' sides show."""
    rng = np.random.default_rng(5)
    side, pitch = 70.0, 74.0  # so far apart that three sides alone do not show a tile
    tiles = tuple(
        Tile(
            x * pitch,
            y * pitch,
            0,
            side_mm=side,
            picture=np.repeat(np.repeat(rng.integers(0, 255, (6, 6, 3), np.uint8), 40, 0), 40, 1),
        )
        for x, y in around
    )
    places = [(0, 0), *around]
    dice = tuple(Die(3, "white", x * pitch + 3, y * pitch + 4, 16.0, 20.0, on_mm=2.0) for x, y in places)
    camera = Camera(1280, 960, 1150, 0.0, 0.0, 560)
    image = render(Scene(camera, Cloth("felt"), dice=dice, tiles=tiles, cards=corner_cards(400, 300)))
    cards = find_markers(image)
    plane = Plane(find_calibration(image, cards, None)[0], 1.0)
    seen = dice_on_table(find_dice(DiceDetector(), image, plane, cards), plane, TILE_MM)
    assert len(seen.found) == len(dice)
    middle = min(range(len(dice)), key=lambda i: np.hypot(*(seen.centres_mm[i] - plane.to_table([MIDDLE_PX])[0])))
    read = [(face, share * confidence) for face, share in seen.found[middle].faces]
    doubtful = replace(seen.found[middle], faces=tuple(read))
    seen = replace(seen, found=(*seen.found[:middle], doubtful, *seen.found[middle + 1 :]))
    assert (middle in see_tiles(image, plane, seen, ZONE).tiles) == found


def test_backs_hardly_to_be_seen_on_the_cloth_are_tiles_where_sure_dice_stand_on_them() -> None:
    """Wine red backs on a green cloth, both as bright: their sides show badly, but they show one picture."""
    scene = muse_table(owner(9833), 98332, 0, np.random.default_rng([98332, 67]).uniform(12, 25))
    reading = Reader().read(render(scene), LAYOUT)
    assert sum(piece.kind == "tile" for piece in reading.pieces) == MUSES
    assert "cells" in right_parts(scene, read_as(reading.observation), NAMES, named=False)


@pytest.mark.parametrize(
    ("other", "leaning_deg"),
    [
        (DieLook((30, 30, 30), (240, 240, 240)), 0.0),  # flat, but of a colour that no other die has
        (DieLook(), -36.0),  # read as surely as the flat one, but no square on the table
    ],
)
def test_of_two_dice_on_one_tile_the_likelier_one_counts(other: DieLook, leaning_deg: float) -> None:
    rng = np.random.default_rng(6)
    side, pitch = 70.0, 72.0
    art = [np.repeat(np.repeat(rng.integers(0, 255, (6, 6, 3), np.uint8), 40, 0), 40, 1) for _ in range(3)]
    tiles = tuple(Tile((i - 1) * pitch, 0, 0, side_mm=side, picture=picture) for i, picture in enumerate(art))
    dice = tuple(Die(3 + i, "white", (i - 1) * pitch + 8, 6, 16.0, 20.0, on_mm=2.0) for i in range(3))
    more = Die(1, "black", -16, -14, 16.0, 10.0, on_mm=2.0, cocked_deg=leaning_deg, look=other)
    camera = Camera(1280, 960, 1150, 0.0, 0.0, 560)
    image = render(Scene(camera, Cloth("felt"), dice=(*dice, more), tiles=tiles, cards=corner_cards(400, 300)))
    cards = find_markers(image)
    plane = Plane(find_calibration(image, cards, None)[0], 1.0)
    seen = dice_on_table(find_dice(DiceDetector(), image, plane, cards), plane, TILE_MM)
    assert len(seen.found) == len(dice) + 1
    on_tiles = see_tiles(image, plane, seen, ZONE).tiles
    assert sorted(seen.found[die].face for die in on_tiles) == ["3", "4", "5"]
