"""Laws of Line Dice, tried on random games: roads and verdicts keep them whatever is played. Seeds are in the names."""

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from rules_games import seeded
from rules_line import RULES, cells, laid, random_game, rules_broken
from rules_line_naive import AWAY, Dice, road, verdict

from rules.line_dice import GAME
from rules.line_dice.faces import CURVES, FACES, SIDES, Cell, arrow, beside, kind, opposite, ports, turned, way_out
from rules.line_dice.road import Die, End, Road
from rules.line_dice.state import Phase, State

SEEDS = range(20)
MIRRORED = {"S": "S", "X": "X", "C0": "C3", "C1": "C2", "C2": "C1", "C3": "C0"}


@cache
def game(seed: int, hands: str = "open") -> list[State]:
    """Return the states of a random game from the first die on; the number of players goes with the seed."""
    states = list(random_game(seeded(seed), 2 + seed % 5, hands=hands))
    return [state for state in states if state.dice]


@pytest.mark.parametrize("seed", SEEDS)
def test_touching_sides_always_agree(seed: int) -> None:
    board = cells(game(seed)[-1])
    for cell, face in board.items():
        for side in SIDES:
            other = board.get(beside(cell, side))
            assert other is None or (side in ports(face)) == (opposite(side) in ports(other))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_walk_never_meets_a_blank_side(seed: int) -> None:
    for state in game(seed):
        assert state.road.head is None or state.road.head.end is not End.BLOCKED
        assert state.road.closed or state.road.head is None or state.road.tail is not None


@pytest.mark.parametrize("seed", SEEDS)
def test_the_road_uses_each_strip_of_road_once(seed: int) -> None:
    """From the tail it goes over every die, crossings at most twice and then on different axes, to the head."""
    state = game(seed)[-1]
    steps = list(walk(state.road))
    assert len(set(steps)) == len(steps)
    assert {cell for cell, _ in steps} == {die.cell for die in state.dice}
    visits = Counter(cell for cell, _ in steps)
    assert all(count == 1 or cells(state)[cell] == "X" for cell, count in visits.items())


def walk(way: Road) -> list[tuple[Cell, frozenset[str]]]:
    """Return each die that the road goes over from its first die on, with the two sides it uses."""
    assert way.start is not None
    assert way.tail_side is not None
    here, entry = way.start, way.tail_side
    steps: list[tuple[Cell, frozenset[str]]] = []
    while here in way.board and (here, frozenset({entry, way_out(way.board[here], entry)})) not in steps:
        out = way_out(way.board[here], entry)
        steps.append((here, frozenset({entry, out})))
        here, entry = beside(here, out), opposite(out)
    return steps


@pytest.mark.parametrize("seed", SEEDS)
def test_dice_are_neither_lost_nor_made(seed: int) -> None:
    for state in game(seed):
        dealt = state.setup.seats * state.setup.each + state.setup.extra
        assert len(state.dice) + sum(map(len, state.hands)) == dealt
        assert len({die.cell for die in state.dice}) == len(state.dice)


@pytest.mark.parametrize("seed", range(60))
def test_who_laid_the_last_die_wins_or_of_a_circuit_the_one_before(seed: int) -> None:
    """Who is left when all are out has laid the last die, but for one freak start of five players (below)."""
    end = game(seed)[-1]
    assert end.phase is Phase.OVER
    assert GAME.winners(end) == ((end.dice[-2] if end.road.closed else end.dice[-1]).seat,)


def test_the_freak_start_in_which_a_player_wins_without_a_die() -> None:
    """Five players, a curve is left over, and four of them hold nothing but that kind, which cannot follow itself."""
    state = GAME.initial_state(5, in_hand=[*["C2 C2 C2 C2 C2 C2 C2"] * 4, "S S S S S S S"])
    for text in ("extra C2N", "out", "out", "out", "out"):
        assert rules_broken(state, text) == []
        state = GAME.apply(state, GAME.parse_move(text))
    assert (GAME.winners(state), len(state.dice)) == ((4,), 1)


@pytest.mark.parametrize("seed", SEEDS)
def test_with_an_arrow_required_one_turn_of_each_curve_points_right(seed: int) -> None:
    state = game(seed)[-1]
    pointing = [face for face in CURVES if state.arrow in {None, arrow(face)}]
    assert Counter(map(kind, pointing)) == dict.fromkeys(("C0", "C1", "C2", "C3"), 1 if state.arrow else 4)
    assert all(state.arrow == arrow(die.face) for die in state.dice if die.face in CURVES)


def as_dice(state: State) -> Dice:
    return [(die.face, die.cell) for die in state.dice]


def nearby(state: State, random: Random) -> list[Cell]:
    """Return the cells where a die would touch the road, those where it goes on first; not too many of them."""
    taken = {die.cell for die in state.dice}
    around = sorted({beside(cell, side) for cell in taken for side in AWAY} | {(9, 9)})
    return [*state.road.goals(), *random.sample(around, min(4, len(around))), random.choice(sorted(taken))]


@pytest.mark.parametrize("seed", range(24))
def test_two_referees_who_were_written_apart_agree(seed: int) -> None:
    random = seeded(seed)
    for state in game(seed, "unknown")[::3]:
        if state.phase is Phase.LAY and state.hand:
            for cell in nearby(state, random):
                for face in FACES:
                    said = verdict(as_dice(state), face, cell, state.arrow)
                    assert first(state, face, cell) == said, (state.dice, face, cell)


def first(state: State, face: str, cell: Cell) -> str:
    """Return the first test that a die fails, by its name; `OK` or `CLOSES` if none."""
    broken = rules_broken(state, f"lay {face} {cell[0]},{cell[1]}")
    names = {number: name for name, number in RULES.items()}
    if broken:
        return names[broken[0]]
    return "CLOSES" if state.road.extended(face, cell).closed else "OK"


@pytest.mark.parametrize("seed", SEEDS)
def test_two_referees_find_the_same_head_and_tail(seed: int) -> None:
    for state in game(seed):
        if len(state.dice) > 1 and not state.road.closed:
            head, tail, _ = road(as_dice(state))
            assert state.road.head is not None
            assert state.road.tail is not None
            assert head in {edge_of(state.road.head.cell, side) for side in SIDES}
            assert tail in {edge_of(state.road.tail, side) for side in SIDES}


def edge_of(cell: Cell, side: str) -> Cell:
    return 2 * cell[0] + AWAY[side][0], 2 * cell[1] + AWAY[side][1]


def rotated(face: str, cell: Cell) -> tuple[str, Cell]:
    """Return a die after the whole table was turned a quarter clockwise."""
    x, y = cell
    if face == "X":
        return face, (-y, x)
    if face.startswith("S"):
        return {"S-NS": "S-EW", "S-EW": "S-NS"}[face], (-y, x)
    return f"{face[:2]}{turned(face[2], 1)}", (-y, x)


def mirrored(face: str, cell: Cell) -> tuple[str, Cell]:
    """Return a die as a mirror to the left of the table shows it."""
    x, y = cell
    if not face.startswith("C"):
        return face, (-x, y)
    return f"{MIRRORED[face[:2]]}{ {'E': 'W', 'W': 'E'}.get(face[2], face[2]) }", (-x, y)


@pytest.mark.parametrize("change", [rotated, mirrored])
@pytest.mark.parametrize("seed", range(12))
def test_a_turned_or_mirrored_table_gets_the_same_verdicts(seed: int, change: object) -> None:
    assert callable(change)
    random = seeded(seed)
    for state in game(seed, "unknown")[::6]:
        if state.phase is not Phase.LAY or not state.hand:
            continue
        dice = ((change(die.face, die.cell), die.seat) for die in state.dice)
        other = replace(state, dice=tuple(Die(face, cell, seat) for (face, cell), seat in dice))
        for cell in nearby(state, random):
            for face in FACES:
                assert first(state, face, cell) == first(other, *change(face, cell))


def test_random_play_is_as_long_and_ends_as_often_in_a_circuit_as_simulated_elsewhere() -> None:
    """Seeds 0 to 59: the middle game has about 24 dice on the table, and some 8 % are circuits."""
    ends = [game(seed)[-1] for seed in range(60)]
    lengths = sorted(len(end.dice) for end in ends)
    assert 19 <= lengths[30] <= 29
    assert 1 <= sum(end.road.closed for end in ends) <= 12


def test_a_position_is_laid_as_it_is_played() -> None:
    """The helper of these tests and the moves agree, but for who is to act and what is in hand."""
    state = laid("S-EW 0,0; X 1,0; C1S 2,0")
    by_moves = GAME.initial_state(3, hands="unknown", first=1)
    for die in state.dice:
        by_moves = GAME.apply(by_moves, GAME.parse_move(f"lay {die.face} {die.cell[0]},{die.cell[1]}"))
    assert state.dice == by_moves.dice
    assert (state.seat, state.hands, state.road) == (by_moves.seat, by_moves.hands, by_moves.road)
