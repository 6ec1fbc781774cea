"""`companion teach`: photos of the owner's own pieces, after which the reader knows them."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.commands.listed import listed, sun_numbers
from companion.commands.teach_dice import teach_dice
from companion.profile import profile_folder
from companion.teach import teachable, tile_names, usual_layout
from companion.teach_dice import teachable_dice
from rules import AnyGame, load
from rules.opening import Naming
from rules.owned import one_word

if TYPE_CHECKING:
    from vision.teach import TaughtSet


@click.command("teach")
@click.argument("game")
@click.argument("photo", type=click.Path(path_type=Path))
@click.option(
    "--names",
    help="The tiles' names with commas between, row by row, each from the left; a space in one becomes a hyphen.",
)
@click.option("--suns", help="How many suns each tile carries, in the same order.")
@click.option("--back", type=click.Path(path_type=Path), help="Photo of a tile that lies face down, nothing on it.")
@click.option(
    "--faces", help="Of dice: what each shows, in the same order: 1 to 6; S, X, C0 to C3; or G1, S1_V1, SHIP and so on."
)
@click.option("--add", is_flag=True, help="Of dice: keep the faces taught before.")
@click.option("--profile", type=click.Path(path_type=Path), help="Folder to keep it in.  [default: the user's own]")
def command(  # noqa: PLR0917 (one parameter for each option)
    game: str,
    photo: Path,
    names: str | None,
    suns: str | None,
    back: Path | None,
    faces: str | None,
    add: bool,
    profile: Path | None,
) -> None:
    """Learn the tiles or dice of GAME from a PHOTO of them all, face up, in rows. GAME may also be “dice”: any dice.

    Faces that come off their dice, as in Dice Forge, are taken off and laid flat, one of each kind, any way round.

    Lay Line Dice square to the photo, best with every arrow up: C0 leads up and right then, C1 right and down, C2 down
    and left, C3 left and up. Turned ones are written with where their arrow points, as C1S; S-EW is a straight across.
    """
    if game not in (*teachable(), *teachable_dice()):
        choice = " or ".join((*teachable(), *teachable_dice()))
        raise click.BadParameter(f"“{game}” has no tiles or dice to teach: choose {choice}.")
    if game in teachable_dice():
        if faces is None or names or suns or back:
            raise click.BadParameter("dice are taught by --faces: what each shows, row by row, as 1,2,3.")
        teach_dice(game, photo, faces, profile, add=add)
    else:
        if names is None or faces or add:
            raise click.BadParameter("tiles are taught by --names: one for each, row by row.")
        _teach_tiles(game, photo, (names, suns), back, profile)


def _teach_tiles(game: str, photo: Path, told: tuple[str, str | None], back: Path | None, profile: Path | None) -> None:
    """Teach tiles by what was told of them, names and suns; ends the program where that is impossible."""
    from vision.camera import PictureError, read_picture  # noqa: PLC0415 (vision takes a while to load)
    from vision.teach import TeachError, teach_tiles  # noqa: PLC0415
    from vision.teach_file import save_set  # noqa: PLC0415
    from vision.teach_folder import set_folder  # noqa: PLC0415

    names, suns = told
    folder = set_folder(profile_folder(profile), game)
    try:
        shown = None if back is None else read_picture(back)
        taught = teach_tiles(read_picture(photo), [one_word(name) for name in listed(names)], sun_numbers(suns), shown)
    except (PictureError, TeachError) as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    save_set(taught, folder)
    click.echo(f"{len(taught.tiles)} tiles are taught: {', '.join(taught.names)}. They are kept in {folder}.")
    for line in (*_joined(listed(names)), *_much_alike(taught), *_strange_names(load(game), taught)):
        click.echo(line)


def _much_alike(taught: "TaughtSet") -> Iterator[str]:
    """Yield a sentence for each pair of tiles that will be hard to tell apart."""
    from vision.teach_looks import much_alike  # noqa: PLC0415

    for one, two in much_alike(taught):
        yield f"“{one}” and “{two}” look much alike: mind how they are read, and teach them in even light."


def _joined(names: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each name that is not one word."""
    for name in names:
        if one_word(name) != name:
            yield f"“{name}” is called {one_word(name)} from now on: a name is one word in moves."


def _strange_names(game: AnyGame, taught: "TaughtSet") -> Iterator[str]:
    """Yield a sentence where the game's own set has other names: whether it can be played with these, and how."""
    from companion.shelf import TAUGHT_NAME  # noqa: PLC0415 (as above)

    if set(taught.names) <= set(tile_names(usual_layout(game))) or not isinstance(game, Naming):
        return
    try:
        game.named({tile.name: tile.suns for tile in taught.tiles})
    except ValueError as error:
        yield f"{game.title} cannot be played with these names yet. {error}"
    else:
        yield f"Choose “{TAUGHT_NAME}” where {game.title} begins: it is then played with these names."
