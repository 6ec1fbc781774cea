"""What an owner's tiles look like: taught by one photo, kept in the profile, recognised ever after."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rules.text import say
from vision.corners import find_markers
from vision.outline_size import Sides
from vision.read_plane import TILE_MM, Plane, find_calibration
from vision.teach_find import find_lesson
from vision.tiles_patch import cut_out

Image = NDArray[np.uint8]

PICTURE_PX: Final = 144  # side of a kept picture
SIDES: Final = Sides(54.0, 122.0)  # of tiles, where corner cards give the scale
PICTURE_MM: Final = 600.0  # what a photo without corner cards is taken to be wide or high, the shorter of both
SIDES_UNSCALED: Final = Sides(44.0, 190.0)  # of tiles in such a photo
MOST: Final = 12  # tiles in a set
FEWEST_PX: Final = 40  # a tile must be as wide as this in the photo


class TeachError(ValueError):
    """The photo or the names teach nothing; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class TaughtTile:
    """One tile: its name, the suns printed on it (None: not told), and its front, BGR (PICTURE_PX, PICTURE_PX, 3)."""

    name: str
    suns: int | None
    picture: Image


@dataclass(frozen=True, slots=True, eq=False)
class TaughtSet:
    """One owner's tiles; `sides_mm`, width and height, is None where no corner card gave the scale.

    `back` is None where it was not shown.
    """

    tiles: tuple[TaughtTile, ...]
    sides_mm: tuple[float, float] | None = None
    back: Image | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names in the order in which they were taught."""
        return tuple(tile.name for tile in self.tiles)


def teach_tiles(
    image: Image, names: Sequence[str], suns: Sequence[int] | None = None, back: Image | None = None
) -> TaughtSet:
    """Return the set that an upright BGR photo shows: tiles face up, row by row, named in that order.

    `suns` are the suns of each; `back` is a photo of one tile or more face down. Raises TeachError where names and
    suns do not pair up or the tiles cannot be found.
    """
    _check(names, suns)
    pictures, sides_mm = _laid_out(image, len(names))
    told = suns if suns is not None else [None] * len(names)
    taught = tuple(TaughtTile(*each) for each in zip(names, told, pictures, strict=True))
    return TaughtSet(taught, sides_mm, None if back is None else _laid_out(back, 1)[0][0])


def _check(names: Sequence[str], suns: Sequence[int] | None) -> None:
    if not names or not all(name.strip() for name in names):
        raise TeachError(say("Every tile needs a name: give them row by row, each row from the left."))
    if len(names) > MOST:
        raise TeachError(
            say("{count} names are too many: a set has at most {most} tiles.", count=len(names), most=MOST)
        )
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise TeachError(say("“{name}” is named twice: every tile needs a name of its own.", name=twice[0]))
    if suns is not None and len(suns) != len(names):
        raise TeachError(
            say(
                "There are {names} names and {suns} numbers of suns: give one for each tile.",
                names=len(names),
                suns=len(suns),
            )
        )


def _laid_out(image: Image, count: int) -> tuple[list[Image], tuple[float, float] | None]:
    """Return the pictures of so many tiles of a photo, row by row, and their sides in mm, None where nothing tells."""
    cards = find_markers(image)
    calibration, _ = find_calibration(image, cards, None)
    plane = Plane(calibration, min(image.shape[:2]) / PICTURE_MM)
    to_picture = plane.matrix(TILE_MM)
    tiles = find_lesson(image, to_picture, count, SIDES if calibration else SIDES_UNSCALED, cards)
    if len(tiles) < count:
        raise TeachError(
            say(
                "Only {found} of {count} tiles show clearly: lay them in rows a finger apart, nothing on them, on a "
                "plain cloth of another colour, and take the photo from straight above.",
                found=len(tiles),
                count=count,
            )
        )
    corners = plane.to_picture(np.vstack([tile.corners_mm() for tile in tiles]), TILE_MM).reshape(-1, 4, 2)
    if np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1).min() < FEWEST_PX:
        raise TeachError(say("The tiles are too small in the photo to be told apart: go nearer with the camera."))
    pictures = [cut_out(image, to_picture, tile, PICTURE_PX) for tile in tiles]
    return pictures, (tiles[0].width_mm, tiles[0].height_mm) if calibration else None
