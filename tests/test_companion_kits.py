"""The printed kits: true size on either paper, the right number of pieces, and one sentence for what cannot be."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from printed_pages import PX_PER_MM, kit, pages, printed, sizes_mm, squares, words

from companion.__main__ import main
from companion.kit_forge import forge_face
from companion.kits import kits
from rules import load
from rules.dice_forge.box import BOX

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
TILES, ROADS, FACES = "dance_of_muses", "line_dice", "dice_forge"
MARGIN_MM = 5  # what any printer reaches
NAMES = "Ana,Bea,Cléo,Dora,Eva,Fay,Gil,Ida,Joy"


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", kits())
def test_every_page_has_the_papers_size_and_prints_within_its_margins(tmp_path: Path, game: str, paper: str) -> None:
    path = kit(tmp_path / "kit.pdf", game, "--paper", paper)
    wide, tall = PAPERS[paper]
    assert sizes_mm(path) == [pytest.approx((wide, tall), abs=0.01)] * len(sizes_mm(path))
    for number, page in enumerate(pages(path)):
        inked = np.argwhere(page.min(axis=2) < 200) / PX_PER_MM
        assert inked.min() > MARGIN_MM - 1.5, f"page {number}"  # the number below the ruler
        assert (inked.max(axis=0) < (tall - 2, wide - MARGIN_MM)).all(), f"page {number}"


@pytest.mark.parametrize("game", kits())
def test_every_page_says_how_to_print_and_its_ruler_measures_50_mm(tmp_path: Path, game: str) -> None:
    path = kit(tmp_path / "kit.pdf", game)
    assert all("Print at 100 %: this line must measure 50 mm." in text for text in words(path))
    for page in pages(path):
        line = np.flatnonzero(page[round(-6 * PX_PER_MM) - 1, : 70 * PX_PER_MM].max(axis=1) < 128)
        assert (line[-1] - line[0]) / PX_PER_MM == pytest.approx(50, abs=0.3)


@pytest.mark.parametrize("game", kits())
def test_fonts_are_embedded(tmp_path: Path, game: str) -> None:
    data = kit(tmp_path / "kit.pdf", game).read_bytes()
    fonts = re.findall(rb"/BaseFont /(\S+)", data)
    assert fonts
    assert all(b"+DejaVuSans" in font for font in fonts)
    assert data.count(b"/FontFile2") >= len(set(fonts))
    assert b"/Subtype /Image" not in data


@pytest.mark.parametrize("game", kits())
def test_the_last_page_is_the_help_card(tmp_path: Path, game: str) -> None:
    *_, last = words(kit(tmp_path / "kit.pdf", game, "--paper", "letter"))
    assert "help card" in last
    for heading in ("Set-up", "Your turn", "The end", "With the camera"):
        assert heading in last, heading
    assert load(game).title in last


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("size", "sheets"), [(60, 1), (90, 3)])
def test_nine_tiles_have_their_backs_behind_them(tmp_path: Path, paper: str, size: int, sheets: int) -> None:
    path = kit(tmp_path / "kit.pdf", TILES, "--paper", paper, "--size-mm", str(size))
    *sides, _ = squares(path)
    assert len(sides) == 2 * sheets
    assert sum(len(front) for front in sides[::2]) == 9
    for front, back in zip(sides[::2], sides[1::2], strict=True):
        assert all(side == pytest.approx(size, abs=0.01) for *_, side in (*front, *back))
        turned = sorted((round(PAPERS[paper][0] - x - size), round(y)) for x, y, _ in back)
        assert turned == sorted((round(x), round(y)) for x, y, _ in front)


@pytest.mark.parametrize("paper", PAPERS)
def test_to_fold_over_each_tile_has_its_back_below_it(tmp_path: Path, paper: str) -> None:
    path = kit(tmp_path / "kit.pdf", TILES, "--paper", paper, "--backs", "fold")
    *sheets, _ = squares(path)
    assert sum(map(len, sheets)) == 18
    for sheet in sheets:
        for (x, y, side), (below_x, below_y, _) in list(pairwise(sheet))[::2]:
            assert (below_x, below_y) == pytest.approx((x, y + side), abs=0.01)
        assert max(y + side for _, y, side in sheet) < PAPERS[paper][1] - 15


def test_the_published_names_stand_on_the_tiles_and_what_is_ours_is_said(tmp_path: Path) -> None:
    front, *_ = words(kit(tmp_path / "kit.pdf", TILES))
    assert all(name in front for name in ("Calliope", "Polyhymnia", "Urania"))
    assert "Demonstration set" in front


def test_an_owners_names_and_suns_are_printed(tmp_path: Path) -> None:
    own = kit(tmp_path / "own.pdf", TILES, "--names", NAMES, "--suns", "1,1,1,2,2,2,3,3,0")
    other = kit(tmp_path / "other.pdf", TILES, "--names", NAMES, "--suns", "1,1,1,2,2,2,3,3,6")
    front = words(own)[0]
    assert all(name in front for name in NAMES.split(","))
    assert "Demonstration set" not in front
    gold = [np.all(np.abs(pages(path)[0].astype(int) - (60, 195, 243)) < 3, axis=2).sum() for path in (own, other)]
    assert gold[1] / gold[0] == pytest.approx(21 / 15, rel=0.01)


def test_names_may_be_in_greek_or_cyrillic_letters(tmp_path: Path) -> None:
    own = kit(tmp_path / "own.pdf", TILES, "--names", NAMES.replace("Ana", "Клио").replace("Joy", "Κλειώ"))
    assert {"Клио", "Κλειώ"} <= set(words(own)[0].split())


def test_how_the_tiles_are_taught_is_said(tmp_path: Path) -> None:
    result = printed(TILES, "--names", NAMES, "--out", tmp_path / "kit.pdf")
    assert f"companion teach {TILES} PHOTO --names '{NAMES}' --suns 1,2,3," in result.stdout


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("size", "sticker"), [("16", 14.0), ("12", 10.5)])
def test_there_is_a_sticker_for_each_face_of_36_dice(tmp_path: Path, paper: str, size: str, sticker: float) -> None:
    *sheets, _ = squares(kit(tmp_path / "kit.pdf", ROADS, "--paper", paper, "--size-mm", size))
    found = [square for sheet in sheets for square in sheet]
    assert len(found) == 36 * 6
    assert all(side == pytest.approx(sticker, abs=0.01) for *_, side in found)
    assert all(len({(x, y) for x, y, _ in sheet}) == len(sheet) for sheet in sheets)


def test_there_is_a_net_for_each_of_36_dice(tmp_path: Path) -> None:
    *sheets, _ = squares(kit(tmp_path / "kit.pdf", ROADS, "--as", "nets"))
    assert sum(map(len, sheets)) == 36 * 6
    assert all(side == pytest.approx(16, abs=0.01) for sheet in sheets for *_, side in sheet)
    first = sorted((round((x - sheets[0][0][0]) / 16), round((y - sheets[0][0][1]) / 16)) for x, y, _ in sheets[0][:6])
    assert first == [(-1, 1), (0, 0), (0, 1), (0, 2), (0, 3), (1, 1)]


@pytest.mark.parametrize("paper", PAPERS)
def test_every_face_of_the_box_has_its_sticker(tmp_path: Path, paper: str) -> None:
    *sheets, _ = squares(kit(tmp_path / "kit.pdf", FACES, "--paper", paper, "--size-mm", "16"))
    assert sum(map(len, sheets)) == 108
    assert all(side == pytest.approx(14, abs=0.01) for sheet in sheets for *_, side in sheet)
    printed_faces = Counter(dict.fromkeys(BOX.faces, 0))
    for group in kits()[FACES].groups:
        printed_faces.update(Counter(group.faces * group.copies))
    sold = Counter({face: count for pool in BOX.pools for face, count in pool.faces})
    begun = Counter(face for die in BOX.dice for face in die * 4)
    assert printed_faces == sold + begun + Counter(BOX.gardens)


def test_no_two_faces_look_alike() -> None:
    assert len({repr(forge_face(face)) for face in BOX.faces}) == len(BOX.faces)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("chess",), "“chess” cannot be printed: choose corners, "),
        ((TILES, "--size-mm", "40"), "40 mm is no size for these pieces: choose from 60 to 120"),
        ((ROADS, "--size-mm", "nan"), "nan mm is no size"),
        ((TILES, "--names", "Ana,Bea"), "There are 9 tiles and 2 names"),
        ((TILES, "--names", NAMES.replace("Joy", "Ana")), "“Ana” is named twice"),
        ((TILES, "--names", NAMES.replace("Joy", "")), "Every tile needs a name"),
        ((TILES, "--names", NAMES.replace("Joy", "美")), "the font lacks “"),
        ((TILES, "--suns", "1,2"), "There are 9 tiles and 2 numbers of suns"),
        ((TILES, "--suns", "1,2,x"), "“x” is no number of suns"),
        ((TILES, "--suns", "1,1,1,2,2,2,3,3,7"), "A tile cannot carry 7 suns"),
        ((ROADS, "--names", NAMES), "No such option"),
    ],
)
def test_what_cannot_be_printed_is_said_in_a_sentence(tmp_path: Path, arguments: tuple[str, ...], says: str) -> None:
    result = printed(*arguments, "--out", tmp_path / "kit.pdf")
    assert result.exit_code == 2
    assert says in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_only_overwritten_on_request(tmp_path: Path) -> None:
    path = tmp_path / "kit.pdf"
    path.write_text("mine", encoding="utf-8")
    assert "--force" in printed(ROADS, "--out", path).stderr
    assert path.read_text(encoding="utf-8") == "mine"
    assert printed(ROADS, "--out", path, "--force").exit_code == 0
    assert path.read_bytes().startswith(b"%PDF")


def test_the_same_file_comes_out_every_time(tmp_path: Path) -> None:
    one, two = (kit(tmp_path / f"{name}.pdf", TILES).read_bytes() for name in ("one", "two"))
    assert one == two


def test_every_kit_is_listed() -> None:
    listed = CliRunner().invoke(main, ["print", "--help"]).stdout
    assert {"corners", TILES, ROADS} <= set(listed.split())
