"""Which places in a picture are dice: the surest reading of each, as far apart and as alike as dice can be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot, log
from typing import Final

import numpy as np

from vision.detect_crops import LABELS, NONE, ROADS, Floats, Odds, mean_odds
from vision.detect_pose import Pose, mean_pose

LOWEST_WORTH: Final = 0.58  # of both models together; below it a place is no die
BEST_PX: Final = 20.0  # the side at which the detector sees best, and how fast that fades, in octaves
SPREAD: Final = 1.0
TOUCH: Final = (0.85, 1.3)  # of a side: how far apart dice of a road lie that touch, give or take what a find is off
APART: Final = 0.78  # of a side: nearer than two touching dice, further than a die's top and its side seen aslant
APART_IN_ROW: Final = 0.64  # likewise of the typical side, which may be told a fifth too large
AGREE: Final = 0.3  # how far places of one die may differ, in sides
LARGEST_RATIO: Final = 2.6  # between the sides of two dice in one picture, which are 10 to 25 mm wide,
SET_RATIO: Final = 1.22  # and of two of one set, nearer to the camera or farther
ALIKE: Final = 0.35  # how far sides (natural logarithm) of dice in one picture mostly differ


@dataclass(frozen=True, slots=True)
class Reading:
    """A place, what is said of its crop, which was turned by `crop_deg`, and how sure the models are of a die, 0..1.

    `exact` is where the face in the crop really lies, where the model tells: which readings are of one die shows better
    by where they were found, for a reader that sees a side beside the top may mean either.
    """

    pose: Pose
    said: Odds
    crop_deg: float
    worth: float
    exact: Pose | None = None

    @property
    def sureness(self) -> float:
        """Return the probability of the likeliest face, 0..1."""
        head = ROADS if ROADS in self.said else LABELS
        return max(chance for name, chance in self.said[head].items() if name != NONE)


def worths(poses: list[Pose], shares: Floats) -> Floats:
    """Weigh readings, shape (N,): how sure both models are that it is a die, most when seen at the size known best."""
    heats = np.array([pose.heat for pose in poses], np.float32)
    levels = np.log2([max(1.0, pose.level_px) / BEST_PX for pose in poses])
    sure: Floats = (np.sqrt(heats) * shares * np.exp(-0.5 * (levels / SPREAD) ** 2)).astype(np.float32)
    return sure


def distinct(readings: list[Reading], side_px: float = 0.0) -> list[Reading]:
    """Return the surest reading of every place, joined with all that agree on the place.

    `side_px`: how wide all dice are, where they are of one set.
    """
    kept: list[Reading] = []
    for reading in sorted(readings, key=lambda r: -r.worth):
        if not any(same(reading.pose, other.pose, side_px) for other in kept):
            kept.append(reading)
    return [_joined(one, [r for r in readings if _agree(one.pose, r.pose)]) for one in kept]


def loose_dice(readings: Sequence[Reading], side_px: float) -> list[Reading]:
    """Return the dice that lie anywhere, of 10 to 25 mm, on a table where one is mostly `side_px` wide."""
    return distinct([one for one in readings if _fits(one.pose, side_px, LARGEST_RATIO)])


def road_dice(readings: Sequence[Reading], side_px: float) -> list[Reading]:
    """Return the dice of one set, all of a size."""
    side = typical_side(loose_dice(readings, side_px)) or side_px
    return distinct([one for one in readings if _fits(one.pose, side, SET_RATIO)], side)


def _agree(one: Pose, other: Pose) -> bool:
    far = hypot(one.x_px - other.x_px, one.y_px - other.y_px)
    return far < AGREE * one.side_px and abs(log(one.side_px / other.side_px)) < AGREE


def _joined(one: Reading, agreeing: list[Reading]) -> Reading:
    """Return the mean of readings: of their places, and of what those say whose crops were turned alike."""
    alike = [r for r in agreeing if abs((r.crop_deg - one.crop_deg + 180) % 360 - 180) < 45]  # noqa: PLR2004 - degrees
    pose = mean_pose(one.pose, [r.exact or r.pose for r in agreeing], [r.worth for r in agreeing])
    return replace(one, pose=pose, said={head: _mean_odds(head, alike) for head in one.said})


def _mean_odds(head: str, readings: list[Reading]) -> Mapping[str, float]:
    """Return the mean of probabilities by worth."""
    worths = np.array([r.worth for r in readings], np.float32)
    mean = mean_odds(np.array([list(r.said[head].values()) for r in readings], np.float32), worths)
    return dict(zip(readings[0].said[head], mean.tolist(), strict=True))


def typical_side(dice: list[Reading]) -> float:
    """Return the side that the surest dice at all scales share, pixels; 0 without any."""
    sides = np.log([reading.pose.side_px for reading in dice])
    weights = np.array([reading.worth * reading.sureness for reading in dice]) ** 2
    votes = [float((weights * np.exp(-0.5 * ((sides - side) / ALIKE) ** 2)).sum()) for side in sides]
    return float(np.exp(sides[int(np.argmax(votes))])) if votes else 0.0


def _fits(pose: Pose, typical_px: float, ratio: float) -> bool:
    """Tell whether a die can lie beside dice of the typical size: larger or smaller by no more than a ratio."""
    return abs(log(pose.side_px / typical_px)) < log(ratio)


def same(one: Pose, other: Pose, side_px: float = 0.0) -> bool:
    """Tell whether two places cannot both be dice: nearer than touching dice are, all `side_px` wide if told."""
    far = hypot(one.x_px - other.x_px, one.y_px - other.y_px)
    return far < (APART_IN_ROW * side_px if side_px else APART * max(one.side_px, other.side_px))
