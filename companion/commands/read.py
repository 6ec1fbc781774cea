"""`companion read`: what lies on the table in pictures, as sentences or as one JSON object a line."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from companion.opening import any_table
from companion.teach import DOWN, taught_names
from rules import games, load
from rules.table import Layout, Shape, Zone

if TYPE_CHECKING:
    from vision.read import Reader
    from vision.reading import Piece, Reading

DICE: Final = "dice"
LIKELIER: Final = 0.5
LOOSE_DICE: Final = Layout((Zone("dice", "die", Shape.LOOSE, tuple("123456")),))


@click.command("read")
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PHOTO...")
@click.option("--game", default=DICE, show_default=True, help=f"What lies there: {DICE} (loose), or a game.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@click.option("--profile", type=click.Path(path_type=Path), help="Folder that keeps the table's last map.")
def command(photos: tuple[Path, ...], game: str, as_json: bool, profile: Path | None) -> None:
    """Read PHOTO... and print what lies there. Exit code 2 if a file is no picture; the others are still read."""
    layout = _layout(game, profile)
    reader = _reader(profile)
    failed = False
    for photo in photos:
        try:
            line = _line(reader, photo, game, layout, as_json=as_json)
        except _refusals() as error:
            click.echo(str(error), err=True)
            failed = True
        else:
            click.echo(line)
    sys.exit(2 if failed else 0)


def _refusals() -> type[Exception]:
    from vision.camera import PictureError  # noqa: PLC0415 (vision takes a while to load: not for --help)

    return PictureError


def _layout(game: str, profile: Path | None = None) -> Layout:
    """Return where pieces may lie, in the words of the set taught in the profile, if there is one.

    Ends the program with one sentence if there is no such game.
    """
    if game == DICE:
        return LOOSE_DICE
    if game not in games():
        raise click.BadParameter(f"there is no “{game}”: choose {', '.join((DICE, *sorted(games())))}.")
    return any_table(load(game), taught_names(profile, game) if profile else ())


def _reader(profile: Path | None) -> "Reader":
    from vision.detect_model import ModelError  # noqa: PLC0415
    from vision.read import Reader  # noqa: PLC0415

    if profile is not None and not profile.is_dir():
        raise click.BadParameter(f"“{profile}” is no folder: choose one that exists, or leave --profile out.")
    try:
        return Reader(profile)
    except ModelError as error:
        click.echo(str(error), err=True)
        sys.exit(2)


def _line(reader: "Reader", photo: Path, game: str, layout: Layout, *, as_json: bool) -> str:
    """Return what one picture shows, as the line to print."""
    from vision.camera import read_picture  # noqa: PLC0415
    from vision.reading import reading_json  # noqa: PLC0415

    reading = reader.read(read_picture(photo), layout)
    if as_json:
        return json.dumps(reading_json(str(photo), reading, _state(game, reading)), ensure_ascii=False)
    return f"{photo}: {_words(reading)}"


def _state(game: str, reading: "Reading") -> dict[str, Any]:
    """Return what was seen in the game's words; of loose dice their values, sorted."""
    if game == DICE:
        values = [int(piece.face) for piece in reading.pieces if piece.face is not None]
        return {"values": sorted(values)}
    return dict(load(game).sighting(reading.observation))


def _words(reading: "Reading") -> str:
    """Return the dice and tiles in a few words, and each warning on a line of its own."""
    dice = [
        " ".join(filter(None, (piece.colour, piece.face or "?"))) for piece in reading.pieces if piece.kind == "die"
    ]
    tiles = [piece for piece in reading.pieces if piece.kind == "tile"]
    parts = [f"{len(dice)} {'die' if len(dice) == 1 else 'dice'}{': ' if dice else ''}{', '.join(dice)}"]
    if tiles:
        parts.append(f"{len(tiles)} {'tile' if len(tiles) == 1 else 'tiles'}: {', '.join(map(_shown, tiles))}")
    return "; ".join(parts) + "".join(f"\n  {warning.text}" for warning in reading.warnings)


def _shown(tile: "Piece") -> str:
    """Return what a tile shows in a word or two."""
    if not tile.faces:
        return "unread"
    chances = dict(tile.faces)
    down = chances.pop(DOWN, 0.0)
    if down > LIKELIER:
        return "face down"
    name = max(chances, key=chances.__getitem__, default=None)
    return name if name and chances[name] > LIKELIER else "face up"
