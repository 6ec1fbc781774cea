"""A folder of what was taught: pictures named after their content, and one JSON file about them, written last."""

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.teach import TeachError

Image = NDArray[np.uint8]
T = TypeVar("T")

FOLDER: Final = "taught"


def set_folder(profile: Path, name: str) -> Path:
    """Return where what was taught under a name lies in a profile; it need not exist."""
    return profile / FOLDER / name


def write_index(folder: Path, index: str, about: Mapping[str, Any], used: set[str]) -> None:
    """Write the JSON file `index` and drop the pictures that are not `used`; until then the old ones are whole."""
    _write(folder / index, (json.dumps(about, ensure_ascii=False, indent=1) + "\n").encode())
    for old in folder.glob("*.png"):
        if old.name not in used:
            old.unlink()


def read_index(index: Path, parsed: Callable[[Any], T], what: str) -> T | None:
    """Return what `parsed` makes of a JSON file, None where there is no file.

    TeachError, one sentence about `what`, where it or its pictures are damaged.
    """
    try:
        return parsed(json.loads(index.read_text(encoding="utf-8")))
    except FileNotFoundError as error:
        if error.filename == str(index):
            return None
        reason = f"{Path(error.filename).name} is missing"
    except KeyError as error:
        reason = f"{error} is missing"
    except (OSError, ValueError, TypeError) as error:
        reason = str(error)
    raise TeachError(
        f"The {what} taught in “{index.parent}” are damaged ({reason}): delete the folder and teach them again."
    )


def save_picture(picture: Image, folder: Path) -> str:
    """Write a picture under a name that tells its content, so that no index ever points to another one."""
    png = bytes(cv2.imencode(".png", picture)[1])
    name = f"{hashlib.sha256(png).hexdigest()[:16]}.png"
    if not (folder / name).exists():
        _write(folder / name, png)
    return name


def load_picture(name: object, folder: Path, side_px: int) -> Image:
    """Return the square BGR picture in a file of that name; ValueError unless it is what the name says."""
    data = (folder / Path(str(name)).name).read_bytes()
    if hashlib.sha256(data).hexdigest()[:16] != Path(str(name)).stem:
        raise ValueError(f"{name} was changed")
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None or picture.shape != (side_px, side_px, 3):
        raise ValueError(f"{name} is no picture of {side_px} pixels square")
    return np.asarray(picture, np.uint8)


def _write(path: Path, data: bytes) -> None:
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    Path(file.name).replace(path)
