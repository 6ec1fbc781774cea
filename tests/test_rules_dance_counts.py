"""Move counts: how many ways a dance can go on; every slip in pushing, grouping or ending shows here."""

import re
from collections import Counter
from pathlib import Path

import pytest
from rules_dance import STARTS, dancing

import rules.dance_of_muses
from rules.dance_of_muses import GAME
from rules.dance_of_muses.state import Phase, State

FILE = Path(rules.dance_of_muses.__file__).with_name("counts.txt")
ROWS = [
    (name, int(die), [(int(count), int(ended or 0)) for count, ended in re.findall(r"(\d+)(?: \((\d+)\))?", counts)])
    for name, die, counts in re.findall(r"^([a-z]+) +(\d) +(.*)$", FILE.read_text(), re.MULTILINE)
]


def onwards(states: Counter[State]) -> Counter[State]:
    """Return the states one move on, each with the number of sequences that lead there."""
    after: Counter[State] = Counter()
    for state, ways in states.items():
        if state.phase is Phase.DANCE:
            for move in GAME.legal_moves(state):
                after[GAME.apply(state, move)] += ways
    return after


def totals(states: Counter[State]) -> tuple[int, int]:
    """Return how many sequences go one move on from `states`, and how many of these end the hand."""
    found = ended = 0
    for state, ways in states.items():
        if state.phase is Phase.DANCE:
            moves = list(GAME.legal_moves(state))
            found += ways * len(moves)
            if max(tile.die for tile in state.tiles) == 5:  # else no move can end it
                ended += ways * sum(GAME.apply(state, move).phase is Phase.REVEAL for move in moves)
    return found, ended


def counts(name: str, die: int, depth: int) -> list[tuple[int, int]]:
    """Return the counts for each length of sequence up to `depth`."""
    levels = [Counter([dancing(STARTS[name], die)])]
    for _ in range(depth - 1):
        levels.append(onwards(levels[-1]))
    return [totals(level) for level in levels]


@pytest.mark.parametrize(("name", "die", "expected"), ROWS, ids=[f"{name}-{die}" for name, die, _ in ROWS])
def test_the_number_of_sequences_is_as_recorded(name: str, die: int, expected: list[tuple[int, int]]) -> None:
    depth = 4 if name == "diagonal" else 3
    assert counts(name, die, depth) == expected[:depth]


def test_the_table_of_counts_is_complete() -> None:
    assert {(name, die, len(numbers)) for name, die, numbers in ROWS} == {(n, d, 4) for n in STARTS for d in (1, 4)}


@pytest.mark.parametrize(
    ("name", "expected"), [("block", 36), ("row", 20), ("diagonal", 4), ("ring", 32), ("cross", 24)]
)
def test_a_dance_offers_between_4_and_36_moves(name: str, expected: int) -> None:
    assert len(list(GAME.legal_moves(dancing(STARTS[name])))) == expected


def main() -> None:
    """Check the whole table, which takes minutes."""
    for name, die, expected in ROWS:
        found = counts(name, die, 4)
        print(name, die, *found, "as recorded" if found == expected else f"BUT RECORDED {expected}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
