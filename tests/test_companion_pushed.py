"""A figure that was pushed elsewhere as a whole: its own shape tells where everything lies, if its places do not."""

from dataclasses import replace

import pytest

from companion.memory import judged
from rules import load
from rules.game import Finding
from rules.table import Observation, Place, Table

GAME = load("line_dice")
LONG = "S-EW 0,0; X 1,0; C1S 2,0; S-NS 2,-1; C3S 2,-2"
ROW = "S-EW 0,0; S-EW 1,0"


def seen(table: Table, right: int, down: int, *, anchored: bool = True) -> Observation:
    """What a reader that took the cells for others sees."""
    pushed = Observation.certain(table, ("die",)).shifted((right, down), ("die",))
    return replace(pushed, anchored=anchored)


@pytest.mark.parametrize("push", [(0, 0), (1, 0), (-1, 2), (0, -3)])
def test_a_move_is_found_wherever_the_road_was_pushed_to(push: tuple[int, int]) -> None:
    state = GAME.initial_state(2, hands="unknown", position=LONG, head="3,-2 E")
    after = GAME.apply(state, GAME.parse_move("lay S-EW 3,-2"))
    verdict = judged(GAME, state, seen(GAME.table(after), *push))
    assert (verdict.finding, str(verdict.move)) == (Finding.LEGAL, "lay S-EW 3,-2")
    assert judged(GAME, state, seen(GAME.table(state), *push)).finding is Finding.UNCHANGED


def test_a_die_at_the_tail_is_not_taken_for_one_at_the_head_of_a_road_pushed_on() -> None:
    state = GAME.initial_state(2, hands="unknown", position=ROW, head="2,0 E")
    table = {**GAME.table(state), Place("die", (-1, 0)): "S-EW"}
    verdict = judged(GAME, state, seen(table, 0, 0))
    assert (verdict.finding, verdict.violations[0].rule) == (Finding.ILLEGAL, "4.8")
