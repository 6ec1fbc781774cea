"""Crops for the reader: wide ones, cut once, from which every training step takes a shifted, turned, changed part."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from models.train.augment import placing, recolour, relight, roughen, shine, stretched, warp
from models.train.detector_data import pose
from models.train.photos import SOURCES, Box, Photo
from models.train.reader_net import CROP_PX, LABELS, SIDE_PX, STRANGE
from models.train.roads import ROADS, road_name
from models.train.scenes import NOWHERE, Sample
from rules.table import COLOURS
from vision.detect_crops import face_crops
from vision.detect_find import DiceFinder
from vision.detect_pose import Pose, placement
from vision.render_chance import chance
from vision.render_faces import Image

LIKE = 0.5  # a find this much off a box's size (natural logarithm) is taken for its die
UNLIKE = 0.9  # a place this much off a die's size (natural logarithm) does not show that die
SIDES_KEPT = 0.45  # of the side faces that rendered dice show
SIDE_FROM = 0.12  # of a box's height below where the middle of the top face may lie
UNKNOWN = -1
ASIDE = 20  # every so many-th crop sets the temperature instead of the weights
COCKED = LABELS.index("cocked")
Rng = np.random.Generator
Floats = npt.NDArray[np.float32]
Labels = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Wide:
    """How large wide crops are, and the side of the faces in them: a little finer than in a reader's own crop."""

    px: int = 120
    side_px: float = 50.0

    @property
    def middle(self) -> tuple[float, float]:
        """Where the middle of a crop lies, pixels."""
        return (self.px - 1) / 2, (self.px - 1) / 2


WIDE = Wide()


@dataclass(frozen=True, slots=True)
class Marked:
    """A place and what is known of it: numbers of LABELS, ROADS and COLOURS, and its road's arrow in the picture.

    -1 stands for what is not known.
    """

    pose: Pose
    value: int = 0
    road: int = 0
    colour: int = UNKNOWN
    arrow: tuple[float, float] = NOWHERE


@dataclass(frozen=True, slots=True)
class Crops:
    """Wide square crops (N, px, px, 3) and what they show, (N, 3): numbers of LABELS, ROADS and COLOURS or -1.

    `arrows` (N, 2) are the middles of the arrows of Line Dice in the crops, pixels; NOWHERE where none is known.
    """

    images: Image
    labels: Labels
    arrows: Floats

    def part(self, chosen: npt.NDArray[np.bool_] | Labels) -> "Crops":
        """Return the chosen crops."""
        return Crops(self.images[chosen], self.labels[chosen], self.arrows[chosen])


def aside(crops: Crops) -> npt.NDArray[np.bool_]:
    """Return which crops, (N,), are set aside for the temperature."""
    chosen: npt.NDArray[np.bool_] = np.arange(len(crops.labels)) % ASIDE == ASIDE - 1
    return chosen


def join(parts: Sequence[Crops]) -> Crops:
    """Join all crops in one."""
    names = ("images", "labels", "arrows")
    return Crops(*(np.concatenate([getattr(p, name) for p in parts]) for name in names))


def cut(image: Image, places: Sequence[Marked], wide: Wide = WIDE) -> Crops:
    """Return wide upright crops of the given places."""
    labels = np.array([(p.value, p.road, p.colour) for p in places], np.int64).reshape(-1, 3)
    arrows = np.array([_in_crop(p, wide) for p in places], np.float32).reshape(-1, 2)
    return Crops(face_crops(image, [p.pose for p in places], wide.px, wide.side_px), labels, arrows)


def _in_crop(place: Marked, wide: Wide) -> tuple[float, float]:
    """Return where the arrow of a place lies in its crop, NOWHERE without one."""
    if place.arrow == NOWHERE:
        return NOWHERE
    pose = place.pose
    matrix = placing((pose.x_px, pose.y_px), wide.side_px / pose.side_px, -pose.angle_deg, wide.middle)
    x, y = (matrix @ [*place.arrow, 1.0]).tolist()
    return x, y


def scene_crops(sample: Sample, rng: Rng, finder: DiceFinder | None, size: Wide = WIDE) -> Crops:
    """Cut every die of a rendered table as it lies, and places that are none: sides, edges, false finds."""
    places = true_places(sample)
    tall, wide = sample.image.shape[:2]
    typical = float(np.median([p.pose.side_px for p in places])) if places else 40.0
    sides = [_pose(*row) for row in pose(sample.sides)[rng.random(len(sample.sides)) < SIDES_KEPT]]
    misses = [_near_miss(p.pose, rng) for p in places if p.value and chance(rng, 0.3)]
    strays = [_random_pose(wide, tall, typical, rng) for _ in range(2)]
    finds = finder.locate(sample.image) if finder else []
    poses = [place.pose for place in places]
    wrong = [p for p in [*misses, *strays, *finds[:40]] if not any(_near(p, t) for t in poses)][:16]
    inside = [p for p in sides if 0 < p.x_px < wide and 0 < p.y_px < tall and not _over(p, poses)]
    return cut(sample.image, [*places, *(Marked(p) for p in [*wrong, *inside])], size)


def true_places(sample: Sample) -> list[Marked]:
    """Return the dice in view and what they show: nothing where they are cut off."""
    tall, wide = sample.image.shape[:2]
    places = []
    facts = zip(
        pose(sample.corners).tolist(),
        sample.corners,
        sample.values.tolist(),
        sample.colours,
        sample.styles,
        sample.cocked.tolist(),
        sample.arrows.tolist(),
        strict=True,
    )
    for (x, y, side, angle), corners, value, colour, style, cocked, (across, down) in facts:
        if not (0 < x < wide and 0 < y < tall):
            continue
        place = Marked(replace(_pose(x, y, side, angle), stretch=placement(corners).stretch))
        if min(x, y, wide - x, tall - y) > 0.42 * side:
            tint = COLOURS.index(colour)
            if cocked:
                place = replace(place, value=COCKED, road=UNKNOWN, colour=tint)
            elif style == "runes":
                place = replace(place, value=STRANGE, colour=tint)
            elif style == "roads":
                place = replace(place, road=_road(corners, angle, value), colour=tint, arrow=(across, down))
            else:
                place = replace(place, value=value, colour=tint)
        places.append(place)
    return places


def _road(corners: Floats, angle_deg: float, value: int) -> int:
    """Return the number of the road that an upright crop at `angle_deg` shows of a die with these corners."""
    right = corners[1] - corners[0] + corners[2] - corners[3]
    quarter = round((np.degrees(np.arctan2(right[1], right[0])) - angle_deg) / 90) % 4
    return ROADS.index(road_name(value, quarter))


def _pose(x: float, y: float, side: float, angle: float) -> Pose:
    return Pose(float(x), float(y), float(side), float(angle), 1.0, 20.0)


def _near_miss(near: Pose, rng: Rng) -> Pose:
    """Return a place on the die's edge or side, or one far too large or small."""
    way, far, scale = rng.uniform(0, 2 * np.pi), near.side_px * rng.uniform(0.55, 1.0), 1.0
    if chance(rng, 0.3):
        far, scale = 0.3 * near.side_px, float(rng.choice([0.2, 0.35, 2.6, 4.0]))
    x, y = near.x_px + far * np.cos(way), near.y_px + far * np.sin(way)
    return _pose(x, y, near.side_px * scale, near.angle_deg)


def _random_pose(wide: int, tall: int, side: float, rng: Rng) -> Pose:
    """Return a place anywhere in the picture, even where a die lies."""
    size, angle = side * float(rng.uniform(0.5, 3)), float(rng.uniform(-45, 45))
    return _pose(rng.uniform(0, wide), rng.uniform(0, tall), size, angle)


def _near(one: Pose, other: Pose) -> bool:
    """Tell whether a place could be read as the die at the other: a pip or four dice together cannot."""
    far = float(np.hypot(one.x_px - other.x_px, one.y_px - other.y_px))
    return far < 0.5 * other.side_px and abs(np.log(one.side_px / other.side_px)) < UNLIKE


def _over(side: Pose, tops: list[Pose]) -> bool:
    """Tell whether a top face may hide this face of a die, being its own's or another's in front of it."""
    return any(np.hypot(side.x_px - t.x_px, side.y_px - t.y_px) < 0.4 * t.side_px for t in tops)


def photo_crops(photo: Photo, rng: Rng, finder: DiceFinder, size: Wide = WIDE) -> Crops:
    """Cut every labelled die of a photograph where the detector sees its top, else by its box, and what is no top."""
    image = photo.image()
    typical = float(np.median([photo.side_px(b) for b in photo.boxes] or [40.0]))
    found = finder.locate(image, typical)
    places = []
    for box in photo.boxes:
        places.append(Marked(_top(box, photo, found), box.value))
        places += [Marked(pose) for pose in found if _is_side(pose, box, photo)][:2]
    if photo.exhaustive:
        tall, wide = image.shape[:2]
        strays = [_random_pose(wide, tall, typical, rng) for _ in range(2)]
        others = finder.locate(image)  # wrong scales too: that is where false finds come from
        wrong = [p for p in [*found[:20], *strays, *others] if not _touches(p, photo)][:24]
        places += [Marked(p) for p in wrong]
    return cut(image, places, size)


def _top(box: Box, photo: Photo, found: list[Pose]) -> Pose:
    """Return the likeliest find that may be the top face in a box; its middle where there is none."""
    high, low = SOURCES[photo.source].rows
    side, middle = photo.side_px(box), box.centre[0]
    mine = [
        p
        for p in found
        if abs(p.x_px - middle) < 0.3 * box.w
        and high <= (p.y_px - box.y) / box.h <= low
        and abs(np.log(p.side_px / side)) < LIKE
    ]
    return max(mine, key=lambda p: p.heat, default=_pose(middle, box.y + box.h * (high + low) / 2, side, 0.0))


def _is_side(place: Pose, box: Box, photo: Photo) -> bool:
    """Tell whether a find lies lower in a box than its top face can, and in no other box."""
    inside = [b for b in photo.boxes if b.x < place.x_px < b.x + b.w and b.y < place.y_px < b.y + b.h]
    return inside == [box] and (place.y_px - box.y) / box.h > SOURCES[photo.source].rows[1] + SIDE_FROM


def _touches(place: Pose, photo: Photo) -> bool:
    """Tell whether a place lies on a labelled die and is about its size, or on an ignored one."""
    marks = [((b.x, b.y, b.w, b.h), photo.side_px(b)) for b in photo.boxes]
    alike = [box for box, side in marks if abs(np.log(place.side_px / side)) < UNLIKE]
    return any(
        x - 0.2 * w < place.x_px < x + 1.2 * w and y - 0.2 * h < place.y_px < y + 1.2 * h
        for x, y, w, h in [*alike, *photo.ignore]
    )


def misplaced(wide: Image, real: bool, flip: bool, rng: Rng) -> Image:
    """Take the reader's crop out of a wide one, as a detector that is a little off cuts it; mirrored with `flip`."""
    return warp(wide, crop_placing(rng, real=real, flip=flip), CROP_PX)


def crop_placing(rng: Rng, *, real: bool = False, flip: bool = False) -> npt.NDArray[np.float64]:
    """Return the matrix (2, 3) by which a wide crop becomes a reader's that is a little off."""
    larger = float(rng.normal(0, 0.09 if not real else 0.11))
    off = rng.normal(0, 0.05, 2)
    angle = float(rng.normal(0, 7 if real else 5))
    target = (CROP_PX - 1) / 2 + SIDE_PX * off
    scale = SIDE_PX / WIDE.side_px * float(np.exp(larger))
    matrix = placing(WIDE.middle, scale, angle, (float(target[0]), float(target[1])), flip)
    return stretched(matrix, target, rng)


def relit(crop: Image, coloured: bool, rng: Rng) -> Image:
    """Return a crop in other light, less sharp and clean; `coloured`: its colour must stay what it is called."""
    crop = relight(crop, rng, 0.4) if coloured else recolour(crop, rng)
    return roughen(shine(crop, rng) if chance(rng, 0.15) else crop, rng)


def plain(wide: Image) -> Image:
    """Take the reader's crop out of a wide one, unchanged."""
    return warp(wide, placing(WIDE.middle, SIDE_PX / WIDE.side_px, 0.0, ((CROP_PX - 1) / 2,) * 2), CROP_PX)
