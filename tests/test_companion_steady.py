"""News does not push the page about: what the browser measures as layout shift; and motion for who wants none."""

import pytest
from companion_tables import LEGAL, SETUP, jpeg, reading, table_after
from playwright.sync_api import Browser, expect
from test_companion_browser import SIZES, opened

from companion.sessions import Sessions

WATCH = """window.shifted = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });"""
MOST = 0.05  # of all news together; browsers call a page good up to 0.1 and this one is measured at about 0.02


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("part", ["", "/screen"])
def test_the_layout_stays_where_it_is_while_news_arrives(
    chromium: Browser, address: str, sessions: Sessions, size: str, part: str
) -> None:
    session = sessions.create(SETUP)
    session.offer(reading(table_after(session)), jpeg())  # the first picture of an evening makes its own room
    with opened(chromium, size) as page:
        page.goto(f"{address}/sessions/{session.id}{part}")
        expect(page.get_by_role("heading", level=1)).to_have_text("Ana")
        page.evaluate(WATCH)
        session.play(LEGAL, 0)
        expect(page.get_by_role("heading", level=1)).to_have_text("Бен")
        session.offer(reading(table_after(session, "Erato S dice Melpomene=6")), jpeg())
        expect(page.locator("main")).to_contain_text("Not allowed")
        session.offer(reading(table_after(session, "Erato S")), jpeg())
        expect(page.get_by_role("heading", level=1)).to_have_text("Caro")
        session.undo(2)
        expect(page.get_by_role("heading", level=1)).to_have_text("Бен")
        page.wait_for_timeout(300)
        assert page.evaluate("window.shifted") <= MOST


def test_nothing_moves_for_who_wants_no_motion(chromium: Browser, address: str) -> None:
    context = chromium.new_context(reduced_motion="reduce")
    page = context.new_page()
    for path in ("/", "/setup", "/system"):
        page.goto(address + path)
        moving = "[...document.querySelectorAll('*')].filter((e) => getComputedStyle(e).transitionDuration !== '0s'"
        assert page.evaluate(f"{moving} || getComputedStyle(e).animationName !== 'none').length") == 0
    context.close()
