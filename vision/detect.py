"""Find the dice in a picture and read their top faces with two small ONNX models."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

import models
from vision.detect_find import DiceFinder, Pose, scaled
from vision.detect_model import Model, ModelError

__all__ = ["Detection", "DiceDetector", "ModelError", "Pose"]

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
NONE: Final = "none"
BATCH: Final = 64
LOWEST_WORTH: Final = 0.56  # of both models together; below it a place is no die
BEST_PX: Final = 20.0  # the side at which the detector sees best, and how fast that fades, in octaves
SPREAD: Final = 1.0
APART: Final = 0.78  # of a side: nearer than two touching dice, further than a die's top and its side seen aslant
AGREE: Final = 0.3  # how far places of one die may differ, in sides
LARGEST_RATIO: Final = 2.6  # between the sides of two dice in one picture
ALIKE: Final = 0.35  # how far sides (natural logarithm) of dice in one picture mostly differ


@dataclass(frozen=True, slots=True)
class Detection:
    """One die. `faces` and `colour` pair names with probabilities, best first; what `faces` lack to 1 is "no die"."""

    faces: tuple[tuple[str, float], ...]
    centre_px: tuple[float, float]
    side_px: float
    angle_deg: float
    colour: tuple[tuple[str, float], ...]
    outline_px: tuple[tuple[float, float], ...]

    @property
    def face(self) -> str:
        """Return the most likely face, "1" to "6"."""
        return self.faces[0][0]

    @property
    def confidence(self) -> float:
        """Return the probability of the most likely face, 0..1."""
        return self.faces[0][1]


@dataclass(frozen=True, slots=True)
class Reading:
    """A place and what the reader says of it; `worth` 0..1 is how sure both models are that it is a die."""

    pose: Pose
    chances: Floats
    worth: float


class DiceDetector:
    """Both models, loaded once; `threads` is how many processor cores a call may use.

    ModelError if a file is missing or none of ours. `folder`: where the models lie, if not where they are shipped.
    """

    def __init__(self, threads: int = 2, folder: Path | None = None) -> None:
        finder, reader = (folder / f"{n}.onnx" if folder else models.path(n) for n in ("dice_detector", "dice_reader"))
        self._finder = DiceFinder(finder, threads)
        self._reader = Model(reader, ("labels", "colours", "crop_px", "side_px"), threads)
        self._labels = self._reader.facts["labels"].split(",")
        self._colours = self._reader.facts["colours"].split(",")

    def detect(self, image: Image, side_px: float | None = None) -> list[Detection]:
        """Return all dice in a BGR picture; `side_px`: how long a die's side is in it, or None to find out."""
        readings = [] if side_px else self._readings(image, None)
        side = side_px or _typical_side(_distinct(readings))
        if not side:
            return []
        readings += self._readings(image, side)
        dice = _distinct([reading for reading in readings if _fits(reading.pose, side)])
        return [_detection(reading, self._labels, self._colours) for reading in dice]

    def _readings(self, image: Image, side_px: float | None) -> list[Reading]:
        """Return every place at one scale, or at all scales, that may be a die."""
        poses = self._finder.locate(image, side_px)
        if not poses:
            return []
        chances = self.read(image, poses)
        worths = _worths(poses, 1 - chances[:, self._labels.index(NONE)])
        every = [Reading(pose, says, float(w)) for pose, says, w in zip(poses, chances, worths, strict=True)]
        return [reading for reading in every if reading.worth >= LOWEST_WORTH]

    def read(self, image: Image, poses: list[Pose]) -> Floats:
        """Return probabilities, shape (N, labels + colours), of what each place shows and of its colour."""
        facts = self._reader.facts
        crops = face_crops(image, poses, int(facts["crop_px"]), float(facts["side_px"]))
        return np.vstack([self._reader.run(crops[start : start + BATCH]) for start in range(0, len(crops), BATCH)])


def _detection(reading: Reading, labels: list[str], colours: list[str]) -> Detection:
    pose, chances = reading.pose, reading.chances
    faces, colour = _ranked(labels, chances), _ranked(colours, chances[len(labels) :])
    return Detection(faces, (pose.x_px, pose.y_px), pose.side_px, pose.angle_deg % 90, colour, pose.outline_px)


def _ranked(names: list[str], chances: Floats) -> tuple[tuple[str, float], ...]:
    pairs = [(name, float(chance)) for name, chance in zip(names, chances, strict=False) if name != NONE]
    return tuple(sorted(pairs, key=lambda pair: -pair[1]))


def _worths(poses: list[Pose], shares: Floats) -> Floats:
    """Weigh readings, shape (N,): how sure both models are that it is a die, most when seen at the size known best."""
    heats = np.array([pose.heat for pose in poses], np.float32)
    levels = np.log2([max(1.0, pose.level_px) / BEST_PX for pose in poses])
    worths: Floats = (np.sqrt(heats) * shares * np.exp(-0.5 * (levels / SPREAD) ** 2)).astype(np.float32)
    return worths


def _distinct(readings: list[Reading]) -> list[Reading]:
    """Return the surest reading of every place, its pose the mean of all that agree on the place."""
    kept: list[Reading] = []
    for reading in sorted(readings, key=lambda r: -r.worth):
        if not any(_same(reading.pose, other.pose) for other in kept):
            kept.append(reading)
    return [replace(one, pose=_mean_pose(one, [r for r in readings if _agree(one.pose, r.pose)])) for one in kept]


def _agree(one: Pose, other: Pose) -> bool:
    far = np.hypot(one.x_px - other.x_px, one.y_px - other.y_px)
    return bool(far < AGREE * one.side_px and abs(np.log(one.side_px / other.side_px)) < AGREE)


def _mean_pose(one: Reading, agreeing: list[Reading]) -> Pose:
    """Return the mean of places by worth; angles as fourth powers, since a quarter turn changes nothing."""
    poses, worths = [r.pose for r in agreeing], np.array([r.worth for r in agreeing])
    rows = np.array([(p.x_px, p.y_px, np.log(p.side_px)) for p in poses])
    x, y, log_side = (worths @ rows / worths.sum()).tolist()
    turned = worths @ np.exp(4j * np.radians([p.angle_deg for p in poses]))
    angle = float(np.degrees(np.angle(turned))) / 4
    return replace(one.pose, x_px=x, y_px=y, side_px=float(np.exp(log_side)), angle_deg=angle)


def _typical_side(dice: list[Reading]) -> float:
    """Return the side that the surest dice at all scales share, pixels; 0 without any."""
    sides = np.log([reading.pose.side_px for reading in dice])
    worths = np.array([reading.worth for reading in dice]) ** 2
    votes = [float((worths * np.exp(-0.5 * ((sides - side) / ALIKE) ** 2)).sum()) for side in sides]
    return float(np.exp(sides[int(np.argmax(votes))])) if votes else 0.0


def _fits(pose: Pose, typical_px: float) -> bool:
    """Tell whether a die of this size can lie beside dice of the typical size: they are 10 to 25 mm wide."""
    return bool(abs(np.log(pose.side_px / typical_px)) < np.log(LARGEST_RATIO))


def _same(one: Pose, other: Pose) -> bool:
    """Tell whether two places cannot both be dice: nearer than any two touching dice are."""
    far = float(np.hypot(one.x_px - other.x_px, one.y_px - other.y_px))
    return far < APART * max(one.side_px, other.side_px)


def face_crops(image: Image, poses: list[Pose], crop_px: int, side_px: float) -> Image:
    """Cut the places out upright, shape (N, crop_px, crop_px, 3), each face `side_px` wide and in the middle."""
    halves = [image]  # each half the size of the one before: shrinking far in one step would alias
    crops = np.empty((len(poses), crop_px, crop_px, 3), np.uint8)
    for crop, pose in zip(crops, poses, strict=True):
        level = max(0, int(np.floor(np.log2(max(pose.side_px, 1) / side_px) + 0.3)))
        while len(halves) <= level and min(halves[-1].shape[:2]) > 1:
            halves.append(scaled(halves[-1], 0.5))
        level = min(level, len(halves) - 1)
        shrunk = 0.5**level
        centre = ((pose.x_px + 0.5) * shrunk - 0.5, (pose.y_px + 0.5) * shrunk - 0.5)
        matrix = np.asarray(
            cv2.getRotationMatrix2D(centre, pose.angle_deg, side_px / (pose.side_px * shrunk)), np.float64
        )
        matrix[:, 2] += np.subtract((crop_px - 1) / 2, centre)
        size = (crop_px, crop_px)
        crop[:] = cv2.warpAffine(halves[level], matrix, size, flags=cv2.INTER_LINEAR, borderValue=(114,) * 3)
    return crops
