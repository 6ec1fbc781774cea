"""The dice of a lesson: as many as faces were told, of one size, apart, with nothing else that looks like one."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

import models
from vision.corners import Marker
from vision.detect_find import DiceFinder
from vision.detect_pose import Pose

Image = NDArray[np.uint8]

BEST_PX: Final = 20.0  # the side at which the detector sees best, and how fast that fades, in octaves
SPREAD: Final = 1.0
ALIKE: Final = 0.3  # how far sides (natural logarithm) of dice of one set seem to differ
APART: Final = 0.8  # of a side: dice lie further from each other
RIVAL: Final = 0.85  # what shows as clearly as this share of the faintest die may be one too
GUESSES: Final = 3  # sizes that are tried
ROW: Final = 0.5  # of a side: dice of one row differ less than this from one to the next
MOST_ASLANT: Final = 20  # degrees by which rows may be


def find_lesson_dice(image: Image, count: int, cards: Sequence[Marker] = ()) -> tuple[list[Pose], int]:
    """Return up to `count` dice of a BGR picture row by row, each row from the left, and how many may be dice.

    What lies on the corner `cards` is left out.
    """
    finder = DiceFinder(models.path("dice_detector"))
    poses = _off_cards(finder.locate(image), cards)
    guesses = [_dice_of(_off_cards(finder.locate(image, side), cards), side) for side in _likely_sides(poses)]
    dice = max(guesses, key=lambda found: _clarity(found, count), default=[])
    chosen = dice[:count]
    rivals = sum(pose.heat > RIVAL * chosen[-1].heat for pose in dice[count:]) if chosen else 0
    return in_rows(chosen), len(chosen) + rivals


def _clarity(dice: Sequence[Pose], count: int) -> float:
    """Return how clearly so many dice, and no more, show."""
    heats = [pose.heat for pose in dice] + [0.0] * (count + 1)
    return heats[count - 1] - heats[count] + 0.5 * sum(heats[:count]) / count


def _likely_sides(poses: Sequence[Pose]) -> list[float]:
    """Return the sides that the clearest finds at all scales share, likeliest first, pixels."""
    sides = np.log([pose.side_px for pose in poses])
    fade = np.array([np.log2(max(1.0, pose.level_px) / BEST_PX) / SPREAD for pose in poses])
    weights = np.array([pose.heat for pose in poses]) ** 2 * np.exp(-0.5 * fade**2)
    likely: list[float] = []
    while len(likely) < GUESSES and weights.sum() > 0:
        votes = [float(weights @ np.exp(-0.5 * ((sides - side) / ALIKE) ** 2)) for side in sides]
        best = float(sides[int(np.argmax(votes))])
        likely.append(float(np.exp(best)))
        weights = np.where(np.abs(sides - best) < 2 * ALIKE, 0.0, weights)
    return likely


def _dice_of(poses: Sequence[Pose], side_px: float) -> list[Pose]:
    return _apart([pose for pose in poses if abs(np.log(pose.side_px / side_px)) < ALIKE])


def _apart(poses: Sequence[Pose]) -> list[Pose]:
    """Return the clearest find of every place, clearest first."""
    kept: list[Pose] = []
    for pose in sorted(poses, key=lambda p: -p.heat):
        if all(np.hypot(pose.x_px - k.x_px, pose.y_px - k.y_px) > APART * k.side_px for k in kept):
            kept.append(pose)
    return kept


def in_rows(poses: Sequence[Pose]) -> list[Pose]:
    """Return the dice row by row from the top, each row from the left, though the rows be a little aslant."""
    if not poses:
        return []
    places = np.array([(pose.x_px, pose.y_px) for pose in poses]) / np.median([pose.side_px for pose in poses])
    angles = np.radians(sorted(range(-MOST_ASLANT, MOST_ASLANT + 1, 2), key=abs))
    ways = [(places[:, 0] * np.sin(a) + places[:, 1] * np.cos(a), a) for a in angles]
    down, angle = max(ways, key=lambda way: _parted(way[0]))
    across = places[:, 0] * np.cos(angle) - places[:, 1] * np.sin(angle)
    order = np.argsort(down)
    rows = np.zeros(len(poses))
    rows[order] = np.cumsum([0, *(np.diff(down[order]) > ROW)])
    return [poses[i] for i in sorted(range(len(poses)), key=lambda i: (rows[i], across[i]))]


def _parted(down: NDArray[np.float64]) -> float:
    """Return how clearly places along one axis, in sides, fall into rows: the least gap between against any within."""
    gaps = np.diff(np.sort(down))
    between, within = gaps[gaps > ROW], gaps[gaps <= ROW]
    return float(min(between, default=2.0)) - 2 * float(max(within, default=0.0))


def _off_cards(poses: Sequence[Pose], cards: Sequence[Marker]) -> list[Pose]:
    squares = [card.corners_px.astype(np.float32) for card in cards]
    return [p for p in poses if all(cv2.pointPolygonTest(s, (p.x_px, p.y_px), False) < 0 for s in squares)]
