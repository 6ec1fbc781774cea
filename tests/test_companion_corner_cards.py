"""The printed corner cards: the right size, the right patterns, and readable by our own eyes."""

import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.corner_cards import PAPERS, write_corner_cards
from vision.corners import CARD_IDS, card_bits, find_markers

POINTS_PER_MM = 72 / 25.4
DOTS_PER_MM = 8
RECTANGLE = re.compile(r"([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+) re\b")

Box = tuple[float, float, float, float]


def written(tmp_path: Path, paper: str) -> str:
    path = tmp_path / f"cards-{paper}.pdf"
    write_corner_cards(path, paper)
    return path.read_bytes().decode("latin-1")


def boxes(pdf: str) -> list[Box]:
    """Return every rectangle of the page as x, y, width, height in mm from its lower left."""
    found = [[float(n) / POINTS_PER_MM for n in m.groups()[:4]] for m in RECTANGLE.finditer(pdf)]
    return [(x, y, w, h) for x, y, w, h in found]


def sized(pdf: str, side_mm: float) -> list[Box]:
    return [box for box in boxes(pdf) if box[2:] == pytest.approx((side_mm, side_mm), abs=0.01)]


def rendered(pdf: str, height_mm: float) -> NDArray[np.uint8]:
    """Return the page's rectangles as a printer lays them down: black squares first, their white cells over them."""
    page = np.full((round(height_mm * DOTS_PER_MM), round(220 * DOTS_PER_MM), 3), 255, np.uint8)
    for side, shade in ((37.5, 0), (6.25, 255)):
        for x, y, width, height in sized(pdf, side):
            corners = np.array([[x, height_mm - y - height], [x + width, height_mm - y]]) * DOTS_PER_MM
            (left, top), (right, bottom) = corners.round().astype(int)
            page[top:bottom, left:right] = shade
    return page


@pytest.mark.parametrize(("paper", "size_mm"), [("a4", (210.0, 297.0)), ("letter", (215.9, 279.4))])
def test_one_page_of_the_papers_size_holds_four_cards_at_true_size(
    tmp_path: Path, paper: str, size_mm: tuple[float, float]
) -> None:
    pdf = written(tmp_path, paper)
    assert pdf.count("/Type /Page\n") == 1
    media = re.search(r"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf)
    assert media is not None
    assert [float(n) / POINTS_PER_MM for n in media.groups()] == pytest.approx(size_mm, abs=0.01)
    cards, squares = sized(pdf, 50.0), sized(pdf, 37.5)
    assert len(cards) == len(squares) == 4
    for (card_x, card_y, *_), (x, y, *_) in zip(cards, squares, strict=True):
        assert (x - card_x, y - card_y) == pytest.approx((6.25, 6.25), abs=0.01)
    for x, y, width, height in boxes(pdf):
        assert min(x, y, size_mm[0] - x - width, size_mm[1] - y - height) > 10  # within what printers can reach


@pytest.mark.parametrize("paper", PAPERS)
def test_our_own_eyes_read_the_page(tmp_path: Path, paper: str) -> None:
    markers = find_markers(rendered(written(tmp_path, paper), PAPERS[paper][1] / POINTS_PER_MM))
    assert [marker.id for marker in markers] == list(CARD_IDS)
    for marker in markers:
        assert marker.side_px / DOTS_PER_MM == pytest.approx(37.5, abs=0.15)
    centres = {marker.id: marker.centre_px for marker in markers}
    assert centres[0][0] < centres[1][0]
    assert centres[0][1] < centres[3][1]


def test_the_white_cells_are_the_dictionarys(tmp_path: Path) -> None:
    pdf = written(tmp_path, "a4")
    white = sum(int((~card_bits(card_id)).sum()) for card_id in CARD_IDS)
    assert len(sized(pdf, 6.25)) == white
    for card_id in CARD_IDS:
        published = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), card_id, 6)
        np.testing.assert_array_equal(card_bits(card_id), published == 0)


def test_the_page_tells_how_to_print_cut_and_lay(tmp_path: Path) -> None:
    pdf = written(tmp_path, "a4")
    for words in (
        "Print at 100 %",
        "Cut along the grey lines",
        "0 top left, 1 top right, 2 bottom right, 3 bottom left",
    ):
        assert words in pdf
    lines = [tuple(float(n) for n in m) for m in re.findall(r"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S", pdf)]
    lengths = [(x2 - x1) / POINTS_PER_MM for x1, y1, x2, y2 in lines if y1 == y2]
    assert lengths == pytest.approx([100.0], abs=0.01)
    assert "(100)" in pdf


def test_the_same_page_comes_out_every_time(tmp_path: Path) -> None:
    assert written(tmp_path, "a4") == written(tmp_path, "a4")


def test_unknown_paper_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match='no paper "a5" to print on: choose a4 or letter'):
        write_corner_cards(tmp_path / "cards.pdf", "a5")
    assert not (tmp_path / "cards.pdf").exists()
