"""Crops for the reader: wide ones, cut once, from which every training step takes a shifted, turned, changed part."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from models.train.augment import placing, recolour, relight, roughen, warp
from models.train.detector_data import pose
from models.train.photos import Photo
from models.train.reader_net import CROP_PX, SIDE_PX
from models.train.scenes import Sample
from rules.table import COLOURS
from vision.detect import face_crops
from vision.detect_find import DiceFinder, Pose
from vision.render_chance import chance
from vision.render_faces import Image

WIDE_PX = 96
WIDE_SIDE = 40.0  # face side in a wide crop: a little finer than in the reader's own crop
LIKE = 0.5  # a find this much off a box's size (natural logarithm) is taken for its die
UNLIKE = 0.9  # a place this much off a die's size (natural logarithm) does not show that die
RARE = 4  # digits are rare on dice but must be read too
Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Crops:
    """Wide crops (N, 96, 96, 3), values (N,) 1..6 or 0 for no die, colours (N,) or -1 if unknown."""

    images: Image
    values: npt.NDArray[np.int64]
    colours: npt.NDArray[np.int64]


def join(parts: Sequence[Crops]) -> Crops:
    """Join all crops in one."""
    return Crops(
        np.concatenate([p.images for p in parts]),
        np.concatenate([p.values for p in parts]),
        np.concatenate([p.colours for p in parts]),
    )


def cut(image: Image, poses: list[Pose]) -> Image:
    """Return wide upright crops of the given places."""
    return face_crops(image, poses, WIDE_PX, WIDE_SIDE)


def scene_crops(sample: Sample, rng: Rng, finder: DiceFinder | None) -> Crops:
    """Cut every die of a rendered table as it lies, and places that are none: sides, edges, false finds."""
    poses, values, colours, often = _true_poses(sample)
    tall, wide = sample.image.shape[:2]
    typical = float(np.median([p.side_px for p in poses])) if poses else 40.0
    misses = [_near_miss(p, rng) for p, v in zip(poses, values, strict=True) if v and chance(rng, 0.3)]
    strays = [_random_pose(wide, tall, typical, rng) for _ in range(2)]
    finds = finder.locate(sample.image) if finder else []
    wrong = [p for p in [*misses, *strays, *finds[:40]] if not any(_near(p, t) for t in poses)][:16]
    every = poses + wrong
    times = often + [1] * len(wrong)
    values += [0] * len(wrong)
    colours += [-1] * len(wrong)
    images = np.repeat(cut(sample.image, every), times, axis=0)
    return Crops(images, np.repeat(np.array(values, np.int64), times), np.repeat(np.array(colours, np.int64), times))


def _true_poses(sample: Sample) -> tuple[list[Pose], list[int], list[int], list[int]]:
    """Return the dice in view: place, value (0: none to read), colour's number, and how often to show them."""
    tall, wide = sample.image.shape[:2]
    poses, values, colours, often = [], [], [], []
    facts = zip(pose(sample.corners), sample.values, sample.colours, sample.styles, strict=True)
    for (x, y, side, angle), value, colour, style in facts:
        if 0 < x < wide and 0 < y < tall:
            whole = min(x, y, wide - x, tall - y) > 0.42 * side
            poses.append(Pose(float(x), float(y), float(side), float(angle), 1.0, 20.0))
            values.append(int(value) if whole else 0)
            colours.append(COLOURS.index(colour) if whole and value else -1)
            often.append(RARE if style == "digits" else 1)
    return poses, values, colours, often


def _near_miss(near: Pose, rng: Rng) -> Pose:
    """Return a place on the die's edge or side, or one far too large or small."""
    way, far, scale = rng.uniform(0, 2 * np.pi), near.side_px * rng.uniform(0.55, 1.0), 1.0
    if chance(rng, 0.3):
        far, scale = 0.3 * near.side_px, float(rng.choice([0.2, 0.35, 2.6, 4.0]))
    x, y = near.x_px + far * np.cos(way), near.y_px + far * np.sin(way)
    return Pose(float(x), float(y), near.side_px * scale, near.angle_deg, 0.0, 20.0)


def _random_pose(wide: int, tall: int, side: float, rng: Rng) -> Pose:
    """Return a place anywhere in the picture, even where a die lies."""
    return Pose(
        float(rng.uniform(0, wide)),
        float(rng.uniform(0, tall)),
        side * float(rng.uniform(0.5, 3)),
        float(rng.uniform(-45, 45)),
        0.0,
        20.0,
    )


def _near(one: Pose, other: Pose) -> bool:
    """Tell whether a place could be read as the die at the other: a pip or four dice together cannot."""
    far = float(np.hypot(one.x_px - other.x_px, one.y_px - other.y_px))
    return far < 0.5 * other.side_px and abs(np.log(one.side_px / other.side_px)) < UNLIKE


def photo_crops(photo: Photo, rng: Rng, finder: DiceFinder) -> Crops:
    """Cut every labelled die of a photograph where the detector sees it, else by its box, and places that are none."""
    image = photo.image()
    typical = float(np.median([photo.side_px(b) for b in photo.boxes] or [40.0]))
    found = finder.locate(image, typical)
    poses, values = [], []
    for box in photo.boxes:
        (cx, cy), side, reach = box.centre, photo.side_px(box), 0.45 * max(box.w, box.h)
        mine = [p for p in found if np.hypot(p.x_px - cx, p.y_px - cy) < reach and abs(np.log(p.side_px / side)) < LIKE]
        best = sorted(mine, key=lambda p: -p.heat)[:1] or [Pose(cx, cy, side, 0.0, 0.0, 20.0)]
        poses += best
        values += [box.value] * len(best)
    wrong = []
    if photo.exhaustive:
        tall, wide = image.shape[:2]
        strays = [_random_pose(wide, tall, typical, rng) for _ in range(2)]
        others = finder.locate(image)  # wrong scales too: that is where false finds come from
        wrong = [p for p in [*found[:20], *strays, *others] if not _touches(p, photo)][:24]
    values += [0] * len(wrong)
    return Crops(cut(image, poses + wrong), np.array(values, np.int64), np.full(len(values), -1))


def _touches(place: Pose, photo: Photo) -> bool:
    """Tell whether a place lies on a labelled die and is about its size, or on an ignored one."""
    marks = [((b.x, b.y, b.w, b.h), photo.side_px(b)) for b in photo.boxes]
    alike = [box for box, side in marks if abs(np.log(place.side_px / side)) < UNLIKE]
    return any(
        x - 0.2 * w < place.x_px < x + 1.2 * w and y - 0.2 * h < place.y_px < y + 1.2 * h
        for x, y, w, h in [*alike, *photo.ignore]
    )


def changed(wide: Image, real: bool, coloured: bool, rng: Rng) -> Image:
    """Take the reader's crop out of a wide one, as a detector that is a little off would cut it, under other light.

    `coloured`: the colour must stay what it is called.
    """
    scale = SIDE_PX / WIDE_SIDE * float(np.exp(rng.normal(0, 0.09 if not real else 0.11)))
    target = (CROP_PX - 1) / 2 + rng.normal(0, 0.06 * SIDE_PX, 2)
    middle = ((WIDE_PX - 1) / 2,) * 2
    flip = real and chance(rng, 0.5)  # rendered dice may bear digits
    matrix = placing(middle, scale, float(rng.normal(0, 7 if real else 5)), (float(target[0]), float(target[1])), flip)
    crop = warp(wide, matrix, CROP_PX)
    return roughen(relight(crop, rng, 0.4) if coloured else recolour(crop, rng), rng)


def plain(wide: Image) -> Image:
    """Take the reader's crop out of a wide one, unchanged."""
    middle = (WIDE_PX - 1) / 2
    return warp(wide, placing((middle, middle), SIDE_PX / WIDE_SIDE, 0.0, ((CROP_PX - 1) / 2,) * 2), CROP_PX)
