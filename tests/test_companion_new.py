"""Beginning a session by form: plain questions, the usual marked, and what was filled in kept when it is wrong."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient
from rules_dance import MIXED, invented

import rules
from companion.options import fields
from companion.records import Setup
from companion.sessions import Sessions
from rules.game import EACH, SOME, Asked

GAMES = sorted(rules.games())
NEW = {"game": "dance_of_muses", "seats": "2", "player0": "Ana", "player1": "Бен"}


def shown_fields(page: str) -> dict[str, str]:
    """Return what a browser would send if nothing were touched: each field's value, a group's checked one."""
    form = page.partition('action="/sessions"')[2].partition("</form>")[0]
    found = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name, value = (re.search(rf' {part}="([^"]*)"', tag) for part in ("name", "value"))
        if name and (not re.search("radio|checkbox", tag) or " checked" in tag):
            found[name[1]] = unescape(value[1]) if value else ""
    for name, inside in re.findall(r'<select[^>]* name="([^"]*)"[^>]*>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', inside)
        found[name] = ", ".join(filter(None, (found.get(name), unescape(chosen[1]) if chosen else "")))
    return found


def beside(page: str, name: str) -> str:
    """Return what is said beside a field."""
    found = re.search(rf'id="fault-{name}"[^>]*>([^<]*)<', page)
    return unescape(found[1]) if found else ""


@pytest.mark.parametrize("name", GAMES)
def test_a_form_left_as_it_is_means_the_defaults(client: FlaskClient, sessions: Sessions, name: str) -> None:
    sent = shown_fields(client.get(f"/sessions/new/{name}").text)
    assert {f"option-{option}" for option in rules.load(name).options} <= sent.keys()
    assert client.post("/sessions", data=sent).status_code == 303
    session = sessions.get(1)
    assert session is not None
    assert session.setup == Setup(name, 2, ("Player 1", "Player 2"))


@pytest.mark.parametrize("name", GAMES)
def test_every_option_is_a_plain_question_and_every_choice_has_words(name: str) -> None:
    groups = fields(rules.load(name), {}, {}, ())
    asked = [field for group in groups.values() for field in group]
    assert len(asked) == len(rules.load(name).options)
    assert [field.name for field in asked if not field.label or field.label.endswith(".")] == []
    assert [field.name for field in asked if any(words in {"True", "False"} for _, words in field.choices)] == []
    chosen = [field for field in asked if field.choices and field.kind not in {EACH, SOME}]
    assert [field.name for field in chosen if field.usual not in dict(field.choices)] == []
    for option in rules.load(name).options.values():
        assert len(option.said) == len(option.choices)
    assert groups[Asked.FIRST], "something is asked of everybody"


def test_a_form_begins_a_session_with_names_and_options(client: FlaskClient, sessions: Sessions) -> None:
    more = {"option-hands": "2", "option-colours": "red, blue, white", "option-first": "1", "option-mode": "declared"}
    answer = client.post("/sessions", data=NEW | more)
    assert (answer.status_code, answer.location) == (303, "/sessions/1")
    session = sessions.get(1)
    assert session is not None
    options = {"hands": 2, "colours": ["red", "blue", "white"], "first": 1, "mode": "declared"}
    assert session.setup == Setup("dance_of_muses", 2, ("Ana", "Бен"), options)


def test_several_choices_are_ticked_and_stay_ticked(client: FlaskClient, sessions: Sessions) -> None:
    sent = {"game": "dice_forge", "seats": "2", "option-alternates": ["", "typhon", "triton"]}
    again = client.post("/sessions", data=sent | {"player0": "B" * 61})
    assert re.findall(r'name="option-alternates" value="(\w+)" checked', again.text) == ["typhon", "triton"]
    assert client.post("/sessions", data=sent).status_code == 303
    session = sessions.get(1)
    assert session is not None
    assert session.setup.options == {"alternates": ["typhon", "triton"]}
    refused = client.post("/sessions", data=sent | {"option-alternates": "hydra"})
    assert "choose one of" in beside(refused.text, "option-alternates")
    again = client.get("/sessions/new/dice_forge?again=1")
    assert again.text.count('name="option-alternates" value="typhon" checked') == 1


def test_each_pawn_has_a_colour_of_its_own(client: FlaskClient, sessions: Sessions) -> None:
    sent = {"game": "dice_forge", "seats": "2", "option-colours": ["black", "purple", "black", "green"]}
    assert client.post("/sessions", data=sent).status_code == 303  # who does not play has no pawn
    session = sessions.get(1)
    assert session is not None
    assert session.position().state.setup.colours == ("black", "purple")
    refused = client.post("/sessions", data=sent | {"seats": "3"})
    assert "Each of the 3 pawns has a colour of its own" in beside(refused.text, "option-colours")
    assert refused.text.count('<option value="black" selected>') == 2
    assert "чёрный</option>" in client.get("/sessions/new/dice_forge?tongue=ru").text


def test_each_side_has_its_colour_in_the_viewers_own_words(client: FlaskClient, sessions: Sessions) -> None:
    shown = client.get("/sessions/new/dance_of_muses?tongue=ru").text
    assert [shown.count(f">{words}</span>") for words in ("Первая сторона", "Третья сторона или нейтральный")] == [1, 1]
    assert shown.count("фиолетовый</option>") == 3
    assert client.post("/sessions", data=NEW | {"option-colours": ["red", "blue", "white"]}).status_code == 303
    session = sessions.get(1)
    assert session is not None
    assert session.position().state.setup.colours == ("red", "blue", "white")


@pytest.mark.parametrize(
    ("change", "field", "said"),
    [
        ({"option-colours": "red, red, blue"}, "option-colours", "Name three different colours"),
        ({"option-position": "orange Clio here"}, "option-position", "is no tile of a position"),
        ({"option-suns": "[" * 5000}, "option-suns", "cannot be"),
        ({"option-set": "7"}, "option-set", "not there any more"),
        ({"player1": "B" * 61}, "player1", "up to 60 letters"),
        ({"seats": "9"}, "seats", "2 to 4 players, not 9"),
        ({"option-first": "3"}, "option-first", "from 0 to 1"),
    ],
)
def test_a_mistake_is_told_beside_its_field_and_nothing_is_lost(
    client: FlaskClient, sessions: Sessions, change: dict[str, str], field: str, said: str
) -> None:
    sent = NEW | {"option-hands": "2", "option-long_game": "true"} | change
    answer = client.post("/sessions", data=sent)
    assert answer.status_code == 422
    assert said in beside(answer.text, field)
    assert answer.text.count('class="answer" id="fault-') == 1
    again = shown_fields(answer.text)
    kept = {name: text for name, text in sent.items() if name not in {"seats", "option-set", "option-first"}}
    assert {name: again[name] for name in kept} == kept
    assert sessions.summaries() == []


def test_a_session_is_begun_with_an_owners_set(client: FlaskClient, sessions: Sessions) -> None:
    game = rules.load("dance_of_muses")
    number = sessions.shelf.save(game, invented(*MIXED))
    assert ">invented" in client.get("/sessions/new/dance_of_muses").text
    assert client.post("/sessions", data=NEW | {"option-set": str(number), "option-mode": "full"}).status_code == 303
    session = sessions.get(1)
    assert session is not None
    assert session.position().state.setup.muses.names[0] == "TEST-1"
    sessions.shelf.remove(game, number)
    assert session.setup.options["set"] == invented(*MIXED), "a session keeps what the set said"


def test_there_is_no_form_of_a_game_that_is_not_there(client: FlaskClient) -> None:
    assert client.get("/sessions/new/chess").status_code == 404
