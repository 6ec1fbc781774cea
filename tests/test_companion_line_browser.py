"""A game of Line Dice played by taps in a real Chromium, with help and without, with JavaScript and without."""

import pytest
from playwright.sync_api import Browser, Page, expect
from test_companion_browser import NAMELESS, SMALL, TEXTS, contrast, opened

from companion.records import Setup
from companion.session import Session
from companion.sessions import Sessions

NAMES = ("Ana", "Бен", "Caro")


def begun(sessions: Sessions, *dice: str, **options: object) -> Session:
    session = sessions.create(Setup("line_dice", 3, NAMES, {"mikes_bluff": "secret", **options}))
    for die in dice:
        session.play(f"lay {die}", len(session.log()))
    return session


def to_play(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def test_rolled_laid_called_and_helped_by_taps(chromium: Browser, address: str, sessions: Sessions) -> None:
    session = begun(sessions, hand_limit=3)
    with opened(chromium) as page:
        page.goto(f"{address}/sessions/{session.id}")
        for word in ("S", "C1", "C3", "X"):
            page.locator(f'[data-word="{word}"]').click()
        page.get_by_role("button", name="Remove the last one").click()
        expect(page.get_by_label("Move, in notation")).to_have_value("roll S C1 C3")
        page.get_by_role("button", name="Play").click()
        for name in ("Бен", "Caro"):
            to_play(page, name)
            page.get_by_role("button", name="3 dice rolled, not recorded").click()
        to_play(page, "Ana")
        page.get_by_role("button", name="A curve with its arrow south at 0,0, the first of the road").first.click()
        to_play(page, "Бен")
        expect(page.locator(".board .changed .arrow")).to_have_count(1)
        expect(page.locator(".board .goal")).to_have_count(2)
        page.get_by_label("Help").uncheck()
        expect(page.locator(".helping").first).to_be_hidden()
        page.reload()
        expect(page.get_by_label("Help")).not_to_be_checked()
        expect(page.locator(".helping").first).to_be_hidden()
        page.get_by_role("button", name="Caro: Calls the last arrow").click()
        expect(page.locator(".last")).to_contain_text("Caro: Calls the last arrow")
    assert [entry.move for entry in session.log()][-1] == "call 2"


def test_a_bluff_is_called_and_taken_back_without_javascript(
    chromium: Browser, address: str, sessions: Sessions
) -> None:
    session = begun(sessions, "S-EW 0,0", "C1S 1,0", "C2N 1,-1", hands="unknown", bluff_penalty="retry")
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(15_000)
    page.goto(f"{address}/sessions/{session.id}")
    page.get_by_role("button", name="Calls the last arrow", exact=True).click()
    to_play(page, "Caro")
    page.get_by_role("button", name="The bluff is taken back").click()
    page.get_by_role("button", name="A straight at 1,-1, straight on").click()
    to_play(page, "Ana")
    page.get_by_label("Help").uncheck()
    expect(page.locator(".helping").first).to_be_hidden()
    context.close()


@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("television", "dark")])
def test_the_page_of_the_road_fits_and_is_legible(
    chromium: Browser, address: str, sessions: Sessions, size: str, scheme: str
) -> None:
    session = begun(sessions, "S-EW 0,0", "C1S 1,0", "S-NS 1,-1", "C0S 1,-2", "S-EW 0,-2", hands="unknown")
    for die in ("C3S -1,-2", "C2S -1,-1"):
        session.play(f"lay {die}", len(session.log()))
    session.play("out S", len(session.log()))
    with opened(chromium, size, scheme) as page:
        page.goto(f"{address}/sessions/{session.id}")
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert page.evaluate(SMALL) == [], "too small to tap"
        assert page.evaluate(NAMELESS) == [], "without a name for screen readers"
        assert [one for one in page.evaluate(TEXTS) if contrast(one["ink"], one["ground"]) < 4.5] == []
