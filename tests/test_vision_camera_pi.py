"""The Pi camera, against a module that behaves as picamera2 does."""

import sys
from itertools import islice, pairwise

import fake_picamera2
import numpy as np
import pytest
from fake_picamera2 import AfModeEnum, Scene

from vision.camera import CameraError, open_source


@pytest.fixture
def scene(monkeypatch: pytest.MonkeyPatch) -> Scene:
    scene = Scene()
    for name, module in fake_picamera2.modules(scene).items():
        monkeypatch.setitem(sys.modules, name, module)
    return scene


def test_frames_are_bgr_large_and_never_from_before_the_request(scene: Scene) -> None:
    with open_source("pi") as source:
        frame = next(source)
    assert frame.image.shape == (1296, 2304, 3)
    np.testing.assert_allclose(frame.image[600, 1000], [50, 100, 200], atol=6)
    assert frame.seq == 0
    assert not scene.in_use


def test_the_stand_in_does_give_a_stale_frame_when_it_is_not_flushed(scene: Scene) -> None:
    camera = fake_picamera2.Picamera2()
    camera.configure(camera.create_video_configuration({"size": (64, 48), "format": "RGB888"}, {}))
    camera.start()
    assert camera.capture_request().make_array("main").max() == 0
    assert scene.in_use


def test_exposure_gains_and_focus_are_held_once_settled(scene: Scene) -> None:
    with open_source("pi") as source:
        next(source)
    held = scene.log[-1]
    assert held["AeEnable"] is False
    assert held["AwbEnable"] is False
    assert held["ExposureTime"] == pytest.approx(12_000, rel=0.04)
    assert held["ColourGains"] == (1.9, 1.6)
    assert held["AnalogueGain"] == 2.0
    assert held["AfMode"] == AfModeEnum.Manual
    assert held["LensPosition"] == pytest.approx(2.2, abs=0.1)


def test_a_camera_without_focus_is_left_alone(scene: Scene) -> None:
    scene.autofocus = False
    with open_source("pi") as source:
        next(source)
    assert not any("AfMode" in controls or "LensPosition" in controls for controls in scene.log)


def test_buffers_go_back_and_frames_are_numbered(scene: Scene) -> None:
    with open_source("pi:0") as source:
        frames = [next(source) for _ in range(3 * fake_picamera2.BUFFERS)]
    assert [frame.seq for frame in frames] == list(range(18))
    assert all(a.at <= b.at for a, b in pairwise(frames))
    assert not scene.in_use


def test_another_light_is_settled_anew(scene: Scene) -> None:
    with open_source("pi") as source:
        bright = next(source).image.mean()
        scene.light = 0.4
        dark = next(source).image.mean()
        later = [next(source).image.mean() for _ in range(20)]
    assert dark < 0.5 * bright
    assert later[-1] == pytest.approx(bright, rel=0.05)
    assert sum("AfMode" in controls and controls["AfMode"] == AfModeEnum.Continuous for controls in scene.log) == 1


def test_a_camera_that_falls_silent_is_reported_and_let_go(scene: Scene) -> None:
    scene.gone_after = 30
    with open_source("pi") as source, pytest.raises(CameraError, match="stopped sending pictures: check its cable"):
        list(islice(source, 60))
    assert not scene.in_use


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        ({"cameras": 0}, "No Pi camera 0 is found: seat its ribbon cable"),
        ({"in_use": True}, "does not start .*close other programs"),
        ({"fails_to_start": True}, "does not start .*busy.*close other programs"),
    ],
)
def test_a_camera_that_cannot_be_opened_says_what_to_do(
    scene: Scene, trouble: dict[str, object], sentence: str
) -> None:
    for name, value in trouble.items():
        setattr(scene, name, value)
    with open_source("pi") as source, pytest.raises(CameraError, match=sentence):
        next(source)
    assert scene.in_use == ("in_use" in trouble)


def test_without_picamera2_the_way_out_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with open_source("pi") as source, pytest.raises(CameraError, match=r"needs picamera2: run deploy/install\.sh"):
        next(source)
