"""Train the dice reader: python -m models.train.reader --photos DIR --out models/dice_reader.onnx (detector first)."""

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional
from torch.utils.data import IterableDataset

from models.train.common import Average, batches, export, optimiser, settings, start
from models.train.photos import Photo, load_photos
from models.train.reader_data import Crops, changed, join, photo_crops, plain, scene_crops
from models.train.reader_net import CROP_PX, LABELS, SIDE_PX, ExportedReader, ReaderNet
from models.train.scenes import load_scene, render_many, scene_files
from rules.table import COLOURS
from vision.detect_find import DiceFinder
from vision.render_chance import chance
from vision.render_faces import Image

SMOOTHING = 0.02
NONE_SHARE = 0.35
WEIGHTS = {
    "byler-d6": 3.0,
    "penlington-wood": 2.0,
    "epanemu-roboflow": 2.5,
    "damiantab-carpets": 2.0,
    "patterson-casino-crops": 2.0,
    "piechowiak": 1.0,
    "opencv-aruco-negatives": 0.3,
}


class Faces(IterableDataset[dict[str, np.ndarray]]):  # type: ignore[misc]
    """An endless stream of changed crops: half rendered, half photographed, by the weights of the sources."""

    def __init__(self, rendered: Crops, real: dict[str, Crops], seed: int) -> None:
        self.rendered, self.real, self.seed = rendered, real, seed

    def __iter__(self) -> Iterator[dict[str, np.ndarray]]:
        """Yield one changed crop after the other."""
        cv2.setNumThreads(1)
        rng = np.random.default_rng(self.seed)
        names = list(self.real)
        weights = np.array([WEIGHTS[n] for n in names])
        while True:
            real = bool(names) and chance(rng, 0.5)
            part = self.real[names[int(rng.choice(len(names), p=weights / weights.sum()))]] if real else self.rendered
            index = _pick(part, rng)
            coloured = part.colours[index] >= 0 and chance(rng, 0.5)
            image = changed(part.images[index], real, coloured, rng)
            colour = part.colours[index] if coloured else -1
            yield {"image": image, "value": np.array(part.values[index]), "colour": np.array(colour)}


def _pick(crops: Crops, rng: np.random.Generator) -> int:
    """Choose a crop by its number: places that are no die are many, but may take only their share."""
    none = chance(rng, NONE_SHARE)
    fitting = np.flatnonzero((crops.values == 0) == none)
    return int(rng.choice(fitting)) if len(fitting) else int(rng.integers(len(crops.values)))


def collect(scenes: list[Path], photos: list[Photo], finder: DiceFinder, seed: int) -> tuple[Crops, dict[str, Crops]]:
    """Return wide crops of all rendered dice, and of the photographed ones by source."""
    rng = np.random.default_rng(seed)
    # running the detector on every sixth rendered table finds enough of its false finds
    rendered = join([scene_crops(load_scene(s), rng, finder if i % 6 == 0 else None) for i, s in enumerate(scenes)])
    real: dict[str, list[Crops]] = {}
    for photo in photos:
        real.setdefault(photo.source, []).append(photo_crops(photo, rng, finder))
    return rendered, {name: join(parts) for name, parts in real.items()}


def train(
    rendered: Crops, real: dict[str, Crops], steps: int, batch: int, seed: int
) -> tuple[ReaderNet, list[dict[str, float]]]:
    """Return a trained net (its averaged weights) and the losses every 100 steps."""
    net = ReaderNet().to(memory_format=torch.channels_last)
    adam, schedule = optimiser(net, steps, 3e-3)
    average, history, began = Average(net), [], time.monotonic()
    stream = batches(Faces(rendered, real, seed), batch)
    for step in range(1, steps + 1):
        data = next(stream)
        with torch.autocast("cpu", torch.bfloat16):
            logits = net(data["image"].permute(0, 3, 1, 2).float())
        faces, colours = logits.float().split([len(LABELS), len(COLOURS)], 1)
        loss = functional.cross_entropy(faces, data["value"], label_smoothing=SMOOTHING)
        if (data["colour"] >= 0).any():
            loss = loss + 0.5 * functional.cross_entropy(
                colours, data["colour"], ignore_index=-1, label_smoothing=SMOOTHING
            )
        adam.zero_grad()
        loss.backward()
        adam.step()
        schedule.step()
        average.update(net)
        if step % 100 == 0 or step == steps:
            right = float((faces.argmax(1) == data["value"]).float().mean())
            history.append(
                {"step": step, "seconds": round(time.monotonic() - began), "loss": loss.item(), "right": right}
            )
            print(history[-1], flush=True)  # noqa: T201 - progress of a long command
    net.load_state_dict(average.weights)
    return net.eval(), history


def predict(net: ReaderNet, images: Image) -> torch.Tensor:
    """Return the logits (N, 7) of what wide crops show."""
    crops = torch.from_numpy(np.stack([plain(i) for i in images])).permute(0, 3, 1, 2).float()
    with torch.no_grad():
        return torch.cat([net(part)[:, : len(LABELS)] for part in crops.split(256)])


def temperature(net: ReaderNet, crops: Crops) -> float:
    """Find what to divide the logits by so that the probabilities come true, on crops not trained on."""
    dice, none = np.flatnonzero(crops.values), np.flatnonzero(crops.values == 0)
    even = np.concatenate([dice, none[:: max(1, len(none) // max(1, len(dice)))]])
    logits, values = predict(net, crops.images[even]), torch.from_numpy(crops.values[even])
    tries = np.exp(np.linspace(np.log(0.3), np.log(4), 60))
    losses = [float(functional.cross_entropy(logits / t, values)) for t in tries]
    return float(tries[int(np.argmin(losses))])


def write(net: ReaderNet, heat: float, out: Path) -> None:
    """Export with everything the reader of the file must know."""
    facts = {
        "input": "uint8 BGR, N H W 3: the face upright in the middle, side_px wide",
        "output": "probabilities of the labels, calibrated, then of the colours",
        "labels": ",".join(LABELS),
        "colours": ",".join(COLOURS),
        "crop_px": str(CROP_PX),
        "side_px": str(SIDE_PX),
        "temperature": f"{heat:.4f}",
    }
    example = torch.zeros(2, CROP_PX, CROP_PX, 3, dtype=torch.uint8)
    export(ExportedReader(net, heat), example, out, {"image": {0: "count"}, "maps": {0: "count"}}, facts)


def main() -> int:
    """Collect crops with the detector, train, calibrate, export."""
    args = settings(__doc__, steps=5000, batch=64, out="models/dice_reader.onnx")
    start(args.seed)
    render_many(args.scenes, args.count)
    finder = DiceFinder(args.out.parent / "dice_detector.onnx")
    photos = [photo for photo in load_photos(args.photos) if not photo.held_out]
    rendered, real = collect(scene_files(args.scenes), photos, finder, args.seed)
    # every 20th rendered crop and every 20th real one sets the temperature instead of the weights
    aside = join([_every(p, 20, keep=True) for p in (rendered, *real.values())])
    left = {name: _every(part, 20, keep=False) for name, part in real.items()}
    net, history = train(_every(rendered, 20, keep=False), left, args.steps, args.batch, args.seed)
    write(net, temperature(net, aside), args.out)
    if args.losses:
        args.losses.write_text(json.dumps(history))
    return 0


def _every(crops: Crops, step: int, *, keep: bool) -> Crops:
    chosen = (np.arange(len(crops.values)) % step == step - 1) == keep
    return Crops(crops.images[chosen], crops.values[chosen], crops.colours[chosen])


if __name__ == "__main__":
    sys.exit(main())
