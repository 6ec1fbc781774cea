"""Find the dice in a picture and read their top faces with two small ONNX models."""

from dataclasses import dataclass
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
LOWEST_SHARE: Final = 0.5  # a piece is a die when the reader gives the six faces together this much


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
        poses = self._finder.locate(image, side_px)
        if not poses:
            return []
        chances = self.read(image, poses)
        share = 1 - chances[:, self._labels.index(NONE)]
        order = np.argsort([-_worth(pose, float(part)) for pose, part in zip(poses, share, strict=True)])
        kept: list[int] = []
        for index in order.tolist():
            if share[index] >= LOWEST_SHARE and not any(_same(poses[index], poses[other]) for other in kept):
                kept.append(index)
        return [self._detection(poses[index], chances[index]) for index in kept]

    def read(self, image: Image, poses: list[Pose]) -> Floats:
        """Return probabilities, shape (N, labels + colours), of what each place shows and of its colour."""
        facts = self._reader.facts
        crops = face_crops(image, poses, int(facts["crop_px"]), float(facts["side_px"]))
        return np.vstack([self._reader.run(crops[start : start + BATCH]) for start in range(0, len(crops), BATCH)])

    def _detection(self, pose: Pose, chances: Floats) -> Detection:
        faces, colour = _ranked(self._labels, chances), _ranked(self._colours, chances[len(self._labels) :])
        centre = (pose.x_px, pose.y_px)
        return Detection(faces, centre, pose.side_px, pose.angle_deg % 90, colour, pose.outline_px)


def _ranked(names: list[str], chances: Floats) -> tuple[tuple[str, float], ...]:
    pairs = [(name, float(chance)) for name, chance in zip(names, chances, strict=False) if name != NONE]
    return tuple(sorted(pairs, key=lambda pair: -pair[1]))


def _worth(pose: Pose, share: float) -> float:
    """Weigh which of two readings of one die to keep: the surer, seen nearer to the size the detector knows best."""
    return pose.heat * share * float(np.exp(-0.5 * (np.log2(pose.level_px / 20) / 0.8) ** 2))


def _same(one: Pose, other: Pose) -> bool:
    """Tell whether two places cannot both be dice: nearer than any two touching dice are."""
    far = float(np.hypot(one.x_px - other.x_px, one.y_px - other.y_px))
    return far < 0.62 * max(one.side_px, other.side_px)


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
