"""Crops for the reader: wide ones, cut once, from which every training step takes a shifted, turned, changed part."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from models.train.augment import placing, recolour, relight, roughen, warp
from models.train.detector_data import pose
from models.train.photos import Photo
from models.train.reader_net import COLOURS, CROP_PX, SIDE_PX
from models.train.scenes import Sample
from vision.detect import face_crops
from vision.detect_find import DiceFinder, Pose
from vision.render_chance import chance
from vision.render_faces import Image

WIDE_PX = 96
WIDE_SIDE = 40.0  # face side in a wide crop: a little finer than in the reader's own crop
LIKE = 0.5  # a find this much off a box's size (natural logarithm) is taken for its die
ZOOMS = (0.6, 1.0, 2.2, 4.5)  # false finds are looked for at wrong scales too
SIZE_MISS = 0.5  # marks a place that is right but for its size
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
    poses, values, colours = _true_poses(sample)
    tall, wide = sample.image.shape[:2]
    typical = float(np.median([p.side_px for p in poses])) if poses else 40.0
    misses = [_near_miss(p, rng) for p, v in zip(poses, values, strict=True) if v and chance(rng, 0.3)]
    strays = [_random_pose(wide, tall, typical, rng) for _ in range(2)]
    finds = finder.locate(sample.image, typical * float(rng.choice(ZOOMS))) if finder else []
    sized = [p for p in misses if p.heat == SIZE_MISS]
    wrong = [p for p in [*misses, *strays, *finds[:30]] if not any(_near(p, t) for t in poses)][:6] + sized
    every = poses + wrong
    values += [0] * len(wrong)
    colours += [-1] * len(wrong)
    return Crops(cut(sample.image, every), np.array(values, np.int64), np.array(colours, np.int64))


def _true_poses(sample: Sample) -> tuple[list[Pose], list[int], list[int]]:
    tall, wide = sample.image.shape[:2]
    poses, values, colours = [], [], []
    for (x, y, side, angle), value, colour in zip(pose(sample.corners), sample.values, sample.colours, strict=True):
        if 0 < x < wide and 0 < y < tall:
            whole = min(x, y, wide - x, tall - y) > 0.42 * side
            poses.append(Pose(float(x), float(y), float(side), float(angle), 1.0, 20.0))
            values.append(int(value) if whole else 0)
            colours.append(COLOURS.index(colour) if whole and value else -1)
    return poses, values, colours


def _near_miss(near: Pose, rng: Rng) -> Pose:
    """Return a place on the die's edge or side, or one far too large or small."""
    way, far, scale, heat = rng.uniform(0, 2 * np.pi), near.side_px * rng.uniform(0.55, 1.0), 1.0, 0.0
    if chance(rng, 0.3):
        far, scale, heat = 0.2 * near.side_px, float(rng.choice([0.4, 2.3])), SIZE_MISS
    x, y = near.x_px + far * np.cos(way), near.y_px + far * np.sin(way)
    return Pose(float(x), float(y), near.side_px * scale, near.angle_deg, heat, 20.0)


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
    return float(np.hypot(one.x_px - other.x_px, one.y_px - other.y_px)) < 0.5 * other.side_px


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
        others = finder.locate(image, typical * float(rng.choice(ZOOMS)))[:8]
        wrong = [p for p in [*found[:20], *others, *strays] if not _touches(p, photo)]
    values += [0] * len(wrong)
    return Crops(cut(image, poses + wrong), np.array(values, np.int64), np.full(len(values), -1))


def _touches(place: Pose, photo: Photo) -> bool:
    """Tell whether a place lies on a labelled or ignored die."""
    marks = [*((b.x, b.y, b.w, b.h) for b in photo.boxes), *photo.ignore]
    return any(
        x - 0.2 * w < place.x_px < x + 1.2 * w and y - 0.2 * h < place.y_px < y + 1.2 * h for x, y, w, h in marks
    )


def changed(wide: Image, real: bool, coloured: bool, rng: Rng) -> Image:
    """Take the reader's crop out of a wide one, as a detector that is a little off would cut it, under other light.

    `coloured`: the colour must stay what it is called.
    """
    scale = SIDE_PX / WIDE_SIDE * float(np.exp(rng.normal(0, 0.09 if not real else 0.11)))
    target = (CROP_PX - 1) / 2 + rng.normal(0, 0.06 * SIDE_PX, 2)
    middle = ((WIDE_PX - 1) / 2,) * 2
    flip = chance(rng, 0.5)
    matrix = placing(middle, scale, float(rng.normal(0, 7 if real else 5)), (float(target[0]), float(target[1])), flip)
    crop = warp(wide, matrix, CROP_PX)
    return roughen(relight(crop, rng, 0.4) if coloured else recolour(crop, rng), rng)


def plain(wide: Image) -> Image:
    """Take the reader's crop out of a wide one, unchanged."""
    middle = (WIDE_PX - 1) / 2
    return warp(wide, placing((middle, middle), SIDE_PX / WIDE_SIDE, 0.0, ((CROP_PX - 1) / 2,) * 2), CROP_PX)
