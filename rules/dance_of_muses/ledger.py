"""The scored hands as tables: the dice rank by rank, who won each, the bonus, the points."""

from collections.abc import Iterator

from rules.dance_of_muses.scoring import HandScore, hand_scores
from rules.dance_of_muses.state import State
from rules.glance import Ledger
from rules.text import listed, say

Row = tuple[str, tuple[str, ...], int | None]


def ledgers(state: State) -> Iterator[Ledger]:
    """Yield a table for each scored hand: the Companies' dice from high to low, who won what, and the points."""
    columns = tuple(company(state, row) for row in range(state.setup.companies))
    for number, hand in enumerate(hand_scores(state), 1):
        names = (*columns, "neutral")[: len(hand.dice)]
        yield Ledger(say("Hand {number}", number=number), names, tuple(_rows(hand, len(columns))))


def company(state: State, row: int) -> str:
    """Return who a Company is: its players by seat."""
    return listed([say("seat {seat}", seat=seat) for seat in range(row, state.setup.seats, state.setup.companies)])


def _rows(hand: HandScore, companies: int) -> Iterator[Row]:
    for rank, winner in enumerate(hand.ranks):
        yield (
            say("Rank {rank}", rank=rank + 1),
            tuple(str(row[rank]) if rank < len(row) else "" for row in hand.dice),
            winner,
        )
    if hand.bonus is not None:
        yield say("Bonus"), _only(hand, {hand.bonus: f"+{hand.bonus_points}"}), hand.bonus
    yield say("Points"), _only(hand, {row: str(hand.points(row)) for row in range(companies)}), None


def _only(hand: HandScore, values: dict[int, str]) -> tuple[str, ...]:
    return tuple(values.get(row, "") for row in range(len(hand.dice)))
