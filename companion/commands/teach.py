"""`companion teach`: photos of the owner's own pieces, after which the reader knows them."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.commands.listed import listed, sun_numbers
from companion.profile import profile_folder
from companion.teach import teachable, tile_names, usual_layout
from rules import load

if TYPE_CHECKING:
    from vision.teach import TaughtSet


@click.command("teach")
@click.argument("game")
@click.argument("photo", type=click.Path(path_type=Path))
@click.option("--names", required=True, help="The tiles' names with commas between, row by row, each from the left.")
@click.option("--suns", help="How many suns each tile carries, in the same order.")
@click.option("--back", type=click.Path(path_type=Path), help="Photo of a tile that lies face down, nothing on it.")
@click.option("--profile", type=click.Path(path_type=Path), help="Folder to keep it in.  [default: the user's own]")
def command(  # noqa: PLR0917 (one parameter for each option)
    game: str, photo: Path, names: str, suns: str | None, back: Path | None, profile: Path | None
) -> None:
    """Learn the tiles of GAME from a PHOTO of them all, face up, in rows."""
    if game not in teachable():
        raise click.BadParameter(f"“{game}” has no tiles to teach: choose {' or '.join(teachable())}.")
    from vision.camera import PictureError, read_picture  # noqa: PLC0415 (vision takes a while to load)
    from vision.teach import TeachError, teach_tiles  # noqa: PLC0415
    from vision.teach_file import save_set, set_folder  # noqa: PLC0415

    folder = set_folder(profile_folder(profile), game)
    try:
        shown = None if back is None else read_picture(back)
        taught = teach_tiles(read_picture(photo), listed(names), sun_numbers(suns), shown)
    except (PictureError, TeachError) as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    save_set(taught, folder)
    click.echo(f"{len(taught.tiles)} tiles are taught: {', '.join(taught.names)}. They are kept in {folder}.")
    for line in (*_much_alike(taught), *_strange_names(game, taught.names)):
        click.echo(line)


def _much_alike(taught: "TaughtSet") -> Iterator[str]:
    """Yield a sentence for each pair of tiles that will be hard to tell apart."""
    from vision.teach_looks import much_alike  # noqa: PLC0415

    for one, two in much_alike(taught):
        yield f"“{one}” and “{two}” look much alike: mind how they are read, and teach them in even light."


def _strange_names(game: str, names: Sequence[str]) -> Iterator[str]:
    """Yield a sentence if the game's own set has other names."""
    own = tile_names(usual_layout(load(game)))
    if not set(names) <= set(own):
        yield f"A session knows these names when its set has them; without one its Muses are {', '.join(own)}."
