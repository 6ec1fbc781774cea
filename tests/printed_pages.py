"""Printed kits as the tests look at them: the squares drawn in a PDF in mm, its pages as pictures, its words."""

import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
from click.testing import CliRunner, Result
from numpy.typing import NDArray

from companion.__main__ import main

Image = NDArray[np.uint8]
Square = tuple[float, float, float]
"""Left and top in mm from the page's upper left, and the side."""

POINTS_PER_MM = 72 / 25.4
PX_PER_MM = 6
UNITS = 100
DRAWN = re.compile(rb"\n([\d.]+) 0 0 -([\d.]+) ([\d.]+) ([\d.]+) cm\n")  # a drawing of UNITS, upside down
STREAM = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)


def printed(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["print", *map(str, arguments)], catch_exceptions=False)


def kit(path: Path, *arguments: str | Path) -> Path:
    """Return the path once the kit is printed to it."""
    result = printed(*arguments, "--out", path)
    assert result.exit_code == 0, result.output
    return path


def sizes_mm(path: Path) -> list[tuple[float, float]]:
    with pypdfium2.PdfDocument(path) as pdf:
        return [(page.get_width() / POINTS_PER_MM, page.get_height() / POINTS_PER_MM) for page in pdf]


def squares(path: Path) -> list[list[Square]]:
    """Return the drawings on each page, in the order they are drawn."""
    tall = sizes_mm(path)[0][1]
    return [list(_drawings(stream, tall)) for stream in STREAM.findall(path.read_bytes()) if b" Tf " in stream]


def _drawings(stream: bytes, tall_mm: float) -> Iterator[Square]:
    for match in DRAWN.finditer(stream):
        scale, down, x, y = (float(number) / POINTS_PER_MM for number in match.groups())
        if scale == down != 1 / POINTS_PER_MM:  # else a text that is turned upright again
            yield x, tall_mm - y, UNITS * scale


def pages(path: Path) -> list[Image]:
    """Return the pages as a printer lays them down, BGR, PX_PER_MM."""
    with pypdfium2.PdfDocument(path) as pdf:
        return [page.render(scale=PX_PER_MM / POINTS_PER_MM).to_numpy()[..., :3].copy() for page in pdf]


def words(path: Path) -> list[str]:
    """Return the text of each page."""
    with pypdfium2.PdfDocument(path) as pdf:
        return [page.get_textpage().get_text_bounded() for page in pdf]


def cut_out(page: Image, square: Square, size_px: int) -> Image:
    """Return what is printed in a square, size_px wide."""
    left, top, side = (round(number * PX_PER_MM) for number in square)
    part = page[top : top + side, left : left + side]
    return cv2.resize(part, (size_px, size_px), interpolation=cv2.INTER_AREA).astype(np.uint8)
