"""Where in a road a die may lie unseen: between dice in line, or in the corner between two."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.detect_find import Pose
from vision.detect_places import TOUCH, same

REACH: Final = 2.3  # sides: how far the next die in line may be from such a place, so up to two in a row are unseen
ASIDE: Final = 0.35  # of a side: how far a die may be from the line it counts to
BETWEEN: Final = 2  # dice must lie in line with a place on so many of its sides


def gaps(dice: Sequence[Pose], side_px: float) -> list[Pose]:
    """Return the free places beside dice of a road that lie in line with two, upright like the die beside them.

    `side_px`: how wide its dice are. A place may well be bare table: it is for a reader to say.
    """
    pitch = _pitch(dice, side_px)
    found: list[Pose] = []
    for place in (_beside(die, quarter, pitch, side_px) for die in dice for quarter in range(4)):
        taken = any(same(place, other, side_px) for other in (*dice, *found))
        if not taken and _sides_in_line(place, dice) >= BETWEEN:
            found.append(place)
    return found


def _pitch(dice: Sequence[Pose], side_px: float) -> float:
    """Return how far the middles of touching dice lie apart."""
    places = np.array([(die.x_px, die.y_px) for die in dice]).reshape(-1, 2)
    far = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1)) / side_px
    near = far[(far > TOUCH[0]) & (far < TOUCH[1])]
    return side_px * float(np.median(near)) if len(near) else side_px


def _beside(die: Pose, quarter: int, pitch: float, side_px: float) -> Pose:
    angle = np.radians(die.angle_deg + 90 * quarter)
    x, y = die.x_px + pitch * float(np.cos(angle)), die.y_px + pitch * float(np.sin(angle))
    return replace(die, x_px=x, y_px=y, side_px=side_px, heat=0.0)


def _sides_in_line(place: Pose, dice: Sequence[Pose]) -> int:
    """Count the four sides of a place to which a die lies within reach."""
    angle = np.radians(place.angle_deg)
    away = np.array([(die.x_px - place.x_px, die.y_px - place.y_px) for die in dice]) / place.side_px
    along = away @ np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    far, aside = np.abs(along).max(axis=1), np.abs(along).min(axis=1)
    near = along[(far < REACH) & (aside < ASIDE)]
    steps = np.sign(near) * (np.abs(near) == np.abs(near).max(axis=1, keepdims=True))
    return len(np.unique(steps, axis=0))
