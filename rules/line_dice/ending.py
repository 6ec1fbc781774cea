"""Going out and the end of the game (RULES.md, section 5)."""

from dataclasses import replace

from rules.line_dice.state import Phase, State


def go_on(state: State) -> State:
    """Return the state after a die was laid: the next player's turn, or the end."""
    following = state.after(state.seat)
    if state.road.closed or _emptied(state) or len(state.playing) <= 1:
        return ended(replace(state, seat=following))
    return replace(state, phase=Phase.LAY, seat=following)


def ended(state: State) -> State:
    """Return the state at the end; while the last die may be called, it only stands once that is announced."""
    return replace(state, phase=Phase.END if state.window else Phase.OVER)


def drop_out(state: State, seat: int) -> State:
    """Return the state without that player, whose turn, if it is, passes on; the last one left has won."""
    left = replace(state, out=(*state.out, seat), bluffer=None, caller=None)
    if len(left.playing) <= 1:
        return ended(left)
    return replace(left, phase=Phase.LAY, seat=left.after(seat) if state.seat == seat else state.seat)


def winner(state: State) -> int | None:
    """Return who wins an ended game; None while it goes on."""
    if state.phase not in {Phase.END, Phase.OVER}:
        return None
    if state.road.closed:
        return state.dice[-2].seat
    if _emptied(state):
        return state.layer
    return state.playing[0] if state.playing else state.out[-2]


def _emptied(state: State) -> bool:
    """Return whether whoever laid the last die has none left and wins by that (switch `empty_hand_wins`)."""
    return state.setup.empty_hand_wins and state.layer is not None and not state.hands[state.layer]
