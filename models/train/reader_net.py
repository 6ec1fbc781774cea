"""The dice reader: says what the upright crop of one top face shows, which colour the die is, and how the face lies."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.train.detector_net import conv
from models.train.trunk import CHANNELS, Trunk
from rules.table import COLOURS

CROP_PX = 80
SIDE_PX = 42.0  # how wide the face is in the crop: its neighbourhood shows too
LABELS = ("none", "1", "2", "3", "4", "5", "6", "cocked")
PLACE = ("x", "y", "side", "angle")  # how far the face lies off the crop's middle, size and upright
UNITS = (0.05, 0.05, 0.09, 5.0)  # sides, sides, natural logarithm of the side, degrees: about as far as crops are off
HEADS = (len(LABELS), len(COLOURS), len(PLACE))
CELLS, FINER_CELLS = 25, 100  # of the trunk's coarsest map of a crop and of the one before


class ReaderNet(nn.Module):  # type: ignore[misc]
    """(N, 3, 80, 80) BGR in 0..255 to (N, 8 + 8) logits: what a die shows, which colour its body has.

    Then come four numbers that say how the face lies, in UNITS.
    """

    def __init__(self, *, pretrained: bool = True) -> None:
        super().__init__()
        self.trunk = Trunk(pretrained=pretrained)
        self.features = nn.Sequential(nn.Conv2d(CHANNELS[-1], 64, 1), nn.ReLU(inplace=True), nn.Flatten())
        self.value = nn.Sequential(nn.Dropout(0.3), nn.Linear(64 * CELLS, len(LABELS)))

        # the colour depends on how bright things are, so its branch sees the crop as it is
        self.tint = nn.Sequential(
            nn.AvgPool2d(2),
            conv(3, 16, 2),
            conv(16, 24, 2),
            conv(24, 32, 2),
            nn.Flatten(),
            nn.Dropout(0.2),
            nn.Linear(32 * CELLS, len(COLOURS)),
        )

        # where its rims are is seen best on a finer map
        self.place = nn.Sequential(
            nn.Conv2d(CHANNELS[-2], 24, 1),
            nn.ReLU(inplace=True),
            nn.Flatten(),
            nn.Linear(24 * FINER_CELLS, 48),
            nn.ReLU(inplace=True),
            nn.Linear(48, len(PLACE)),
        )

    def forward(self, image: Tensor) -> Tensor:
        """Return logits and the face's place."""
        logits: Tensor = self.both(image)[0]
        return logits

    def both(self, image: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and the face's place, and the features (N, 1600) by which a taught set can be known.

        For these, each crop is first brought to its own mean and contrast.
        """
        pixels = image / 255
        mean = pixels.mean((1, 2, 3), keepdim=True)
        spread = (pixels - mean).square().mean((1, 2, 3), keepdim=True).sqrt()
        _, finer, seen = self.trunk(((pixels - mean) / (2 * spread + 0.1)).flip(1))
        features = self.features(seen)
        return torch.cat([self.value(features), self.tint(pixels), self.place(finer)], 1), features


class ExportedReader(nn.Module):  # type: ignore[misc]
    """The net as it is shipped: uint8 (N, 80, 80, 3) in; out, what `forward` says."""

    def __init__(self, net: ReaderNet, temperature: float) -> None:
        super().__init__()
        self.net, self.temperature = net, temperature
        self.register_buffer("units", torch.tensor(UNITS))

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor]:
        """Return (N, 20): calibrated probabilities of labels and colours, then the place; and unit features (N, 1600).

        The place: how far right and down of the crop's middle the face lies, in sides that it should have; the natural
        logarithm of how much larger it is; and by how many degrees it is turned clockwise.
        """
        logits, features = self.net.both(image.permute(0, 3, 1, 2).float())
        value, tint, place = logits.split(HEADS, 1)
        told = torch.cat([(value / self.temperature).softmax(1), tint.softmax(1), place * self.units], 1)
        return told, functional.normalize(features, dim=1)
