"""A session taken along: what is saved says what was played, hides what is hidden, and replays."""

import csv
import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import cv2
import numpy as np
import pytest
from companion_tables import ENDED, LEGAL, OTHER_REVEAL, REVEAL, SETUP, jpeg, reading, table_after
from flask.testing import FlaskClient

import rules
from companion.export_bgstats import LINK
from companion.records import Setup
from companion.session import Session
from companion.sessions import Sessions
from rules.playthrough import Playthrough

BGSTATS = {  # after bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites, read in November 2026
    "sourceName": str,
    "sourcePlayId": str,
    "playDate": re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"),
    "durationMin": int,
    "game": {"name": str, "sourceGameId": str, "highestWins": bool, "noPoints": bool},
    "players": [{"name": str, "sourcePlayerId": str, "startPlayer": bool, "score": int, "rank": int, "winner": bool}],
}
FINISHED = [
    path
    for path in sorted(Path(rules.__file__).parent.glob("*/playthroughs/*.txt"))
    if re.search("two_players|whole_game_of_three|two_hands|six_players|bluff_stands", path.name)
]


def fits(value: Any, schema: Any) -> bool:  # noqa: ANN401 (JSON values)
    """Return whether a JSON value has exactly the fields of the schema, each of its type."""
    if isinstance(schema, dict):
        return value.keys() == schema.keys() and all(fits(value[name], schema[name]) for name in schema)
    if isinstance(schema, list):
        return isinstance(value, list) and all(fits(one, schema[0]) for one in value)
    if isinstance(schema, re.Pattern):
        return isinstance(value, str) and schema.fullmatch(value) is not None
    return type(value) is schema


def played(sessions: Sessions, path: Path) -> Session:
    """Return a session in which the moves of a playthrough were played."""
    game = Playthrough.parse(path.read_text())
    names = ("Ana", "Бен", "山田", "=1+1", "O'Neil", "Zoë")[: game.seats]
    session = sessions.create(Setup(game.game, game.seats, names, game.options))
    session.play_all(list(game.moves()), 0)
    return session


def saved(client: FlaskClient, session: Session, name: str) -> str:
    answer = client.get(f"/sessions/{session.id}/export/{name}")
    assert answer.status_code == 200, answer.text
    assert "attachment" in answer.headers["Content-Disposition"]
    return answer.text


@pytest.mark.parametrize("path", FINISHED, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_playthrough_that_was_saved_replays_to_the_same_state(
    client: FlaskClient, sessions: Sessions, path: Path
) -> None:
    session = played(sessions, path)
    again = Playthrough.parse(saved(client, session, "playthrough.txt"))
    assert again.replay() == session.position().state
    assert list(again.moves()) == list(Playthrough.parse(path.read_text()).moves())


@pytest.mark.parametrize("path", FINISHED, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_the_play_for_bg_stats_has_the_documented_form(client: FlaskClient, sessions: Sessions, path: Path) -> None:
    session = played(sessions, path)
    if session.game.current_player(session.position().state) is not None:
        assert "still goes on" in client.get(f"/sessions/{session.id}/export/bgstats.json").text
        return
    play = json.loads(saved(client, session, "bgstats.json"))
    assert fits(play, BGSTATS), play
    winners = [player["name"] for player in play["players"] if player["winner"]]
    assert winners == [session.setup.players[seat] for seat in session.game.winners(session.position().state)]
    assert {player["rank"] for player in play["players"] if player["winner"]} == {1}
    page = client.get(f"/sessions/{session.id}/export").text
    found = re.search(rf'href="{re.escape(LINK)}([^"]+)"', page)
    assert found is not None
    assert json.loads(unquote(found[1])) == play
    assert not set("\"' <>&") & set(found[1])


def test_the_table_names_who_did_what_and_the_points_after_it(client: FlaskClient, sessions: Sessions) -> None:
    session = sessions.create(ENDED)
    session.play(REVEAL, 0)
    session.undo(1)
    session.play(OTHER_REVEAL, 2)
    head, gone, stands = csv.reader(io.StringIO(saved(client, session, "moves.csv").removeprefix("\ufeff")))
    assert head[-3:] == ["Ana", "Бен", "Caro"]
    assert (gone[0], gone[6:]) == ("", ["taken back"])
    assert (stands[0], stands[2], stands[3]) == ("1", "Ana", OTHER_REVEAL)
    assert stands[7:] == list(map(str, session.game.scores(session.position().state)))


def test_a_name_is_no_formula_in_the_table(client: FlaskClient, sessions: Sessions) -> None:
    session = sessions.create(Setup(SETUP.game, 3, ("=HYPERLINK(1)", "+1", "@x"), SETUP.options))
    head = next(csv.reader(io.StringIO(saved(client, session, "moves.csv").removeprefix("\ufeff"))))
    assert head[-3:] == ["'=HYPERLINK(1)", "'+1", "'@x"]


def test_the_json_holds_the_whole_log(client: FlaskClient, session: Session) -> None:
    session.offer(reading(table_after(session, LEGAL)), jpeg())
    session.undo(1)
    session.play("Erato S", 2)
    told = json.loads(saved(client, session, "session.json"))
    assert [(one["op"], one["move"], one["source"]) for one in told["log"]] == [
        ("play", LEGAL, "camera"),
        ("undo", LEGAL, "person"),
        ("play", "Erato S", "person"),
    ]
    assert [(one["move"], one["words"], one["points"]) for one in told["moves"]] == [
        ("Erato S", "Erato south", [0] * 3)
    ]
    assert told["players"] == ["Ana", "Бен", "Caro"]


def test_hidden_hands_stay_hidden_until_the_game_is_over(client: FlaskClient, sessions: Sessions) -> None:
    session = sessions.create(Setup("line_dice", 6, ("Ana", "Ben", "C", "D", "E", "F"), {"hands": "hidden"}))
    hands = ("roll S S X C0 C3 C3", "roll X X C1 C2 C2 C2")
    session.play_all(hands, 0)
    session.undo(2)
    session.play(hands[1], 3)
    for name in ("session.json", "moves.csv", "wrong.zip"):
        content = client.get(f"/sessions/{session.id}/export/{name}").data
        files = zipfile.ZipFile(io.BytesIO(content)) if name.endswith("zip") else None
        texts = [content] if files is None else [files.read(one) for one in files.namelist()]
        assert not any(hand.removeprefix("roll ").encode() in text for hand in hands for text in texts), name
        assert any("roll …".encode() in text for text in texts), name
    refused = client.get(f"/sessions/{session.id}/export/playthrough.txt")
    assert refused.status_code == 422
    assert "when it is over" in refused.text
    assert "when it is over" in client.get(f"/sessions/{session.id}/export").text


def test_the_bundle_holds_what_was_shown_and_no_names_unless_ticked(client: FlaskClient, session: Session) -> None:
    session.offer(reading(table_after(session, LEGAL)), jpeg())
    session.offer(reading(table_after(session)), jpeg())
    base = f"/sessions/{session.id}/export"
    for names in (False, True):
        ticked = f"?shown=yes&still=1&still=77&note=The+die{'&names=yes' if names else ''}"
        page = client.get(base + ticked).text
        shown = re.findall(r'<b class="notation">([^<]+)</b>', page)
        packed = zipfile.ZipFile(io.BytesIO(client.get(f"{base}/wrong.zip{ticked}").data))
        assert packed.namelist() == shown
        assert shown == ["log.json", "versions.txt", "note.txt", "picture-1.jpg", "picture-1.json"]
        assert packed.read("picture-1.jpg") == jpeg()
        assert packed.read("note.txt") == b"The die"
        assert b"table-companion 0." in packed.read("versions.txt")
        assert json.loads(packed.read("picture-1.json"))["verdict"]["finding"] == "legal"
        texts = b"".join(packed.read(one) for one in shown if not one.endswith("jpg")).decode()
        assert ("Бен" in texts) is names


def test_saving_changes_nothing_and_what_is_not_there_is_one_sentence(client: FlaskClient, session: Session) -> None:
    before = session.version()
    for name in ("", "/session.json", "/moves.csv", "/playthrough.txt", "/wrong.zip"):
        assert client.get(f"/sessions/{session.id}/export{name}").status_code == 200
        assert client.post(f"/sessions/{session.id}/export{name}").status_code == 405
    assert session.version() == before
    assert "choose one of the list" in client.get(f"/sessions/{session.id}/export/secret_key").text
    assert client.get("/sessions/99/export").status_code == 404


def test_a_thumbnail_is_a_small_jpeg(client: FlaskClient, session: Session) -> None:
    session.offer(reading(table_after(session)), jpeg(1920, 1200))
    answer = client.get(f"/sessions/{session.id}/stills/1/small.jpg")
    image = cv2.imdecode(np.frombuffer(answer.data, np.uint8), 1)
    assert image is not None
    assert image.shape == (200, 320, 3)
    assert client.get(f"/sessions/{session.id}/stills/2/small.jpg").status_code == 404
