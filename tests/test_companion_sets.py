"""Owners' sets on the page: typed in piece by piece, kept on disk, refused with a word beside each field left blank."""

import re
from html import unescape

import numpy as np
import pytest
from flask.testing import FlaskClient
from rules_dance import MIXED, RAISE, invented

import rules
from companion.sessions import Sessions
from companion.store import StoreError
from rules.owned import Owning
from vision.teach import PICTURE_PX, TaughtSet, TaughtTile
from vision.teach_file import save_set
from vision.teach_folder import set_folder

GAME = rules.load("dance_of_muses")
BASE = "/sets/dance_of_muses"
ANSWERS = {
    "name": "TEST-1",
    "suns": "2",
    "text": "",
    "power": "row",
    "effect": "change",
    "by": "1, -1",
    "targets": "other",
    "reach": "8",
    "least": "1",
    "most": "2",
    "may_target_hidden": "yes",
    "may_target_neutral": "no",
    "allowed_before": "yes",
    "allowed_after": "no",
    "may_be_null": "no",
}


def faults(page: str) -> dict[str, str]:
    return {name: unescape(text) for name, text in re.findall(r'id="fault-([^"]+)"[^>]*>([^<]*)<', page)}


def seen(client: FlaskClient, path: str) -> dict[str, str]:
    """Return the field by which a page's form says what it was filled in beside."""
    found = re.search(r'name="seen" value="(\w+)"', client.get(BASE + path).text)
    assert found
    return {"seen": found[1]}


def text_of(html: str) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)))


def test_a_set_begins_with_names_and_knows_nothing_else(client: FlaskClient, sessions: Sessions) -> None:
    assert "No set yet" in client.get(BASE).text
    answer = client.post(BASE, data={"title": "  Ours  "})
    assert (answer.status_code, answer.location) == (303, f"{BASE}/1")
    page = text_of(client.get(f"{BASE}/1").text)
    assert page.count("suns not known") == page.count("Her power is not entered yet.") == 9
    assert sessions.shelf.get(GAME, 1)["name"] == "Ours"
    assert "Ours" in client.get(BASE).text


def test_a_piece_is_typed_in_and_told_in_words(client: FlaskClient, sessions: Sessions) -> None:
    client.post(BASE, data={})
    assert client.post(f"{BASE}/1/0", data=ANSWERS | seen(client, "/1/0")).status_code == 303
    muse = sessions.shelf.get(GAME, 1)["muses"][0]
    expected = RAISE | {"effect": {"change": [1, -1]}, "count": [1, 2]}
    expected |= {"may_target_neutral": False, "allowed_after": False}
    assert muse == {"name": "TEST-1", "suns": 2, "text": "", "power": expected}
    page = text_of(client.get(f"{BASE}/1").text)
    assert "TEST-1 2 suns" in page
    assert (
        "Changes the dice of 1 to 2 other Muses touching her by +1 or -1; not the neutral Muse; before her move."
        in page
    )
    form = client.get(f"{BASE}/1/0").text
    assert set(re.findall(r' data-off><[^>]*><label for="(\w+)"', form)) == {"to", "words"}, "not asked, as it stands"
    assert 'name="by" value="1, -1"' in form
    assert re.search(r'name="reach" value="8" checked', form)


@pytest.mark.parametrize("blank", [name for name in ANSWERS if name not in {"text", "suns"}])
def test_a_blank_field_is_refused_beside_itself_and_nothing_is_lost(client: FlaskClient, blank: str) -> None:
    client.post(BASE, data={})
    answer = client.post(f"{BASE}/1/0", data=ANSWERS | {blank: "", "text": "As it says"} | seen(client, "/1/0"))
    assert answer.status_code == 422
    assert faults(answer.text) == {blank: "Fill this in: nothing is assumed."}
    assert 'value="As it says"' in answer.text
    assert "not entered yet" in text_of(client.get(f"{BASE}/1").text)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": "two_words!"}, "name"),
        ({"name": "Erato"}, "name"),
        ({"by": "many"}, "by"),
        ({"by": "0"}, "by"),
        ({"effect": "set", "to": "7"}, "to"),
        ({"least": "3", "most": "1"}, "least"),
        ({"allowed_before": "no"}, "allowed_before"),
        ({"reach": "77"}, "reach"),
        ({"suns": "9"}, "suns"),
        ({"text": "x" * 301}, "text"),
        ({"effect": "swap", "targets": "any", "least": "1", "most": "1", "moved_tiles_get_plus_one": "no"}, "targets"),
    ],
)
def test_what_makes_no_sense_is_told_beside_its_field(client: FlaskClient, change: dict[str, str], field: str) -> None:
    client.post(BASE, data={})
    answer = client.post(f"{BASE}/1/0", data=ANSWERS | change | seen(client, "/1/0"))
    assert answer.status_code == 422
    assert list(faults(answer.text)) == [field]


@pytest.mark.parametrize("index", range(9))
def test_every_kind_of_row_comes_back_as_it_was_answered(index: int) -> None:
    assert isinstance(GAME, Owning)
    value = invented(*MIXED)
    answers = GAME.answers(value, index)
    assert GAME.answered(value, index, answers) == value
    assert {question.name for question in GAME.questions} >= answers.keys()


def test_the_taught_tiles_make_a_set(client: FlaskClient, sessions: Sessions) -> None:
    picture = np.zeros((PICTURE_PX, PICTURE_PX, 3), np.uint8)
    tiles = tuple(TaughtTile(f"TEST-{number}", number % 3 + 1, picture) for number in range(1, 10))
    save_set(TaughtSet(tiles), set_folder(sessions.profile, GAME.name))
    assert "The tiles taught" in client.get("/sessions/new/dance_of_muses").text
    client.post(BASE, data={"title": "Taught", "start": "taught"})
    assert sessions.shelf.get(GAME, 1)["muses"][1] == {"name": "TEST-2", "suns": 3, "text": "", "power": None}
    sent = {"game": GAME.name, "seats": "2", "option-set": "taught"}
    assert client.post("/sessions", data=sent).status_code == 303


def test_eight_taught_tiles_make_no_set(client: FlaskClient, sessions: Sessions) -> None:
    picture = np.zeros((PICTURE_PX, PICTURE_PX, 3), np.uint8)
    tiles = tuple(TaughtTile(f"TEST-{number}", None, picture) for number in range(8))
    save_set(TaughtSet(tiles), set_folder(sessions.profile, GAME.name))
    assert "The tiles taught" not in client.get("/sessions/new/dance_of_muses").text


def test_a_set_is_taken_away(client: FlaskClient, sessions: Sessions) -> None:
    client.post(BASE, data={})
    assert client.get(f"{BASE}/1/remove").status_code == 405
    assert client.post(f"{BASE}/1/remove", data=seen(client, "/1"), follow_redirects=True).status_code == 200
    assert sessions.shelf.numbers(GAME) == ()


@pytest.mark.parametrize("path", ["/9", "/1/9", "/../chess", "/1/x"])
def test_what_is_not_there_is_a_sentence(client: FlaskClient, path: str) -> None:
    client.post(BASE, data={})
    answer = client.get(BASE + path)
    assert answer.status_code == 404
    assert "/sessions/1" not in answer.text


def test_a_game_without_sets_says_so(client: FlaskClient) -> None:
    assert "has no sets of its own" in client.get("/sets/line_dice").text


def test_a_damaged_set_is_named(client: FlaskClient, sessions: Sessions) -> None:
    client.post(BASE, data={})
    (sessions.profile / "sets" / GAME.name / "1.json").write_text('{"name": "Ours"}')
    with pytest.raises(StoreError, match=r"damaged .*lacks “muses”"):
        sessions.shelf.get(GAME, 1)
    assert client.get(f"{BASE}/1").status_code == 503
