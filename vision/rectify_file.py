"""A calibration on disk, as JSON."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.corners import CARD_IDS, Marker
from vision.rectify import Calibration, CalibrationError

_VERSION = 1
_SHAPES = {"picture_px": (2,), "table_mm": (2,), "homography": (3, 3), "camera_mm": (3,), "error_px": ()}


def save_calibration(calibration: Calibration, path: Path) -> None:
    """Write the calibration to `path` in one step: a power cut leaves either the old file or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(_as_json(calibration), indent=1) + "\n"
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, prefix=path.name, delete=False) as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    Path(file.name).replace(path)


def load_calibration(path: Path) -> Calibration:
    """Return the calibration in `path`; raises CalibrationError, one sentence, where it is missing or broken."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return _from_json(data)
    except FileNotFoundError:
        raise CalibrationError(f"{path} is not there: the table has not been mapped yet.") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CalibrationError(
            f"{path} is no calibration ({_reason(error)}): delete it and map the table again."
        ) from None


def _as_json(calibration: Calibration) -> dict[str, Any]:
    numbers = {name: np.asarray(getattr(calibration, name)).tolist() for name in _SHAPES}
    cards = [{"id": card.id, "corners_px": card.corners_px.tolist()} for card in calibration.cards]
    return {"version": _VERSION, **numbers, "cards": cards}


def _from_json(data: dict[str, Any]) -> Calibration:
    if data["version"] != _VERSION:
        raise ValueError(f"version {data['version']!r} is not {_VERSION}")
    numbers = {name: _numbers(data[name], shape, name) for name, shape in _SHAPES.items()}
    width, height = (int(n) for n in numbers["picture_px"])
    table_width, table_height = (float(n) for n in numbers["table_mm"])
    x, y, camera_height = (float(n) for n in numbers["camera_mm"])
    if min(width, height, table_width, table_height, camera_height) <= 0:
        raise ValueError("a size is not above zero")
    if abs(np.linalg.det(numbers["homography"])) == 0:
        raise ValueError("homography has no inverse")
    return Calibration(
        (width, height),
        (table_width, table_height),
        numbers["homography"],
        (x, y, camera_height),
        tuple(_card(card) for card in data["cards"]),
        float(numbers["error_px"]),
    )


def _card(data: dict[str, Any]) -> Marker:
    if data["id"] not in CARD_IDS:
        raise ValueError(f"there is no card {data['id']!r}")
    return Marker(int(data["id"]), _numbers(data["corners_px"], (4, 2), "corners_px"))


def _numbers(value: object, shape: tuple[int, ...], name: str) -> NDArray[np.float64]:
    """Return `value` as finite numbers of the given shape, or raise ValueError naming it."""
    numbers = np.asarray(value, np.float64)
    if numbers.shape != shape or not np.isfinite(numbers).all():
        raise ValueError(f"{name} is wrong")
    return numbers


def _reason(error: Exception) -> str:
    """Return what is wrong in a few words."""
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno} cannot be read"
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)
