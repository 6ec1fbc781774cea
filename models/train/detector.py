"""Train the dice detector: python -m models.train.detector --photos DIR --out models/dice_detector.onnx."""

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.utils.data import IterableDataset

from models.train.common import Average, batches, export, optimiser, settings, start
from models.train.detector_data import Crop, mosaic_crop, photo_crop, scene_crop
from models.train.detector_net import OUTPUTS, SIDE_PX, STRIDE, DetectorNet, ExportedDetector
from models.train.detector_targets import loss, targets
from models.train.photos import Photo, load_photos
from models.train.scenes import load_scene, render_mix
from vision.render_chance import chance

CROPS = "patterson-casino-crops"  # pictures of one die each: laid out as mosaics
TABLES = {"any": 1.0}  # with crowds too it took a patterned cloth for dice, and this reader did not see through it
WEIGHTS = {
    "byler-d6": 3.0,
    "penlington-wood": 2.0,
    "epanemu-roboflow": 2.5,
    "damiantab-carpets": 2.0,
    CROPS: 1.5,
    "piechowiak": 1.0,
    "opencv-aruco-negatives": 0.2,
}


class Crops(IterableDataset[dict[str, np.ndarray]]):  # type: ignore[misc]
    """An endless stream of training crops, half rendered and half photographed (all rendered without photographs)."""

    def __init__(self, scenes: list[Path], photos: list[Photo], seed: int) -> None:
        self.scenes, self.seed = scenes, seed
        self.photos = {p.path: p for p in photos}
        self.by_source: dict[str, list[Photo]] = {}
        for photo in photos:
            self.by_source.setdefault(photo.source, []).append(photo)

    def __iter__(self) -> Iterator[dict[str, np.ndarray]]:
        """Yield what `targets` makes of one crop after the other."""
        cv2.setNumThreads(1)
        rng = np.random.default_rng(self.seed)
        self.images = {photo.path: photo.image() for photo in self.photos.values()}
        while True:
            yield targets(self._photo(rng)) if self.photos and chance(rng, 0.5) else targets(self._scene(rng))

    def _scene(self, rng: np.random.Generator) -> Crop:
        return scene_crop(load_scene(self.scenes[int(rng.integers(len(self.scenes)))]), rng)

    def _photo(self, rng: np.random.Generator) -> Crop:
        names = list(self.by_source)
        weights = np.array([WEIGHTS[n] for n in names])
        part = self.by_source[names[int(rng.choice(len(names), p=weights / weights.sum()))]]
        photo = part[int(rng.integers(len(part)))]
        if photo.source == CROPS:
            chosen = [part[int(i)] for i in rng.integers(0, len(part), 24)]
            ground = self._scene(rng).image
            return mosaic_crop([(p, self.images[p.path]) for p in chosen], ground, rng)
        return photo_crop(photo, self.images[photo.path], rng)


def train(
    scenes: list[Path], photos: list[Photo], steps: int, batch: int, seed: int
) -> tuple[DetectorNet, list[dict[str, float]]]:
    """Return a trained net (its averaged weights) and the losses every 50 steps."""
    net = DetectorNet().to(memory_format=torch.channels_last)
    adam, schedule = optimiser(net, steps, 2e-3)
    average, history, began = Average(net), [], time.monotonic()
    stream = batches(Crops(scenes, photos, seed), batch)
    for step in range(1, steps + 1):
        data = next(stream)
        image = data.pop("image").permute(0, 3, 1, 2).float()
        total, parts = loss(net(image), data)
        adam.zero_grad()
        total.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        adam.step()
        schedule.step()
        average.update(net)
        if step % 50 == 0 or step == steps:
            history.append({"step": step, "seconds": round(time.monotonic() - began), **parts})
            print(history[-1], flush=True)  # noqa: T201 - progress of a long command
    net.load_state_dict(average.weights)
    return net, history


def write(net: DetectorNet, out: Path) -> None:
    """Export with everything the reader of the file must know."""
    facts = {
        "input": "uint8 BGR, N H W 3, H and W multiples of 16, borders filled with 114",
        "outputs": ",".join(OUTPUTS),
        "stride": str(STRIDE),
        "side_px": str(SIDE_PX),
        "multiple": "16",
        "fill": "114",
    }
    axes = {"image": {1: "height", 2: "width"}, "maps": {2: "rows", 3: "columns"}}
    export(ExportedDetector(net), torch.zeros(1, 256, 320, 3, dtype=torch.uint8), out, axes, facts)


def main() -> int:
    """Render, train, export."""
    args = settings(__doc__, steps=3000, batch=16, out="models/dice_detector.onnx")
    start(args.seed)
    scenes = render_mix(args.scenes, args.count, TABLES)
    photos = [photo for photo in load_photos(args.photos) if not photo.held_out]
    net, history = train(scenes, photos, args.steps, args.batch, args.seed)
    write(net, args.out)
    if args.losses:
        args.losses.write_text(json.dumps(history))
    return 0


if __name__ == "__main__":
    sys.exit(main())
