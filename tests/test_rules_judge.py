"""`judge`: clear leads decide, close races ask, nothing fitting waits; shown on a game of one die and on real moves."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest
from rules_dance import BLOCK, dancing, step

from rules.dance_of_muses import GAME
from rules.dance_of_muses.state import MUSES, State, Tile
from rules.game import Finding, Game, MoveError, Option, Verdict, Violation, judge
from rules.table import Layout, Observation, Place, Shape, Table, Zone

SPOT = Place("spot", (0,))
PIPS = ("1", "2", "3", "4", "5", "6")


@dataclass(frozen=True)
class Roll:
    pips: str

    def __str__(self) -> str:
        return f"roll {self.pips}"


class OneDie:
    """One die on one spot, rolled for ever; rolling a 1 is against the rules. A counter beside it is never settled."""

    name, title, seats = "one_die", "One Die", range(1, 2)
    options: Mapping[str, Option] = {}

    def initial_state(self, seats: int, **options: Any) -> str:  # noqa: ANN401 (as the protocol has it)
        assert (seats, options) == (1, {})
        return "2"

    def current_player(self, state: str) -> int:
        return 0 * len(state)

    def actor(self, state: str, move: Roll) -> int:
        return 0 * len(state + str(move))

    def violations(self, state: str, move: Roll) -> tuple[Violation, ...]:
        return (Violation("1", f"A 1 after {state} is unlucky: roll again.", (SPOT,)),) if move.pips == "1" else ()

    def apply(self, state: str, move: Roll) -> str:
        return move.pips or state

    def layout(self, state: str) -> Layout:
        assert state in PIPS
        spot = Zone("spot", "die", Shape.SLOTS, PIPS)
        return Layout(
            (spot, Zone("counter", "token", Shape.SLOTS, PIPS, settled=False), Zone("cup", "die", Shape.LOOSE, PIPS))
        )

    def table(self, state: str) -> Table:
        return {SPOT: state, Place("counter", (0,)): state}

    def sighting(self, seen: Observation) -> Mapping[str, Any]:
        return {"die": seen.best().get(SPOT)}

    def candidates(self, state: str, seen: Observation) -> Iterator[Roll]:
        return (Roll(pips) for pips in PIPS if pips != state or SPOT in seen.disturbed)

    def legal_moves(self, state: str) -> Iterator[Roll]:
        return (Roll(pips) for pips in PIPS if not self.violations(state, Roll(pips)))

    def scores(self, state: str) -> tuple[int, ...]:
        return (int(state),)

    def winners(self, state: str) -> tuple[int, ...]:
        return () if state else (0,)

    def words(self, state: str, move: Roll) -> str:
        return f"{state} becomes {move.pips}"

    def colours(self, state: str) -> tuple[str | None, ...]:
        del state
        return (None,)

    def public(self, state: str) -> str:
        return state

    def working(self, state: str) -> tuple[str, ...]:
        return (f"{state} pips",)

    def parse_move(self, text: str) -> Roll:
        if text.removeprefix("roll ") in PIPS:
            return Roll(text.removeprefix("roll "))
        raise MoveError(f"“{text}” is no roll.")


ONE_DIE: Game[str, Roll] = OneDie()
LOOKED = frozenset({"spot", "counter", "cup"})


def rolled(
    odds: Mapping[str, float], *, hidden: frozenset[Place] = frozenset(), disturbed: frozenset[Place] = frozenset()
) -> Verdict[Roll]:
    """Return the verdict on a die that lay on 2 and is now read with these odds."""
    sight = Observation({SPOT: odds} if odds else {}, LOOKED)
    return judge(ONE_DIE, "2", replace(sight, hidden=hidden, disturbed=disturbed))


def test_a_clear_reading_decides() -> None:
    verdict = rolled({"5": 0.98, "3": 0.02})
    assert (verdict.finding, verdict.move) == (Finding.LEGAL, Roll("5"))
    assert verdict.candidates[0].weight == pytest.approx(0.98, abs=0.001)


def test_a_close_race_asks() -> None:
    verdict = rolled({"5": 0.6, "3": 0.4})
    assert verdict.finding is Finding.AMBIGUOUS
    assert verdict.move is None
    assert [(candidate.move, round(candidate.weight, 2)) for candidate in verdict.candidates[:2]] == [
        (Roll("5"), 0.6),
        (Roll("3"), 0.4),
    ]


def test_two_stills_settle_what_one_could_not() -> None:
    still = Observation({SPOT: {"5": 0.93, "3": 0.07}}, LOOKED)
    assert judge(ONE_DIE, "2", still).finding is Finding.AMBIGUOUS
    assert judge(ONE_DIE, "2", still.combined(still)).move == Roll("5")


def test_an_illegal_move_is_found_with_the_rules_it_breaks() -> None:
    verdict = rolled({"1": 1.0})
    assert (verdict.finding, verdict.move) == (Finding.ILLEGAL, Roll("1"))
    assert [violation.rule for violation in verdict.violations] == ["1"]


def test_of_two_equal_fits_the_legal_one_is_likelier() -> None:
    verdict = rolled({"1": 0.5, "3": 0.5})
    assert [candidate.move for candidate in verdict.candidates[:2]] == [Roll("3"), Roll("1")]
    assert verdict.candidates[0].weight == pytest.approx(10 / 11, abs=0.01)


def test_an_empty_spot_waits() -> None:
    verdict = rolled({})
    assert verdict == Verdict(Finding.UNEXPLAINED)
    assert (verdict.move, verdict.violations, verdict.shift) == (None, (), None)


def test_a_hidden_spot_says_nothing() -> None:
    assert rolled({}, hidden=frozenset({SPOT})).finding is Finding.UNCHANGED


def test_a_roll_that_came_up_the_same_counts_if_the_die_was_touched() -> None:
    assert rolled({"2": 1.0}).finding is Finding.UNCHANGED
    touched = rolled({"2": 1.0}, disturbed=frozenset({SPOT}))
    assert (touched.finding, touched.move) == (Finding.LEGAL, Roll("2"))


def test_pieces_that_are_not_compared_do_not_matter() -> None:
    faces = {SPOT: {"5": 1.0}, Place("counter", (0,)): {"4": 1.0}, Place("cup", (3,)): {"6": 1.0}}
    assert judge(ONE_DIE, "2", Observation(faces, LOOKED)).move == Roll("5")


def seen(state: State, zones: tuple[str, ...] = ("tile", "die")) -> Observation:
    return Observation.certain(GAME.table(state), zones)


def lifted(sight: Observation, cell: tuple[int, int]) -> Observation:
    """Return the sight with nothing left on a cell."""
    return sight.corrected(Place("tile", cell), None).corrected(Place("die", cell), None)


def test_a_tile_in_the_hand_waits() -> None:
    assert judge(GAME, dancing(BLOCK), lifted(seen(dancing(BLOCK)), (0, 0))).finding is Finding.UNEXPLAINED


def test_two_turns_in_one_still_wait() -> None:
    start = dancing(BLOCK)
    after = GAME.apply(GAME.apply(start, step("A W")), step("I E"))
    assert judge(GAME, start, seen(after)).finding is Finding.UNEXPLAINED


def test_a_die_raised_before_its_tile_has_moved_waits() -> None:
    start = dancing(BLOCK)
    raised = replace(start, tiles=(replace(start.tiles[0], die=2), *start.tiles[1:]))
    assert judge(GAME, start, seen(raised)).finding is Finding.UNEXPLAINED


def test_the_shift_anchors_what_was_seen() -> None:
    start = dancing(BLOCK)
    sight = seen(GAME.apply(start, step("A W"))).shifted((3, -4), ["tile", "die"])
    verdict = judge(GAME, start, replace(sight, anchored=False))
    assert (verdict.move, verdict.shift) == (step("A W"), (-3, 4))
    assert judge(GAME, start, seen(start)).shift is None


def test_an_empty_grid_takes_its_origin_from_the_first_piece() -> None:
    start = GAME.initial_state(2)
    sight = Observation.certain({Place("tile", (4, 5)): "down", Place("die", (4, 5)): "white 1"})
    verdict = judge(GAME, start, replace(sight, anchored=False))
    assert (str(verdict.move), verdict.shift) == ("place ? 0,0", (-4, -5))


def test_a_whole_row_pushed_is_not_decided_for_the_wrong_end() -> None:
    """All nine dice change, and by chance they match better under a shift that hides the end that was pushed."""
    row = [(0, 3), (-1, 2), (-2, 2), (1, 2), (2, 3), (-3, 2), (3, 2), (4, 3), (-4, 2)]
    colours = ("orange",) * 3 + ("purple",) * 3 + ("white",) * 3
    tiles = tuple(Tile(colours[i], MUSES[i], (x, 0), die) for i, (x, die) in enumerate(row))
    start = replace(dancing(BLOCK), tiles=tiles)
    after = GAME.apply(start, step("H W"))
    verdict = judge(GAME, start, replace(seen(after, ("die",)), anchored=False))
    assert verdict.finding is Finding.AMBIGUOUS
    assert {candidate.move for candidate in verdict.candidates} == {step("H W"), step("I E")}


def test_illegal_moves_that_look_like_a_legal_one_are_not_offered() -> None:
    """With the tiles unread, a Muse who must lie face down is taken to do so."""
    start = GAME.initial_state(2)
    for text in ("place ? 0,0", "place Clio 1,0", "place ? 2,0", "place Erato 3,0", "place Thalia 4,0"):
        start = GAME.apply(start, GAME.parse_move(text))
    for text in ("place Urania 5,0", "place Euterpe 6,0"):
        start = GAME.apply(start, GAME.parse_move(text))
    sight = seen(GAME.apply(start, GAME.parse_move("place ? 7,0")), ("die",))
    assert str(judge(GAME, start, sight).move) == "place ? 7,0"
