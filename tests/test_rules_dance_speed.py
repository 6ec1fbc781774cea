"""How long judging takes in every mode: nine tiles, read with some doubt from a grid of unknown origin."""

from dataclasses import replace
from statistics import median
from time import process_time

import pytest
from rules_dance import BLOCK, MIXED, RAISE, dancing, played, powered
from rules_games import blurred, seeded

from rules.dance_of_muses import GAME
from rules.dance_of_muses.state import State
from rules.game import judge

CASES = {
    "core": (dancing(BLOCK, 3), "Calliope E"),
    "declared": (powered(BLOCK, 3, RAISE, mode="declared"), "TEST-1 E then TEST-9=5"),
    "full, one kind": (powered(BLOCK, 3, RAISE), "TEST-1 E then TEST-5=4"),
    "full, every kind": (powered(BLOCK, 3, *MIXED), "TEST-1 E then TEST-5=4"),
    "full, a power alone": (powered(BLOCK, 3, *MIXED), "first TEST-1 TEST-2=4"),
}
LIMITS_MS = dict.fromkeys(CASES, 20.0) | {"full, every kind": 60.0, "full, a power alone": 60.0}


def judged_ms(state: State, text: str, times: int = 15) -> float:
    """Return the median time to judge the table as `text` leaves it."""
    sight = blurred(GAME.table(played(state, text)), GAME.layout(state), seeded(1))
    spent = []
    for _ in range(times):
        start = process_time()
        judge(GAME, state, replace(sight, anchored=False))
        spent.append(1000 * (process_time() - start))
    return median(spent)


@pytest.mark.parametrize("name", CASES)
def test_a_still_with_nine_tiles_is_judged_in_time(name: str) -> None:
    assert judged_ms(*CASES[name]) < LIMITS_MS[name]


def main() -> None:
    """Print the milliseconds of every case."""
    for name, case in CASES.items():
        print(f"{name}: {judged_ms(*case):.1f} ms")  # noqa: T201


if __name__ == "__main__":
    main()
