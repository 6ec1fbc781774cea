"""The part of `companion teach` about dice: photos of their faces, after which the reader knows them."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.commands.listed import listed
from companion.profile import profile_folder
from companion.teach_dice import DICE, FaceError, told_faces

if TYPE_CHECKING:
    from vision.teach_dice import TaughtFace


def teach_dice(game: str, photo: Path, faces: str, profile: Path | None, *, add: bool) -> None:
    """Teach the faces of dice from a photo; ends the program with one sentence where that is impossible."""
    from vision.camera import PictureError, read_picture  # noqa: PLC0415 (vision takes a while to load)
    from vision.teach import TeachError  # noqa: PLC0415
    from vision.teach_dice import MOST, teach_faces  # noqa: PLC0415
    from vision.teach_dice_file import load_faces, save_faces  # noqa: PLC0415
    from vision.teach_dice_sets import NUMBERS, RINGS, faces_folder  # noqa: PLC0415

    roads = game != DICE
    folder = faces_folder(profile_folder(profile), roads=roads)
    try:
        words = told_faces(game, listed(faces))
        new = teach_faces(read_picture(photo), words, upright=roads)
        taught = (*(load_faces(folder, RINGS if roads else NUMBERS) if add else ()), *new)
        if len(taught) > MOST:
            raise TeachError(f"{len(taught)} faces would be too many: teach them anew, without --add.")  # noqa: TRY301
        save_faces(taught, folder)
    except (FaceError, PictureError, TeachError, OSError) as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    for line in _told(taught, len(new), folder):
        click.echo(line)


def _told(taught: Sequence["TaughtFace"], new: int, folder: Path) -> Iterator[str]:
    """Yield what was taught, and what will be hard to tell apart."""
    from vision.teach_dice_head import much_alike  # noqa: PLC0415
    from vision.teach_dice_sets import RINGS  # noqa: PLC0415

    faces = ", ".join(each.face for each in taught[-new:])
    more = f" {len(taught)} are known now." if len(taught) > new else ""
    yield f"{new} faces are taught: {faces}.{more} They are kept in {folder}."
    for one, two in much_alike(taught, RINGS):
        yield f"“{one}” and “{two}” look much alike: mind how they are read, and check that each has its own name."
