"""What both trainings share: seeds, schedules, batches from a helper process, ONNX files with their facts inside."""

import argparse
import random
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from models.train.scenes import SCENES

VERSION = "2"


def start(seed: int, threads: int = 2) -> None:
    """Seed every source of chance and limit the threads; call it before any picture is touched."""
    random.seed(seed)
    np.random.seed(seed)  # noqa: NPY002 - for libraries that use the old generator
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    cv2.setNumThreads(1)  # its thread pool would hang the helper process, which is a fork


def settings(text: str | None, steps: int, batch: int, out: str) -> argparse.Namespace:
    """Return the command line's settings; `steps`, `batch` and `out` are this training's defaults."""
    ask = argparse.ArgumentParser(description=text)
    ask.add_argument("--photos", type=Path, help="folder of labelled photographs; without it, rendered tables only")
    ask.add_argument("--scenes", type=Path, default=SCENES, help="where rendered tables are kept")
    ask.add_argument("--count", type=int, default=3000, help="how many rendered tables")
    ask.add_argument("--steps", type=int, default=steps)
    ask.add_argument("--batch", type=int, default=batch)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--losses", type=Path, help="write the losses on the way there, as JSON")
    ask.add_argument("--out", type=Path, default=Path(out), help="the model file to write, beside the other one")
    return ask.parse_args()


def batches(data: "IterableDataset[dict[str, np.ndarray]]", size: int) -> Iterator[dict[str, Tensor]]:
    """Endless batches made by one helper process."""
    return iter(DataLoader(data, batch_size=size, num_workers=1, prefetch_factor=6, persistent_workers=True))


def optimiser(
    net: nn.Module, steps: int, rate: float
) -> tuple[torch.optim.Optimizer, torch.optim.lr_scheduler.LRScheduler]:
    """AdamW with one rise and fall of the learning rate over all steps."""
    adam = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.01)
    return adam, torch.optim.lr_scheduler.OneCycleLR(adam, max_lr=rate, total_steps=steps, pct_start=0.1)


class Average:
    """A running average of a net's weights: steadier than the last step's, and young while the training is."""

    def __init__(self, net: nn.Module, keep: float = 0.998) -> None:
        self.keep, self.updates = keep, 0
        self.weights = {name: value.detach().clone() for name, value in net.state_dict().items()}

    def update(self, net: nn.Module) -> None:
        """Move the average a little towards the net; in the beginning further, so that it forgets the first weights."""
        self.updates += 1
        keep = min(self.keep, self.updates / (self.updates + 9))
        for name, value in net.state_dict().items():
            if value.dtype.is_floating_point:
                self.weights[name].lerp_(value.detach(), 1 - keep)
            else:
                self.weights[name].copy_(value)


def fitted_temperature(logits: Tensor, labels: Tensor) -> float:
    """Return what to divide logits (N, labels) by so that their probabilities come true; labels (N,)."""
    tries = np.exp(np.linspace(np.log(0.3), np.log(4), 60))
    losses = [float(functional.cross_entropy(logits / t, labels)) for t in tries]
    return float(tries[int(np.argmin(losses))])


def export(
    net: nn.Module, example: Tensor, out: Path, axes: Mapping[str, Mapping[int, str]], facts: Mapping[str, str]
) -> None:
    """Write `net` to `out` as one ONNX file with `facts` in its metadata; `axes` name the input, then the outputs."""
    model = draft(net, example, axes)
    onnx.helper.set_model_props(model, {"version": VERSION, **facts})
    out.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(out))


def draft(net: nn.Module, example: Tensor, axes: Mapping[str, Mapping[int, str]]) -> onnx.ModelProto:
    """Return `net` as an ONNX model without any facts."""
    net.eval()
    given, *outputs = axes
    with tempfile.TemporaryDirectory() as folder:
        draft = Path(folder) / "draft.onnx"
        torch.onnx.export(
            net,
            (example,),
            str(draft),
            input_names=[given],
            output_names=outputs,
            dynamic_axes={name: dict(numbers) for name, numbers in axes.items()},
            opset_version=17,
            dynamo=False,
        )
        return onnx.load(str(draft))
