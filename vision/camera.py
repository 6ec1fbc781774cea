"""Every camera as one iterator of frames."""

import re
from pathlib import Path

from vision.camera_frame import CameraError, Frame, Image, Source
from vision.camera_pi import pi_shots
from vision.camera_pictures import (
    PICTURE_SUFFIXES,
    PictureError,
    decode_picture,
    picture_shots,
    pictures_in,
    read_picture,
)
from vision.camera_video import stream_shots, usb_shots, video_shots
from vision.camera_watchdog import guarded

__all__ = ["CameraError", "Frame", "Image", "PictureError", "Source", "decode_picture", "open_source", "read_picture"]

_STREAM = re.compile(r"(https?|rtsps?)://.+", re.IGNORECASE)
_DEVICE = re.compile(r"(pi|usb)(?::(\d{1,2}))?")


def open_source(text: str) -> Source:
    """Return the frames of "pi", "usb:0", a video or picture file, a folder of pictures, or an http or rtsp address.

    Nothing is opened before the first frame is asked for. Raises CameraError where `text` names no such thing, and
    while reading when the camera is gone or hangs.
    """
    if device := _DEVICE.fullmatch(text):
        number = int(device[2] or 0)
        return Source(guarded(pi_shots(number) if device[1] == "pi" else usb_shots(number)))
    if _STREAM.fullmatch(text):
        return Source(guarded(stream_shots(text)))
    return _open_path(Path(text))


def _open_path(path: Path) -> Source:
    if path.is_dir():
        return Source(picture_shots(pictures_in(path)), stills=True)
    if path.suffix.lower() in PICTURE_SUFFIXES:
        return Source(picture_shots([path]), stills=True)
    if not path.is_file():
        raise CameraError(f'No camera or file "{path}": give pi, usb:0, a video, a picture, a folder or an address.')
    return Source(video_shots(path))
