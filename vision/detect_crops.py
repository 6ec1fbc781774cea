"""Crops of the places where dice may be, upright, and the models that read them."""

from cmath import exp
from collections.abc import Mapping
from dataclasses import replace
from math import radians
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.detect_find import scaled
from vision.detect_model import Model
from vision.detect_pose import Pose

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
LABELS, ROADS, COLOURS = "labels", "roads", "colours"  # the heads of the readers, as their metadata calls them
NONE: Final = "none"
COCKED: Final = "cocked"
BATCH: Final = 64
LEAST_CHANCE: Final = 1e-4  # no single reading rules a face out
PLACE: Final = "place"  # what the metadata calls how a face lies in its crop,
FARTHEST: Final = (0.25, 0.25, 0.3, 20.0, 0.3, 0.3)  # and how far off it can be, in the units of `placed`
Odds = Mapping[str, Mapping[str, float]]


class CropReader:
    """A model that reads upright crops; `names` are what it tells apart, by head, `places` whether also where it lies.

    ModelError if the file is missing or none of ours.
    """

    def __init__(self, path: Path, heads: tuple[str, ...], threads: int) -> None:
        self._model = Model(path, (*heads, "crop_px", "side_px"), threads)
        self.names = {head: self._model.facts[head].split(",") for head in heads}
        self.places = PLACE in self._model.facts

    def read(self, image: Image, poses: list[Pose]) -> dict[str, Floats]:
        """Return what each place of a BGR picture shows: probabilities (N, names of the head), by head."""
        return self.look(image, poses)[0]

    def look(self, image: Image, poses: list[Pose]) -> tuple[dict[str, Floats], list[Pose]]:
        """Return the same and where exactly each face lies; the poses themselves from a model that does not tell."""
        facts = self._model.facts
        crops = face_crops(image, poses, int(facts["crop_px"]), float(facts["side_px"]))
        parts = [self._model.run_all(crops[start : start + BATCH]) for start in range(0, len(crops), BATCH)]
        outputs = [np.vstack(each) for each in zip(*parts, strict=True)]
        ends = np.cumsum([len(names) for names in self.names.values()])
        said = dict(zip(self.names, np.split(outputs[0], ends[:-1], axis=1), strict=True))
        if not self.places:
            return said, poses
        return said, [placed(pose, off) for pose, off in zip(poses, outputs[-1], strict=True)]


def placed(pose: Pose, off: Floats) -> Pose:
    """Return where a face lies that is `off` in the upright crop of a pose, (6,).

    That is: how far right and down of the middle, in sides; the logarithm of how much larger; degrees clockwise; how
    stretched, real and imaginary part.
    """
    right, down, larger, turned, level, aslant = np.clip(off, np.negative(FARTHEST), FARTHEST).tolist()
    upright = exp(1j * radians(pose.angle_deg))
    at = complex(pose.x_px, pose.y_px) + pose.side_px * upright * complex(right, down)
    return replace(
        pose,
        x_px=at.real,
        y_px=at.imag,
        side_px=pose.side_px * float(np.exp(larger)),
        angle_deg=pose.angle_deg + turned,
        stretch=upright**2 * complex(level, aslant),
    )


def row(names: Mapping[str, list[str]], said: Mapping[str, Floats], index: int) -> Odds:
    """Return what is said of one place: probabilities by name, by head."""
    return {head: dict(zip(names[head], said[head][index].tolist(), strict=True)) for head in said}


def mean_odds(parts: Floats, weights: Floats | None = None, *, sharper: float = 1.0) -> Floats:
    """Return the geometric mean of probabilities over the first axis: readings that differ make it unsure."""
    mean = np.exp(sharper * np.average(np.log(np.maximum(parts, LEAST_CHANCE)), axis=0, weights=weights))
    shares: Floats = (mean / mean.sum(axis=-1, keepdims=True)).astype(np.float32)
    return shares


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
