"""Draws the app's icons anew from companion/static/icon.svg: `python tests/app_icons.py`; it needs Chromium.

Plain ones have the icon's own round corners; those for masks and for iOS fill the whole square, and keep what is drawn
within the middle that every mask leaves.
"""

import shutil
from pathlib import Path
from typing import Final

from conftest import FLAGS
from playwright.sync_api import sync_playwright

STATIC: Final = Path(__file__).parents[1] / "companion" / "static"
FELT: Final = "#1f5a46"
ICONS: Final = {  # file name: side in pixels, and whether it fills the square
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "icon-180.png": (180, True),
    "icon-maskable-192.png": (192, True),
    "icon-maskable-512.png": (512, True),
}


def main() -> None:
    drawn = (STATIC / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for name, (side, filled) in ICONS.items():
            page = browser.new_page(viewport={"width": side, "height": side})
            ground = FELT if filled else "transparent"
            style = f"<style>body {{ margin: 0; background: {ground}; }} svg {{ display: block; }}</style>"
            page.set_content(style + drawn.replace("<svg ", f'<svg width="{side}" height="{side}" ', 1))
            page.screenshot(path=STATIC / name, omit_background=not filled)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
