"""The road reader: a small net that says which face of Line Dice an upright crop shows."""

import torch
from torch import Tensor, nn

from models.train.detector_net import conv
from models.train.roads import PORTS, ROADS, WAYS, arrow, ports

CROP_PX = 64
SIDE_PX = 40.0  # how wide the face is in the crop: its neighbourhood shows too
FACE = slice(3, 13)  # cells of the fine map, 4 pixels each, that lie on the face


class RoadNet(nn.Module):  # type: ignore[misc]
    """(N, 3, 64, 64) BGR in 0..255 to (N, 20) logits.

    Where a road leaves the face is told from the whole crop; where an arrow points, from small marks anywhere on it:
    looked for place by place, arrows of a few pixels are not learnt at all.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(conv(3, 24), conv(24, 32, 2), conv(32, 48), conv(48, 64, 2), conv(64, 64))
        self.arrow = nn.Sequential(conv(64, 64), nn.Conv2d(64, len(WAYS), 1))
        self.ports = nn.Sequential(
            conv(64, 96, 2),
            conv(96, 96),
            nn.Conv2d(96, 48, 1),
            nn.ReLU(inplace=True),
            nn.Flatten(),
            nn.Dropout(0.2),
            nn.Linear(48 * 64, len(PORTS)),
        )
        rows = [[*(ports(road) == p for p in PORTS), *(arrow(road) == way for way in WAYS)] for road in ROADS]
        self.register_buffer("shares", torch.tensor(rows, dtype=torch.float32))

    def forward(self, image: Tensor) -> Tensor:
        """Return logits."""
        logits: Tensor = self.both(image)[0]
        return logits

    def both(self, image: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits, and how much every spot looks like an arrow to N, E, S or W, (N, 4, 16, 16).

        Each crop is first brought to its own mean and contrast.
        """
        pixels = image / 255
        mean = pixels.mean((1, 2, 3), keepdim=True)
        spread = (pixels - mean).square().mean((1, 2, 3), keepdim=True).sqrt()
        fine = self.fine((pixels - mean) / (spread + 0.05))
        arrows = self.arrow(fine)
        marks = arrows[:, :, FACE, FACE].flatten(2).logsumexp(2)
        return torch.cat([self.ports(fine), marks], 1) @ self.shares.T, arrows


class ExportedRoads(nn.Module):  # type: ignore[misc]
    """The net as it is shipped: uint8 (N, 64, 64, 3) in, probabilities (N, 20) out, calibrated by a temperature."""

    def __init__(self, net: RoadNet, temperature: float) -> None:
        super().__init__()
        self.net, self.temperature = net, temperature

    def forward(self, image: Tensor) -> Tensor:
        """Return calibrated probabilities."""
        logits: Tensor = self.net(image.permute(0, 3, 1, 2).float())
        return (logits / self.temperature).softmax(1)
