"""The road reader: says which face of Line Dice an upright crop shows."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.train.detector_net import conv
from models.train.roads import PORTS, ROADS, WAYS, arrow, ports
from models.train.trunk import CHANNELS, Trunk

CROP_PX = 96
SIDE_PX = 64.0  # how wide the face is in the crop: its neighbourhood shows too
FACE = slice(4, 20)  # cells of the trunk's finest map, 4 pixels each, that lie on the face
CELLS = 36  # of its coarsest map


class RoadNet(nn.Module):  # type: ignore[misc]
    """(N, 3, 96, 96) BGR in 0..255 to (N, 20) logits.

    Where a road leaves the face is told from the whole crop; where an arrow points, from small marks anywhere on it:
    looked for place by place, arrows of a few pixels are not learnt at all.
    """

    def __init__(self, *, pretrained: bool = True) -> None:
        super().__init__()
        self.trunk = Trunk(pretrained=pretrained)
        fine, middle, coarse = CHANNELS
        self.around = nn.Conv2d(middle, 32, 1)
        self.arrow = nn.Sequential(conv(fine + 32, 64), conv(64, 64), nn.Conv2d(64, len(WAYS), 1))
        self.ports = nn.Sequential(
            nn.Conv2d(coarse, 64, 1),
            nn.ReLU(inplace=True),
            nn.Flatten(),
            nn.Dropout(0.2),
            nn.Linear(64 * CELLS, len(PORTS)),
        )
        rows = [[*(ports(road) == p for p in PORTS), *(arrow(road) == way for way in WAYS)] for road in ROADS]
        self.register_buffer("shares", torch.tensor(rows, dtype=torch.float32))

    def forward(self, image: Tensor) -> Tensor:
        """Return logits."""
        logits: Tensor = self.both(image)[0]
        return logits

    def both(self, image: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits, and how much every spot looks like an arrow to N, E, S or W, (N, 4, 24, 24).

        Each crop is first brought to its own mean and contrast.
        """
        pixels = image / 255
        mean = pixels.mean((1, 2, 3), keepdim=True)
        spread = (pixels - mean).square().mean((1, 2, 3), keepdim=True).sqrt()
        fine, middle, coarse = self.trunk(((pixels - mean) / (2 * spread + 0.1)).flip(1))
        around = functional.interpolate(self.around(middle), scale_factor=2.0, mode="nearest")
        arrows = self.arrow(torch.cat([fine, around], 1))
        marks = arrows[:, :, FACE, FACE].flatten(2).logsumexp(2)
        return torch.cat([self.ports(coarse), marks], 1) @ self.shares.T, arrows


class ExportedRoads(nn.Module):  # type: ignore[misc]
    """The net as it is shipped: uint8 (N, 96, 96, 3) in, probabilities (N, 20) out, calibrated by a temperature."""

    def __init__(self, net: RoadNet, temperature: float) -> None:
        super().__init__()
        self.net, self.temperature = net, temperature

    def forward(self, image: Tensor) -> Tensor:
        """Return calibrated probabilities."""
        logits: Tensor = self.net(image.permute(0, 3, 1, 2).float())
        return (logits / self.temperature).softmax(1)
