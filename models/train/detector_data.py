"""Training crops for the detector: rendered tables with exact places, photographs with boxes."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from models.train.augment import placing, recolour, roughen, stretched, warp
from models.train.photos import SOURCES, Photo
from models.train.scenes import Sample
from vision.render_chance import chance
from vision.render_faces import Image

CROP_PX = 192
FOUND_PX = (8.0, 46.0)  # sides at which a die is to be found
SPARED_PX = (5.5, 60.0)  # sides at which it does no harm to find it
Rng = np.random.Generator
Floats = npt.NDArray[np.float32]
Boxes = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Crop:
    """A training picture and what is known of it, in pixels and degrees.

    `exact` (N, 4): centre x, y, side, angle; `boxes` (M, 7): x, y, w, h, side of dice known only by their box, and
    between which shares of its height the middle of the top face lies; `ignore` (K, 4): boxes that count neither way;
    `exhaustive`: whatever is left is no die.
    """

    image: Image
    exact: Floats
    boxes: Boxes
    ignore: Boxes
    exhaustive: bool = True


def pose(corners: Floats) -> Floats:
    """Return centre, mean side and angle modulo 90 degrees, (N, 4), of top faces (N, 4, 2)."""
    edges = np.roll(corners, -1, axis=1) - corners
    direction = edges[..., 0] + 1j * edges[..., 1]
    length = np.abs(direction)
    fourth = ((direction / np.maximum(length, 1e-6)) ** 4).mean(1)
    angle = np.degrees(np.angle(fourth)) / 4
    return np.column_stack([corners.mean(1), length.mean(1), angle]).astype(np.float32)


def _wanted_side(rng: Rng) -> float:
    """Return a side mostly near the canonical 20 pixels, at times far from it, at times too far to be reported."""
    ranges = ((15, 28), (9, 44), (60, 260), (2.5, 6))
    low, high = ranges[int(rng.choice(len(ranges), p=(0.5, 0.32, 0.13, 0.05)))]
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def _rated(sides: Floats) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Tell which dice are to be found at their size, and which may be: others must stay silent for other scales."""
    found = (sides >= FOUND_PX[0]) & (sides <= FOUND_PX[1])
    spared = ~found & (sides >= SPARED_PX[0]) & (sides <= SPARED_PX[1])
    return found, spared


def _view(
    rng: Rng, shape: tuple[int, ...], centre: tuple[float, float], side_px: float, turn_deg: float
) -> npt.NDArray[np.float64]:
    """Return a turned and scaled view of the die at `centre`, mostly one that shows little beyond the picture."""
    scale = _wanted_side(rng) / side_px
    target = rng.uniform(0.15 * CROP_PX, 0.85 * CROP_PX, 2)
    turn = float(rng.uniform(-turn_deg, turn_deg)) if turn_deg > 90 else float(rng.normal(0, turn_deg / 2))  # noqa: PLR2004
    matrix = placing(centre, scale, turn, (float(target[0]), float(target[1])), flip=chance(rng, 0.5))
    matrix = stretched(matrix, target, rng)
    if chance(rng, 0.8):
        tall, wide = shape[:2]
        edges = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]]) @ matrix[:, :2].T + matrix[:, 2]
        low, high = edges.min(0), edges.max(0)
        fits = high - low > CROP_PX
        shift = np.where(
            fits, -np.clip(low, 0, None) + np.clip(CROP_PX - high, 0, None), CROP_PX / 2 - (low + high) / 2
        )
        matrix[:, 2] += np.clip(shift, 14 - target, CROP_PX - 14 - target)
    return matrix


def scene_crop(sample: Sample, rng: Rng) -> Crop:
    """Cut a turned and scaled part of a rendered table."""
    poses = pose(sample.corners)
    if len(poses):
        x, y, side, _ = poses[int(rng.integers(len(poses)))]
    else:
        (y, x), side = rng.uniform(0, sample.image.shape[:2]), 40.0
    matrix = _view(rng, sample.image.shape, (float(x), float(y)), float(side), 30)
    image = warp(sample.image, matrix, CROP_PX)
    moved = cv2.transform(sample.corners.reshape(-1, 1, 2), matrix).reshape(-1, 4, 2) if len(poses) else sample.corners
    placed = pose(moved.astype(np.float32)) if len(poses) else poses
    whole = _inside(placed) if len(placed) else np.zeros(0, bool)
    found, spared = _rated(placed[:, 2])
    # one that leans or is cut may be taken for a die
    cut = placed[spared | (found & ~whole) | (found & whole & sample.cocked)]
    ignore = np.array([[x - s, y - s, 2 * s, 2 * s] for x, y, s, _ in cut], np.float32).reshape(-1, 4)
    return Crop(_finish(image, rng, 0.6), placed[found & whole & ~sample.cocked], np.zeros((0, 7), np.float32), ignore)


def _inside(placed: Floats) -> npt.NDArray[np.bool_]:
    """Tell whose top face is not cut by the crop's edge."""
    reach = 0.45 * placed[:, 2]
    near = np.minimum(placed[:, :2], CROP_PX - placed[:, :2]).min(1)
    inside: npt.NDArray[np.bool_] = near > reach
    return inside


def photo_crop(photo: Photo, image: Image, rng: Rng) -> Crop:
    """Cut a turned and scaled part of a photograph."""
    rule = SOURCES[photo.source]
    if photo.boxes:
        box = photo.boxes[int(rng.integers(len(photo.boxes)))]
        centre, side = box.centre, photo.side_px(box)
    else:
        tall, wide = image.shape[:2]
        centre, side = (float(rng.uniform(0, wide)), float(rng.uniform(0, tall))), max(wide, tall) / 20
    matrix = _view(rng, image.shape, centre, side, rule.turn_deg)
    scale = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
    rows = [(*_moved(matrix, (b.x, b.y, b.w, b.h), scale), photo.side_px(b) * scale, *rule.rows) for b in photo.boxes]
    boxes = np.array(rows, np.float32).reshape(-1, 7)
    ignore = np.array([_moved(matrix, box, scale) for box in photo.ignore], np.float32).reshape(-1, 4)
    middle = boxes[:, :2] + boxes[:, 2:4] / 2
    found, spared = _rated(boxes[:, 4])
    whole = (np.minimum(middle, CROP_PX - middle).min(1) > 0.35 * boxes[:, 2]) if len(boxes) else np.zeros(0, bool)
    ignore = np.vstack([ignore, boxes[spared | (found & ~whole), :4]])
    crop = _finish(warp(image, matrix, CROP_PX), rng, 1.0)
    return Crop(crop, np.zeros((0, 4), np.float32), boxes[found & whole], ignore, photo.exhaustive)


def _moved(matrix: npt.NDArray[np.float64], box: tuple[float, ...], scale: float) -> tuple[float, ...]:
    """Move the box's middle and scale its size; a turned die's box is a guess anyway."""
    x, y, w, h = box
    cx, cy = matrix[:, :2] @ [x + w / 2, y + h / 2] + matrix[:, 2]
    w, h = (w * scale, h * scale) if abs(matrix[0, 0]) > 0.8 * scale else (max(w, h) * scale,) * 2
    return float(cx - w / 2), float(cy - h / 2), float(w), float(h)


def mosaic_crop(crops: list[tuple[Photo, Image]], ground: Image, rng: Rng) -> Crop:
    """Lay out crops that show one die each on a grid over a piece of another picture."""
    canvas = np.full((CROP_PX, CROP_PX, 3), 114, np.uint8)
    if chance(rng, 0.5):
        canvas = cv2.resize(ground[:64, :64], (CROP_PX, CROP_PX)).astype(np.uint8)
    cell = int(rng.choice([38, 48, 64]))
    boxes = []
    for row in range(CROP_PX // cell):
        for column in range(CROP_PX // cell):
            photo, image = crops[int(rng.integers(len(crops)))]
            size = int(cell * rng.uniform(0.55, 1))
            turned = np.rot90(image, int(rng.integers(4)))
            x, y = (int(n) + int(rng.integers(0, cell - size + 1)) for n in (column * cell, row * cell))
            canvas[y : y + size, x : x + size] = cv2.resize(turned, (size, size), interpolation=cv2.INTER_AREA)
            boxes.append((x, y, size, size, size * SOURCES[photo.source].side, 0.25, 0.75))
    return Crop(
        _finish(canvas, rng, 1.0),
        np.zeros((0, 4), np.float32),
        np.array(boxes, np.float32),
        np.zeros((0, 4), np.float32),
    )


def _finish(image: Image, rng: Rng, strength: float) -> Image:
    return roughen(recolour(image, rng, strength), rng)
