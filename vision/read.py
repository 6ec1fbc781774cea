"""From one picture to an observation: where the table is, which dice and tiles lie on it, and on which places."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rules.table import Face, Layout, Observation, Place, Shape, Zone
from vision.detect import Detection, DiceDetector
from vision.grid import Grid, Spot, lay_grid
from vision.outline import TileOutline, find_tiles
from vision.read_places import odds_in, reading_order, tile_odds
from vision.read_plane import DIE_MM, LIKELY_DIE_MM, USUAL_DIE_MM, Plane, find_calibration, guessed_plane
from vision.read_warnings import poor_light, unsure_dice
from vision.reading import GridPose, Piece, Reading
from vision.tiles import down_chances, likeness, tile_patches

Image = NDArray[np.uint8]
Matrix = NDArray[np.float64]

TILE_MM = 2.0  # usual thickness of a tile
GAP_MM = 4.0  # neighbouring tiles lie apart by up to this
ODD_DIE = (0.5, 1.6)  # how far a die's size may be from the usual range before it is no die
UNSURE_TILE = (0.1, 0.9)  # a tile whose chance of lying face down is between these is not reported


@dataclass(frozen=True, slots=True, eq=False)
class _Dice:
    """The dice of one picture, with their centres and sizes on the table."""

    found: tuple[Detection, ...]
    centres_mm: Matrix
    sizes_mm: tuple[float, ...]
    angles_deg: tuple[float, ...]

    @property
    def usual_mm(self) -> float:
        """The median size; a usual die's where there are none."""
        return float(np.median(self.sizes_mm)) if self.sizes_mm else USUAL_DIE_MM


@dataclass(frozen=True, slots=True)
class _Laid:
    """A free grid read: its cell by die, tiles by cell, and how likely each tile lies face down (None: not known)."""

    grid: Grid | None
    cells: dict[int, tuple[int, int]]
    tiles: dict[tuple[int, int], TileOutline]
    down: dict[tuple[int, int], float] | None


class Reader:
    """Reads pictures one by one; the models are loaded once.

    `profile` is the folder where the table's last good map is kept (None: pictures have nothing to do with each
    other). Raises ModelError where the models are missing or damaged.
    """

    def __init__(self, profile: Path | None = None, threads: int = 2) -> None:
        self._profile = profile
        self._detector = DiceDetector(threads)

    def read(self, image: Image, layout: Layout, pose: GridPose | None = None) -> Reading:
        """Return what lies on the table of an upright BGR picture, in the words of the layout.

        With the `pose` of an earlier reading, the cells of a free grid keep their numbers while it still fits.
        """
        calibration, warnings = find_calibration(image, self._profile)
        detections = self._find(image, Plane(calibration, 1.0).usual_side_px((image.shape[1], image.shape[0])))
        plane = Plane(calibration, 1.0) if calibration else guessed_plane([d.side_px for d in detections])
        dice = _on_table(detections, plane, _stands_on_mm(layout))
        laid = _lay(image, plane, dice, layout, _scaled(pose, 1 / _unit(plane)))
        pieces = _pieces(plane, dice, laid, layout)
        size = (image.shape[1], image.shape[0])
        return Reading(
            *size,
            calibration is not None,
            pieces,
            _observation(pieces, laid, layout, has_pose=pose is not None),
            _scaled(laid.grid.pose, _unit(plane)) if laid.grid else pose,
            (*warnings, *poor_light(image), *unsure_dice(pieces, size)),
        )

    def _find(self, image: Image, side_px: float | None) -> list[Detection]:
        """Return the dice, looked for at the usual size first; at every size where that finds none or odd ones."""
        if side_px is not None:
            found = self._detector.detect(image, side_px)
            sizes = [d.side_px / side_px * USUAL_DIE_MM for d in found]
            if found and LIKELY_DIE_MM[0] <= min(sizes) and max(sizes) <= LIKELY_DIE_MM[1]:
                return found
        return self._detector.detect(image)


def _unit(plane: Plane) -> float:
    """Return what a millimetre of the plane is in the units that are reported: pixels where it is only guessed."""
    return 1.0 if plane.calibration else plane.px_per_mm


def _scaled(pose: GridPose | None, by: float) -> GridPose | None:
    if pose is None:
        return None
    return GridPose(pose.x * by, pose.y * by, pose.angle_deg, pose.pitch_x * by, pose.pitch_y * by)


def _stands_on_mm(layout: Layout) -> float:
    return TILE_MM if any(zone.piece == "tile" for zone in layout.zones) else 0.0


def _on_table(detections: Sequence[Detection], plane: Plane, on_mm: float) -> _Dice:
    """Return the dice with their places on the table; their tops are seen outward of where they stand."""
    sizes = [plane.size_mm(d.centre_px, d.side_px) for d in detections]
    low, high = DIE_MM[0] * ODD_DIE[0], DIE_MM[1] * ODD_DIE[1]
    kept = [(d, size) for d, size in zip(detections, sizes, strict=True) if low <= size <= high]
    order = reading_order([d.centre_px for d, _ in kept], float(np.median([d.side_px for d, _ in kept] or [1.0])))
    kept = [kept[i] for i in order]
    heights = np.array([size + on_mm for _, size in kept])
    centres = plane.to_table([d.centre_px for d, _ in kept], heights) if kept else np.empty((0, 2))
    angles = tuple(_angle_deg(plane, d, size + on_mm) for d, size in kept)
    return _Dice(tuple(d for d, _ in kept), centres, tuple(size for _, size in kept), angles)


def _angle_deg(plane: Plane, die: Detection, height_mm: float) -> float:
    (x0, y0), (x1, y1) = plane.to_table(die.outline_px[:2], height_mm)
    return float(np.degrees(np.arctan2(y1 - y0, x1 - x0)))


def _lay(image: Image, plane: Plane, dice: _Dice, layout: Layout, pose: GridPose | None) -> _Laid:
    """Return the layout's free square grid, found from the tiles under the dice or from the dice themselves."""
    zones = [zone for zone in layout.zones if zone.shape is Shape.SQUARE]
    if not zones:
        return _Laid(None, {}, {}, None)
    if all(zone.piece != "tile" for zone in zones):
        grid = lay_grid([Spot(*map(float, at), angle, size, size) for at, angle, size in _footprints(dice)], pose)
        return _Laid(grid, _cells(grid, range(len(dice.found))), {}, None)
    return _lay_tiles(image, plane, dice, zones[0], pose)


def _footprints(dice: _Dice) -> list[tuple[Matrix, float, float]]:
    return list(zip(dice.centres_mm, dice.angles_deg, dice.sizes_mm, strict=True))


def _cells(grid: Grid | None, dice: Sequence[int]) -> dict[int, tuple[int, int]]:
    if grid is None:
        return {}
    return {die: cell for die, cell in zip(dice, grid.cells, strict=True) if cell is not None}


def _lay_tiles(image: Image, plane: Plane, dice: _Dice, zone: Zone, pose: GridPose | None) -> _Laid:
    found = find_tiles(image, plane.matrix(TILE_MM), dice.centres_mm, dice.usual_mm, _sides_mm(zone, plane))
    under = {die: tile for die, tile in enumerate(found) if tile is not None}
    spots = [Spot(t.x_mm, t.y_mm, t.angle_deg, t.width_mm, t.height_mm) for t in under.values()]
    grid = lay_grid(spots, pose)
    cells = _cells(grid, list(under))
    tiles = {cell: under[die] for die, cell in cells.items()}
    return _Laid(grid, cells, tiles, _face_down(image, plane, dice, tiles))


def _sides_mm(zone: Zone, plane: Plane) -> tuple[float, float]:
    """Return the least and greatest side a tile of that pitch has, in the plane's millimetres."""
    low, high = zone.pitch_mm[0] - GAP_MM, zone.pitch_mm[1]
    if plane.calibration:
        return low, high
    return low * USUAL_DIE_MM / LIKELY_DIE_MM[1], high * USUAL_DIE_MM / LIKELY_DIE_MM[0]


def _face_down(
    image: Image, plane: Plane, dice: _Dice, tiles: dict[tuple[int, int], TileOutline]
) -> dict[tuple[int, int], float] | None:
    """Return how likely each tile lies face down; None where that cannot be told."""
    if not tiles:
        return None
    patches = tile_patches(image, plane.matrix(TILE_MM), list(tiles.values()), dice.centres_mm, dice.usual_mm)
    chances = down_chances(likeness(patches))
    return None if chances is None else dict(zip(tiles, chances, strict=True))


def _pieces(plane: Plane, dice: _Dice, laid: _Laid, layout: Layout) -> tuple[Piece, ...]:
    """Return the tiles, then the dice, each with its place."""
    zones = {zone.piece: zone for zone in layout.zones if zone.shape is Shape.SQUARE}
    loose = next((zone for zone in layout.zones if zone.shape is Shape.LOOSE), None)
    tiles = [_tile_piece(plane, tile, Place(zones["tile"].name, cell), laid.down) for cell, tile in laid.tiles.items()]
    die_zone = next((zone for piece, zone in zones.items() if piece != "tile"), None)
    pieces: list[Piece] = []
    for i, die in enumerate(_die_pieces(plane, dice)):
        if i in laid.cells and die_zone:
            pieces.append(replace(die, place=Place(die_zone.name, laid.cells[i])))
        else:
            spare = sum(p.place is not None and loose is not None and p.place.zone == loose.name for p in pieces)
            pieces.append(replace(die, place=Place(loose.name, (spare,))) if loose else die)
    return (*tiles, *pieces)


def _tile_piece(plane: Plane, tile: TileOutline, place: Place, down: dict[tuple[int, int], float] | None) -> Piece:
    outline = tuple((float(x), float(y)) for x, y in plane.to_picture(tile.corners_mm(), TILE_MM))
    chance = None if down is None else down[place.cell[0], place.cell[1]]
    faces = () if chance is None else (("down", chance),)
    real = plane.calibration is not None
    return Piece(
        "tile",
        faces,
        (),
        outline,
        tile.angle_deg,
        (tile.x_mm, tile.y_mm) if real else None,
        tile.width_mm if real else None,
        place,
    )


def _die_pieces(plane: Plane, dice: _Dice) -> list[Piece]:
    real = plane.calibration is not None
    return [
        Piece(
            "die",
            die.faces,
            die.colour,
            die.outline_px,
            angle,
            (float(centre[0]), float(centre[1])) if real else None,
            size if real else None,
        )
        for die, (centre, angle, size) in zip(dice.found, _footprints(dice), strict=True)
    ]


def _observation(pieces: Sequence[Piece], laid: _Laid, layout: Layout, *, has_pose: bool) -> Observation:
    """Return what the pieces say in the layout's words; tiles that may be either way up count as hidden."""
    faces: dict[Place, dict[Face, float]] = {}
    hidden: set[Place] = set()
    for piece in pieces:
        if piece.place is None:
            continue
        zone = layout.zone(piece.place.zone)
        if piece.kind == "die":
            faces[piece.place] = odds_in(zone, piece.faces, piece.colours)
        elif piece.faces and not UNSURE_TILE[0] < piece.confidence < UNSURE_TILE[1]:
            faces[piece.place] = tile_odds(zone, piece.confidence)
        else:
            hidden.add(piece.place)
    anchored = laid.grid.anchored if laid.grid else has_pose or not any(zone.grid for zone in layout.zones)
    return Observation(faces, frozenset(_looked_at(layout, laid)), frozenset(hidden), anchored)


def _looked_at(layout: Layout, laid: _Laid) -> list[str]:
    """Return the zones that were read; the tiles only where backs can be told from fronts."""
    read = [zone for zone in layout.zones if zone.shape in {Shape.SQUARE, Shape.LOOSE}]
    return [zone.name for zone in read if zone.piece != "tile" or laid.down is not None or not laid.tiles]
