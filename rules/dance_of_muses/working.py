"""How the points of a hand come about, line by line for people, and what is to be done until they can be counted."""

from collections.abc import Iterator

from rules.dance_of_muses.scoring import company_points, hand_scores, sunlit, victory
from rules.dance_of_muses.state import SIX, Phase, State, Tile
from rules.dance_of_muses.words import called, listed


def working(state: State) -> tuple[str, ...]:
    """Return how the points came about, a line each."""
    return (*_end_lines(state), *_sun_lines(state), *_hand_lines(state), *_result_lines(state))


def _end_lines(state: State) -> Iterator[str]:
    """Yield who ended the hand that still lies there, and what people have to do next."""
    if state.phase not in {Phase.REVEAL, Phase.SUNS, Phase.SCORED, Phase.OVER} or not state.tiles:
        return
    sixes = [called(name) for name, tile in zip(state.names, state.tiles, strict=True) if tile.die == SIX]
    if sixes:
        yield f"The hand is over: a 6 on {listed(sixes)}"
    if state.phase is Phase.REVEAL:
        hidden = [_placed(name, tile) for name, tile in zip(state.names, state.tiles, strict=True) if not tile.muse]
        yield f"Turn up {listed(hidden)}; dice may be lifted, their numbers are kept"
    if state.phase is Phase.SUNS:
        asked = [f"{tile.muse} (die {tile.die})" for tile in state.pending()]
        yield f"Count the suns of {listed(asked)}"


def _placed(name: str, tile: Tile) -> str:
    return f"{called(name)} at {tile.cell[0]},{tile.cell[1]}"


def _sun_lines(state: State) -> Iterator[str]:
    """Yield whose die turned into a 6 by her suns, once the hand is scored."""
    if state.phase in {Phase.SCORED, Phase.OVER} and state.tiles:
        lit = [_lit(state, tile) for tile in state.tiles if tile.die != sunlit(state, tile)]
        others = "the other dice stay" if lit else "no die equals its suns"
        yield f"Suns: {'; '.join(filter(None, (', '.join(lit), others)))}"


def _lit(state: State, tile: Tile) -> str:
    """Return a die that equals its suns, e.g. `Clio 2 = 2 → 6`."""
    ranked = tile.colour != state.setup.neutral or state.setup.neutral_in_ranking
    return f"{tile.muse} {tile.die} = {tile.die} → 6" + ("" if ranked else " (neutral, not ranked)")


def _hand_lines(state: State) -> Iterator[str]:
    names = (*state.setup.colours[: state.setup.companies], "neutral")
    for number, hand in enumerate(hand_scores(state), 1):
        rows = (f"{name} {'-'.join(map(str, row))}" for name, row in zip(names, hand.dice, strict=False))
        yield f"Hand {number}: {', '.join(rows)}"
        for rank, winner in enumerate(hand.ranks, 1):
            values = "-".join(str(row[rank - 1]) for row in hand.dice if rank <= len(row))
            yield f"Rank {rank}: {values}, {'a tie' if winner is None else names[winner] + ' +1'}"
        if hand.bonus is not None:
            yield f"Bonus for the first rank won: {names[hand.bonus]} +{hand.bonus_points}"


def _result_lines(state: State) -> Iterator[str]:
    names = state.setup.colours
    if state.finished:
        totals = (f"{name} {total}" for name, total in zip(names, company_points(state), strict=False))
        yield f"Total: {', '.join(totals)}"
    if state.phase is Phase.OVER:
        rows, reason = victory(state)
        who = " and ".join(names[row] for row in rows)
        yield f"{who} share the victory" if reason == "shared" else f"{who} wins by {reason}"
