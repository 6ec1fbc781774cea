"""What people fill in when a 6 has ended the hand: who lay hidden, and the suns that matter."""

from rules.dance_of_muses.state import SIX, State, Tile
from rules.dance_of_muses.words import called, coloured
from rules.sheet import Blank, Sheet
from rules.text import listed, say

KEPT = say("What was left of the turn is void. Lift the dice off without fear: their numbers and places are kept.")


def reveal_sheet(state: State) -> Sheet:
    """Return the sheet that asks who was turned up, and by whom."""
    hidden = [(name, tile) for name, tile in zip(state.names, state.tiles, strict=True) if tile.muse is None]
    return Sheet(
        title=say("Play stops: a 6 on {muses}", muses=listed(sixes(state))),
        hint=say("{kept} Now turn up the hidden Muses and say who they are.", kept=KEPT),
        blanks=tuple(_hidden(state, name, tile) for name, tile in hidden),
        done=say("All are turned up"),
        head="reveal",
    )


def suns_sheet(state: State) -> Sheet:
    """Return the sheet that asks for the suns which could turn a die into a 6."""
    return Sheet(
        title=say("Play stops: a 6 on {muses}", muses=listed(sixes(state))),
        hint=say(
            "Count the suns on these tiles. A die that equals the suns of its tile becomes a 6; others cannot matter."
        ),
        blanks=tuple(
            Blank(
                say("{muse}, die {die}", muse=tile.muse, die=tile.die),
                f"suns {tile.muse} {{}}",
                needed=True,
            )
            for tile in state.pending()
        ),
        done=say("Score the hand"),
    )


def sixes(state: State) -> list[str]:
    """Return what the tiles are called whose dice show 6."""
    return [called(name) for name, tile in zip(state.names, state.tiles, strict=True) if tile.die == SIX]


def _hidden(state: State, name: str, tile: Tile) -> Blank:
    muses = tuple((muse, muse) for muse in state.unseen() if state.may_be(muse, tile.colour))
    label = say(
        "{who} turns up the Muse at {x},{y}, {colour} die {die}",
        who=_owner(state, tile),
        x=tile.cell[0],
        y=tile.cell[1],
        colour=coloured(tile.colour),
        die=tile.die,
    )
    return Blank(label, f"{name}={{}}", muses, needed=True)


def _owner(state: State, tile: Tile) -> str:
    """Return who turns a hidden Muse up: her player, as far as her die and the order of placing tell."""
    seats = [seat for seat in range(state.setup.seats) if state.setup.colour(seat) == tile.colour]
    placed = [seat for seat in seats if tile in state.placed_by(seat)] or seats
    return listed([say("seat {seat}", seat=seat) for seat in placed], say(" or ")) or say("Anybody")
