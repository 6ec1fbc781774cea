"""The faces of a lesson that lie flat on a plain cloth: squares of one size that have another colour than the cloth."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Marker
from vision.detect_pose import Pose
from vision.teach_dice_find import in_rows

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

SMALL_PX: Final = 1200  # longest side of the copy that is searched
CLOTH: Final = 12  # times smaller again the cloth is looked at, without what lies on it
AROUND: Final = 31  # samples of that, more of which are cloth than faces
UNLIKE: Final = 14.0  # least difference of colour (CIELAB) by which a face is told from the cloth
LEAST_PX: Final = 12  # a face is as wide as this in the copy
SQUARE: Final = 1.25  # sides of a face differ by so much at most
FULL: Final = 0.8  # share of its square that a face fills
ALIKE: Final = 0.2  # how far sides (natural logarithm) of faces of one set differ


def find_lesson_faces(image: Image, count: int, cards: Sequence[Marker] = ()) -> tuple[list[Pose], int]:
    """Return up to `count` faces of a BGR picture row by row, each row from the left, and how many there may be.

    What lies on the corner `cards` is left out.
    """
    scale = min(1.0, SMALL_PX / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.uint8)
    squares = [square for square in _squares(_unlike_cloth(small), scale) if not _on_card(square, cards)]
    sets = [[other for other in squares if _alike(square, other)] for square in squares]
    found = min(sets, key=lambda one: abs(len(one) - count), default=[])
    return in_rows(found)[:count], len(found)


def _alike(one: Pose, other: Pose) -> bool:
    """Return whether two squares are of one size."""
    return bool(abs(np.log(one.side_px / other.side_px)) < ALIKE)


def _unlike_cloth(small: Image) -> Image:
    """Return where something lies on the cloth: 255, elsewhere 0."""
    seen = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.0).astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    tiny = cv2.resize(small, None, fx=1 / CLOTH, fy=1 / CLOTH, interpolation=cv2.INTER_AREA).astype(np.uint8)
    plain = cv2.resize(cv2.medianBlur(tiny, AROUND), small.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    cloth = cv2.cvtColor(plain.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    unlike = np.asarray(np.linalg.norm(seen - cloth, axis=2), np.float32)
    shown = np.clip(unlike * 2, 0, 255).astype(np.uint8)
    level, _ = cv2.threshold(shown, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    mask = np.where(shown > max(2 * UNLIKE, 0.6 * level), 255, 0).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)


def _squares(mask: Image, scale: float) -> list[Pose]:
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for outline in outlines:
        (x, y), (wide, tall), angle = cv2.minAreaRect(outline)
        long, short = max(wide, tall), min(wide, tall)
        if short >= LEAST_PX and long < SQUARE * short and cv2.contourArea(outline) > FULL * wide * tall:
            turned = (angle + 45) % 90 - 45
            found.append(Pose(x / scale, y / scale, (wide + tall) / 2 / scale, turned, 1.0, 0.0))
    return found


def _on_card(square: Pose, cards: Sequence[Marker]) -> bool:
    corners = [card.corners_px.astype(np.float32) for card in cards]
    return any(cv2.pointPolygonTest(each, (square.x_px, square.y_px), False) >= 0 for each in corners)
