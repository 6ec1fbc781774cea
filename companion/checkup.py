"""The checks of `companion doctor`: each looks at one thing and says whether it is fine and, if not, what to do."""

import hashlib
import os
import platform
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from rules.text import capital, say

PACKAGES: Final = ("table-companion", "numpy", "opencv-python", "onnxruntime", "flask", "cheroot", "reportlab", "segno")
PYTHON: Final = ((3, 11), (3, 14))
MODELS: Final = ("dice_detector", "dice_reader", "road_reader")
DISK_MB: Final = 200
MB_PER_GB: Final = 1000
HOT_C: Final = 80.0
THERMAL_ZONE: Final = Path("/sys/class/thermal/thermal_zone0/temp")
THROTTLED: Final = {
    0: say("its voltage is too low now"),
    1: say("it is slowed down now"),
    2: say("it is throttled now"),
    16: say("its voltage was too low since it started"),
    18: say("it was throttled since it started"),
}


@dataclass(frozen=True, slots=True)
class Check:
    """What one check found: the thing looked at, whether it is fine, and one sentence: what is so, or what to do.

    `spot_px` circles what to change in the picture that was checked: centre x, y and radius; None where nothing does.
    """

    name: str
    ok: bool
    text: str
    spot_px: tuple[float, float, float] | None = None


def python_and_packages() -> Iterator[Check]:
    """Yield whether Python and the packages we need are there, with their versions."""
    low, high = (".".join(map(str, bound)) for bound in PYTHON)
    fits = PYTHON[0] <= sys.version_info[:2] < PYTHON[1]
    todo = "" if fits else f": use a Python from {low} on and below {high}"
    yield Check("python", fits, f"Python {platform.python_version()} on {platform.machine()}{todo}.")
    for name in PACKAGES:
        try:
            yield Check(name, True, f"{name} {version(name)}.")
        except PackageNotFoundError:
            yield Check(name, False, f"{name} is not installed: install table-companion again.")


def model_files() -> Iterator[Check]:
    """Yield whether each model is there, loads, and is the file that was shipped."""
    import models  # noqa: PLC0415
    from vision.detect import DiceDetector  # noqa: PLC0415 (slow to load)
    from vision.detect_model import ModelError  # noqa: PLC0415 (slow to load)

    card = models.path("x").with_name("README.md")
    known = card.read_text(encoding="utf-8") if card.exists() else ""
    for name in MODELS:
        path = models.path(name)
        if path.exists():
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            same = digest in known
            todo = "" if same else ", which is not in models/README.md: install table-companion again"
            yield Check(name, same, f"{path.stat().st_size / 1e6:.2f} MB, sha256 {digest[:12]}…{todo}.")
    try:
        DiceDetector()
        yield Check("models", True, "The models load.")
    except ModelError as error:
        yield Check("models", False, str(error))


def profile(folder: Path) -> Iterator[Check]:
    """Yield whether the profile folder, or where it would be created, can be written and has room."""
    nearest = next((p for p in (folder, *folder.parents) if p.exists()), Path("/"))
    try:
        if not nearest.is_dir():
            raise NotADirectoryError(20, "not a folder")
        with tempfile.TemporaryFile(dir=nearest):
            pass
    except OSError as error:
        text = say(
            "“{folder}” cannot be written ({reason}): choose another --profile.", folder=folder, reason=error.strerror
        )
        yield Check("profile", False, text)
        return
    yield Check("profile", True, f"“{folder}” can be written.")
    free = shutil.disk_usage(nearest).free / 1e6
    room = f"{free:.0f} MB" if free < MB_PER_GB else f"{free / MB_PER_GB:.1f} GB"
    text = say("{room} are free on the disk.", room=room)
    if free < DISK_MB:
        text = say("Only {room} are free on the disk: make room, at least {least} MB.", room=room, least=DISK_MB)
    yield Check("disk", free >= DISK_MB, text)


def log(folder: Path) -> Iterator[Check]:
    """Yield whether the log of the sessions, if there is one yet, can be used."""
    from companion.sessions import LOG_FILE  # noqa: PLC0415 (slow to load)
    from companion.store import Store, StoreError  # noqa: PLC0415

    if not (folder / LOG_FILE).exists():
        return
    try:
        store = Store(folder / LOG_FILE)
    except StoreError as error:
        yield Check("log", False, str(error))
        return
    yield Check("log", True, f"Sessions in the log: {len(store.summaries())}.")
    store.close()


def camera(source: str) -> Iterator[Check]:
    """Yield whether a camera gives a picture, and what is to be changed about the table in it."""
    from companion import checkup_picture  # noqa: PLC0415 (slow to load)
    from vision.camera import CameraError, open_source  # noqa: PLC0415

    try:
        with open_source(source) as frames:
            image = next(iter(frames)).image
    except (CameraError, StopIteration) as error:
        yield Check("camera", False, str(error) or f"{source} gives no picture: check its cable and its name.")
        return
    yield from checkup_picture.of_picture(image)


def port(number: int) -> Iterator[Check]:
    """Yield whether the page could be served on a port."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", number))
        except OSError as error:
            todo = "is `companion serve` already running? Else serve with --port"
            yield Check("port", False, f"Port {number} cannot be had ({error.strerror}): {todo} {number + 1}.")
            return
    yield Check("port", True, f"Port {number} is free.")


def raspberry() -> Iterator[Check]:
    """Yield temperature and power of a Raspberry Pi; elsewhere the temperature alone, if Linux tells one."""
    tool = shutil.which("vcgencmd")
    celsius = _number(_said(tool, "measure_temp")) if tool else _zone_celsius()
    if celsius is not None:
        cool, degrees = celsius < HOT_C, round(celsius)
        text = say("{degrees} °C.", degrees=degrees)
        yield Check("temperature", cool, text if cool else say("{degrees} °C: give it a fan or air.", degrees=degrees))
    if tool is None:
        return
    flags = _said(tool, "get_throttled")
    bits = int(flags, 16) if flags.startswith("0x") else 0
    reasons = [text for bit, text in THROTTLED.items() if bits >> bit & 1]
    text = say("The power is good, and nothing is slowed down.")
    if reasons:
        text = say("{what}: use the official power supply and cool it.", what=capital(reasons[0]))
    yield Check("power", not reasons, text)


def _zone_celsius() -> float | None:
    """Return the temperature of the processor as Linux tells it; None where it does not."""
    try:
        return int(THERMAL_ZONE.read_text(encoding="ascii")) / 1000
    except (OSError, ValueError):
        return None


def _said(tool: str, question: str) -> str:
    """Return the value that `vcgencmd` answers after the equals sign; empty where it cannot tell."""
    try:
        done = subprocess.run([tool, question], capture_output=True, text=True, timeout=5, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip().partition("=")[2]


def _number(text: str) -> float | None:
    digits = text.rstrip("'C°")
    try:
        return float(digits)
    except ValueError:
        return None


def cores() -> int:
    """Return how many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
