"""Where dice may be in a picture: the detector model over one scale or a pyramid of scales."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.detect_model import Model
from vision.detect_pose import Pose

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
LOWEST_HEAT: Final = 0.15  # weaker centres are not even read
MOST_PX: Final = 3_200_000  # the detector is never run on a larger picture
SMALLEST_PX: Final = 24  # no level of the pyramid is smaller
MOST_POSES: Final = 400  # a picture with more candidates is noise


class DiceFinder:
    """The detector model in the file `path`, run on `threads` cores; ModelError if the file is bad."""

    def __init__(self, path: Path, threads: int = 2) -> None:
        self._finder = Model(path, ("stride", "side_px", "multiple", "fill"), threads)

    def locate(
        self,
        image: Image,
        side_px: float | None = None,
        zooms: Sequence[float] = (1.0,),
        lowest: float = LOWEST_HEAT,
    ) -> list[Pose]:
        """Return where top faces may be, duplicates of other scales included; it over-reports, the reader decides.

        Where the side is told, the picture is looked at once for each of `zooms` around that scale. Centres with less
        heat than `lowest` are left out.
        """
        canonical = float(self._finder.facts["side_px"])
        scales = [zoom * canonical / side_px for zoom in zooms] if side_px else _pyramid(image.shape)
        poses = [pose for scale in scales for pose in self._locate_at(image, _limited(scale, image.shape), lowest)]
        poses.sort(key=lambda pose: -pose.heat)
        return poses[:MOST_POSES]

    def _locate_at(self, image: Image, scale: float, lowest: float) -> list[Pose]:
        facts = self._finder.facts
        stride, canonical = int(facts["stride"]), float(facts["side_px"])
        small = scaled(image, scale)
        ratio_x, ratio_y = image.shape[1] / small.shape[1], image.shape[0] / small.shape[0]
        maps = self._finder.run(_padded(small, int(facts["multiple"]), int(facts["fill"]))[None])[0]
        heat = maps[0]
        peaks = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat >= lowest)
        poses = []
        for row, column in np.argwhere(peaks).tolist():
            across, down, log_side, cos4, sin4 = _smoothed(maps, row, column).tolist()
            x, y = (across * stride + 0.5) * ratio_x - 0.5, (down * stride + 0.5) * ratio_y - 0.5
            side, angle = canonical * float(np.exp(log_side)), float(np.degrees(np.arctan2(sin4, cos4))) / 4
            poses.append(Pose(x, y, side * ratio_x, angle, float(heat[row, column]), side))
        return poses


def _smoothed(maps: Floats, row: int, column: int) -> Floats:
    """Return what the peak's cell and its four neighbours say together: place in cells, log side, cosine and sine."""
    cells = np.array([(row, column), (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)])
    cells = cells[((cells >= 0) & (cells < maps.shape[1:])).all(1)]
    said = maps[:, cells[:, 0], cells[:, 1]]
    said[1] += cells[:, 1] + 0.5
    said[2] += cells[:, 0] + 0.5
    mean: Floats = (said[1:] * said[0]).sum(1) / said[0].sum()
    return mean


def _pyramid(shape: tuple[int, ...]) -> list[float]:
    """Return scales, halved from the largest useful one until the picture is smaller than a die."""
    scale = 2.0 if max(shape[:2]) <= 700 else 1.0  # noqa: PLR2004 - small pictures may show small dice
    scales: list[float] = []
    while min(shape[:2]) * scale >= SMALLEST_PX or not scales:
        scales.append(scale)
        scale /= 2
    return scales


def _limited(scale: float, shape: tuple[int, ...]) -> float:
    return float(min(scale, np.sqrt(MOST_PX / (shape[0] * shape[1]))))


def scaled(image: Image, scale: float) -> Image:
    """Return the picture, BGR, at another size, shrunk without aliasing."""
    tall, wide = (max(1, round(side * scale)) for side in image.shape[:2])
    while min(image.shape[0] / tall, image.shape[1] / wide) >= 2:  # noqa: PLR2004 - halving is by far the fastest way
        image = _resized(image, image.shape[1] // 2, image.shape[0] // 2)
    return image if image.shape[:2] == (tall, wide) else _resized(image, wide, tall)


def _resized(image: Image, wide: int, tall: int) -> Image:
    way = cv2.INTER_AREA if wide < image.shape[1] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, (wide, tall), interpolation=way), np.uint8)


def _padded(image: Image, multiple: int, fill: int) -> Image:
    down, right = (-side % multiple for side in image.shape[:2])
    return cv2.copyMakeBorder(image, 0, down, 0, right, cv2.BORDER_CONSTANT, value=(fill,) * 3).astype(np.uint8)
