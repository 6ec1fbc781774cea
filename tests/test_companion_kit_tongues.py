"""Everything printed in four languages: complete, legible, and each line of text within its room."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from math import hypot
from pathlib import Path

import pypdfium2
import pytest
from printed_pages import POINTS_PER_MM, kit, printed, squares, words
from pypdfium2 import raw

from companion.corner_cards import PAPERS, write_corner_cards
from companion.kit_fonts import PLAIN, fitting, unprintable, use_fonts
from companion.kit_paper import BOTTOM_MM, MARGIN_MM, TOP_MM
from companion.kit_text import sentences
from companion.kits import help_text, kits
from companion.languages import TONGUES, catalogue
from rules.text import say, told

SMALLEST_PT, READABLE_PT = 5.0, 8.0
ROUNDING_MM = 0.2
SHEETS = (
    ("dance_of_muses",),
    ("dance_of_muses", "--backs", "fold"),
    ("line_dice", "--as", "nets"),
    *((g,) for g in ("line_dice", "dice_forge")),
)
KITS = [(*sheet, "--paper", paper) for sheet in SHEETS for paper in PAPERS]

Box = tuple[float, float, float, float]
Line = tuple[str, Box]
"""What it says; left, top, right, bottom in mm from the page's upper left."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("printed")


@cache
def made(folder: Path, language: str, arguments: tuple[str, ...]) -> Path:
    return kit(folder / f"{'_'.join(arguments)}_{language}.pdf", *arguments, "--language", language)


@cache
def lines(path: Path) -> list[list[Line]]:
    """Return the lines of text on each page; where a line changes its font, each part of it."""
    with pypdfium2.PdfDocument(path) as pdf:
        return [list(_lines(page)) for page in pdf]


def _lines(page: pypdfium2.PdfPage) -> Iterator[Line]:
    text, tall = page.get_textpage(), page.get_height()
    for left, bottom, right, top in (text.get_rect(i) for i in range(text.count_rects())):
        said = text.get_text_bounded(left, bottom, right, top).strip()
        x1, y1, x2, y2 = (number / POINTS_PER_MM for number in (left, tall - top, right, tall - bottom))
        yield said, (x1, y1, x2, y2)


@cache
def sizes_pt(path: Path) -> list[Counter[float]]:
    """Return of each page how many letters there are of each size, as large as they are on paper."""
    with pypdfium2.PdfDocument(path) as pdf:
        return [Counter(_sizes(page.get_textpage())) for page in pdf]


def _sizes(text: pypdfium2.PdfTextPage) -> Iterator[float]:
    matrix = raw.FS_MATRIX()
    for i in range(text.count_chars()):
        if raw.FPDFText_GetMatrix(text, i, matrix) and not raw.FPDFText_IsGenerated(text, i):
            yield round(raw.FPDFText_GetFontSize(text, i) * hypot(matrix.c, matrix.d), 2)


def within(inner: Box, outer: Box) -> bool:
    slack = (-ROUNDING_MM, -ROUNDING_MM, ROUNDING_MM, ROUNDING_MM)
    left, top, right, bottom = (edge + more for edge, more in zip(outer, slack, strict=True))
    return left <= inner[0] and top <= inner[1] and inner[2] <= right and inner[3] <= bottom


def overlap(one: Box, two: Box) -> bool:
    wide, tall = min(one[2], two[2]) - max(one[0], two[0]), min(one[3], two[3]) - max(one[1], two[1])
    return wide > ROUNDING_MM and tall > ROUNDING_MM


def none_overlap(lines: Sequence[Line]) -> None:
    for (one, box), (two, other) in combinations(lines, 2):
        assert not overlap(box, other), f"“{one}” lies over “{two}”"


def paper_mm(arguments: tuple[str, ...]) -> tuple[float, float]:
    wide, tall = PAPERS[arguments[-1]]
    return wide / POINTS_PER_MM, tall / POINTS_PER_MM


def spaced(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("language", TONGUES)
@pytest.mark.parametrize("arguments", KITS, ids=" ".join)
def test_no_line_of_a_kit_leaves_the_margins_or_runs_into_a_piece(
    folder: Path, arguments: tuple[str, ...], language: str
) -> None:
    path = made(folder, language, arguments)
    wide, tall = paper_mm(arguments)
    for said, box in (line for page in lines(path) for line in page):
        assert within(box, (MARGIN_MM - 1, 3, wide - MARGIN_MM, tall - 2)), said
    for sheet, drawn in list(zip(lines(path), squares(path), strict=True))[:-1]:
        pieces = [(x, y, x + side, y + side) for x, y, side in drawn]
        labels = [(said, box) for said, box in sheet if not any(within(box, piece) for piece in pieces)]
        assert len(labels) >= 4, "title, what to do, ruler and how to print"
        for said, box in labels:
            assert not [piece for piece in pieces if overlap(box, piece)], said
        none_overlap(labels)
    assert min(size for page in sizes_pt(path) for size in page) >= SMALLEST_PT


@pytest.mark.parametrize("language", TONGUES)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", kits())
def test_a_help_card_says_all_its_sentences_in_two_columns(folder: Path, game: str, paper: str, language: str) -> None:
    path = made(folder, language, (game, "--paper", paper))
    wide, tall = paper_mm((paper,))
    middle, top, bottom = wide / 2, TOP_MM, tall - BOTTOM_MM
    columns = ((MARGIN_MM, top, middle, bottom), (middle, top, wide - MARGIN_MM, bottom))
    card = [(said, box) for said, box in lines(path)[-1] if top < box[1] < bottom]
    for said, box in card:
        assert any(within(box, column) for column in columns), said
    none_overlap(card)
    assert sizes_pt(path)[-1].most_common(1)[0][0] >= READABLE_PT
    read = spaced(words(path)[-1])
    for sentence in sentences(help_text(game)):
        assert spaced(re.sub(r"\*\*|`", "", told(say(sentence), catalogue(language)))) in read
    assert spaced(told(say("The rules in short, in our own words."), catalogue(language))) in read


@pytest.mark.parametrize("language", TONGUES)
@pytest.mark.parametrize("paper", PAPERS)
def test_the_corner_cards_keep_their_words_in_their_rims(folder: Path, paper: str, language: str) -> None:
    path = folder / f"corners_{paper}_{language}.pdf"
    write_corner_cards(path, paper, language)
    (page,) = lines(path)
    wide, tall = paper_mm((paper,))
    cards = {number: (left, top) for number, left, top in _cards(wide)}
    rims = [(said, box) for said, box in page if re.match(r"[0-3] · ", said)]
    assert sorted(int(said[0]) for said, _ in rims) == [0, 1, 2, 3]
    for said, box in rims:
        left, top = cards[int(said[0])]
        assert within(box, (left, top + 43.75, left + 50, top + 50)), said
        below = [told for told, other in page if within(other, (left, top + 50, left + 50, top + 56))]
        assert len(below) == 1, below
        assert said[0] in below[0]
    for said, box in page:
        assert within(box, (20, 10, wide - 20, tall - 10)), said
        assert not [card for card in cards.values() if overlap(box, (*card, card[0] + 50, card[1] + 43.75))], said
    none_overlap(page)
    assert min(sizes_pt(path)[0]) >= SMALLEST_PT


def _cards(wide: float) -> Iterator[tuple[int, float, float]]:
    """Yield the number of each card, its left and its top in mm."""
    left = (wide - 116) / 2
    for number, (column, row) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        yield number, left + 66 * column, 66 + 66 * row


def test_russian_words_can_be_found_in_what_is_printed(folder: Path) -> None:
    card = words(made(folder, "ru", ("dance_of_muses", "--paper", "a4")))[-1]
    for found in ("памятка", "Что нужно", "Правило роста", "Кубики остальных не меняются."):
        assert found in spaced(card)
    ours = r"Dance|of|Muses|Marco|Baglioni|David|Trambusti|Calliope|Clio|Erato|Thalia|Urania|Euterpe|companion|teach"
    assert not set(re.findall(r"[A-Za-z]{2,}", card)) - set(ours.split("|"))


@pytest.mark.parametrize("language", TONGUES)
def test_the_file_names_its_language_and_its_title(folder: Path, language: str) -> None:
    path = made(folder, language, ("line_dice", "--paper", "a4"))
    with pypdfium2.PdfDocument(path) as pdf:
        assert pdf.get_metadata_value("Title") == told(say("{game}: paper kit", game="Line Dice"), catalogue(language))
    assert f"/Lang ({language})".encode() in path.read_bytes()


def test_the_fonts_have_every_letter_of_every_catalogue() -> None:
    for language in sorted(set(TONGUES) - {"en"}):
        found = catalogue(language)
        assert found is not None
        for game in kits():
            for sentence in sentences(help_text(game)):
                assert unprintable(found.gettext(sentence)) == ""
    assert unprintable("Cléo Муза Κλειώ №") == ""
    assert unprintable("Clio 美") == "美"


def test_a_line_that_is_too_long_is_written_smaller() -> None:
    use_fonts()
    assert fitting("short", PLAIN, 9, 500) == 9
    assert fitting("", PLAIN, 9, 500) == 9
    long = "a line that does not fit " * 9
    small = fitting(long, PLAIN, 9, 200)
    assert fitting(long, PLAIN, small, 200) == pytest.approx(small)
    assert 0 < small < 9


def test_without_a_name_the_files_of_two_languages_do_not_meet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for language in ("en", "ru", "pt-BR"):
        assert printed("corners", "--language", language).exit_code == 0
    assert {path.name for path in tmp_path.iterdir()} == {
        "corner_cards_a4.pdf",
        "corner_cards_a4_ru.pdf",
        "corner_cards_a4_pt-BR.pdf",
    }
    refused = printed("corners", "--language", "de")
    assert refused.exit_code == 2
    assert "'pt-BR'" in refused.stderr
