"""The shared words of the table: places, layouts and observations."""

import pytest

from rules.table import Layout, Observation, Place, Shape, Zone

DIE = Zone("die", "die", Shape.SQUARE, ("1", "2"), "grid")
LOOSE = Zone("cup", "die", Shape.LOOSE, ("1", "2"))
BUSY = Zone("counter", "token", Shape.SLOTS, ("1", "2"), settled=False)
HERE, THERE = Place("die", (0, 0)), Place("die", (1, -2))


def test_a_place_prints_and_parses_back() -> None:
    assert str(THERE) == "die@1,-2"
    assert Place.parse("die@1,-2") == THERE
    assert Place.parse("slot@4") == Place("slot", (4,))


@pytest.mark.parametrize("text", ["", "die", "die@", "@1,2", "die@x,y"])
def test_text_that_is_no_place_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"place|invalid"):
        Place.parse(text)


def test_a_place_shifts_inside_its_zone() -> None:
    assert THERE.shifted((-1, 2)) == HERE
    with pytest.raises(ValueError, match=r"shorter|longer"):
        THERE.shifted((1,))


def test_only_settled_zones_with_an_order_are_compared() -> None:
    assert Layout((DIE, LOOSE, BUSY)).compared == {"die"}


def test_a_layout_finds_its_zones_by_name() -> None:
    assert Layout((DIE, LOOSE)).zone("cup") is LOOSE
    with pytest.raises(KeyError):
        Layout((DIE,)).zone("cup")


def test_a_certain_observation_looks_where_it_is_told() -> None:
    table = {HERE: "1", Place("cup", (0,)): "2"}
    assert Observation.certain(table).zones == {"die", "cup"}
    assert Observation.certain(table, ["die"]).best() == {HERE: "1"}
    assert Observation.certain({}, ["die"]).zones == {"die"}


def test_an_observation_cannot_be_changed() -> None:
    seen = Observation.certain({HERE: "1"})
    with pytest.raises(TypeError):
        seen.faces[HERE]["1"] = 0.0  # type: ignore[index]


def test_a_shift_moves_seen_hidden_and_disturbed_places_of_its_zones() -> None:
    cup = Place("cup", (0,))
    seen = Observation(
        {HERE: {"1": 1.0}, cup: {"2": 1.0}}, frozenset({"die", "cup"}), frozenset({HERE}), anchored=False
    )
    moved = seen.shifted((1, -2), ["die"])
    assert moved.best() == {THERE: "1", cup: "2"}
    assert moved.hidden == {THERE}
    assert moved.anchored


def test_within_drops_other_zones() -> None:
    seen = Observation.certain({HERE: "1", Place("cup", (0,)): "2"}).within(["die"])
    assert seen.best() == {HERE: "1"}
    assert seen.zones == {"die"}


def test_a_persons_word_replaces_the_reading_and_uncovers_the_place() -> None:
    seen = Observation({HERE: {"1": 0.5, "2": 0.5}}, frozenset({"die"}), frozenset({HERE}))
    assert seen.corrected(HERE, "2").faces[HERE] == {"2": 1.0}
    assert seen.corrected(HERE, "2").hidden == frozenset()
    assert seen.corrected(HERE, None).faces == {}


def test_two_stills_add_their_evidence() -> None:
    one = Observation({HERE: {"1": 0.6, "2": 0.4}}, frozenset({"die"}), still=1)
    two = Observation({HERE: {"1": 0.6, "2": 0.4}, THERE: {"2": 1.0}}, frozenset({"die"}), still=2)
    both = one.combined(two)
    alone, product = 0.6, 0.36 / 0.52
    assert alone < both.faces[HERE]["1"] < product  # stills of one rest err alike
    assert both.faces[THERE] == {"2": 1.0}
    assert both.still == 2


def test_what_may_be_nothing_in_both_stills_is_not_surely_something() -> None:
    faint = Observation({HERE: {"1": 0.5}}, frozenset({"die"}))
    both = faint.combined(faint)
    assert both.faces[HERE]["1"] == pytest.approx(0.5)


def test_a_place_hidden_once_and_seen_once_counts_as_seen() -> None:
    covered = Observation({}, frozenset({"die"}), frozenset({HERE}))
    clear = Observation.certain({HERE: "1"})
    assert covered.combined(clear).hidden == frozenset()
    assert covered.combined(clear).best() == {HERE: "1"}


def test_a_face_that_one_still_denies_keeps_a_little_room() -> None:
    denied = Observation.certain({HERE: "1"}).combined(Observation.certain({HERE: "2"}))
    assert denied.faces[HERE]["1"] == pytest.approx(0.5, abs=0.01)
