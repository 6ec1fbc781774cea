"""Changes of light, colour and sharpness that a picture may go through without a die changing its value."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.render_chance import chance
from vision.render_faces import Image


def recolour(image: Image, rng: np.random.Generator, strength: float = 1.0) -> Image:
    """Give another exposure, white balance, gamma and, at times, hue; a new picture."""
    if chance(rng, 0.3 * strength):
        image = _turn_hue(image, int(rng.integers(0, 180)))
    changed = relight(image, rng, strength)
    return (255 - changed).astype(np.uint8) if chance(rng, 0.03 * strength) else changed


def relight(image: Image, rng: np.random.Generator, strength: float = 1.0) -> Image:
    """Give another exposure, white balance and gamma, no more than another lamp would; a new picture."""
    gains = np.exp(rng.normal(0, 0.12 * strength, 3)) * np.exp(rng.normal(0, 0.25 * strength))
    levels = np.linspace(0, 1, 256)[:, None] ** np.exp(rng.normal(0, 0.2 * strength))
    table = np.clip(levels * gains * 255 + rng.normal(0, 8 * strength), 0, 255).astype(np.uint8)
    return cv2.LUT(image, table.reshape(1, 256, 3)).astype(np.uint8)


def _turn_hue(image: Image, by: int) -> Image:
    hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = ((hsv[..., 0].astype(np.int16) + by) % 180).astype(np.uint8)
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR).astype(np.uint8)


def roughen(image: Image, rng: np.random.Generator) -> Image:
    """Add blur, motion, bad pixels, noise and JPEG, each at times; a new picture."""
    if chance(rng, 0.35):
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.5)).astype(np.uint8)
    if chance(rng, 0.15):
        length = int(rng.integers(2, 6))
        kernel = np.zeros((length, length), np.float32)
        x, y, a, b = (int(n) for n in rng.integers(0, length, 4))
        cv2.line(kernel, (x, y), (a, b), 1)
        image = cv2.filter2D(image, -1, kernel / kernel.sum()).astype(np.uint8)
    if chance(rng, 0.07):
        spots = rng.random(image.shape[:2]) < rng.uniform(0.002, 0.04)
        image = image.copy()
        image[spots] = rng.choice(np.array([0, 255], np.uint8), (int(spots.sum()), 1))
    if chance(rng, 0.4):
        noise = rng.standard_normal(image.shape, np.float32) * np.float32(rng.uniform(1, 12))
        image = np.clip(image + noise, 0, 255).astype(np.uint8)
    if chance(rng, 0.3):
        packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 95))])[1]
        image = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return image


def warp(image: Image, matrix: npt.NDArray[np.float64], size_px: int, fill: int = 114) -> Image:
    """Cut the part of `image` that `matrix` (2, 3) maps into a square of `size_px`, without aliasing."""
    scale = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
    if scale < 0.6:  # noqa: PLR2004 - warpAffine reads four pixels, fewer than a stronger shrink skips
        factor = min(1.0, 1.3 * scale)
        small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        ratio = np.array([small.shape[1] / image.shape[1], small.shape[0] / image.shape[0]])
        matrix = np.column_stack([matrix[:, :2] / ratio, matrix[:, 2]])
        image = small.astype(np.uint8)
    return cv2.warpAffine(image, matrix, (size_px, size_px), flags=cv2.INTER_LINEAR, borderValue=(fill,) * 3).astype(
        np.uint8
    )


def placing(
    centre: tuple[float, float], scale: float, angle_deg: float, target: tuple[float, float], flip: bool = False
) -> npt.NDArray[np.float64]:
    """Return the matrix (2, 3) that scales, turns (clockwise for positive angles) and moves `centre` to `target`."""
    angle = np.radians(angle_deg)
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if flip:
        turn = turn @ np.diag([-1.0, 1.0])
    return np.column_stack([turn, np.array(target) - turn @ np.array(centre)])


def stretched(
    matrix: npt.NDArray[np.float64], middle: npt.NDArray[np.float64], rng: np.random.Generator
) -> npt.NDArray[np.float64]:
    """Return a placing that, at times, also makes things taller or wider about the point `middle`."""
    if not chance(rng, 0.35):
        return matrix
    ratio = float(np.exp(rng.normal(0, 0.12)))
    scale = np.diag([1 / np.sqrt(ratio), np.sqrt(ratio)])
    moved = np.column_stack([scale @ matrix[:, :2], scale @ (matrix[:, 2] - middle) + middle])
    return np.asarray(moved, np.float64)


def shine(image: Image, rng: np.random.Generator) -> Image:
    """Add reflections of a lamp: a bright spot, bow or streak somewhere on the picture; a new one."""
    size = image.shape[0]
    glow = np.zeros(image.shape[:2], np.float32)
    for _ in range(int(rng.integers(1, 4))):
        x, y = (int(n) for n in rng.uniform(0.2 * size, 0.8 * size, 2))
        axes = (int(size * rng.uniform(0.05, 0.35)), int(size * rng.uniform(0.03, 0.3)))
        first = float(rng.uniform(0, 360))
        thick = -1 if chance(rng, 0.25) else int(rng.integers(1, max(2, size // 12)))
        bow = first + float(rng.uniform(40, 360))
        cv2.ellipse(glow, (x, y), axes, float(rng.uniform(0, 180)), first, bow, float(rng.uniform(0.4, 1)), thick)
    soft = cv2.GaussianBlur(glow, (0, 0), float(rng.uniform(0.5, 3)))
    lit = image + soft[..., None] * float(rng.uniform(60, 240))
    return np.clip(lit, 0, 255).astype(np.uint8)
