"""A stand-in for the picamera2 and libcamera modules, for machines without a Raspberry Pi's camera.

It behaves as the real one does where that matters: memory order of the formats, a frame left over from before the
request unless it is flushed, automatics that take some frames, buffers that run out when they are not released, and one
user at a time.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

BUFFERS = 6
FRAME_NS = 1_000_000


class AfModeEnum:
    """libcamera.controls.AfModeEnum."""

    Manual, Auto, Continuous = 0, 1, 2


@dataclass
class Scene:
    """What lies before the camera: one colour (red, green, blue), how bright the light is, and what is wrong."""

    rgb: tuple[int, int, int] = (200, 100, 50)
    light: float = 1.0
    cameras: int = 1
    autofocus: bool = True
    gone_after: int | None = None
    fails_to_start: bool = False
    in_use: bool = False
    log: list[dict[str, Any]] = field(default_factory=list)


class Request:
    """picamera2.CompletedRequest."""

    def __init__(self, camera: "Picamera2", array: NDArray[np.uint8], metadata: dict[str, Any]) -> None:
        self._camera, self._array, self._metadata = camera, array, metadata
        camera.held += 1

    def get_metadata(self) -> dict[str, Any]:
        return dict(self._metadata)

    def make_array(self, name: str) -> NDArray[np.uint8]:
        if name != "main":
            raise RuntimeError(f"Stream {name!r} is not defined")
        return self._array.copy()

    def release(self) -> None:
        self._camera.held -= 1


class Picamera2:
    """picamera2.Picamera2, as far as this project uses it."""

    scene: ClassVar[Scene] = Scene()

    def __init__(self, camera_num: int = 0) -> None:
        if camera_num >= self.scene.cameras:
            raise RuntimeError(f"No camera number {camera_num} found")
        if self.scene.in_use:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.scene.in_use = True
        self.sensor_resolution = (4608, 2592)
        self.camera_controls: dict[str, Any] = dict.fromkeys(
            ["AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "FrameDurationLimits"]
        )
        if self.scene.autofocus:
            self.camera_controls |= dict.fromkeys(["AfMode", "LensPosition"])
        self.held = 0
        self._frames = 0
        self._exposure_us, self._lens = 100.0, 0.0
        self._controls: dict[str, Any] = {}
        self._config: dict[str, Any] = {}
        self._left_over: Request | None = None

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return [{"Model": "imx708", "Num": i} for i in range(Picamera2.scene.cameras)]

    def create_video_configuration(self, main: dict[str, Any], controls: dict[str, Any]) -> dict[str, Any]:
        return {"main": main, "controls": controls}

    def configure(self, config: dict[str, Any]) -> None:
        width, height = config["main"]["size"]
        if width % 2 or height % 2:
            raise RuntimeError("width and height should be even")
        self._config = config
        self.set_controls(config["controls"])

    def start(self) -> None:
        if self.scene.fails_to_start:
            raise RuntimeError("Failed to start camera: Device or resource busy")
        self._left_over = self._expose(stale=True)

    def close(self) -> None:
        self.scene.in_use = False

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self._controls |= controls
        self.scene.log.append(dict(controls))

    def capture_request(self, wait: bool | None = None, signal_function: None = None, flush: bool | None = None) -> Any:  # noqa: ANN401 - a job or a request, as in the real one
        del signal_function
        job = self._job(flush=bool(flush))
        return job if wait is False else self.wait(job)

    def wait(self, job: Iterator[Request], timeout: float | None = None) -> Request:
        gone = self.scene.gone_after is not None and self._frames > self.scene.gone_after
        if gone or self.held >= BUFFERS:
            if timeout is None:
                raise AssertionError("this would wait for ever")
            raise TimeoutError
        return next(job)

    def _job(self, *, flush: bool) -> Iterator[Request]:
        left_over, self._left_over = self._left_over, None
        if left_over is not None:
            if not flush:
                yield left_over
                return
            left_over.release()
        yield self._expose()

    def _expose(self, *, stale: bool = False) -> Request:
        self._frames += 1
        wanted = 12_000 / self.scene.light
        if self._controls.get("AeEnable", True):
            self._exposure_us += (wanted - self._exposure_us) * 0.6
        else:
            self._exposure_us = self._controls["ExposureTime"]
        if self._controls.get("AfMode") == AfModeEnum.Continuous:
            self._lens += (2.2 - self._lens) * 0.5
        brightness = min(self._exposure_us / wanted, 1.25)
        return Request(self, self._pixels(0.0 if stale else brightness), self._metadata())

    def _pixels(self, brightness: float) -> NDArray[np.uint8]:
        main = self._config["main"]
        memory = {"RGB888": self.scene.rgb[::-1], "BGR888": self.scene.rgb}[main["format"]]
        colour = np.clip(np.array(memory) * brightness, 0, 255).astype(np.uint8)
        return np.full((main["size"][1], main["size"][0], 3), colour, np.uint8)

    def _metadata(self) -> dict[str, Any]:
        metadata = {
            "SensorTimestamp": time.monotonic_ns() + FRAME_NS,
            "ExposureTime": int(self._exposure_us),
            "AnalogueGain": 2.0,
            "ColourGains": (1.9, 1.6),
        }
        return metadata | ({"LensPosition": self._lens} if self.scene.autofocus else {})


def modules(scene: Scene) -> dict[str, ModuleType]:
    """Return the modules to be found by name, looking at `scene`."""
    Picamera2.scene = scene
    picamera2, libcamera, controls = (ModuleType(name) for name in ("picamera2", "libcamera", "libcamera.controls"))
    picamera2.Picamera2 = Picamera2  # type: ignore[attr-defined]
    controls.AfModeEnum = AfModeEnum  # type: ignore[attr-defined]
    libcamera.controls = controls  # type: ignore[attr-defined]
    return {"picamera2": picamera2, "libcamera": libcamera, "libcamera.controls": controls}
