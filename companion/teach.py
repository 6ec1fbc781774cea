"""What was taught, on the companion's side: which games have tiles to teach, and a layout in the owner's names."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rules import AnyGame, games
from rules.table import Layout, Shape, Zone

if TYPE_CHECKING:
    from vision.teach import TaughtSet

DOWN: Final = "down"
TILE: Final = "tile"


def teachable() -> Mapping[str, AnyGame]:
    """Return, by name, the games whose tiles are told apart by their pictures."""
    return {name: game for name, game in sorted(games().items()) if tile_names(usual_layout(game))}


def usual_layout(game: AnyGame) -> Layout:
    """Return the layout of a game for as many as can play, with its default options."""
    layout: Layout = game.layout(game.initial_state(max(game.seats)))
    return layout


def tile_names(layout: Layout) -> tuple[str, ...]:
    """Return the names of the tiles on a layout's free square grid; () where it has none."""
    return tuple(face for zone in layout.zones if _is_named(zone) for face in zone.faces if face != DOWN)


def taught_set(profile: Path, game: str) -> "TaughtSet | None":
    """Return the set taught for a game, None if none was; TeachError, one sentence, where it is damaged."""
    from vision.teach_file import load_set  # noqa: PLC0415 (vision takes a while to load)
    from vision.teach_folder import set_folder  # noqa: PLC0415 (vision takes a while to load)

    return load_set(set_folder(profile, game))


def taught_names(profile: Path, game: str) -> tuple[str, ...]:
    """Return the names of the set taught for a game; () without one that can be read: the reader says why."""
    return tuple(name for name, _ in taught_pieces(profile, game))


def taught_pieces(profile: Path, game: str) -> tuple[tuple[str, int | None], ...]:
    """Return name and suns (None: not told) of each tile taught for a game; () without a set that can be read."""
    from vision.teach import TeachError  # noqa: PLC0415

    try:
        taught = taught_set(profile, game)
    except TeachError:
        return ()
    return tuple((tile.name, tile.suns) for tile in taught.tiles) if taught else ()


def taught_suns(profile: Path, game: str) -> dict[str, int | None]:
    """Return the suns on each tile of the set taught for a game, by name; {} without one that can be read."""
    from vision.teach import TeachError  # noqa: PLC0415

    try:
        taught = taught_set(profile, game)
    except TeachError:
        return {}
    return {tile.name: tile.suns for tile in taught.tiles} if taught else {}


def in_taught_names(layout: Layout, names: tuple[str, ...]) -> Layout:
    """Return the layout with its tiles called by these names instead of the game's own."""
    return Layout(tuple(replace(z, faces=(*names, DOWN)) if _is_named(z) else z for z in layout.zones))


def _is_named(zone: Zone) -> bool:
    return zone.piece == TILE and zone.shape is Shape.SQUARE and DOWN in zone.faces
