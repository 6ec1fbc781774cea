"""Taught faces on disk: in the profile's folder `taught/NAME`, a picture for each and `faces.json` about them."""

import hashlib
import json
import os
import tempfile
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.teach import TeachError
from vision.teach_dice import MOST, PICTURE_PX, TaughtFace

Image = NDArray[np.uint8]

FACES_INDEX: Final = "faces.json"
_VERSION: Final = 1


def save_faces(taught: Sequence[TaughtFace], folder: Path) -> None:
    """Write the faces; a power cut leaves the old ones or the new ones whole. OSError where that is impossible."""
    folder.mkdir(parents=True, exist_ok=True)
    faces = [{"face": each.face, "picture": _save_picture(each.picture, folder)} for each in taught]
    about = {"version": _VERSION, "faces": faces}
    _write(folder / FACES_INDEX, (json.dumps(about, ensure_ascii=False, indent=1) + "\n").encode())
    used = {face["picture"] for face in faces}
    for old in folder.glob("*.png"):
        if old.name not in used:
            old.unlink()


def load_faces(folder: Path, known: Collection[str]) -> tuple[TaughtFace, ...]:
    """Return the faces taught in a folder, () where none were; TeachError, one sentence, where they are damaged.

    Only faces `known` can be taught.
    """
    index = folder / FACES_INDEX
    try:
        return _from_json(json.loads(index.read_text(encoding="utf-8")), folder, known)
    except FileNotFoundError as error:
        if error.filename == str(index):
            return ()
        reason = f"{Path(error.filename).name} is missing"
    except KeyError as error:
        reason = f"{error} is missing"
    except (OSError, ValueError, TypeError) as error:
        reason = str(error)
    raise TeachError(f"The dice taught in “{folder}” are damaged ({reason}): delete the folder and teach them again.")


def _from_json(about: dict[str, Any], folder: Path, known: Collection[str]) -> tuple[TaughtFace, ...]:
    if about["version"] != _VERSION:
        raise ValueError(f"version {about['version']!r} is not {_VERSION}")
    if not 0 < len(about["faces"]) <= MOST:
        raise ValueError(f"{len(about['faces'])} faces cannot be")
    return tuple(TaughtFace(_face(f["face"], known), _picture(f["picture"], folder)) for f in about["faces"])


def _face(value: object, known: Collection[str]) -> str:
    if not isinstance(value, str) or value not in known:
        raise ValueError(f"{value!r} is no face")
    return value


def _save_picture(picture: Image, folder: Path) -> str:
    """Write a picture under a name that tells its content, so that no index ever points to another one."""
    png = bytes(cv2.imencode(".png", picture)[1])
    name = f"{hashlib.sha256(png).hexdigest()[:16]}.png"
    if not (folder / name).exists():
        _write(folder / name, png)
    return name


def _write(path: Path, data: bytes) -> None:
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    Path(file.name).replace(path)


def _picture(name: object, folder: Path) -> Image:
    """Return the picture in a file of that name, which must hold what the name says."""
    data = (folder / Path(str(name)).name).read_bytes()
    if hashlib.sha256(data).hexdigest()[:16] != Path(str(name)).stem:
        raise ValueError(f"{name} was changed")
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None or picture.shape != (PICTURE_PX, PICTURE_PX, 3):
        raise ValueError(f"{name} is no picture of a die")
    return np.asarray(picture, np.uint8)
