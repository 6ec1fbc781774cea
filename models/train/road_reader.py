"""Train the road reader, after the detector: python -m models.train.road_reader --photos DIR."""

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional
from torch.utils.data import IterableDataset

from models.train.augment import placing, recolour, roughen, shine, stretched, warp
from models.train.common import Average, batches, export, fitted_temperature, optimiser, settings, start
from models.train.photos import load_photos
from models.train.reader_data import Crops, aside, join, photo_crops, scene_crops
from models.train.road_flat import WIDE, flat_crops
from models.train.road_net import CROP_PX, SIDE_PX, ExportedRoads, RoadNet
from models.train.roads import ROADS, WAYS, mirrored, turned
from models.train.scenes import load_scene, render_mix
from vision.detect_find import DiceFinder
from vision.render_chance import chance
from vision.render_faces import Image

SMOOTHING = 0.02
ROAD_SHARE = 0.72
TABLES = {"any": 0.5, "roads": 0.5}
QUIET = 5.0  # weight of spots without an arrow, of which there are many
STRIDE = 4  # pixels a cell of the map of arrows
FLAT = 8000  # dice drawn flat and sharp
EVERY_PHOTO = 4  # photographs show no roads: some of them are enough
Rng = np.random.Generator


class Faces(IterableDataset[dict[str, np.ndarray]]):  # type: ignore[misc]
    """An endless stream of changed crops: roads, and what is none; those set aside are left out."""

    def __init__(self, crops: Crops, seed: int) -> None:
        self.crops, self.seed = crops, seed

    def __iter__(self) -> Iterator[dict[str, np.ndarray]]:
        """Yield one changed crop after the other."""
        cv2.setNumThreads(1)
        rng = np.random.default_rng(self.seed)
        shown, used = self.crops.labels[:, 1], ~aside(self.crops)
        roads, others = np.flatnonzero(used & (shown > 0)), np.flatnonzero(used & (shown == 0))
        while True:
            index = int(rng.choice(roads if chance(rng, ROAD_SHARE) else others))
            image, road, matrix = changed(self.crops.images[index], int(self.crops.labels[index, 1]), rng)
            arrow = self.crops.arrows[index]
            cell = (matrix[:, :2] @ arrow + matrix[:, 2]) // STRIDE if arrow[0] >= 0 else arrow
            yield {"image": image, "road": np.array(road), "cell": cell.astype(np.int64)}


def changed(wide: Image, road: int, rng: Rng) -> tuple[Image, int, npt.NDArray[np.float64]]:
    """Take the reader's crop out of a wide one, turned and mirrored; return it, what it shows then, and its placing."""
    quarters, flip = int(rng.integers(4)), chance(rng, 0.5)
    road = turned(mirrored(road) if flip else road, quarters)
    scale = SIDE_PX / WIDE.side_px * float(np.exp(rng.normal(0, 0.08)))
    target = (CROP_PX - 1) / 2 + rng.normal(0, 0.05 * SIDE_PX, 2)
    angle = 90 * quarters + float(rng.normal(0, 5))
    matrix = placing(WIDE.middle, scale, angle, (float(target[0]), float(target[1])), flip)
    matrix = stretched(matrix, target, rng)
    crop = recolour(warp(wide, matrix, CROP_PX), rng)
    return roughen(shine(crop, rng) if chance(rng, 0.1) else crop, rng), road, matrix


def collect(scenes: list[Path], photos: Path | None, finder: DiceFinder, seed: int) -> Crops:
    """Return wide crops of tables, of flat faces, and of photographs as pictures of no road."""
    rng = np.random.default_rng(seed)
    shown = [photo for photo in load_photos(photos) if not photo.held_out][::EVERY_PHOTO]
    tables = [scene_crops(load_scene(s), rng, finder if i % 12 == 0 else None, WIDE) for i, s in enumerate(scenes)]
    crops = join([flat_crops(FLAT, rng), *tables, *(photo_crops(photo, rng, finder, WIDE) for photo in shown)])
    return crops.part(crops.labels[:, 1] >= 0)


def train(crops: Crops, steps: int, batch: int, seed: int) -> tuple[RoadNet, list[dict[str, float]]]:
    """Return a trained net (its averaged weights) and the losses every 100 steps."""
    net = RoadNet().to(memory_format=torch.channels_last)
    adam, schedule = optimiser(net, steps, 2e-3)
    average, history, began = Average(net), [], time.monotonic()
    stream = batches(Faces(crops, seed), batch)
    for step in range(1, steps + 1):
        data = next(stream)
        logits, arrows = net.both(data["image"].permute(0, 3, 1, 2).float())
        loss = functional.cross_entropy(logits, data["road"], label_smoothing=SMOOTHING)
        loss = loss + arrow_loss(arrows, data["road"], data["cell"])
        adam.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        adam.step()
        schedule.step()
        average.update(net)
        if step % 100 == 0 or step == steps:
            right = float((logits.argmax(1) == data["road"]).float().mean())
            seconds = round(time.monotonic() - began)
            history.append({"step": step, "seconds": seconds, "loss": loss.item(), "right": right})
            print(history[-1], flush=True)  # noqa: T201 - progress of a long command
    net.load_state_dict(average.weights)
    return net.eval(), history


def arrow_loss(arrows: torch.Tensor, roads: torch.Tensor, cells: torch.Tensor) -> torch.Tensor:
    """Return how far the maps of arrows are from an arrow where one is known to lie, and from none elsewhere."""
    size = arrows.shape[-1]
    seen = (cells >= 0).all(1) & (cells < size).all(1)
    if not seen.any():
        return arrows.sum() * 0
    maps, places = arrows[seen], cells[seen]
    ways = torch.tensor([WAYS.index(ROADS[road][2]) for road in roads[seen].tolist()])
    rows = torch.arange(len(maps))
    there = maps[rows, :, places[:, 1], places[:, 0]]
    wanted = torch.zeros_like(maps)
    wanted[rows, ways, places[:, 1], places[:, 0]] = 1
    quiet = functional.softplus(maps) * (1 - wanted)
    return functional.cross_entropy(there, ways) + functional.softplus(-there[rows, ways]).mean() + QUIET * quiet.mean()


def temperature(net: RoadNet, crops: Crops, seed: int) -> float:
    """Find what to divide the logits by so that the probabilities come true, on crops not trained on."""
    rng = np.random.default_rng(seed)
    pairs = [changed(image, int(road), rng)[:2] for image, (_, road, _) in zip(crops.images, crops.labels, strict=True)]
    images = torch.from_numpy(np.stack([image for image, _ in pairs])).permute(0, 3, 1, 2).float()
    with torch.no_grad():
        logits = torch.cat([net(part) for part in images.split(256)])
    roads = torch.tensor([road for _, road in pairs])
    return fitted_temperature(logits, roads)


def write(net: RoadNet, heat: float, out: Path) -> None:
    """Export with everything the reader of the file must know."""
    facts = {
        "input": "uint8 BGR, N H W 3: the face upright in the middle, side_px wide",
        "output": "probabilities of the roads, calibrated; their directions are those of the crop",
        "roads": ",".join(ROADS),
        "crop_px": str(CROP_PX),
        "side_px": str(SIDE_PX),
        "temperature": f"{heat:.4f}",
    }
    example = torch.zeros(2, CROP_PX, CROP_PX, 3, dtype=torch.uint8)
    export(ExportedRoads(net, heat), example, out, {name: {0: "count"} for name in ("image", "maps")}, facts)


def main() -> int:
    """Collect crops, train, calibrate, export."""
    args = settings(__doc__, steps=6000, batch=48, out="models/road_reader.onnx")
    start(args.seed)
    scenes = render_mix(args.scenes, args.count, TABLES)
    finder = DiceFinder(args.out.parent / "dice_detector.onnx")
    crops = collect(scenes, args.photos, finder, args.seed)
    net, history = train(crops, args.steps, args.batch, args.seed)
    write(net, temperature(net, crops.part(aside(crops)), args.seed), args.out)
    if args.losses:
        args.losses.write_text(json.dumps(history))
    return 0


if __name__ == "__main__":
    sys.exit(main())
