"""Train the dice reader: python -m models.train.reader --photos DIR --out models/dice_reader.onnx (detector first)."""

import json
import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional
from torch.utils.data import IterableDataset

from models.train import place
from models.train.common import Average, batches, export, fitted_temperature, optimiser, settings, start
from models.train.photos import Photo, load_photos
from models.train.reader_data import (
    COCKED,
    UNKNOWN,
    Crops,
    aside,
    join,
    misplaced,
    photo_crops,
    plain,
    relit,
    scene_crops,
)
from models.train.reader_net import CROP_PX, HEADS, LABELS, SIDE_PX, STRANGE, ExportedReader, ReaderNet
from models.train.scenes import load_scene, render_mix
from rules.table import COLOURS
from vision.detect_find import DiceFinder
from vision.render_chance import chance
from vision.render_faces import Image

SMOOTHING = 0.02
RENDERED = ""  # a source beside those of photographs
REAL_SHARE = 0.45
TABLES = {"any": 0.55, "dice": 0.4, "runes": 0.05}
SHARES = {"none": 0.4, "die": 0.49, "cocked": 0.08, "strange": 0.03}
WEIGHTS = {
    "byler-d6": 3.0,
    "penlington-wood": 2.0,
    "epanemu-roboflow": 3.0,
    "damiantab-carpets": 2.0,
    "patterson-casino-crops": 2.0,
    "piechowiak": 1.0,
    "opencv-aruco-negatives": 0.3,
}
TARGETS = torch.cat([torch.eye(len(LABELS)), torch.tensor([[label.isdigit() / 6 for label in LABELS]])])  # of STRANGE


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a training makes use of; `models.train.ablation` leaves one out at a time."""

    pretrained: bool = True  # begin with what ImageNet taught
    real_share: float = REAL_SHARE  # of the crops that are photographed
    light: bool = True  # crops go through other light, colours, blur and noise
    place: bool = True  # crops are cut a little off


WHOLE = Recipe()


class Faces(IterableDataset[dict[str, np.ndarray]]):  # type: ignore[misc]
    """An endless stream of changed crops: rendered ones, and photographed ones by the weights of the sources.

    Those set aside are left out.
    """

    def __init__(self, rendered: Crops, real: dict[str, Crops], seed: int, recipe: Recipe) -> None:
        self.crops, self.seed, self.recipe = {RENDERED: rendered, **real}, seed, recipe
        self.kinds = {name: _by_kind(part) for name, part in self.crops.items()}

    def __iter__(self) -> Iterator[dict[str, np.ndarray]]:
        """Yield one changed crop after the other."""
        cv2.setNumThreads(1)
        rng = np.random.default_rng(self.seed)
        names = [name for name in self.crops if name != RENDERED]
        weights = np.array([WEIGHTS[n] for n in names])
        while True:
            real = bool(names) and chance(rng, self.recipe.real_share)
            name = names[int(rng.choice(len(names), p=weights / weights.sum()))] if real else RENDERED
            crops, kinds = self.crops[name], self.kinds[name]
            index = int(rng.choice(kinds[_kind(list(kinds), rng)]))
            value, _, colour = crops.labels[index].tolist()
            coloured = colour >= 0 and chance(rng, 0.5)
            image = self._changed(crops.images[index], real, coloured, rng)
            yield {"image": image, "value": np.array(value), "colour": np.array(colour if coloured else UNKNOWN)}

    def _changed(self, wide: Image, real: bool, coloured: bool, rng: np.random.Generator) -> Image:
        mirrored = real and chance(rng, 0.5)  # rendered dice may bear digits
        crop = misplaced(wide, real, mirrored, rng) if self.recipe.place else plain(wide)
        return relit(crop, coloured, rng) if self.recipe.light else crop


def _by_kind(crops: Crops) -> dict[str, npt.NDArray[np.int64]]:
    """Return which crops show dice, leaning ones, strange ones and none (roads are none), without kinds of no crop."""
    value, used = crops.labels[:, 0], ~aside(crops)
    kinds = {
        "cocked": value == COCKED,
        "die": (value > 0) & (value < COCKED),
        "none": value == 0,
        "strange": value == STRANGE,
    }
    return {name: np.flatnonzero(chosen & used) for name, chosen in kinds.items() if (chosen & used).any()}


def _kind(names: list[str], rng: np.random.Generator) -> str:
    """Choose what to show next."""
    shares = np.array([SHARES[name] for name in names])
    return names[int(rng.choice(len(names), p=shares / shares.sum()))]


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
    rendered: Crops, real: dict[str, Crops], steps: int, batch: int, seed: int, *, recipe: Recipe = WHOLE
) -> tuple[ReaderNet, list[dict[str, float]]]:
    """Return a trained net (its averaged weights) and the losses every 100 steps."""
    net = ReaderNet(pretrained=recipe.pretrained)
    return net, trained(net, Faces(rendered, real, seed, recipe), steps, batch, 2e-3)


def trained(net: ReaderNet, faces: Faces, steps: int, batch: int, rate: float) -> list[dict[str, float]]:
    """Train a net as it is set, to its averaged weights, and return the losses every 100 steps."""
    net.to(memory_format=torch.channels_last)
    adam, schedule = optimiser(net, steps, rate)
    average, history, began = Average(net), [], time.monotonic()
    stream = batches(faces, batch)
    for step in range(1, steps + 1):
        data = next(stream)
        value, tint = net(data["image"].permute(0, 3, 1, 2).float()).split(HEADS, 1)
        loss = _value_loss(value, data["value"]) + 0.3 * _tint_loss(tint, data["colour"])
        adam.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        adam.step()
        schedule.step()
        average.update(net)
        if step % 100 == 0 or step == steps:
            right = float((value.argmax(1) == data["value"]).float().mean())
            seconds = round(time.monotonic() - began)
            history.append({"step": step, "seconds": seconds, "loss": loss.item(), "right": right})
            print(history[-1], flush=True)  # noqa: T201 - progress of a long command
    net.load_state_dict(average.weights)
    net.eval()
    return history


def _value_loss(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Return the mean loss; of a strange face a net does best to call all values as likely (Lee et al., 2018)."""
    return functional.cross_entropy(logits, TARGETS[labels], label_smoothing=SMOOTHING)


def _tint_loss(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Return the mean loss over the crops whose colour is known."""
    if not (labels >= 0).any():
        return logits.sum() * 0
    return functional.cross_entropy(logits, labels, ignore_index=UNKNOWN, label_smoothing=SMOOTHING)


def predict(net: ReaderNet, images: Image) -> tuple[torch.Tensor, ...]:
    """Return the logits of what a reader's crops show: (N, labels), (N, colours)."""
    crops = torch.from_numpy(images).permute(0, 3, 1, 2).float()
    with torch.no_grad():
        parts: tuple[torch.Tensor, ...] = torch.cat([net(part) for part in crops.split(256)]).split(HEADS, 1)
    return parts


def temperature(net: ReaderNet, crops: Crops, seed: int) -> float:
    """Find what to divide the value's logits by so that the probabilities come true, on crops not trained on.

    They are cut a little off and seen in other light: what people show is not what was trained on either.
    """
    values, rng = crops.labels[:, 0], np.random.default_rng(seed)
    none, some = np.flatnonzero(values == 0), np.flatnonzero((values > 0) & (values < STRANGE))
    even = crops.part(np.concatenate([some, none[:: max(1, len(none) // max(1, len(some)))]]))
    strange = np.stack([relit(misplaced(wide, True, False, rng), False, rng) for wide in even.images])
    return fitted_temperature(predict(net, strange)[0], torch.from_numpy(even.labels[:, 0]))


def write(net: ReaderNet, heat: float, out: Path) -> None:
    """Export with everything the reader of the file must know."""
    facts = {
        "input": "uint8 BGR, N H W 3: the face upright in the middle, side_px wide",
        "output": "probabilities of the labels, calibrated, and of the colours; features",
        "labels": ",".join(LABELS),
        "colours": ",".join(COLOURS),
        "crop_px": str(CROP_PX),
        "side_px": str(SIDE_PX),
        "temperature": f"{heat:.4f}",
    }
    example = torch.zeros(2, CROP_PX, CROP_PX, 3, dtype=torch.uint8)
    export(
        ExportedReader(net, heat),
        example,
        out,
        {"image": {0: "count"}, "maps": {0: "count"}, "features": {0: "count"}},
        facts,
    )


def all_crops(args: Namespace) -> tuple[Crops, dict[str, Crops]]:
    """Return what there is to learn from by a command line's settings, as `collect` does."""
    scenes = render_mix(args.scenes, args.count, TABLES)
    finder = DiceFinder(args.out.parent / "dice_detector.onnx")
    photos = [photo for photo in load_photos(args.photos) if not photo.held_out]
    return collect(scenes, photos, finder, args.seed)


def write_calibrated(net: ReaderNet, rendered: Crops, real: dict[str, Crops], args: Namespace) -> None:
    """Export with the temperature that the crops set aside tell."""
    kept = join([part.part(aside(part)) for part in (rendered, *real.values())])
    write(net, temperature(net, kept, args.seed), args.out)


def main() -> int:
    """Collect crops with the detector, train, calibrate, export; then teach it where exactly faces lie."""
    args = settings(__doc__, steps=6000, batch=64, out="models/dice_reader.onnx")
    start(args.seed)
    rendered, real = all_crops(args)
    net, history = train(rendered, real, args.steps, args.batch, args.seed)
    write_calibrated(net, rendered, real, args)
    place.teach(args.out, render_mix(args.scenes, args.count, place.TABLES), args.seed)
    if args.losses:
        args.losses.write_text(json.dumps(history))
    return 0


if __name__ == "__main__":
    sys.exit(main())
