"""Find the dice in a picture and read their top faces with small ONNX models."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

import models
from vision.detect_find import DiceFinder, Pose, scaled
from vision.detect_model import Model, ModelError
from vision.detect_turned import over_turns

if TYPE_CHECKING:
    from vision.teach_dice_sets import TaughtDice

__all__ = ["Detection", "DiceDetector", "ModelError", "Pose"]

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
NONE: Final = "none"
COCKED: Final = "cocked"
LABELS, ROADS, COLOURS = "labels", "roads", "colours"  # the heads of the readers, as their metadata calls them
Odds = Mapping[str, Mapping[str, float]]
BATCH: Final = 64
LOWEST_WORTH: Final = 0.56  # of both models together; below it a place is no die
LOWEST_BESIDE: Final = 0.5  # of both, where it touches a die of a road and the reader is this sure:
SURE_BESIDE: Final = 0.97
UNSURE: Final = 0.98  # faces less likely than this are read again, turned
LOWEST_KNOWN: Final = 0.8  # of the reader alone, where a die lay before
BEST_PX: Final = 20.0  # the side at which the detector sees best, and how fast that fades, in octaves
SPREAD: Final = 1.0
LOOKS: Final = (1.0,)  # scales around the told one that a picture is looked at
ROAD_LOOKS: Final = (0.8, 1.2)  # dice side by side in rows: one look loses some of them
TAUGHT_LOOKS: Final = (0.8, 1.0, 1.2)  # pictures of taught faces must be laid over dice exactly: one look may be off
TOUCH: Final = (0.85, 1.3)  # of a side: how far apart dice of a road lie that touch, give or take what a find is off
APART: Final = 0.78  # of a side: nearer than two touching dice, further than a die's top and its side seen aslant
APART_IN_ROW: Final = 0.64  # likewise of the typical side, which may be told a fifth too large
AGREE: Final = 0.3  # how far places of one die may differ, in sides
LARGEST_RATIO: Final = 2.6  # between the sides of two dice in one picture, which are 10 to 25 mm wide,
SET_RATIO: Final = 1.22  # and of two of one set, nearer to the camera or farther
ALIKE: Final = 0.35  # how far sides (natural logarithm) of dice in one picture mostly differ


@dataclass(frozen=True, slots=True)
class Detection:
    """One die. `faces` and `colour` pair names with probabilities, best first; what `faces` lack to 1 is "no die".

    The names of roads hold along the die's own axes: its first edge is the top of the face. `leaning` is the
    probability that the die does not lie flat.
    """

    faces: tuple[tuple[str, float], ...]
    centre_px: tuple[float, float]
    side_px: float
    angle_deg: float
    colour: tuple[tuple[str, float], ...]
    outline_px: tuple[tuple[float, float], ...]
    leaning: float = 0.0

    @property
    def face(self) -> str:
        """Return the most likely face, "1" to "6" or a road such as "S-NS"."""
        return self.faces[0][0]

    @property
    def confidence(self) -> float:
        """Return the probability of the most likely face, 0..1."""
        return self.faces[0][1]


@dataclass(frozen=True, slots=True)
class Reading:
    """A place, what is said of its crop, which was turned by `crop_deg`, and how sure the models are of a die, 0..1."""

    pose: Pose
    said: Odds
    crop_deg: float
    worth: float


class DiceDetector:
    """The models, loaded when first needed; `threads` is how many processor cores a call may use.

    ModelError if the detector or the dice reader is missing or none of ours, and from `detect` for the road reader.
    `folder`: where the models lie, if not where they are shipped; `taught`: the owner's own faces.
    """

    def __init__(self, threads: int = 2, folder: Path | None = None, taught: "TaughtDice | None" = None) -> None:
        self._folder, self._threads, self._taught = folder, threads, taught
        self.finder = DiceFinder(self._path("dice_detector"), threads)
        self._dice = CropReader(self._path("dice_reader"), (LABELS, COLOURS), threads)
        self._roads: CropReader | None = None

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.onnx" if self._folder else models.path(name)

    def detect(
        self, image: Image, side_px: float | None = None, *, roads: bool = False, known: Sequence[Pose] = ()
    ) -> list[Detection]:
        """Return all dice in a BGR picture: those with pips or digits, or those with roads.

        `side_px`: how long a die's side is in it, or None to find out. Dice lay before at the places `known`: one that
        seems gone is looked for there again.
        """
        if roads and self._roads is None:
            self._roads = CropReader(self._path("road_reader"), (ROADS,), self._threads)
        reader, head = (self._roads, ROADS) if roads and self._roads else (self._dice, LABELS)
        readings = [] if side_px else self._readings(image, None, reader, head)
        side = side_px or _typical_side(_distinct([one for one in readings if one.worth >= LOWEST_WORTH]))
        if not side:
            return []
        readings += self._readings(image, side, reader, head)
        dice = _road(readings, side) if head == ROADS else _loose(readings, side)
        missed = [pose for pose in known if not any(_same(pose, die.pose) for die in dice)]
        dice += self._still_there(image, missed, reader, head)
        if head == ROADS:  # with pips it makes wrong readings surer as well
            dice = self._surer(image, dice, reader, head)
        return self._detections(image, dice, head)

    def _readings(self, image: Image, side_px: float | None, reader: "CropReader", head: str) -> list[Reading]:
        """Return every place at one scale, or at all scales, that may be a die."""
        taught = self._taught.head(head, reader) if self._taught else None
        looks = TAUGHT_LOOKS if taught else ROAD_LOOKS if head == ROADS else LOOKS
        poses = self.finder.locate(image, side_px, looks)
        found = self._read_at(image, poses, reader, head) if poses else []
        return [one for one in found if one.worth >= LOWEST_BESIDE]

    def _read_at(self, image: Image, poses: list[Pose], reader: "CropReader", head: str) -> list[Reading]:
        """Return what is read at these places, a die or none."""
        taught = self._taught.head(head, reader) if self._taught else None
        said = reader.read(image, poses)
        if taught:
            said = taught.adapted(image, poses, said, head)
        worths = _worths(poses, 1 - said[head][:, reader.names[head].index(NONE)])
        rows = [_row(reader.names, said, i) for i in range(len(poses))]
        every = zip(poses, rows, worths.tolist(), strict=True)
        return [Reading(pose, row, pose.angle_deg, worth) for pose, row, worth in every]

    def _still_there(self, image: Image, poses: list[Pose], reader: "CropReader", head: str) -> list[Reading]:
        """Return which of these places surely show a die."""
        found = self._read_at(image, poses, reader, head) if poses else []
        return [one for one in found if 1 - one.said[head][NONE] >= LOWEST_KNOWN]

    def _surer(self, image: Image, dice: list[Reading], reader: "CropReader", head: str) -> list[Reading]:
        """Return the dice, those of which the model is not sure read again from all sides."""
        unsure = [i for i, die in enumerate(dice) if max(die.said[head].values()) < UNSURE]
        if not unsure or (self._taught and self._taught.head(head, reader)):
            return dice
        names = reader.names[head]
        said = np.array([list(dice[i].said[head].values()) for i in unsure], np.float32)
        poses = [replace(dice[i].pose, angle_deg=dice[i].crop_deg) for i in unsure]
        rows = over_turns(lambda turned: reader.read(image, turned)[head], names, poses, said)
        again = {i: dict(zip(names, row.tolist(), strict=True)) for i, row in zip(unsure, rows, strict=True)}
        return [replace(die, said={**die.said, head: again[i]}) if i in again else die for i, die in enumerate(dice)]

    def _detections(self, image: Image, dice: list[Reading], head: str) -> list[Detection]:
        if head == LABELS or not dice:
            return [_detection(die, die.said, head) for die in dice]
        looks = self._dice.read(image, [die.pose for die in dice])  # how roads lie and what colour they have
        return [_detection(die, _row(self._dice.names, looks, i), head) for i, die in enumerate(dice)]


class CropReader:
    """A model that reads upright crops; `names` are what it tells apart, by head.

    ModelError if the file is missing or none of ours.
    """

    def __init__(self, path: Path, heads: tuple[str, ...], threads: int) -> None:
        self._model = Model(path, (*heads, "crop_px", "side_px"), threads)
        self.names = {head: self._model.facts[head].split(",") for head in heads}

    def read(self, image: Image, poses: list[Pose]) -> dict[str, Floats]:
        """Return what each place of a BGR picture shows: probabilities (N, names of the head), by head."""
        facts = self._model.facts
        crops = face_crops(image, poses, int(facts["crop_px"]), float(facts["side_px"]))
        rows = np.vstack([self._model.run(crops[start : start + BATCH]) for start in range(0, len(crops), BATCH)])
        ends = np.cumsum([len(names) for names in self.names.values()])
        return dict(zip(self.names, np.split(rows, ends[:-1], axis=1), strict=True))


def _row(names: Mapping[str, list[str]], said: Mapping[str, Floats], index: int) -> Odds:
    """Return what is said of one place: probabilities by name, by head."""
    return {head: dict(zip(names[head], said[head][index].tolist(), strict=True)) for head in said}


def _detection(die: Reading, looks: Odds, head: str) -> Detection:
    """Return the die as it is reported; one that leans may turn out to be any face, and `faces` say so."""
    pose = die.pose
    angle = die.crop_deg + (pose.angle_deg - die.crop_deg + 45) % 90 - 45  # the faces are told along this
    leaning = looks[LABELS][COCKED]
    faces = {name: chance for name, chance in die.said[head].items() if name not in {NONE, COCKED}}
    if head == LABELS:
        faces = {name: chance + leaning / len(faces) for name, chance in faces.items()}
    outline = replace(pose, angle_deg=angle).outline_px
    return Detection(
        _ranked(faces), (pose.x_px, pose.y_px), pose.side_px, angle, _ranked(looks[COLOURS]), outline, leaning
    )


def _ranked(chances: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    return tuple(sorted(chances.items(), key=lambda pair: -pair[1]))


def _worths(poses: list[Pose], shares: Floats) -> Floats:
    """Weigh readings, shape (N,): how sure both models are that it is a die, most when seen at the size known best."""
    heats = np.array([pose.heat for pose in poses], np.float32)
    levels = np.log2([max(1.0, pose.level_px) / BEST_PX for pose in poses])
    worths: Floats = (np.sqrt(heats) * shares * np.exp(-0.5 * (levels / SPREAD) ** 2)).astype(np.float32)
    return worths


def _distinct(readings: list[Reading], side_px: float = 0.0) -> list[Reading]:
    """Return the surest reading of every place, its pose the mean of all that agree on the place.

    `side_px`: how wide all dice are, where they are of one set.
    """
    kept: list[Reading] = []
    for reading in sorted(readings, key=lambda r: -r.worth):
        if not any(_same(reading.pose, other.pose, side_px) for other in kept):
            kept.append(reading)
    return [replace(one, pose=_mean_pose(one, [r for r in readings if _agree(one.pose, r.pose)])) for one in kept]


def _loose(readings: Sequence[Reading], side_px: float) -> list[Reading]:
    """Return the dice that lie anywhere, of 10 to 25 mm, on a table where one is mostly `side_px` wide."""
    likely = [one for one in readings if one.worth >= LOWEST_WORTH]
    return _distinct([one for one in likely if _fits(one.pose, side_px, LARGEST_RATIO)])


def _road(readings: Sequence[Reading], side_px: float) -> list[Reading]:
    """Return the dice of one set, all of a size, those included that are less sure but touch one that is."""
    loose = _loose(readings, side_px)
    side = _typical_side(loose) or side_px
    alike = [one for one in readings if _fits(one.pose, side, SET_RATIO)]
    return _joined(_distinct([one for one in alike if one.worth >= LOWEST_WORTH], side), alike, side)


def _joined(dice: list[Reading], weak: Sequence[Reading], side_px: float) -> list[Reading]:
    """Return the dice of a road and the weaker finds that touch one of them: a gap would cut the road in two."""
    joined = list(dice)
    for find in sorted(weak, key=lambda reading: -reading.worth):
        if find.said[ROADS][NONE] > 1 - SURE_BESIDE:
            continue
        others = [die.pose for die in joined]
        if not any(_same(find.pose, other, side_px) for other in others) and any(
            _touch(find.pose, other) for other in others
        ):
            joined.append(find)
    return joined


def _touch(one: Pose, other: Pose) -> bool:
    """Tell whether two dice of one set may lie side by side."""
    far, side = float(np.hypot(one.x_px - other.x_px, one.y_px - other.y_px)), (one.side_px + other.side_px) / 2
    return TOUCH[0] * side < far < TOUCH[1] * side and abs(np.log(one.side_px / other.side_px)) < AGREE


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


def _fits(pose: Pose, typical_px: float, ratio: float) -> bool:
    """Tell whether a die can lie beside dice of the typical size: larger or smaller by no more than a ratio."""
    return bool(abs(np.log(pose.side_px / typical_px)) < np.log(ratio))


def _same(one: Pose, other: Pose, side_px: float = 0.0) -> bool:
    """Tell whether two places cannot both be dice: nearer than touching dice are, all `side_px` wide if told."""
    far = float(np.hypot(one.x_px - other.x_px, one.y_px - other.y_px))
    return far < (APART_IN_ROW * side_px if side_px else APART * max(one.side_px, other.side_px))


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
