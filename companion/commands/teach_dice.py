"""The part of `companion teach` about dice: photos of their faces, after which the reader knows them."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.commands.listed import listed
from companion.profile import profile_folder
from companion.teach_dice import FaceError, face_zone, road_zone, told_faces
from rules.table import Zone

if TYPE_CHECKING:
    from vision.teach_dice import TaughtFace


def teach_dice(game: str, photo: Path, faces: str, profile: Path | None, *, add: bool) -> None:
    """Teach the faces of dice from a photo; ends the program with one sentence where that is impossible."""
    from vision.camera import PictureError, read_picture  # noqa: PLC0415 (vision takes a while to load)
    from vision.kit_faces import STICKER  # noqa: PLC0415
    from vision.teach import TeachError  # noqa: PLC0415
    from vision.teach_dice import MOST, teach_faces  # noqa: PLC0415
    from vision.teach_dice_file import load_faces, save_faces  # noqa: PLC0415
    from vision.teach_dice_sets import NUMBERS, RINGS, faces_folder  # noqa: PLC0415
    from vision.teach_folder import set_folder  # noqa: PLC0415

    own, roads = face_zone(game), bool(road_zone(game))
    kept = profile_folder(profile)
    folder = set_folder(kept, own.piece) if own else faces_folder(kept, roads=roads)
    known = own.faces if own else RINGS if roads else NUMBERS
    try:
        words = told_faces(game, listed(faces))
        new = teach_faces(read_picture(photo), words, upright=roads, share=STICKER if own else 1.0)
        taught = (*(load_faces(folder, known) if add else ()), *new)
        if len(taught) > MOST:
            raise TeachError(f"{len(taught)} faces would be too many: teach them anew, without --add.")  # noqa: TRY301
        save_faces(taught, folder)
    except (FaceError, PictureError, TeachError, OSError) as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    for line in (*_told(taught, len(new), folder), *(_missing(own, taught) if own else ())):
        click.echo(line)


def _missing(zone: Zone, taught: Sequence["TaughtFace"]) -> Iterator[str]:
    """Yield which faces of a game's dice are not known yet, if there are any: dice that show them are asked about."""
    missing = [face for face in zone.faces if face not in {each.face for each in taught}]
    if missing:
        yield f"Not taught yet, add them with --add: {', '.join(missing)}."


def _told(taught: Sequence["TaughtFace"], new: int, folder: Path) -> Iterator[str]:
    """Yield what was taught, and what will be hard to tell apart."""
    from vision.teach_dice_head import much_alike  # noqa: PLC0415
    from vision.teach_dice_sets import RINGS  # noqa: PLC0415

    faces = ", ".join(each.face for each in taught[-new:])
    more = f" {len(taught)} are known now." if len(taught) > new else ""
    yield f"{new} faces are taught: {faces}.{more} They are kept in {folder}."
    for one, two in much_alike(taught, RINGS):
        yield f"“{one}” and “{two}” look much alike: mind how they are read, and check that each has its own name."
