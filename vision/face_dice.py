"""Dice whose faces no net reads: the detector says where dice may be, pictures of the faces say what they show."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import TAUGHT_LOOKS
from vision.detect_crops import face_crops
from vision.detect_find import DiceFinder
from vision.detect_pose import Pose
from vision.face_sets import QUARTERS, KnownFaces
from vision.teach_dice_match import CROP, FACE

Image = NDArray[np.uint8]
Doubles = NDArray[np.float64]

APART: Final = 0.78  # of a side: dice lie further from each other; a die's top and its side seen aslant lie nearer
AGREE: Final = 0.3  # of a side: how far the detector's finds of one die differ
HOPELESS: Final = 0.3  # faces less alike than this at a rough look are out,
MOST: Final = 9  # and all but so many
# What the detector must say of a place: `python tests/forge_heats.py` tells it anew for another detector.
HOT: Final = 0.62  # where the detector is so sure there is a die, whatever it shows,
WARM: Final = 0.42  # and where it is so sure, if
KNOWN: Final = 0.7  # it looks so much like a known face;
FAINT: Final = 0.03  # the least it must be sure anywhere, where
CLEARLY_KNOWN: Final = 0.87  # a die looks so much like a known face
FAINT_LOOKS: Final = (0.7, 1.0, 1.3)  # scales at which faint dice are looked for
FAINT_SIZE: Final = 0.3  # how far their sides (natural logarithm) may be from those of the others,
MOST_FAINT: Final = 120  # and how many places are looked at
OTHER_SIZE: Final = 0.1  # a die found this much larger or smaller (natural logarithm) than others is looked at again
LESS_ALIKE: Final = 0.04  # than most dice of a picture: such a die may be laid over wrongly
LEAST_LIKE: Final = 0.5  # what is like no face still counts as if it looked so much like one
RIMS: Final = (0.9, 0.915, 0.93, 0.945)  # of a die's side: its body shows around the face, on wider dice further out
RIM_SPOTS: Final = 9  # along each side
LUMA: Final = (0.114, 0.587, 0.299)  # of blue, green, red


@dataclass(frozen=True, slots=True, eq=False)
class FaceDie:
    """A die as it is seen: where (exactly, if it looks like a known face), and how alike it is to each known face.

    Where faces come close, `alike` tells mostly whether what parts them is to be seen; `likeness` is how alike it is as
    a whole to the face that it is most alike to: whether it shows any of them. `rough_px` is how long the detector took
    its side to be. `axes_px` (2, 2): its top's two sides in the picture, right and down along the face, as columns;
    without their stretch `unless_stretched` times more would be unexplained; `body` (RIMS,) is the natural logarithm of
    how bright it is at rims around the face, in grey levels.
    """

    pose: Pose
    rough_px: float
    alike: Doubles
    likeness: float
    axes_px: Doubles
    unless_stretched: float
    body: Doubles


def find_face_dice(finder: DiceFinder, image: Image, side_px: float | None, known: KnownFaces) -> list[FaceDie]:
    """Return the dice in a BGR picture, clearest first; `side_px` is about how long a die's side is, None: any."""
    seen = maybe_dice(finder, image, side_px, known)
    return apart([die for die in seen if die.pose.heat >= HOT or die.likeness >= _needed(die.pose.heat)])


def maybe_dice(finder: DiceFinder, image: Image, side_px: float | None, known: KnownFaces) -> list[FaceDie]:
    """Return what lies at the places that the detector takes for dice, be it ever so unsure."""
    poses = finder.locate(image, side_px, TAUGHT_LOOKS)
    return _looked_again(image, _looked_at(image, list(_merged(poses))[:MOST_FAINT], known), poses, known)


def find_faint_dice(finder: DiceFinder, image: Image, side_px: float, known: KnownFaces) -> list[FaceDie]:
    """Return the dice of about that size that clearly show a known face, be the detector ever so unsure of them."""
    poses = finder.locate(image, side_px, FAINT_LOOKS, FAINT)
    near = [pose for pose in poses if abs(np.log(pose.side_px / side_px)) < FAINT_SIZE]
    seen = _looked_at(image, list(_merged(near))[:MOST_FAINT], known)
    return apart([die for die in seen if die.likeness >= CLEARLY_KNOWN])


def apart(dice: Sequence[FaceDie]) -> list[FaceDie]:
    """Return the clearest of the dice at each place, clearest first."""
    kept: list[FaceDie] = []
    for die in sorted(dice, key=_clarity, reverse=True):
        if all(_far(die.pose, other.pose) > APART * other.pose.side_px for other in kept):
            kept.append(die)
    return kept


def _needed(heat: float) -> float:
    return KNOWN if heat >= WARM else CLEARLY_KNOWN


def _looked_at(image: Image, rough: Sequence[Pose], known: KnownFaces) -> list[FaceDie]:
    """Return what lies at each of these places, laid over where it looks like a known face."""
    if not rough:
        return []
    crops = face_crops(image, list(rough), CROP, FACE)
    alike = known.pictures.likeness(list(crops), HOPELESS, MOST).astype(np.float64)
    return [_laid(image, *each, known) for each in zip(rough, crops, alike, strict=True)]


def _looked_again(image: Image, seen: Sequence[FaceDie], poses: Sequence[Pose], known: KnownFaces) -> list[FaceDie]:
    """Return the dice, some looked at once more: as large as the others, or just where one of the `poses` has it.

    So are those that look less like any face than the others do, for the poses at one die may be too far apart for
    their mean; and those found larger or smaller: laid over half of a face, another one can look like it.
    """
    sides = [die.pose.side_px for die in seen if die.likeness >= CLEARLY_KNOWN]
    if not sides:
        return list(seen)
    usual = float(np.median(sides))
    alike = max(CLEARLY_KNOWN, float(np.median([die.likeness for die in seen])) - LESS_ALIKE)
    off = [die for die in seen if die.pose.heat >= WARM and (die.likeness < alike or _other_size(die, usual))]
    tried = [[replace(die.pose, side_px=usual), *_apart_there(die, poses)] for die in off]
    again = iter(_looked_at(image, [pose for each in tried for pose in each], known))
    looks = [[die, *islice(again, len(each))] for die, each in zip(off, tried, strict=True)]
    better = [max(each, key=lambda die: die.likeness) for each in looks]
    return [die for die in seen if not any(die is one for one in off)] + better


def _apart_there(die: FaceDie, poses: Sequence[Pose]) -> list[Pose]:
    """Return the poses of which a die's is the mean; [] where there is only one."""
    near = [pose for pose in poses if _far(pose, die.pose) < APART / 2 * die.rough_px]
    return near if len(near) > 1 else []


def _other_size(die: FaceDie, usual_px: float) -> bool:
    return bool(abs(np.log(die.rough_px / usual_px)) > OTHER_SIZE)


def _clarity(die: FaceDie) -> float:
    """Return how clearly a die shows: its top more so than its sides seen aslant."""
    return float(np.sqrt(die.pose.heat)) * max(die.likeness, LEAST_LIKE) ** 3


def _merged(poses: Sequence[Pose]) -> Iterator[Pose]:
    """Yield one pose for each place: the mean of those that agree on it, by how sure they are."""
    left = sorted(poses, key=lambda pose: -pose.heat)
    while left:
        near = [pose for pose in left if _far(pose, left[0]) < AGREE * left[0].side_px]
        heats = np.array([pose.heat for pose in near])
        rows = np.array([(pose.x_px, pose.y_px, np.log(pose.side_px)) for pose in near])
        x, y, log_side = (heats @ rows / heats.sum()).tolist()
        turned = heats @ np.exp(4j * np.radians([pose.angle_deg for pose in near]))
        angle = float(np.degrees(np.angle(turned))) / 4
        yield replace(left[0], x_px=x, y_px=y, side_px=float(np.exp(log_side)), angle_deg=angle)
        left = [pose for pose in left if pose not in near]


def _far(one: Pose, other: Pose) -> float:
    return float(np.hypot(one.x_px - other.x_px, one.y_px - other.y_px))


def _laid(image: Image, rough: Pose, crop: Image, alike: Doubles, known: KnownFaces) -> FaceDie:
    """Return the die at a rough place, with the face that it is most alike to laid over it exactly."""
    likeness, angle = float(alike.max()), np.radians(rough.angle_deg)
    to_picture = rough.side_px / FACE * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if likeness >= LEAST_LIKE:
        picture, placed, unless, whole = known.pictures.laid(crop, int(alike.argmax()))
        likeness = max(likeness, whole)
    if likeness < KNOWN:
        axes = FACE * to_picture
        return FaceDie(rough, rough.side_px, alike, likeness, axes, 1.0, _body(image, (rough.x_px, rough.y_px), axes))
    x, y = to_picture @ (placed[:, 2] - (CROP - 1) / 2) + (rough.x_px, rough.y_px)
    quarter = picture % QUARTERS * 90  # the picture is of the face turned anticlockwise by so much
    turned = np.radians(-quarter)
    upright = np.array([[np.cos(turned), -np.sin(turned)], [np.sin(turned), np.cos(turned)]])
    axes = to_picture @ placed[:, :2] @ upright
    side, way = float(np.sqrt(abs(np.linalg.det(axes)))), float(np.degrees(np.arctan2(axes[1, 0], axes[0, 0])))
    pose = replace(rough, x_px=float(x), y_px=float(y), side_px=side, angle_deg=way)
    return FaceDie(pose, rough.side_px, alike, likeness, axes, unless, _body(image, (float(x), float(y)), axes))


def _body(image: Image, middle_px: tuple[float, float], axes_px: Doubles) -> Doubles:
    """Return the logarithm of how bright a die is just around its face, (RIMS,).

    At several rims, for faces take more of some dice's sides than of others'; of each the median, for lamps and sides
    seen aslant show there.
    """
    along = np.linspace(-0.8, 0.8, RIM_SPOTS)
    spots = np.array([spot for at in along for end in (-1, 1) for spot in ((end, at), (at, end))]) / 2
    rims = np.stack([spots * rim @ axes_px.T + middle_px for rim in RIMS]).astype(np.float32)
    seen = cv2.remap(image, rims[..., 0], rims[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.log(np.median(seen @ np.array(LUMA), axis=1) + 1), np.float64)
