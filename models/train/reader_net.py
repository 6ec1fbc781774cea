"""The dice reader: says what the upright crop of one top face shows and which colour the die is."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.train.detector_net import conv
from models.train.trunk import CHANNELS, Trunk
from rules.table import COLOURS

CROP_PX = 80
SIDE_PX = 42.0  # how wide the face is in the crop: its neighbourhood shows too
LABELS = ("none", "1", "2", "3", "4", "5", "6", "cocked")
STRANGE = len(LABELS)  # of dice whose faces say no value: a reader must be in doubt which it is
HEADS = (len(LABELS), len(COLOURS))
CELLS = 25  # of the trunk's coarsest map of a crop


class ReaderNet(nn.Module):  # type: ignore[misc]
    """(N, 3, 80, 80) BGR in 0..255 to (N, 8 + 8) logits: what a die shows, which colour its body has."""

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

    def forward(self, image: Tensor) -> Tensor:
        """Return logits."""
        logits: Tensor = self.both(image)[0]
        return logits

    def both(self, image: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits, and the features (N, 1600) that the value is told from and a taught set can be known by.

        For these, each crop is first brought to its own mean and contrast.
        """
        pixels = image / 255
        mean = pixels.mean((1, 2, 3), keepdim=True)
        spread = (pixels - mean).square().mean((1, 2, 3), keepdim=True).sqrt()
        seen = self.trunk(((pixels - mean) / (2 * spread + 0.1)).flip(1))[-1]
        features = self.features(seen)
        return torch.cat([self.value(features), self.tint(pixels)], 1), features


class ExportedReader(nn.Module):  # type: ignore[misc]
    """The net as it is shipped: uint8 (N, 80, 80, 3) in; out, probabilities (N, 16), calibrated, and features."""

    def __init__(self, net: ReaderNet, temperature: float) -> None:
        super().__init__()
        self.net, self.temperature = net, temperature

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor]:
        """Return probabilities of labels and colours, (N, 16), and features (N, 1600) of unit length."""
        logits, features = self.net.both(image.permute(0, 3, 1, 2).float())
        value, tint = logits.split(HEADS, 1)
        chances = torch.cat([(value / self.temperature).softmax(1), tint.softmax(1)], 1)
        return chances, functional.normalize(features, dim=1)
