"""The free grid of one picture: its cells by die, the tiles on it, and what they may show."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rules.table import Layout, Shape
from vision.grid import Grid, lay_grid
from vision.grid_known import Known
from vision.grid_pose import GridCell, Lay, Spot
from vision.outline import TileOutline
from vision.read_dice import TableDice
from vision.read_plane import Plane
from vision.read_tiles import SeenTiles, see_tiles
from vision.reading import Odds
from vision.teach_looks import Looks

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Laid:
    """A free grid read: how dice lie in it, tiles by cell, what each tile may show (None: nobody knows).

    `named`: a taught set tells which tile is which.
    """

    grid: Grid | None
    lays: dict[int, Lay]
    tiles: dict[GridCell, TileOutline]
    faces: dict[GridCell, Odds] | None
    named: bool = False


def lay(  # noqa: PLR0917
    image: Image,
    plane: Plane,
    dice: TableDice,
    layout: Layout,
    known: Known,
    looks: Looks | None = None,
    lain: Sequence[TileOutline] = (),
) -> Laid:
    """Return the layout's free square grid, found from the tiles under the dice or from the dice themselves.

    With the `looks` of a taught set its tiles are told by name. Where tiles have `lain` they are looked for again.
    """
    zones = [zone for zone in layout.zones if zone.shape is Shape.SQUARE]
    if not any(zone.settled for zone in zones):
        return Laid(None, {}, {}, None)
    if all(zone.piece != "tile" for zone in zones):
        side = dice.usual_mm  # all dice of a road are of one set
        spots = [Spot(float(x), float(y), angle, side, side) for (x, y), angle, _ in dice.footprints()]
        grid = lay_grid(spots, known, middle=_middle(image, plane), corners=False)
        return Laid(grid, _lays(grid, range(len(dice.found))), {}, None)
    return _lay_tiles(see_tiles(image, plane, dice, zones[0], looks, lain), known)


def _lays(grid: Grid | None, dice: Sequence[int]) -> dict[int, Lay]:
    """Return how each die lies that has a cell."""
    lays = grid.lays if grid else [None] * len(dice)
    return {die: lay for die, lay in zip(dice, lays, strict=True) if lay is not None}


def _middle(image: Image, plane: Plane) -> tuple[float, float]:
    """Return the table point in the middle of the picture."""
    x, y = plane.to_table([(image.shape[1] / 2, image.shape[0] / 2)])[0]
    return float(x), float(y)


def _lay_tiles(seen: SeenTiles, known: Known) -> Laid:
    spots = [Spot(t.x_mm, t.y_mm, t.angle_deg, t.width_mm, t.height_mm) for t in seen.tiles.values()]
    grid = lay_grid(spots, known, apart=True)
    lays = _lays(grid, list(seen.tiles))
    tiles = {lay.cell: seen.tiles[die] for die, lay in lays.items()}
    faces = None if seen.faces is None else {lay.cell: seen.faces[die] for die, lay in lays.items()}
    return Laid(grid, lays, tiles, faces, seen.named)
