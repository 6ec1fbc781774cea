"""A hand of Dance of Muses played in a real Chromium by taps alone: floor, powers, reveal, suns, score."""

import re

import pytest
from companion_tables import POSITION, jpeg, reading, table_after
from playwright.sync_api import Browser, Page, expect
from rules_dance import MIXED, NAMES, invented
from test_companion_browser import NAMELESS, SMALL, TEXTS, contrast, opened

import rules
from companion.records import Setup
from companion.session import Session
from companion.sessions import Sessions

PEOPLE = ("Ana", "Бен", "Caro")


def begun(sessions: Sessions, **options: object) -> Session:
    return sessions.create(Setup("dance_of_muses", 3, PEOPLE, {"position": POSITION, **options}))


def visit(page: Page, address: str, session: Session) -> None:
    page.goto(f"{address}/sessions/{session.id}")


def to_play(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def hit(page: Page, place: str) -> None:
    page.locator(f'[data-hit="{place}"]').click()


def moves(session: Session) -> list[str]:
    return [played.entry.move for played in session.position().played]


def test_a_tap_on_a_muse_and_one_on_an_arrow_play_a_move(chromium: Browser, address: str, sessions: Sessions) -> None:
    session = begun(sessions)
    with opened(chromium) as page:
        visit(page, address, session)
        expect(page.locator(".aim:visible")).to_have_count(0)
        hit(page, "tile@3,-1")
        expect(page.locator('[data-hit="tile@3,-1"]')).to_have_attribute("aria-expanded", "true")
        expect(page.locator(".pick[open] summary")).to_have_text("Calliope")
        assert page.locator(".aim:visible").count() == page.locator(".pick[open] .choices button").count() > 1
        page.locator('.aim[data-aim="Calliope S"]').click()
        to_play(page, "Бен")
        expect(page.locator(".aim:visible")).to_have_count(0)
        expect(page.locator(".board .left")).to_have_count(1)
        hit(page, "tile@1,1")
        page.get_by_role("button", name="South").click()
        to_play(page, "Caro")
    assert moves(session) == ["Calliope S", "Erato S"]


def test_the_floor_is_played_with_the_keyboard_alone(chromium: Browser, address: str, sessions: Sessions) -> None:
    session = begun(sessions)
    with opened(chromium) as page:
        visit(page, address, session)
        page.get_by_role("button", name=re.compile(r"^Erato \d moves$")).focus()
        page.keyboard.press("Enter")
        page.locator(".pick[open] button").last.focus()
        page.keyboard.press("Enter")
        to_play(page, "Бен")
    assert moves(session)[0].startswith("Erato ")


def test_without_a_script_the_moves_are_a_list(chromium: Browser, address: str, sessions: Sessions) -> None:
    session = begun(sessions, mode="declared")
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 360, "height": 780})
    page = context.new_page()
    page.set_default_timeout(15_000)
    visit(page, address, session)
    page.locator(".pick summary", has_text="Calliope").click()
    page.locator(".pick[open] button").first.click()
    to_play(page, "Бен")
    page.get_by_role("button", name="Ana: use Calliope's power").click()
    page.get_by_role("spinbutton", name="Erato").fill("5")
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".last")).to_contain_text("Ana: Calliope's power, after her move: the die on Erato to 5")
    context.close()


def test_a_power_is_declared_with_three_taps(chromium: Browser, address: str, sessions: Sessions) -> None:
    session = begun(sessions, mode="declared")
    session.play("Calliope S", 0)
    with opened(chromium) as page:
        visit(page, address, session)
        page.get_by_role("button", name="Ana: use Calliope's power").click()
        page.get_by_role("button", name="Thalia: more").click()
        page.get_by_role("button", name="Done").click()
        expect(page.locator(".last")).to_contain_text("Ana: Calliope's power, after her move: the die on Thalia to 3")
        to_play(page, "Бен")
        expect(page.get_by_role("button", name="Ana: use Calliope's power")).to_have_count(0)
        hit(page, "tile@1,1")
        page.get_by_role("button", name="Use her power first").click()
        page.get_by_role("dialog").get_by_role("button", name="Calliope: less").click()
        page.get_by_role("dialog").get_by_role("button", name="Done").click()
        expect(page.locator(".facts")).to_contain_text("Erato has to move")
    assert moves(session) == ["Calliope S", "then Calliope Thalia=3", "first Erato Calliope=1"]
    assert [played.entry.seat for played in session.position().played] == [0, 0, 1]


def test_a_power_of_the_set_is_chosen_from_its_outcomes(chromium: Browser, address: str, sessions: Sessions) -> None:
    position = POSITION
    for usual, name in zip(
        ("Thalia", "Terpsichore", "Melpomene", "Calliope", "Erato", "Polyhymnia"), NAMES, strict=False
    ):
        position = position.replace(usual, name)
    session = begun(sessions, position=position, mode="full", set=invented(*MIXED))
    with opened(chromium) as page:
        visit(page, address, session)
        hit(page, "tile@0,1")
        page.get_by_role("button", name="Use her power first").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("Changes the die of 1 other Muse touching her by +1")
        dialog.get_by_label("The die on the hidden white Muse to 3").check()
        dialog.get_by_role("button", name="Done").click()
        expect(page.locator(".facts")).to_contain_text("TEST-1 has to move")
    assert moves(session) == ["first TEST-1 white?=3"]


def test_a_sheet_that_is_refused_stays_open_and_says_why(chromium: Browser, address: str, sessions: Sessions) -> None:
    session = begun(sessions, mode="declared")
    session.play("Calliope S", 0)
    with opened(chromium) as page:
        visit(page, address, session)
        page.get_by_role("button", name="Ana: use Calliope's power").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_text("A tile lies elsewhere now").click()
        dialog.get_by_label("Erato lies at").fill("0,1")
        dialog.get_by_role("button", name="Done").click()
        expect(dialog.get_by_role("alert")).to_contain_text("Rule 5.6: Two Muses cannot lie on 0,1")
        expect(dialog.get_by_label("Erato lies at")).to_have_value("0,1")
        dialog.get_by_role("button", name="Cancel").click()
        expect(dialog).to_be_hidden()
    assert moves(session) == ["Calliope S"]


def test_a_six_leads_through_reveal_and_suns_to_the_score(chromium: Browser, address: str, sessions: Sessions) -> None:
    session = begun(sessions, position=POSITION.replace("Erato 1,1 4", "Erato 1,1 5"))
    session.play("Erato E", 0)
    with opened(chromium) as page:
        visit(page, address, session)
        guide = page.locator("#guide")
        expect(guide.get_by_role("heading")).to_have_text("Play stops: a 6 on Erato")
        expect(page.locator("[data-hit]")).to_have_count(0)
        for who, muse in (("Caro turns up", "Clio"), ("Ana turns up", "Euterpe"), ("Бен turns up", "Clio")):
            guide.get_by_role("group", name=re.compile(who)).get_by_label(muse).check()
        guide.get_by_role("button", name="All are turned up").click()
        expect(guide.get_by_role("alert")).to_contain_text("Rule 4.1: Each hidden Muse must be another")
        guide.get_by_role("group", name=re.compile("Бен turns up")).get_by_label("Urania").check()
        guide.get_by_role("button", name="All are turned up").click()
        for label in ("Clio, die 2", "Thalia, die 2", "Terpsichore, die 3", "Calliope, die 1"):
            expect(guide.get_by_label(label, exact=True)).to_have_value("")
            guide.get_by_role("button", name=f"{label}: more").click()
        guide.get_by_role("button", name="Score the hand").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Бен")
        expect(page.locator(".ledger tbody tr").last).to_contain_text("Points")
        page.get_by_text("Line by line").click()
        expect(page.locator(".working")).to_contain_text("Suns: Calliope 1 = 1 → 6")
        expect(page.locator(".board .sun")).to_have_count(4)
    assert moves(session)[2:] == ["suns Clio 1", "suns Thalia 1", "suns Terpsichore 1", "suns Calliope 1"]


def test_a_tile_is_placed_by_a_cell_and_a_name(chromium: Browser, address: str, sessions: Sessions) -> None:
    session = sessions.create(Setup("dance_of_muses", 2, PEOPLE[:2]))
    with opened(chromium) as page:
        visit(page, address, session)
        for place, name in (("tile@0,0", "A Muse face down"), ("tile@1,0", "Clio"), ("tile@1,1", "A Muse face down")):
            hit(page, place)
            page.locator(".pick[open]").get_by_role("button", name=name).click()
            expect(page.locator(".last")).to_contain_text(f"placed at {place.partition('@')[2]}")
    assert moves(session) == ["place ? 0,0", "place Clio 1,0", "place ? 1,1"]


def test_a_forgotten_power_is_declared_with_one_tap(chromium: Browser, address: str, sessions: Sessions) -> None:
    session = begun(sessions, mode="declared")
    session.offer(reading(table_after(session, "Calliope S dice Thalia=3")), jpeg())
    with opened(chromium) as page:
        visit(page, address, session)
        expect(page.locator("#verdict")).to_contain_text("Rule 5.8: Declare Calliope's power")
        page.get_by_role("button", name="It was: Calliope south; then, her power: the die on Thalia to 3").click()
        to_play(page, "Бен")
    assert moves(session) == ["Calliope S then Thalia=3"]


@pytest.mark.parametrize(("size", "scheme"), [("phone", "dark"), ("tablet", "light"), ("television", "dark")])
def test_floor_sheets_and_scores_fit_and_are_legible(
    chromium: Browser, address: str, sessions: Sessions, size: str, scheme: str
) -> None:
    dance = begun(sessions, mode="declared")
    ending = begun(sessions, position=POSITION.replace("Erato 1,1 4", "Erato 1,1 5"))
    ending.play("Erato E", 0)
    scored = begun(sessions, position=POSITION.replace("Erato 1,1 4", "Erato 1,1 6"), suns=dict.fromkeys(USUAL, 1))
    scored.play("reveal white?=Clio orange?=Euterpe purple?=Urania", 0)
    with opened(chromium, size, scheme) as page:
        for session in (dance, ending, scored):
            visit(page, address, session)
            if session is dance:
                hit(page, "tile@1,1")
                page.get_by_role("button", name="Use her power first").click()
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
            assert page.evaluate(SMALL) == [], "too small to tap"
            assert page.evaluate(NAMELESS) == [], "without a name for screen readers"
            assert [one for one in page.evaluate(TEXTS) if contrast(one["ink"], one["ground"]) < 4.5] == []


USUAL = rules.load("dance_of_muses").initial_state(2).setup.muses.names
