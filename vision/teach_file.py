"""Taught sets on disk: in the profile's folder `taught/GAME`, a picture for each tile and `set.json` about them."""

import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.teach import PICTURE_PX, TaughtSet, TaughtTile, TeachError

Image = NDArray[np.uint8]

FOLDER: Final = "taught"
INDEX: Final = "set.json"
_VERSION: Final = 1
_LARGEST_MM: Final = 1000.0


def set_folder(profile: Path, game: str) -> Path:
    """Return where the set taught for a game lies in a profile; it need not exist."""
    return profile / FOLDER / game


def save_set(taught: TaughtSet, folder: Path) -> None:
    """Write the set; a power cut leaves the old one or the new one whole. OSError where that is impossible."""
    folder.mkdir(parents=True, exist_ok=True)
    tiles = [{"name": t.name, "suns": t.suns, "picture": _save_picture(t.picture, folder)} for t in taught.tiles]
    back = None if taught.back is None else _save_picture(taught.back, folder)
    about = {"version": _VERSION, "sides_mm": taught.sides_mm, "tiles": tiles, "back": back}
    _write(folder / INDEX, (json.dumps(about, ensure_ascii=False, indent=1) + "\n").encode())
    used = {tile["picture"] for tile in tiles} | {back}
    for old in folder.glob("*.png"):
        if old.name not in used:
            old.unlink()


def load_set(folder: Path) -> TaughtSet | None:
    """Return the set in a folder, None where none was taught; TeachError, one sentence, where it is damaged."""
    try:
        about = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        return _from_json(about, folder)
    except FileNotFoundError as error:
        if error.filename == str(folder / INDEX):
            return None
        reason = f"{Path(error.filename).name} is missing"
    except KeyError as error:
        reason = f"{error} is missing"
    except (OSError, ValueError, TypeError) as error:
        reason = str(error)
    raise TeachError(f"The tiles taught in “{folder}” are damaged ({reason}): delete the folder and teach them again.")


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


def _from_json(about: dict[str, Any], folder: Path) -> TaughtSet:
    if about["version"] != _VERSION:
        raise ValueError(f"version {about['version']!r} is not {_VERSION}")
    tiles = tuple(
        TaughtTile(_name(t["name"]), _suns(t["suns"]), _picture(t["picture"], folder)) for t in about["tiles"]
    )
    if not tiles or len({tile.name for tile in tiles}) < len(tiles):
        raise ValueError("its names are wrong")
    back = None if about["back"] is None else _picture(about["back"], folder)
    return TaughtSet(tiles, _sides(about["sides_mm"]), back)


def _sides(value: object) -> tuple[float, float] | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2 or not all(0 < float(side) < _LARGEST_MM for side in value):  # noqa: PLR2004
        raise ValueError(f"a tile of {value} mm cannot be")
    return float(value[0]), float(value[1])


def _name(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError(f"{value!r} is no name")
    return value


def _suns(value: object) -> int | None:
    if value is not None and not isinstance(value, int):
        raise ValueError(f"{value!r} is no number of suns")
    return value


def _picture(name: object, folder: Path) -> Image:
    """Return the picture in a file of that name, which must hold what the name says."""
    data = (folder / Path(str(name)).name).read_bytes()
    if hashlib.sha256(data).hexdigest()[:16] != Path(str(name)).stem:
        raise ValueError(f"{name} was changed")
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None or picture.shape != (PICTURE_PX, PICTURE_PX, 3):
        raise ValueError(f"{name} is no picture of a tile")
    return np.asarray(picture, np.uint8)
