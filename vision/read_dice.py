"""The dice of one picture on the table: where they stand, how large they are and how they are turned."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Marker
from vision.detect import Detection, DiceDetector
from vision.detect_pose import Pose, placement
from vision.read_places import reading_order
from vision.read_plane import DIE_MM, USUAL_DIE_MM, Plane

Matrix = NDArray[np.float64]

ODD_DIE = (0.85, 1.15)  # how far a die's measured size may be from the usual range before it is no die
ODD_FACE = 0.04  # stretch of a face on the table from which it is looked at again
LIKELY_MM = (12.5, 20.0)  # dice of other sizes are looked at again, at their own size


@dataclass(frozen=True, slots=True, eq=False)
class TableDice:
    """The dice of one picture, with their centres and sizes on the table."""

    found: tuple[Detection, ...]
    centres_mm: Matrix
    sizes_mm: tuple[float, ...]
    angles_deg: tuple[float, ...]

    @property
    def usual_mm(self) -> float:
        """Return the median size; a usual die's where there are none."""
        return float(np.median(self.sizes_mm)) if self.sizes_mm else USUAL_DIE_MM

    def footprints(self) -> list[tuple[Matrix, float, float]]:
        """Return each die's centre, angle and size."""
        return list(zip(self.centres_mm, self.angles_deg, self.sizes_mm, strict=True))


def find_dice(
    detector: DiceDetector,
    image: NDArray[np.uint8],
    plane: Plane,
    markers: Sequence[Marker],
    *,
    roads: bool = False,
    known: Sequence[Pose] = (),
) -> list[Detection]:
    """Return the dice in a BGR picture, without what looks like one on the corner cards or has no die's size.

    Dice with pips or digits, or those with `roads`; some lay at the places `known`. They are looked for at the usual
    size first, where the plane tells it; at every size where that finds none.
    """
    look = partial(detector.detect, image, roads=roads, known=known)
    usual_px = plane.usual_side_px((image.shape[1], image.shape[0]))
    if usual_px is None:
        return _off_cards(look(), markers)
    found = _plausible(look(usual_px), plane)
    sizes = [plane.size_mm(d.centre_px, d.side_px) for d in found]
    if not found:
        found = _plausible(look(), plane)
    elif not LIKELY_MM[0] <= np.median(sizes) <= LIKELY_MM[1]:
        found = _plausible(look(usual_px * float(np.median(sizes)) / USUAL_DIE_MM), plane)
    return _looked_over(detector, image, _off_cards(found, markers), plane)


def _looked_over(
    detector: DiceDetector, image: NDArray[np.uint8], dice: list[Detection], plane: Plane
) -> list[Detection]:
    """Return the dice, those whose faces seem to be no squares placed again: one look may be off."""
    heights = [plane.size_mm(die.centre_px, die.side_px) for die in dice]
    odd = [i for i, die in enumerate(dice) if plane.stretch(die.outline_px, heights[i]) >= ODD_FACE]
    again = dict(zip(odd, detector.placed_again(image, [dice[i] for i in odd]), strict=True))
    return [again.get(i, die) for i, die in enumerate(dice)]


def _plausible(detections: Sequence[Detection], plane: Plane) -> list[Detection]:
    low, high = DIE_MM[0] * ODD_DIE[0], DIE_MM[1] * ODD_DIE[1]
    return [d for d in detections if low <= plane.size_mm(d.centre_px, d.side_px) <= high]


def _off_cards(detections: Sequence[Detection], markers: Sequence[Marker]) -> list[Detection]:
    """Return the dice whose middle lies on no corner card's black square: nothing can stand there unseen by it."""
    squares = [marker.corners_px.astype(np.float32) for marker in markers]
    return [d for d in detections if all(cv2.pointPolygonTest(s, d.centre_px, False) < 0 for s in squares)]


def dice_on_table(detections: Sequence[Detection], plane: Plane, on_mm: float) -> TableDice:
    """Return the dice with their places on the table; their tops are seen outward of where they stand."""
    kept = [(d, plane.size_mm(d.centre_px, d.side_px)) for d in detections]
    order = reading_order([d.centre_px for d, _ in kept], float(np.median([d.side_px for d, _ in kept] or [1.0])))
    kept = [kept[i] for i in order]
    heights = np.array([size + on_mm for _, size in kept])
    centres = plane.to_table([d.centre_px for d, _ in kept], heights) if kept else np.empty((0, 2))
    angles = tuple(_angle_deg(plane, d, size + on_mm) for d, size in kept)
    return TableDice(tuple(d for d, _ in kept), centres, tuple(size for _, size in kept), angles)


def _angle_deg(plane: Plane, die: Detection, height_mm: float) -> float:
    return placement(plane.to_table(die.outline_px, height_mm)).angle_deg
