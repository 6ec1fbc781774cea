"""Crops of Line Dice seen straight from above, drawn flat and sharp: what teaches a net to see small arrows at all."""

import cv2
import numpy as np
import numpy.typing as npt

from models.train.augment import placing
from models.train.reader_data import UNKNOWN, Crops, Wide
from models.train.roads import ROADS, road_name
from models.train.scenes import FIRST_CURVE, NOWHERE
from vision.render_chance import chance
from vision.render_faces import FACE_PX, DieLook, Image, face_image
from vision.render_random import line_look
from vision.render_road_faces import arrow_place

Rng = np.random.Generator
WIDE = Wide(132, 66.0)
BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))


def flat_crops(count: int, rng: Rng) -> Crops:
    """Return wide crops of single dice, some with others around them, what road the middle one shows, and its arrow."""
    images, roads, arrows = zip(*(_flat(rng) for _ in range(count)), strict=True)
    labels = [(0, road, UNKNOWN) for road in roads]
    return Crops(np.stack(images), np.array(labels, np.int64), np.array(arrows, np.float32))


def _flat(rng: Rng) -> tuple[Image, int, npt.NDArray[np.float64]]:
    canvas = np.full((WIDE.px, WIDE.px, 3), rng.uniform(10, 245, 3), np.uint8)
    noise = rng.normal(0, rng.uniform(0, 12), canvas.shape)
    canvas = np.clip(canvas + noise, 0, 255).astype(np.uint8)
    look, crowd = line_look(rng)[1], float(rng.choice([0.0, 0.3, 0.7]))
    for step in BESIDE:
        if chance(rng, crowd):
            _lay(canvas, look, step, rng)
    value, quarter, matrix = _lay(canvas, look, (0, 0), rng)
    road = ROADS.index(road_name(value, quarter))
    if value < FIRST_CURVE:
        return canvas, road, np.array(NOWHERE)
    place = arrow_place(value - FIRST_CURVE, look.road) - 0.5
    for _ in range(quarter):
        place = np.array([-place[1], place[0]])
    return canvas, road, matrix[:, :2] @ ((place + 0.5) * FACE_PX - 0.5) + matrix[:, 2]


def _lay(canvas: Image, look: DieLook, step: tuple[int, int], rng: Rng) -> tuple[int, int, npt.NDArray[np.float64]]:
    """Draw a die into the crop, in place, so many steps from its middle; return value, quarters and its placing."""
    value, quarter = int(rng.integers(1, 7)), int(rng.integers(4))
    face = face_image(look, value, quarter, rng)
    pitch = WIDE.side_px * rng.uniform(1.0, 1.08)
    middle = WIDE.middle[0]
    target = (middle + pitch * step[0] + rng.normal(0, 1), middle + pitch * step[1] + rng.normal(0, 1))
    half = (FACE_PX - 1) / 2
    matrix = placing((half, half), WIDE.side_px / FACE_PX, float(rng.normal(0, 2)), target)
    small = cv2.GaussianBlur(face, (0, 0), 0.6)
    cv2.warpAffine(
        small, matrix, (WIDE.px, WIDE.px), dst=canvas, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT
    )
    return value, quarter, matrix
