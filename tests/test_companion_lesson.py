"""One's own pieces shown to the reader from the page, on the last step of the set-up."""

import re
from dataclasses import replace
from io import BytesIO
from typing import Any

import cv2
import pytest
from flask.testing import FlaskClient
from odd_dice import ROADS
from odd_dice import lesson as dice_lesson

from companion.sessions import Sessions
from companion.shelf import TAUGHT_NAME
from companion.teach import taught_suns
from vision.render import Scene, render
from vision.render_muses import lesson, muse_set

NAMES = "Ann, Bo, Cy, Di, Ed, Fay, Gus, Hal, Ida"
SUNS = "1,2,3,1,2,3,1,2,3"


def photo(scene: Scene) -> bytes:
    return bytes(cv2.imencode(".jpg", render(scene), [cv2.IMWRITE_JPEG_QUALITY, 95])[1])


@pytest.fixture(scope="module")
def tiles() -> bytes:
    return photo(lesson(muse_set(903), 903))


def shown(client: FlaskClient, content: bytes, game: str) -> str:
    """Set up by this photo, and return the page of the last step."""
    client.post("/setup/pictures", data={"picture": (BytesIO(content), "tiles.jpg")})
    return client.get(f"/setup?step=pieces&game={game}").text


def taught(client: FlaskClient, game: str, **fields: str) -> Any:  # noqa: ANN401 (a test response)
    return client.post(
        "/setup/pieces", query_string={"step": "pieces", "game": game}, data=fields, follow_redirects=True
    )


def test_tiles_are_taught_by_the_picture_of_the_set_up(client: FlaskClient, sessions: Sessions, tiles: bytes) -> None:
    page = shown(client, tiles, "dance_of_muses")
    assert "Read wrong? Show me your own pieces" in page
    assert "Calliope, Clio, Erato" in page, "the game's own names to begin with"
    answer = taught(client, "dance_of_muses", words=NAMES, suns=SUNS)
    assert answer.status_code == 200
    assert f"9 tiles are known now: {NAMES}." in answer.text
    assert f"Choose “{TAUGHT_NAME}” where a game begins" in answer.text
    assert f"Taught so far: {NAMES}." in answer.text
    assert taught_suns(sessions.profile, "dance_of_muses")["Cy"] == 3
    client.post("/setup/pieces/forget", query_string={"step": "pieces", "game": "dance_of_muses"})
    assert taught_suns(sessions.profile, "dance_of_muses") == {}
    assert "Taught so far" not in shown(client, tiles, "dance_of_muses")


def finding(page: str) -> str:
    """Return what is said of the pieces."""
    told = re.search(r'id="finding".*?class="sentence">(.*?)</p>', page, re.DOTALL)
    assert told
    return told[1]


def test_tiles_just_taught_are_seen_where_they_lie_and_others_are_not(client: FlaskClient, tiles: bytes) -> None:
    assert "lay some of your tiles side by side, a die on each" in finding(shown(client, tiles, "dance_of_muses"))
    page = taught(client, "dance_of_muses", words=NAMES).text
    assert finding(page) == "9 tiles are seen."
    assert finding(client.get("/setup?step=pieces&game=dance_of_muses&tongue=es").text) == "Se ven 9 losetas."
    client.get("/?tongue=en")
    assert re.findall(r">(\w+)</text>", page) == NAMES.split(", ")
    swapped = photo(lesson(muse_set(904), 903))
    assert "No piece is seen" in finding(shown(client, swapped, "dance_of_muses")), "another set in the same places"
    gone = photo(replace(lesson(muse_set(903), 903), tiles=lesson(muse_set(903), 903).tiles[:4]))
    assert finding(shown(client, gone, "dance_of_muses")) == "4 tiles are seen."


def test_the_lesson_of_a_game_leads_back_to_its_pieces(client: FlaskClient) -> None:
    shown(client, photo(dice_lesson(ROADS)), "line_dice")
    page = taught(client, "line_dice", words="S, X, C0, C1, C2, C3").text
    assert '<option value="line_dice" selected>' in page
    assert finding(page) == "6 dice are read surely."


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"words": f"{NAMES}, Jo"}, "of 10 tiles show clearly"),
        ({"words": "Ann, Ann"}, "“Ann” is named twice"),
        ({"words": " , "}, "Every tile needs a name"),
        ({"words": NAMES, "suns": "1,2"}, "There are 9 names and 2 numbers of suns"),
        ({"words": NAMES, "suns": "1,two"}, "“two” is no number of suns"),
    ],
)
def test_what_teaches_nothing_comes_back_as_it_was_written(
    client: FlaskClient, tiles: bytes, fields: dict[str, str], says: str
) -> None:
    shown(client, tiles, "dance_of_muses")
    answer = taught(client, "dance_of_muses", **fields)
    assert answer.status_code == 422
    assert says in answer.text
    assert f">{fields['words']}</textarea>" in answer.text
    program = client.post("/setup/pieces?step=pieces&game=dance_of_muses", json=fields)
    assert (program.status_code, says in program.get_json()["error"]) == (422, True)


def test_faces_of_dice_are_taught_and_more_are_added(client: FlaskClient) -> None:
    page = shown(client, photo(dice_lesson(ROADS)), "line_dice")
    assert ">S, X, C0, C1, C2, C3</textarea>" in page
    answer = taught(client, "line_dice", words="S, X, C0, C1, C2, C3")
    assert "6 faces are known now: S-NS, X, C0N, C1N, C2N, C3N." in answer.text
    assert "12 faces are known now" in taught(client, "line_dice", words="S, X, C0, C1, C2, C3", add="yes").text
    assert "“Q” is no face" in taught(client, "line_dice", words="Q").text


def test_without_a_picture_nothing_is_taught(client: FlaskClient) -> None:
    assert "lesson" not in client.get("/setup?step=pieces").text
    answer = taught(client, "dance_of_muses", words=NAMES)
    assert (answer.status_code, "There is no picture yet" in answer.text) == (422, True)
