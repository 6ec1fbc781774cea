"""Sheets of printed tiles: fronts with their backs behind them, or above their backs with a fold between."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from reportlab.lib.units import mm

from companion.kit_fonts import unprintable
from companion.kit_paper import Grid, KitError, Paper
from companion.kit_pen import draw
from companion.kit_tile_art import MOST_SUNS, tile_back, tile_front
from rules.kit import Kit
from rules.text import say

LONGEST: Final = 24  # letters of a name
DUPLEX, FOLD = "duplex", "fold"
FRONTS: Final = say("Print on both sides, turned over the long edge, on stout paper; cut from mark to mark.")
BACKS: Final = say("The other side of the page before. No printer for both sides? Print with --backs fold.")
FOLDED: Final = say("Cut from mark to mark, fold along the dots, glue front to back; a card between makes it stout.")
OWN: Final = say("Names and suns as you gave them; the pictures are our own.")

Fronts = Sequence[tuple[int, str, int]]  # number, name, suns


def tile_pages(paper: Paper, kit: Kit, chosen: Mapping[str, Any]) -> None:
    """Write the sheets of a kit's tiles, with the owner's `names` and `suns` if given; KitError if these cannot be."""
    fronts, note = _fronts(kit, chosen.get("names"), chosen.get("suns"))
    side = chosen["size_mm"]
    if chosen.get("backs") == FOLD:
        _folded(paper, fronts, side, note)
    else:
        _two_sided(paper, fronts, side, note)


def _two_sided(paper: Paper, fronts: Fronts, side: float, note: str) -> None:
    columns = Grid.of(paper.room(), side, side).columns
    grid = Grid.of(paper.room(), side, side, (columns, -(-len(fronts) // columns)))
    fits = grid.columns * grid.rows
    for first in range(0, len(fronts), fits):
        page = fronts[first : first + fits]
        rows = -(-len(page) // grid.columns)
        paper.head(say("fronts"), FRONTS)
        for (number, name, suns), (x, y) in zip(page, grid.corners(), strict=False):
            draw(paper.canvas, tile_front(number, name, suns), x, y, side)
        grid.crop(paper.canvas, rows)
        paper.foot(note)
        paper.head(say("backs"), BACKS)
        behind = [corner for corner, _ in zip(grid.corners(), page, strict=False)]
        for x, y in behind:
            draw(paper.canvas, tile_back(), paper.wide_mm - x - side, y, side)
        paper.foot("")


def _folded(paper: Paper, fronts: Fronts, side: float, note: str) -> None:
    grid = Grid.of(paper.room(), side, 2 * side)
    fits = grid.columns * grid.rows
    for first in range(0, len(fronts), fits):
        page = fronts[first : first + fits]
        paper.head(say("tiles"), FOLDED)
        for (number, name, suns), (x, y) in zip(page, grid.corners(), strict=False):
            draw(paper.canvas, tile_front(number, name, suns), x, y, side)
            draw(paper.canvas, tile_back(), x, y - side, side)
            _fold(paper, x, y - side, side)
        grid.crop(paper.canvas, -(-len(page) // grid.columns))
        paper.foot(note)


def _fold(paper: Paper, x_mm: float, y_mm: float, side: float) -> None:
    """Draw the dotted line of a fold across a tile."""
    paper.canvas.saveState()
    paper.canvas.setStrokeGray(0.55)
    paper.canvas.setLineWidth(0.4)
    paper.canvas.setDash(0.8, 2.2)
    paper.canvas.line(x_mm * mm, y_mm * mm, (x_mm + side) * mm, y_mm * mm)
    paper.canvas.restoreState()


def _fronts(kit: Kit, names: Sequence[str] | None, suns: Sequence[int] | None) -> tuple[Fronts, str]:
    """Return what each front shows, and what to say of it: the kit's note, or whose names and suns they are."""
    (group,) = kit.groups
    own = kit.suns
    _check(names, suns, len(group.faces))
    counts = suns or [own[face] for face in group.faces]
    fronts = [(i, *each) for i, each in enumerate(zip(names or group.faces, counts, strict=True))]
    return fronts, OWN if names and suns else kit.note


def _check(names: Sequence[str] | None, suns: Sequence[int] | None, count: int) -> None:
    """Raise KitError for names or suns that cannot be printed, in one sentence."""
    for name in names or ():
        if not name or len(name) > LONGEST:
            raise KitError(f"Every tile needs a name of 1 to {LONGEST} letters between the commas.")
        if missing := unprintable(name):
            raise KitError(
                f"“{name}” cannot be printed, for the font lacks “{missing[0]}”: use Latin, Greek or Cyrillic letters."
            )
    if names and (twice := [name for name in names if names.count(name) > 1]):
        raise KitError(f"“{twice[0]}” is named twice: give each tile a name of its own.")
    for given, what in ((names, "names"), (suns, "numbers of suns")):
        if given is not None and len(given) != count:
            raise KitError(f"There are {count} tiles and {len(given)} {what}: give one for each, with commas between.")
    if wrong := [n for n in suns or () if n not in range(MOST_SUNS + 1)]:
        raise KitError(f"A tile cannot carry {wrong[0]} suns: choose 0 to {MOST_SUNS} for each.")
