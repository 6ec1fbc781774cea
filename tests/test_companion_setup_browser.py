"""The set-up in a real Chromium: from a photo to a game, a live picture, corners by mouse, finger and keys."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect
from set_up_tables import TALL_PX, saved, table, without_card
from test_companion_browser import SIZES, opened

from companion import create_app
from companion.automation import WatchedCamera
from companion.serving import serving
from companion.sessions import Sessions
from vision.camera import Source
from vision.camera_frame import Shots
from vision.read_plane import CALIBRATION_FILE
from vision.rectify_file import load_calibration
from vision.render_faces import Image


@contextmanager
def live(sessions: Sessions) -> Iterator[Callable[[Image], None]]:
    """Give what shows the watched camera a picture, as the watcher's thread takes it from a real one."""
    sessions.camera = camera = WatchedCamera("pi")
    pictures: SimpleQueue[Image | None] = SimpleQueue()

    def shots() -> Shots:
        while (image := pictures.get()) is not None:
            yield image, datetime.now(UTC)

    watcher = Thread(target=lambda: [None for _ in camera.sight.of(Source(shots()))])
    watcher.start()
    yield pictures.put
    pictures.put(None)
    watcher.join()


def photo(page: Page, path: Path) -> None:
    page.locator("#photo").set_input_files(path)
    expect(page.get_by_text("The photo is used from here on.")).to_be_visible()


def box(locator: Locator) -> FloatRect:
    found = locator.bounding_box()
    assert found is not None
    return found


def middle(locator: Locator) -> tuple[float, float]:
    at = box(locator)
    return at["x"] + at["width"] / 2, at["y"] + at["height"] / 2


def number(page: Page, name: str) -> float:
    return float(page.locator(f"[name={name}]").input_value())


def by_hand(page: Page, address: str, folder: Path) -> None:
    """Open the form for corners over a photo without cards."""
    page.goto(f"{address}/setup?step=cards")
    photo(page, saved(table(cards=False), folder / "bare.png"))
    page.get_by_text("No cards? Set the corners by hand").click()


def test_from_a_photo_to_a_game_in_five_steps(chromium: Browser, address: str, tmp_path: Path) -> None:
    with opened(chromium) as page:
        page.goto(address)
        page.get_by_role("link", name="Set up the table").click()
        expect(page.get_by_role("link", name="Play without a camera")).to_be_visible()
        photo(page, saved(without_card(table(), 0), tmp_path / "table.png"))
        expect(page.get_by_role("heading", level=1)).to_have_text("Camera")
        page.get_by_role("link", name="Next: Corner cards").click()
        expect(page.locator("#finding")).to_contain_text("Card 0 not seen")
        expect(page.locator(".spot-ring")).to_have_count(1)
        expect(page.get_by_role("link", name="Go on all the same")).to_be_visible()
        photo(page, saved(table(), tmp_path / "mended.png"))
        expect(page.locator("#finding")).to_contain_text("All four corner cards are seen.")
        expect(page.locator(".found")).to_have_count(4)
        for name in ("Focus", "Light", "Pieces"):
            page.get_by_role("link", name=f"Next: {name}").click()
            expect(page.get_by_role("heading", level=1)).to_have_text(name)
        expect(page.locator("#finding")).to_contain_text("3 dice are read surely.")
        page.get_by_role("link", name="Begin a game").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("What is played?")


def test_all_of_it_works_without_script(chromium: Browser, address: str, tmp_path: Path) -> None:
    with opened(chromium, script=False) as page:
        page.goto(f"{address}/setup?step=pieces")
        page.locator("#photo").set_input_files(saved(table(), tmp_path / "table.png"))
        page.get_by_role("button", name="Send").click()
        expect(page.locator("#finding")).to_contain_text("3 dice are read surely.")


def test_the_live_picture_turns_green_by_itself(chromium: Browser, sessions: Sessions) -> None:
    with live(sessions) as show, serving(create_app(sessions), "127.0.0.1", 0) as port, opened(chromium) as page:
        page.goto(f"http://127.0.0.1:{port}/setup?step=cards")
        expect(page.locator("#finding")).to_contain_text("There is no picture yet")
        show(without_card(table(), 3))
        expect(page.locator("#finding")).to_contain_text("Card 3 not seen")
        page.evaluate("window.sameDocument = true")
        show(table())
        expect(page.locator("#finding")).to_contain_text("All four corner cards are seen.")
        expect(page.locator("#step-cards small")).to_have_text("in order")
        expect(page.locator("#shot")).to_have_attribute("href", "/setup/picture.jpg?v=frame1")
        expect(page.get_by_role("link", name="Next: Focus")).to_be_visible()
        assert page.evaluate("window.sameDocument"), "nothing was loaded anew"


@pytest.mark.parametrize("size", ["phone", "television"])
def test_a_corner_is_dragged_by_mouse_as_far_as_the_mouse_goes(
    chromium: Browser, address: str, sessions: Sessions, tmp_path: Path, size: str
) -> None:
    with opened(chromium, size) as page:
        by_hand(page, address, tmp_path)
        handle = page.locator(".handle").first
        handle.scroll_into_view_if_needed()
        start, (x, y) = (number(page, "x0"), number(page, "y0")), middle(handle)
        scale = page.evaluate("1 / document.getElementById('look').getScreenCTM().a")
        page.mouse.move(x + 3, y + 3)
        page.mouse.down()
        page.mouse.move(x + 33, y + 23, steps=4)
        page.mouse.up()
        assert number(page, "x0") == pytest.approx(start[0] + 30 * scale, abs=1)
        assert number(page, "y0") == pytest.approx(start[1] + 20 * scale, abs=1)
        assert middle(handle) == pytest.approx((x + 30, y + 20), abs=1.5), "the ring is where the finger left it"
        page.get_by_label("From left to right, cm").fill("54")
        page.get_by_label("From top to bottom, cm").fill("38")
        page.get_by_role("button", name="Keep these corners").click()
        expect(page.locator("#finding")).to_contain_text("The corners set by hand are used.")
        kept = load_calibration(sessions.profile / CALIBRATION_FILE)
        assert kept.table_mm == (540, 380)
        assert kept.to_picture([(0, 0)])[0] == pytest.approx((start[0] + 30 * scale, start[1] + 20 * scale), abs=2)


def test_a_corner_is_moved_by_arrow_keys_and_says_where_it_is(chromium: Browser, address: str, tmp_path: Path) -> None:
    with opened(chromium, "tablet") as page:
        by_hand(page, address, tmp_path)
        handle = page.get_by_role("button", name="Bottom right corner")
        x, y = number(page, "x2"), number(page, "y2")
        handle.focus()
        step = max(1.0, page.evaluate("1 / document.getElementById('look').getScreenCTM().a"))
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Shift+ArrowUp")
        assert number(page, "x2") == pytest.approx(x - step, abs=0.2)
        assert number(page, "y2") == pytest.approx(y - 10 * step, abs=0.2)
        told = f"Bottom right corner: {round(number(page, 'x2'))}, {round(number(page, 'y2'))}"
        expect(handle).to_have_attribute("aria-label", told)
        for _ in range(300):
            page.keyboard.press("Shift+ArrowDown")
        assert number(page, "y2") == TALL_PX - 1, "it stays in the picture"


def test_a_corner_is_dragged_by_a_finger(chromium: Browser, address: str, tmp_path: Path) -> None:
    with opened(chromium, touch=True) as page:
        by_hand(page, address, tmp_path)
        handle = page.locator(".handle").nth(1)
        handle.scroll_into_view_if_needed()
        (x, y), before, scrolled = middle(handle), number(page, "x1"), page.evaluate("scrollY")
        device = page.context.new_cdp_session(page)
        for kind, dx in (("touchStart", 0), ("touchMove", -10), ("touchMove", -25), ("touchEnd", None)):
            points = [] if dx is None else [{"x": x + dx, "y": y + 12}]
            device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        scale = page.evaluate("1 / document.getElementById('look').getScreenCTM().a")
        assert number(page, "x1") == pytest.approx(before - 25 * scale, abs=2)
        assert page.evaluate("scrollY") == scrolled, "the page does not scroll away under the finger"


def test_each_ring_is_large_enough_for_a_finger(chromium: Browser, address: str, tmp_path: Path) -> None:
    for size in SIZES:
        with opened(chromium, size) as page:
            by_hand(page, address, tmp_path)
            hit = box(page.locator(".handle-hit").first)
            assert min(hit["width"], hit["height"]) >= 44
