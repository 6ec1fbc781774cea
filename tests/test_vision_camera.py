"""Pictures, folders, videos and streams: whole and upright, or one sentence."""

import struct
import subprocess
import sys
import threading
import zlib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision import watch
from vision.camera import CameraError, Frame, PictureError, decode_picture, open_source, read_picture

Image = NDArray[np.uint8]


def scene(width: int = 320, height: int = 240, *, red_x: int = 0) -> Image:
    image = np.full((height, width, 3), 90, np.uint8)
    image[:, :, 1] = np.linspace(0, 255, width, dtype=np.uint8)
    image[:40, red_x : red_x + 40] = (0, 0, 255)
    return image


def jpeg(image: Image) -> bytes:
    return bytes(cv2.imencode(".jpg", image)[1])


def png(image: Image) -> bytes:
    return bytes(cv2.imencode(".png", image)[1])


def with_orientation(data: bytes, orientation: int) -> bytes:
    """Return a JPEG with an EXIF tag that says how it is to be turned."""
    tiff = b"MM\x00*\x00\x00\x00\x08" + struct.pack(">HHHIHHI", 1, 0x0112, 3, 1, orientation, 0, 0)
    body = b"Exif\x00\x00" + tiff
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + data[2:]


def huge_png() -> bytes:
    """Return a whole PNG of 10000 x 9000 pixels that is only a few bytes long."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 10_000, 9_000, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")


@pytest.mark.parametrize("encode", [jpeg, png])
def test_a_picture_comes_back_bgr(tmp_path: Path, encode: object) -> None:
    assert callable(encode)
    path = tmp_path / "table.picture"
    path.write_bytes(encode(scene()))
    image = read_picture(path)
    assert image.shape == (240, 320, 3)
    assert image.dtype == np.uint8
    np.testing.assert_allclose(image[10, 10], [0, 0, 255], atol=12)


def test_a_phones_picture_is_turned_upright(tmp_path: Path) -> None:
    path = tmp_path / "phone.jpg"
    path.write_bytes(with_orientation(jpeg(scene()), 6))
    image = read_picture(path)
    assert image.shape == (320, 240, 3)
    np.testing.assert_allclose(image[10, -10], [0, 0, 255], atol=12)  # a quarter turn clockwise


def test_what_follows_a_jpegs_end_does_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "phone.jpg"
    path.write_bytes(jpeg(scene()) + b"\xff\xd8 a film, a second picture, anything")
    assert read_picture(path).shape == (240, 320, 3)


def test_a_cut_jpeg_with_a_whole_thumbnail_is_still_cut() -> None:
    whole, thumbnail = jpeg(scene()), jpeg(scene(64, 48))
    segment = b"\xff\xe1" + struct.pack(">H", len(thumbnail) + 2) + thumbnail
    data = whole[:2] + segment + whole[2:]
    assert decode_picture(data, "whole.jpg").shape == (240, 320, 3)
    with pytest.raises(PictureError, match=r"cut\.jpg is cut short"):
        decode_picture(data[:-200], "cut.jpg")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "is empty"),
        (b"Dear diary", "is not a JPEG or PNG picture, whatever its name says"),
        (jpeg(scene())[: len(jpeg(scene())) * 6 // 10], "is cut short"),
        (jpeg(scene())[:-1], "is cut short"),
        (jpeg(scene())[:30], "is cut short"),
        (jpeg(scene())[:4], "is cut short"),
        (png(scene())[:-20], "is cut short"),
        (png(scene())[:20], "is cut short"),
        (png(scene())[:8], "is cut short"),
        (jpeg(scene(40, 30)), "only 40 x 30 pixels"),
        (huge_png(), "10000 x 9000 pixels, over 80 megapixels"),
        (b"\x00\x00\x00\x18ftypheic\x00\x00", "HEIC or AVIF picture: save it as JPEG"),
        (png(scene())[:60] + bytes(40) + png(scene())[100:], "is damaged"),
    ],
)
def test_what_is_no_whole_picture_is_refused(tmp_path: Path, data: bytes, sentence: str) -> None:
    path = tmp_path / "odd.jpg"
    path.write_bytes(data)
    with pytest.raises(PictureError, match=sentence) as caught:
        read_picture(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


def test_missing_files_and_folders_are_named(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"gone\.jpg is not there: check the name"):
        read_picture(tmp_path / "gone.jpg")
    with pytest.raises(PictureError, match="is a folder, not a picture"):
        read_picture(tmp_path)


def test_a_folder_gives_its_pictures_by_name_each_one_a_still(tmp_path: Path) -> None:
    for name, red_x in (("b.jpg", 200), ("a.PNG", 100), ("c.jpeg", 0)):
        data = (png if name.endswith("PNG") else jpeg)(scene(red_x=red_x))
        (tmp_path / name).write_bytes(data)
    (tmp_path / "notes.txt").write_text("no picture")
    with open_source(str(tmp_path)) as source:
        stills = list(watch(source))
    assert [int(np.argmax(s.frame.image[5, :, 2] > 200)) // 50 * 50 for s in stills] == [100, 200, 0]
    assert all(still.moved.all() and still.moved.shape == (240, 320) for still in stills)


def test_one_picture_is_a_source_as_well(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(jpeg(scene()))
    with open_source(str(tmp_path / "a.jpg")) as source:
        assert [frame.seq for frame in source] == [0]


def test_an_empty_folder_and_an_unknown_source_are_named(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="holds no picture"):
        open_source(str(tmp_path))
    with pytest.raises(CameraError, match='No camera or file "usbx:0": give pi, usb:0'):
        open_source("usbx:0")


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("film") / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (320, 240))
    assert writer.isOpened()
    for number in range(30):
        writer.write(scene(red_x=8 * number))
    writer.release()
    return path


def test_a_video_runs_in_its_own_time(film: Path) -> None:
    with open_source(str(film)) as source:
        frames = list(source)
    assert len(frames) == 30
    assert (frames[-1].at - frames[0].at).total_seconds() == pytest.approx(2.9)
    assert int(np.argmax(frames[10].image[5, :, 2] > 200)) == pytest.approx(80, abs=4)


def test_a_cut_video_gives_what_it_has_then_says_so(film: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.avi"
    cut.write_bytes(film.read_bytes()[: film.stat().st_size // 2])
    frames: list[Frame] = []
    with open_source(str(cut)) as source, pytest.raises(CameraError, match=r"cut\.avi is cut short after \d+ of 30"):
        frames.extend(iter(source))


def test_a_file_that_is_no_video_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(b"not a film at all")
    with open_source(str(path)) as source, pytest.raises(CameraError, match="is no video that can be read"):
        next(source)


def test_a_missing_usb_camera_is_named() -> None:
    with open_source("usb:77") as source, pytest.raises(CameraError, match="No USB camera answers as number 77"):
        next(source)


class Webcam(BaseHTTPRequestHandler):
    """A network camera that sends twenty pictures and is then gone."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        for number in range(20):
            data = jpeg(scene(red_x=8 * number))
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            self.wfile.write(head.encode() + data + b"\r\n")
            threading.Event().wait(0.02)

    def log_message(self, *_: object) -> None:
        """Keep the tests' output clean."""


@pytest.fixture
def webcam() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Webcam)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/video"
    server.shutdown()
    server.server_close()


def test_a_stream_gives_frames_until_the_camera_is_gone(webcam: str) -> None:
    images: list[Image] = []
    with open_source(webcam) as source, pytest.raises(CameraError, match="stopped: check the camera and the network"):
        images.extend(frame.image for frame in source)
    with open_source(webcam) as source:
        assert next(source).image.shape == (240, 320, 3)


def test_a_stream_that_is_not_there_is_named() -> None:
    with (
        open_source("http://127.0.0.1:9/video") as source,
        pytest.raises(CameraError, match="No video comes from http"),
    ):
        next(source)


def test_the_camera_can_be_tried_alone(film: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "vision", str(film), "--save", str(tmp_path / "kept")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    missing = subprocess.run([*command[:3], "nothing.mp4"], capture_output=True, text=True, check=False, timeout=60)
    assert missing.returncode == 1
    assert missing.stderr.startswith('No camera or file "nothing.mp4"')
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(b"\x00\x00\x00\x18ftypmp42" + bytes(400))
    for source in (str(broken), "usb:77"):
        done = subprocess.run([*command[:3], source], capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 1
        assert done.stderr.count("\n") == 1, done.stderr  # one sentence, and nothing of the libraries' own
    picture = tmp_path / "table.jpg"
    picture.write_bytes(jpeg(scene()))
    one = subprocess.run(
        [*command[:3], str(picture), *command[4:]], capture_output=True, text=True, check=False, timeout=60
    )
    assert one.stdout == "still 1: frame 0, 320 x 240, 100.0% disturbed, corner cards none\n"
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["still_0001.jpg"]
