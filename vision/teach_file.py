"""Taught sets on disk: in the profile's folder `taught/GAME`, a picture for each tile and `set.json` about them."""

from pathlib import Path
from typing import Any, Final

from vision.teach import PICTURE_PX, TaughtSet, TaughtTile
from vision.teach_folder import load_picture, read_index, save_picture, write_index

INDEX: Final = "set.json"
_VERSION: Final = 1
_LARGEST_MM: Final = 1000.0


def save_set(taught: TaughtSet, folder: Path) -> None:
    """Write the set; a power cut leaves the old one or the new one whole. OSError where that is impossible."""
    folder.mkdir(parents=True, exist_ok=True)
    tiles = [{"name": t.name, "suns": t.suns, "picture": save_picture(t.picture, folder)} for t in taught.tiles]
    back = None if taught.back is None else save_picture(taught.back, folder)
    about = {"version": _VERSION, "sides_mm": taught.sides_mm, "tiles": tiles, "back": back}
    write_index(folder, INDEX, about, {str(tile["picture"]) for tile in tiles} | {str(back)})


def load_set(folder: Path) -> TaughtSet | None:
    """Return the set in a folder, None where none was taught; TeachError, one sentence, where it is damaged."""
    return read_index(folder / INDEX, lambda about: _from_json(about, folder), "tiles")


def _from_json(about: dict[str, Any], folder: Path) -> TaughtSet:
    if about["version"] != _VERSION:
        raise ValueError(f"version {about['version']!r} is not {_VERSION}")
    tiles = tuple(
        TaughtTile(_name(row["name"]), _suns(row["suns"]), load_picture(row["picture"], folder, PICTURE_PX))
        for row in about["tiles"]
    )
    if not tiles or len({tile.name for tile in tiles}) < len(tiles):
        raise ValueError("its names are wrong")
    back = None if about["back"] is None else load_picture(about["back"], folder, PICTURE_PX)
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
