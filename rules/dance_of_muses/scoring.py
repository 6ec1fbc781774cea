"""The end of a hand: suns, ranks, points, bonus; and who wins the game. Rule numbers are those of RULES.md."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.dance_of_muses.state import SIX, Hand, Phase, State, Tile

GOAL = 7  # points that end a long game
MOST_HANDS = 3  # of a long game


@dataclass(frozen=True, slots=True)
class HandScore:
    """What a hand brought. Rows are indices of Companies; a row beyond them is the neutral die's."""

    dice: Hand
    ranks: tuple[int | None, ...]  # the strict winner of each rank, None for a tie
    bonus: int | None  # who gets the bonus
    bonus_points: int

    def points(self, row: int) -> int:
        """Return the points of a row, bonus included."""
        return self.ranks.count(row) + self.bonus_of(row)

    def bonus_of(self, row: int) -> int:
        """Return the bonus points of a row."""
        return self.bonus_points if self.bonus == row else 0


def sunlit(state: State, tile: Tile) -> int:
    """Return the die of a revealed tile after the suns: 6 if it equals her suns, else as it was (4.2)."""
    return SIX if dict(state.suns).get(tile.muse or "") == tile.die else tile.die


def hand_dice(state: State) -> Hand:
    """Return the dice of the hand on the table, each Company's from high to low, after the suns (4.3)."""
    setup = state.setup
    owners = setup.colours if setup.neutral_in_ranking and setup.neutral else setup.colours[: setup.companies]
    return tuple(
        tuple(sorted((sunlit(state, tile) for tile in state.tiles if tile.colour == owner), reverse=True))
        for owner in owners
    )


def rank_winner(values: tuple[int, ...]) -> int | None:
    """Return the index of the single highest value; None if it is shared (4.4)."""
    best = max(values)
    return values.index(best) if values.count(best) == 1 else None


def score_hand(dice: Hand, bonus_points: int, companies: int) -> HandScore:
    """Return the score of a hand whose bonus is worth `bonus_points` (4.4, 4.5)."""
    depth = max(map(len, dice))
    ranks = tuple(rank_winner(tuple(row[rank] if rank < len(row) else 0 for row in dice)) for rank in range(depth))
    first = next((winner for winner in ranks if winner is not None), None)
    return HandScore(dice, ranks, first if first is not None and first < companies else None, bonus_points)


def hand_scores(state: State) -> tuple[HandScore, ...]:
    """Return the score of every finished hand; the bonus is worth 2 once an earlier hand has given one (4.5)."""
    scores: list[HandScore] = []
    for dice in state.finished:
        given = any(hand.bonus is not None for hand in scores)
        scores.append(score_hand(dice, 2 if given else 1, state.setup.companies))
    return tuple(scores)


def company_points(state: State) -> tuple[int, ...]:
    """Return the points of each Company."""
    hands = hand_scores(state)
    return tuple(sum(hand.points(row) for hand in hands) for row in range(state.setup.companies))


def points(state: State) -> tuple[int, ...]:
    """Return the points of each seat; team mates have their team's."""
    of_company = company_points(state)
    return tuple(of_company[seat % state.setup.companies] for seat in range(state.setup.seats))


def decided(state: State) -> bool:
    """Return whether the hands agreed on have been played, or a long game's goal is reached (4.7)."""
    setup = state.setup
    if setup.long_game:
        return len(state.finished) == MOST_HANDS or max(company_points(state)) >= GOAL
    return len(state.finished) == setup.hands


def victory(state: State) -> tuple[tuple[int, ...], str]:
    """Return the Companies that win an ended game, and by what: points, bonus points, dice total, or shared (4.7)."""
    left = tuple(range(state.setup.companies))
    for reason, totals in _merits(state):
        best = max(totals[row] for row in left)
        left = tuple(row for row in left if totals[row] == best)
        if len(left) == 1:
            return left, reason
    return left, "shared"


def winners(state: State) -> tuple[int, ...]:
    """Return the seats that have won; () while the game goes on."""
    rows = victory(state)[0] if state.phase is Phase.OVER else ()
    return tuple(seat for seat in range(state.setup.seats) if seat % state.setup.companies in rows)


def _merits(state: State) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield what decides the game, in order, with each Company's amount of it."""
    hands, rows = hand_scores(state), range(state.setup.companies)
    scope = hands if state.setup.tiebreak_dice_scope == "all" else hands[-1:]
    yield "points", company_points(state)
    yield "bonus points", tuple(sum(hand.bonus_of(row) for hand in hands) for row in rows)
    yield "dice total", tuple(sum(sum(hand.dice[row]) for hand in scope) for row in rows)
