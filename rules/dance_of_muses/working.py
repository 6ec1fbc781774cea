"""How the points of a hand come about, line by line for people, and what is to be done until they can be counted."""

from collections.abc import Iterator

from rules.dance_of_muses.scoring import company_points, hand_scores, sunlit, victory
from rules.dance_of_muses.state import SIX, Phase, State, Tile
from rules.dance_of_muses.words import called, coloured, together
from rules.text import joined, listed, say

WON_BY = {"points": say("points"), "bonus points": say("bonus points"), "dice total": say("dice total")}


def working(state: State) -> tuple[str, ...]:
    """Return how the points came about, a line each."""
    return (*_end_lines(state), *_sun_lines(state), *_hand_lines(state), *_result_lines(state))


def _end_lines(state: State) -> Iterator[str]:
    """Yield who ended the hand that still lies there, and what people have to do next."""
    if state.phase not in {Phase.REVEAL, Phase.SUNS, Phase.SCORED, Phase.OVER} or not state.tiles:
        return
    named = list(zip(state.names, state.tiles, strict=True))
    sixes = [name for name, tile in named if tile.die == SIX]
    if sixes:
        yield say("The hand is over: a 6 on {muses}", muses=together(sixes))
    if state.phase is Phase.REVEAL:
        hidden = [_placed(name, tile) for name, tile in named if not tile.muse]
        yield say("Turn up {muses}; dice may be lifted, their numbers are kept", muses=listed(hidden))
    if state.phase is Phase.SUNS:
        asked = [say("{muse} (die {die})", muse=tile.muse, die=tile.die) for tile in state.pending()]
        yield say("Count the suns of {muses}", muses=listed(asked))


def _placed(name: str, tile: Tile) -> str:
    return say("{muse} at {x},{y}", muse=called(name), x=tile.cell[0], y=tile.cell[1])


def _sun_lines(state: State) -> Iterator[str]:
    """Yield whose die turned into a 6 by her suns, once the hand is scored."""
    if state.phase in {Phase.SCORED, Phase.OVER} and state.tiles:
        lit = [_lit(state, tile) for tile in state.tiles if tile.die != sunlit(state, tile)]
        if lit:
            yield say("Suns: {dice}; the other dice stay", dice=joined(lit))
        else:
            yield say("Suns: no die equals its suns")


def _lit(state: State, tile: Tile) -> str:
    """Return a die that equals its suns, e.g. `Clio 2 = 2 → 6`."""
    ranked = tile.colour != state.setup.neutral or state.setup.neutral_in_ranking
    said = f"{tile.muse} {tile.die} = {tile.die} → 6"
    return said if ranked else say("{die} (neutral, not ranked)", die=said)


def _hand_lines(state: State) -> Iterator[str]:
    names = [coloured(name) for name in (*state.setup.colours[: state.setup.companies], "neutral")]
    for number, hand in enumerate(hand_scores(state), 1):
        rows = [joined((name, "-".join(map(str, row))), " ") for name, row in zip(names, hand.dice, strict=False)]
        yield say("Hand {number}: {rows}", number=number, rows=joined(rows))
        for rank, winner in enumerate(hand.ranks, 1):
            values = "-".join(str(row[rank - 1]) for row in hand.dice if rank <= len(row))
            won = say("a tie") if winner is None else joined((names[winner], "+1"), " ")
            yield say("Rank {rank}: {values}, {won}", rank=rank, values=values, won=won)
        if hand.bonus is not None:
            yield say(
                "Bonus for the first rank won: {colour} +{points}", colour=names[hand.bonus], points=hand.bonus_points
            )


def _result_lines(state: State) -> Iterator[str]:
    names = list(map(coloured, state.setup.colours))
    if state.finished:
        totals = [joined((name, str(total)), " ") for name, total in zip(names, company_points(state), strict=False)]
        yield say("Total: {points}", points=joined(totals))
    if state.phase is Phase.OVER:
        rows, reason = victory(state)
        who = listed([names[row] for row in rows])
        if reason == "shared":
            yield say("{colours} share the victory", colours=who)
        else:
            yield say("{colour} wins by {reason}", colour=who, reason=WON_BY[reason])
