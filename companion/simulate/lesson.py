"""A set of tiles is taught before it is played with: a picture of all its tiles, as an owner would take it."""

from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.teach import tile_names
from rules.table import Layout
from vision.render import render
from vision.render_muses import MuseSet, lesson
from vision.render_set import Tiles
from vision.render_tabletop import Tabletop
from vision.teach import TaughtSet, TeachError, teach_tiles
from vision.teach_file import save_set
from vision.teach_folder import set_folder

PICTURES: Final = 3  # so many are tried,
ANOTHER: Final = 10_007  # each on another table: so far from the seed of the one before


def teach(tabletop: Tabletop, layout: Layout, game: str, seed: int, profile: Path) -> None:
    """Teach the table's own tiles, if it has any; TeachError where no picture shows enough of them."""
    names = tile_names(layout)
    tiles = tabletop.owned.pieces("tile") if names else None
    if isinstance(tiles, Tiles):
        save_set(_taught(tiles.owned, names, seed), set_folder(profile, game))


def _taught(owned: MuseSet, names: tuple[str, ...], seed: int) -> TaughtSet:
    """Return the set as a picture shows it; as people do, another one is taken where it shows too little."""
    for again in range(PICTURES - 1):
        with suppress(TeachError):
            return teach_tiles(render(lesson(owned, seed + again * ANOTHER)), names)
    return teach_tiles(render(lesson(owned, seed + (PICTURES - 1) * ANOTHER)), names)
