"""What the detector's maps should be for a training crop, and how far they are from it."""

import math

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional

from models.train.detector_data import CROP_PX, Crop
from models.train.detector_net import OUTPUTS, SIDE_PX, STRIDE

MAP = CROP_PX // STRIDE
MAX_BOXES = 48
SIDE_FROM = 0.12  # of a box's height below where the middle of the top face may lie
Floats = npt.NDArray[np.float32]


def targets(crop: Crop) -> dict[str, npt.NDArray[np.float32] | npt.NDArray[np.uint8]]:
    """Return image, heat (MAP, MAP), care (same; 0: ignored), geometry (5, MAP, MAP), its mask and boxes."""
    heat, mask = np.zeros((MAP, MAP), np.float32), np.zeros((MAP, MAP), np.float32)
    care = np.full((MAP, MAP), float(crop.exhaustive), np.float32)
    geometry = np.zeros((len(OUTPUTS) - 1, MAP, MAP), np.float32)
    times = np.zeros((MAP, MAP), np.int64)
    for x, y, w, h in [*crop.ignore, *crop.boxes[:, :4]]:
        times[_cells(y, y + h), _cells(x, x + w)] += 1
    care[times > 0] = 0
    for x, y, w, h, _, _, low in crop.boxes:  # a face lower in the box than its top can lie is a side: no centre
        below = (_cells(y + (low + SIDE_FROM) * h, y + 0.95 * h), _cells(x + 0.1 * w, x + 0.9 * w))
        care[below] = np.maximum(care[below], times[below] == 1)
    for die in crop.exact:
        _draw(die, heat, mask, geometry)
    boxes = np.zeros((MAX_BOXES, 7), np.float32)
    boxes[: len(crop.boxes)] = crop.boxes[:MAX_BOXES]
    care = np.maximum(care, heat > 0.9)  # noqa: PLR2004 - a centre counts even inside another's ignored box
    return {"image": crop.image, "heat": heat, "care": care, "geometry": geometry, "mask": mask, "boxes": boxes}


def _cells(low: float, high: float) -> slice:
    return slice(max(0, int(low / STRIDE)), max(0, int(np.ceil(high / STRIDE))))


def _draw(die: Floats, heat: Floats, mask: Floats, geometry: Floats) -> None:
    """Mark one die: a bump at its centre, one at the nearest cell, and its place, side and angle around it."""
    x, y, side, angle = (float(n) for n in die)
    column, row = x / STRIDE - 0.5, y / STRIDE - 0.5
    ys, xs = np.mgrid[0:MAP, 0:MAP].astype(np.float32)
    far2 = (xs - column) ** 2 + (ys - row) ** 2
    spread = max(0.7, 0.13 * side / STRIDE)
    np.maximum(heat, np.exp(-far2 / (2 * spread**2)), out=heat)
    heat[int(np.clip(round(row), 0, MAP - 1)), int(np.clip(round(column), 0, MAP - 1))] = 1
    near = far2 < max(1.2, 0.2 * side / STRIDE) ** 2
    mask[near] = 1
    fourth = np.radians(4 * angle)
    geometry[0][near], geometry[1][near] = (column - xs)[near], (row - ys)[near]
    geometry[2][near], geometry[3][near], geometry[4][near] = np.log(side / SIDE_PX), np.cos(fourth), np.sin(fourth)


def loss(maps: Tensor, batch: dict[str, Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Return the sum to minimise and its parts."""
    logit, geometry = maps[:, 0].float(), maps[:, 1:].float()
    heat, care = batch["heat"], batch["care"]
    chance = logit.sigmoid()
    positive = (heat == 1) * (1 - chance) ** 2 * functional.logsigmoid(logit)
    negative = (heat < 1) * care * (1 - heat) ** 4 * chance**2 * functional.logsigmoid(-logit)
    from_boxes, found = _box_loss(logit, geometry[:, 2], batch["boxes"])
    count = (heat == 1).sum() + found + 1
    centre = -(positive.sum() + negative.sum()) / count
    mask = batch["mask"][:, None]
    place = (functional.smooth_l1_loss(geometry, batch["geometry"], reduction="none", beta=0.1) * mask).sum() / (
        mask.sum() + 1
    )
    total = centre + 0.5 * place + from_boxes / count
    return total, {"centre": centre.item(), "place": place.item(), "boxes": from_boxes.item() / count.item()}


def _box_loss(logit: Tensor, log_side: Tensor, boxes: Tensor) -> tuple[Tensor, int]:
    """Ask of each box one centre somewhere in its middle; the net's strongest place there is taken as it.

    Where exactly the top face lies is learnt from the rendered tables, so loose boxes do no harm.
    """
    total, found = logit.new_zeros(()), 0
    for number, marks in enumerate(boxes.tolist()):
        for x, y, w, h, side, high, low in marks:
            if not w:
                break
            rows, columns = _cells(y + high * h, y + low * h), _cells(x + 0.25 * w, x + 0.75 * w)
            part = logit[number, rows, columns]
            if not part.numel():
                continue
            best = part.reshape(-1).argmax()
            peak = part.reshape(-1)[best]
            total = total - (1 - peak.sigmoid()) ** 2 * functional.logsigmoid(peak)
            guess = log_side[number, rows, columns].reshape(-1)[best]
            total = total + 0.5 * (torch.abs(guess - math.log(side / SIDE_PX)) - 0.2).clamp(min=0)
            found += 1
    return total, found
