"""Photos that teach Muse sets, for the trials: how exactly their tiles are found."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from models.train.trial_muses import FIRST_SET, owner
from vision.corners import find_markers
from vision.outline import TileOutline
from vision.read_plane import TILE_MM, Plane, find_calibration
from vision.render import Scene, render
from vision.render_muses import MUSES, lesson
from vision.teach import SIDES
from vision.teach_find import find_lesson

NEAR_MM: Final = 2.0


def lesson_rows(count: int) -> Iterator[str]:
    """Yield a row that tells in how many lessons all tiles were found, and how far off middles and sides were, mm."""
    middles, sides = [], []
    for number in range(FIRST_SET, FIRST_SET + count):
        scene = lesson(owner(number), 10 * number)
        plane, found = found_tiles(scene)
        if len(found) == MUSES:
            middles.append(worst_middle_mm(scene, plane, found))
            sides.append(_wrong_side(scene, found[0]))
    near = sum(off <= NEAR_MM for off in middles)
    yield f"| lessons | all tiles found | all within {NEAR_MM:g} mm | the worst middle | the worst side |"
    yield f"|{' --- |' * 5}"
    yield f"| {count} | {len(middles)} | {near} | {max(middles, default=0):.1f} mm | {max(sides, default=0):.1f} mm |"


def found_tiles(scene: Scene) -> tuple[Plane, list[TileOutline]]:
    """Return the table under a lesson and the tiles found on it."""
    image = render(scene)
    cards = find_markers(image)
    plane = Plane(find_calibration(image, cards, None)[0], 1.0)
    return plane, find_lesson(image, plane.matrix(TILE_MM), MUSES, SIDES, cards)


def worst_middle_mm(scene: Scene, plane: Plane, found: list[TileOutline]) -> float:
    """Return how far off the middle of a tile is at most."""
    seen = scene.camera.project([(tile.x_mm, tile.y_mm, tile.thick_mm) for tile in scene.tiles])
    off = plane.to_table(seen, TILE_MM) - [(tile.x_mm, tile.y_mm) for tile in found]
    return float(np.hypot(*off.T).max())


def _wrong_side(scene: Scene, found: TileOutline) -> float:
    real = scene.tiles[0]
    return max(abs(found.width_mm - real.side_mm), abs(found.height_mm - (real.tall_mm or real.side_mm)))
