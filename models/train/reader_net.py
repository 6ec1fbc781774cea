"""The dice reader: a small net that says what the upright crop of one top face shows and which colour the die is."""

import torch
from torch import Tensor, nn

from models.train.detector_net import conv
from rules.table import COLOURS

CROP_PX = 48
SIDE_PX = 29.0  # how wide the face is in the crop: its neighbourhood shows too
LABELS = ("none", "1", "2", "3", "4", "5", "6")


class ReaderNet(nn.Module):  # type: ignore[misc]
    """(N, 3, 48, 48) BGR in 0..255 to (N, 7 + 8) logits: what the face shows, which colour the body has."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24), conv(24, 32, 2), conv(32, 48), conv(48, 64, 2), conv(64, 64), conv(64, 96, 2), conv(96, 96)
        )
        self.head = nn.Sequential(
            nn.Conv2d(96, 48, 1), nn.ReLU(inplace=True), nn.Flatten(), nn.Dropout(0.2), nn.Linear(48 * 36, len(LABELS))
        )

        # the colour depends on how bright things are, so its branch sees the crop as it is
        self.tint = nn.Sequential(
            conv(3, 16, 2),
            conv(16, 24, 2),
            conv(24, 32, 2),
            nn.Flatten(),
            nn.Dropout(0.2),
            nn.Linear(32 * 36, len(COLOURS)),
        )

    def forward(self, image: Tensor) -> Tensor:
        """Return logits; for the value, each crop is first brought to its own mean and contrast."""
        pixels = image / 255
        mean = pixels.mean((1, 2, 3), keepdim=True)
        spread = (pixels - mean).square().mean((1, 2, 3), keepdim=True).sqrt()
        value = self.head(self.body((pixels - mean) / (spread + 0.05)))
        return torch.cat([value, self.tint(pixels)], 1)


class ExportedReader(nn.Module):  # type: ignore[misc]
    """The net as it is shipped: uint8 (N, 48, 48, 3) in, probabilities (N, 7 + 8) out, calibrated by a temperature."""

    def __init__(self, net: ReaderNet, temperature: float) -> None:
        super().__init__()
        self.net, self.temperature = net, temperature

    def forward(self, image: Tensor) -> Tensor:
        """Return calibrated probabilities."""
        logits = self.net(image.permute(0, 3, 1, 2).float())
        faces, colours = logits[:, : len(LABELS)] / self.temperature, logits[:, len(LABELS) :]
        return torch.cat([faces.softmax(1), colours.softmax(1)], 1)
