"""The tiles under the dice of one picture and what each shows: by what was taught, or by what looks alike."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rules.table import Face, Zone
from vision.outline import TileOutline, find_tiles
from vision.outline_view import rotation
from vision.read_dice import TableDice
from vision.read_places import LEAST, tile_odds
from vision.read_plane import LIKELY_DIE_MM, TILE_MM, USUAL_DIE_MM, Plane
from vision.reading import Odds
from vision.teach_looks import Looks
from vision.tiles import ALIKE, down_chances, likeness_among
from vision.tiles_patch import ROOM, Patches, tile_patches

Image = NDArray[np.uint8]

DOWN: Final = "down"  # the face of a tile whose back is up
GAP_MM: Final = 4.0  # neighbouring tiles lie apart by up to this
USUAL_GAP_MM: Final = 1.5
SAME_TILE: Final = 0.4  # tiles found nearer to each other than this share of their width are one
ON_GRID: Final = 0.12  # of a side: a faint tile lies this near to where its neighbour's grid has it, else just there
LIKE_TAUGHT_MM: Final = 3.0  # taught tiles are found at their own size, give or take this
ENOUGH: Final = 0.25  # share of a tile that must be seen to say what it shows
UNSURE: Final = (0.1, 0.9)  # a tile whose chance of lying face down is between these is not reported


@dataclass(frozen=True, slots=True)
class SeenTiles:
    """Tiles by the die that stands on each, and what each may show (None: nobody knows which of them lie face down)."""

    tiles: dict[int, TileOutline]
    faces: dict[int, Odds] | None


def see_tiles(image: Image, plane: Plane, dice: TableDice, zone: Zone, looks: Looks | None) -> SeenTiles:
    """Return the tiles of a zone in a BGR picture; `looks` is the taught set, if there is one."""
    to_picture = plane.matrix(TILE_MM)
    found = find_tiles(image, to_picture, dice.centres_mm, dice.usual_mm, _sides_mm(zone, plane, looks))
    clear = _surest({die: tile for die, tile in enumerate(found) if tile is not None and tile.clear}, dice)
    faint = _faint(found, clear, dice)
    if not clear:
        return SeenTiles({}, None)
    tiles = [*clear.values(), *faint.values()]
    patches = tile_patches(image, to_picture, tiles, dice.centres_mm, dice.usual_mm)
    kept = np.append(np.full(len(clear), fill_value=True), _recognised(patches, len(clear), looks))
    patches = Patches(patches.colours[kept], patches.seen[kept])
    under = {die: tile for (die, tile), keep in zip((clear | faint).items(), kept, strict=True) if keep}
    faces = _faces(patches, looks)
    return SeenTiles(under, None if faces is None else dict(zip(under, faces, strict=True)))


def _sides_mm(zone: Zone, plane: Plane, looks: Looks | None) -> tuple[float, float]:
    """Return the least and greatest side a tile has, in the plane's millimetres."""
    if plane.calibration and looks and looks.side_mm:
        return looks.side_mm - LIKE_TAUGHT_MM, looks.side_mm + LIKE_TAUGHT_MM
    low, high = zone.pitch_mm[0] - GAP_MM, zone.pitch_mm[1]
    if plane.calibration:
        return low, high
    return low * USUAL_DIE_MM / LIKELY_DIE_MM[1], high * USUAL_DIE_MM / LIKELY_DIE_MM[0]


def _surest(under: Mapping[int, TileOutline], dice: TableDice) -> dict[int, TileOutline]:
    """Return the tiles by die, of dice that share one only that read most surely: art may look like a die."""
    kept: dict[int, TileOutline] = {}
    for die in sorted(under, key=lambda i: -dice.found[i].confidence):
        if not _taken(under[die], kept.values()):
            kept[die] = under[die]
    return dict(sorted(kept.items()))


def _taken(tile: TileOutline, others: Iterable[TileOutline]) -> bool:
    return any(hypot(tile.x_mm - other.x_mm, tile.y_mm - other.y_mm) <= SAME_TILE * tile.width_mm for other in others)


def _faint(
    found: Sequence[TileOutline | None], clear: Mapping[int, TileOutline], dice: TableDice
) -> dict[int, TileOutline]:
    """Return by die where tiles may lie beside clear ones though not all their sides show: sides that touch hide."""
    faint: dict[int, TileOutline] = {}
    for die, tile in enumerate(found):
        if tile is None or die in clear or not clear:
            continue
        placed = _beside(tile, dice.centres_mm[die], list(clear.values()))
        if placed and not _taken(placed, [*clear.values(), *faint.values()]):
            faint[die] = placed
    return faint


def _beside(tile: TileOutline, die_mm: NDArray[np.float64], clear: Sequence[TileOutline]) -> TileOutline | None:
    """Return a faint tile where the nearest clear one's grid has it; None where that is no neighbouring cell."""
    near = min(clear, key=lambda other: hypot(other.x_mm - die_mm[0], other.y_mm - die_mm[1]))
    pitch = np.array([near.width_mm, near.height_mm]) + USUAL_GAP_MM
    turned = rotation(near.angle_deg)
    step = np.round((die_mm - [near.x_mm, near.y_mm]) @ turned / pitch)
    if np.abs(step).max() != 1:
        return None
    x, y = turned @ (step * pitch) + [near.x_mm, near.y_mm]
    if max(abs(tile.x_mm - x), abs(tile.y_mm - y)) <= ON_GRID * near.width_mm:
        return tile
    return replace(near, x_mm=float(x), y_mm=float(y))


def _recognised(patches: Patches, clear: int, looks: Looks | None) -> NDArray[np.bool_]:
    """Return for each patch after the `clear` ones whether it looks like a taught tile or like a clear one."""
    if len(patches.seen) == clear:
        return np.zeros(0, np.bool_)
    known = (likeness_among(patches)[clear:, :clear] > ALIKE).any(axis=1)
    if looks:
        known |= looks.shown_by(Patches(patches.colours[clear:], patches.seen[clear:]))
    return np.asarray(known, np.bool_)


def _faces(patches: Patches, looks: Looks | None) -> list[Odds] | None:
    """Return what each tile may show, () where too little of it is seen; None where nothing can be told."""
    if looks is None:
        chances = down_chances(likeness_among(patches))
        return None if chances is None else [((DOWN, chance),) for chance in chances]
    odds = looks.odds(patches)
    core = patches.seen[:, ROOM:-ROOM, ROOM:-ROOM].mean(axis=(1, 2))
    words = (*looks.names, DOWN)
    chances_of = (zip(words, (*fronts, down), strict=True) for fronts, down in zip(odds.fronts, odds.down, strict=True))
    return [_ranked(dict(each)) if seen > ENOUGH else () for each, seen in zip(chances_of, core, strict=True)]


def _ranked(chances: Mapping[str, float]) -> Odds:
    likely = [(word, float(chance)) for word, chance in chances.items() if chance > LEAST]
    return tuple(sorted(likely, key=lambda pair: -pair[1]))


def tile_words(zone: Zone, faces: Odds) -> dict[Face, float]:
    """Return the zone's words for what a tile may show; {} where it may be either way up or nothing was seen."""
    chances = dict(faces)
    if chances.keys() - {DOWN}:
        return {word: chance for word, chance in faces if word in zone.faces}
    down = chances.get(DOWN, 0.5)
    return {} if UNSURE[0] < down < UNSURE[1] else tile_odds(zone, down)
