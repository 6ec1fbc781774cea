"""Paper kits: the PDF of a game's pieces and its help card at true size."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from companion.kit_dice import dice_pages
from companion.kit_help import help_page
from companion.kit_paper import KitError, Paper
from companion.kit_tiles import tile_pages
from companion.kits import help_text, kits
from companion.languages import ENGLISH
from rules import load
from rules.kit import Kit

Pages = Callable[[Paper, Kit, Mapping[str, Any]], None]
SHEETS: Final[dict[str, Pages]] = {
    "tile": tile_pages,
    "line_die": dice_pages,
    "forge_die": dice_pages,
}  # by the kind of piece


def write_kit(
    path: Path,
    game: str,
    paper: str,
    language: str = ENGLISH,
    **chosen: Any,  # noqa: ANN401 (each option has its own type)
) -> None:
    """Write the PDF of a game's kit to `path`, in one of TONGUES; `chosen` are options of its kind of piece.

    Among them is `size_mm`, the piece's side.

    Raises KitError, one sentence, for what cannot be printed, and OSError where the file cannot be written.
    """
    kit = kits()[game]
    size_mm = chosen.get("size_mm") or kit.size_mm
    least, most = kit.sizes_mm
    if not least <= size_mm <= most:
        raise KitError(f"{size_mm:g} mm is no size for these pieces: choose from {least:g} to {most:g} with --size-mm.")
    pdf = Paper(path, paper, load(game).title, language)
    SHEETS[kit.piece](pdf, kit, {**chosen, "size_mm": size_mm})
    help_page(pdf, load(game), help_text(game))
    pdf.save()
