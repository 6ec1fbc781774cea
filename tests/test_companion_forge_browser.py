"""A turn of Dice Forge played by taps in a real Chromium: rolls, an offering, a feat that ousts, taking back."""

import pytest
from playwright.sync_api import Browser, Page, expect
from test_companion_browser import NAMELESS, SMALL, TEXTS, contrast, opened

from companion.records import Setup
from companion.session import Session
from companion.sessions import Sessions

NAMES = ("Ana", "Бен")
REMOVED = "remove G6 S1_V1 V4 M2_V2"
BOUGHT = ("roll S1 G1 / S1 G1", "roll G1 G1 / S1 G1", "feat the_elder", "end")  # Ana stands on portal 7


def begun(sessions: Sessions, *moves: str) -> Session:
    session = sessions.create(Setup("dice_forge", 2, NAMES, {}))
    session.play_all(moves, 0)
    return session


def moves(session: Session) -> list[str]:
    return [played.entry.move for played in session.position().played]


def visit(page: Page, address: str, session: Session) -> None:
    page.goto(f"{address}/sessions/{session.id}")


def ware(page: Page, menu: str, words: str) -> None:
    group = page.get_by_role("group", name=menu)
    group.get_by_role("button", name=words, exact=True).click()


def rolled(page: Page, name: str, light: str, dark: str) -> None:
    """Tap in a roll: one tap a die."""
    expect(page.get_by_role("heading", name=f"What did {name} roll?")).to_be_visible()
    page.get_by_role("group", name="light die").get_by_role("radio", name=light, exact=True).click()
    page.get_by_role("group", name="dark die").get_by_role("radio", name=dark, exact=True).click()


def test_rolls_take_two_taps_and_a_bought_face_three(chromium: Browser, address: str, sessions: Sessions) -> None:
    session = begun(sessions)
    with opened(chromium) as page:
        visit(page, address, session)
        page.get_by_role("group", name="For 4 gold").get_by_role("radio").first.click()
        page.get_by_role("group", name="For 12 gold").get_by_role("radio").first.click()
        for name in (*NAMES, *NAMES):
            rolled(page, name, "1 gold", "1 gold")
        expect(page.get_by_role("group", name="A feat: take a card")).to_have_count(0)  # no shard: none is offered
        expect(page.locator(".verdict")).to_contain_text("Ana: gold from 5 to 7")
        expect(page.locator(".verdict")).to_contain_text("Бен: gold from 4 to 6")
        ware(page, "An offering: buy faces", "3 gold 2 gold")
        page.get_by_role("dialog").get_by_role("button", name="On the light die").click()
        ware(page, "Which face makes room for 3 gold on the light die?", "1 sun")
        expect(page.locator(".verdict")).to_contain_text(
            "Ana, light die: replace 1 sun by 3 gold, and lay it with 3 gold up."
        )
        expect(page.locator(".mats .acting .sides .top").first).to_have_attribute("title", "3 gold")
        page.get_by_role("button", name="The offering is complete").click()
        page.get_by_role("button", name="End the turn").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Бен")
    assert moves(session)[-4:] == ["buy G3 light", "out light S1", "done", "end"]


def test_who_stands_on_the_portal_is_ousted_and_rolls(chromium: Browser, address: str, sessions: Sessions) -> None:
    session = begun(sessions, REMOVED, *BOUGHT, "roll S1 G1 / G1 G1", "roll S1 G1 / G1 G1")
    with opened(chromium) as page:
        visit(page, address, session)
        expect(page.locator(".stacks", has_text="Portal 7")).to_contain_text("Ana stands here")
        page.get_by_role("button", name="The Elder").click()
        expect(page.locator(".verdict")).to_contain_text("The pawn of Ana goes home.")
        expect(page.locator(".facts")).to_contain_text("Бен")
        rolled(page, "Ana", "1 sun", "2 glory")
        expect(page.get_by_role("heading", level=1)).to_have_text("Бен")
    assert moves(session)[-2:] == ["feat the_elder", "roll S1 V2"]


def test_a_choice_is_taken_back_at_once_and_a_roll_only_by_agreement(
    chromium: Browser, address: str, sessions: Sessions
) -> None:
    session = begun(sessions, REMOVED, *BOUGHT[:3])
    with opened(chromium) as page:
        visit(page, address, session)
        page.get_by_role("button", name="Take back").click()
        expect(page.locator(".verdict")).to_contain_text("Ana: sun from 0 to 1")
        page.get_by_role("button", name="Take back").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("Does everybody agree?")
        dialog.get_by_role("button", name="Cancel").click()
        expect(page.locator(".moves li:not(.undone)")).to_have_count(3)
        page.get_by_role("button", name="Take back").click()
        dialog.get_by_role("button", name="Yes, take it back").click()
        expect(page.locator(".moves li:not(.undone)")).to_have_count(2)
    assert moves(session) == [REMOVED, BOUGHT[0]]


def test_a_turn_is_played_without_a_script(chromium: Browser, address: str, sessions: Sessions) -> None:
    session = begun(sessions, REMOVED)
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 360, "height": 780})
    page = context.new_page()
    page.set_default_timeout(15_000)
    visit(page, address, session)
    for name in (*NAMES, *NAMES):
        rolled(page, name, "1 gold", "1 gold")
        page.get_by_role("button", name="Rolled").click()
    ware(page, "An offering: buy faces", "3 gold 2 gold")
    page.get_by_role("button", name="On the dark die").click()
    ware(page, "Which face makes room for 3 gold on the dark die?", "1 moon")
    page.get_by_role("button", name="The offering is complete").click()
    expect(page.locator(".last")).to_contain_text("Ana: The offering is complete")
    context.close()


def test_on_a_phone_what_is_due_is_in_sight_and_taking_back_comes_right_below(
    chromium: Browser, address: str, sessions: Sessions
) -> None:
    session = begun(sessions, REMOVED)
    with opened(chromium) as page:
        visit(page, address, session)
        tops = [
            page.locator(one).bounding_box() for one in (".turn", "#verdict", "#guide", "#undo", "#players", "#table")
        ]
        found = [box["y"] for box in tops if box]
        assert len(found) == len(tops)
        assert found == sorted(found)
        assert found[2] < 600, "the fold is at 780"


def test_who_answers_far_down_sees_what_is_asked_next(chromium: Browser, address: str, sessions: Sessions) -> None:
    rich = ("roll S1 M1 / S1 M1", "roll G1 M1 / S1 M1", "roll S1 M1 / G1 M1", "roll G1 M1 / S1 M1")
    session = begun(sessions, REMOVED, *rich[:2], "end", *rich[2:])
    with opened(chromium) as page:
        visit(page, address, session)
        page.get_by_role("button", name="End the turn").click()
        expect(page.get_by_role("heading", name="What did Ana roll?")).to_be_in_viewport()


@pytest.mark.parametrize("language", ["en", "es", "pt-BR", "ru"])
def test_the_glory_of_four_fits_a_phone(chromium: Browser, address: str, sessions: Sessions, language: str) -> None:
    session = sessions.create(Setup("dice_forge", 4, ("Ana", "Бен", "María José", "Wolfgang"), {}))
    session.play_all(("roll S1 G1 / S1 G1 / S1 G1 / S1 G1", "end") * 2 + ("roll S1 G1 / S1 G1 / S1 G1 / S1 G1",), 0)
    session.play_all(("feat guardians_owl",), session.position().length)
    with opened(chromium) as page:
        page.goto(f"{address}/sessions/{session.id}?tongue={language}")
        expect(page.locator(".ledger")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("tablet", "dark"), ("television", "light")])
def test_the_page_of_the_forge_fits_and_is_legible(
    chromium: Browser, address: str, sessions: Sessions, size: str, scheme: str
) -> None:
    session = begun(sessions, REMOVED, *BOUGHT[:2], "buy G3 light", "out light S1", "done")
    with opened(chromium, size, scheme) as page:
        visit(page, address, session)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert page.evaluate(SMALL) == [], "too small to tap"
        assert page.evaluate(NAMELESS) == [], "without a name for screen readers"
        assert [one for one in page.evaluate(TEXTS) if contrast(one["ink"], one["ground"]) < 4.5] == []
