"""What an earlier reading tells about the free grid of the next picture: its pose, and what lay where."""

from collections.abc import Iterator

import numpy as np

from rules.table import Layout, Shape
from vision.detect_places import BEST_PX
from vision.detect_pose import Pose, placement
from vision.grid_known import NOTHING, Known, Lain
from vision.outline import TileOutline
from vision.read_plane import TILE_MM, Plane
from vision.reading import GridPose, Piece, Reading


def known_grid(before: Reading | None, layout: Layout, plane: Plane) -> Known:
    """Return what is known from the reading before, in the plane's millimetres; nothing where its scale was another."""
    if before is None or before.calibrated != (plane.calibration is not None):
        return NOTHING
    zones = {zone.name: zone for zone in layout.zones if zone.shape is Shape.SQUARE}
    tiled = any(zone.piece == "tile" for zone in zones.values())
    pose = before.pose and scaled(before.pose, 1 / plane.unit)
    spotted = [piece for piece in before.pieces if (piece.kind == "tile") == tiled]
    return Known(pose, tuple(_lain(spotted, frozenset(zones), pose, plane)))


def known_tiles(before: Reading | None, plane: Plane) -> list[TileOutline]:
    """Return the tiles on the grid of the reading before, in the plane's millimetres; none where its scale differs."""
    if before is None or before.calibrated != (plane.calibration is not None):
        return []
    return [_tile(piece, plane) for piece in before.pieces if piece.kind == "tile" and piece.place]


def _tile(piece: Piece, plane: Plane) -> TileOutline:
    """Return a tile's outline: its size as it was read, for the camera may have been bumped since."""
    corners = plane.to_table(piece.outline_px, TILE_MM)
    wide, tall = (float(np.hypot(*(corners[i] - corners[0]))) for i in (1, 3))
    scale = piece.size_mm / wide if piece.size_mm else 1.0
    x, y = piece.centre_mm or corners.mean(axis=0)
    return TileOutline(float(x), float(y), wide * scale, tall * scale, piece.angle_deg, 1.0)


def known_dice(before: Reading | None, layout: Layout, image_px: tuple[int, int]) -> list[Pose]:
    """Return where the dice on a free grid lay in the picture before; nothing where it had another size."""
    if before is None or (before.width_px, before.height_px) != image_px:
        return []
    grids = {zone.name for zone in layout.zones if zone.grid}
    laid = (piece for piece in before.pieces if piece.kind == "die" and piece.place and piece.place.zone in grids)
    return [_pose(piece) for piece in laid]


def _pose(piece: Piece) -> Pose:
    lay = placement(piece.outline_px)
    return Pose(lay.x, lay.y, lay.side, lay.angle_deg, heat=1.0, level_px=BEST_PX)


def scaled(pose: GridPose, by: float) -> GridPose:
    """Return a pose whose lengths are so many times as large."""
    return GridPose(pose.x * by, pose.y * by, pose.angle_deg, pose.pitch_x * by, pose.pitch_y * by)


def _lain(pieces: list[Piece], grids: frozenset[str], pose: GridPose | None, plane: Plane) -> Iterator[Lain]:
    """Yield where pieces lay; the grid's axes at each are those of the piece that are nearest to the pose's."""
    for piece in pieces:
        x, y = piece.centre_mm or np.mean(piece.outline_px, axis=0) / plane.unit
        cell = (piece.place.cell[0], piece.place.cell[1]) if piece.place and piece.place.zone in grids else None
        axes = pose.angle_deg if pose else 0.0
        yield Lain(float(x), float(y), axes + (piece.angle_deg - axes + 45) % 90 - 45, cell)
