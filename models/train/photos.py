"""Labelled photographs of dice: what the boxes mean, folder by folder, and which pictures are never trained on."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from vision.render_faces import Image


@dataclass(frozen=True, slots=True)
class Source:
    """How one folder is used.

    `side`: the top face's side as a share of the box; `turn_deg`: how far a picture may be turned; `rows`: where in the
    box's height the middle of the top face lies.
    """

    side: float
    turn_deg: float
    rows: tuple[float, float] = (0.25, 0.72)
    held_from: str = "~"  # pictures whose name sorts from here on are held out
    held_to: str = "~"


# Dice seen from far aside may be turned little: which face is on top shows only the right way up.
SOURCES = {
    "byler-d6": Source(0.70, 180, held_from="IMG_20191209_100500"),
    "penlington-wood": Source(0.78, 40, held_from="valid_"),
    "epanemu-roboflow": Source(0.62, 20, (0.12, 0.52)),  # held out by number, see `_held_out`
    "damiantab-carpets": Source(0.78, 180, held_from="dice71"),  # dark fabric: a whole scene
    "piechowiak": Source(0.80, 180, held_from=""),  # never trained on
    "patterson-casino-crops": Source(0.66, 180, held_from="DJI_20241005233900"),
    "opencv-aruco-negatives": Source(0.70, 180),
}
EPANEMU_HELD = (range(130, 166), range(337, 345), range(360, 366), range(420, 425), range(431, 442))


@dataclass(frozen=True, slots=True)
class Box:
    """A labelled die: its box in pixels and its value, 1..6."""

    x: float
    y: float
    w: float
    h: float
    value: int

    @property
    def centre(self) -> tuple[float, float]:
        """Return the middle of the box, pixels."""
        return self.x + self.w / 2, self.y + self.h / 2


@dataclass(frozen=True, slots=True)
class Photo:
    """One photograph; `ignore` are boxes that count neither way, `exhaustive` tells whether every die is labelled."""

    path: Path
    source: str
    boxes: tuple[Box, ...]
    ignore: tuple[tuple[float, float, float, float], ...]
    exhaustive: bool
    held_out: bool

    def image(self) -> Image:
        """Return the picture, BGR; FileNotFoundError when the file is missing or no picture."""
        image = cv2.imread(str(self.path))
        if image is None:
            raise FileNotFoundError(f"{self.path} is missing or no picture; copy the photograph folder again.")
        return image.astype("uint8")

    def side_px(self, box: Box) -> float:
        """Return about how long the side of the box's top face is, pixels."""
        return SOURCES[self.source].side * max(box.w, box.h)


def load_photos(folder: Path | None) -> list[Photo]:
    """Return all photographs of the known sources below `folder`; none without a folder."""
    photos: list[Photo] = []
    for source in SOURCES:
        labels = folder / source / "labels.json" if folder else None
        if labels and labels.exists():
            photos += _load_source(labels, source)
    return photos


def _load_source(labels: Path, source: str) -> list[Photo]:
    data = json.loads(labels.read_text())
    boxes: dict[int, list[Box]] = {image["id"]: [] for image in data["images"]}
    for mark in data.get("annotations", []):
        boxes[mark["image_id"]].append(_box(mark))
    return [
        Photo(
            labels.parent / image["file_name"],
            source,
            tuple(boxes[image["id"]]),
            tuple(tuple(box) for box in image.get("ignore", [])),
            image.get("exhaustive", True),
            _held_out(source, image["file_name"]),
        )
        for image in data["images"]
        if "values" in image
    ]


def _box(mark: dict[str, Any]) -> Box:
    x, y, w, h = mark["bbox"]
    return Box(x, y, w, h, mark["category_id"])


def _held_out(source: str, name: str) -> bool:
    """Whole stretches of each folder, so that near-duplicates stay on one side."""
    if source == "epanemu-roboflow":
        number = int("".join(re.findall(r"\d+", name)))
        return any(number in part for part in EPANEMU_HELD)
    rule = SOURCES[source]
    return rule.held_from <= name < rule.held_to
