"""How long a decision takes until six browsers show it: `python tests/latency.py --moves 30` prints the figures.

A real server in a process of its own, six pages of one Chromium that share nothing, a move sent over HTTP. The clock
runs from before the move is sent until the page's own script has put the new state into the page.
"""

import argparse
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import sleep, time

from playwright.sync_api import Page, sync_playwright
from served import companion, post

import rules
from rules.playthrough import Playthrough

GAME = "line_dice/playthroughs/sixteen_dice.txt"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
WATCH = """() => { window.shownAt = {}; window.waited = {}; const main = document.querySelector("main");
  new MutationObserver(() => {
    window.shownAt[main.dataset.length] = Date.now();
    window.waited[main.dataset.length]?.(Date.now());
  }).observe(main, {attributes: true, attributeFilter: ["data-length"]}); }"""
SEEN = "length => window.shownAt[length] ?? new Promise((shown) => { window.waited[length] = shown; })"
TARGET_MS = 300


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--moves", type=int, default=20)
    asked.add_argument("--browsers", type=int, default=6)
    chosen = asked.parse_args()
    first, last = zip(*measured(chosen.moves, chosen.browsers), strict=True)
    within = sum(ms <= TARGET_MS for ms in last)
    sys.stdout.write(
        f"{len(last)} decisions, {chosen.browsers} browsers. The first one shows it after {median(first):.0f} ms "
        f"(median), the last one after {median(last):.0f} ms, at most {max(last):.0f} ms; "
        f"{within} of {len(last)} within {TARGET_MS} ms everywhere.\n"
    )


def measured(moves: int, browsers: int) -> Iterator[tuple[float, float]]:
    """Yield after each decision how many milliseconds it took to the first browser and to the last one."""
    path = Path(rules.__file__).parent / GAME
    game = Playthrough.parse(path.read_text(encoding="utf-8"))
    begin = {"game": game.game, "seats": game.seats, "options": dict(game.options)}
    with TemporaryDirectory(prefix="companion-latency-") as folder, companion(Path(folder)) as (_, address):
        number = post(f"{address}/sessions", begin)["session"]
        with opened(f"{address}/sessions/{number}", browsers) as pages:
            for length, move in enumerate(list(game.moves())[:moves]):
                begun = time()
                post(f"{address}/sessions/{number}/moves", {"text": move, "length": length})
                shown = [seen(page, length + 1) / 1000 - begun for page in pages]
                yield 1000 * min(shown), 1000 * max(shown)
                sleep(0.2)


def seen(page: Page, length: int) -> float:
    """Wait until a page shows a log of this length, and return when it came to do so."""
    return float(page.evaluate(SEEN, str(length)))


@contextmanager
def opened(address: str, browsers: int) -> Iterator[list[Page]]:
    """Open the page in so many browsers that share nothing, each ready and listening."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        pages = [browser.new_context().new_page() for _ in range(browsers)]
        for page in pages:
            page.set_default_timeout(60_000)
            with page.expect_request("**/events*"):
                page.goto(address)
            page.evaluate(WATCH)
        yield pages
        browser.close()


if __name__ == "__main__":
    main()
