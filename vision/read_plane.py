"""Where a picture's pixels lie on the table: by corner cards, by the last good map, or by the size of the dice."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from rules.text import listed, say
from vision.corners import CARD_IDS, Marker
from vision.detect_pose import placement
from vision.reading import Caution, Spot
from vision.rectify import Calibration, CalibrationError, calibrate
from vision.rectify_file import load_calibration, save_calibration

Matrix = NDArray[np.float64]

CALIBRATION_FILE = "calibration.json"
USUAL_DIE_MM = 16.0
TILE_MM = 2.0  # usual thickness of a tile
DIE_MM = (10.0, 25.0)
LIKELY_DIE_MM = (12.0, 20.0)  # where the dice themselves are the only scale


@dataclass(frozen=True, slots=True)
class Plane:
    """The table under a picture: millimetres by `calibration`, else guessed from dice of `USUAL_DIE_MM`."""

    calibration: Calibration | None
    px_per_mm: float  # the guess; used without a calibration

    @property
    def unit(self) -> float:
        """Return what a millimetre of the plane is in the units that are reported: pixels where it is only guessed."""
        return 1.0 if self.calibration else self.px_per_mm

    def to_table(self, points_px: ArrayLike, height_mm: ArrayLike = 0.0) -> Matrix:
        """Return (N, 2) millimetres of (N, 2) pixels of points `height_mm` above the table."""
        if self.calibration:
            return self.calibration.to_table(points_px, height_mm)
        return np.asarray(points_px, np.float64).reshape(-1, 2) / self.px_per_mm

    def to_picture(self, points_mm: ArrayLike, height_mm: float = 0.0) -> Matrix:
        """Return the (N, 2) pixels at which (N, 2) millimetres, `height_mm` above the table, are seen."""
        if self.calibration:
            return self.calibration.to_picture(points_mm, height_mm)
        return np.asarray(points_mm, np.float64).reshape(-1, 2) * self.px_per_mm

    def matrix(self, height_mm: float) -> Matrix:
        """Return the map (3, 3) from millimetres at that height to pixels."""
        square = np.array([[0, 0], [100, 0], [100, 100], [0, 100]], np.float32)
        seen = self.to_picture(square, height_mm).astype(np.float32)
        return np.asarray(cv2.getPerspectiveTransform(square, seen), np.float64)

    def size_mm(self, centre_px: tuple[float, float], side_px: float) -> float:
        """Return the side of a die whose top face measures `side_px`: the larger, the nearer to the camera it is."""
        if self.calibration is None:
            return side_px / self.px_per_mm
        return float(self.calibration.size_mm(centre_px, side_px, DIE_MM[1])[0])

    def stretch(self, outline_px: ArrayLike, height_mm: float) -> float:
        """Return how far from a square a face with these corners (4, 2) is on the table, at that height: 0..1.

        A face that leans by an angle a is shorter one way by cos a, from above: stretched by (1 - cos a) / (1 + cos a).
        0 unless all four cards made the map: without them nobody knows well what a square looks like there.
        """
        if self.calibration is None or len(self.calibration.cards) < len(CARD_IDS):
            return 0.0
        return abs(placement(self.to_table(outline_px, height_mm)).stretch)

    def usual_side_px(self, image_px: tuple[int, int]) -> float | None:
        """Return how many pixels a usual die's side takes in the middle of the picture; None without a calibration."""
        if self.calibration is None:
            return None
        middle = [(image_px[0] / 2, image_px[1] / 2)]
        return float(self.calibration.px_per_mm(middle, USUAL_DIE_MM)[0]) * USUAL_DIE_MM


def guessed_plane(sides_px: Sequence[float]) -> Plane:
    """Return a plane whose scale makes the median of these dice a usual die."""
    return Plane(None, float(np.median(sides_px)) / USUAL_DIE_MM if len(sides_px) else 1.0)


def find_calibration(
    image: NDArray[np.uint8], markers: Sequence[Marker], folder: Path | None
) -> tuple[Calibration | None, tuple[Caution, ...]]:
    """Return the table's map, None where nothing gives it, and what is wrong with the cards.

    With all four cards in sight the map is new, and kept in `folder`; with fewer the one kept there serves while it
    fits.
    """
    kept = folder / CALIBRATION_FILE if folder else None
    try:
        if len(markers) == len(CARD_IDS):
            return _renewed(calibrate(markers, _size(image)), kept)
        last = _still_good(kept, markers, image) if kept and kept.exists() else None
        if last is not None:
            return last, (_missing(markers, say("the last map of the table is used"), last),)
        if markers:
            return calibrate(markers, _size(image)), (_missing(markers, say("positions are less exact")),)
    except CalibrationError as error:
        return None, (Caution("map", str(error)),)
    return None, (_missing(markers, say("the scale is guessed from the dice")),)


def _size(image: NDArray[np.uint8]) -> tuple[int, int]:
    return image.shape[1], image.shape[0]


def _renewed(calibration: Calibration, kept: Path | None) -> tuple[Calibration, tuple[Caution, ...]]:
    """Return the new map after keeping it, but only where the old one fits no longer: memory cards wear out."""
    last = _loaded(kept) if kept else None
    if last and last.picture_px == calibration.picture_px and last.still_fits(calibration.cards):
        return calibration, ()
    try:
        if kept:
            save_calibration(calibration, kept)
    except OSError as error:
        text = say(
            "The map of the table cannot be kept in “{path}” ({reason}): make it writable.",
            path=kept,
            reason=error.strerror,
        )
        return calibration, (Caution("map", text),)
    return calibration, ()


def _loaded(kept: Path) -> Calibration | None:
    try:
        return load_calibration(kept)
    except CalibrationError:
        return None


def _still_good(kept: Path, markers: Sequence[Marker], image: NDArray[np.uint8]) -> Calibration | None:
    last = load_calibration(kept)
    return last if last.picture_px == _size(image) and last.still_fits(markers) else None


def _missing(markers: Sequence[Marker], so: str, last: Calibration | None = None) -> Caution:
    """Return which cards are not seen and what follows; a single one is circled where it was last."""
    seen = {marker.id for marker in markers}
    away = [i for i in CARD_IDS if i not in seen]
    if not seen:
        return Caution("cards", say("No corner card is seen: {so}.", so=so))
    if len(away) == 1:
        return Caution(
            "cards", say("Corner card {card} is not seen: {so}.", card=away[0], so=so), _last_spot(away[0], last)
        )
    names = listed(list(map(str, away)))
    return Caution("cards", say("Corner cards {cards} are not seen: {so}.", cards=names, so=so))


def _last_spot(card_id: int, last: Calibration | None) -> Spot | None:
    """Return where a card was when the table was mapped, None where that is not known."""
    for card in last.cards if last else ():
        if card.id == card_id:
            x, y = card.centre_px
            return float(x), float(y), card.side_px
    return None
