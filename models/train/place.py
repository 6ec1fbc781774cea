"""Teach the dice reader where exactly faces lie, all else as it is; done by models.train.reader, or alone here again.

A small head on the reader's finer map is trained on rendered dice, pips, digits and roads, flat and leaning alike, and
added to its file.
Photographs do not take part: nobody knows where exactly their top faces lie.
"""

import argparse
import sys
from cmath import exp
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from math import log, radians
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
import onnx
import onnxruntime
import torch
from torch.nn import functional

import models
from models.train.augment import warp
from models.train.common import draft, optimiser, start
from models.train.place_net import MAP_CHANNELS, MAP_SIDE, UNITS, ExportedPlace, PlaceNet
from models.train.reader_data import WIDE, Marked, crop_placing, cut, relit, true_places
from models.train.reader_net import CROP_PX, SIDE_PX
from models.train.scenes import ANY, SCENES, load_scene, render_mix
from vision.detect_pose import Placement, Pose, placement
from vision.render_faces import Image

MAP: Final = "/trunk/stages.1/stages.1.1/Add_output_0"  # the reader's finer map, (N, 40, 10, 10), as its file calls it
PLACE: Final = "place"  # the output and the fact that are added,
PREFIX: Final = f"{PLACE}/"  # and how the names of the head's parts begin
COPIES: Final = 8  # crops of each die, each cut a little off and in other light
TABLES: Final[Mapping[str, float]] = {ANY: 0.5, "dice": 0.3, "roads": 0.2}  # of rendered tables, see `scenes.KINDS`
EPOCHS: Final = 30
BATCH: Final = 512
ASIDE: Final = 12  # of every so many tables the dice are not trained on
Halves = npt.NDArray[np.float16]
Floats = npt.NDArray[np.float32]
Rng = np.random.Generator


def gathered(paths: list[Path], reader: Path, seed: int) -> tuple[Halves, Floats]:
    """Return maps (N, 40, 10, 10) of crops of the dice on these tables, and how their faces lie in them, (N, 6)."""
    cv2.setNumThreads(1)
    rng, session = np.random.default_rng(seed), _with_map(reader)
    parts = [_of_table(path, session, rng) for path in paths]
    maps, places = zip(*(part for part in parts if len(part[1])), strict=True)
    return np.concatenate(maps), np.concatenate(places)


def _of_table(path: Path, session: onnxruntime.InferenceSession, rng: Rng) -> tuple[Halves, Floats]:
    sample = load_scene(path)
    dice = [place for place in true_places(replace(sample, corners=sample.tops)) if place.value or place.road]
    if not dice:
        return np.empty((0, MAP_CHANNELS, MAP_SIDE, MAP_SIDE), np.float16), np.empty((0, len(UNITS)), np.float32)
    crops, places = zip(*_cuts(cut(sample.image, dice).images, dice, rng), strict=True)
    (maps,) = session.run([MAP], {"image": np.stack(crops)})
    return maps.astype(np.float16), np.stack(places)


def _cuts(wides: Image, dice: Sequence[Marked], rng: Rng) -> Iterator[tuple[Image, Floats]]:
    """Yield each die several times, cut a little off and in other light, and how its face lies in that crop."""
    for wide, die in zip(wides, dice, strict=True):
        upright = exp(-1j * radians(die.pose.angle_deg))
        face = Pose(*WIDE.middle, WIDE.side_px, 0.0, 1.0, WIDE.side_px, die.pose.stretch * upright**2)
        for _ in range(COPIES):
            matrix = crop_placing(rng)
            corners = np.column_stack([face.outline_px, np.ones(4)]) @ matrix.T
            yield relit(warp(wide, matrix, CROP_PX), False, rng), _off(placement(corners))


def _off(face: Placement) -> Floats:
    """Return how far off a crop's middle a face lies, (6,), as `vision.detect_crops.placed` takes it."""
    right, down = ((at - (CROP_PX - 1) / 2) / SIDE_PX for at in (face.x, face.y))
    larger, stretch = log(face.side / SIDE_PX), face.stretch
    return np.array([right, down, larger, face.angle_deg, stretch.real, stretch.imag], np.float32)


def _with_map(reader: Path) -> onnxruntime.InferenceSession:
    """Return the reader with its finer map as one more output."""
    model = onnx.load(str(reader))
    shape = ("count", MAP_CHANNELS, MAP_SIDE, MAP_SIDE)
    model.graph.output.append(onnx.helper.make_tensor_value_info(MAP, onnx.TensorProto.FLOAT, shape))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def train(maps: Halves, places: Floats, seed: int) -> PlaceNet:
    """Return the trained head for maps (N, 40, 10, 10) and places (N, 6)."""
    true = torch.from_numpy(places / np.array(UNITS, np.float32))
    net, rng = PlaceNet(), np.random.default_rng(seed)
    steps = EPOCHS * (len(maps) // BATCH)
    adam, schedule = optimiser(net, steps, 2e-3)
    for epoch in range(EPOCHS):
        order, total = rng.permutation(len(maps)), 0.0
        for at in range(0, len(maps) - BATCH + 1, BATCH):
            chosen = np.sort(order[at : at + BATCH])
            told = net(torch.from_numpy(maps[chosen]).float())
            loss = functional.smooth_l1_loss(told, true[chosen], beta=0.5)
            adam.zero_grad()
            loss.backward()
            adam.step()
            schedule.step()
            total += loss.item()
        print(f"epoch {epoch + 1}: {total * BATCH / len(maps):.4f}", flush=True)  # noqa: T201 - progress of a long command
    net.eval()
    return net


def add(net: PlaceNet, reader: Path) -> None:
    """Add the head to the reader's file, in place of an earlier one."""
    whole = onnx.load(str(reader))
    for parts in (whole.graph.node, whole.graph.initializer, whole.graph.output):
        kept = [part for part in parts if part.name != PLACE and not part.name.startswith(PREFIX)]
        del parts[:]
        parts.extend(kept)
    facts = {entry.key: entry.value for entry in whole.metadata_props} | {PLACE: "x,y,side,angle,stretch"}
    head = draft(
        ExportedPlace(net), torch.zeros(2, MAP_CHANNELS, MAP_SIDE, MAP_SIDE), {"map": {0: "count"}, PLACE: {0: "count"}}
    )
    head = onnx.compose.add_prefix(head, PREFIX, rename_inputs=False, rename_outputs=False)
    for node in head.graph.node:
        node.input[:] = [MAP if name == "map" else name for name in node.input]
    whole.graph.node.extend(head.graph.node)
    whole.graph.initializer.extend(head.graph.initializer)
    whole.graph.output.extend(head.graph.output)
    onnx.helper.set_model_props(whole, facts)
    onnx.checker.check_model(whole)
    onnx.save(whole, str(reader))


def told(errors: Floats) -> str:
    """Say how far places are off, (N, 6)."""
    far, stretch = (100 * np.hypot(errors[:, i], errors[:, i + 1]) for i in (0, 4))
    size, angle = np.percentile(abs(errors[:, 2:4]), 95, axis=0).tolist()
    half, most = np.percentile(far, (50, 95)).tolist()
    return (
        f"half to {half:.1f} % of a side, 95 % to {most:.1f} %, to {100 * size:.1f} % in size, {angle:.1f} degrees, "
        f"stretched to {np.percentile(stretch, 95):.1f} %"
    )


def teach(reader: Path, scenes: list[Path], seed: int) -> None:
    """Gather, train, measure, add the head to the reader's file."""
    aside = scenes[::ASIDE]
    used = [path for number, path in enumerate(scenes) if number % ASIDE]
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        parts = pool.map(gathered, (used[::2], used[1::2], aside), (reader,) * 3, (seed, seed + 1, seed + 2))
        (maps, places), (more, others), (kept, truth) = parts
    net = train(np.concatenate([maps, more]), np.concatenate([places, others]), seed)
    with torch.no_grad():
        seen = ExportedPlace(net)(torch.from_numpy(kept).float()).numpy()
    print("before:", told(truth), "\nafter:", told(seen - truth))  # noqa: T201 - what came of it
    add(net, reader)


def main() -> int:
    """Teach the reader that is there."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--scenes", type=Path, default=SCENES, help="where rendered tables are kept")
    ask.add_argument("--count", type=int, default=3000, help="how many rendered tables")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--out", type=Path, default=models.path("dice_reader"), help="the reader's file, which is changed")
    args = ask.parse_args()
    start(args.seed)
    teach(args.out, render_mix(args.scenes, args.count, TABLES), args.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
