"""Dice Forge on the page without a browser: drawn faces, what hands do, taking a roll back, pictures refused."""

import xml.etree.ElementTree as ET
from io import BytesIO

import pytest
from companion_tables import jpeg
from flask.testing import FlaskClient

import rules
from companion.board import DRAWERS
from companion.records import Setup
from companion.session import RefusedError, Session
from companion.sessions import Sessions
from companion.sprite import symbol, symbols
from companion.view import view

REMOVED = "remove G6 S1_V1 V4 M2_V2"
ROLLS = ("roll S1 G1 / S1 G1", "roll G1 G1 / S1 G1")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def forge(sessions: Sessions) -> Session:
    session = sessions.create(Setup("dice_forge", 2, ("Ana", "Ben"), {}))
    session.play_all((REMOVED, *ROLLS), 0)
    return session


def test_every_face_of_the_box_and_every_good_has_a_symbol(client: FlaskClient) -> None:
    answer = client.get("/games/dice_forge/pieces.svg")
    assert answer.mimetype == "image/svg+xml"
    found = {node.get("id") for node in ET.fromstring(answer.data).iter(f"{SVG}symbol")}  # noqa: S314 (our own)
    game = rules.load("dice_forge")
    faces = game.layout(game.initial_state(2)).zone("die").faces
    assert found == {f"forge_die-{face}" for face in faces} | {
        f"good-{kind}" for kind in ("gold", "sun", "moon", "glory")
    }
    assert client.get("/games/chess/pieces.svg").status_code == 404


@pytest.mark.parametrize("name", sorted(rules.games()))
def test_symbols_are_drawn_and_named_without_a_gap(name: str) -> None:
    drawn = dict(symbols(rules.load(name)))
    assert all(drawn.values())
    assert [word for word in drawn if " " in word] == []


def test_kinds_of_pieces_without_a_drawer_have_no_symbol() -> None:
    assert "card" not in DRAWERS
    assert (symbol("card", "hydra"), symbol("die", "orange 4")) == ("", "die-orange-4")


def test_the_page_names_only_symbols_that_exist(client: FlaskClient, forge: Session) -> None:
    text = client.get(f"/sessions/{forge.id}").get_data(as_text=True)
    used = {part.split('"')[0] for part in text.split("pieces.svg#")[1:]}
    assert used - {name for name, _ in symbols(forge.game)} == set()
    assert len(used) > 20


def test_the_card_says_what_hands_do_and_on_taking_back_the_way_back(forge: Session) -> None:
    assert view(forge).card.more == ("Ana: gold from 4 to 6.", "Ben: gold from 3 to 4, sun from 1 to 2.")
    forge.play("feat the_elder", 3)
    assert view(forge).card.more[0] == "Ana: sun from 1 to 0."
    forge.undo(4)
    assert view(forge).card.more[0] == "Ana: sun from 0 to 1."


def test_a_roll_is_taken_back_only_if_everybody_agrees(client: FlaskClient, forge: Session) -> None:
    assert view(forge).agree
    with pytest.raises(RefusedError, match="only if everybody agrees"):
        forge.undo(3)
    path = f"/sessions/{forge.id}/undo"
    refused = client.post(path, json={"length": 3})
    assert (refused.status_code, refused.get_json()["error"]) == (
        422,
        "That would take back what chance brought: do so only if everybody agrees.",
    )
    assert client.post(path, json={"length": 3, "agreed": True}).status_code == 200
    assert view(forge).agree  # the roll before


def test_what_people_chose_is_taken_back_at_once(client: FlaskClient, forge: Session) -> None:
    forge.play("end", 3)
    assert not view(forge).agree
    assert client.post(f"/sessions/{forge.id}/undo", json={"length": 4}).status_code == 200


def test_a_sheet_of_a_roll_is_played_by_its_answers(client: FlaskClient, forge: Session) -> None:
    forge.play("end", 3)
    fields = {"length": 4, "blank0": "S1", "blank1": "V2"}
    assert client.post(f"/sessions/{forge.id}/sheets/0", json=fields).get_json()["moves"][-1] == "roll S1 V2"


def test_a_picture_without_corner_cards_is_answered_with_what_to_do(client: FlaskClient, forge: Session) -> None:
    picture = {"picture": (BytesIO(jpeg()), "table.jpg")}
    answer = client.post(f"/sessions/{forge.id}/pictures", data=picture, headers={"Accept": "application/json"})
    assert answer.status_code == 200
    assert b"All four corner cards must show" in client.get(f"/sessions/{forge.id}").data
    assert len(forge.position().played) == 3
