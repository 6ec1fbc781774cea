"""Find the dice in a picture and read their top faces with small ONNX models."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

import models
from vision.detect_bare import dice_of_set
from vision.detect_crops import COCKED, COLOURS, LABELS, NONE, ROADS, CropReader, Floats, Image, row
from vision.detect_find import MOST_POSES, DiceFinder
from vision.detect_gaps import gaps
from vision.detect_places import (
    LOWEST_WORTH,
    Reading,
    distinct,
    loose_dice,
    road_dice,
    same,
    typical_side,
    worths,
)
from vision.detect_pose import Pose, along, mean_pose
from vision.detect_turned import over_turns

if TYPE_CHECKING:
    from vision.teach_dice_sets import TaughtDice


UNSURE: Final = 0.98  # faces less likely than this are read again from all sides,
SIZES_AGAIN: Final = {LABELS: (0.92, 1.09), ROADS: (1.0,)}  # and a little off, but for roads, whose rims tell the way.
SHARPER: Final = {LABELS: 1.2, ROADS: 1.0}  # Chosen on thrown dice: fewer are unsure, and no more wrong ones sure
MOSTLY: Final = 0.75  # what then shows no die more probably than this is none
SURE_IN_GAP: Final = 0.97  # of the reader alone, between dice of a road where the finder saw nothing
LOWEST_KNOWN: Final = 0.8  # of the reader alone, where a die lay before
QUARTERS_DEG: Final = (0, 90, 180, 270)  # crops of a face whose place is told by all of them together,
SIZES_PLACED: Final = (0.92, 1.0, 1.09)  # a little larger and smaller too
LOOKS: Final = (0.85, 1.2)  # scales around the told one that a picture is looked at: one look loses some dice
TAUGHT_LOOKS: Final = (0.8, 1.0, 1.2)  # pictures of taught faces must be laid over dice exactly: one look may be off


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
        side = side_px or typical_side(distinct(readings))
        if not side:
            return []
        readings += self._readings(image, side, reader, head)
        dice = road_dice(readings, side) if head == ROADS else loose_dice(readings, side)
        if head == LABELS:  # dice of a road: once it is whole
            dice = [die for die in self._surer(image, dice, reader, head) if die.said[head][NONE] < MOSTLY]
        missed = [pose for pose in known if not any(same(pose, die.pose) for die in dice)]
        dice += self._still_there(image, missed, reader, head)
        if head == ROADS:
            dice = self._whole_road(image, dice, reader)
        return [_detection(die, head) for die in dice]

    def placed_again(self, image: Image, dice: Sequence[Detection]) -> list[Detection]:
        """Return the dice where their faces lie on average in crops from all sides, a little larger and smaller too."""
        lay = [Pose(*die.centre_px, die.side_px, die.angle_deg, 1.0, die.side_px) for die in dice]
        poses = [
            replace(pose, angle_deg=pose.angle_deg + turn, side_px=pose.side_px * size)
            for pose in lay
            for turn in QUARTERS_DEG
            for size in SIZES_PLACED
        ]
        _, exact = self._dice.look(image, poses) if poses else ({}, [])
        looks = len(QUARTERS_DEG) * len(SIZES_PLACED)
        means = (mean_pose(pose, exact[i * looks : (i + 1) * looks], np.ones(looks)) for i, pose in enumerate(lay))
        return [_lying(die, along(die.angle_deg, pose)) for die, pose in zip(dice, means, strict=True)]

    def _readings(self, image: Image, side_px: float | None, reader: "CropReader", head: str) -> list[Reading]:
        """Return every place at one scale, or at all scales, that may be a die."""
        taught = self._taught.head(head, reader) if self._taught else None
        looks = TAUGHT_LOOKS if taught else LOOKS
        poses = self.finder.locate(image, side_px, looks)
        found = self._read_at(image, poses, reader, head) if poses else []
        return [one for one in found if one.worth >= LOWEST_WORTH]

    def _read_at(self, image: Image, poses: list[Pose], reader: "CropReader", head: str) -> list[Reading]:
        """Return what is read at these places, a die or none."""
        taught = self._taught.head(head, reader) if self._taught else None
        said, exact = reader.look(image, poses)
        if taught:
            said = taught.adapted(image, exact, said, head)
        sure = worths(poses, 1 - said[head][:, reader.names[head].index(NONE)])
        rows = [row(reader.names, said, i) for i in range(len(poses))]
        every = zip(poses, rows, sure.tolist(), exact, strict=True)
        return [Reading(pose, row, pose.angle_deg, worth, lies) for pose, row, worth, lies in every]

    def _still_there(self, image: Image, poses: list[Pose], reader: "CropReader", head: str) -> list[Reading]:
        """Return which of these places surely show a die."""
        found = self._read_at(image, poses, reader, head) if poses else []
        return [replace(one, pose=one.exact or one.pose) for one in found if 1 - one.said[head][NONE] >= LOWEST_KNOWN]

    def _whole_road(self, image: Image, dice: list[Reading], reader: "CropReader") -> list[Reading]:
        """Return the dice of a road, without bare table, and with those that the finder overlooked."""
        dice = dice_of_set(image, self._surer(image, self._exactly(image, dice), reader, ROADS))
        side, tried = typical_side(dice), list[Pose]()
        while places := gaps(dice, side, tried)[:MOST_POSES]:
            tried += places
            read = self._read_at(image, places, reader, ROADS)
            found = [one for one in read if one.said[ROADS][NONE] <= 1 - SURE_IN_GAP]
            dice = dice_of_set(image, [*dice, *self._surer(image, self._exactly(image, found), reader, ROADS)])
        return dice

    def _exactly(self, image: Image, dice: list[Reading]) -> list[Reading]:
        """Return dice of a road with what the dice reader knows of any: where exactly they lie, their colour."""
        if not dice:
            return dice
        said, exact = self._dice.look(image, [die.pose for die in dice])
        rows = [row(self._dice.names, said, i) for i in range(len(dice))]
        lying = [along(die.crop_deg, pose) for die, pose in zip(dice, exact, strict=True)]
        told = zip(dice, lying, rows, strict=True)
        return [replace(d, pose=pose, said={**d.said, **more}, crop_deg=pose.angle_deg) for d, pose, more in told]

    def _surer(self, image: Image, dice: list[Reading], reader: "CropReader", head: str) -> list[Reading]:
        """Return the dice, those of which the model is not sure read again from all sides."""
        unsure = [i for i, die in enumerate(dice) if max(die.said[head].values()) < UNSURE]
        if not unsure or (self._taught and self._taught.head(head, reader)):
            return dice
        names = reader.names[head]
        said = np.array([list(dice[i].said[head].values()) for i in unsure], np.float32)
        poses = [replace(dice[i].pose, angle_deg=dice[i].crop_deg) for i in unsure]

        def read(turned: list[Pose]) -> Floats:
            return reader.read(image, turned)[head]

        rows = over_turns(read, names, poses, said, sizes=SIZES_AGAIN[head], sharper=SHARPER[head])
        again = {i: dict(zip(names, row.tolist(), strict=True)) for i, row in zip(unsure, rows, strict=True)}
        return [replace(die, said={**die.said, head: again[i]}) if i in again else die for i, die in enumerate(dice)]


def _lying(die: Detection, pose: Pose) -> Detection:
    """Return a die, lying as a pose does that is along its own axes."""
    centre = pose.x_px, pose.y_px
    return replace(die, centre_px=centre, side_px=pose.side_px, angle_deg=pose.angle_deg, outline_px=pose.outline_px)


def _detection(die: Reading, head: str) -> Detection:
    """Return the die as it is reported; one that leans may turn out to be any face, and `faces` say so.

    No reader has learnt how dice of roads look that lean: how their faces are stretched tells.
    """
    pose = along(die.crop_deg, die.pose)
    leaning = die.said[LABELS][COCKED] if head == LABELS else 0.0
    faces = {name: chance for name, chance in die.said[head].items() if name not in {NONE, COCKED}}
    if head == LABELS:
        faces = {name: chance + leaning / len(faces) for name, chance in faces.items()}
    outline, centre = pose.outline_px, (pose.x_px, pose.y_px)
    colour = _ranked(die.said[COLOURS])
    return Detection(_ranked(faces), centre, pose.side_px, pose.angle_deg, colour, outline, leaning)


def _ranked(chances: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    return tuple(sorted(chances.items(), key=lambda pair: -pair[1]))
