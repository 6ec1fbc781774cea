"""`companion print`: papers for the table as PDF at true size."""

from pathlib import Path

import click

PAPERS = ("a4", "letter")


@click.group("print")
def command() -> None:
    """Write papers for the table as PDF at true size."""


@command.command("corners")
@click.option("--paper", default="a4", show_default=True, type=click.Choice(PAPERS), help="Size of the paper.")
@click.option("--out", type=click.Path(path_type=Path), help="File to write.  [default: corner_cards_<paper>.pdf]")
@click.option("--force", is_flag=True, help="Overwrite the file if it is there.")
def corners(paper: str, out: Path | None, force: bool) -> None:
    """Write the four corner cards that tell the camera where the table is."""
    from companion.corner_cards import write_corner_cards  # noqa: PLC0415 (the PDF library is slow to load)

    path = out or Path(f"corner_cards_{paper}.pdf")
    if path.exists() and not force:
        raise click.ClickException(f"“{path}” is already there: add --force to overwrite it, or choose another --out.")
    try:
        write_corner_cards(path, paper)
    except OSError as error:
        raise click.ClickException(f"“{path}” cannot be written ({error.strerror}): choose another --out.") from None
    click.echo(f"{path} is written: print it at 100 %, check its ruler, cut the cards out.")
