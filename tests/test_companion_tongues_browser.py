"""Languages in a real Chromium: switched on the page, kept by the stream, and no page wider than a small phone."""

import pytest
from companion_tables import ENDED, LEGAL, SETUP
from playwright.sync_api import Browser, Page, expect
from test_companion_browser import opened

from companion.records import Setup
from companion.sessions import Sessions

WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def choose(page: Page, now: str, language: str) -> None:
    page.get_by_text(now, exact=True).click()
    page.get_by_role("link", name=language).click()


def test_the_language_is_switched_on_the_page_and_news_come_in_it(
    chromium: Browser, address: str, sessions: Sessions
) -> None:
    session = sessions.create(SETUP)
    with opened(chromium) as page:
        page.goto(f"{address}/sessions/{session.id}")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        choose(page, "EN", "Русский")
        expect(page.locator("html")).to_have_attribute("lang", "ru")
        expect(page).to_have_url(f"{address}/sessions/{session.id}")
        expect(page.locator("#turn .eyebrow").first).to_have_text("Ход")
        expect(page.locator("#turn")).to_contain_text("ещё не было")
        session.play(LEGAL, 0)
        expect(page.locator("#turn .last")).to_contain_text("вручную")
        expect(page.locator("#log")).to_contain_text("на юг")
        page.goto(f"{address}/sessions/{session.id}/screen")
        expect(page.locator("html")).to_have_attribute("lang", "ru")
        choose(page, "RU", "Português (Brasil)")
        expect(page.locator(".afar-turn .eyebrow")).to_have_text("Vez de")
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_have_text("O que vamos jogar?")


def test_what_the_script_says_is_in_the_language_too(chromium: Browser, address: str, sessions: Sessions) -> None:
    session = sessions.create(SETUP)
    with opened(chromium, worker=False) as page:
        page.goto(f"{address}/sessions/{session.id}?tongue=es")
        page.route("**/undo", lambda route: route.abort())
        page.get_by_role("button", name="Deshacer").click()
        expect(page.get_by_text("El companion no responde")).to_be_visible()


@pytest.mark.parametrize("language", ["es", "pt-BR", "ru"])
def test_no_page_is_wider_than_a_phone(chromium: Browser, address: str, sessions: Sessions, language: str) -> None:
    muses, line = sessions.create(ENDED), sessions.create(Setup("line_dice", 3, ("Ana", "Бен", "Caro")))
    forge = sessions.create(Setup("dice_forge", 2, ("Ana", "Бен")))
    paths = [f"/sessions/{one.id}{end}" for one in (muses, line, forge) for end in ("", "/screen", "/join", "/replay")]
    paths += ["/", "/sessions/new/dance_of_muses", "/sessions/new/line_dice", f"/sessions/{line.id}/export"]
    with opened(chromium) as page:
        page.goto(f"{address}/?tongue={language}")
        for path in paths:
            page.goto(f"{address}{path}")
            assert page.evaluate(WIDER) <= 0, path
            page.locator(".tongues summary").click()
            assert page.evaluate(WIDER) <= 0, f"{path} with the languages unfolded"
            page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
            assert page.evaluate(WIDER) <= 0, f"{path} with everything unfolded"
