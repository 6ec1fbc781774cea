"""Draws the README's picture anew: the page as it flags Mike's Bluff in the recording of Line Dice.

`python tests/page_picture.py [FILE]` writes it, by default deploy/page.png; it needs Chromium.
"""

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from conftest import FLAGS
from playwright.sync_api import sync_playwright

from companion import create_app
from companion.demo import PLAYERS, record, steps
from companion.demo.run import run
from companion.records import Setup
from companion.serving import serving
from companion.sessions import Sessions

PICTURE = Path(__file__).parents[1] / "deploy" / "page.png"
GAME = "line_dice"
STEPS = 13  # up to the bluff


def main() -> None:
    hand = record(GAME)
    with TemporaryDirectory() as folder:
        sessions = Sessions(Path(folder))
        session = sessions.create(Setup(hand.game, hand.seats, PLAYERS, hand.options))
        for _ in run(session, sessions.eyes, iter(list(steps(hand))[:STEPS])):
            pass
        with serving(create_app(sessions), "127.0.0.1", 0) as port, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            page = browser.new_page(viewport={"width": 1180, "height": 1240}, color_scheme="light")
            page.goto(f"http://127.0.0.1:{port}/sessions/{session.id}")
            page.screenshot(path=sys.argv[1] if len(sys.argv) > 1 else PICTURE)
            browser.close()
        sessions.close()


if __name__ == "__main__":
    main()
