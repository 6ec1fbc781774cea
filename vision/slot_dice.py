"""Dice that lie on the table in parts of it: what each may show, whether it lies flat, and whose part it lies in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rules.table import Box, Face
from vision.doubt import OFF_DICE, WHOLE, inside_share
from vision.face_dice import KNOWN, FaceDie
from vision.face_sets import KnownFaces
from vision.read_plane import DIE_MM, Plane
from vision.reading import Doubt, Odds, Points

Doubles = NDArray[np.float64]

ODD_DIE: Final = (0.85, 1.15)  # how far a die's size may be from the usual range before it is no die
STRETCHED: Final = 1.035  # a face that lies flat is as wide as tall; from this ratio on its die leans,
UNLESS: Final = 1.2  # if so many times more of what is seen would be unexplained by one as wide as tall,
STRETCHED_FAR: Final = 1.1  # and from this one on anyway
OTHER_SIZE: Final = 0.06  # of others' size: a die of another one leans, for its top lies higher or is seen aslant
EVIDENCE: Final = 22.0  # how much a likeness tells two faces apart on a die whose side is
EVIDENCE_PX: Final = 40.0  # so long in the picture; more on larger ones, for they show more,
MOST_EVIDENCE: Final = 1.5  # but no more than so many times as much
NOISE: Final = 0.05  # even the same picture differs by this share
NOT_ITS_OWN: Final = 0.02  # how likely, against a face that a die has, it shows one that it does not have
NO_FACE: Final = 0.7  # what is no known face counts as if it looked so much like one,
NO_FACE_LIKELY: Final = 0.1  # and is so likely against one
LEAST: Final = 1e-4  # smaller chances are left out


@dataclass(frozen=True, slots=True, eq=False)
class LaidDie:
    """A die on the table: where its top is seen, its middle and size in mm, its turn clockwise, and its body.

    `weights` are how well each known face explains what is seen, by name, and `strange` how well any other one does:
    which face it is tell the parts in which faces differ, whether it is one at all its look as a whole. `stretch` is 1
    where it lies flat.
    """

    outline_px: Points
    at_mm: tuple[float, float]
    size_mm: float
    angle_deg: float
    stretch: float
    body: Doubles
    weights: dict[Face, float]
    strange: float
    known: bool
    doubt: Doubt | None = None

    @property
    def shown(self) -> Face:
        """The face that explains best what is seen."""
        return max(self.weights, key=self.weights.__getitem__)

    def odds(self, own: Sequence[Face] = ()) -> Odds:
        """Return what it may show, best first, for a die that has the faces `own`; () for one of which nobody knows."""
        if not self.known:
            return ()
        each = {face: weight * (1 if face in own or not own else NOT_ITS_OWN) for face, weight in self.weights.items()}
        total = sum(each.values()) + self.strange
        chances = ((face, weight / total) for face, weight in each.items() if weight > LEAST * total)
        return tuple(sorted(chances, key=lambda pair: -pair[1]))


def laid_dice(found: Sequence[FaceDie], plane: Plane, faces: KnownFaces, picture_px: tuple[int, int]) -> list[LaidDie]:
    """Return the dice found in a picture (width, height) as they lie on the table; none of a size that no die has."""
    low, high = DIE_MM[0] * ODD_DIE[0], DIE_MM[1] * ODD_DIE[1]
    sizes = [plane.size_mm((die.pose.x_px, die.pose.y_px), die.pose.side_px) for die in found]
    dice = [(die, size) for die, size in zip(found, sizes, strict=True) if low <= size <= high]
    usual = float(np.median([size for die, size in dice if die.likeness >= KNOWN] or [0.0]))
    return [_laid(die, size, usual, plane, faces, picture_px) for die, size in dice]


def _laid(  # noqa: PLR0917
    die: FaceDie, size: float, usual: float, plane: Plane, faces: KnownFaces, picture_px: tuple[int, int]
) -> LaidDie:
    middle = np.array([die.pose.x_px, die.pose.y_px])
    corners = middle + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2 @ die.axes_px.T
    (x, y), *ends = plane.to_table([middle, *(middle + die.axes_px.T)], size)
    axes = np.column_stack([end - (x, y) for end in ends])
    wide, narrow = np.linalg.svd(axes)[1].tolist()
    outline = tuple((float(a), float(b)) for a, b in corners)
    much = EVIDENCE * min(MOST_EVIDENCE, (die.pose.side_px / EVIDENCE_PX) ** 2)
    weights = {face: _weight(alike, much) for face, alike in zip(faces.faces, die.alike.tolist(), strict=True)}
    whole = _weight(die.likeness, much) / _weight(float(die.alike.max()), much)
    stretch, known = wide / max(narrow, 1e-6), die.likeness >= KNOWN
    stretched = stretch >= (STRETCHED if die.unless_stretched >= UNLESS else STRETCHED_FAR)
    leans = known and (stretched or abs(size / usual - 1) > OTHER_SIZE)
    doubt = _doubt(outline, (float(x), float(y)), size, plane, picture_px) or (Doubt.LEANING if leans else None)
    angle = float(np.degrees(np.arctan2(axes[1, 0], axes[0, 0])))
    return LaidDie(
        outline,
        (float(x), float(y)),
        size,
        angle,
        stretch,
        die.body,
        weights,
        NO_FACE_LIKELY * _weight(NO_FACE, much) / whole,
        known,
        doubt or (None if known else Doubt.STRANGE),
    )


def _doubt(
    outline: Points, at_mm: tuple[float, float], size: float, plane: Plane, picture_px: tuple[int, int]
) -> Doubt | None:
    if inside_share(outline, picture_px) < WHOLE:
        return Doubt.CUT_OFF
    table = plane.calibration.table_mm if plane.calibration else at_mm
    off = any(not -OFF_DICE * size <= at <= side + OFF_DICE * size for at, side in zip(at_mm, table, strict=True))
    return Doubt.OFF_MAT if off else None


def _weight(alike: float, evidence: float) -> float:
    """Return how well a face explains a die that it is so alike to, up to a factor."""
    return float((1 + NOISE - min(max(alike, 0.0), 1.0) ** 2) ** -evidence)


def parts_of(die: LaidDie, areas: Sequence[Box], table_mm: tuple[float, float]) -> tuple[int, ...]:
    """Return which of the areas a die lies in, or on the border of several; the nearest one for a die beside all."""
    inside = tuple(_overlapping(die, areas, table_mm))
    if inside:
        return inside
    x, y = (at / side for at, side in zip(die.at_mm, table_mm, strict=True))
    far = [np.hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom)) for left, top, right, bottom in areas]
    return (int(np.argmin(far)),)


def _overlapping(die: LaidDie, areas: Sequence[Box], table_mm: tuple[float, float]) -> Iterator[int]:
    wide, tall = table_mm
    (x, y), half = die.at_mm, die.size_mm / 2
    for index, (left, top, right, bottom) in enumerate(areas):
        if left * wide - half < x < right * wide + half and top * tall - half < y < bottom * tall + half:
            yield index
