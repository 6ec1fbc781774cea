"""USB cameras, video files and network streams, through OpenCV."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from rules.text import say
from vision.camera_frame import CameraError, Image, Shots, now

_USB_SIZE_PX = (1920, 1080)
_WARM_UP_FRAMES = 20
_WAIT_MS = 6000
_FRESH_S = 0.004
_MOST_STALE = 60
_MISSING_PART = 0.02
_V4L2_MANUAL_EXPOSURE = 1


def video_shots(path: Path) -> Shots:
    """Yield a video file's frames, timed as the video runs; raises CameraError at the end where frames are missing."""
    begun, count = now(), 0
    with _opened(
        (str(path),), say("{path} is no video that can be read: copy or record it again.", path=path)
    ) as video:
        promised = video.get(cv2.CAP_PROP_FRAME_COUNT)
        rate = video.get(cv2.CAP_PROP_FPS) or 30.0
        while (image := _next_image(video)) is not None:
            yield image, begun + timedelta(seconds=count / rate)
            count += 1
    if count == 0:
        raise CameraError(say("{path} holds no frame that can be read: copy or record it again.", path=path))
    if count < promised * (1 - _MISSING_PART):
        raise CameraError(
            say(
                "{path} is cut short after {count} of {all} frames: copy or record it again.",
                path=path,
                count=count,
                all=f"{promised:.0f}",
            )
        )


def usb_shots(number: int) -> Shots:
    """Yield fresh frames of USB camera `number`, its exposure, white balance and focus held once they have settled."""
    system = cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY
    absent = say(
        "No USB camera answers as number {number}: plug it in, or try another number, such as usb:{other}.",
        number=number,
        other=number + 1,
    )
    gone = say("USB camera {number} stopped sending pictures: plug it in again, then start again.", number=number)
    with _opened((number, system), absent) as camera:
        _ask_for_full_size(camera)
        for _ in range(_WARM_UP_FRAMES):
            camera.grab()
        _hold_exposure(camera)
        yield from _live(camera, gone)


def stream_shots(url: str) -> Shots:
    """Yield fresh frames of a network camera at an http, https or rtsp address."""
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _WAIT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _WAIT_MS]
    absent = say("No video comes from {url}: check the address and that the camera is on the same network.", url=url)
    gone = say("The video from {url} stopped: check the camera and the network, then start again.", url=url)
    with _opened((url, cv2.CAP_FFMPEG, limits), absent) as stream:
        yield from _live(stream, gone)


@contextmanager
def _opened(device: tuple[Any, ...], sentence: str) -> Iterator[cv2.VideoCapture]:
    """Give OpenCV's capture of a device, released at the end; raises CameraError with `sentence` where none opens."""
    capture = _quietly(device)
    try:
        if not capture.isOpened():
            raise CameraError(sentence)
        yield capture
    finally:
        capture.release()


def _quietly(device: tuple[Any, ...]) -> cv2.VideoCapture:
    """Open without the libraries' own words on stderr: ours say what to do next."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    level = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        return cv2.VideoCapture(*device)
    finally:
        cv2.utils.logging.setLogLevel(level)


def _live(capture: cv2.VideoCapture, gone: str) -> Shots:
    """Yield frames, each taken after it was asked for; raises CameraError with `gone` when they stop."""
    while True:
        _drop_stale(capture)
        image = _next_image(capture)
        if image is None:
            raise CameraError(gone)
        yield image, now()


def _drop_stale(capture: cv2.VideoCapture) -> None:
    """Throw away frames that were waiting: one that had to be waited for is fresh."""
    for _ in range(_MOST_STALE):
        asked = time.monotonic()
        if not capture.grab() or time.monotonic() - asked > _FRESH_S:
            return


def _next_image(capture: cv2.VideoCapture) -> Image | None:
    seen, image = capture.read()
    return np.asarray(image, np.uint8) if seen else None


def _ask_for_full_size(camera: cv2.VideoCapture) -> None:
    """Ask for large pictures, compressed so that they fit through USB 2; a camera gives the nearest it can."""
    camera.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    camera.set(cv2.CAP_PROP_FRAME_WIDTH, _USB_SIZE_PX[0])
    camera.set(cv2.CAP_PROP_FRAME_HEIGHT, _USB_SIZE_PX[1])
    camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)


def _hold_exposure(camera: cv2.VideoCapture) -> None:
    """Hold what the camera has settled on; cameras without a setting ignore it."""
    exposure, focus = camera.get(cv2.CAP_PROP_EXPOSURE), camera.get(cv2.CAP_PROP_FOCUS)
    camera.set(cv2.CAP_PROP_AUTOFOCUS, 0)
    camera.set(cv2.CAP_PROP_AUTO_WB, 0)
    if focus >= 0:
        camera.set(cv2.CAP_PROP_FOCUS, focus)
    if exposure > 0:
        camera.set(cv2.CAP_PROP_AUTO_EXPOSURE, _V4L2_MANUAL_EXPOSURE)
        camera.set(cv2.CAP_PROP_EXPOSURE, exposure)
