"""Move counts: how many ways a dance can go on; every slip in pushing, grouping, ending or powers shows here."""

import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from rules_dance import BLOCK, RAISE, STARTS, dancing, powered
from rules_games import seeded

import rules.dance_of_muses
from rules.dance_of_muses import GAME
from rules.dance_of_muses.grid import neighbours
from rules.dance_of_muses.state import Cell, Phase, State

FILE = Path(rules.dance_of_muses.__file__).with_name("counts.txt")
Row = tuple[str, int, list[tuple[int, int]]]
LAYOUTS = (1, 4, 20, 110, 638)  # of 1 to 5 tiles in one group, up to shifts
TIMES = 60


def rows(prefix: str) -> list[Row]:
    """Return the rows of the table that begin so: start, dice, counts for each length and how many end the hand."""
    found = re.findall(rf"^{prefix}([a-z]+) +(\d) +(.*)$", FILE.read_text(), re.MULTILINE)
    return [
        (
            name,
            int(die),
            [(int(count), int(ended or 0)) for count, ended in re.findall(r"(\d+)(?: \((\d+)\))?", counts)],
        )
        for name, die, counts in found
    ]


STEPS, POWERS = rows(""), rows("powers ")


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


def counts(start: State, depth: int) -> list[tuple[int, int]]:
    """Return the counts for each length of sequence up to `depth`."""
    levels = [Counter([start])]
    for _ in range(depth - 1):
        levels.append(onwards(levels[-1]))
    return [totals(level) for level in levels]


@pytest.mark.parametrize(("name", "die", "expected"), STEPS, ids=[f"{name}-{die}" for name, die, _ in STEPS])
def test_the_number_of_sequences_is_as_recorded(name: str, die: int, expected: list[tuple[int, int]]) -> None:
    depth = 4 if name == "diagonal" else 3
    assert counts(dancing(STARTS[name], die), depth) == expected[:depth]


@pytest.mark.parametrize(("name", "die", "expected"), POWERS, ids=[f"{name}-{die}" for name, die, _ in POWERS])
def test_the_number_of_sequences_with_powers_is_as_recorded(
    name: str, die: int, expected: list[tuple[int, int]]
) -> None:
    depth = 3 if name == "diagonal" else 2
    assert counts(powered(STARTS[name], die, RAISE), depth) == expected[:depth]


def test_the_table_of_counts_is_complete() -> None:
    starts = {(name, die) for name in STARTS for die in (1, 4)}
    assert {(name, die, len(numbers)) for name, die, numbers in STEPS} == {(name, die, 4) for name, die in starts}
    assert {(name, die, len(numbers)) for name, die, numbers in POWERS} == {(name, die, 3) for name, die in starts}


@pytest.mark.parametrize(
    ("name", "expected"), [("block", 36), ("row", 20), ("diagonal", 4), ("ring", 32), ("cross", 24)]
)
def test_a_dance_offers_between_4_and_36_moves(name: str, expected: int) -> None:
    assert offered(STARTS[name]) == expected


def offered(cells: list[Cell]) -> int:
    """Return how many moves a dance on these cells offers."""
    return len(list(GAME.legal_moves(dancing(cells))))


def in_one_group(cells: set[Cell]) -> bool:
    """Return whether the cells touch one another, worked out apart from the rules."""
    reached, edge = set[Cell](), {min(cells)}
    while edge:
        reached |= edge
        edge = {near for cell in edge for near in neighbours(cell) if near in cells} - reached
    return reached == cells


def expected_moves(cells: list[Cell]) -> int:
    """Return the number of moves, worked out apart from the rules: each tile, each way, every tile pushed in turn."""
    found = 0
    for start in cells:
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            moving = {start}
            while (ahead := {(x + dx, y + dy) for x, y in moving} & set(cells)) - moving:
                moving |= ahead
            found += in_one_group((set(cells) - moving) | {(x + dx, y + dy) for x, y in moving})
    return found


def layouts(tiles: int) -> set[frozenset[Cell]]:
    """Return every layout of so many tiles in one group, up to shifts."""
    found = {frozenset({(0, 0)})}
    for _ in range(tiles - 1):
        grown = {cells | {near} for cells in found for cell in cells for near in neighbours(cell) if near not in cells}
        found = {frozenset((x - left(cells), y - top(cells)) for x, y in cells) for cells in grown}
    return found


def left(cells: frozenset[Cell]) -> int:
    return min(x for x, _ in cells)


def top(cells: frozenset[Cell]) -> int:
    return min(y for _, y in cells)


@pytest.mark.parametrize("tiles", range(2, 6))
def test_every_small_layout_offers_at_least_4_moves_and_those_that_should_be(tiles: int) -> None:
    every = layouts(tiles)
    assert len(every) == LAYOUTS[tiles - 1]
    numbers = {cells: offered(sorted(cells)) for cells in every}
    assert min(numbers.values()) == 4
    assert max(numbers.values()) <= 4 * tiles
    assert [cells for cells, number in numbers.items() if number != expected_moves(sorted(cells))] == []


@pytest.mark.parametrize("seed", range(4))
def test_nine_tiles_laid_at_random_offer_4_to_36_moves(seed: int) -> None:
    """A random layout grows tile by tile; the seed is in the test's name."""
    random = seeded(seed)
    for _ in range(TIMES):
        cells = {(0, 0)}
        while len(cells) < 9:
            cells.add(random.choice(sorted({near for cell in cells for near in neighbours(cell)} - cells)))
        number = offered(sorted(cells))
        assert 4 <= number <= 36
        assert number == expected_moves(sorted(cells))


def test_of_nine_only_the_straight_diagonals_have_as_few_as_4() -> None:
    """One tile of a diagonal moved to any other place beside the rest: more moves, always."""
    diagonal = STARTS["diagonal"]
    assert {offered(diagonal), offered([(x, -y) for x, y in diagonal])} == {4}
    for rest in combinations(diagonal, 8):
        for cell in sorted({near for one in rest for near in neighbours(one)} - set(diagonal)):
            other = [*rest, cell]
            if in_one_group(set(other)) and {x - y for x, y in other} != {0}:
                assert offered(other) > 4
    assert max(offered([*BLOCK[:8], cell]) for cell in ((2, 2), (3, 1), (2, 3))) == 36


def main() -> None:
    """Check the whole table, which takes minutes."""
    for prefix, table in (("", STEPS), ("powers ", POWERS)):
        for name, die, expected in table:
            start = powered(STARTS[name], die, RAISE) if prefix else dancing(STARTS[name], die)
            found = counts(start, len(expected))
            said = "as recorded" if found == expected else f"BUT RECORDED {expected}"
            print(f"{prefix}{name}", die, *found, said, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
