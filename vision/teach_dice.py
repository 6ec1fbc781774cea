"""What the faces of an owner's own dice look like: taught by a photo, kept in the profile, recognised ever after."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rules.text import joined, say
from vision.corners import find_markers
from vision.detect_crops import face_crops
from vision.detect_pose import Pose
from vision.teach import TeachError
from vision.teach_dice_find import find_lesson_dice
from vision.teach_dice_fit import fitted_squares
from vision.teach_faces_find import find_lesson_faces

Image = NDArray[np.uint8]

PICTURE_PX: Final = 128  # side of a kept picture: the face and the table around it
SIDE_PX: Final = 80.0  # of the face in it
MOST: Final = 36  # faces that are kept
FEWEST_PX: Final = 24  # a die must be as wide as this in the photo
HOW_TO_LAY: Final = say(
    "Lay them in rows, a die's width apart, nothing else beside them, on a plain cloth of another colour, and take the "
    "photo from straight above."
)
TOO_SMALL_DICE: Final = say("The dice are too small in the photo to be told apart: go nearer with the camera.")
TOO_SMALL_FACES: Final = say("The faces are too small in the photo to be told apart: go nearer with the camera.")
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
        raise TeachError(say("Every die needs the name of its face: give them row by row, each row from the left."))
    if len(faces) > MOST:
        raise TeachError(say("{count} faces are too many: at most {most} are kept.", count=len(faces), most=MOST))
    flat = share < 1
    found, count = (find_lesson_faces if flat else find_lesson_dice)(image, len(faces), find_markers(image))
    if count != len(faces):
        raise TeachError(joined((_how_many(count, len(faces), flat=flat), HOW_TO_LAY), " "))
    if min(pose.side_px for pose in found) < FEWEST_PX:
        raise TeachError(TOO_SMALL_FACES if flat else TOO_SMALL_DICE)
    squares = fitted_squares(image, found)
    if upright:
        _check_upright(squares)
    dice = [replace(pose, side_px=pose.side_px / share) for pose in squares]
    pictures = face_crops(image, dice, PICTURE_PX, SIDE_PX)
    return tuple(TaughtFace(face, picture) for face, picture in zip(faces, pictures, strict=True))


def _how_many(count: int, wanted: int, *, flat: bool) -> str:
    if count < wanted:
        few = {"found": count, "count": wanted}
        if flat:
            return say("Only {found} of {count} faces show clearly.", **few)
        return say("Only {found} of {count} dice show clearly.", **few)
    if flat:
        return say("More faces seem to show than the {count} named.", count=wanted)
    return say("More dice seem to show than the {count} named.", count=wanted)


def _check_upright(squares: Sequence[Pose]) -> None:
    for number, pose in enumerate(squares, 1):
        if abs((pose.angle_deg + 45) % 90 - 45) > ASKEW_DEG:
            raise TeachError(
                say(
                    "Die {number} lies askew: lay all dice square to the photo, so that it shows their way up.",
                    number=number,
                )
            )
