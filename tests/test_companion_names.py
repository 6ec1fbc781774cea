"""Names as people have them: in any script, with emoji, of several words, read from right to left, and never twice."""

import pytest
from companion_tables import SETUP, jpeg, reading, table_after
from flask.testing import FlaskClient

from companion.records import Setup
from companion.session import RefusedError
from companion.sessions import Sessions
from companion.view import view
from companion.words import isolated

MANY = ("नी\u200dता", "👩\u200d👩\u200d👧", "José Ñ", "O'Hara \U0001f3f3\ufe0f\u200d\U0001f308")


def test_names_of_any_script_are_taken(sessions: Sessions) -> None:
    session = sessions.create(Setup("dance_of_muses", 4, MANY))
    assert sessions.get(session.id) is session
    assert tuple(player.name for player in view(session).players) == MANY


@pytest.mark.parametrize("name", ["\u200d", "\u200b", "a\u202eb", "a\x00b", "\u2066"])
def test_a_name_that_shows_nothing_or_turns_a_line_round_is_refused(sessions: Sessions, name: str) -> None:
    with pytest.raises(RefusedError, match="a sign in it that cannot be shown") as refused:
        sessions.create(Setup("line_dice", 2, ("Ana", name)))
    assert refused.value.field == "player1"


def test_two_players_need_two_names(client: FlaskClient) -> None:
    sent = {"game": "line_dice", "seats": "3", "player0": "Ana", "player1": "Ben", "player2": "  ana "}
    answer = client.post("/sessions", data=sent)
    assert answer.status_code == 422
    assert "Two players are called “ana”: give one of them another name." in answer.text
    assert 'id="fault-player2"' in answer.text
    assert 'value="Ben"' in answer.text, "what was filled in is kept"


def test_a_name_from_right_to_left_keeps_a_sentence_in_order(sessions: Sessions) -> None:
    session = sessions.create(Setup(SETUP.game, 3, ("שרה", "Бен", "Caro"), SETUP.options))
    session.offer(reading(table_after(session, "Calliope S")), jpeg())
    assert view(session).card.sentence == "\u2068שרה\u2069: Calliope south."
    assert isolated("Бен") == "Бен"


def test_a_long_mistake_is_quoted_in_short(client: FlaskClient) -> None:
    answer = client.post("/sessions", data={"game": "line_dice", "seats": "2", "option-hand_limit": "9 " * 2000})
    assert answer.status_code == 422
    fault = answer.text.partition('id="fault-option-hand_limit"')[2].partition("</span>")[0]
    assert "…”: write it like 0." in fault
    assert len(fault) < 200
