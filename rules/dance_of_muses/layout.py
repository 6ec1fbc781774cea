"""Where the pieces lie, what should lie there, and what a reading means in the game's words."""

from typing import Any

from rules.dance_of_muses.state import DOWN, Phase, State
from rules.table import Layout, Observation, Place, Shape, Table, Zone

TILE = "tile"
DIE = "die"
GRID = "dance"
PITCH_MM = (60.0, 120.0)  # tiles are 90 mm square, printed cards 63 by 88; gaps and loose corners allowed


def layout(state: State) -> Layout:
    """Return the two layers of the free grid: the tiles, and the dice that stand on them.

    Once a 6 has ended the hand, dice are lifted off, turned and put back: the last move's count, wherever they are.
    """
    latched = state.phase in {Phase.REVEAL, Phase.SUNS, Phase.OVER}
    dice = tuple(f"{colour} {value}" for colour in state.setup.colours for value in range(1, 7))
    return Layout(
        (
            Zone(TILE, "tile", Shape.SQUARE, (*state.setup.muses.names, DOWN), GRID, PITCH_MM),
            Zone(DIE, "die", Shape.SQUARE, dice, GRID, PITCH_MM, settled=not latched),
        )
    )


def table(state: State) -> Table:
    """Return what should lie where; after the dance the dice stay as the last move left them."""
    tiles = {Place(TILE, tile.cell): tile.face for tile in state.tiles}
    dice = {Place(DIE, tile.cell): tile.die_face for tile in state.tiles if tile.die}
    return tiles | dice | {Place(DIE, cell): face for cell, face in state.fallen}


def sighting(seen: Observation) -> dict[str, Any]:
    """Return the tiles seen, row by row; a Muse's name only if it is likelier than not, null where nothing was read."""
    cells = sorted({place.cell for place in seen.faces if place.zone in {TILE, DIE}}, key=lambda cell: cell[::-1])
    return {"tiles": [_tile(seen, cell) for cell in cells]}


def _tile(seen: Observation, cell: tuple[int, ...]) -> dict[str, Any]:
    odds = seen.faces.get(Place(TILE, cell), {})
    down = odds.get(DOWN, 0.0)
    muse = max((face for face in odds if face != DOWN), key=odds.__getitem__, default=None)
    colour, die = best_die(seen, cell) or (None, None)
    return {
        "x": cell[0],
        "y": cell[1],
        "muse": muse if muse and odds[muse] > 0.5 else None,  # noqa: PLR2004 (likelier than not)
        "face_up": sum(odds.values()) > 2 * down if odds else None,
        "die": die,
        "colour": colour,
    }


def best_die(seen: Observation, cell: tuple[int, ...]) -> tuple[str, int] | None:
    """Return the likeliest colour and value of the die seen at `cell`; None if none was seen."""
    odds = seen.faces.get(Place(DIE, cell))
    if not odds:
        return None
    colour, _, value = max(odds, key=odds.__getitem__).rpartition(" ")
    return colour, int(value)
