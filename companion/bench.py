"""What `companion bench` measures: a rendered still of 30 dice, a shipped table of tiles, the command and the page."""

import json
import os
import platform
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.checkup import MODELS, cores
from vision.render import Scene, corner_cards, render
from vision.render_camera import Camera
from vision.render_dice import Die

if TYPE_CHECKING:
    from vision.read import Reader

STILL_PX: Final = (2304, 1296)
DICE: Final = 30
WATCHED_PX: Final = (640, 360)
WATCHED: Final = 30  # frames, three seconds
START_S: Final = 20.0  # a page that has not come by then will not


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing measured: what, how much, and in which unit."""

    name: str
    value: float
    unit: str


def still() -> NDArray[np.uint8]:
    """Return a still of 2304 x 1296 pixels with 30 dice of two colours and the corner cards, always the same one."""
    wide, tall = STILL_PX
    camera = Camera(wide, tall, focal_px=2300, height_mm=620)
    rng = np.random.default_rng(1)
    spots = [(-200.0 + 80 * (i % 6), -110.0 + 55 * (i // 6)) for i in range(DICE)]
    dice = tuple(
        Die(
            1 + i % 6,
            "white",
            x + float(rng.normal(0, 8)),
            y + float(rng.normal(0, 8)),
            16.0,
            float(rng.uniform(0, 90)),
        )
        for i, (x, y) in enumerate(spots)
    )
    return render(Scene(camera, dice=dice, cards=corner_cards(540, 280), seed=1))


def stages(image: NDArray[np.uint8], threads: int, times: int) -> Iterator[Figure]:
    """Yield warm milliseconds of each stage of reading the still, and of reading and judging a shipped table."""
    from vision.corners import find_markers  # noqa: PLC0415 (the models' runtime is slow to load)
    from vision.detect import DiceDetector  # noqa: PLC0415
    from vision.read import Reader  # noqa: PLC0415
    from vision.read_plane import Plane, find_calibration  # noqa: PLC0415

    size = (image.shape[1], image.shape[0])
    side_px = Plane(find_calibration(image, find_markers(image), None)[0], 1.0).usual_side_px(size)
    detector, reader = DiceDetector(threads), Reader(threads=threads)
    layout, judged = _judging()
    yield Figure("corner cards", _median_ms(lambda: find_markers(image), times), "ms")
    yield Figure(f"finding and reading {DICE} dice", _median_ms(lambda: detector.detect(image, side_px), times), "ms")
    yield Figure(f"whole reading, {DICE} dice", _median_ms(lambda: reader.read(image, _loose()), times), "ms")
    yield from _tiles(reader, layout, times)
    yield Figure("judging a move on 9 tiles", _median_ms(judged, times), "ms")
    yield _watching(image, times)


def _tiles(reader: "Reader", layout: Any, times: int) -> Iterator[Figure]:  # noqa: ANN401
    """Yield the time of a whole reading of the first shipped picture, its tiles included."""
    from companion.demo import record, steps  # noqa: PLC0415
    from vision.camera import read_picture  # noqa: PLC0415

    picture = next(step.picture for step in steps(record()) if step.picture)
    image = read_picture(picture)
    size = f"{image.shape[1]} x {image.shape[0]}"
    yield Figure(
        f"whole reading, 9 tiles with dice, {size}", _median_ms(lambda: reader.read(image, layout), times), "ms"
    )


def _watching(image: NDArray[np.uint8], times: int) -> Figure:
    """Return the time that watching takes for each frame of a small camera picture, stills apart."""
    from vision.camera import Frame  # noqa: PLC0415
    from vision.settle import settle  # noqa: PLC0415

    small = np.asarray(cv2.resize(image, WATCHED_PX, interpolation=cv2.INTER_AREA), np.uint8)
    begun = datetime(2026, 1, 1, tzinfo=UTC)
    frames = [Frame(small, number, begun + timedelta(seconds=number / 10)) for number in range(WATCHED)]
    whole = _median_ms(lambda: list(settle(frames)), times)
    return Figure(f"watching, a frame of {WATCHED_PX[0]} x {WATCHED_PX[1]}", whole / WATCHED, "ms")


def _judging() -> tuple[Any, Callable[[], object]]:
    """Return the shipped hand's layout, and a judgement of its first move, seen without any anchor."""
    from companion.demo import record  # noqa: PLC0415
    from rules import load  # noqa: PLC0415
    from rules.game import judge  # noqa: PLC0415
    from rules.table import Observation  # noqa: PLC0415

    hand = record()
    game = load(hand.game)
    state = game.initial_state(hand.seats, **hand.options)
    move = game.parse_move(next(hand.moves()))
    seen = replace(Observation.certain(game.table(game.apply(state, move))), anchored=False)
    return game.layout(state), lambda: judge(game, state, seen)


def _loose() -> Any:  # noqa: ANN401
    from companion.commands.read import LOOSE_DICE  # noqa: PLC0415

    return LOOSE_DICE


def _median_ms(work: Callable[[], object], times: int) -> float:
    """Return the median of several runs after one that warms up, in milliseconds."""
    work()
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return median(taken) * 1000


MEASURED: Final = """
import json, resource, subprocess, sys, time
start = time.perf_counter()
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(json.dumps([time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss]))
"""  # a small process starts the other one: a child's peak memory begins with that of whoever started it


def fresh_read(image: NDArray[np.uint8], folder: Path) -> Iterator[Figure]:
    """Yield how long `companion read` takes in a fresh process, and its peak memory."""
    photo = folder / "still.png"
    cv2.imwrite(str(photo), image)
    command = [sys.executable, "-c", MEASURED, *_companion(), "read", str(photo), "--json"]
    seconds, peak = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)  # noqa: S603
    yield Figure("`companion read` of one picture, cold", seconds, "s")
    yield Figure("its peak memory", peak / (1024 if sys.platform != "darwin" else 1 << 20), "MB")


def first_page(folder: Path) -> Iterator[Figure]:
    """Yield how long `companion serve` takes from start to the first page."""
    port = _free_port()
    start = time.perf_counter()
    command = [*_companion(), "serve", "--host", "127.0.0.1", "--port", str(port), "--profile", str(folder)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
    try:
        while not _answers(port):
            if server.poll() is not None or time.perf_counter() - start > START_S:
                return
            time.sleep(0.02)
        yield Figure("start to first page", time.perf_counter() - start, "s")
    finally:
        server.terminate()
        server.wait(START_S)


def _companion() -> list[str]:
    return [sys.executable, "-m", "companion"]


def _free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=2) as page:
            return bool(page.status)
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


def machine(threads: int) -> dict[str, str]:
    """Return what the figures were measured on."""
    return {
        "processor": _processor(),
        "cores": f"{cores()} usable, {threads} threads for the models",
        "system": f"{platform.system()} {platform.release()}, Python {platform.python_version()}",
    }


def _processor() -> str:
    """Return the processor's name as Linux knows it, else the architecture."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith(("model name", "Model"))]
    return names[-1] if names else platform.machine()


def model_sizes() -> Iterator[Figure]:
    """Yield the size of each model."""
    import models  # noqa: PLC0415

    for name in MODELS:
        yield Figure(f"{name}.onnx", os.path.getsize(models.path(name)) / 1e6, "MB")  # noqa: PTH202
