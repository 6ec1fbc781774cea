"""A game that is under way begins from a picture: the form asks only for what that does not tell."""

from io import BytesIO

import cv2
import numpy as np
import pytest
from companion_tables import SETUP
from companion_tables import reading as seen
from flask.testing import FlaskClient
from line_camera import Camera
from werkzeug.test import TestResponse

from companion.eyes import Eyes, decoded
from companion.midway import midway
from companion.opening import any_table
from companion.sessions import Sessions
from rules import load
from rules.table import Observation, Place
from vision.reading import Piece, Reading

GAME = load("line_dice")
ROAD = {"0,0": "S-EW", "1,0": "X", "2,0": "C1S"}
SIDE_PX = 100


def reading(road: dict[str, str]) -> Reading:
    """Return what a reader that is sure makes of a road."""
    table = {Place.parse(f"die@{cell}"): face for cell, face in road.items()}
    pieces = tuple(_piece(place, face) for place, face in table.items())
    return Reading(900, 600, True, pieces, Observation.certain(table, ("die", "hand")))


def _piece(place: Place, face: str) -> Piece:
    x, y = (300 + SIDE_PX * step for step in place.cell)
    outline = ((x, y), (x + SIDE_PX, y), (x + SIDE_PX, y + SIDE_PX), (x, y + SIDE_PX))
    return Piece("die", ((face, 1.0),), (), tuple((float(a), float(b)) for a, b in outline), 0.0, place=place)


def test_a_picture_of_a_road_leaves_only_its_head_open() -> None:
    found = midway(GAME, reading(ROAD))
    assert found is not None
    assert found.told == {"option-hands": "unknown", "option-position": "S-EW 0,0; X 1,0; C1S 2,0"}
    assert found.open == {
        "option-head": (
            ("2,-1 N", "upwards from the die in the middle"),
            ("-1,0 W", "to the left from the die in the middle"),
        )
    }


def test_after_a_bluff_it_asks_where_arrows_must_point() -> None:
    found = midway(GAME, reading({**ROAD, "2,-1": "C2N"}))
    assert found is not None
    assert "option-arrow" in found.open
    assert found.told["option-arrow"] in {"N", "S"}


def test_an_empty_table_is_no_game_under_way() -> None:
    assert midway(GAME, reading({})) is None


@pytest.fixture
def picture(sessions: Sessions) -> bytes:
    """Return a drawn table with a road of three dice and a loose one."""
    camera = Camera(sessions, Eyes(sessions.profile), loose=1, hands="unknown")
    camera.show("S-EW 0,0; X 1,0; C1S 2,0", "S")
    return camera.session.store.picture(camera.session.id, 1) or b""


def sent(client: FlaskClient, content: bytes) -> TestResponse:
    return client.post("/sessions/new/line_dice/picture", data={"picture": (BytesIO(content), "table.jpg")})


def test_a_session_is_begun_from_a_photograph_with_one_answer(
    client: FlaskClient, sessions: Sessions, picture: bytes
) -> None:
    answer = sent(client, picture)
    assert answer.status_code == 200
    assert "choose what it does not tell" in answer.text
    told = midway(GAME, sessions.eyes.read(decoded(picture, "table.jpg"), any_table(GAME), None))
    assert told is not None
    (heads,) = told.open.values()
    assert len(heads) == 2
    assert all(words in answer.text for _, words in heads)
    begun = {"game": "line_dice", "seats": "2", **told.told}
    assert client.post("/sessions", data=begun).status_code == 422, "the head has to be said"
    answer = client.post("/sessions", data={**begun, "option-head": heads[0][0]})
    assert answer.status_code == 303, answer.text
    session = sessions.newest()
    assert session is not None
    assert len(session.position().state.dice) == 3


def test_a_picture_of_no_game_says_so(client: FlaskClient) -> None:
    plain = bytes(cv2.imencode(".jpg", np.full((540, 960, 3), 90, np.uint8))[1])
    answer = sent(client, plain)
    assert answer.status_code == 422
    assert "This picture shows no game under way" in answer.text
    assert client.post("/sessions/new/dice_forge/picture", data={}).status_code in {404, 409, 422}
    assert "Start from a picture" not in client.get("/sessions/new/dice_forge").text


def test_a_picture_of_three_players_dice_is_a_game_of_three_whose_colours_are_asked() -> None:
    muses = load("dance_of_muses")
    state = muses.initial_state(SETUP.seats, **SETUP.options)
    found = midway(muses, seen(muses.table(state)))
    assert found is not None
    assert found.told["seats"] == "3"
    dealt = found.told["option-position"].split("; ")
    assert sorted(tile.split()[0] for tile in dealt) == ["orange"] * 3 + ["purple"] * 3 + ["white"] * 3
    assert len(found.open["option-colours"]) == 6
    assert ("purple, white, orange", "purple, white, orange") in found.open["option-colours"]
