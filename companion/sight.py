"""What the watched camera shows now: its newest frame, how many come in a second, and what is wrong with it."""

from collections import deque
from threading import Lock
from time import monotonic
from typing import Final

from vision.camera import Frame, Source
from vision.camera_frame import Shots

COUNTED: Final = 40  # newest frames that the rate is measured by
PAUSE_S: Final = 3.0  # without a frame for so long, the rate is that of a camera that stands still


class Sight:
    """Notes every frame on its way from the camera to whoever watches it; safe to ask from many threads.

    `trouble` is one sentence for people while the camera gives no frames, else "".
    """

    def __init__(self) -> None:
        self.trouble = ""
        self._lock = Lock()
        self._frame: Frame | None = None
        self._arrived: deque[float] = deque(maxlen=COUNTED)

    @property
    def frame(self) -> Frame | None:
        """The newest frame; None before the first."""
        return self._frame

    @property
    def rate(self) -> float:
        """How many frames a second have come of late; 0 when none has for a while."""
        with self._lock:
            arrived = list(self._arrived)
        if len(arrived) < 2 or monotonic() - arrived[-1] > PAUSE_S:  # noqa: PLR2004 (two frames have one gap)
            return 0.0
        return (len(arrived) - 1) / max(arrived[-1] - arrived[0], 1e-3)

    def of(self, source: Source) -> Source:
        """Return a source with the same frames, each noted here when it is taken."""
        return Source(self._noted(source), stills=source.stills)

    def _noted(self, source: Source) -> Shots:
        for frame in source:
            with self._lock:
                self._arrived.append(monotonic())
            self._frame, self.trouble = frame, ""
            yield frame.image, frame.at
