import pytest

from rules import load
from rules.table import Layout, Shape, Zone
from vision.detect import Detection
from vision.read_colours import few_colours, tells_colours


def die(**colours: float) -> Detection:
    ranked = tuple(sorted(colours.items(), key=lambda pair: -pair[1]))
    return Detection((("4", 1.0),), (0.0, 0.0), 20.0, 0.0, ranked, ((0.0, 0.0),) * 4)


ORANGE, YELLOW = die(orange=0.95, yellow=0.05, red=0.0), die(orange=0.1, yellow=0.9, red=0.0)
EITHER = die(orange=0.42, yellow=0.58, red=0.0)


def colours(*dice: Detection) -> list[str]:
    return [each.colour[0][0] for each in few_colours(dice)]


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
    told = few_colours([ORANGE, EITHER, YELLOW])
    assert [sum(p for _, p in each.colour) for each in told] == pytest.approx([1.0] * 3)
    assert {each.faces for each in told} == {ORANGE.faces}
    assert few_colours([]) == []


def test_only_where_dice_are_told_by_their_colours() -> None:
    game = load("dance_of_muses")
    assert tells_colours(game.layout(game.initial_state(2)))
    assert not tells_colours(Layout((Zone("dice", "die", Shape.LOOSE, tuple("123456")),)))
