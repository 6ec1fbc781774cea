"""Where beside a road a die may lie unseen: where the road leads, and between dice in line."""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot
from typing import Final

import numpy as np

from vision.detect_crops import ROADS
from vision.detect_places import TOUCH, Reading, same
from vision.detect_pose import Pose
from vision.detect_turned import way

REACH: Final = 2.3  # sides: how far the next die in line may be from such a place, so up to two in a row are unseen
ROOM: Final = 0.9  # sides: how far from its neighbours a die must be, give or take what their places are off
ASIDE: Final = 0.35  # of a side: how far a die may be from the line it counts to
BETWEEN: Final = 2  # dice must lie in line with a place on so many of its sides
CLOCKWISE: Final = "ESWN"  # the sides of a face, by quarters from its own right


def gaps(dice: Sequence[Reading], side_px: float, tried: Sequence[Pose] = ()) -> list[Pose]:
    """Return the free places beside dice of a road where it leads, or that lie in line with two dice.

    `side_px`: how wide its dice are; `tried` are left out. The places are upright like a die beside them and may well
    be bare table: it is for a reader to say.
    """
    poses = [die.pose for die in dice]
    pitch = _pitch(poses, side_px)
    beside = [place for die in dice for place in _beside(die, pitch, side_px, poses)]
    free = [place for place in beside if not any(same(place, other, side_px) for other in (*poses, *tried))]
    places: list[Pose] = []
    while free:
        here = [place for place in free if same(place, free[0], side_px)]
        places.append(_mean(here))
        free = [place for place in free if place not in here]
    return [place for place in places if _has_room(place, poses)]


def _has_room(place: Pose, dice: Sequence[Pose]) -> bool:
    """Tell whether a die fits there between dice whose places are known well."""
    return all(hypot(place.x_px - die.x_px, place.y_px - die.y_px) >= ROOM * die.side_px for die in dice)


def _pitch(dice: Sequence[Pose], side_px: float) -> float:
    """Return how far the middles of touching dice lie apart."""
    places = np.array([(die.x_px, die.y_px) for die in dice]).reshape(-1, 2)
    far = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1)) / side_px
    near = far[(far > TOUCH[0]) & (far < TOUCH[1])]
    return side_px * float(np.median(near)) if len(near) else side_px


def _beside(die: Reading, pitch: float, side_px: float, dice: Sequence[Pose]) -> list[Pose]:
    """Return the places beside one die where its road leads or that are in line with two dice."""
    ends = way(max(die.said[ROADS], key=die.said[ROADS].__getitem__))
    places = []
    for quarter, side in enumerate(CLOCKWISE):
        angle = np.radians(die.crop_deg + 90 * quarter)
        x, y = die.pose.x_px + pitch * float(np.cos(angle)), die.pose.y_px + pitch * float(np.sin(angle))
        place = replace(die.pose, x_px=x, y_px=y, side_px=side_px, heat=0.0)
        if side in ends or _sides_in_line(place, dice) >= BETWEEN:
            places.append(place)
    return places


def _sides_in_line(place: Pose, dice: Sequence[Pose]) -> int:
    """Count the four sides of a place to which a die lies within reach."""
    angle = np.radians(place.angle_deg)
    away = np.array([(die.x_px - place.x_px, die.y_px - place.y_px) for die in dice]) / place.side_px
    along = away @ np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    far, aside = np.abs(along).max(axis=1), np.abs(along).min(axis=1)
    near = along[(far < REACH) & (aside < ASIDE)]
    steps = np.sign(near) * (np.abs(near) == np.abs(near).max(axis=1, keepdims=True))
    return len(np.unique(steps, axis=0))


def _mean(places: Sequence[Pose]) -> Pose:
    """Return the middle of places that several dice point to."""
    x, y = np.mean([(place.x_px, place.y_px) for place in places], axis=0).tolist()
    return replace(places[0], x_px=x, y_px=y)
