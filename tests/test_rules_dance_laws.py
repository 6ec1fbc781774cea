"""The laws of every game, on set-ups that the contract's random walks do not reach: invented sets, kept Muses.

Where two powers leave the same table people must choose, so the way back may ask; the rest holds to the letter.
"""

from collections.abc import Callable
from functools import cache
from inspect import signature

import pytest
import test_rules_contract as contract
from rules_dance import MIXED, RAISE, invented, walk
from rules_games import Moment

from rules.dance_of_muses import GAME
from rules.dance_of_muses.moves import Move
from rules.dance_of_muses.state import State
from rules.game import Finding, judge

VARIANTS: dict[str, dict[str, object]] = {
    "core": {"set": invented(None)},
    "declared": {"mode": "declared", "set": invented(RAISE, suns=None)},
    "raising": {"mode": "full", "set": invented(RAISE, None)},
    "mixed": {"mode": "full", "set": invented(*MIXED), "chain_push": "one"},
    "kept": {"hands": 2, "second_hand_redeal": "keep", "second_hand_first_player": "same"},
    "apart": {"neutral_is_first_tile": False, "neutral_face_4p": "down", "diagonal_step": True},
}
WAY_BACK = "test_the_way_back_finds_exactly_the_move"


def laws() -> dict[str, Callable[[Moment], None]]:
    """Return the contract's laws about a moment, each as a plain function."""
    inner = {name: law.hypothesis.inner_test for name, law in vars(contract).items() if hasattr(law, "hypothesis")}
    return {name: law for name, law in inner.items() if list(signature(law).parameters) == ["moment"]}


@cache
def moments(variant: str, seats: int) -> list[Moment]:
    """Return every ninth moment of a random game."""
    return walk(seats, 40 + seats, **VARIANTS[variant])[seats::9]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", sorted(laws().keys() - {WAY_BACK}))
def test_the_law_holds(name: str, variant: str, seats: int) -> None:
    law, seen = laws()[name], moments(variant, seats)
    assert seen
    for moment in seen:
        law(moment)  # asserts by itself


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_way_back_finds_the_move_or_asks(variant: str, seats: int) -> None:
    for moment in moments(variant, seats):
        for move in moment.legal(5):
            after = GAME.apply(moment.state, move)
            if moment.compared(after) == moment.compared(moment.state):
                continue
            verdict = judge(GAME, moment.state, moment.sight(GAME.table(after)))
            alike = [c.move for c in verdict.candidates if c.move and legal_and_alike(moment, c.move, after)]
            assert move in alike
            assert len(alike) == 1 or variant in {"raising", "mixed"}
            assert verdict.finding is (Finding.LEGAL if alike == [move] else Finding.AMBIGUOUS)


def legal_and_alike(moment: Moment, move: Move, after: State) -> bool:
    """Return whether a legal move leaves the table as `after` has it."""
    return not GAME.violations(moment.state, move) and GAME.table(GAME.apply(moment.state, move)) == GAME.table(after)


def test_there_are_laws() -> None:
    assert WAY_BACK in laws()
    assert len(laws()) > 12
