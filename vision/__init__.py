"""Cameras, and what they see: frames to stills, stills to table millimetres, pieces and their faces."""

from collections.abc import Iterator
from threading import Event

import numpy as np

from vision.camera import Source
from vision.settle import Still, settle


def watch(source: Source, done: Event | None = None) -> Iterator[Still]:
    """Yield the stills worth reading: of a camera or video whenever the table has come to rest, of pictures each one.

    Setting `done` asks for a still now; it is cleared when the still comes. Raises CameraError when the source fails.
    """
    if not source.stills:
        yield from settle(source, done)
        return
    for frame in source:
        yield Still(frame, np.ones(frame.image.shape[:2], np.bool_))
