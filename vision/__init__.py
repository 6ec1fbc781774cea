"""Cameras, and what they see: frames to stills, stills to table millimetres, pieces and their faces."""

from collections.abc import Iterator

import numpy as np

from vision.camera import Source
from vision.settle import Still, Wishes, settle


def watch(source: Source, wishes: Wishes | None = None) -> Iterator[Still]:
    """Yield the stills worth reading: of a camera or video whenever the table has come to rest, of pictures each one.

    With `wishes` stills can be asked for. Raises CameraError when the source fails.
    """
    if not source.stills:
        yield from settle(source, wishes)
        return
    for frame in source:
        yield Still(frame, np.ones(frame.image.shape[:2], np.bool_))
