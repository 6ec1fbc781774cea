"""What is said aloud: the news once, only the fix of a correction, and nothing that must stay secret."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from companion_tables import ILLEGAL, LEGAL, MISREAD, SETUP, jpeg, reading, table_after
from playwright.sync_api import Browser, Page, expect

from companion.records import Setup
from companion.session import Session
from companion.sessions import Sessions
from companion.view import view
from companion.voice import spoken
from rules import load
from rules.aloud import aloud

CHAIN = "S-EW 0,0; C1S 1,0"

RECORDER = """
  window.heard = [];
  class Recorded { constructor(text) { this.text = text; this.volume = 1; } addEventListener() {} }
  window.SpeechSynthesisUtterance = Recorded;
  Object.defineProperty(window, "speechSynthesis", { value: {
    getVoices: () => [{ lang: "en-GB", localService: true }, { lang: "de-DE", localService: true }],
    speak: (one) => window.heard.push([one.text, one.volume, one.lang, one.voice?.lang]),
    cancel: () => {},
  } });
"""


def line(sessions: Sessions, **options: Any) -> Session:  # noqa: ANN401 (options are a game's own)
    base: dict[str, Any] = {"hands": "unknown", "position": CHAIN, "head": "1,-1"}
    return sessions.create(Setup("line_dice", 3, ("Ana", "Ben", "Caro"), base | options))


def said(session: Session) -> str:
    return spoken(view(session)).text


def test_a_move_is_said_with_whose_turn_it_is_then(session: Session) -> None:
    assert said(session) == "Ana is to play."
    session.play(LEGAL, 0)
    assert said(session) == "Ana: Calliope south. Бен is to play."


def test_a_broken_rule_is_said_and_waiting_is_not(session: Session) -> None:
    session.offer(reading(table_after(session, ILLEGAL)), jpeg())
    assert said(session).startswith("Not allowed: Calliope south")
    assert "Rule 3.6: Set the die on Erato to 4" in said(session)
    assert spoken(view(session)).presses
    session.offer(reading(table_after(session)), jpeg())
    assert said(session) == "Ana is to play.", "the table was put right"
    assert not spoken(view(session)).presses
    session.offer(reading({}), jpeg())
    assert said(session) == "", "nobody is told to wait"


def test_a_correction_says_only_the_fix(session: Session) -> None:
    session.offer(reading(table_after(session, "Calliope E")), jpeg())
    assert said(session) == "Ana: Calliope east. Бен is to play."
    session.amend(1, LEGAL, 1)
    assert said(session) == "Move 1 is now: Ana: Calliope south."


def test_taking_back_says_what_and_whose_turn_it_is_again(session: Session) -> None:
    session.play(LEGAL, 0)
    session.undo(1)
    assert said(session) == "Taken back: Ana: Calliope south. Ana is to play."


def test_a_question_is_said_with_its_answers(sessions: Sessions) -> None:
    session = sessions.create(Setup("dance_of_muses", 3, ("Ana", "Ben", "Caro")))
    table = table_after(session, "place Clio 0,0")
    doubts = {place: {"Clio": 0.52, "Erato": 0.46} for place in table if place.zone == "tile"}
    session.offer(reading(table, doubts), jpeg())
    assert said(session).endswith("Clio placed at 0,0; Erato placed at 0,0?")


def test_the_end_is_said_with_everybodys_points(sessions: Sessions) -> None:
    session = line(sessions, must_play=False)
    for length in range(2):
        session.play("out", length)
    assert "The game is over. It was won by Caro." in said(session)
    assert "Ana 0, Ben 0 and Caro" in said(session)


@pytest.mark.parametrize("house", ["secret", "ask", "flag"])
def test_a_bluff_stays_secret_where_the_house_plays_so(sessions: Sessions, house: str) -> None:
    game = load("line_dice")
    state = game.initial_state(3, hands="unknown", position=CHAIN, head="1,-1", mikes_bluff=house)
    texts = [aloud(game, state, game.parse_move(move)) for move in ("lay C0S 1,-1", "lay C2N 1,-1")]
    assert (texts[0] == texts[1]) == (house == "secret"), "an honest arrow and a bluff sound alike"
    if house != "flag":
        session = line(sessions, mikes_bluff=house)
        session.play("lay C2N 1,-1", 0)
        assert ("arrow" in said(session)) == (house == "ask")


def test_a_hand_kept_hidden_is_not_said(sessions: Sessions) -> None:
    session = sessions.create(Setup("line_dice", 6, ("A", "B", "C", "D", "E", "F"), {"hands": "hidden"}))
    session.play("roll S S X C0 C1 C2", 0)
    assert said(session) == "A: 6 dice rolled, kept hidden. B is to play."


@contextmanager
def opened(chromium: Browser) -> Iterator[Page]:
    """Open a page whose browser's voice is a recorder: it stands for the loudspeaker, not for any code of ours."""
    context = chromium.new_context(viewport={"width": 360, "height": 780})
    context.add_init_script(RECORDER)
    page = context.new_page()
    page.set_default_timeout(30_000)
    expect.set_options(timeout=30_000)
    yield page
    context.close()


def heard(page: Page) -> list[str]:
    texts: list[str] = page.evaluate("window.heard.map((one) => one[0])")
    return texts


def test_the_voice_is_off_until_a_tap_and_is_remembered(chromium: Browser, address: str, session: Session) -> None:
    with opened(chromium) as page:
        page.goto(f"{address}/sessions/{session.id}")
        knob = page.get_by_role("button", name="Voice")
        expect(knob).to_have_attribute("aria-pressed", "false")
        session.play(LEGAL, 0)
        expect(page.get_by_role("heading", level=1)).to_have_text("Бен")
        assert heard(page) == []
        knob.click()
        assert heard(page) == ["Ana: Calliope south. Бен is to play."]
        session.play("Erato S", 1)
        expect(page.get_by_role("heading", level=1)).to_have_text("Caro")
        assert heard(page)[-1] == "Бен: Erato south. Caro is to play."
        page.reload()
        expect(knob).to_have_attribute("aria-pressed", "true")
        assert heard(page) == [], "what happened before is no news"
        session.amend(2, "Erato N", 2)
        expect(page.locator("#verdict")).to_contain_text("Move 2 is now")
        assert heard(page) == [
            "Move 2 is now: Бен: Erato north, pushing the hidden purple Muse and the hidden orange Muse."
        ]


def test_a_problem_is_said_again_when_it_comes_back_and_a_result_never(
    chromium: Browser, address: str, session: Session
) -> None:
    with opened(chromium) as page:
        page.goto(f"{address}/sessions/{session.id}/screen")
        page.get_by_role("button", name="Voice").click()
        for table, shown in ((ILLEGAL, re.compile("Not allowed")), (None, ""), (ILLEGAL, re.compile("Not allowed"))):
            session.offer(reading(table_after(session, table)), jpeg())
            expect(page.locator(".afar-wait")).to_have_text(shown)
        texts = heard(page)
        assert [text[:11] for text in texts] == ["Ana is to p", "Not allowed", "Not allowed"]
        session.correct(3, MISREAD, "orange 4", 0)
        expect(page.get_by_role("heading", level=1)).to_have_text("Бен")
        assert heard(page)[3:] == ["Ana: Calliope south. Бен is to play."]


def test_volume_language_and_voice_are_handed_over(chromium: Browser, address: str, session: Session) -> None:
    with opened(chromium) as page:
        page.goto(f"{address}/sessions/{session.id}")
        page.get_by_role("button", name="Voice").click()
        slider = page.get_by_label("Volume of the voice")
        slider.focus()
        for _ in range(6):
            page.keyboard.press("ArrowLeft")
        text, volume, language, voice = page.evaluate("window.heard.at(-1)")
        assert (text, language, voice) == ("Ana is to play.", "en", "en-GB")
        assert volume == pytest.approx(0.4)
        page.reload()
        expect(slider).to_have_value("0.4")
        page.get_by_role("button", name="Voice").click()
        session.play(LEGAL, 0)
        expect(page.get_by_role("heading", level=1)).to_have_text("Бен")
        assert heard(page) == [], "it was switched off"


def test_a_browser_without_speech_shows_no_switch(chromium: Browser, address: str, session: Session) -> None:
    context = chromium.new_context()
    context.add_init_script("Object.defineProperty(window, 'speechSynthesis', { value: undefined });")
    page = context.new_page()
    page.goto(f"{address}/sessions/{session.id}")
    expect(page.get_by_role("heading", level=1)).to_have_text(SETUP.players[0])
    expect(page.get_by_role("button", name="Voice")).to_be_hidden()
    context.close()
