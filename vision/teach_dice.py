"""What the faces of an owner's own dice look like: taught by a photo, kept in the profile, recognised ever after."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.corners import find_markers
from vision.detect_crops import face_crops
from vision.detect_find import Pose
from vision.teach import TeachError
from vision.teach_dice_find import find_lesson_dice
from vision.teach_dice_fit import fitted_squares
from vision.teach_faces_find import find_lesson_faces

Image = NDArray[np.uint8]

PICTURE_PX: Final = 128  # side of a kept picture: the face and the table around it
SIDE_PX: Final = 80.0  # of the face in it
MOST: Final = 36  # faces that are kept
FEWEST_PX: Final = 24  # a die must be as wide as this in the photo
ASKEW_DEG: Final = 30.0  # a die whose way up matters lies no further from upright


@dataclass(frozen=True, slots=True, eq=False)
class TaughtFace:
    """One face: its name, and its picture, upright and in the middle, BGR (PICTURE_PX, PICTURE_PX, 3)."""

    face: str
    picture: Image


def teach_faces(
    image: Image, faces: Sequence[str], *, upright: bool = False, share: float = 1.0
) -> tuple[TaughtFace, ...]:
    """Return the faces of the dice that an upright BGR photo shows: row by row, each row from the left.

    `upright`: a face's name says which way it lies. `share` below 1: what faces, which lie in the photo by themselves,
    take of their dice's sides. Raises TeachError where not just so many dice can be found.
    """
    if not faces:
        raise TeachError("Every die needs the name of its face: give them row by row, each row from the left.")
    if len(faces) > MOST:
        raise TeachError(f"{len(faces)} faces are too many: at most {MOST} are kept.")
    flat = share < 1
    find, what = (find_lesson_faces, "faces") if flat else (find_lesson_dice, "dice")
    found, count = find(image, len(faces), find_markers(image))
    if count != len(faces):
        raise TeachError(_how_many(count, len(faces), what))
    if min(pose.side_px for pose in found) < FEWEST_PX:
        raise TeachError(f"The {what} are too small in the photo to be told apart: go nearer with the camera.")
    squares = fitted_squares(image, found)
    if upright:
        _check_upright(squares)
    dice = [replace(pose, side_px=pose.side_px / share) for pose in squares]
    pictures = face_crops(image, dice, PICTURE_PX, SIDE_PX)
    return tuple(TaughtFace(face, picture) for face, picture in zip(faces, pictures, strict=True))


def _how_many(count: int, wanted: int, what: str) -> str:
    few = count < wanted
    shown = (
        f"Only {count} of {wanted} {what} show clearly" if few else f"More {what} seem to show than the {wanted} named"
    )
    return (
        f"{shown}: lay them in rows, a die's width apart, nothing else beside them, on a plain cloth of another "
        "colour, and take the photo from straight above."
    )


def _check_upright(squares: Sequence[Pose]) -> None:
    for number, pose in enumerate(squares, 1):
        if abs((pose.angle_deg + 45) % 90 - 45) > ASKEW_DEG:
            raise TeachError(
                f"Die {number} lies askew: lay all dice square to the photo, so that it shows their way up."
            )
