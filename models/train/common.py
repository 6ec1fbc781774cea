"""What both trainings share: seeds, schedules, batches from a helper process, ONNX files with their facts inside."""

import random
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

VERSION = "1"


def start(seed: int, threads: int = 2) -> None:
    """Seed every source of chance and limit the threads; call it before any picture is touched."""
    random.seed(seed)
    np.random.seed(seed)  # noqa: NPY002 - for libraries that use the old generator
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    cv2.setNumThreads(1)  # its thread pool would hang the helper process, which is a fork


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
    """A running average of a net's weights: steadier than the last step's."""

    def __init__(self, net: nn.Module, keep: float = 0.998) -> None:
        self.keep = keep
        self.weights = {name: value.detach().clone() for name, value in net.state_dict().items()}

    def update(self, net: nn.Module) -> None:
        """Move the average a little towards the net."""
        for name, value in net.state_dict().items():
            if value.dtype.is_floating_point:
                self.weights[name].lerp_(value.detach(), 1 - self.keep)
            else:
                self.weights[name].copy_(value)


def export(
    net: nn.Module, example: Tensor, out: Path, axes: Mapping[str, Mapping[int, str]], facts: Mapping[str, str]
) -> None:
    """Write `net` to `out` as one ONNX file with `facts` in its metadata."""
    net.eval()
    with tempfile.TemporaryDirectory() as folder:
        draft = Path(folder) / "draft.onnx"
        torch.onnx.export(
            net,
            (example,),
            str(draft),
            input_names=["image"],
            output_names=["maps"],
            dynamic_axes={name: dict(numbers) for name, numbers in axes.items()},
            opset_version=17,
            dynamo=False,
        )
        model = onnx.load(str(draft))
    onnx.helper.set_model_props(model, {"version": VERSION, **facts})
    out.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(out))
