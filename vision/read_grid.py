"""The free grid of one picture: its cells by die, the tiles on it, and which of them lie face down."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np
from numpy.typing import NDArray

from rules.table import Layout, Shape, Zone
from vision.grid import Grid, GridCell, Spot, lay_grid
from vision.outline import TileOutline, find_tiles
from vision.read_dice import TableDice
from vision.read_plane import LIKELY_DIE_MM, TILE_MM, USUAL_DIE_MM, Plane
from vision.reading import GridPose
from vision.tiles import down_chances, likeness, tile_patches

Image = NDArray[np.uint8]

GAP_MM = 4.0  # neighbouring tiles lie apart by up to this
SAME_TILE = 0.4  # tiles found nearer to each other than this share of their width are one


@dataclass(frozen=True, slots=True)
class Laid:
    """A free grid read: its cell by die, tiles by cell, and how likely each tile lies face down (None: not known)."""

    grid: Grid | None
    cells: dict[int, GridCell]
    tiles: dict[GridCell, TileOutline]
    down: dict[GridCell, float] | None


def lay(image: Image, plane: Plane, dice: TableDice, layout: Layout, pose: GridPose | None) -> Laid:
    """Return the layout's free square grid, found from the tiles under the dice or from the dice themselves."""
    zones = [zone for zone in layout.zones if zone.shape is Shape.SQUARE]
    if not zones:
        return Laid(None, {}, {}, None)
    if all(zone.piece != "tile" for zone in zones):
        grid = lay_grid(
            [Spot(float(x), float(y), angle, size, size) for (x, y), angle, size in dice.footprints()], pose
        )
        return Laid(grid, _cells(grid, range(len(dice.found))), {}, None)
    return _lay_tiles(image, plane, dice, zones[0], pose)


def _cells(grid: Grid | None, dice: Sequence[int]) -> dict[int, GridCell]:
    if grid is None:
        return {}
    return {die: cell for die, cell in zip(dice, grid.cells, strict=True) if cell is not None}


def _lay_tiles(image: Image, plane: Plane, dice: TableDice, zone: Zone, pose: GridPose | None) -> Laid:
    found = find_tiles(image, plane.matrix(TILE_MM), dice.centres_mm, dice.usual_mm, _sides_mm(zone, plane))
    under = _surest({die: tile for die, tile in enumerate(found) if tile is not None}, dice)
    spots = [Spot(t.x_mm, t.y_mm, t.angle_deg, t.width_mm, t.height_mm) for t in under.values()]
    grid = lay_grid(spots, pose, apart=True)
    cells = _cells(grid, list(under))
    tiles = {cell: under[die] for die, cell in cells.items()}
    return Laid(grid, cells, tiles, _face_down(image, plane, dice, tiles))


def _surest(under: Mapping[int, TileOutline], dice: TableDice) -> dict[int, TileOutline]:
    """Return the tiles by die, of dice that share one only that read most surely: art may look like a die."""
    kept: dict[int, TileOutline] = {}
    for die in sorted(under, key=lambda i: -dice.found[i].confidence):
        tile = under[die]
        apart = (hypot(tile.x_mm - other.x_mm, tile.y_mm - other.y_mm) for other in kept.values())
        if all(distance > SAME_TILE * tile.width_mm for distance in apart):
            kept[die] = tile
    return dict(sorted(kept.items()))


def _sides_mm(zone: Zone, plane: Plane) -> tuple[float, float]:
    """Return the least and greatest side a tile of that pitch has, in the plane's millimetres."""
    low, high = zone.pitch_mm[0] - GAP_MM, zone.pitch_mm[1]
    if plane.calibration:
        return low, high
    return low * USUAL_DIE_MM / LIKELY_DIE_MM[1], high * USUAL_DIE_MM / LIKELY_DIE_MM[0]


def _face_down(
    image: Image, plane: Plane, dice: TableDice, tiles: dict[GridCell, TileOutline]
) -> dict[GridCell, float] | None:
    """Return how likely each tile lies face down; None where that cannot be told."""
    if not tiles:
        return None
    patches = tile_patches(image, plane.matrix(TILE_MM), list(tiles.values()), dice.centres_mm, dice.usual_mm)
    chances = down_chances(likeness(patches))
    return None if chances is None else dict(zip(tiles, chances, strict=True))
