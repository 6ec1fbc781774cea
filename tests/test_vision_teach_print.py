from dataclasses import replace

import numpy as np
import pytest

from models.train.trial_lessons import found_tiles, worst_middle_mm
from models.train.trial_muses import owner
from vision.outline_fit import Rectangle
from vision.outline_view import View
from vision.render import render
from vision.render_muses import lesson, muse_set
from vision.teach_print import APART_MM, agreed

COLUMNS = 3
AROUND_MM = 60.0
SETS = (1, 2, 3, 6)


def laid(number: int) -> tuple[View, list[Rectangle]]:
    """The lesson of a set seen from above, and where its tiles really lie."""
    scene = lesson(muse_set(number), number)
    places = np.array([(tile.x_mm, tile.y_mm) for tile in scene.tiles])
    view = View.of(render(scene), scene.camera.plane(scene.tiles[0].thick_mm), places, 0.0, AROUND_MM)
    side = scene.tiles[0].side_mm
    tiles = zip(view.points.tolist(), scene.tiles, strict=True)
    return view, [Rectangle(x, y, side, side, tile.angle_deg) for (x, y), tile in tiles]


def far(found: list[Rectangle], real: list[Rectangle]) -> float:
    return max(float(np.hypot(a.x - b.x, a.y - b.y)) for a, b in zip(found, real, strict=True))


@pytest.mark.parametrize("number", SETS)
def test_tiles_fitted_to_wrong_lines_are_laid_where_all_of_them_agree(number: int) -> None:
    print(f"seed {number}")  # noqa: T201 (a failing test shows it)
    view, real = laid(number)
    rng = np.random.default_rng(number)
    wrong = [replace(tile, x=tile.x + rng.uniform(-6, 6), y=tile.y + rng.uniform(-6, 6), turn_deg=0.0) for tile in real]
    found = agreed(view, wrong, COLUMNS)
    assert far(wrong, real) > APART_MM
    assert far(found, real) < APART_MM
    assert found[0].width == pytest.approx(real[0].width, abs=3)


@pytest.mark.parametrize("number", SETS)
def test_tiles_fitted_well_stay_where_they_are(number: int) -> None:
    view, real = laid(number)
    assert agreed(view, real, COLUMNS) == real


def test_too_few_tiles_tell_nothing_of_each_other() -> None:
    view, real = laid(SETS[0])
    wrong = [replace(tile, x=tile.x + 6) for tile in real[:1]] + real[1:3]
    assert agreed(view, wrong, COLUMNS) == wrong


def test_framed_cards_nearly_side_by_side_on_dark_wood_are_found_exactly() -> None:
    scene = lesson(owner(9804), 98040)
    plane, found = found_tiles(scene)
    assert len(found) == len(scene.tiles)
    assert worst_middle_mm(scene, plane, found) < APART_MM
