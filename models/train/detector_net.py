"""The dice detector: a fully convolutional net that marks the middle of every die's top face."""

import torch
from torch import Tensor, nn

from models.train.trunk import CHANNELS, Trunk

STRIDE = 4
SIDE_PX = 20.0  # the die side, in input pixels, that the net knows best
OUTPUTS = ("heat", "dx", "dy", "log_side", "cos4", "sin4")
WIDE = 48


def conv(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    """Return a 3x3 convolution with batch norm and ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class DetectorNet(nn.Module):  # type: ignore[misc]
    """(N, 3, H, W) BGR in 0..255 to (N, 6, H/4, W/4): logit of a centre, offset in cells, log side, angle."""

    def __init__(self, *, pretrained: bool = True) -> None:
        super().__init__()
        self.trunk = Trunk(pretrained=pretrained)
        self.across = nn.ModuleList(nn.Conv2d(inputs, WIDE, 1) for inputs in CHANNELS)
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self.middle, self.merge = conv(WIDE, WIDE), nn.Sequential(conv(WIDE, WIDE), conv(WIDE, WIDE))
        self.heads = nn.Conv2d(WIDE, len(OUTPUTS), 1)
        nn.init.constant_(self.heads.bias[:1], -4.0)

    def forward(self, image: Tensor) -> Tensor:
        """Return the six maps, not yet squashed."""
        maps = self.trunk((image.flip(1) - 127.0) / 128)
        fine, middle, coarse = (layer(seen) for layer, seen in zip(self.across, maps, strict=True))
        middle = self.middle(middle + self.up(coarse))
        result: Tensor = self.heads(self.merge(fine + self.up(middle)))
        return result


class ExportedDetector(nn.Module):  # type: ignore[misc]
    """The net as it is shipped: uint8 (1, H, W, 3) in, (1, 6, H/4, W/4) out, the first map a probability."""

    def __init__(self, net: DetectorNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, image: Tensor) -> Tensor:
        """Return the six maps, the centre map squashed to 0..1."""
        maps = self.net(image.permute(0, 3, 1, 2).float())
        return torch.cat([maps[:, :1].sigmoid(), maps[:, 1:]], 1)
