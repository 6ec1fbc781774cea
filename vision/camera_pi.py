"""The Raspberry Pi's own camera, through picamera2 (which is imported only when such a camera is opened)."""

from contextlib import closing
from typing import Any

import numpy as np

from rules.text import say
from vision.camera_frame import CameraError, Image, Shots, now

_WIDEST_PX = 2600
_FRAME_US = (33_333, 100_000)  # up to a tenth of a second of light where it is dark
_WAIT_S = 5.0
_STEADY_FRAMES = 5
_LONGEST_SETTLING = 60  # frames
_STEADY_PART = 0.03
_AUTOMATIC = {"AeEnable": True, "AwbEnable": True}
_DARKER, _BRIGHTER = 0.5, 1.5
_LIGHT_FRAMES = 15


def pi_shots(number: int = 0) -> Shots:
    """Yield frames of Pi camera `number`, each exposed after it was asked for, with exposure, gains and focus held.

    When the light halves or grows by half for a while, exposure and gains are settled again; the focus never, since a
    hand may be nearer than the table.
    """
    with closing(_start(number)) as camera:
        _, image = _settled(camera)
        held, strange = _brightness(image), 0
        while True:
            image = _capture(camera)[1]
            yield image, now()
            strange = 0 if _DARKER < _brightness(image) / held < _BRIGHTER else strange + 1
            if strange >= _LIGHT_FRAMES:
                camera.set_controls(_AUTOMATIC)
                _, image = _settled(camera)
                held, strange = _brightness(image), 0


def _busy(error: Exception) -> str:
    return say(
        "The Pi camera does not start ({reason}): close other programs that use it, then start again.", reason=error
    )


def _start(number: int) -> Any:  # noqa: ANN401 - picamera2 has no types
    """Return the running camera; raises CameraError where there is none or another program holds it."""
    try:
        from picamera2 import Picamera2  # noqa: PLC0415 - exists on a Raspberry Pi only
    except ImportError:
        raise CameraError(
            say("The Pi camera needs picamera2: run deploy/install.sh, or use a USB camera (usb:0).")
        ) from None
    if number >= len(Picamera2.global_camera_info()):
        raise CameraError(
            say(
                "No Pi camera {number} is found: seat its ribbon cable with the power off, then start again.",
                number=number,
            )
        )
    try:
        camera = Picamera2(number)
    except (RuntimeError, IndexError) as error:
        raise CameraError(_busy(error)) from None
    try:
        camera.configure(_configuration(camera))
        camera.start()
    except RuntimeError as error:
        camera.close()
        raise CameraError(_busy(error)) from None
    camera.set_controls(_AUTOMATIC)
    if "AfMode" in camera.camera_controls:
        camera.set_controls({"AfMode": _focus_modes().Continuous})
    return camera


def _configuration(camera: Any) -> Any:  # noqa: ANN401
    """Return the largest pictures within reason: "RGB888" is what picamera2 calls B, G, R in memory."""
    width, height = camera.sensor_resolution
    while width > _WIDEST_PX:
        width, height = width // 2, height // 2
    main = {"size": (width - width % 2, height - height % 2), "format": "RGB888"}
    return camera.create_video_configuration(main=main, controls={"FrameDurationLimits": _FRAME_US})


def _settled(camera: Any) -> tuple[dict[str, Any], Image]:  # noqa: ANN401
    """Hold exposure, gains and focus once they have stopped changing; return what they are and a picture so taken."""
    before, steady = np.zeros(0), 0
    for _ in range(_LONGEST_SETTLING):
        metadata, _ = _capture(camera)
        values = _adjusting(metadata)
        same = before.shape == values.shape and np.allclose(values, before, rtol=_STEADY_PART, atol=_STEADY_PART)
        steady, before = steady + 1 if same else 0, values
        if steady == _STEADY_FRAMES:
            break
    camera.set_controls(_held(camera, metadata))
    return _capture(camera)


def _adjusting(metadata: dict[str, Any]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return what the automatics are still changing: exposure, gains and focus."""
    light = float(metadata["ExposureTime"]) * float(metadata["AnalogueGain"])
    return np.array([light, *metadata["ColourGains"], float(metadata.get("LensPosition", 0.0))])


def _held(camera: Any, metadata: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401
    """Return the controls that keep the values of `metadata`."""
    settings: dict[str, Any] = {"AeEnable": False, "AwbEnable": False}
    settings |= {name: metadata[name] for name in ("ExposureTime", "AnalogueGain", "ColourGains")}
    if "AfMode" in camera.camera_controls and "LensPosition" in metadata:
        settings |= {"AfMode": _focus_modes().Manual, "LensPosition": metadata["LensPosition"]}
    return settings


def _focus_modes() -> Any:  # noqa: ANN401
    from libcamera import controls  # noqa: PLC0415 - comes with picamera2

    return controls.AfModeEnum


def _capture(camera: Any) -> tuple[dict[str, Any], Image]:  # noqa: ANN401
    """Return metadata and picture of a frame exposed from now on; raises CameraError when none comes."""
    job = camera.capture_request(wait=False, flush=True)
    try:
        request = camera.wait(job, timeout=_WAIT_S)
    except TimeoutError:
        raise CameraError(say("The Pi camera stopped sending pictures: check its cable, then start again.")) from None
    try:
        return request.get_metadata(), np.asarray(request.make_array("main"), np.uint8)
    finally:
        request.release()


def _brightness(image: Image) -> float:
    return float(image[::16, ::16].mean()) + 1.0
