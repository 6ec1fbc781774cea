"""The pieces of one picture with their places, and what they say in the words of the layout."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.table import Cell, Face, Layout, Observation, Place, Shape, Zone
from vision.grid_pose import GridCell
from vision.outline import TileOutline
from vision.read_dice import TableDice
from vision.read_grid import Laid
from vision.read_places import odds_in, turned_odds
from vision.read_plane import TILE_MM, Plane
from vision.read_tiles import tile_words
from vision.reading import Doubt, Odds, Piece, is_read


def pieces_on(plane: Plane, dice: TableDice, laid: Laid, layout: Layout) -> tuple[Piece, ...]:
    """Return the tiles, then the dice, each with its place; faces with a direction say it in the zone's words."""
    zones = {zone.piece: zone for zone in layout.zones if zone.shape is Shape.SQUARE}
    loose = next((zone for zone in layout.zones if zone.shape is Shape.LOOSE), None)
    tiles = [_tile_piece(plane, tile, Place(zones["tile"].name, cell), laid.faces) for cell, tile in laid.tiles.items()]
    die_zone = next((zone for piece, zone in zones.items() if piece != "tile"), None)
    pieces: list[Piece] = []
    for i, die in enumerate(_die_pieces(plane, dice)):
        if i in laid.lays and die_zone:
            pieces.append(_placed(die, die_zone, laid.lays[i].cell, laid.lays[i].quarter))
        elif loose:
            spare = sum(p.place is not None and p.place.zone == loose.name for p in pieces)
            pieces.append(_placed(die, loose, (spare,)))
        else:
            pieces.append(die)
    return (*tiles, *pieces)


def _placed(piece: Piece, zone: Zone, cell: Cell, quarters: int = 0) -> Piece:
    """Return the piece on a cell of the zone, turned so many quarters clockwise from the zone's axes."""
    return replace(piece, place=Place(zone.name, cell), faces=turned_odds(zone, piece.faces, quarters))


def _tile_piece(plane: Plane, tile: TileOutline, place: Place, faces: Mapping[GridCell, Odds] | None) -> Piece:
    outline = tuple((float(x), float(y)) for x, y in plane.to_picture(tile.corners_mm(), TILE_MM))
    shown = () if faces is None else faces[place.cell[0], place.cell[1]]
    real = plane.calibration is not None
    return Piece(
        "tile",
        shown,
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
        if zone.shape is Shape.LOOSE and piece.doubt is Doubt.OFF_MAT:
            continue  # not part of what was rolled, or no die at all; people are told
        if piece.kind == "die":
            faces[piece.place] = odds_in(zone, piece.faces, piece.colours)
        elif words := tile_words(zone, piece.faces, named=laid.named):
            faces[piece.place] = words
        else:
            hidden.add(piece.place)
    free = any(zone.grid and zone.settled for zone in layout.zones)
    anchored = laid.grid.anchored if laid.grid else has_pose or not free
    return Observation(faces, frozenset(_looked_at(layout, laid, pieces)), frozenset(hidden), anchored=anchored)


def _looked_at(layout: Layout, laid: Laid, pieces: Sequence[Piece]) -> list[str]:
    """Return the zones that were read; tiles only where backs can be told from fronts, no grid that dice ignore."""
    astray = laid.grid is None and any(piece.place is None for piece in pieces)
    read = [zone for zone in layout.zones if is_read(zone) and (zone.shape is Shape.LOOSE or not astray)]
    return [zone.name for zone in read if zone.piece != "tile" or laid.faces is not None or not laid.tiles]
