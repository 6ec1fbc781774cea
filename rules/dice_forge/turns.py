"""From one turn to the next (RULES.md, 6.6)."""

from dataclasses import replace

from rules.dice_forge.state import TWO, State
from rules.dice_forge.tasks import Act, Rolls


def ended(state: State) -> State:
    """Return the state at the beginning of the next turn, or at the end of the game."""
    following = (state.active + 1) % state.setup.seats
    over = following == state.setup.first
    if over and state.round == state.setup.rounds:
        return replace(state, todo=())
    return begun(replace(state, active=following, round=state.round + over))


def begun(state: State) -> State:
    """Return the state in which the active hero's turn begins: all roll, twice where two play."""
    everywhere = state.setup.two_player_blessings == "turn" or state.active == state.setup.first
    times = TWO if state.setup.seats == TWO and everywhere else 1
    everybody = Rolls(state.setup.after(state.active))
    return replace(state, todo=(*(everybody,) * times, Act(state.active)))
