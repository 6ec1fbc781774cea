"""What people fill in when a 6 has ended the hand: who lay hidden, and the suns that matter."""

from rules.dance_of_muses.state import SIX, State, Tile
from rules.dance_of_muses.words import called, listed
from rules.sheet import Blank, Sheet

KEPT = "What was left of the turn is void. Lift the dice off without fear: their numbers and places are kept."


def reveal_sheet(state: State) -> Sheet:
    """Return the sheet that asks who was turned up, and by whom."""
    hidden = [(name, tile) for name, tile in zip(state.names, state.tiles, strict=True) if tile.muse is None]
    return Sheet(
        title=f"Play stops: a 6 on {listed(sixes(state))}",
        hint=f"{KEPT} Now turn up the hidden Muses and say who they are.",
        blanks=tuple(_hidden(state, name, tile) for name, tile in hidden),
        done="All are turned up",
        head="reveal",
    )


def suns_sheet(state: State) -> Sheet:
    """Return the sheet that asks for the suns which could turn a die into a 6."""
    return Sheet(
        title=f"Play stops: a 6 on {listed(sixes(state))}",
        hint="Count the suns on these tiles. A die that equals the suns of its tile becomes a 6; others cannot matter.",
        blanks=tuple(
            Blank(f"{tile.muse}, die {tile.die}", f"suns {tile.muse} {{}}", needed=True) for tile in state.pending()
        ),
        done="Score the hand",
    )


def sixes(state: State) -> list[str]:
    """Return what the tiles are called whose dice show 6."""
    return [called(name) for name, tile in zip(state.names, state.tiles, strict=True) if tile.die == SIX]


def _hidden(state: State, name: str, tile: Tile) -> Blank:
    muses = tuple((muse, muse) for muse in state.unseen() if state.may_be(muse, tile.colour))
    where = f"at {tile.cell[0]},{tile.cell[1]}, {tile.colour} die {tile.die}"
    return Blank(f"{_owner(state, tile)} the Muse {where}", f"{name}={{}}", muses, needed=True)


def _owner(state: State, tile: Tile) -> str:
    """Return who turns a hidden Muse up: her player, as far as her die and the order of placing tell."""
    seats = [seat for seat in range(state.setup.seats) if state.setup.colour(seat) == tile.colour]
    placed = [seat for seat in seats if tile in state.placed_by(seat)] or seats
    who = " or ".join(f"seat {seat}" for seat in placed) or "Anybody"
    return f"{who} turns up"
