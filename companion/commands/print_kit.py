"""`companion print GAME`: the paper kit of a game, with the options of its kind of piece."""

from collections.abc import Callable, Sequence
from pathlib import Path
from shlex import quote
from typing import Any, Final

import click

from companion.commands.listed import listed, sun_numbers
from companion.commands.print import paper_options, usual, written
from companion.kits import kits
from companion.teach import TILE
from rules import load
from rules.kit import Kit

Options = Callable[[Callable[..., None]], Callable[..., None]]

NAMES: Final = click.option(
    "--names",
    callback=lambda _ctx, _param, text: None if text is None else listed(text),
    help="Names for the tiles, with commas between, instead of the game's own.",
)
SUNS: Final = click.option(
    "--suns",
    callback=lambda _ctx, _param, text: sun_numbers(text),
    help="How many suns each tile carries, in the same order.",
)
BACKS: Final = click.option(
    "--backs",
    default="duplex",
    show_default=True,
    type=click.Choice(["duplex", "fold"]),
    help="Backs on the other side of the paper, or beside the fronts to fold over.",
)
FORM: Final = click.option(
    "--as",
    "form",
    default="stickers",
    show_default=True,
    type=click.Choice(["stickers", "nets"]),
    help="Stickers for blank dice, or nets to fold and glue.",
)
OPTIONS: Final[dict[str, tuple[Options, ...]]] = {"tile": (BACKS, SUNS, NAMES), "line_die": (FORM,)}
"""By the kind of piece, last first."""


def _lesson(game: str, kit: Kit, names: Sequence[str] | None, suns: Sequence[int] | None, **_others: object) -> str:
    """Return how the printed tiles are taught."""
    given = names or [face for group in kit.groups for face in group.faces]
    counts = suns or kit.suns.values()
    told = f"--names {quote(','.join(given))} --suns {','.join(map(str, counts))}"
    return (
        f"Once cut, lay them in rows in that order, take a photo, and teach them: companion teach {game} PHOTO {told}"
    )


def kit_command(game: str) -> click.Command:
    """Return the command that writes the kit of that game."""
    kit, title = kits()[game], load(game).title

    def write(
        paper: str,
        language: str,
        out: Path | None,
        force: bool,
        **chosen: Any,  # noqa: ANN401 (each its own type)
    ) -> None:
        from companion.kit import write_kit  # noqa: PLC0415 (the PDF library is slow to load)
        from companion.kit_paper import KitError  # noqa: PLC0415

        path = out or usual(game, paper, language)
        try:
            written(path, lambda file: write_kit(file, game, paper, language, **chosen), force=force)
        except KitError as error:
            raise click.UsageError(str(error)) from None
        click.echo(f"{path} is written: print it at 100 % and check its ruler before you cut.")
        if kit.piece == TILE:
            click.echo(_lesson(game, kit, **chosen))

    for option in OPTIONS.get(kit.piece, ()):
        write = option(write)
    least, most = kit.sizes_mm
    sized = click.option(
        "--size-mm", type=float, help=f"Side of a piece, {least:g} to {most:g}.  [default: {kit.size_mm:g}]"
    )
    return click.command(game, help=f"Write the paper kit of {title}: pieces to cut out, and a help card.")(
        paper_options(sized(write))
    )
