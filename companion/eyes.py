"""Pictures in, readings out: the one reader shared by uploads and cameras, loaded at its first use."""

from collections import deque
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock
from time import perf_counter
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.table import Layout
from rules.text import say
from vision.camera import decode_picture
from vision.reading import Reading

if TYPE_CHECKING:
    from vision.read import Reader

KEPT_PX: Final = 1920  # longest side of a picture that is kept
QUALITY: Final = 85
UNREADABLE: Final = say("The camera cannot read the pieces of this game yet: tap in what happened.")
SMALL_PX: Final = 320  # longest side of a thumbnail
REMEMBERED: Final = 12  # newest reads whose time is told on the system page


@dataclass(frozen=True, slots=True)
class Timed:
    """One read: when it was done, how long it took, the picture's size, and how many pieces were found."""

    at: datetime
    took_ms: float
    width_px: int
    height_px: int
    pieces: int


class Eyes:
    """Takes pictures in one at a time, so that a burst of uploads cannot exhaust a small computer."""

    def __init__(self, profile: Path) -> None:
        self._profile = profile
        self._lock = RLock()
        self._reader: Reader | None = None
        self.reads: deque[Timed] = deque(maxlen=REMEMBERED)  # the newest last

    def read(self, image: NDArray[np.uint8], layout: Layout, before: Reading | None) -> Reading:
        """Return what is read in an upright BGR picture of a table with this layout, after what was read `before`."""
        with self._lock:
            if self._reader is None:
                from vision.read import Reader  # noqa: PLC0415 (the models take a second to load: not before needed)

                self._reader = Reader(self._profile)
            begun = perf_counter()
            reading = self._reader.read(image, layout, before)
            took_ms = 1000 * (perf_counter() - begun)
            size = reading.width_px, reading.height_px
            self.reads.append(Timed(datetime.now(UTC), took_ms, *size, len(reading.pieces)))
            return reading

    def look(self, upload: bytes, name: str, layout: Layout, before: Reading | None) -> tuple[Reading, bytes]:
        """Return what is read in the bytes of a file `name`, and the JPEG to keep; PictureError for no picture."""
        with self._lock:
            image = decoded(upload, name)
            return self.read(image, layout, before), kept(image)


def decoded(upload: bytes, name: str) -> NDArray[np.uint8]:
    """Return the upright BGR picture in the bytes of the file `name`; PictureError if they are none."""
    return decode_picture(upload, f"“{name}”")


def kept(image: NDArray[np.uint8]) -> bytes:
    """Return a picture as the JPEG that is kept: at most 1920 px long, without what a phone notes in it."""
    scale = min(1.0, KEPT_PX / max(image.shape[:2]))
    small = image if scale == 1.0 else cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return bytes(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1])


def small(picture: bytes) -> bytes:
    """Return a kept picture (JPEG) as a thumbnail, at most 320 px long."""
    image = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_REDUCED_COLOR_4)
    if image is None:
        return picture
    scale = min(1.0, SMALL_PX / max(image.shape[:2]))
    shrunk = image if scale == 1.0 else cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return bytes(cv2.imencode(".jpg", shrunk, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1])
