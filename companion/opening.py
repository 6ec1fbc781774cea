"""Beginning from what lies on the table: the layout to read it by, and the set-ups under which play may go on."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.records import Setup
from companion.teach import in_taught_names, usual_layout
from rules import AnyGame
from rules.game import OptionError
from rules.opening import Naming, Opening
from rules.table import COLOURS, Layout, Zone
from vision.reading import Reading


def any_table(game: AnyGame, names: tuple[str, ...] = ()) -> Layout:
    """Return the layout of a table nobody told anything about: any dice, tiles of the taught `names`.

    Whatever is due there, what lies on a grid counts.
    """
    layout = Layout(tuple(replace(_any_colour(zone), settled=True) for zone in usual_layout(game).zones))
    return in_taught_names(layout, names) if names else layout


def _any_colour(zone: Zone) -> Zone:
    """Return the zone with dice of every colour and any faces: what the owner has is not known from a picture."""
    if zone.slots:
        return replace(zone, slots=tuple(replace(slot, faces=(), up="") for slot in zone.slots))
    values = dict.fromkeys(face.partition(" ")[2] for face in zone.faces)
    if zone.piece == "tile" or "" in values:
        return zone
    return replace(zone, faces=tuple(f"{colour} {value}" for colour in COLOURS for value in values))


def taught_options(game: AnyGame, suns: Mapping[str, int | None]) -> dict[str, Any]:
    """Return the options under which a game's pieces have the names taught; {} where there is nothing to name."""
    return dict(game.named(suns)) if suns and isinstance(game, Naming) else {}


def setups(setup: Setup, game: AnyGame, reading: Reading) -> Iterator[Setup]:
    """Yield the set-ups, each as given and with what was read, that play may go on with; none if it cannot."""
    if not isinstance(game, Opening):
        yield setup
        return
    for options in game.openings(setup.seats, reading.observation, setup.options):
        try:
            game.initial_state(setup.seats, **options)
        except OptionError:
            continue
        yield replace(setup, options=options)


def beside(reading: Reading) -> Reading:
    """Return a reading whose pieces lie beside the grid, every one: none of them has begun it yet."""
    seen = reading.observation
    grids = {piece.place for piece in reading.pieces if piece.place and piece.place in seen.faces}
    pieces = tuple(replace(piece, place=None) for piece in reading.pieces)
    empty = replace(seen, faces={p: odds for p, odds in seen.faces.items() if p not in grids}, anchored=False)
    return replace(reading, pieces=pieces, pose=None, observation=empty)
