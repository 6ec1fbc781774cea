"""Taught faces on disk: in the profile's folder `taught/NAME`, a picture for each and `faces.json` about them."""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Final

from vision.teach_dice import MOST, PICTURE_PX, TaughtFace
from vision.teach_folder import load_picture, read_index, save_picture, write_index

FACES_INDEX: Final = "faces.json"
_VERSION: Final = 1


def save_faces(taught: Sequence[TaughtFace], folder: Path) -> None:
    """Write the faces; a power cut leaves the old ones or the new ones whole. OSError where that is impossible."""
    folder.mkdir(parents=True, exist_ok=True)
    faces = [{"face": each.face, "picture": save_picture(each.picture, folder)} for each in taught]
    write_index(folder, FACES_INDEX, {"version": _VERSION, "faces": faces}, {face["picture"] for face in faces})


def load_faces(folder: Path, known: Collection[str]) -> tuple[TaughtFace, ...]:
    """Return the faces taught in a folder, () where none were; TeachError, one sentence, where they are damaged.

    Only faces `known` can be taught.
    """
    return read_index(folder / FACES_INDEX, lambda about: _from_json(about, folder, known), "dice") or ()


def _from_json(about: dict[str, Any], folder: Path, known: Collection[str]) -> tuple[TaughtFace, ...]:
    if about["version"] != _VERSION:
        raise ValueError(f"version {about['version']!r} is not {_VERSION}")
    if not 0 < len(about["faces"]) <= MOST:
        raise ValueError(f"{len(about['faces'])} faces cannot be")
    return tuple(
        TaughtFace(_face(f["face"], known), load_picture(f["picture"], folder, PICTURE_PX)) for f in about["faces"]
    )


def _face(value: object, known: Collection[str]) -> str:
    if not isinstance(value, str) or value not in known:
        raise ValueError(f"{value!r} is no face")
    return value
