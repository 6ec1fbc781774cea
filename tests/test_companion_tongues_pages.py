"""Every page in Russian: a word in Latin letters that is neither a name nor notation was forgotten."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from companion_tables import ENDED, ILLEGAL, LEGAL, SETUP, jpeg, reading, table_after
from flask.testing import FlaskClient
from set_up_tables import table
from test_companion_setup import upload

import rules
from companion import checkup
from companion.records import Setup
from companion.session import Session
from companion.sessions import Sessions
from rules.playthrough import Playthrough

TOLD = {
    "alt",
    "aria-label",
    "placeholder",
    "title",
    "data-offline",
    "data-read",
    "data-unreachable",
    "data-words",
    "data-silent",
    "data-tap",
}
SILENT = {"script", "style"}
OURS = """PIN Table Companion Dance of Muses Line Dice Forge BG Stats JSON JPEG PNG Python QR kB Home End companion
serve host http localhost TEST playthrough txt moves csv session json bgstats log versions picture jpg
Ana Caro Mia Nele"""
MUSES = "Calliope Clio Erato Euterpe Melpomene Polyhymnia Terpsichore Thalia Urania"
NOTATION = re.compile(
    r"\b(?:C[0-3][NESW]?|S(?:-(?:EW|NS))?|X\d?|[A-D]|EN|ES|PT|RU|[NESW]{1,2}|(?:OR_)?[GSMV]\d(?:_[GSMV]\d)*"
    r"|MIRROR|SHIP|(?:BOAR|SHIELD)_[A-Z]+)\b"
)
MENU = re.compile(r'<details class="tongues">.*?</details>', re.DOTALL)  # names each language in itself
ADDRESS = re.compile(r"\S*/sessions/\S*")
PLACE = re.compile(r"\{\w+\}")  # that a script fills in
QUOTED = re.compile(r"«[^»]*»|“[^”]*”")
WORD = re.compile(r"[A-Za-z]{2,}")


class Said(HTMLParser):
    """Collects what a page says: its texts, and the attributes that are read aloud or shown."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self._inside: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside.append(tag)
        self.said += [value or "" for name, value in attrs if name in TOLD]

    def handle_endtag(self, tag: str) -> None:
        while tag in self._inside and self._inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not SILENT & set(self._inside[-1:]) and data.strip():
            self.said.append(data.strip())


def forgotten(html: str, *names: str) -> set[str]:
    """Return what a Russian page says with a Latin word that is neither name nor notation."""
    known = set(f"{OURS} {MUSES}".split()) | set(names)
    html = MENU.sub("", html)
    return {text for text in Said(html).said if set(WORD.findall(said(text))) - known}


def said(text: str) -> str:
    """Return a text without addresses, places that a script fills in, notation and what is quoted."""
    for part in (ADDRESS, PLACE, NOTATION, QUOTED):
        text = part.sub("", text)
    return text


def pages(session: Session) -> Iterator[str]:
    base = f"/sessions/{session.id}"
    yield from (
        base,
        f"{base}/live",
        f"{base}/screen",
        f"{base}/screen/live",
        f"{base}/join",
        f"{base}/export?shown=yes",
    )
    yield from (f"{base}/replay", f"{base}/replay/1")
    yield from (f"{base}/stills/{number}" for number in session.store.kept(session.id))


def check(client: FlaskClient, session: Session) -> None:
    for path in pages(session):
        answer = client.get(path)
        assert answer.status_code == 200
        assert forgotten(answer.text) == set(), path


@pytest.fixture(autouse=True)
def _russian(client: FlaskClient) -> None:
    client.get("/?tongue=ru")


def test_the_check_finds_what_was_forgotten() -> None:
    assert forgotten('<p>Ход</p><b aria-label="Close">✕</b><p>C1S, Clio</p>') == {"Close"}


@pytest.mark.parametrize("game", sorted(rules.games()))
def test_the_list_and_the_forms_are_russian(client: FlaskClient, game: str) -> None:
    assert forgotten(client.get("/").text) == set()
    assert (
        forgotten(client.get(f"/sessions/new/{game}").text, "orange", "purple", "white", "green", "blue", "black")
        == set()
    )


def test_the_pages_of_sets_are_russian(client: FlaskClient) -> None:
    client.post("/sets/dance_of_muses", data={"title": "", "start": ""})
    for path in ("/sets/dance_of_muses", "/sets/dance_of_muses/1", "/sets/dance_of_muses/1/0"):
        assert forgotten(client.get(path).text) == set(), path
    seen = re.findall(r'name="seen" value="(\w+)"', client.get("/sets/dance_of_muses/1/0").text)[-1]
    refused = client.post("/sets/dance_of_muses/1/0", data={"name": "Clio", "power": "row", "seen": seen})
    assert refused.status_code == 422
    assert forgotten(refused.text) == set()


def test_what_the_camera_saw_is_judged_in_russian(client: FlaskClient, sessions: Sessions) -> None:
    session = sessions.create(SETUP)
    session.offer(reading(table_after(session, ILLEGAL)), jpeg())
    assert "Правило 3.6: Поставьте кубик" in client.get(f"/sessions/{session.id}").text
    check(client, session)
    session.offer(reading(table_after(session, LEGAL)), jpeg())
    check(client, session)
    ended = sessions.create(ENDED)
    check(client, ended)


def playthroughs() -> list[Path]:
    root = Path(rules.__file__).parent
    chosen = (
        "declared_powers",
        "end_of_a_hand",
        "full_powers",
        "two_hands",
        "whole_game_of_two",
        "bluff_caught",
        "four_players",
    )
    return [path for path in sorted(root.glob("*/playthroughs/*.txt")) if path.stem in chosen]


@pytest.mark.parametrize("path", playthroughs(), ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_whole_game_is_told_in_russian(client: FlaskClient, sessions: Sessions, path: Path) -> None:
    record = Playthrough.parse(path.read_text("utf-8"))
    session = sessions.create(
        Setup(record.game, record.seats, ("Аня", "Бен", "Юля", "Глеб")[: record.seats], record.options)
    )
    moves = [line for line in record.lines if line and not line.startswith(("#", "score:", "illegal "))]
    looks = {1, 2, 5, len(moves) // 2}
    for number, move in enumerate(moves, 1):
        session.play(move, number - 1)
        if number in looks:
            assert forgotten(client.get(f"/sessions/{session.id}").text) == set(), move
    check(client, session)


def test_set_up_system_and_what_is_said_are_russian(client: FlaskClient, session: Session) -> None:
    known = ("Espa", "ol", "Portugu", "Brasil", "time", "table", "companion", "opencv", "python", "GB", "Letter")
    for step in ("camera", "cards", "focus", "light", "pieces"):
        assert forgotten(client.get(f"/setup?step={step}").text, *known) == set(), step
    upload(client, table(), "cards")
    for path in ("/setup?step=cards", "/setup?step=pieces", "/away"):
        assert forgotten(client.get(path).text, *known) == set(), path
    assert forgotten(client.get("/system").text, *known, *checkup.PACKAGES) == set()
    session.play(LEGAL, 0)
    said = re.search(r'<span data-length="1">([^<]+)</span>', client.get(f"/sessions/{session.id}").text)
    assert said is not None
    assert said[1].endswith("Ходит Бен.")
