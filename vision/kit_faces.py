"""The faces of our own printed kits, as they come out of a printer: known without being taught."""

from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.teach_dice import PICTURE_PX, SIDE_PX, TaughtFace

Image = NDArray[np.uint8]

KIT_PX: Final = 112  # side of a face as it is kept
STICKER: Final = 0.875  # of a die's side: what a face that is stuck or clipped on takes of it
BODY: Final = 128  # grey level of the die around a face, which no likeness looks at


def kit_folder(piece: str) -> Path:
    """Return where the faces of a kind of piece lie, a picture each, named after it."""
    return Path(__file__).parent / "kits" / piece


@cache
def kit_pictures(piece: str) -> dict[str, Image]:
    """Return the printed faces of a kind of piece by name, BGR (KIT_PX, KIT_PX, 3); {} where no kit has any."""
    found = {path.stem: cv2.imread(str(path), cv2.IMREAD_COLOR) for path in sorted(kit_folder(piece).glob("*.png"))}
    return {face: np.asarray(picture, np.uint8) for face, picture in found.items() if picture is not None}


def kit_faces(piece: str) -> tuple[TaughtFace, ...]:
    """Return the same as if they had been taught, each on a die."""
    return tuple(TaughtFace(face, _on_die(picture)) for face, picture in kit_pictures(piece).items())


def _on_die(picture: Image) -> Image:
    side = round(STICKER * SIDE_PX)
    shown = np.full((PICTURE_PX, PICTURE_PX, 3), BODY, np.uint8)
    first = (PICTURE_PX - side) // 2
    shown[first : first + side, first : first + side] = cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
    return shown
