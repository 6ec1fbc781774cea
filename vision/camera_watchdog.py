"""A watchdog for cameras: one that hangs is given up after a while, instead of holding everything up for ever."""

from contextlib import suppress
from datetime import datetime
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final

from rules.text import say
from vision.camera_frame import CameraError, Image, Shots

Answer = tuple[Image, datetime] | BaseException

PATIENCE_S: Final = 12.0  # longer than a camera takes to start and settle its exposure

CLOSING_S: Final = 1.0  # a camera that takes longer to let its device go is left to itself


def guarded(shots: Shots, patience_s: float = PATIENCE_S) -> Shots:
    """Yield the pictures of a camera, each asked for when it is wanted; CameraError if none comes for `patience_s`.

    The camera is read in a thread of its own. One that hangs is left behind with its thread, and lets its device go
    when it wakes up.
    """
    asked: SimpleQueue[bool] = SimpleQueue()
    answers: SimpleQueue[Answer] = SimpleQueue()
    reader = Thread(target=_serve, args=(shots, asked, answers), name="camera", daemon=True)
    reader.start()
    try:
        while True:
            asked.put(True)
            answer = _answered(answers, patience_s)
            if isinstance(answer, StopIteration):
                return
            if isinstance(answer, BaseException):
                raise answer
            yield answer
    finally:
        asked.put(False)
        reader.join(CLOSING_S)


def _answered(answers: SimpleQueue[Answer], patience_s: float) -> Answer:
    try:
        return answers.get(timeout=patience_s)
    except Empty:
        raise CameraError(
            say(
                "The camera has sent no picture for {seconds} seconds: check its cable, or plug it in anew.",
                seconds=f"{patience_s:.0f}",
            )
        ) from None


def _serve(shots: Shots, asked: SimpleQueue[bool], answers: SimpleQueue[Answer]) -> None:
    """Answer each request with a picture or with what went wrong; let the camera go at the end."""
    while asked.get():
        try:
            answers.put(next(shots))
        except BaseException as error:  # noqa: BLE001 (whatever it is, it is raised where the picture is wanted)
            answers.put(error)
            break
    with suppress(CameraError):
        shots.close()
