"""A frame, a source of frames, and what may go wrong with one."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import monotonic
from types import TracebackType
from typing import Self

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Shots = Generator[tuple[Image, datetime], None, None]
"""Pictures (BGR) with the time each was taken, from a generator that lets its device go when it is closed."""


class CameraError(RuntimeError):
    """A source gives no frames, or no more; the message is one sentence saying what to do next."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: `image` uint8 (H, W, 3) BGR, its number `seq` from 0 in its source, and when it was taken (UTC)."""

    image: Image
    seq: int
    at: datetime


class Source:
    """An iterator of frames and a context manager that lets the camera go.

    `stills`: every frame is worth reading. `begun`: when the first frame was taken, None before it.
    """

    def __init__(self, shots: Shots, *, stills: bool = False) -> None:
        self.stills = stills
        self.begun: datetime | None = None
        self._shots = shots
        self._seq = 0

    def __iter__(self) -> Iterator[Frame]:
        """Return itself: a source is read once."""
        return self

    def __next__(self) -> Frame:
        """Return the next frame; raises CameraError where the source fails."""
        image, at = next(self._shots)
        self.begun = self.begun or at
        frame = Frame(image, self._seq, at)
        self._seq += 1
        return frame

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the camera or file go."""
        self.close()

    def close(self) -> None:
        """Let the camera or file go; the source gives no frames any more."""
        self._shots.close()


_BEGUN, _BEGUN_S = datetime.now(UTC), monotonic()


def now() -> datetime:
    """Return the time, UTC, by a clock that never jumps: waiting must not go wrong when the clock is put right."""
    return _BEGUN + timedelta(seconds=monotonic() - _BEGUN_S)
