"""Dice whose face is not to be trusted, and why: never confident and wrong."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import Detection
from vision.light_far import is_narrow
from vision.light_focus import die_softness
from vision.read_plane import Plane
from vision.reading import Doubt, Odds, Piece

Image = NDArray[np.uint8]

SURE: Final = 0.9  # a face read with less confidence is asked about
LEANS: Final = 0.5  # probability of leaning from which a die is taken to lean
STRETCHED: Final = 0.06  # of a face that is no square on the table: it leans; lenses bend the rim by half of that
WHOLE: Final = 0.93  # of a top face lies in the picture, else it is cut off; with less cut off it is still read well
UNTOUCHED: Final = 0.995  # the same for a die that is not read surely: the picture's edge is why
OFF_DICE: Final = 1.0  # a die lies off the mat when its middle is this many sides beyond the cards' outer rims
PART: Final = 0.9  # of others' size: an unsure die that is smaller is seen in part; sizes are 4.5 % off, mostly
PART_SURE: Final = 0.8  # the same for a die read surely
ALIKE: Final = 2  # other dice of the same colour that tell its size
BLURRED: Final = 0.13  # blur, in sides, from which an unsure face is blurred
OPEN: Final = 0.85  # how much of a doubted die's odds is shared out evenly: any face may be up


def doubted(image: Image, pieces: Sequence[Piece], found: Sequence[Detection], plane: Plane) -> tuple[Piece, ...]:
    """Return the pieces of a BGR picture, dice in doubt with the reason and with odds that claim little.

    `found` are the detections of the dice, which are the last of the pieces, in the same order.
    """
    tiles, dice = pieces[: len(pieces) - len(found)], pieces[len(pieces) - len(found) :]
    doubts = [_doubt(image, die, dice, seen, plane) for die, seen in zip(dice, found, strict=True)]
    return (*tiles, *map(_judged, dice, doubts))


def _judged(die: Piece, doubt: Doubt | None) -> Piece:
    if doubt in {None, Doubt.UNSURE} and not is_narrow(die.outline_px):
        return replace(die, doubt=doubt)
    doubt = doubt or Doubt.UNSURE
    return replace(die, doubt=doubt, faces=evened(die.faces))


def _doubt(image: Image, die: Piece, dice: Sequence[Piece], seen: Detection, plane: Plane) -> Doubt | None:
    if inside_share(die.outline_px, image.shape[1::-1]) < (WHOLE if die.confidence >= SURE else UNTOUCHED):
        return Doubt.CUT_OFF
    if _is_off_mat(die, plane):
        return Doubt.OFF_MAT
    if seen.leaning >= LEANS or plane.stretch(die.outline_px, die.size_mm or 0.0) >= STRETCHED:
        return Doubt.LEANING
    if is_seen_in_part(die, dice):
        return Doubt.COVERED
    if die.confidence >= SURE:
        return None
    soft = die_softness(image, die.outline_px)
    return Doubt.BLURRED if soft is not None and soft.most > BLURRED else Doubt.UNSURE


def is_seen_in_part(die: Piece, dice: Sequence[Piece]) -> bool:
    """Tell whether a die is so small beside at least two others of its colour that something must lie over it.

    One that is read surely may be of a smaller set: then even the smallest other one is far larger. Without the corner
    cards' scale nothing is said: far dice look small.
    """
    sizes = [other.size_mm for other in dice if other is not die and other.colour == die.colour and other.size_mm]
    if die.size_mm is None or len(sizes) < ALIKE:
        return False
    return die.size_mm < (PART_SURE * min(sizes) if die.confidence >= SURE else PART * float(np.median(sizes)))


def evened(faces: Odds) -> Odds:
    """Return odds of the same faces in the same order, mostly shared out evenly."""
    return tuple((face, (1 - OPEN) * p + OPEN / len(faces)) for face, p in faces)


def inside_share(outline_px: Sequence[tuple[float, float]], picture_px: tuple[int, ...]) -> float:
    """Return the share of an outline's area that lies within a picture (width, height)."""
    wide, tall = (float(side) - 0.5 for side in picture_px)
    outline = np.array(outline_px, np.float32)
    frame = np.array([[-0.5, -0.5], [wide, -0.5], [wide, tall], [-0.5, tall]], np.float32)
    inside, _ = cv2.intersectConvexConvex(outline, frame)
    return float(inside) / max(cv2.contourArea(outline), 1e-9)


def _is_off_mat(die: Piece, plane: Plane) -> bool:
    """Tell whether a die lies beyond the cards; only all four of them say where the mat ends."""
    cards = plane.calibration.cards if plane.calibration else ()
    if len(cards) < 4 or plane.calibration is None or die.centre_mm is None or die.size_mm is None:  # noqa: PLR2004
        return False
    sides = zip(die.centre_mm, plane.calibration.table_mm, strict=True)
    return any(not -OFF_DICE * die.size_mm <= at <= side + OFF_DICE * die.size_mm for at, side in sides)
