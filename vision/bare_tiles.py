"""Tiles that lie bare after a lesson: the reader finds tiles by the dice on them, so these it looks for in vain."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.corners import find_markers
from vision.outline import TileOutline
from vision.outline_size import Sides
from vision.read_plane import TILE_MM, USUAL_DIE_MM, Plane, find_calibration
from vision.reading import Piece
from vision.teach import PICTURE_MM, SIDES_UNSCALED, TaughtSet
from vision.teach_find import find_lesson
from vision.teach_looks import Looks
from vision.tiles_patch import tile_patches

Image = NDArray[np.uint8]

NO_DICE = np.empty((0, 2))


@dataclass(frozen=True, slots=True, eq=False)
class BareTiles:
    """A set that was taught, and where its tiles lay then: looking there costs little, everywhere much."""

    looks: Looks
    plane: Plane
    places: tuple[TileOutline, ...]

    @classmethod
    def of(cls, image: Image, taught: TaughtSet) -> "BareTiles":
        """Return the tiles of a set in the upright BGR picture that taught it."""
        cards = find_markers(image)
        calibration, _ = find_calibration(image, cards, None)
        plane = Plane(calibration, min(image.shape[:2]) / PICTURE_MM)
        sides = Sides.about(taught.sides_mm) if taught.sides_mm else SIDES_UNSCALED
        places = find_lesson(image, plane.matrix(TILE_MM), len(taught.tiles), sides, cards)
        return cls(Looks.of(taught), plane, tuple(places))

    def seen(self, image: Image) -> tuple[Piece, ...]:
        """Return the tiles that lie there in another picture; what looks like none of the set is none."""
        return tuple(self._seen(image))

    def _seen(self, image: Image) -> Iterator[Piece]:
        patches = tile_patches(image, self.plane.matrix(TILE_MM), self.places, NO_DICE, USUAL_DIE_MM)
        alike = self.looks.likeness(patches)
        fronts = self.looks.odds(alike, patches).fronts
        for place, odds in ((self.places[i], fronts[i]) for i in np.flatnonzero(self.looks.known(alike))):
            faces = sorted(zip(self.looks.names, map(float, odds), strict=True), key=lambda pair: -pair[1])
            corners = self.plane.to_picture(place.corners_mm(), TILE_MM)
            outline = tuple((float(x), float(y)) for x, y in corners)
            yield Piece("tile", tuple(faces), (), outline, place.angle_deg)
