"""The page in a real Chromium: played, corrected, taken back, from several tabs and at three sizes."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import sqrt
from pathlib import Path

import pytest
from companion_tables import ENDED, ILLEGAL, LEGAL, MISREAD, REVEAL, SETUP, jpeg, reading, table_after
from playwright.sync_api import Browser, Page, expect
from rules_dance import MIXED, invented

from companion.demo import FOLDER, PLAYERS, record
from companion.records import Setup
from companion.session import Session
from companion.sessions import Sessions

SIZES = {"phone": (360, 780), "tablet": (1180, 820), "television": (1920, 1080)}
LONG = ("Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis", "Ж" * 60, "<b>bold</b> " + "x" * 40)


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    with opened(chromium) as page:
        yield page


@contextmanager
def opened(
    chromium: Browser,
    size: str = "phone",
    scheme: str = "light",
    *,
    touch: bool = False,
    script: bool = True,
    worker: bool = True,
) -> Iterator[Page]:
    """Open a page that takes any mishap in the browser's console for a failure.

    Without a `worker` the page's requests go past none, so that `Page.route` sees them all.
    """
    width, height = SIZES[size]
    context = chromium.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        has_touch=touch,
        java_script_enabled=script,
        service_workers="allow" if worker else "block",
    )
    page, mishaps = context.new_page(), list[str]()
    page.set_default_timeout(30_000)
    expect.set_options(timeout=30_000)
    page.on("pageerror", lambda error: mishaps.append(str(error)))
    page.on("console", lambda told: mishaps.append(told.text) if "Content Security" in told.text else None)
    yield page
    context.close()
    assert mishaps == []


def visit(page: Page, address: str, session: Session) -> None:
    page.goto(f"{address}/sessions/{session.id}")


def tap(page: Page, place: str) -> None:
    page.locator(f'.picture [data-place="{place}"]').first.click()


def type_move(page: Page, text: str) -> None:
    """Type a move into the field for notation, which pages with something to tap keep folded."""
    if not page.get_by_label("Move, in notation").is_visible():
        page.get_by_text("Type a move", exact=True).click()
    page.get_by_label("Move, in notation").fill(text)


def test_an_evening_from_the_form_to_an_illegal_move(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("link", name="Dance of Muses 2 to 4 players").click()
    page.get_by_label("3", exact=True).check()
    for seat, name in enumerate(("Ana", "Бен", "山田"), 1):
        page.get_by_label(f"Name of player {seat}").fill(name)
    expect(page.get_by_label("Name of player 4")).to_be_hidden()
    page.get_by_label("Бен", exact=True).check()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Бен")
    type_move(page, "place Clio 0,0")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("山田")
    expect(page.get_by_label("Move, in notation")).to_have_value("")
    page.get_by_label("Move, in notation").fill("place Erato 5,5")
    page.keyboard.press("Enter")
    expect(page.locator(".typed [role=alert]")).to_contain_text("Not allowed: Erato placed at 5,5. Rule 2.5")
    expect(page.get_by_role("heading", level=1)).to_have_text("山田")
    expect(page.get_by_label("Move, in notation")).to_have_value("place Erato 5,5")


def test_a_picture_uploaded_is_read_drawn_and_played(page: Page, address: str, sessions: Sessions) -> None:
    hand = record()
    session = sessions.create(Setup(hand.game, hand.seats, PLAYERS, hand.options))
    visit(page, address, session)
    page.get_by_label("Read a picture").set_input_files(FOLDER / "02.jpg")
    expect(page.locator("#verdict")).to_contain_text("Ben: Erato south", timeout=60_000)
    expect(page.locator(".mark.die[data-place]")).to_have_count(9)
    expect(page.get_by_role("heading", level=1)).to_have_text("Ana")


def test_a_file_too_large_is_told_and_not_sent(page: Page, address: str, session: Session, tmp_path: Path) -> None:
    large = tmp_path / "large.jpg"
    with large.open("wb") as file:
        file.truncate((25 << 20) + 1)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    for path, label in ((f"/sessions/{session.id}", "Read a picture"), ("/setup", "Choose a photo")):
        page.goto(address + path)
        page.get_by_label(label).set_input_files(large)
        expect(page.get_by_text("That file is too large: send a picture of at most 25 MB.")).to_be_visible()
    assert sent == []


def test_a_file_that_is_no_picture_is_told_beside_the_button(
    page: Page, address: str, session: Session, tmp_path: Path
) -> None:
    (tmp_path / "letter.jpg").write_text("Dear Ana")
    visit(page, address, session)
    page.get_by_label("Read a picture").set_input_files(tmp_path / "letter.jpg")
    expect(page.locator(".play")).to_contain_text("“letter.jpg”")


def test_a_misread_die_is_tapped_and_the_move_is_played(page: Page, address: str, session: Session) -> None:
    session.offer(reading(table_after(session, ILLEGAL)), jpeg())
    visit(page, address, session)
    expect(page.locator("#verdict")).to_contain_text("Rule 3.6: Set the die on Erato to 4")
    expect(page.locator(".mark.ringed")).to_have_attribute("data-place", str(MISREAD))
    tap(page, str(MISREAD))
    dialog = page.get_by_role("dialog", name="What lies here?")
    expect(dialog).to_contain_text("Read as orange 5")
    expect(dialog.get_by_role("button", name="orange 5")).to_be_focused()
    dialog.get_by_role("button", name="orange 4").click()
    expect(page.locator("#verdict")).to_contain_text("Ana: Calliope south.")
    expect(page.get_by_role("heading", level=1)).to_have_text("Бен")
    expect(page.locator(".mark.corrected")).to_have_count(1)


def test_a_correction_by_keyboard_recomputes_the_score(page: Page, address: str, sessions: Sessions) -> None:
    session = sessions.create(ENDED)
    session.offer(reading(table_after(session, REVEAL)), jpeg())
    visit(page, address, session)
    expect(page.locator(".players li")).to_contain_text(["Ana 0", "Бен 2", "Caro 0"])
    for place, face in (("tile@0,0", "Euterpe"), ("tile@1,-1", "Clio")):
        page.locator(f'.picture [data-place="{place}"]').focus()
        page.keyboard.press("Enter")
        page.get_by_role("dialog").get_by_role("button", name=face, exact=True).focus()
        page.keyboard.press("Enter")
        expect(page.locator(f'.picture [data-place="{place}"]')).to_have_attribute("data-face", face)
    expect(page.locator(".players li")).to_contain_text(["Ana 2", "Бен 1", "Caro 0"])
    expect(page.locator("#table")).to_contain_text("18 pieces were read and 2 corrected")


def test_a_question_is_two_buttons(page: Page, address: str, sessions: Sessions) -> None:
    session = sessions.create(Setup("dance_of_muses", 3, ("Ana", "Бен", "Caro")))
    table = table_after(session, "place Clio 0,0")
    doubts = {place: {"Clio": 0.52, "Erato": 0.46} for place in table if place.zone == "tile"}
    session.offer(reading(table, doubts), jpeg())
    visit(page, address, session)
    expect(page.locator("#verdict button")).to_have_text(["Clio placed at 0,0", "Erato placed at 0,0"])
    page.locator("#verdict").get_by_role("button", name="Erato placed at 0,0").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Бен")
    assert [entry.move for entry in session.log()] == ["place Erato 0,0"]


def test_taking_back_shows_on_every_screen_without_a_reload(chromium: Browser, address: str, session: Session) -> None:
    session.play(LEGAL, 0)
    with opened(chromium) as phone, opened(chromium, "television") as television:
        for page in (phone, television):
            visit(page, address, session)
            expect(page.get_by_role("heading", level=1)).to_have_text("Бен")
        television.evaluate("window.sameDocument = true")
        phone.get_by_role("button", name="Take back").click()
        for page in (phone, television):
            expect(page.get_by_role("heading", level=1)).to_have_text("Ana")
            expect(page.locator("#verdict")).to_contain_text("Taken back: Ana: Calliope south.")
        assert television.evaluate("window.sameDocument")


def test_of_two_tabs_the_slower_one_is_told_and_sees_the_new_state(
    chromium: Browser, address: str, session: Session
) -> None:
    with opened(chromium, worker=False) as page:
        page.route("**/events*", lambda route: route.abort())
        visit(page, address, session)
        type_move(page, "Erato S")
        session.play(LEGAL, 0)
        page.evaluate("document.querySelectorAll('[name=length]').forEach((field) => { field.value = '0'; })")
        page.get_by_role("button", name="Play").click()
        expect(page.locator(".typed [role=alert]")).to_contain_text("Somebody else was quicker")
        expect(page.get_by_role("heading", level=1)).to_have_text("Бен")
        page.get_by_role("button", name="Play").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Caro")
    assert [entry.move for entry in session.log()] == [LEGAL, "Erato S"]


def test_what_is_being_typed_survives_news(page: Page, address: str, session: Session) -> None:
    visit(page, address, session)
    type_move(page, "Erato")
    session.play(LEGAL, 0)
    expect(page.get_by_role("heading", level=1)).to_have_text("Бен")
    expect(page.get_by_label("Move, in notation")).to_have_value("Erato")
    expect(page.get_by_label("Move, in notation")).to_be_focused()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_size_and_scheme_fits_and_is_legible(
    chromium: Browser, address: str, sessions: Sessions, size: str, scheme: str
) -> None:
    session = sessions.create(Setup("dance_of_muses", 3, LONG, SETUP.options))
    session.play("Erato S", 0)
    session.offer(reading(table_after(session, "Calliope S dice Erato=6")), jpeg())
    sessions.shelf.save(session.game, invented(*MIXED))
    with opened(chromium, size, scheme) as page:
        new, sets = "/sessions/new/dance_of_muses", "/sets/dance_of_muses"
        parts = ("", "/stills/1", "/export?shown=yes&still=1", "/replay?step=1", "/screen", "/join")
        own = [f"/sessions/{session.id}{part}" for part in parts]
        for path in ("/", new, sets, f"{sets}/1", f"{sets}/1/0", *own, "/nothing"):
            page.goto(address + path)
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), path
            assert page.evaluate(SMALL) == [], f"{path}: too small to tap"
            assert page.evaluate(NAMELESS) == [], f"{path}: without a name for screen readers"
            faint = [one for one in page.evaluate(TEXTS) if contrast(one["ink"], one["ground"]) < 4.5]
            assert faint == [], f"{path}: too faint"


SMALL = """[...document.querySelectorAll('button, .button, summary, a, select, input:not([type=hidden])')]
  .filter((e) => e.checkVisibility() && !e.matches('.unseen, .skip, .seats input'))
  .filter((e) => Math.max(e.getBoundingClientRect().height, e.parentElement.matches('p') ? 44 : 0) < 43.5)
  .map((e) => e.outerHTML.slice(0, 120))"""
NAMELESS = """[...document.querySelectorAll('button, a, select, input:not([type=hidden]), [role=button], dialog, svg')]
  .filter((e) => !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.textContent.trim()
    || e.labels?.length || e.getAttribute('aria-hidden')))
  .map((e) => e.outerHTML.slice(0, 120))"""
TEXTS = """(() => {
  const colour = (text) => (text.match(/[0-9.]+/g) || []).map(Number);
  const ground = (e) => {
    for (let at = e; at; at = at.parentElement) {
      const found = colour(getComputedStyle(at).backgroundColor);
      if (found.length === 3 || found[3] === 1) return found.slice(0, 3);
    }
    return [255, 255, 255];
  };
  return [...document.querySelectorAll('body *')]
    .filter((e) => e.checkVisibility() && !(e instanceof SVGElement) && !e.closest('.unseen, .skip, dialog, noscript')
      && [...e.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .map((e) => ({
      ink: colour(getComputedStyle(e).color).slice(0, 3), ground: ground(e), text: e.textContent.slice(0, 40) }));
})()"""


def contrast(one: list[float], two: list[float]) -> float:
    """Return the contrast ratio of two sRGB colours, 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: list[float]) -> float:
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_contrast_is_measured_as_defined() -> None:
    assert contrast([0, 0, 0], [255, 255, 255]) == pytest.approx(21)
    assert contrast([119, 119, 119], [255, 255, 255]) == pytest.approx(4.48, abs=0.01)
    assert sqrt(contrast([10, 10, 10], [10, 10, 10])) == 1


def test_dice_are_tapped_beside_as_well(page: Page, address: str, session: Session) -> None:
    session.offer(reading(table_after(session, ILLEGAL)), jpeg())
    visit(page, address, session)
    outline = page.locator(f'.picture [data-place="{MISREAD}"] .outline')
    outline.evaluate("(element) => element.scrollIntoView({ block: 'center' })")
    box = outline.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] + 8, box["y"] + box["height"] + 4)
    expect(page.get_by_role("dialog")).to_contain_text("Read as orange 5")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
