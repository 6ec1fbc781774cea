"""The tiles of one picture, under dice or where they lay before, and what each shows: taught, or what looks alike."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rules.table import Face, Zone
from vision.doubt import STRETCHED, SURE
from vision.outline import TileOutline, find_tiles
from vision.outline_size import Sides
from vision.outline_view import rotation
from vision.read_dice import TableDice
from vision.read_places import LEAST, tile_odds
from vision.read_plane import LIKELY_DIE_MM, TILE_MM, USUAL_DIE_MM, Plane
from vision.reading import Odds
from vision.teach_looks import Looks
from vision.tiles import ALIKE, down_chances, likeness_among
from vision.tiles_pairs import likeness_of_pairs
from vision.tiles_patch import ROOM, Patches, tile_patches

Image = NDArray[np.uint8]

DOWN: Final = "down"  # the face of a tile whose back is up
GAP_MM: Final = 4.0  # neighbouring tiles lie apart by up to this
USUAL_GAP_MM: Final = 1.5
SAME_TILE: Final = 0.4  # tiles found nearer to each other than this share of their width are one
ON_GRID: Final = 0.12  # of a side: a faint tile lies this near to where its neighbour's grid has it, else just there
HALF: Final = 0.4  # of the usual clarity: a tile on the grid shows so much where it may be told by what is on it
ENOUGH: Final = 0.25  # share of a tile that must be seen to say what it shows
QUITE_SURE: Final = 0.98  # dice read so surely are told by what else speaks for them
ENCLOSED: Final = 3  # where so many tiles lie side by side with it a sure die stands on a tile, however faint
TWINS: Final = 0.9  # so alike are two tiles of one picture, seen on one table
LIKE_OTHERS: Final = (0.8, 1.25)  # of the usual size: what else looks like a die there is a letter of the cloth
NEXT_TO: Final = (0.3, 0.8, 1.25)  # of a tile: how far neighbours lie askew at most, and how far away
STEPS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
UNSURE: Final = (0.1, 0.9)  # a tile whose chance of lying face down is between these is not reported


@dataclass(frozen=True, slots=True)
class SeenTiles:
    """Tiles by the die that stands on each, and what each may show (None: nobody knows which of them lie face down).

    Those without a die have the numbers -1, -2 and so on.
    """

    tiles: dict[int, TileOutline]
    faces: dict[int, Odds] | None
    named: bool = False  # whether a taught set tells who it is


@dataclass(frozen=True, slots=True)
class _Closer:
    """Tiles by their dice, cut out, and how alike they are to the taught pictures, (N, K, 2); K is 0 where none are."""

    tiles: dict[int, TileOutline]
    patches: Patches
    alike: NDArray[np.float64]

    def kept(self, keep: NDArray[np.bool_]) -> "_Closer":
        """Return only some of the tiles."""
        tiles = {die: tile for (die, tile), stays in zip(self.tiles.items(), keep, strict=True) if stays}
        return _Closer(tiles, self.patches.kept(keep), self.alike[keep])

    def joined(self, more: "_Closer") -> "_Closer":
        """Return the tiles and more of them; those of the same dice take their places."""
        left = self.kept(np.array([die not in more.tiles for die in self.tiles], np.bool_))
        colours = np.concatenate([left.patches.colours, more.patches.colours])
        seen = np.concatenate([left.patches.seen, more.patches.seen])
        return _Closer(left.tiles | more.tiles, Patches(colours, seen), np.concatenate([left.alike, more.alike]))


def see_tiles(  # noqa: PLR0917
    image: Image,
    plane: Plane,
    dice: TableDice,
    zone: Zone,
    looks: Looks | None = None,
    lain: Sequence[TileOutline] = (),
) -> SeenTiles:
    """Return the tiles of a zone in a BGR picture; `looks` is the taught set, if there is one.

    They are found under dice, and without one where they have `lain` before or one step from there.
    """
    to_picture = plane.matrix(TILE_MM)
    found = find_tiles(image, to_picture, dice.centres_mm, dice.usual_mm, _sides(zone, plane, looks))
    clear = _surest({die: tile for die, tile in enumerate(found) if tile is not None and tile.clear}, dice, plane)

    def closer(tiles: dict[int, TileOutline]) -> _Closer:
        patches = tile_patches(image, to_picture, list(tiles.values()), dice.centres_mm, dice.usual_mm)
        return _Closer(tiles, patches, looks.likeness(patches) if looks else np.empty((len(tiles), 0, 2)))

    def grown(seen: _Closer, places: dict[int, TileOutline]) -> _Closer:
        if not places:
            return seen
        more = closer(places)
        return seen.joined(more.kept(_recognised(seen, more, dice, looks)))

    seen = closer(clear)
    seen = grown(seen, _beside_others(found, seen, dice, looks))
    seen = grown(seen, _lying_still(lain, seen, dice))
    if len(seen.tiles) < len(lain):
        seen = grown(seen, _pushed_on(lain, seen))
    if not seen.tiles:
        return SeenTiles({}, None)
    faces = _faces(seen, looks)
    by_die = None if faces is None else dict(zip(seen.tiles, faces, strict=True))
    return SeenTiles(dict(sorted(seen.tiles.items())), by_die, looks is not None)


def _sides(zone: Zone, plane: Plane, looks: Looks | None) -> Sides:
    """Return what is known of a tile's sides, in the plane's millimetres."""
    if plane.calibration and looks and looks.sides_mm:
        return Sides.about(looks.sides_mm)
    low, high = zone.pitch_mm[0] - GAP_MM, zone.pitch_mm[1]
    if plane.calibration:
        return Sides(low, high)
    return Sides(low * USUAL_DIE_MM / LIKELY_DIE_MM[1], high * USUAL_DIE_MM / LIKELY_DIE_MM[0])


def _surest(under: Mapping[int, TileOutline], dice: TableDice, plane: Plane) -> dict[int, TileOutline]:
    """Return the tiles by die, of dice that share one only that read most surely: art may look like a die.

    What leans hardly is one, and of several quite sure ones it is that whose colour more of the others have.
    """
    colours = [die.colour[0][0] for die in dice.found]

    def worth(die: int) -> tuple[bool, float, int, float]:
        found = dice.found[die]
        lies_flat = plane.stretch(found.outline_px, dice.sizes_mm[die]) < STRETCHED
        return lies_flat, min(found.confidence, QUITE_SURE), colours.count(colours[die]), found.confidence

    kept: dict[int, TileOutline] = {}
    for die in sorted(under, key=worth, reverse=True):
        if not _taken(under[die], kept.values()):
            kept[die] = under[die]
    return dict(sorted(kept.items()))


def _taken(tile: TileOutline, others: Iterable[TileOutline]) -> bool:
    return any(hypot(tile.x_mm - other.x_mm, tile.y_mm - other.y_mm) <= SAME_TILE * tile.width_mm for other in others)


def _beside_others(
    found: Sequence[TileOutline | None], seen: _Closer, dice: TableDice, looks: Looks | None
) -> dict[int, TileOutline]:
    """Return by die where tiles may lie beside others though not all their sides show: sides that touch hide.

    With a taught set also where tiles may lie that show nothing known where they were found.
    """
    known = looks.known(seen.alike) if looks else np.full(len(seen.tiles), fill_value=True)
    sure = {die: tile for (die, tile), shown in zip(seen.tiles.items(), known, strict=True) if shown}
    places: dict[int, TileOutline] = {}
    for die, tile in enumerate(found):
        if tile is None or die in sure or not sure:
            continue
        others = [other for at, other in seen.tiles.items() if at != die]
        near = (_beside(tile, dice.centres_mm[die], beside) for beside in (list(sure.values()), others) if beside)
        placed = next((place for place in near if place), None)
        if placed and (placed is not tile or die not in seen.tiles) and not _taken(placed, [*others, *places.values()]):
            places[die] = placed
    return places


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


def _lying_still(lain: Sequence[TileOutline], seen: _Closer, dice: TableDice) -> dict[int, TileOutline]:
    """Return the tiles that may lie where they have `lain` and were not found, by the die there or without one."""
    places: dict[int, TileOutline] = {}
    for number, tile in enumerate(lain, 1):
        if not _taken(tile, [*seen.tiles.values(), *places.values()]):
            on = (die for die, at in enumerate(dice.centres_mm) if die not in seen.tiles and tile.holds(at))
            places[next(on, -number)] = tile
    return places


def _pushed_on(lain: Sequence[TileOutline], seen: _Closer) -> dict[int, TileOutline]:
    """Return where tiles may lie that were moved by a step from where they have `lain` and lost their dice by it."""
    places: dict[int, TileOutline] = {}
    for tile in lain:
        pitch = np.array([tile.width_mm, tile.height_mm]) + USUAL_GAP_MM
        for step in STEPS:
            x, y = rotation(tile.angle_deg) @ (pitch * step) + [tile.x_mm, tile.y_mm]
            beside = replace(tile, x_mm=float(x), y_mm=float(y))
            if not _taken(beside, [*seen.tiles.values(), *places.values()]):
                places[-len(lain) - len(places) - 1] = beside
    return places


def _recognised(seen: _Closer, more: _Closer, dice: TableDice, looks: Looks | None) -> NDArray[np.bool_]:
    """Return whether each of the latter tiles looks like a taught one, or in a new place like one of the former.

    Where its sides show a little too, it need not look as much like a taught one; among others, under what surely is a
    die, it need not at all. Nor need two that look the same, a sure die on each: they are backs.
    """
    known = looks.known(more.alike) if looks else np.zeros(len(more.tiles), np.bool_)
    if looks:
        usual = np.median([tile.clarity for tile in seen.tiles.values()]) if seen.tiles else 1.0
        show = np.array([not t.clear and t.clarity > HALF * usual for t in more.tiles.values()], np.bool_)
        known |= show & looks.known(more.alike, by=0.0)
    count = len(more.tiles)
    among = likeness_among(seen.joined(more).patches)[-count:]
    alike, twins = among[:, :-count], (among[:, -count:] > TWINS) & ~np.eye(count, dtype=np.bool_)
    new = np.array([die not in seen.tiles for die in more.tiles], np.bool_)
    low, high = (dice.usual_mm * ratio for ratio in LIKE_OTHERS)
    sizes = enumerate(zip(dice.found, dice.sizes_mm, strict=True))
    sure = {die for die, (one, size) in sizes if one.confidence >= SURE and low <= size <= high}
    on = np.array([die in sure for die in more.tiles], np.bool_)
    enclosed = on & [_is_enclosed(tile, seen.tiles.values()) for tile in more.tiles.values()]
    backs = on & (twins & on).any(axis=1)
    return np.asarray(known | backs | new & ((alike > ALIKE).any(axis=1) | enclosed), np.bool_)


def _is_enclosed(tile: TileOutline, others: Iterable[TileOutline]) -> bool:
    """Tell whether others lie side by side with a tile on most of its sides."""
    askew, least, most = NEXT_TO
    away = np.array([(other.x_mm - tile.x_mm, other.y_mm - tile.y_mm) for other in others]).reshape(-1, 2)
    steps = np.sort(np.abs(away @ rotation(tile.angle_deg)) / [tile.width_mm, tile.height_mm], axis=1)
    beside = (steps[:, 0] < askew) & (least < steps[:, 1]) & (steps[:, 1] < most)
    return int(beside.sum()) >= ENCLOSED


def _faces(seen: _Closer, looks: Looks | None) -> list[Odds] | None:
    """Return what each tile may show, () where too little of it is seen; None where nothing can be told."""
    if looks is None:
        chances = down_chances(likeness_of_pairs(seen.patches))
        return None if chances is None else [((DOWN, chance),) for chance in chances]
    odds = looks.odds(seen.alike, seen.patches)
    core = seen.patches.seen[:, ROOM:-ROOM, ROOM:-ROOM].mean(axis=(1, 2))
    words = (*looks.names, DOWN)
    chances_of = (zip(words, (*fronts, down), strict=True) for fronts, down in zip(odds.fronts, odds.down, strict=True))
    return [_ranked(dict(each)) if share > ENOUGH else () for each, share in zip(chances_of, core, strict=True)]


def _ranked(chances: Mapping[str, float]) -> Odds:
    likely = [(word, float(chance)) for word, chance in chances.items() if chance > LEAST]
    return tuple(sorted(likely, key=lambda pair: -pair[1]))


def tile_words(zone: Zone, faces: Odds, *, named: bool) -> dict[Face, float]:
    """Return the zone's words for what a tile may show; {} where nothing was seen, or it may be either way up.

    Where tiles are not `named` by a taught set, fronts are all alike likely.
    """
    if named or not faces:
        return {word: chance for word, chance in faces if word in zone.faces}
    down = dict(faces)[DOWN]
    return {} if UNSURE[0] < down < UNSURE[1] else tile_odds(zone, down)
