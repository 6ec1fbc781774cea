"""A camera that hangs is given up after a while; one that answers is as before."""

from collections.abc import Iterator
from datetime import UTC, datetime
from threading import Event
from time import monotonic

import numpy as np
import pytest

from vision.camera import CameraError
from vision.camera_frame import Image, Shots, Source
from vision.camera_watchdog import guarded

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
PATIENCE_S = 0.3


@pytest.fixture
def woken() -> Iterator[Event]:
    """An event that a hanging camera waits for; it is let go at the end."""
    event = Event()
    yield event
    event.set()


def camera(pictures: int, hangs: Event | None = None, let_go: Event | None = None) -> Shots:
    """Yield so many pictures, then hang until woken, or fail as a camera that was unplugged."""
    try:
        for number in range(pictures):
            yield picture(number), NOON
        if hangs:
            hangs.wait()
        raise CameraError("It was unplugged.")
    finally:
        if let_go:
            let_go.set()


def picture(number: int) -> Image:
    return np.full((4, 6, 3), number, np.uint8)


def test_pictures_come_as_they_are_until_the_camera_says_what_is_wrong() -> None:
    with Source(guarded(camera(3))) as source:
        assert [int(next(source).image[0, 0, 0]) for _ in range(3)] == [0, 1, 2]
        with pytest.raises(CameraError, match=r"It was unplugged\."):
            next(source)


def test_a_camera_that_hangs_is_given_up(woken: Event) -> None:
    with Source(guarded(camera(1, hangs=woken), PATIENCE_S)) as source:
        next(source)
        begun = monotonic()
        with pytest.raises(CameraError, match="no picture for 0 seconds: check its cable"):
            next(source)
    assert PATIENCE_S <= monotonic() - begun < PATIENCE_S + 2


def test_a_camera_that_was_left_behind_lets_its_device_go_when_it_wakes(woken: Event) -> None:
    let_go = Event()
    with pytest.raises(CameraError), Source(guarded(camera(0, woken, let_go), PATIENCE_S)) as source:
        next(source)
    assert not let_go.is_set()
    woken.set()
    assert let_go.wait(5)


def test_closing_lets_the_camera_go_at_once() -> None:
    let_go = Event()
    with Source(guarded(camera(5, let_go=let_go))) as source:
        next(source)
    assert let_go.is_set()


def test_the_next_picture_is_taken_when_it_is_asked_for() -> None:
    taken: list[int] = []

    def shots() -> Shots:
        for number in range(9):
            taken.append(number)
            yield picture(number), NOON

    with Source(guarded(shots())) as source:
        next(source)
        assert taken == [0]


def test_a_source_that_ends_ends() -> None:
    def shots() -> Shots:
        yield picture(1), NOON

    assert [int(frame.image[0, 0, 0]) for frame in Source(guarded(shots()))] == [1]
