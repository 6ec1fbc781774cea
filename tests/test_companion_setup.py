"""Setting up over HTTP: each step's light, photos instead of a camera, corners by hand, the system page."""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from companion_tables import ILLEGAL, MISREAD, jpeg, reading, table_after
from conftest import own_browser
from flask.testing import FlaskClient
from printed_pages import words
from set_up_tables import MISSING_PX, TALL_PX, WIDE_PX, blurred, dark, saved, table, without_card
from test_companion_watcher import eventually

from companion import checkup_picture, create_app
from companion.automation import WatchedCamera
from companion.checkup_picture import Sighted
from companion.commands.read import LOOSE_DICE
from companion.eyes import small
from companion.session import Session
from companion.sessions import Sessions
from companion.setting_up import NO_CAMERA, STEPS, SettingUp
from companion.watcher import Watcher
from vision.camera import read_picture
from vision.read_plane import CALIBRATION_FILE
from vision.rectify_file import load_calibration
from vision.render_faces import Image

PHOTOS = sorted((Path(__file__).parent / "photos").glob("*.jpg"))[::3]
CORNERS = {"x0": 100, "y0": 90, "x1": 1180, "y1": 100, "x2": 1170, "y2": 860, "x3": 110, "y3": 850}
SIZE = {"wide": "54", "deep": "38"}


def upload(client: FlaskClient, image: Image | Path, step: str = "") -> Any:  # noqa: ANN401 (a test response)
    content = image.read_bytes() if isinstance(image, Path) else bytes(cv2.imencode(".png", image)[1])
    file = {"picture": (BytesIO(content), "table.png")}
    return client.post("/setup/pictures", query_string={"step": step}, data=file, follow_redirects=True)


def lights(page: str) -> dict[str, str]:
    """Return the word at each step's light."""
    found = re.findall(r'id="step-(\w+)".*?<small>([^<]+)</small>', page, re.DOTALL)
    assert tuple(name for name, _ in found) == STEPS
    return dict(found)


def test_without_a_camera_it_says_so_kindly_and_leads_to_the_score_sheet(client: FlaskClient) -> None:
    page = client.get("/setup").text
    assert NO_CAMERA in page
    assert '<a id="onward" class="button primary" href="/">Play without a camera' in page
    assert set(lights(page).values()) == {"not looked at yet"}
    for step in STEPS:
        assert client.get(f"/setup?step={step}").status_code == 200


def test_a_table_in_order_is_green_at_every_step(client: FlaskClient, sessions: Sessions) -> None:
    page = upload(client, table()).text
    assert "The photo is used from here on." in page
    assert lights(page) == dict.fromkeys(STEPS, "in order"), "it stands at the last step: nothing is to be done"
    assert "3 dice are read surely." in page
    assert "Begin a game" in page
    assert load_calibration(sessions.profile / CALIBRATION_FILE).quality == "four cards, best"
    assert client.get("/setup/picture.jpg").mimetype == "image/jpeg"


@pytest.mark.parametrize(
    ("wrong", "step", "told"),
    [
        (lambda: without_card(table(), 2), "cards", "Card 2 not seen: lay all four in view"),
        (lambda: blurred(table()), "cards", "No corner card is seen"),
        (lambda: dark(table()), "light", "The picture is very dark: put more light on the table."),
        (lambda: table(dice=False), "pieces", "No piece is seen: lay some of your tiles"),
        (lambda: np.asarray(cv2.resize(table(), (400, 300)), np.uint8), "camera", "set the camera to at least 480"),
    ],
)
def test_the_first_step_that_is_not_in_order_is_shown_with_what_to_change(
    client: FlaskClient, wrong: Callable[[], Image], step: str, told: str
) -> None:
    page = upload(client, wrong()).text
    assert lights(page)[step] == "to be done"
    assert re.search(rf'id="step-{step}"[^>]*aria-current="step"', page)
    assert told in page
    assert "Go on all the same" in page


def test_a_picture_out_of_focus_says_so_at_its_step(client: FlaskClient) -> None:
    upload(client, blurred(table()))
    page = client.get("/setup?step=focus").text
    assert "The picture is out of focus" in page
    assert lights(page)["focus"] == "to be done"


@pytest.mark.parametrize("card", MISSING_PX)
def test_where_a_missing_card_should_lie_is_circled(card: int) -> None:
    found = checkup_picture.cards(Sighted(without_card(table(), card)))
    assert found.spot_px is not None
    assert found.spot_px[:2] == pytest.approx(MISSING_PX[card], abs=6)


@pytest.mark.parametrize("photo", PHOTOS, ids=lambda path: path.stem)
def test_real_photos_are_looked_at_for_every_step(client: FlaskClient, photo: Path) -> None:
    page = upload(client, photo, "pieces").text
    assert lights(page)["camera"] == "in order"
    assert lights(page)["cards"] == "to be done", "there are none in it"
    assert re.search(r"\d+ (dice are|die is) read surely|die", page)


def test_corners_set_by_hand_are_kept_and_count_where_no_card_is_seen(client: FlaskClient, sessions: Sessions) -> None:
    bare = table(cards=False)
    upload(client, bare)
    page = client.post("/setup/corners?step=cards", data={**CORNERS, **SIZE}, follow_redirects=True).text
    assert "The corners are kept" in page
    assert "The corners set by hand are used." in page
    assert lights(page)["cards"] == "in order"
    kept = load_calibration(sessions.profile / CALIBRATION_FILE)
    assert (kept.quality, kept.table_mm, kept.picture_px) == ("by hand", (540.0, 380.0), (WIDE_PX, TALL_PX))
    assert kept.to_table([(100, 90)])[0] == pytest.approx((0, 0), abs=0.5)
    assert sessions.eyes.read(bare, LOOSE_DICE, None).calibrated
    assert 'name="x1" value="1180' in page
    gone = client.post("/setup/corners/forget?step=cards", follow_redirects=True).text
    assert lights(gone)["cards"] == "to be done"
    assert not (sessions.profile / CALIBRATION_FILE).exists()


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({**CORNERS, **SIZE, "x0": "1180", "x1": "100"}, "clockwise from its top left"),
        ({**CORNERS, **SIZE, "x0": "far"}, "A corner has no place in the picture"),
        ({**CORNERS, **SIZE, "y2": "nan"}, "A corner has no place in the picture"),
        ({**CORNERS, "wide": "5400", "deep": "38"}, "in centimetres"),
        (CORNERS, "no place in the picture"),
    ],
)
def test_corners_that_make_no_table_are_refused_with_a_sentence(
    client: FlaskClient, sessions: Sessions, sent: dict[str, Any], told: str
) -> None:
    upload(client, table(cards=False))
    answer = client.post("/setup/corners?step=cards", data=sent)
    assert answer.status_code == 422
    assert told in answer.text
    program = client.post("/setup/corners?step=cards", json=sent)
    assert (program.status_code, told in program.get_json()["error"]) == (422, True)
    assert not (sessions.profile / CALIBRATION_FILE).exists()


def test_corners_before_any_picture_are_refused(client: FlaskClient) -> None:
    answer = client.post("/setup/corners", data={**CORNERS, **SIZE})
    assert answer.status_code == 422
    assert "There is no picture yet" in answer.text


def test_what_is_no_picture_is_refused(client: FlaskClient) -> None:
    answer = client.post("/setup/pictures", data={})
    assert (answer.status_code, client.get("/setup/picture.jpg").status_code) == (400, 404)
    assert "choose a photo" in answer.text


def test_the_cards_can_be_printed_from_the_page(client: FlaskClient) -> None:
    for paper in ("a4", "letter"):
        answer = client.get(f"/setup/cards.pdf?paper={paper}")
        assert answer.mimetype == "application/pdf"
        assert answer.data.startswith(b"%PDF")
    assert client.get("/setup/cards.pdf?paper=../a4").status_code == 404


def first_page(pdf: bytes, folder: Path) -> str:
    path = folder / "printed.pdf"
    path.write_bytes(pdf)
    return words(path)[0]


def test_what_is_printed_from_the_page_is_in_the_viewers_language(client: FlaskClient, tmp_path: Path) -> None:
    client.get("/?tongue=ru")
    page = client.get("/setup?step=pieces").text
    (kit,) = re.findall(r'href="(/setup/kits/dice_forge.pdf\?paper=a4)"', page)
    for path, said in (("/setup/cards.pdf", "Угловые карточки"), (kit, "начальный светлый кубик")):
        answer = client.get(path)
        assert answer.mimetype == "application/pdf"
        assert said in first_page(answer.data, tmp_path)
    assert "Cut along the grey lines" in first_page(client.get("/setup/cards.pdf?tongue=en").data, tmp_path)


def test_there_is_a_kit_only_of_games_that_have_one(client: FlaskClient) -> None:
    for path in ("/setup/kits/chess.pdf", "/setup/kits/line_dice.pdf?paper=a5", "/setup/kits/..%2Fa.pdf"):
        assert client.get(path).status_code == 404
    assert "There is no paper kit of “chess”" in client.get("/setup/kits/chess.pdf").text


def test_a_watched_camera_is_looked_through_and_a_photo_stands_in_for_it(sessions: Sessions, tmp_path: Path) -> None:
    path = saved(without_card(table(), 0), tmp_path / "table.png")
    sessions.camera = WatchedCamera(str(path))
    client = own_browser(create_app(sessions))
    assert "The camera is being started" in client.get("/setup").text
    watcher = Watcher(lambda: None, sessions.eyes, sessions.camera, pause_s=0.05)
    watcher.start()
    assert eventually(lambda: sessions.camera is not None and sessions.camera.sight.frame is not None)
    watcher.stop(60)
    live = client.get("/setup/live?step=cards").text
    assert "Card 0 not seen" in live
    assert 'data-version="frame0"' in live
    assert "All four corner cards are seen." in upload(client, table(), "cards").text
    back = client.post("/setup/camera?step=cards", follow_redirects=True).text
    assert "Card 0 not seen" in back


def test_an_unplugged_camera_is_told_with_what_to_do(sessions: Sessions, tmp_path: Path) -> None:
    sessions.camera = WatchedCamera(str(tmp_path / "unplugged.mp4"))
    client = own_browser(create_app(sessions))
    watcher = Watcher(lambda: None, sessions.eyes, sessions.camera, pause_s=0.05)
    watcher.start()
    assert eventually(lambda: bool(sessions.camera and sessions.camera.sight.trouble))
    watcher.stop(60)
    for page in (client.get("/setup").text, client.get("/system").text):
        assert "No camera or file" in page


def test_many_pages_cost_no_more_looks_than_one(sessions: Sessions) -> None:
    setting = SettingUp(sessions)
    content = bytes(cv2.imencode(".png", table())[1])
    setting.take(content, "table.png")
    first = setting.look()
    assert first is not None
    assert setting.look() is first
    setting.take(content, "table.png")
    assert setting.look() is not first


def test_the_system_page_tells_this_tables_own_accuracy(client: FlaskClient, session: Session) -> None:
    assert "nothing has been read at this table yet" in client.get("/system").text
    session.offer(reading(table_after(session, ILLEGAL)), jpeg())
    session.correct(1, MISREAD, "orange 4", 0)
    page = client.get("/system").text
    told = client.get("/system", headers={"Accept": "application/json"}).get_json()
    assert told["accuracy"] == {"sessions": 1, "pieces": 18, "corrected": 1}
    assert told["right_percent"] == pytest.approx(100 * 17 / 18)
    assert "94.4 %" in page
    assert "18 pieces read in 1 session, 1 corrected by people" in page


def test_the_system_page_tells_room_versions_and_what_reads_take(client: FlaskClient) -> None:
    upload(client, table(), "pieces")
    page = client.get("/system").text
    told = client.get("/system", headers={"Accept": "application/json"}).get_json()
    (read,) = told["reads"]
    assert (read["width_px"], read["height_px"], read["pieces"]) == (WIDE_PX, TALL_PX, 3)
    assert 1 < read["took_ms"] < 60_000
    assert f"<td>{WIDE_PX} " in page
    assert {"disk"} <= {check["name"] for check in told["checks"]}
    assert {"Python", "numpy", "flask"} <= {package.split()[0] for package in told["packages"]}
    assert told["source"] == ""


def test_the_start_page_leads_to_set_up_and_system(client: FlaskClient) -> None:
    page = client.get("/").text
    assert 'href="/setup"' in page
    assert 'href="/system"' in page


def test_small_pictures_of_a_set_up_stay_small(client: FlaskClient, tmp_path: Path) -> None:
    upload(client, np.asarray(cv2.resize(table(), (2560, 1920)), np.uint8))
    shown = tmp_path / "shown.jpg"
    shown.write_bytes(client.get("/setup/picture.jpg").data)
    assert read_picture(shown).shape == (960, 1280, 3)
    assert len(small(shown.read_bytes())) < len(shown.read_bytes())
