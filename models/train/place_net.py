"""The head that tells where exactly a face lies in a crop of the dice reader."""

import torch
from torch import Tensor, nn

MAP_CHANNELS, MAP_SIDE = 40, 10  # of the map it looks at: 8 pixels a cell
UNITS = (0.05, 0.05, 0.09, 5.0, 0.06, 0.06)  # as `vision.detect_crops.placed` takes them: about as far as crops are off


class PlaceNet(nn.Module):  # type: ignore[misc]
    """(N, 40, 10, 10) to (N, 6): how a face lies in a crop, in UNITS."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(MAP_CHANNELS, 24, 1),
            nn.ReLU(inplace=True),
            nn.Flatten(),
            nn.Linear(24 * MAP_SIDE**2, 48),
            nn.ReLU(inplace=True),
            nn.Linear(48, len(UNITS)),
        )

    def forward(self, seen: Tensor) -> Tensor:
        """Return the places."""
        told: Tensor = self.layers(seen)
        return told


class ExportedPlace(nn.Module):  # type: ignore[misc]
    """The head as it is shipped: its numbers are what `vision.detect_crops.placed` takes."""

    def __init__(self, net: PlaceNet) -> None:
        super().__init__()
        self.net = net
        self.register_buffer("units", torch.tensor(UNITS))

    def forward(self, seen: Tensor) -> Tensor:
        """Return the places."""
        told: Tensor = self.net(seen) * self.units
        return told
