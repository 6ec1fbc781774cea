"""The pieces of one picture with their places, and what they say in the words of the layout."""

from collections.abc import Sequence
from dataclasses import replace

from rules.table import Face, Layout, Observation, Place, Shape
from vision.grid import GridCell
from vision.outline import TileOutline
from vision.read_dice import TableDice
from vision.read_grid import Laid
from vision.read_places import odds_in, tile_odds
from vision.read_plane import TILE_MM, Plane
from vision.reading import Piece

UNSURE_TILE = (0.1, 0.9)  # a tile whose chance of lying face down is between these is not reported


def pieces_on(plane: Plane, dice: TableDice, laid: Laid, layout: Layout) -> tuple[Piece, ...]:
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


def _tile_piece(plane: Plane, tile: TileOutline, place: Place, down: dict[GridCell, float] | None) -> Piece:
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


def _die_pieces(plane: Plane, dice: TableDice) -> list[Piece]:
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
        for die, (centre, angle, size) in zip(dice.found, dice.footprints(), strict=True)
    ]


def observe(pieces: Sequence[Piece], laid: Laid, layout: Layout, *, has_pose: bool) -> Observation:
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
    return Observation(faces, frozenset(_looked_at(layout, laid, pieces)), frozenset(hidden), anchored=anchored)


def _looked_at(layout: Layout, laid: Laid, pieces: Sequence[Piece]) -> list[str]:
    """Return the zones that were read; tiles only where backs can be told from fronts, no grid that dice ignore."""
    astray = laid.grid is None and any(piece.place is None for piece in pieces)
    shapes = {Shape.LOOSE} if astray else {Shape.SQUARE, Shape.LOOSE}
    read = [zone for zone in layout.zones if zone.shape in shapes]
    return [zone.name for zone in read if zone.piece != "tile" or laid.down is not None or not laid.tiles]
