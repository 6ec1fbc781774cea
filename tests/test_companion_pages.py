"""The page without a browser: what it says, what it refuses, and that looking changes nothing."""

import io
import json
import re
import stat
from dataclasses import replace

import cv2
import numpy as np
import pytest
from companion_tables import ENDED, ILLEGAL, LEGAL, MISREAD, OTHER_REVEAL, REVEAL, SETUP, jpeg, reading, table_after
from flask.testing import FlaskClient

import rules
from companion import create_app
from companion.app import UPLOAD_BYTES
from companion.records import Setup
from companion.session import Session
from companion.sessions import Sessions
from companion.store import StoreError
from rules.game import Candidate, Finding, Verdict
from rules.table import Place

JSON = {"Accept": "application/json"}
HTML = {"Accept": "text/html"}
TURNED = "Turned up: Clio (white), Euterpe (orange) and Urania (purple)"
OTHERWISE = "Turned up: Euterpe (white), Clio (orange) and Urania (purple)"


def shown(client: FlaskClient, session: Session) -> dict[str, object]:
    answer = client.get(f"/sessions/{session.id}", headers=JSON)
    assert answer.status_code == 200
    found: dict[str, object] = json.loads(answer.text)
    return found


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_the_first_page_offers_every_game_and_lists_the_sessions(client: FlaskClient, sessions: Sessions) -> None:
    page = text_of(client.get("/").text)
    assert "Dance of Muses 2 to 4 players" in page
    assert "No session yet" in page
    sessions.create(SETUP)
    assert "Ana, Бен, Caro" in text_of(client.get("/").text)


def test_the_score_page_shows_turn_move_points_and_working(client: FlaskClient, sessions: Sessions) -> None:
    session = sessions.create(ENDED)
    session.play(REVEAL, 0)
    page = text_of(client.get(f"/sessions/{session.id}").text)
    assert "Game over · won by Бен" in page
    assert f"Last move Ana: {TURNED} by hand" in page
    assert "Rank 3: 3-4-1, purple +1" in page
    assert shown(client, session)["players"] == [
        {"name": "Ana", "points": 0},
        {"name": "Бен", "points": 2},
        {"name": "Caro", "points": 0},
    ]


def test_the_overlay_rings_what_breaks_the_rule(client: FlaskClient, session: Session) -> None:
    session.offer(reading(table_after(session, ILLEGAL)), jpeg())
    page = client.get(f"/sessions/{session.id}").text
    assert "Rule 3.6: Set the die on Erato to 4" in page
    ringed = re.findall(r'class="mark[^"]* ringed[^"]*"[^>]*data-place="([^"]+)"', page)
    assert ringed == [str(MISREAD)]
    assert page.count('<polygon class="outline"') == 18
    assert client.get(f"/sessions/{session.id}/stills/1.jpg").data == jpeg()


def test_a_piece_corrected_on_the_page_amends_the_log(client: FlaskClient, sessions: Sessions) -> None:
    session = sessions.create(ENDED)
    session.offer(reading(table_after(session, REVEAL)), jpeg())
    assert "camera, amended" not in text_of(client.get(f"/sessions/{session.id}").text)
    for place, face in (("tile@0,0", "Euterpe"), ("tile@1,-1", "Clio")):
        form = {"place": place, "face": face, "length": "1"}
        assert client.post(f"/sessions/{session.id}/stills/1/pieces", data=form).status_code == 303
    told = shown(client, session)
    assert told["moves"] == [OTHER_REVEAL]
    assert told["accuracy"] == {"pieces": 18, "corrected": 2}
    assert "by hand, amended" in text_of(client.get(f"/sessions/{session.id}").text)


def test_the_verdict_tells_what_was_done_last(client: FlaskClient, sessions: Sessions) -> None:
    session = sessions.create(ENDED)
    session.offer(reading(table_after(session, REVEAL)), jpeg())
    said = [shown(client, session)["sentence"]]
    session.correct(1, Place("tile", (0, 0)), "Euterpe", 1)
    said.append(shown(client, session)["sentence"])
    session.correct(1, Place("tile", (0, 0)), "Clio", 1)
    said.append(shown(client, session)["sentence"])
    session.amend(1, OTHER_REVEAL, 1)
    said.append(shown(client, session)["sentence"])
    session.undo(2)
    said.append(shown(client, session)["sentence"])
    assert said == [
        f"Ana: {TURNED}.",
        f"With that correction the picture no longer shows “Ana: {TURNED}” nor another move that is allowed.",
        f"Ana: {TURNED}.",
        f"Move 1 is now: Ana: {OTHERWISE}.",
        f"Taken back: Ana: {OTHERWISE}. Put the table back too.",
    ]


def test_a_picture_of_the_list_says_why_it_was_judged_so(client: FlaskClient, session: Session) -> None:
    session.offer(reading(table_after(session, LEGAL)), jpeg())
    page = text_of(client.get(f"/sessions/{session.id}/stills/1").text)
    assert "Move 1: Calliope south" in page
    assert "Calliope south : 100.0 % of the weight" in page


def test_a_peek_is_told_without_saying_who_was_seen(client: FlaskClient, session: Session) -> None:
    peek = "slip turned white?=Urania"
    session.offer(reading(table_after(session, peek)), jpeg())
    told = shown(client, session)
    assert told["finding"] == "illegal"
    assert str(told["sentence"]).startswith("Not allowed. Rule 3.10: The hidden white Muse was turned up")
    verdict = client.get(f"/sessions/{session.id}").text.partition('id="verdict"')[2].partition("</section>")[0]
    assert "Urania" not in verdict
    assert "slip" not in verdict
    picture = client.get(f"/sessions/{session.id}").text.partition('<svg class="picture"')[2].partition("<dialog")[0]
    assert "Urania" not in picture, "the picture rings her, and does not say who she is"
    assert 'class="mark tile ringed' in picture
    assert (
        "Urania" not in text_of(client.get(f"/sessions/{session.id}/stills/1").text).partition("Why it was judged")[2]
    )


def test_a_question_with_peeks_among_its_answers_betrays_none(client: FlaskClient, session: Session) -> None:
    session.offer(reading(table_after(session, LEGAL)), jpeg())
    session.undo(1)
    session.offer(reading(table_after(session, ILLEGAL)), jpeg())
    still, state = session.latest(), session.position().state
    assert still is not None
    texts = (LEGAL, "slip turned white?=Urania", "slip turned white?=Clio")
    asked = [Candidate(t, 0.3, session.game.violations(state, session.game.parse_move(t))) for t in texts]
    session.store.rejudge(session.id, replace(still, verdict=Verdict(Finding.AMBIGUOUS, tuple(asked))))
    said = (
        "A mishap, against rule 3.10: The hidden white Muse was turned up, and nobody may look before the hand is over"
    )
    answers = shown(client, session)["answers"]
    assert isinstance(answers, list)
    assert [str(answer).split(": turn her")[0] for answer in answers] == ["Calliope south", said, said]


def test_no_notation_is_quoted_to_people(client: FlaskClient, session: Session) -> None:
    session.offer(reading(table_after(session, ILLEGAL)), jpeg())
    session.play(LEGAL, 0)
    session.undo(1)
    page = text_of(client.get(f"/sessions/{session.id}").text)
    assert "Taken back: Ana: Calliope south" in page
    assert not re.search(rf"\b{LEGAL}\b", page)
    assert "dice Erato=5" not in page


def test_play_and_take_back_by_form_and_by_json(client: FlaskClient, session: Session) -> None:
    base = f"/sessions/{session.id}"
    told = client.post(f"{base}/moves", json={"text": LEGAL, "length": 0}).get_json()
    assert (told["said"], told["turn"]) == ("Ana: Calliope south.", 1)
    answer = client.post(f"{base}/undo", data={"length": "1"}, follow_redirects=True)
    assert "Taken back: Ana: Calliope south. Put the table back too." in answer.text
    assert shown(client, session)["moves"] == []


@pytest.mark.parametrize(
    "asked",
    [
        ("/sessions/1/moves", {"text": "Calliope S dice Erato=5", "length": 0}, 422, "Rule 3.6"),
        ("/sessions/1/moves", {"text": "fly", "length": 0}, 422, "is no move"),
        ("/sessions/1/moves", {"text": LEGAL, "length": 7}, 409, "quicker"),
        ("/sessions/1/moves", {"text": LEGAL}, 400, "send “length” as a whole number"),
        ("/sessions/1/moves", {"text": LEGAL, "length": "many"}, 400, "send “length” as a whole number"),
        ("/sessions/1/moves", ["not", "an", "object"], 400, "no JSON object"),
        ("/sessions/1/moves", {"text": LEGAL, "length": 0.9}, 400, "send “length” as a whole number"),
        ("/sessions/1/moves", {"text": "e" * 60_000, "length": 0}, 400, "one short line"),
        ("/sessions/1/undo", {"length": 0}, 422, "no move to take back"),
        ("/sessions/1/moves/9", {"text": LEGAL, "length": 0}, 422, "was taken back"),
        ("/sessions/1/stills/5/answer", {"choice": 0, "length": 0}, 409, "quicker"),
        ("/sessions/1/stills/5/pieces", {"place": "die@1,1", "face": "orange 4", "length": 0}, 422, "no longer kept"),
        ("/sessions/1/stills/5/pieces", {"place": "nowhere", "face": "", "length": 0}, 400, "write zone@x,y"),
        ("/sessions/1/stills/5/pieces", {"place": "die@a,b", "face": "", "length": 0}, 400, "write zone@x,y"),
        ("/sessions/1/stills/5/pieces", {"place": "die@1,1", "face": {"a": 1}, "length": 0}, 400, "A face is a word"),
        ("/sessions/99999999999999999999999/moves", {"text": LEGAL, "length": 0}, 404, "nothing at this address"),
        ("/sessions/99/moves", {"text": LEGAL, "length": 0}, 404, "There is no session 99"),
        ("/sessions/1/pictures", {}, 400, "No picture came"),
        ("/sessions", {"game": "dance_of_muses", "seats": 1e999}, 400, "send “seats” as a whole number"),
        ("/sessions", {"game": "dance_of_muses", "seats": 2, "players": [None, {}]}, 400, "a list of names"),
        ("/sessions", {"game": "dance_of_muses", "seats": 2, "players": ["\ud800", "B"]}, 422, "cannot be shown"),
        ("/sessions", {"game": "dance_of_muses", "seats": 2, "players": ["\u202eA", "B"]}, 422, "cannot be shown"),
        ("/sessions", {"game": "dance_of_muses", "seats": 2, "options": {"seats": 3}}, 422, "no option “seats”"),
        ("/sessions", {"game": "dance_of_muses", "seats": 2, "options": []}, 400, "an object of names and values"),
        ("/sessions", {"game": "dance_of_muses", "seats": 2, "option-suns": "[" * 5000}, 422, "cannot be"),
        ("/sessions", {"game": "chess", "seats": 2, "players": ["A", "B"]}, 422, "There is no game “chess”"),
        ("/sessions", {"game": "dance_of_muses", "seats": 7, "players": ["A"] * 7}, 422, "2 to 4 players, not 7"),
        ("/sessions", {"game": "dance_of_muses", "seats": 10**9}, 422, "2 to 4 players"),
        ("/sessions", {"game": "dance_of_muses"}, 400, "how many players"),
        ("/sessions", {"game": "dance_of_muses", "seats": 2, "players": ["A"]}, 422, "one name for each"),
        ("/sessions", {"game": "dance_of_muses", "seats": 2, "options": {"hands": 5}}, 422, "“hands” cannot be 5"),
        ("/sessions", {"game": "dance_of_muses", "seats": 2, "options": {"wind": 5}}, 422, "no option “wind”"),
        ("/sessions", {"game": "dance_of_muses", "seats": 2, "option-first": "x"}, 422, "“x”: write it like 0"),
        ("/elsewhere", {}, 404, "nothing at this address"),
        ("/health", {}, 405, "cannot be used that way"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_changes_nothing(
    client: FlaskClient, session: Session, asked: tuple[str, object, int, str]
) -> None:
    path, sent, status, said = asked
    answer = client.post(path, json=sent)
    assert answer.status_code == status
    told = answer.get_json()["error"]
    assert said in told
    assert told.count(". ") <= 1
    as_page = client.post(path, data=json.dumps(sent), content_type="application/json", headers=HTML)
    assert as_page.status_code == status
    assert session.version() == "0.0"
    assert client.get("/health").get_json()["sessions"] == 1


def test_an_error_is_a_page_for_people(client: FlaskClient, session: Session) -> None:
    answer = client.post(f"/sessions/{session.id}/moves", data={"text": "<i>", "length": "0"}, headers=HTML)
    assert answer.status_code == 422
    assert "“&lt;i&gt;” is no move" in answer.text
    assert f'href="/sessions/{session.id}"' in answer.text


@pytest.mark.parametrize(
    ("content", "status", "said"),
    [
        (b"this is a letter, not a photo", 415, "“table.jpg”"),
        (jpeg()[:900], 415, "“table.jpg” is cut short"),
        (b"", 400, "No picture came"),
    ],
    ids=["no picture", "cut short", "empty"],
)
def test_an_upload_that_is_no_picture_is_one_sentence(
    client: FlaskClient, session: Session, content: bytes, status: int, said: str
) -> None:
    upload = {"picture": (io.BytesIO(content), "table.jpg")}
    answer = client.post(f"/sessions/{session.id}/pictures", data=upload, headers=JSON)
    assert answer.status_code == status
    assert said in answer.get_json()["error"]
    assert "/tmp" not in answer.get_json()["error"], "a path must not leak"  # noqa: S108
    assert session.latest() is None


def test_an_upload_beyond_25_mb_is_refused_unread(client: FlaskClient, session: Session) -> None:
    upload = {"picture": (io.BytesIO(jpeg()), "table.jpg")}
    huge = {"CONTENT_LENGTH": str(UPLOAD_BYTES + 1)}
    answer = client.post(f"/sessions/{session.id}/pictures", data=upload, headers=JSON, environ_overrides=huge)
    assert answer.status_code == 413
    assert "at most 25 MB" in answer.get_json()["error"]


def test_an_uploaded_picture_is_read_kept_small_and_judged(client: FlaskClient, session: Session) -> None:
    photo = np.full((1500, 2400, 3), (70, 90, 60), np.uint8)
    upload = {"picture": (io.BytesIO(bytes(cv2.imencode(".png", photo)[1])), "mat.png")}
    answer = client.post(f"/sessions/{session.id}/pictures", data=upload, headers=JSON)
    assert (answer.status_code, answer.get_json()["finding"]) == (200, "unexplained"), "an empty mat is no move"
    kept = cv2.imdecode(np.frombuffer(client.get(f"/sessions/{session.id}/stills/1.jpg").data, np.uint8), 1)
    assert kept is not None
    assert kept.shape == (1200, 1920, 3)


def test_looking_changes_nothing(client: FlaskClient, sessions: Sessions, session: Session) -> None:
    session.offer(reading(table_after(session, LEGAL)), jpeg())
    before = session.version()
    for path in ("", "/live", "/stills/1", "/stills/1.jpg"):
        assert client.get(f"/sessions/{session.id}{path}").status_code == 200
    for path in ("/moves", "/undo", "/pictures", "/stills/1/pieces", "/stills/1/answer"):
        assert client.get(f"/sessions/{session.id}{path}").status_code == 405
    assert session.version() == before
    assert len(sessions.summaries()) == 1


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"}, 200),
        ({"Origin": "http://localhost"}, 200),
        ({}, 200),
    ],
)
def test_only_our_own_page_may_write(
    client: FlaskClient, session: Session, headers: dict[str, str], status: int
) -> None:
    answer = client.post(f"/sessions/{session.id}/moves", json={"text": LEGAL, "length": 0}, headers=headers)
    assert answer.status_code == status
    assert len(session.log()) == (status == 200)


def test_browsers_are_told_to_load_nothing_from_elsewhere(client: FlaskClient, session: Session) -> None:
    session.offer(reading(table_after(session, LEGAL)), jpeg())
    for path in ("/", f"/sessions/{session.id}", f"/sessions/{session.id}/stills/1", "/nothing"):
        answer = client.get(path)
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert not re.search(r"<script(?![^>]*\bsrc=)|\son[a-z]+=|\sstyle=|https?://(?!www\.w3\.org)", answer.text)


def test_the_secret_is_this_devices_own_and_private(client: FlaskClient, sessions: Sessions) -> None:
    path = sessions.profile / "secret_key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(path.read_bytes()) == 32
    assert client.application.secret_key == path.read_bytes()


def test_names_are_shown_as_they_are_and_never_as_markup(client: FlaskClient, sessions: Sessions) -> None:
    names = ("<script>alert(1)</script>", "Zoë & 'Łukasz' \"山田\"", "أمينة")
    session = sessions.create(Setup("dance_of_muses", 3, names, SETUP.options))
    page = client.get(f"/sessions/{session.id}").text
    assert "<script>alert" not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") >= 2
    assert "Zoë &amp; &#39;Łukasz&#39; &#34;山田&#34;" in page
    assert "أمينة" in page


def test_health_is_json(client: FlaskClient, session: Session) -> None:
    told = client.get("/health").get_json()
    assert told == {"status": "ok", "sessions": session.id, "games": sorted(rules.games())}


def test_a_full_disk_is_told_and_the_page_goes_on(client: FlaskClient, session: Session) -> None:
    database = session.store.database
    database.execute(f"PRAGMA max_page_count = {database.execute('PRAGMA page_count').fetchone()[0]}")
    with pytest.raises(StoreError, match="disk is full"):
        session.offer(reading(table_after(session, LEGAL)), bytes(300_000))
    assert shown(client, session)["length"] == 0
    database.execute("PRAGMA query_only = ON")
    answer = client.post(f"/sessions/{session.id}/moves", json={"text": LEGAL, "length": 0})
    assert answer.status_code == 503
    assert "make it writable" in answer.get_json()["error"]


def test_a_secret_cut_short_by_a_pulled_plug_is_made_anew(sessions: Sessions) -> None:
    (sessions.profile / "secret_key").write_bytes(b"")
    assert len(create_app(sessions).secret_key or b"") == 32
    assert (sessions.profile / "secret_key").stat().st_mode & 0o777 == 0o600


def test_a_piece_cannot_be_put_where_nothing_was_read(client: FlaskClient, session: Session) -> None:
    session.offer(reading(table_after(session)), jpeg())
    for place in ("die@9,9", "die@0,0,0"):
        sent = {"place": place, "face": "orange 4", "length": 0}
        answer = client.post(f"/sessions/{session.id}/stills/1/pieces", json=sent)
        assert (answer.status_code, answer.get_json()["error"][:25]) == (422, "Nothing was read there: t")
    assert session.accuracy()[1] == 0
