"""Paper kits: which games have one, and the PDF of its pieces and help card at true size."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from companion.kit_help import help_page
from companion.kit_paper import KitError, Paper
from companion.kit_dice import dice_pages
from companion.kit_tiles import tile_pages
from rules import games, load
from rules.kit import Kit

HELP: Final = "HELP.md"
Pages = Callable[[Paper, Kit, Mapping[str, Any]], None]
SHEETS: Final[dict[str, Pages]] = {"tile": tile_pages, "line_die": dice_pages}  # by the kind of piece


@cache
def kits() -> Mapping[str, Kit]:
    """Return, by name, the paper kits of the games that have one."""
    having = [name for name in sorted(games()) if find_spec(f"rules.{name}.kit")]
    return {name: import_module(f"rules.{name}.kit").KIT for name in having}


def write_kit(path: Path, game: str, paper: str, **chosen: Any) -> None:  # noqa: ANN401 (each option has its own type)
    """Write the PDF of a game's kit to `path`; `chosen` are options of its kind of piece, `size_mm` the piece's side.

    Raises KitError, one sentence, for what cannot be printed, and OSError where the file cannot be written.
    """
    kit = kits()[game]
    size_mm = chosen.get("size_mm") or kit.size_mm
    least, most = kit.sizes_mm
    if not least <= size_mm <= most:
        raise KitError(f"{size_mm:g} mm is no size for these pieces: choose from {least:g} to {most:g} with --size-mm.")
    pdf = Paper(path, paper, load(game).title)
    SHEETS[kit.piece](pdf, kit, {**chosen, "size_mm": size_mm})
    help_page(pdf, load(game), help_text(game))
    pdf.canvas.save()


def help_text(game: str) -> str:
    """Return the help card of a game as Markdown."""
    return files(f"rules.{game}").joinpath(HELP).read_text("utf-8")
