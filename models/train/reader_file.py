"""The nets of a dice reader out of its file, to be trained further."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import onnx
import torch
from torch import Tensor, nn

from models.train.place import PREFIX
from models.train.place_net import PlaceNet
from models.train.reader_net import ReaderNet

NAMED, PLACED = "net.", f"{PREFIX}net."  # how the names of weights begin that files keep, of the reader and its place


def nets_of(path: Path) -> tuple[ReaderNet, PlaceNet]:
    """Return the nets of the reader in a file, not training; its temperature is not among their weights.

    Files hold a convolution and the normalisation behind it as one: such a normalisation comes back as an addition.
    """
    tensors = {each.name: torch.from_numpy(onnx.numpy_helper.to_array(each).copy()) for each in _tensors(path)}
    reader, placed = ReaderNet(pretrained=False).eval(), PlaceNet().eval()
    folded = iter([each for name, each in tensors.items() if not name.startswith((NAMED, PREFIX))])
    for convolution, norm in _normalised(reader):
        _set(convolution.weight, next(folded))
        _add_only(norm, next(folded))
    for net, begin in ((reader, NAMED), (placed, PLACED)):
        named = {name.removeprefix(begin): each for name, each in tensors.items() if name.startswith(begin)}
        for name, value in named.items():
            _set(net.get_parameter(name), value)
    return reader, placed


def _tensors(path: Path) -> list[onnx.TensorProto]:
    return list(onnx.load(str(path)).graph.initializer)


def _normalised(net: nn.Module) -> Iterator[tuple[nn.Conv2d, nn.BatchNorm2d]]:
    """Yield the convolutions that a normalisation follows, with it, in the order in which files hold them."""
    layers = [layer for layer in net.modules() if isinstance(layer, nn.Conv2d | nn.BatchNorm2d)]
    for layer, following in pairwise(layers):
        if isinstance(layer, nn.Conv2d) and isinstance(following, nn.BatchNorm2d):
            yield layer, following


def _add_only(norm: nn.BatchNorm2d, added: Tensor) -> None:
    norm.running_mean.zero_()
    norm.running_var.fill_(1 - norm.eps)
    _set(norm.weight, torch.ones_like(added))
    _set(norm.bias, added)


def _set(weight: nn.Parameter, value: Tensor) -> None:
    if weight.shape != value.shape:
        raise ValueError(f"The file holds weights {tuple(value.shape)} where this net has {tuple(weight.shape)}.")
    with torch.no_grad():
        weight.copy_(value)
