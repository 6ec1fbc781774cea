"""Try the camera alone: `python -m vision pi` prints a line for every still."""

import sys
from pathlib import Path

import click
import cv2

from vision import watch
from vision.camera import CameraError, open_source
from vision.corners import find_markers
from vision.settle import Still


@click.command()
@click.argument("source")
@click.option(
    "--save", type=click.Path(path_type=Path, file_okay=False), help="Keep every still in this folder, as JPEG."
)
@click.option("--count", type=click.IntRange(min=1), help="Stop after so many stills.")
def main(source: str, save: Path | None, count: int | None) -> None:
    """Print a line for every still of SOURCE: pi, usb:0, a video, a picture, a folder or an address."""
    try:
        with open_source(source) as frames:
            for number, still in enumerate(watch(frames), start=1):
                click.echo(describe(number, still))
                if save is not None:
                    _keep(still, save / f"still_{number:04}.jpg")
                if number == count:
                    break
    except CameraError as error:
        click.echo(str(error), err=True)
        sys.exit(1)


def describe(number: int, still: Still) -> str:
    """Return one line: which still, its frame and size, how much was disturbed, and the corner cards seen."""
    height, width = still.frame.image.shape[:2]
    cards = " ".join(str(marker.id) for marker in find_markers(still.frame.image)) or "none"
    light = ", light changed" if still.light_changed else ""
    moved = f"{still.moved.mean():.1%} disturbed"
    return f"still {number}: frame {still.frame.seq}, {width} x {height}, {moved}{light}, corner cards {cards}"


def _keep(still: Still, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not cv2.imwrite(str(path), still.frame.image):
        raise CameraError(f"{path} cannot be written: choose another folder with --save.")


if __name__ == "__main__":
    main()
