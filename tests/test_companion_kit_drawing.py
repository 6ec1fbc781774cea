"""The pieces that printed kits are made of: paths, help cards and their figures."""

from math import hypot
from pathlib import Path

import pytest

from companion.kit_figure import Figure
from companion.kit_help import help_page
from companion.kit_paper import KitError, Paper
from companion.kit_path import steps
from companion.kit_text import blocks, sentences
from companion.kits import help_text, kits
from rules import load


def test_a_path_is_told_in_absolute_points() -> None:
    assert list(steps("M1 2 l3 4 -1-1 H9 v1 Z m1 1 h-2")) == [
        ("M", ((1, 2),)),
        ("L", ((4, 6),)),
        ("L", ((3, 5),)),
        ("L", ((9, 5),)),
        ("L", ((9, 6),)),
        ("Z", ()),
        ("M", ((2, 3),)),
        ("L", ((0, 3),)),
    ]


@pytest.mark.parametrize("sweep", [0, 1])
@pytest.mark.parametrize("large", [0, 1])
def test_an_arc_keeps_to_its_circle(sweep: int, large: int) -> None:
    middle = (10.0, 0.0) if large == sweep else (0.0, 10.0)
    curves = list(steps(f"M0 0 A10 10 0 {large} {sweep} 10 10"))[1:]
    assert [letter for letter, _ in curves] == ["C"] * (3 if large else 1)
    ends = [points[-1] for _, points in curves]
    assert ends[-1] == pytest.approx((10, 10))
    begun = (0.0, 0.0)
    for _, (first, last, end) in curves:
        assert hypot(end[0] - middle[0], end[1] - middle[1]) == pytest.approx(10)
        halfway = [(a + 3 * b + 3 * c + d) / 8 for a, b, c, d in zip(begun, first, last, end, strict=True)]
        assert hypot(halfway[0] - middle[0], halfway[1] - middle[1]) == pytest.approx(10, abs=0.01)
        begun = end


def test_a_path_with_another_command_is_refused() -> None:
    with pytest.raises(ValueError, match="command “Q”"):
        list(steps("M0 0 Q1 1 2 2"))


def test_markdown_falls_into_blocks() -> None:
    text = "# Game\n\nTwo\nlines.\n\n## Turn\n- one\n  more\n- two\n\n```position\nseats: 2\nmove: x\n```\nEnd."
    assert list(blocks(text)) == [
        ("title", "Game"),
        ("text", "Two lines."),
        ("heading", "Turn"),
        ("item", "one more"),
        ("item", "two"),
        ("position", "seats: 2\nmove: x"),
        ("text", "End."),
    ]


def test_translators_get_all_of_a_card_but_names_and_positions() -> None:
    text = "# Game\n\nTwo\nlines.\n\n## Turn\n- one **more**\n\n```position\nseats: 2\nmove: x\nsays: It moves.\n```"
    assert list(sentences(text)) == ["Two lines.", "Turn", "one **more**", "It moves."]


@pytest.mark.parametrize("name", kits())
def test_the_figures_of_a_help_card_show_legal_moves(name: str) -> None:
    game = load(name)
    for words in (words for kind, words in blocks(help_text(name)) if kind == "position"):
        lines = dict(line.split(": ", 1) for line in words.splitlines())
        options = {key: value for key, value in lines.items() if key not in {"seats", "move", "says"}}
        state = game.initial_state(int(lines["seats"]), **options)
        assert game.violations(state, game.parse_move(lines["move"])) == ()
        before, after = Figure(game, words, 9).boards
        assert any(piece.changed for piece in after.pieces)
        assert not any(piece.changed for piece in before.pieces)


def test_a_help_card_longer_than_a_page_is_refused(tmp_path: Path) -> None:
    name = next(iter(kits()))
    paper = Paper(tmp_path / "card.pdf", "a4", "Card")
    with pytest.raises(KitError, match="longer than a page"):
        help_page(paper, load(name), help_text(name) * 4)
