"""`companion print`: papers for the table as PDF at true size."""

from collections.abc import Callable
from pathlib import Path

import click

from companion.languages import ENGLISH, TONGUES

PAPERS = ("a4", "letter")


class Papers(click.Group):
    """The corner cards, and a subcommand for each game that has a paper kit."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all papers, the games' after our own."""
        from companion.kits import kits  # noqa: PLC0415 (the games take a while to load)

        return [*super().list_commands(ctx), *kits()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the subcommand called `cmd_name`; None if there is none."""
        own = super().get_command(ctx, cmd_name)
        if own is None and cmd_name in self.list_commands(ctx):
            from companion.commands.print_kit import kit_command  # noqa: PLC0415

            return kit_command(cmd_name)
        return own

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the subcommand asked for, its name and the arguments left; UsageError, one sentence, if it is none."""
        if self.get_command(ctx, args[0]) is None:
            *others, last = self.list_commands(ctx)
            raise click.UsageError(f"“{args[0]}” cannot be printed: choose {', '.join(others)} or {last}.", ctx)
        return super().resolve_command(ctx, args)


def paper_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options that every paper has: its size and language, the file to write, whether to overwrite it."""
    for option in (
        click.option("--force", is_flag=True, help="Overwrite the file if it is there."),
        click.option("--out", type=click.Path(path_type=Path), help="File to write.  [default: named after the paper]"),
        click.option(
            "--language", default=ENGLISH, show_default=True, type=click.Choice(list(TONGUES)), help="What it says."
        ),
        click.option("--paper", default="a4", show_default=True, type=click.Choice(PAPERS), help="Size of the paper."),
    ):
        function = option(function)
    return function


def usual(what: str, paper: str, language: str) -> Path:
    """Return what a paper's file is called where nobody says so: `dice_a4.pdf`, in Russian `dice_a4_ru.pdf`."""
    return Path(f"{what}_{paper}.pdf" if language == ENGLISH else f"{what}_{paper}_{language}.pdf")


def written(path: Path, write: Callable[[Path], None], *, force: bool) -> None:
    """Call `write` with the path; ClickException, one sentence, if the file is there or cannot be written."""
    if path.exists() and not force:
        raise click.ClickException(f"“{path}” is already there: add --force to overwrite it, or choose another --out.")
    try:
        write(path)
    except OSError as error:
        raise click.ClickException(f"“{path}” cannot be written ({error.strerror}): choose another --out.") from None


@click.group("print", cls=Papers)
def command() -> None:
    """Write papers for the table as PDF at true size."""


@command.command("corners")
@paper_options
def corners(paper: str, language: str, out: Path | None, force: bool) -> None:
    """Write the four corner cards that tell the camera where the table is."""
    from companion.corner_cards import write_corner_cards  # noqa: PLC0415 (the PDF library is slow to load)

    path = out or usual("corner_cards", paper, language)
    written(path, lambda file: write_corner_cards(file, paper, language), force=force)
    click.echo(f"{path} is written: print it at 100 %, check its ruler, cut the cards out.")
