"""Every page is looked over by axe-core, in light and dark, on a phone, a tablet and a television: it finds nothing."""

from functools import cache
from importlib.resources import files
from typing import Any, Final

import cv2
import pytest
from companion_tables import ENDED, REVEAL, SETUP, jpeg, reading, table_after
from playwright.sync_api import Browser, Page
from rules_dance import MIXED, invented
from set_up_tables import table, without_card
from test_companion_browser import LONG, SIZES, opened
from test_companion_forge_browser import BOUGHT, REMOVED

from companion.records import Setup
from companion.sessions import Sessions
from companion.setting_up import STEPS

RUN: Final = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.map((one) =>
  `${one.id} (${one.impact}): ${one.nodes.map((node) => `${node.target} ${node.failureSummary}`).join(" | ")}`)"""


@cache
def axe() -> str:
    """Return the script of axe-core, which comes with a package that only tests need."""
    return files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def found(page: Page) -> list[str]:
    """Return what axe finds wrong with the page as it stands."""
    page.evaluate(axe())
    violations: list[str] = page.evaluate(RUN)
    return violations


def pages(sessions: Sessions) -> list[str]:
    """Return the paths of every kind of page, over sessions in which there is something to see."""
    sessions.shelf.save(sessions.create(SETUP).game, invented(*MIXED))
    illegal = sessions.create(Setup(SETUP.game, 3, LONG, SETUP.options))
    illegal.play("Erato S", 0)
    illegal.offer(reading(table_after(illegal, "Calliope S dice Erato=6")), jpeg())
    asking = sessions.create(Setup(SETUP.game, 3, ("Ana", "Ben", "Caro")))
    laid = table_after(asking, "place Clio 0,0")
    asking.offer(reading(laid, {p: {"Clio": 0.52, "Erato": 0.46} for p in laid if p.zone == "tile"}), jpeg())
    ended = sessions.create(ENDED)
    ended.offer(reading(table_after(ended, REVEAL)), jpeg())
    road: dict[str, Any] = {"hands": "unknown", "position": "S-EW 0,0; C1S 1,0", "head": "1,-1"}
    line = sessions.create(Setup("line_dice", 3, ("Ana", "Ben", "Caro"), road))
    forge = sessions.create(Setup("dice_forge", 2, ("Ana", "Бен"), {}))
    forge.play_all((REMOVED, *BOUGHT[:1]), 0)
    parts = ("", "/stills/1", "/export?shown=yes&still=1", "/replay?step=1", "/screen", "/join")
    own = [f"/sessions/{illegal.id}{part}" for part in parts]
    others = [f"/sessions/{one.id}{part}" for one in (asking, ended, line, forge) for part in ("", "/screen")]
    games = [f"/sessions/new/{name}" for name in ("dance_of_muses", "dice_forge")]
    sets = [f"/sets/{SETUP.game}{part}" for part in ("", "/1", "/1/0")]
    setup = ["/setup", *(f"/setup?step={step}" for step in STEPS)]
    return ["/", *games, *sets, *own, *others, *setup, "/system", "/away", "/nothing"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(
    chromium: Browser, address: str, sessions: Sessions, size: str, scheme: str
) -> None:
    paths = pages(sessions)
    wrong = dict[str, list[str]]()
    with opened(chromium, size, scheme) as page:
        page.goto(f"{address}/setup?step=pieces")
        page.get_by_label("Choose a photo").set_input_files(
            {
                "name": "table.jpg",
                "mimeType": "image/jpeg",
                "buffer": bytes(cv2.imencode(".jpg", without_card(table(), 1))[1]),
            }
        )
        page.get_by_text("The photo is used from here on.").wait_for(timeout=60_000)
        for path in paths:
            page.goto(address + path)
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), path
            if violations := found(page):
                wrong[path] = violations
        page.goto(f"{address}/setup?step=cards")
        page.locator("#by-hand > summary").click()
        page.locator("#corner-numbers > summary").click()
        wrong |= {"corners by hand": violations} if (violations := found(page)) else {}
    assert wrong == {}


def test_axe_is_awake(chromium: Browser) -> None:
    with opened(chromium) as page:
        page.set_content("<title>x</title><img src='/nothing.png'><p style='color: #ccc; background: #fff'>faint</p>")
        told = " ".join(found(page))
    assert "image-alt" in told
    assert "color-contrast" in told
