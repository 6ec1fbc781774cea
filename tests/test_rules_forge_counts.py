"""Move counts: how many ways the game can go on; every slip in rolls, choices, prices or what follows shows here."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from rules_forge import acting, having, rolling, started, with_dice

import rules.dice_forge
from rules.dice_forge import GAME
from rules.dice_forge.state import State

FILE = Path(rules.dice_forge.__file__).with_name("counts.txt")
ROWS = [
    (name, [int(count) for count in counts.split()])
    for name, counts in re.findall(r"^([a-z0-9-]+) +([\d ]+)$", FILE.read_text(), re.MULTILINE)
]


def rich(feats: str) -> State:
    """Return a hero's own part of the turn with full stores, one card of each feat and a neighbour on every way."""
    state = having(started(3, feats=feats), 0, gold=12, sun=6, moon=6)
    return acting(having(having(state, 1, portal=4), 2, portal=6))


def special(*faces: str) -> State:
    """Return the roll of one hero whose dice have these faces, and of whose neighbours one shows a mirror."""
    state = with_dice(having(started(3), 0, gold=9, hammers=1, cerberus=1, triton=1), 0, *faces)
    return rolling(with_dice(with_dice(state, 1, "MIRROR", "V4"), 2, "X3", "SHIP"), 0)


STARTS: Mapping[str, Callable[[], State]] = {
    "two": lambda: GAME.initial_state(2),
    "three": lambda: started(3),
    "four": lambda: started(4),
    "drawn": lambda: GAME.initial_state(3, feats="drawn"),
    "rich": lambda: rich("introductory"),
    "mirror": lambda: special("MIRROR X3 SHIP", "OR_G2_S2_M2 BOAR_RED G6"),
    "shield": lambda: special("SHIELD_RED SHIELD_BLUE", "OR_G1_S1_M1 S1_V1 X3 SHIP"),
}


def counts(start: State, depth: int) -> list[int]:
    """Return how many sequences of moves there are from `start`, for each length up to `depth`."""
    found, level = [], Counter([start])
    for _ in range(depth):
        after: Counter[State] = Counter()
        for state, ways in level.items():
            for move in GAME.legal_moves(state):
                after[GAME.apply(state, move)] += ways
        found.append(after.total())
        level = after
    return found


@pytest.mark.parametrize(("name", "expected"), ROWS, ids=[name for name, _ in ROWS])
def test_the_number_of_sequences_is_as_recorded(name: str, expected: list[int]) -> None:
    depth = max(length for length, count in enumerate(expected, 1) if count < 1000)
    assert counts(STARTS[name](), depth) == expected[:depth]


def test_the_table_of_counts_is_complete() -> None:
    assert [(name, len(numbers)) for name, numbers in ROWS] == [(name, 4) for name in STARTS]


def main() -> None:
    """Check the whole table, which takes minutes."""
    for name, expected in ROWS:
        found = counts(STARTS[name](), len(expected))
        print(name, *found, "as recorded" if found == expected else f"BUT RECORDED {expected}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
