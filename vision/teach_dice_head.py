"""Taught faces beside what a net reads: a die that looks like one taught is told by that, the others by the net."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect_crops import COCKED, COLOURS, NONE, Image, face_crops
from vision.detect_pose import Pose
from vision.teach_dice import PICTURE_PX, SIDE_PX, TaughtFace
from vision.teach_dice_match import CROP, FACE, FacePictures

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Ring = tuple[str, ...]

HOPELESS: Final = 0.45  # a place less like all taught faces than this at a rough look is none of them
MOST: Final = 9  # faces looked at more finely, for each place
NOISE: Final = 0.05  # even the same picture differs by this share
EVIDENCE: Final = 6.0  # how much a likeness tells two faces apart,
ROAD_EVIDENCE: Final = 5.5  # and where only a small arrow may differ
UNTAUGHT: Final = 0.7  # a face that was not taught counts as if it looked so much like the die
KNOWN: Final = (0.83, 6.0)  # from this likeness on a place is rather a taught face than not, and how surely
HARDLY: Final = 0.985  # pictures of two faces more alike than this can hardly be told apart
LEAST: Final = 1e-3  # of what a net says: it may be wrong
DOUBTING: Final = 6.0  # a net that was as sure of one in so many taught faces may be as sure of any, and wrong
TRUSTS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)  # how far the net may be believed about this set
PROBES: Final = 3  # of each taught face at each turn, a little off, to find that out
SEED: Final = 1


class Net(Protocol):
    """A model that reads crops out of a picture, such as `vision.detect.CropReader`."""

    names: dict[str, list[str]]

    def read(self, image: Image, poses: list[Pose]) -> dict[str, Floats]:
        """Return what each place shows: probabilities (N, names of the head), by head."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class TaughtHead:
    """Faces of one kind of dice taught, ready to be recognised.

    `labels` are the net's, `faces` those of them that were taught, `trust` (0..1) is how far the net is believed about
    this set, `right` the share of its faces that it reads by itself, `sure` how surely it reads any, (probes,), and
    `colours` how they look to it, (C,) or None; `evidence` is how much a likeness tells.
    """

    labels: tuple[str, ...]
    faces: tuple[str, ...]
    pictures: FacePictures
    trust: float
    right: float
    sure: Doubles
    colours: Floats | None
    evidence: float

    @classmethod
    def of(cls, taught: Sequence[TaughtFace], net: Net, head: str, rings: Mapping[str, Ring]) -> "TaughtHead":
        """Return the head for faces that a net reads under a head's name; `rings` are what they show as they turn."""
        turned = [each for face in taught for each in _turned(face, rings)]
        faces, pictures = _pictured(turned)
        labels = tuple(net.names[head])
        said, truth = _probed(turned, net), np.array([labels.index(each.face) for each in turned]).repeat(PROBES)
        values = [labels.index(label) for label in _values(labels)]
        trust, right = _believed(said[head], truth, values)
        colours = said[COLOURS].max(axis=0) if COLOURS in said else None
        sure = np.sort(said[head][:, values].max(axis=1)).astype(np.float64)
        return cls(labels, faces, pictures, trust, right, sure, colours, ROAD_EVIDENCE if rings else EVIDENCE)

    def adapted(self, image: Image, poses: Sequence[Pose], said: Mapping[str, Floats], head: str) -> dict[str, Floats]:
        """Return what a net `said` of places in a BGR picture under that head, put right by what was taught."""
        crops = face_crops(image, list(poses), CROP, FACE)
        alike = self.pictures.likeness(list(crops), HOPELESS, MOST).astype(np.float64)
        net = np.asarray(said[head], np.float64)
        known = _sigmoid(KNOWN[1] * (_closeness(alike.max(axis=1)) - _closeness(np.array(KNOWN[0]))))
        known = (known * self._of_set(net))[:, None]
        mixed = known * self._told(alike, net, known) + (1 - known) * self._untaught(net, said)
        return {**said, head: mixed.astype(np.float32)}

    def _told(self, alike: Doubles, net: Doubles, known: Doubles) -> Doubles:
        """Return the probabilities of the labels for dice of this set: by their looks, and the net as far as it goes.

        A die that leans may look like its face: the net is asked about that, as far as it can read the set.
        """
        values = [self.labels.index(label) for label in _values(self.labels)]
        looks = np.full(net.shape, UNTAUGHT)
        looks[:, [self.labels.index(face) for face in self.faces]] = alike
        weights = self.evidence * _closeness(looks) + self.trust * np.log(net + LEAST)
        told = np.zeros_like(net)
        told[:, values] = np.exp(weights[:, values] - weights[:, values].max(axis=1, keepdims=True))
        told /= told.sum(axis=1, keepdims=True)
        if COCKED not in self.labels:
            return told
        leans = net[:, [self.labels.index(COCKED)]] * (1 - known * (1 - self.right))
        told *= 1 - leans
        told[:, [self.labels.index(COCKED)]] = leans
        return told

    def _of_set(self, net: Doubles) -> Doubles:
        """Return (N,), 0..1: 0 where the net is surer of a die than it was of all taught faces: an ordinary one."""
        values = [self.labels.index(label) for label in _values(self.labels)]
        surer = np.searchsorted(self.sure, net[:, values].max(axis=1)) / len(self.sure)
        return np.asarray(np.clip(DOUBTING * (1 - surer), 0, 1), np.float64)

    def _untaught(self, net: Doubles, said: Mapping[str, Floats]) -> Doubles:
        """Return the net's probabilities, shared out for dice that look to be of a set that it cannot read.

        They have the colours of that set, and the net is no surer of them than it was of the taught faces.
        """
        values = [self.labels.index(label) for label in _values(self.labels)]
        like = 1.0 if self.colours is None else np.minimum(said[COLOURS], self.colours).sum(axis=1)
        doubt = (np.clip(like, 0, 1) * self._of_set(net) * (1 - self.right))[:, None]
        even = net.copy()
        even[:, values] = net[:, values].mean(axis=1, keepdims=True)
        return np.asarray((1 - doubt) * net + doubt * even, np.float64)


def much_alike(taught: Sequence[TaughtFace], rings: Mapping[str, Ring]) -> list[tuple[str, str]]:
    """Return the pairs of different faces whose pictures can hardly be told apart, each once."""
    faces, pictures = _pictured([each for face in taught for each in _turned(face, rings)])
    alike = pictures.likeness([_crop(each.picture) for each in taught], HOPELESS, MOST)
    pairs = ((taught[i].face, faces[j]) for i, j in np.argwhere(alike > HARDLY).tolist())
    return sorted({(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]})


def _pictured(turned: Sequence[TaughtFace]) -> tuple[tuple[str, ...], FacePictures]:
    """Return the faces' names and their pictures, which count these."""
    faces = tuple(dict.fromkeys(each.face for each in turned))
    return faces, FacePictures.of([_crop(each.picture) for each in turned], [faces.index(each.face) for each in turned])


def _values(labels: Sequence[str]) -> list[str]:
    return [label for label in labels if label not in {NONE, COCKED}]


def _turned(taught: TaughtFace, rings: Mapping[str, Ring]) -> Iterator[TaughtFace]:
    """Yield the face at each quarter turn clockwise, called what it shows then."""
    ring = rings.get(taught.face, (taught.face,))
    for quarter in range(4):
        face = ring[(ring.index(taught.face) + quarter) % len(ring)]
        yield TaughtFace(face, np.ascontiguousarray(np.rot90(taught.picture, -quarter)))


def _crop(picture: Image) -> Image:
    middle = (PICTURE_PX - 1) / 2
    (crop,) = face_crops(picture, [Pose(middle, middle, SIDE_PX, 0.0, 1.0, SIDE_PX)], CROP, FACE)
    return np.asarray(crop, np.uint8)


def _probed(turned: Sequence[TaughtFace], net: Net) -> dict[str, Floats]:
    """Return what the net says of each picture as a detector would cut it, in other light: PROBES times each."""
    rng = np.random.default_rng(SEED)
    parts: list[dict[str, Floats]] = []
    for each in turned:
        x, y = ((PICTURE_PX - 1) / 2 + rng.normal(0, 0.04 * SIDE_PX, (2, PROBES))).tolist()
        sides, angles = SIDE_PX * np.exp(rng.normal(0, 0.08, PROBES)), rng.normal(0, 3, PROBES)
        poses = [Pose(*at, 1.0, SIDE_PX) for at in zip(x, y, sides.tolist(), angles.tolist(), strict=True)]
        soft = cv2.GaussianBlur(each.picture, (0, 0), float(rng.uniform(0.5, 2.5)))
        dimmed = np.clip(soft * np.exp(rng.normal(0, 0.2)), 0, 255).astype(np.uint8)
        parts.append(net.read(dimmed, poses))
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _believed(said: Floats, truth: NDArray[np.int64], values: Sequence[int]) -> tuple[float, float]:
    """Return how far a net that `said` this of known faces is best believed, and how often it is right."""
    rows = np.arange(len(truth))
    logs = np.log(np.asarray(said, np.float64) + LEAST)
    losses = []
    for trust in TRUSTS:
        all_of_them = np.log(np.exp(trust * logs[:, list(values)]).sum(axis=1))
        losses.append(float((all_of_them - trust * logs[rows, truth]).mean()))
    return TRUSTS[int(np.argmin(losses))], float((said.argmax(axis=1) == truth).mean())


def _closeness(alike: Doubles) -> Doubles:
    return np.asarray(-np.log(1 + NOISE - np.clip(alike, 0, 1) ** 2), np.float64)


def _sigmoid(lead: Doubles) -> Doubles:
    return np.asarray(1 / (1 + np.exp(-np.clip(lead, -50, 50))), np.float64)
