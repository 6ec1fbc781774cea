"""Going on from a table as it is found: heads of a road, dice read badly, whose colours, who lies hidden."""

from collections.abc import Mapping
from typing import Any

import pytest

from rules import AnyGame, load
from rules.dance_of_muses.state import State
from rules.game import OptionError, judge
from rules.opening import Naming, Opening, likeliest
from rules.table import Face, Observation, Place

LINE, DANCE = load("line_dice"), load("dance_of_muses")
ROAD = {(0, 0): "S-EW", (1, 0): "X", (2, 0): "C1S"}
NINE = (
    "white ? 0,0 2; orange ? 1,-1 4; purple ? 1,0 4; white Thalia 0,1 2; orange Terpsichore 2,-1 3; "
    "purple Melpomene 2,-2 4; white Calliope 3,-1 1; orange Erato 1,1 4; purple Polyhymnia 3,-2 4"
)


def seen(table: Mapping[Place, Face], doubts: Mapping[Place, Mapping[Face, float]] | None = None) -> Observation:
    faces = {place: {face: 0.99} for place, face in table.items()} | dict(doubts or {})
    return Observation(faces, frozenset(place.zone for place in table) | {"die"})


def offered(game: AnyGame, seats: int, sight: Observation, **given: object) -> list[Any]:
    """The states in which play may go on."""
    assert isinstance(game, Opening)
    states = []
    for options in game.openings(seats, sight, given):
        try:
            states.append(game.initial_state(seats, **options))
        except OptionError:
            continue
    return states


def road(cells: Mapping[tuple[int, int], Face], **doubts: Mapping[Face, float]) -> Observation:
    places = {Place("die", cell): face for cell, face in cells.items()}
    return seen(places, {Place("die", (int(name[1:]), 0)): odds for name, odds in doubts.items()})


def test_an_empty_table_is_the_beginning() -> None:
    (state,) = offered(LINE, 2, road({}))
    assert (state.dice, state.seat) == ((), 0)


def test_a_road_may_go_on_at_either_end() -> None:
    states = offered(LINE, 2, road(ROAD))
    assert {state.road.goals() for state in states} == {((2, -1),), ((-1, 0),)}
    assert all(LINE.table(state) == {Place("die", cell): face for cell, face in ROAD.items()} for state in states)
    assert {state.seat for state in offered(LINE, 3, road(ROAD), first=2)} == {2}


def test_a_lone_die_is_rather_one_of_a_hand() -> None:
    loose, begun = offered(LINE, 2, road({(0, 0): "X"}))
    assert (len(loose.dice), len(begun.dice)) == (0, 1)


def test_a_die_read_badly_is_also_taken_for_its_next_face() -> None:
    states = offered(LINE, 2, road(ROAD, x1={"S-NS": 0.6, "X": 0.3, "C0N": 0.001}))
    assert {state.road.board[1, 0] for state in states} == {"X"}  # a straight across leads nowhere


def test_where_arrows_differ_most_of_them_tell() -> None:
    curves = {(0, 0): "C0E", (1, 0): "C2E", (1, -1): "C0S"}
    assert isinstance(LINE, Opening)
    arrows = [options.get("arrow") for options in LINE.openings(2, road(curves), {})]
    assert set(arrows) <= {"E"}


def test_dice_that_form_no_road_are_no_position() -> None:
    assert offered(LINE, 2, road({(0, 0): "S-EW", (1, 0): "S-NS", (2, 0): "S-NS"})) == []


def dance() -> State:
    state: State = DANCE.initial_state(3, position=NINE, colours=("orange", "purple", "white"))
    return state


def test_nine_tiles_are_told_by_what_they_must_be() -> None:
    begun = dance()
    table = dict(DANCE.table(begun))
    doubtful = {
        Place("die", (0, 1)): {"black 2": 0.55, "white 2": 0.4},  # there are three of each colour
        Place("tile", (1, 0)): {"Clio": 0.5, "down": 0.45},  # and one of each lies hidden
    }
    state = offered(DANCE, 3, seen(table, doubtful))[0]
    assert DANCE.table(state) == table
    assert set(state.setup.colours) == {"orange", "purple", "white"}
    assert judge(DANCE, state, seen(table)).finding == "unchanged"


@pytest.mark.parametrize(("odds", "offers"), [({"white 4": 0.6}, True), ({"white 4": 0.99}, False)])
def test_what_only_looks_like_a_tenth_is_left_out(odds: dict[str, float], *, offers: bool) -> None:
    table = DANCE.table(dance())
    sight = seen(table, {Place("die", (5, 5)): odds, Place("tile", (5, 5)): {"down": 0.7 if offers else 0.99}})
    states = offered(DANCE, 3, sight, colours=("orange", "purple", "white"))
    assert [DANCE.table(state) for state in states[:1]] == ([table] if offers else [])


def test_whose_colours_are_whose_may_be_said() -> None:
    table = DANCE.table(dance())
    states = offered(DANCE, 3, seen(table), colours=("white", "orange", "purple"), first=1)
    assert {(state.setup.colours, state.seat) for state in states} == {(("white", "orange", "purple"), 1)}


def test_a_number_read_badly_is_also_taken_for_the_next_likely() -> None:
    table = DANCE.table(dance())
    unsure = {Place("die", (0, 0)): {"white 1": 0.6, "white 2": 0.35}}
    numbers = [DANCE.table(state)[Place("die", (0, 0))] for state in offered(DANCE, 3, seen(table, unsure))]
    assert numbers == ["white 1", "white 2"]


def test_two_play_with_a_neutral_die() -> None:
    colours = ("orange", "purple", "white")
    position = NINE.replace("white ? ", "white0 ? ").replace("white ", "orange ").replace("white0", "white")
    position = position.replace("orange Calliope", "purple Calliope")
    table = DANCE.table(DANCE.initial_state(2, position=position, colours=colours))
    state = offered(DANCE, 2, seen(table))[0]
    assert (state.setup.neutral, len(state.tiles)) == ("white", 9)


def test_placing_goes_on_in_turn() -> None:
    begun = DANCE.initial_state(3)
    for move in ("place Clio 0,0", "place ? 1,0", "place Erato 1,1", "place Thalia 0,1"):
        begun = DANCE.apply(begun, DANCE.parse_move(move))
    states = offered(DANCE, 3, seen(DANCE.table(begun)), colours=("orange", "purple", "white"), first=1)
    assert [(DANCE.table(state), state.seat) for state in states] == [(DANCE.table(begun), 1)]


def test_tiles_are_called_as_they_were_taught() -> None:
    names = {f"m{number}": 1 + number % 3 for number in range(9)}
    assert isinstance(DANCE, Naming)
    state = DANCE.initial_state(3, **DANCE.named(names))
    assert state.setup.muses.suns == names
    for name in ("down", "nothing", "two words", "x"):
        with pytest.raises(ValueError, match="must be one word"):
            DANCE.named({**dict(list(names.items())[1:]), name: None})


def test_readings_come_likeliest_first() -> None:
    odds = {"a": {"x": 0.9, "y": 0.1}, "b": {"u": 0.6, "v": 0.4, "w": 0.001}, "c": {}}
    assert [tuple(found.values()) for found in likeliest(odds)] == [("x", "u"), ("x", "v"), ("y", "u"), ("y", "v")]
