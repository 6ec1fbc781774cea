"""The dice detector: a small fully convolutional net that marks the middle of every die's top face."""

import torch
from torch import Tensor, nn

STRIDE = 4
SIDE_PX = 20.0  # the die side, in input pixels, that the net knows best
OUTPUTS = ("heat", "dx", "dy", "log_side", "cos4", "sin4")


def conv(inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """Return a 3x3 convolution with batch norm and ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class DetectorNet(nn.Module):  # type: ignore[misc]
    """(N, 3, H, W) BGR in 0..255 to (N, 6, H/4, W/4): logit of a centre, offset in cells, log side, angle."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(conv(3, 16, 2), conv(16, 24, 2), conv(24, 32))
        self.down = conv(32, 64, 2)
        self.context = nn.ModuleList(conv(64, 64, dilation=d) for d in (1, 2, 4, 1))
        self.up = nn.Sequential(nn.Conv2d(64, 32, 1), nn.Upsample(scale_factor=2, mode="nearest"))
        self.merge = conv(32, 48)
        self.heads = nn.Conv2d(48, len(OUTPUTS), 1)
        nn.init.constant_(self.heads.bias[:1], -4.0)

    def forward(self, image: Tensor) -> Tensor:
        """Return the six maps, not yet squashed."""
        fine = self.fine((image - 127.5) / 64)
        context = self.down(fine)
        for block in self.context:
            context = context + block(context)
        result: Tensor = self.heads(self.merge(fine + self.up(context)))
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
