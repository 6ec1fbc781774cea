"""A phone held upright, 360 px wide: nothing is cut off or squeezed, and what comes next is in view."""

import re
from collections.abc import Iterator

import pytest
from companion_tables import ILLEGAL, MISREAD, POSITION, jpeg, reading, table_after
from playwright.sync_api import Browser, Page, expect
from test_companion_browser import opened, tap, visit
from test_companion_muses_browser import begun

from companion.records import Setup
from companion.session import Session
from companion.sessions import Sessions

CLIPPED = "[...document.querySelectorAll('dialog[open] button')].filter((e) => e.getBoundingClientRect().right > %s)"
LEFT = ("roll ?", "roll ?", "lay S-NS 0,0", "lay C0S 0,-1", "out C0 C1")


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    with opened(chromium, touch=True) as page:
        yield page


def test_every_face_to_choose_from_is_whole(phone: Page, address: str, session: Session) -> None:
    session.offer(reading(table_after(session, ILLEGAL)), jpeg())
    visit(phone, address, session)
    tap(phone, str(MISREAD))
    box = phone.locator("dialog[open]").bounding_box()
    assert box is not None
    assert phone.evaluate(CLIPPED % (box["x"] + box["width"] - 8) + ".length") == 0
    assert phone.locator("dialog[open]").evaluate("(e) => e.scrollWidth <= e.clientWidth")


def test_why_somebody_is_out_has_room_to_be_read(phone: Page, address: str, sessions: Sessions) -> None:
    session = sessions.create(Setup("line_dice", 2, ("Ana", "Ben")))
    session.play_all(list(LEFT), 0)
    phone.goto(f"{address}/sessions/{session.id}?tongue=ru")
    told = phone.locator(".players .out small")
    expect(told).to_contain_text("Ничего не подходит", ignore_case=True)
    assert told.evaluate("(e) => e.clientWidth") > 200


def test_the_next_question_and_the_winner_come_into_view(phone: Page, address: str, sessions: Sessions) -> None:
    session = begun(sessions, position=POSITION.replace("Erato 1,1 4", "Erato 1,1 5"))
    session.play("Erato E", 0)
    visit(phone, address, session)
    guide = phone.locator("#guide")
    for who, muse in (("Caro turns up", "Clio"), ("Ana turns up", "Euterpe"), ("Бен turns up", "Urania")):
        guide.get_by_role("group", name=re.compile(who)).get_by_label(muse).check()
    guide.get_by_role("button", name="All are turned up").tap()
    expect(guide.get_by_text("Count the suns")).to_be_in_viewport()
    for label in ("Clio, die 2", "Thalia, die 2", "Terpsichore, die 3", "Calliope, die 1"):
        guide.get_by_role("button", name=f"{label}: more").tap()
    guide.get_by_role("button", name="Score the hand").tap()
    expect(phone.get_by_text("Game over")).to_be_in_viewport()
