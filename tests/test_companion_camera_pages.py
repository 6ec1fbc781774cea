"""The page's part of a watched camera: the Done button and how much the camera may do by itself."""

from typing import Any

from flask.testing import FlaskClient

from companion.automation import Automation, WatchedCamera
from companion.session import Session
from companion.sessions import Sessions

JSON = {"Accept": "application/json"}


def test_done_asks_the_camera_for_a_still(client: FlaskClient, session: Session, sessions: Sessions) -> None:
    sessions.camera = WatchedCamera("pi")
    answer = client.post(f"/sessions/{session.id}/done", headers=JSON)
    assert answer.get_json() == {"said": "The camera looks at the table now."}
    assert sessions.camera.wishes.done.is_set()


def test_a_form_without_script_comes_back_to_the_page(
    client: FlaskClient, session: Session, sessions: Sessions
) -> None:
    sessions.camera = WatchedCamera("pi")
    answer = client.post(f"/sessions/{session.id}/done")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/sessions/{session.id}")


def test_what_the_camera_may_do_is_chosen_and_told_to_everybody(
    client: FlaskClient, session: Session, sessions: Sessions
) -> None:
    sessions.camera = WatchedCamera("pi")
    before = session.version()
    answer = client.post(f"/sessions/{session.id}/automation", json={"automation": "suggest"}, headers=JSON)
    assert answer.get_json() == {"said": "The camera asks before it plays what it sees."}
    assert sessions.camera.automation is Automation.SUGGEST
    assert session.version() != before
    page = client.get(f"/sessions/{session.id}").text
    assert '<button name="automation" value="suggest" aria-pressed="true">' in page
    assert "The camera asks before it plays what it sees." in page


def test_a_choice_that_is_none_is_refused(client: FlaskClient, session: Session, sessions: Sessions) -> None:
    sessions.camera = WatchedCamera("pi")
    wrong: tuple[dict[str, Any], ...] = ({"json": {"automation": "now and then"}}, {"json": ["on"]}, {"data": {}})
    for sent in wrong:
        answer = client.post(f"/sessions/{session.id}/automation", headers=JSON, **sent)
        assert answer.status_code == 400
        assert answer.get_json()["error"] == "Choose what the camera may do: on, suggest, off."
    assert sessions.camera.automation is Automation.ON


def test_without_a_camera_the_page_has_no_button_and_says_what_to_do(client: FlaskClient, session: Session) -> None:
    assert "Done</button>" not in client.get(f"/sessions/{session.id}").text
    answer = client.post(f"/sessions/{session.id}/done", headers=JSON)
    assert answer.status_code == 409
    assert answer.get_json()["error"].startswith("No camera is watched here: start with --camera")


def test_nothing_is_asked_of_the_camera_by_looking(client: FlaskClient, session: Session, sessions: Sessions) -> None:
    sessions.camera = WatchedCamera("pi")
    assert client.get(f"/sessions/{session.id}/done").status_code == 405
    assert client.post("/sessions/77/done", headers=JSON).status_code == 404
    assert not sessions.camera.wishes.done.is_set()
