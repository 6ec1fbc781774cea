"""Sequence counts of Line Dice: every slip in tracing the road or in matching sides shows here."""

import re
import sys
from pathlib import Path

import pytest
from rules_line import lays, move

import rules.line_dice
from rules.line_dice import GAME
from rules.line_dice.fitting import SHAPES, fitting
from rules.line_dice.road import Road

FILE = Path(rules.line_dice.__file__).with_name("counts.txt")
FIRST = ("S-EW", "X", "C1N")  # a curve with its road ends E and S
SHAPE_ROWS = {
    int(dice): [tuple(map(int, pair.split(" + "))) for pair in re.findall(r"\d+ \+ \d+", counts)]
    for dice, counts in re.findall(r"^(\d+) +(.*)$", FILE.read_text(), re.MULTILINE)
}
FACE_ROWS = {
    int(dice): (int(led_on), int(closed))
    for dice, led_on, closed in re.findall(r"^faces (\d+) +(\d+) +(\d+)$", FILE.read_text(), re.MULTILINE)
}


def shapes(first: str, most: int) -> dict[int, tuple[int, int]]:
    """Return, for 2 to `most` dice, how many sequences of shapes are open and how many close with the last die."""
    counts = {dice: [0, 0] for dice in range(2, most + 1)}
    start = Road().extended(first, (0, 0))
    for face in SHAPES:
        second = start.extended(face, (1, 0))
        if second.head is not None:
            _count(second, 2, counts)
    return {dice: (led_on, closed) for dice, (led_on, closed) in counts.items()}


def _count(road: Road, dice: int, counts: dict[int, list[int]]) -> None:
    counts[dice][road.closed] += 1
    if dice + 1 in counts and not road.closed:
        for face, cell in fitting(road, SHAPES, "full"):
            _count(road.extended(face, cell), dice + 1, counts)


def faces(most: int) -> dict[int, tuple[int, int]]:
    """Return, for 1 to `most` dice, how many sequences of legal moves are open, and how many close the circuit."""
    level, counts = [GAME.initial_state(2, hands="unknown")], {}
    for dice in range(1, most + 1):
        after = [GAME.apply(state, move(f"lay {text}")) for state in level for text in lays(state)]
        level = [state for state in after if not state.road.closed]
        counts[dice] = len(level), len(after) - len(level)
    return counts


@pytest.mark.parametrize("column", range(3), ids=FIRST)
def test_the_number_of_sequences_of_shapes_is_as_recorded(column: int) -> None:
    assert shapes(FIRST[column], 7) == {dice: row[column] for dice, row in SHAPE_ROWS.items() if dice <= 7}


def test_the_number_of_sequences_of_faces_is_as_recorded() -> None:
    assert faces(4) == {dice: row for dice, row in FACE_ROWS.items() if dice <= 4}


def test_the_table_of_counts_is_complete() -> None:
    assert {dice: len(row) for dice, row in SHAPE_ROWS.items()} == dict.fromkeys(range(2, 13), 3)
    assert list(FACE_ROWS) == [1, 2, 3, 4, 5, 6]


def main(most_shapes: int, most_faces: int) -> None:
    """Check the table up to so many dice; twelve take three minutes of a processor."""
    for column, first in enumerate(FIRST):
        for dice, found in shapes(first, most_shapes).items():
            told = "as recorded" if found == SHAPE_ROWS[dice][column] else f"BUT RECORDED {SHAPE_ROWS[dice][column]}"
            print(first, dice, *found, told, flush=True)  # noqa: T201
    for dice, found in faces(most_faces).items():
        print("faces", dice, *found, "as recorded" if found == FACE_ROWS[dice] else "NOT AS RECORDED")  # noqa: T201


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
