"""A table with corner cards drawn from first principles, for the tests of capture and calibration."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import CARD_SIDE_MM, CARD_SQUARE_MM, card_bits

Image = NDArray[np.uint8]
Points = NDArray[np.float64]

CARDS = {0: (0.0, 0.0, 3.0), 1: (500.0, -8.0, -4.0), 2: (506.0, 330.0, 2.0), 3: (-6.0, 338.0, 5.0)}
"""Card id: centre in mm and angle in degrees, clockwise."""

_DOTS_PER_MM = 8
_FINE = 2
_GAMMA = 2.2
_BLACK, _WHITE = 4.0, 190.0  # of 255, as light


@dataclass(frozen=True)
class DrawnTable:
    """A pinhole camera over a cloth with corner cards."""

    size_px: tuple[int, int] = (1640, 1232)
    focal_px: float = 1450.0
    centre_mm: tuple[float, float] = (250.0, 165.0)  # where the camera looks
    distance_mm: float = 650.0
    tilt_deg: tuple[float, float] = (4.0, -3.0)
    roll_deg: float = 2.0

    @property
    def rotation(self) -> Points:
        (tilt_x, tilt_y), roll = np.radians(self.tilt_deg), np.radians(self.roll_deg)
        return np.asarray(
            cv2.Rodrigues(np.array([tilt_x, 0, 0]))[0]
            @ cv2.Rodrigues(np.array([0, tilt_y, 0]))[0]
            @ cv2.Rodrigues(np.array([0, 0, roll]))[0],
            np.float64,
        )

    @property
    def camera_mm(self) -> Points:
        """Where the camera is: x, y and height."""
        away = -self.distance_mm * self.rotation[2]
        return np.array([self.centre_mm[0] + away[0], self.centre_mm[1] + away[1], -away[2]])

    def project(self, points_mm: Points, height_mm: float = 0.0) -> Points:
        """Return the (N, 2) pixels of (N, 2) points at a height above the cloth; z points into the table."""
        centred = np.column_stack([points_mm - self.centre_mm, np.full(len(points_mm), -height_mm)])
        seen = centred @ self.rotation.T + [0, 0, self.distance_mm]
        middle = (np.array(self.size_px) - 1) / 2
        pixels: Points = seen[:, :2] / seen[:, 2:] * self.focal_px + middle
        return pixels

    def draw(self, cards: dict[int, tuple[float, float, float]] | None = None, cloth: int = 30, seed: int = 0) -> Image:
        """Return the BGR picture of the cards on a slightly uneven cloth."""
        fine = replace(self, size_px=(self.size_px[0] * _FINE, self.size_px[1] * _FINE), focal_px=self.focal_px * _FINE)
        rng = np.random.default_rng(seed)
        small = rng.normal(cloth, 3, (12, 16)).astype(np.float32)
        grey = np.asarray(cv2.resize(small, fine.size_px, interpolation=cv2.INTER_CUBIC), np.float32)
        for card_id, place in (CARDS if cards is None else cards).items():
            _paste(fine, grey, _card(card_id), place)
        seen = cv2.resize(grey, self.size_px, interpolation=cv2.INTER_AREA)
        encoded = 255 * (cv2.GaussianBlur(seen, (0, 0), 0.7) / 255) ** (1 / _GAMMA)  # light falls before it is encoded
        noisy = encoded + rng.normal(0, 1.5, seen.shape)
        return np.asarray(cv2.merge([np.clip(noisy, 0, 255).astype(np.uint8)] * 3), np.uint8)


def square_mm(place: tuple[float, float, float], side: float = CARD_SQUARE_MM) -> Points:
    """Return the corners, from the top left clockwise, of a square at (x, y, angle)."""
    x, y, angle = place[0], place[1], np.radians(place[2])
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners: Points = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2 @ turn.T + [x, y]
    return corners


def _card(card_id: int) -> NDArray[np.float32]:
    side, square = round(CARD_SIDE_MM * _DOTS_PER_MM), round(CARD_SQUARE_MM * _DOTS_PER_MM)
    rim = (side - square) // 2
    card = np.full((side, side), _WHITE, np.float32)
    bits = np.where(card_bits(card_id), _BLACK, _WHITE).astype(np.float32)
    card[rim : rim + square, rim : rim + square] = cv2.resize(bits, (square, square), interpolation=cv2.INTER_NEAREST)
    return card


def _paste(
    table: DrawnTable, picture: NDArray[np.float32], card: NDArray[np.float32], place: tuple[float, float, float]
) -> None:
    corners = table.project(square_mm(place, CARD_SIDE_MM)).astype(np.float32)
    side = card.shape[0] - 0.5
    own = np.array([[-0.5, -0.5], [side, -0.5], [side, side], [-0.5, side]], np.float32)
    warp = cv2.getPerspectiveTransform(own, corners)
    laid = cv2.warpPerspective(card, warp, table.size_px, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.ones_like(card), warp, table.size_px)
    picture[:] = np.where(mask > 0.5, laid, picture)
