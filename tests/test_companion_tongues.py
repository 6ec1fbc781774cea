"""The page in four languages: chosen by the browser or the viewer, complete, with the right plurals."""

import json
import re
from copy import deepcopy
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from catalogues import catalogue, compiled, forms, languages, sentences, updated
from companion_tables import ENDED
from flask.testing import FlaskClient

from companion.languages import TONGUES
from companion.languages import catalogue as tongue
from companion.session import Session
from companion.sessions import Sessions
from companion.words import SEAT, named
from rules.text import Text, capital, joined, listed, many, packed, say, told, unpacked

Everything = dict[str, tuple[Path, Catalog]]
PLACES = re.compile(r"\{\w+\}")
OTHERS = sorted(set(TONGUES) - {"en"})


@pytest.fixture(scope="module")
def everything() -> Everything:
    found = sentences()
    return {name: (path, updated(path, found)) for name, path in languages().items()}


def test_a_catalogue_is_there_for_every_language_but_english() -> None:
    assert sorted(name.replace("_", "-") for name in languages()) == OTHERS


def test_every_sentence_is_translated_with_all_its_forms_and_places(everything: Everything) -> None:
    for name, (_, kept) in everything.items():
        for message in kept:
            if not message.id:
                continue
            assert all(forms(message)), f"{name} lacks “{message.id}”: write it into its .po, then run make tongues"
            ids = (message.id,) if isinstance(message.id, str) else message.id
            for form in forms(message):
                known = {frozenset(PLACES.findall(text)) for text in ids}
                assert frozenset(PLACES.findall(form)) in known, f"{name}: other places than “{message.id}” in “{form}”"


def test_where_a_name_will_stand_every_language_has_the_seat_as_it_writes_it(everything: Everything) -> None:
    for name, (_, kept) in everything.items():
        seat = re.escape(str(kept.get(SEAT.plain()).string).partition("{")[0])
        for message in kept:
            ids = (message.id,) if isinstance(message.id, str) else message.id
            meant = len(re.findall(r"\b[Ss]eat \{", ids[0]))
            for form in forms(message) if message.id else ():
                assert len(re.findall(rf"\b{seat}\{{", form, re.IGNORECASE)) == meant, f"{name}: “{form}”"


def test_what_is_shipped_is_compiled_from_what_is_written() -> None:
    for name, path in languages().items():
        assert path.with_suffix(".mo").read_bytes() == compiled(catalogue(path)), f"{name}: run make tongues"


@pytest.mark.parametrize(
    ("name", "told_of"),
    [
        ("ru", ("1 ход", "2 хода", "5 ходов", "11 ходов", "21 ход")),
        ("es", ("1 jugada", "2 jugadas", "5 jugadas", "11 jugadas", "21 jugadas")),
        ("pt-BR", ("1 jogada", "2 jogadas", "5 jogadas", "11 jogadas", "21 jogadas")),
    ],
)
def test_plurals_are_those_of_the_language(name: str, told_of: tuple[str, ...]) -> None:
    counts = [many(count, "{count} move", "{count} moves") for count in (1, 2, 5, 11, 21)]
    assert tuple(told(count, tongue(name)) for count in counts) == told_of
    assert counts[0] == "1 move"
    assert counts[1] == "2 moves"


def test_a_text_is_its_english_sentence_and_can_be_said_in_another_language_as_a_whole() -> None:
    inner = say(
        "Not allowed: {move}. {rule}",
        move=say("the last move"),
        rule=say("Rule {number}: {text}", number="3.6", text="x"),
    )
    assert inner == "Not allowed: the last move. Rule 3.6: x"
    assert told(inner, tongue("ru")) == "Так нельзя: последний ход. Правило 3.6: x"
    assert told(inner, None) == inner
    assert type(told(inner, None)) is str
    row = capital(listed([say("red"), say("green"), "Ana"]))
    assert row == "Red, green and Ana"
    assert told(row, tongue("es")) == "Rojo, verde y Ana"
    assert told(joined([say("red"), "1"], " ") + "!", tongue("ru")) == "красный 1!"
    assert isinstance(str(ValueError(inner)), Text)


def test_a_text_outlives_json_and_copies() -> None:
    whole = capital(joined([say("red"), many(2, "{count} die", "{count} dice"), "Ana"])) + "!"
    for again in (unpacked(json.loads(json.dumps(packed(whole)))), deepcopy(whole)):
        assert again == whole == "Red, 2 dice, Ana!"
        assert told(again, tongue("ru")) == "Красный, 2 кубика, Ana!"
    assert unpacked(packed("plain")) == "plain"


def test_names_come_where_the_seats_stand_in_every_language() -> None:
    sentence = capital(named(say("seat {number}", number=1) + ": x", ("Ana", "Бен")))
    assert sentence == "Бен: x"
    assert [told(sentence, tongue(name)) for name in OTHERS] == ["Бен: x"] * len(OTHERS)


def language(client: FlaskClient, path: str = "/", **headers: str) -> str:
    page = client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()}).text
    found = re.search(r'<html lang="([^"]+)">', page)
    assert found, page[:200]
    return found[1]


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("ru-RU,ru;q=0.9,en;q=0.8", "ru"),
        ("pt-BR,pt;q=0.9", "pt-BR"),
        ("pt-PT,pt;q=0.9,en;q=0.5", "pt-BR"),
        ("es-MX,es;q=0.9,en;q=0.8", "es"),
        ("de-DE,de;q=0.9,es;q=0.5", "es"),
        ("ja", "en"),
        ("", "en"),
    ],
)
def test_the_browser_chooses_the_first_time(client: FlaskClient, asked: str, given: str) -> None:
    assert language(client, Accept_Language=asked) == given


def test_the_viewer_chooses_and_it_is_remembered(client: FlaskClient, session: Session) -> None:
    page = client.get(f"/sessions/{session.id}?x=1&tongue=es").text
    assert '<html lang="es">' in page
    assert f'href="/sessions/{session.id}?x=1&amp;tongue=ru"' in page
    assert language(client, f"/sessions/{session.id}", Accept_Language="ru") == "es"
    assert language(client, "/?tongue=nowhere", Accept_Language="ru") == "es"
    assert language(client, "/nowhere?tongue=pt-BR") == "pt-BR"


def test_pieces_of_the_stream_answers_and_mishaps_are_in_the_viewers_language(
    client: FlaskClient, sessions: Sessions
) -> None:
    session = sessions.create(ENDED)
    client.get("/?tongue=ru")
    assert "Последний ход" in client.get(f"/sessions/{session.id}/live").text
    assert "Ходов ещё не было" in client.get(f"/sessions/{session.id}/screen/live").text
    answer = client.post(f"/sessions/{session.id}/undo", data={"length": "0"}, headers={"Accept": "application/json"})
    assert json.loads(answer.text)["error"] == "Отменять нечего."
    missing = client.get("/sessions/99")
    assert missing.status_code == 404
    assert "Партии 99 нет: выберите из списка." in missing.text
    assert 'lang="ru"' in missing.text
