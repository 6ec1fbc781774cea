"""A set of tiles is taught before it is played with: one picture of all its tiles, as an owner would take it."""

from pathlib import Path

from companion.teach import tile_names
from rules.table import Layout
from vision.render import render
from vision.render_muses import lesson
from vision.render_set import Tiles
from vision.render_tabletop import Tabletop
from vision.teach import teach_tiles
from vision.teach_file import save_set
from vision.teach_folder import set_folder


def teach(tabletop: Tabletop, layout: Layout, game: str, seed: int, profile: Path) -> None:
    """Teach the table's own tiles, if it has any; TeachError where the picture shows too little."""
    names = tile_names(layout)
    tiles = tabletop.owned.pieces("tile") if names else None
    if isinstance(tiles, Tiles):
        save_set(teach_tiles(render(lesson(tiles.owned, seed)), names), set_folder(profile, game))
