"""The dice of a lesson: as many as faces were told, of one size, apart, with nothing else that looks like one."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

import models
from vision.corners import Marker
from vision.detect import Pose
from vision.detect_find import DiceFinder
from vision.outline_fit import Rectangle
from vision.teach_rows import by_rows

Image = NDArray[np.uint8]

BEST_PX: Final = 20.0  # the side at which the detector sees best, and how fast that fades, in octaves
SPREAD: Final = 1.0
ALIKE: Final = 0.3  # how far sides (natural logarithm) of dice of one set seem to differ
APART: Final = 0.8  # of a side: dice lie further from each other
FAINT: Final = 0.75  # what shows less clearly than this share of the faintest die is no rival of it


def find_lesson_dice(image: Image, count: int, cards: Sequence[Marker] = ()) -> tuple[list[Pose], int]:
    """Return up to `count` dice of a BGR picture row by row, each row from the left, and how many may be dice.

    What lies on the corner `cards` is left out.
    """
    finder = DiceFinder(models.path("dice_detector"))
    poses = _off_cards(finder.locate(image), cards)
    if not poses:
        return [], 0
    side = _usual_side(poses)
    alike = [p for p in _off_cards(finder.locate(image, side), cards) if abs(np.log(p.side_px / side)) < ALIKE]
    dice = _apart(alike)
    chosen = dice[:count]
    rivals = sum(pose.heat > FAINT * chosen[-1].heat for pose in dice[count:]) if chosen else 0
    return _in_rows(chosen), len(chosen) + rivals


def _usual_side(poses: Sequence[Pose]) -> float:
    """Return the side that the clearest finds at all scales share, pixels."""
    sides = np.log([pose.side_px for pose in poses])
    fade = [float(np.log2(max(1.0, pose.level_px) / BEST_PX)) / SPREAD for pose in poses]
    weights = np.array([pose.heat for pose in poses]) ** 2 * np.exp(-0.5 * np.square(fade))
    votes = [float(weights @ np.exp(-0.5 * ((sides - side) / ALIKE) ** 2)) for side in sides]
    return float(np.exp(sides[int(np.argmax(votes))]))


def _apart(poses: Sequence[Pose]) -> list[Pose]:
    """Return the clearest find of every place, clearest first."""
    kept: list[Pose] = []
    for pose in sorted(poses, key=lambda p: -p.heat):
        if all(np.hypot(pose.x_px - k.x_px, pose.y_px - k.y_px) > APART * k.side_px for k in kept):
            kept.append(pose)
    return kept


def _in_rows(poses: Sequence[Pose]) -> list[Pose]:
    places = {Rectangle(pose.x_px, pose.y_px, pose.side_px, pose.side_px): pose for pose in poses}
    return [places[place] for place in by_rows(list(places))]


def _off_cards(poses: Sequence[Pose], cards: Sequence[Marker]) -> list[Pose]:
    squares = [card.corners_px.astype(np.float32) for card in cards]
    return [p for p in poses if all(cv2.pointPolygonTest(s, (p.x_px, p.y_px), False) < 0 for s in squares)]
