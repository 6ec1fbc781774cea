"""An owner's set: JSON text in, values out, and back to the letter; every mistake told in one sentence."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rules_dance import MIXED, NAMES, RAISE, invented

from rules.dance_of_muses import GAME
from rules.dance_of_muses.power import FLAGS, Kind, SetError, read_power
from rules.dance_of_muses.power_words import in_words
from rules.dance_of_muses.sets import PLAIN, MuseSet, parse, read_set
from rules.game import OptionError

COUNTS = [[1, 1], [2, 2], [1, 3], [1, "all"], ["all", "all"]]
EFFECTS = [{"change": [1]}, {"change": [-2, 3]}, {"set": [1, 6]}, {"other": "whatever she likes"}]
EFFECTS += ["exchange", "shift", "swap", "jump"]


@st.composite
def rows(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a row; not every one makes sense."""
    row = {
        "targets": draw(st.sampled_from(["self", "other", "any"])),
        "reach": draw(st.sampled_from([4, 8, "line", "any"])),
        "count": draw(st.sampled_from(COUNTS)),
        "effect": draw(st.sampled_from(EFFECTS)),
    }
    return row | {flag: draw(st.booleans()) for flag in FLAGS}


def parsed(text: str) -> MuseSet | str:
    """Return the set, or what is said against it."""
    try:
        return parse(text)
    except SetError as error:
        return str(error)


@given(st.lists(rows(), min_size=1, max_size=9))
def test_a_set_prints_and_parses_back_or_says_why_not(powers: list[dict[str, Any]]) -> None:
    found = parsed(json.dumps(invented(*powers)))
    if isinstance(found, str):
        assert found.endswith(".")
        return
    assert parse(str(found)) == found
    assert str(parse(str(found))) == str(found)
    assert [muse.power.to_json() for muse in found.muses if muse.power] == [
        powers[index % len(powers)] for index in range(9)
    ]
    assert all(
        in_words(muse.power).endswith(" her move.") or muse.power.may_be_null for muse in found.muses if muse.power
    )


def test_the_parts_of_a_set() -> None:
    found = parse(json.dumps(invented(RAISE, None, suns=2)))
    assert (found.name, found.names) == ("invented", NAMES)
    assert found.suns == dict.fromkeys(NAMES, 2)
    power = found.power("TEST-1")
    assert power is not None
    assert (power.targets, power.reach, power.least, power.most) == ("other", 8, 1, 1)
    assert (power.kind, power.numbers, power.text) == (Kind.CHANGE, (1,), "")
    assert (power.allowed_before, power.may_be_null) == (True, False)
    assert (found.power("TEST-2"), found.power("TEST-10"), found.power(None)) == (None, None, None)
    assert str(found).count("\n") == 11


def test_without_a_set_the_names_are_known_and_nothing_else() -> None:
    assert PLAIN.names[:2] == ("Calliope", "Clio")
    assert (PLAIN.suns, {muse.power for muse in PLAIN.muses}) == ({}, {None})
    assert parse(str(PLAIN)) == PLAIN
    assert GAME.initial_state(2, set={}) == GAME.initial_state(2)


@pytest.mark.parametrize("name", ["Клио", "Ålesund", "カリオペ", "TEST-1", "Muse_2", "Q" * 24])
def test_names_in_any_script(name: str) -> None:
    given = invented(None)
    given["muses"][0]["name"] = name
    found = read_set(given)
    assert parse(str(found)) == found
    assert str(GAME.parse_move(f"{name} E")) == f"{name} E"


def changed(**fields: Any) -> Callable[[dict[str, Any]], None]:  # noqa: ANN401 (any value may be typed in)
    """Return a change of the first Muse's fields; of her power's where there is such a field."""

    def change(given: dict[str, Any]) -> None:
        muse = given["muses"][0]
        for field, value in fields.items():
            (muse["power"] if field in RAISE else muse)[field] = value

    return change


def without(field: str) -> Callable[[dict[str, Any]], None]:
    def drop(given: dict[str, Any]) -> None:
        muse = given["muses"][0]
        del (muse["power"] if field in RAISE else muse)[field]

    return drop


ROW_FAULTS: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    *((without(field), f"TEST-1's power lacks “{field}”: fill it in, for nothing is assumed.") for field in RAISE),
    *((changed(**{field: None}), f"TEST-1's power leaves “{field}” blank") for field in RAISE),
    *((changed(**{field: 1}), f"TEST-1's power: “{field}” must be true or false.") for field in FLAGS),
    (changed(targets="Both"), "TEST-1's power: “targets” must be “self”, “other” or “any”."),
    (changed(targets=["any"]), "“targets” must be"),
    (changed(reach=5), "“reach” must be 4, 8, “line” or “any”."),
    (changed(reach="8"), "“reach” must be"),
    (changed(reach=[4]), "“reach” must be"),
    (changed(count=3), "“count” must be two numbers"),
    (changed(count=[2, 1]), "“count” must be two numbers"),
    (changed(count=[0, 1]), "“count” must be two numbers"),
    (changed(count=[1, 10]), "“count” must be two numbers"),
    (changed(count=["all", 1]), "“count” must be two numbers"),
    (changed(count=[True, True]), "“count” must be two numbers"),
    (changed(effect="fly"), "“effect” must be"),
    (changed(effect={"change": [0]}), "“effect” must be"),
    (changed(effect={"change": [1, 1]}), "“effect” must be"),
    (changed(effect={"change": []}), "“effect” must be"),
    (changed(effect={"set": [7]}), "“effect” must be"),
    (changed(effect={"set": [True]}), "“effect” must be"),
    (changed(effect={"other": "  "}), "“effect” must be"),
    (changed(effect={"set": [6], "other": "x"}), "“effect” must be"),
    (changed(pushes=True), "“pushes” must be false, for only a shift can push."),
    (changed(moved_tiles_get_plus_one=True), "“moved_tiles_get_plus_one” must be false"),
    (changed(allowed_before=False, allowed_after=False), "“allowed_before” must be true if “allowed_after” is false"),
    (changed(targets="self", count=[1, 2]), "“count” must be [1, 1] where a Muse targets only herself."),
    (changed(effect="shift", count=[1, 2]), "“count” must be [1, 1], for one tile moves at a time."),
    (changed(effect="swap", count=[1, 2]), "“count” must be [1, 1] (with herself) or [2, 2] (two others)."),
    (changed(effect="exchange", targets="any"), "“targets” must be “other”: it takes two."),
    (lambda given: given["muses"][0]["power"].update(range=2), "has a field “range”, which means nothing"),
    (lambda given: given["muses"][0].update(power=[1]), "TEST-1's power must be an object with the fields targets"),
]
SET_FAULTS: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    *((without(field), f"Muse 1 lacks “{field}”") for field in ("name", "suns", "text", "power")),
    (lambda given: given.update(name=3), "The set's “name” must be one line"),
    (lambda given: given.update(name="x" * 61), "The set's “name” must be one line"),
    (lambda given: given.update(muses={}), "The set's “muses” must be a list of nine."),
    (lambda given: given["muses"].pop(), "The set's “muses” must be a list of nine, not 8."),
    (lambda given: given["muses"].insert(0, 3), "must be a list of nine, not 10."),
    (
        lambda given: given["muses"].__setitem__(0, 3),
        "Muse 1 must be an object with the fields name, suns, text, power.",
    ),
    (lambda given: given.pop("name"), "The set lacks “name”"),
    (lambda given: given.update(owner="me"), "The set has a field “owner”, which means nothing"),
    (changed(name="TEST-2"), "Two Muses are called TEST-2: give each another name."),
    (changed(name="two words"), "Muse 1: “name” must be one word"),
    (changed(name="down"), "Muse 1: “name” must be one word"),
    (changed(name="N"), "Muse 1: “name” must be one word"),
    (changed(name="A?"), "Muse 1: “name” must be one word"),
    (changed(name=1), "Muse 1: “name” must be one word"),
    (changed(suns=0), "TEST-1: “suns” must be a number from 1 to 6, or null while it is not known."),
    (changed(suns=True), "TEST-1: “suns” must be"),
    (changed(suns="2"), "TEST-1: “suns” must be"),
    (changed(text=None), "TEST-1: “text” must be one line"),
    (changed(text="a\nb"), "TEST-1: “text” must be one line"),
]


@pytest.mark.parametrize(("change", "said"), [*ROW_FAULTS, *SET_FAULTS])
def test_a_mistake_in_a_set_is_told_in_one_sentence(change: Callable[[dict[str, Any]], None], said: str) -> None:
    given: dict[str, Any] = json.loads(json.dumps(invented(RAISE)))
    change(given)
    with pytest.raises(SetError) as told:
        parse(json.dumps(given))
    assert said in str(told.value)
    assert str(told.value).endswith(".")
    assert "\n" not in str(told.value)
    with pytest.raises(OptionError) as refused:
        GAME.initial_state(2, mode="full", set=given)
    assert str(refused.value) == str(told.value)


@pytest.mark.parametrize("text", ["", "{", "[1, 2", "[" * 100_000, '{"name": NaNs}', "\x00"])
def test_text_that_is_no_json_is_told_in_one_sentence(text: str) -> None:
    with pytest.raises(SetError, match="The set is no JSON text"):
        parse(text)


@pytest.mark.parametrize("text", ["3", "null", "[]", '"x"'])
def test_json_that_is_no_set_is_told_in_one_sentence(text: str) -> None:
    with pytest.raises(SetError, match="The set must be an object with the fields name, muses"):
        parse(text)


def test_a_set_brings_names_and_suns_into_every_mode() -> None:
    for mode in ("core", "declared", "full"):
        state = GAME.initial_state(2, mode=mode, set=invented(RAISE, suns=2), suns={"TEST-1": 3})
        assert dict(state.suns) == dict.fromkeys(NAMES, 2) | {"TEST-1": 3}
        assert GAME.layout(state).zone("tile").faces == (*NAMES, "down")
    with pytest.raises(OptionError, match="for each Muse you know: TEST-1"):
        GAME.initial_state(2, set=invented(None), suns={"Clio": 2})


WORDS = """\
changes the die of 1 other Muse touching her by +1; before or after her move.
sets the die of 1 other Muse beside her, edge to edge to 2 or 6; after her move.
exchanges the numbers of the dice of herself and 1 other Muse touching her; before or after her move; \
it may be used for nothing.
exchanges the numbers of the dice of 2 other Muses touching her; not hidden Muses; before or after her move.
exchanges the places of herself and 1 other Muse in her row or column; no die goes up for it; before or after her move.
moves 1 other Muse touching her one cell straight on, pushing; who moves so goes up by one; before or after her move.
lets 1 Muse touching her (herself included) jump straight over the unbroken line beside her to the cell behind; \
not the neutral Muse; no die goes up for it; before or after her move.
changes the dice of 1 to 2 other Muses touching her by -1 or +2; before or after her move."""


def test_what_the_rows_say_in_words() -> None:
    assert [in_words(read_power(row, "x")) for row in MIXED if row] == WORDS.splitlines()
    alone = RAISE | {"targets": "self", "effect": {"other": "she sings"}, "allowed_after": False}
    assert in_words(read_power(alone, "x")) == "upon herself: “she sings”; before her move."


def test_a_set_is_a_value() -> None:
    one, two = read_set(invented(*MIXED)), read_set(invented(*MIXED))
    assert (one == two, hash(one) == hash(two), isinstance(one, MuseSet)) == (True, True, True)
