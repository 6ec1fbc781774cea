"""What lamp, lens and file do to a picture: uneven light, glare, blur, noise, white balance, JPEG."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.render_faces import Image


@dataclass(frozen=True, slots=True)
class Lens:
    """Faults of the picture; the defaults are a clean one. Lengths in pixels, `gains` per channel, BGR."""

    gains: tuple[float, float, float] = (1.0, 1.0, 1.0)
    gradient: float = 0.0  # how much darker the dark end of the table is, 0..1
    gradient_deg: float = 0.0
    glare: float = 0.0
    glare_at: tuple[float, float] = (0.5, 0.5)
    blur_px: float = 0.5
    motion_px: float = 0.0
    motion_deg: float = 0.0
    noise: float = 2.0
    jpeg: int = 92


def light_map(lens: Lens, shape: tuple[int, ...]) -> npt.NDArray[np.float32]:
    """Return how bright the lamp is at every pixel, float32 (H, W)."""
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    x, y = x / shape[1] - 0.5, y / shape[0] - 0.5
    way = np.radians(lens.gradient_deg)
    slope = np.clip(0.5 + x * np.cos(way) + y * np.sin(way), 0, 1)
    bright: npt.NDArray[np.float32] = (1 - lens.gradient * slope).astype(np.float32)
    if lens.glare:
        far = ((x + 0.5 - lens.glare_at[0]) ** 2 + (y + 0.5 - lens.glare_at[1]) ** 2) / 0.02
        bright += np.float32(lens.glare) * np.exp(-far)
    return bright


def through_lens(image: Image, lens: Lens, rng: np.random.Generator) -> Image:
    """Return the picture as the camera's file holds it; a new array of the same shape."""
    seen = image.astype(np.float32) * (np.array(lens.gains, np.float32) * light_map(lens, image.shape)[..., None])
    if lens.blur_px > 0.2:  # noqa: PLR2004 - below this a blur changes nothing
        seen = cv2.GaussianBlur(seen, (0, 0), lens.blur_px)
    if lens.motion_px >= 1:
        seen = cv2.filter2D(seen, -1, _streak(lens.motion_px, lens.motion_deg))
    seen += lens.noise * rng.standard_normal(image.shape, np.float32)
    plain = np.clip(seen, 0, 255).astype(np.uint8)
    if lens.jpeg >= 100:  # noqa: PLR2004 - 100: no JPEG at all
        return plain
    packed = cv2.imencode(".jpg", plain, [cv2.IMWRITE_JPEG_QUALITY, lens.jpeg])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _streak(length_px: float, angle_deg: float) -> npt.NDArray[np.float32]:
    size = int(np.ceil(length_px)) | 1
    kernel = np.zeros((size, size), np.float32)
    kernel[size // 2] = 1
    middle = (size // 2, size // 2)
    turned = cv2.warpAffine(kernel, cv2.getRotationMatrix2D(middle, angle_deg, 1), (size, size))
    even: npt.NDArray[np.float32] = turned / turned.sum()
    return even
