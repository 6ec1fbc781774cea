"""A drawn table that follows a game: pieces stay where hands put them, and every picture shows the position of then."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from rules.table import Face, Layout, Place, Shape, Table, Zone
from vision.render import Kept, Scene, corner_cards, render
from vision.render_camera import Camera, square, turn
from vision.render_dice import Die
from vision.render_faces import Image
from vision.render_ground import Cell, Ground
from vision.render_random import random_scene
from vision.render_seats import room_mm, rows_beside
from vision.render_set import KINDS, Drawn, OwnedSet, Pieces, Put
from vision.render_tiles import Tile

Rng = np.random.Generator

TURNED_DEG: Final = 45.0  # a figure lies askew by so much at most
CARDS_MM: Final = 50.0  # of the table's rim are left to the corner cards,
RIM_MM: Final = 32.0  # and so much of it lies between their middles and the picture's edge
LOWEST_MM: Final = 300.0  # a camera hangs no lower
FOCAL: Final = (0.75, 1.1)  # of the lens, in picture widths: a usual one
BLUR_PX: Final = 0.9  # of a lens that does what it can, at most,
NOISE: Final = 5.0  # and of its sensor
LOOKS_APART: Final = 10**7  # between the seeds of pictures of one rest: no two pictures of a table share theirs


@dataclass(frozen=True, slots=True)
class Extent:
    """What a table must have room for: the cells ever filled, and how many pieces lie loose before each seat."""

    cells: frozenset[Cell]
    loose: tuple[int, ...] = ()

    @property
    def middle(self) -> tuple[float, float]:
        """The cell, perhaps fractional, in the middle of all."""
        across, down = zip(*(self.cells or {(0, 0)}), strict=True)
        return (min(across) + max(across)) / 2, (min(down) + max(down)) / 2


class Tabletop:
    """One table from a seed: its cloth, lamp and lens as in the scene `plain` if given, the pieces as in `owned`."""

    def __init__(  # noqa: PLR0917
        self,
        seed: int,
        layout: Layout,
        extent: Extent,
        size_px: tuple[int, int] = (2304, 1296),
        plain: Scene | None = None,
        owned: OwnedSet | None = None,
    ) -> None:
        self._rng = np.random.default_rng([seed, 71])
        self._seed, self._pictures = seed, 0
        self.owned = owned or OwnedSet(self._rng)
        lowest = self.owned.pieces(_lowest(layout).piece)
        angle = float(self._rng.uniform(-TURNED_DEG, TURNED_DEG))
        self._ground = Ground(self._rng, lowest.side_mm, lowest.habit, angle, extent.middle)
        self._put: dict[Place, tuple[Face, Put]] = {}
        half, reach = _sizes(extent, lowest, angle)
        self._fronts = rows_beside(self._rng, len(extent.loose) or 1, extent.loose or (0,), lowest.side_mm, half)
        camera = camera_over(self._rng, size_px, reach)
        cards = corner_cards(2 * reach[0], 2 * reach[1])
        self._dressed = replace(plain or plain_scene(seed, size_px), camera=camera, cards=cards, kind="tabletop")
        self._scene = self._dressed
        self._kept = Kept()

    def picture(self, table: Table, layout: Layout, loose: Sequence[Sequence[Face]] = ()) -> Image:
        """Return a picture, BGR, once hands have made this of the table; `loose` lies in front of each seat."""
        self._scene = self.scene(table, layout, loose)
        return render(self._scene, self._kept)

    def again(self, look: int) -> Image:
        """Return one more picture of the same rest, with other noise; `look` numbers them from 1."""
        return render(replace(self._scene, seed=self._scene.seed + LOOKS_APART * look), self._kept)

    def scene(self, table: Table, layout: Layout, loose: Sequence[Sequence[Face]] = ()) -> Scene:
        """Return the table as a scene, once hands have made this of it."""
        self._pictures += 1
        zones = {zone.name: zone for zone in layout.zones}
        self._ground.fill({_cell(place) for place in table if zones[place.zone].grid})
        drawn = [self._piece(place, face, zones) for place, face in sorted(table.items()) if zones[place.zone].grid]
        drawn += self._loose(layout, loose)
        tiles = tuple(one for one in drawn if isinstance(one, Tile))
        dice = tuple(one for one in drawn if isinstance(one, Die))
        return replace(self._dressed, tiles=tiles, dice=dice, seed=self._seed * 1000 + self._pictures)

    def _piece(self, place: Place, face: Face, zones: Mapping[str, Zone]) -> Drawn:
        """Return what lies on a place, put down anew if it is another piece than before."""
        zone, spot = zones[place.zone], self._ground.spots[_cell(place)]
        pieces = self.owned.pieces(zone.piece)
        if place not in self._put or self._put[place][0] != face:
            lowest = _lowest(Layout(tuple(zones.values())))
            on = None if zone == lowest else self.owned.pieces(lowest.piece)
            self._put[place] = face, pieces.put(self._rng, zone, face, on)
        return pieces.draw(self._put[place][1], spot)

    def _loose(self, layout: Layout, loose: Sequence[Sequence[Face]]) -> list[Drawn]:
        zone = next((zone for zone in layout.zones if zone.shape is Shape.LOOSE), None)
        if zone is None:
            return []
        pieces, drawn = self.owned.pieces(zone.piece), list[Drawn]()
        for front, faces in zip(self._fronts, loose, strict=False):
            front.update(self._rng, pieces, zone, faces)
            drawn += front.drawn(pieces)
        return drawn


def drawable(layout: Layout) -> bool:
    """Return whether a table of this layout can be drawn: pieces of known kinds on a free square grid, or loose."""
    shapes, pieces = {zone.shape for zone in layout.zones}, {zone.piece for zone in layout.zones}
    return Shape.SQUARE in shapes and shapes <= {Shape.SQUARE, Shape.LOOSE} and pieces <= KINDS.keys()


def _cell(place: Place) -> Cell:
    return place.cell[0], place.cell[1]


def _lowest(layout: Layout) -> Zone:
    """Return the zone of the free square grid whose pieces lie on the table itself."""
    grids = [zone for zone in layout.zones if zone.shape is Shape.SQUARE]
    return next((zone for zone in grids if zone.piece == "tile"), grids[0])


def _sizes(extent: Extent, lowest: Pieces, angle_deg: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return half the size of the field for the figure, and of the whole table in sight, mm."""
    pitch = lowest.side_mm + lowest.habit.gap_mm
    cells = (np.array(sorted(extent.cells or {(0, 0)}), float) - extent.middle) * pitch
    spread = abs(cells @ turn(2, angle_deg)[:2, :2].T).max(axis=0) * 1.05 + 1.3 * lowest.side_mm
    room, least = room_mm(len(extent.loose) or 1, max(extent.loose, default=0), lowest.side_mm)
    half = max(float(spread[0]), least[0]), max(float(spread[1]), least[1])
    return half, (half[0] + room[0] + CARDS_MM, half[1] + room[1] + CARDS_MM)


def camera_over(rng: Rng, size_px: tuple[int, int], reach: tuple[float, float]) -> Camera:
    """Return a camera that sees all of the table, not quite straight."""
    focal = size_px[0] * float(rng.uniform(*FOCAL))
    tilt_x, tilt_y, roll = (float(value) for value in rng.normal(0, (1.5, 1.5, 2)))
    far = LOWEST_MM
    while True:
        x, y = far * np.tan(np.radians([tilt_y, -tilt_x]))
        camera = Camera(*size_px, focal, float(x), float(y), far, tilt_x, tilt_y, roll)
        corners = camera.project(square(0, 0, 2, 0) * [reach[0] + RIM_MM, reach[1] + RIM_MM, 0])
        if (corners >= 0).all() and (corners < size_px).all():
            return camera
        far *= 1.02


def plain_scene(seed: int, size_px: tuple[int, int]) -> Scene:
    """Return any cloth and lamp, seen through a lens that does what it can."""
    wild = random_scene(seed, *size_px, oblique=0)
    blur, noise = min(BLUR_PX, wild.lens.blur_px), min(NOISE, wild.lens.noise)
    lens = replace(wild.lens, blur_px=blur, noise=noise, motion_px=0.0, glare=0.0, gradient=0.25, jpeg=100)
    return Scene(cloth=wild.cloth, lamp=wild.lamp, lens=lens)
