from dataclasses import replace

import numpy as np
import pytest

from rules import load
from rules.table import Layout, Shape, Zone
from vision.detect import Detection
from vision.read_colours import few_colours, tells_colours

Body = tuple[int, int, int]

SIDE = 20.0  # pixels
LEVELS = (20, 80, 240)
UNLIKE: list[Body] = [(blue, green, red) for blue in LEVELS for green in LEVELS for red in LEVELS]


def die(**colours: float) -> Detection:
    ranked = tuple(sorted(colours.items(), key=lambda pair: -pair[1]))
    return Detection((("4", 1.0),), (0.0, 0.0), SIDE, 0.0, ranked, ((0.0, 0.0),) * 4)


ORANGE, YELLOW = die(orange=0.95, yellow=0.05, red=0.0), die(orange=0.1, yellow=0.9, red=0.0)
EITHER = die(orange=0.42, yellow=0.58, red=0.0)


def told(dice: list[Detection], bodies: list[Body] | None = None) -> list[Detection]:
    """The dice, told together in a picture of them side by side; bodies (BGR) not given are unlike each other."""
    painted = bodies or UNLIKE[: len(dice)]
    picture = np.zeros((int(SIDE), int(SIDE) * max(1, len(dice)), 3), np.uint8)
    placed = []
    for i, (each, body) in enumerate(zip(dice, painted, strict=True)):
        left, right = i * SIDE, (i + 1) * SIDE
        picture[:, int(left) : int(right)] = body
        placed.append(replace(each, outline_px=((left, 0.0), (right, 0.0), (right, SIDE), (left, SIDE))))
    return few_colours(picture, placed)


def colours(*dice: Detection, bodies: list[Body] | None = None) -> list[str]:
    return [each.colour[0][0] for each in told(list(dice), bodies)]


def test_a_die_that_may_be_either_has_a_colour_that_others_have() -> None:
    assert colours(EITHER) == ["yellow"]
    assert colours(ORANGE, ORANGE, EITHER) == ["orange"] * 3
    assert colours(YELLOW, ORANGE, EITHER) == ["yellow", "orange", "yellow"]


def test_a_die_told_surely_keeps_its_colour_among_many_others() -> None:
    surely = die(orange=0.004, yellow=0.0, red=0.996)
    assert colours(*[ORANGE] * 8, surely) == ["orange"] * 8 + ["red"]


def test_colours_have_as_many_dice_as_each_other_rather_than_all_dice_one() -> None:
    faint = [die(orange=0.65, yellow=0.35), die(orange=0.46, yellow=0.54), die(orange=0.34, yellow=0.66)]
    assert colours(*[ORANGE] * 3, *faint) == ["orange"] * 3 + ["yellow"] * 3


def test_a_lone_die_of_its_colour_keeps_it_where_others_have_many() -> None:
    lone = die(orange=0.15, yellow=0.85, red=0.0)
    assert colours(*[ORANGE] * 4, *[die(orange=0.01, yellow=0.0, red=0.99)] * 4, lone)[-1] == "yellow"


def test_chances_are_chances_and_the_rest_of_a_die_stays() -> None:
    found = told([ORANGE, EITHER, YELLOW])
    assert [sum(p for _, p in each.colour) for each in found] == pytest.approx([1.0] * 3)
    assert {each.faces for each in found} == {ORANGE.faces}
    assert told([]) == []


def test_a_die_that_may_be_either_has_the_colour_of_those_it_looks_like() -> None:
    amber, lemon, shaded = (40, 150, 230), (60, 235, 240), (25, 95, 150)
    assert colours(ORANGE, YELLOW, EITHER, bodies=[amber, lemon, shaded]) == ["orange", "yellow", "orange"]
    assert colours(ORANGE, YELLOW, EITHER, bodies=[amber, lemon, lemon]) == ["orange", "yellow", "yellow"]


def test_a_die_that_is_told_surely_keeps_its_colour_though_another_looks_alike() -> None:
    alike = [(40, 150, 230), (40, 160, 235)]
    surely = die(orange=0.001, yellow=0.999, red=0.0)
    assert colours(ORANGE, surely, bodies=alike)[1] == "yellow"


def test_only_where_dice_are_told_by_their_colours() -> None:
    game = load("dance_of_muses")
    assert tells_colours(game.layout(game.initial_state(2)))
    assert not tells_colours(Layout((Zone("dice", "die", Shape.LOOSE, tuple("123456")),)))
