"""Picture files: read whole and upright, or refused with a sentence."""

import re
import struct
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from rules.text import say
from vision.camera_frame import CameraError, Image, Shots, now

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png"})

_LEAST_PX = 48
_MOST_MEGAPIXELS = 80
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_HEIC = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypavif")
_JPEG_MARKER = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])")
_JPEG_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_END = 0xD9


class PictureError(CameraError):
    """A file is no picture we can read; the message is one sentence naming it."""


def read_picture(path: Path) -> Image:
    """Return the picture in a JPEG or PNG file, uint8 (H, W, 3) BGR, turned upright as its EXIF tag says.

    Raises PictureError for anything else: no file, a folder, another format, a file cut short, a picture under 48
    pixels or over 80 megapixels.
    """
    return decode_picture(_read_bytes(path), str(path))


def decode_picture(data: bytes, name: str) -> Image:
    """Return the picture in the bytes of a file, as `read_picture` does; `name` stands in the PictureError."""
    if not data:
        raise PictureError(say("{name} is empty: copy or take it again.", name=name))
    size = _whole_size(data, name)
    if size is None:
        raise PictureError(
            say("{name} is cut short: part of the picture is missing, so copy or take it again.", name=name)
        )
    width, height = size
    if min(size) < _LEAST_PX:
        raise PictureError(
            say(
                "{name} is only {width} x {height} pixels: too small to read anything in it.",
                name=name,
                width=width,
                height=height,
            )
        )
    if width * height > _MOST_MEGAPIXELS * 1_000_000:
        raise PictureError(
            say(
                "{name} is {width} x {height} pixels, over {most} megapixels: make it smaller.",
                name=name,
                width=width,
                height=height,
                most=_MOST_MEGAPIXELS,
            )
        )
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise PictureError(say("{name} is damaged and cannot be decoded: copy or take it again.", name=name))
    return np.asarray(image, np.uint8)


def pictures_in(folder: Path) -> list[Path]:
    """Return the picture files in a folder, by name; raises CameraError where there is none."""
    found = sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES and p.is_file())
    if not found:
        raise CameraError(say("{folder} holds no picture: put .jpg or .png files in it.", folder=folder))
    return found


def picture_shots(paths: Sequence[Path]) -> Shots:
    """Yield the pictures in these files, one after the other."""
    for path in paths:
        yield read_picture(path), now()


def _read_bytes(path: Path) -> bytes:
    if path.is_dir():
        raise PictureError(say("{path} is a folder, not a picture: name a picture in it.", path=path))
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise PictureError(say("{path} is not there: check the name.", path=path)) from None
    except (OSError, ValueError) as error:
        raise PictureError(
            say("{path} cannot be opened: {reason}.", path=path, reason=getattr(error, "strerror", None) or error)
        ) from None


def _whole_size(data: bytes, name: str) -> tuple[int, int] | None:
    """Return (width, height) as the file's header tells, or None where the file ends too early."""
    if data.startswith(_PNG):
        return _png_size(data)
    if data.startswith(_JPEG):
        return _jpeg_size(data)
    if data[4:12] in _HEIC:
        raise PictureError(
            say("{name} is a HEIC or AVIF picture: save it as JPEG (iPhone: Camera, Formats, Compatible).", name=name)
        )
    raise PictureError(say("{name} is not a JPEG or PNG picture, whatever its name says: save it as one.", name=name))


def _png_size(data: bytes) -> tuple[int, int] | None:
    """Return the size of a PNG whose chunks run whole to the closing one."""
    at, size = len(_PNG), None
    while at + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"IHDR" and size is None and at + 16 <= len(data):  # a decoder believes the first one
            size = struct.unpack_from(">II", data, at + 8)
        at += 12 + length
        if kind == b"IEND":
            return size
    return None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Return the size of a JPEG whose segments run whole to its end marker; what follows that does not matter."""
    at, size = 2, None
    while marker := _JPEG_MARKER.search(data, at):
        kind, at = marker[1][0], marker.end()
        if kind == _JPEG_END:
            return size
        if at + 7 > len(data):
            return None
        if kind in _JPEG_SIZES and size is None:
            height, width = struct.unpack_from(">HH", data, at + 3)
            size = (width, height)
        at += struct.unpack_from(">H", data, at)[0]
    return None
