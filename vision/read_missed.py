"""Dice that were overlooked: a tile that shows a taught picture has one too, and a closer look at it finds it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.detect import Detection, DiceDetector
from vision.grid_pose import GridCell
from vision.outline import TileOutline
from vision.outline_view import rotation
from vision.read_dice import TableDice
from vision.read_grid import Laid
from vision.read_plane import TILE_MM, Plane
from vision.read_tiles import DOWN
from vision.reading import GridPose
from vision.teach_looks import Looks
from vision.tiles import ALIKE
from vision.tiles_match import likeness
from vision.tiles_patch import SHIFT, Patches, tile_patches

Image = NDArray[np.uint8]

AROUND: Final = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]
ZOOMS: Final = (0.85, 1.0, 1.18)  # of a die's side: a closer look is taken at each of these
FAINT: Final = 0.05  # heat of places where a die that was overlooked may be
ROOM_PX: Final = 16  # around a tile, for the detector to see its rim
FLAT: Final = 0.5  # a die that leans more probably than this was not overlooked


def missed_dice(  # noqa: PLR0917
    detector: DiceDetector, image: Image, plane: Plane, dice: TableDice, laid: Laid, looks: Looks | None
) -> list[Detection]:
    """Return the dice on tiles of a taught set that lie beside those found in a BGR picture, and were not found."""
    if looks is None or laid.grid is None or not 0 < len(laid.tiles) < len(looks.names):
        return []
    free = list(_free_cells(laid.tiles, laid.grid.pose).values())
    shown = _recognised(image, plane, free, _face_down(laid), looks)
    found = (_die_on(detector, image, plane, tile, dice) for tile in shown)
    return [die for die in found if die]


def _free_cells(tiles: Mapping[GridCell, TileOutline], pose: GridPose) -> dict[GridCell, TileOutline]:
    """Return where tiles may lie beside these or corner to corner with them, by cell of the grid of that pose."""
    places: dict[GridCell, TileOutline] = {}
    for (column, row), tile in tiles.items():
        quarters = 90.0 * round((tile.angle_deg - pose.angle_deg) / 90)
        turned = rotation(tile.angle_deg - quarters)
        for right, down in AROUND:
            x, y = turned @ [right * pose.pitch_x, down * pose.pitch_y] + [tile.x_mm, tile.y_mm]
            places.setdefault((column + right, row + down), replace(tile, x_mm=float(x), y_mm=float(y)))
    return {cell: place for cell, place in places.items() if cell not in tiles}


def _face_down(laid: Laid) -> list[TileOutline]:
    """Return the tiles that rather lie face down than show anything else."""
    faces = laid.faces or {}
    return [tile for cell, tile in laid.tiles.items() if faces.get(cell) and faces[cell][0][0] == DOWN]


def _recognised(
    image: Image, plane: Plane, free: Sequence[TileOutline], face_down: Sequence[TileOutline], looks: Looks
) -> list[TileOutline]:
    """Return which of the free cells show a taught picture, or what the tiles that lie face down show."""

    def cut(tiles: Sequence[TileOutline]) -> Patches:
        return tile_patches(image, plane.matrix(TILE_MM), tiles, np.empty((0, 2)), 0.0)

    patches = cut(free)
    known = looks.known(looks.likeness(patches))
    if face_down:
        backs = cut(face_down).halved().cores(SHIFT)
        known |= likeness(patches.halved(), backs).best.max(axis=1) > ALIKE
    return [tile for tile, shown in zip(free, known, strict=True) if shown]


def _die_on(detector: DiceDetector, image: Image, plane: Plane, tile: TileOutline, dice: TableDice) -> Detection | None:
    """Return the surest die on a tile, of about the size of the dice nearest to it; None where none is seen."""
    corners = plane.to_picture(tile.corners_mm(), TILE_MM)
    middle = corners.mean(axis=0)
    side = min(dice.found, key=lambda die: float(np.hypot(*(middle - die.centre_px)))).side_px
    left, top = np.maximum(0, np.floor(corners.min(axis=0)).astype(int) - ROOM_PX).tolist()
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + ROOM_PX
    part = np.ascontiguousarray(image[top:bottom, left:right])
    seen = [_moved(die, left, top) for zoom in ZOOMS for die in _seen(detector, part, zoom * side)]
    on_it = [die for die in seen if die.leaning < FLAT and tile.holds(plane.to_table([die.centre_px], TILE_MM)[0])]
    return max(on_it, key=lambda die: die.confidence, default=None)


def _seen(detector: DiceDetector, part: Image, side_px: float) -> Iterator[Detection]:
    """Yield the dice in a part of the picture, those included that hardly show but are surely read as dice."""
    faint = detector.finder.locate(part, side_px, lowest=FAINT)
    yield from detector.detect(part, side_px, known=faint)


def _moved(die: Detection, right: float, down: float) -> Detection:
    """Return a die found in a part of the picture where it lies in the whole picture."""
    outline = tuple((x + right, y + down) for x, y in die.outline_px)
    return replace(die, centre_px=(die.centre_px[0] + right, die.centre_px[1] + down), outline_px=outline)
