"""A die that was overlooked on a taught tile is found by a closer look, and none is made up where there is none."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from rules.table import COLOURS, Layout, Shape, Zone
from vision.corners import find_markers
from vision.detect import Detection, DiceDetector
from vision.grid_known import NOTHING
from vision.read import Reader
from vision.read_dice import dice_on_table, find_dice
from vision.read_grid import lay
from vision.read_missed import missed_dice
from vision.read_plane import TILE_MM, Plane, find_calibration
from vision.render import Cloth, Scene, render
from vision.render_lens import Lens
from vision.render_muses import lesson, muse_set, muse_table
from vision.teach import teach_tiles
from vision.teach_looks import Looks

NAMES = tuple("ABCDEFGHI")
PITCH_MM = (60.0, 120.0)
LAYOUT = Layout(
    (
        Zone("tile", "tile", Shape.SQUARE, (*NAMES, "down"), "dance", PITCH_MM),
        Zone("die", "die", Shape.SQUARE, tuple(f"{c} {n}" for c in COLOURS for n in range(1, 7)), "dance", PITCH_MM),
    )
)
OWNED = muse_set(4)
FACE_UP = 8  # the number of a tile that lies face up, the last one laid


def plain(scene: Scene) -> Scene:
    return replace(scene, cloth=Cloth("felt"), lens=Lens(), things=())


@cache
def looks() -> Looks:
    return Looks.of(teach_tiles(render(plain(lesson(OWNED, 4))), NAMES))


def overlooked(scene: Scene, gone: int) -> list[Detection]:
    """The dice found by a closer look when the one of that number was not found at first."""
    image, detector = render(scene), DiceDetector()
    cards = find_markers(image)
    calibration, _ = find_calibration(image, cards, None)
    plane = Plane(calibration, 1.0)
    x, y = scene.camera.project(scene.dice[gone].outline_mm()).mean(axis=0)
    found = find_dice(detector, image, plane, cards)
    others = [die for die in found if abs(die.centre_px[0] - x) + abs(die.centre_px[1] - y) > die.side_px]
    dice = dice_on_table(others, plane, TILE_MM)
    laid = lay(image, plane, dice, LAYOUT, NOTHING, looks())
    assert len(laid.tiles) == len(NAMES) - 1
    return missed_dice(detector, image, plane, dice, laid, looks())


def test_an_overlooked_die_is_found_on_its_tile() -> None:
    scene = plain(muse_table(OWNED, 41))
    (die,) = overlooked(scene, FACE_UP)
    real = scene.dice[FACE_UP]
    x, y = scene.camera.project(real.outline_mm()).mean(axis=0)
    assert die.face == str(real.value)
    assert die.centre_px == pytest.approx((x, y), abs=0.3 * die.side_px)


def test_a_tile_without_a_die_gets_none() -> None:
    scene = plain(muse_table(OWNED, 41))
    away = replace(scene.dice[FACE_UP], x_mm=10_000.0)
    assert overlooked(replace(scene, dice=(*scene.dice[:FACE_UP], away)), FACE_UP) == []


def test_where_all_tiles_are_found_or_none_is_taught_nothing_is_looked_for(tmp_path: Path) -> None:
    scene = plain(muse_table(OWNED, 41))
    image, detector = render(scene), DiceDetector()
    calibration, _ = find_calibration(image, find_markers(image), tmp_path)
    plane = Plane(calibration, 1.0)
    dice = dice_on_table(find_dice(detector, image, plane, ()), plane, TILE_MM)
    laid = lay(image, plane, dice, LAYOUT, NOTHING, looks())
    assert missed_dice(detector, image, plane, dice, laid, looks()) == []
    assert missed_dice(detector, image, plane, dice, laid, None) == []


@pytest.mark.parametrize("seed", [1, 7])
def test_what_is_far_smaller_than_the_dice_stands_on_no_tile(seed: int) -> None:
    """A letter of a printed cloth may read like a die."""
    table, hole = muse_table(muse_set(3), seed), (0, -1)
    beside = [(tile.x_mm, tile.y_mm) for tile in table.tiles if tile.cell in {(0, 0), (0, -2)}]
    (x, y), die = np.mean(beside, axis=0), table.dice[0]
    assert hole not in {tile.cell for tile in table.tiles}
    for share, tiles in ((0.66, 9), (1.0, 10)):
        more = replace(die, x_mm=float(x), y_mm=float(y), on_mm=0.0, angle_deg=33.0, size_mm=share * die.size_mm)
        reading = Reader().read(render(replace(table, dice=(*table.dice, more))), LAYOUT)
        assert sum(piece.kind == "tile" for piece in reading.pieces) == tiles
