"""Which finds in a road are dice of its set, and which bare table between dice that reads like one."""

from math import hypot
from typing import Final

import cv2
import numpy as np

from vision.detect_crops import ROADS, Floats, Image, face_crops
from vision.detect_places import TOUCH, Reading
from vision.detect_pose import Pose
from vision.detect_turned import way_chance

SURE_WORTH: Final = 0.8  # of both models: what is worth less, or was not found by the finder, may be table
SURE_WAY: Final = 0.95  # a die tells this surely where the road goes on,
SURER_WAY: Final = 0.996  # and this surely one that seems to have another body: light may differ
ALIKE: Final = 14.0  # CIE 1976 colour difference within which the bodies of one set's dice are
CROP_PX: Final = 24
CORNER: Final = slice(2, 7)  # no line of a road crosses a face's corners


def dice_of_set(image: Image, dice: list[Reading]) -> list[Reading]:
    """Return the dice of a road, without finds worth little that lead nowhere surely, above all of another body.

    One that lies apart from all others is no table between them.
    """
    worths = np.array([die.worth for die in dice])
    if not (worths < SURE_WORTH).any():
        return dice
    bodies = _bodies(image, [die.pose for die in dice])
    surest = bodies[worths >= min(SURE_WORTH, worths.max())]
    return [die for die, body in zip(dice, bodies, strict=True) if _is_die(die, surest - body) or _is_apart(die, dice)]


def _is_die(find: Reading, differences: Floats) -> bool:
    alike = np.linalg.norm(differences, axis=1).min() <= ALIKE
    return find.worth >= SURE_WORTH or way_chance(find.said[ROADS]) >= (SURE_WAY if alike else SURER_WAY)


def _is_apart(find: Reading, dice: list[Reading]) -> bool:
    x, y, side = find.pose.x_px, find.pose.y_px, find.pose.side_px
    away = [hypot(x - die.pose.x_px, y - die.pose.y_px) for die in dice if die is not find]
    return min(away, default=0.0) > TOUCH[1] * side


def _bodies(image: Image, poses: list[Pose]) -> Floats:
    """Return the colour of each die's body, CIE L*a*b* (N, 3), from the corners of its top face."""
    crops = face_crops(image, poses, CROP_PX, CROP_PX).astype(np.float32) / 255
    ends = np.r_[CORNER, CROP_PX - CORNER.stop : CROP_PX - CORNER.start]
    corners = crops[:, ends][:, :, ends].reshape(len(poses), -1, 3)
    bodies: Floats = np.median(cv2.cvtColor(corners, cv2.COLOR_BGR2LAB), axis=1).astype(np.float32)
    return bodies
