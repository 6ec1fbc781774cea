"""What the tests of Line Dice share: positions laid die by die, moves by their text, random games."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from rules.line_dice import GAME
from rules.line_dice.faces import Cell
from rules.line_dice.laying import may_be_called
from rules.line_dice.moves import Call, Lay, Move, Out
from rules.line_dice.road import Die
from rules.line_dice.state import Phase, State

RULES = {
    "GAME_OVER": "4.1",
    "WRONG_PLAYER": "4.2",
    "TWO_DICE": "4.3",
    "NOT_IN_HAND": "4.4",
    "NOT_SQUARE": "4.5",
    "CELL_OCCUPIED": "4.6",
    "CELL_NO_ROAD_THERE": "4.7",
    "CELL_AT_TAIL": "4.8",
    "CELL_TURNS_ON_CROSSING": "4.9",
    "CELL_NOT_HEAD": "4.10",
    "NO_CONNECTION": "4.11",
    "ARROW": "4.12",
    "DEAD_END": "4.13",
    "CROSS_BESIDE_BLANK": "4.14",
    "BLOCKS_ROAD_END": "4.15",
}
"""The tests of a die, in their order, and the headings that tell of them."""


def die(text: str) -> Die:
    """Return the die written as face and cell, e.g. `C1S 2,1`."""
    face, _, cell = text.partition(" ")
    x, y = map(int, cell.split(","))
    return Die(face, (x, y))


def laid(dice: list[str] | str, seats: int = 3, last: int = 0, /, **options: object) -> State:
    """Return the state after these dice were laid in this order, the last one by seat `last`; hands are not known."""
    texts = dice.split("; ") if isinstance(dice, str) else dice
    start = GAME.initial_state(seats, **{"hands": "unknown", **options})
    seated = tuple(
        replace(die(text), seat=(last - len(texts) + number) % seats) for number, text in enumerate(texts, 1)
    )
    left = tuple(hand[: len(hand) - sum(d.seat == seat for d in seated)] for seat, hand in enumerate(start.hands))
    state = replace(start, phase=Phase.LAY, dice=seated, seat=(last + 1) % seats, hands=left)
    return replace(state, window=may_be_called(state))


def holding(state: State, *hands: str) -> State:
    """Return the state with these dice in the hands, by seat."""
    assert len(hands) == state.setup.seats
    known = replace(state.setup, hands="open")
    return replace(state, setup=known, hands=tuple(tuple(hand.split()) for hand in hands))


def move(text: str) -> Move:
    return GAME.parse_move(text)


def played(state: State, *texts: str) -> State:
    """Return the state after the moves, each of which must be legal."""
    for text in texts:
        assert GAME.violations(state, move(text)) == (), text
        state = GAME.apply(state, move(text))
    return state


def rules_broken(state: State, text: str) -> list[str]:
    """Return the numbers of the rules that the move breaks, in the order of the tests."""
    return [violation.rule for violation in GAME.violations(state, move(text))]


def lays(state: State) -> list[str]:
    """Return the dice that may legally be laid now, each as face and cell."""
    return [str(found).removeprefix("lay ") for found in GAME.legal_moves(state) if isinstance(found, Lay)]


def legal(state: State) -> list[str]:
    return list(map(str, GAME.legal_moves(state)))


def cells(state: State) -> dict[Cell, str]:
    return {d.cell: d.face for d in state.dice}


def random_game(random: Random, seats: int, **options: object) -> Iterator[State]:
    """Yield the states of a random game, with hands rolled at random; nobody goes out who need not, nobody calls."""
    state = GAME.initial_state(seats, **options)
    rolled = tuple(tuple(random.choices(state.setup.kinds, k=state.setup.each)) for _ in range(seats))
    if state.phase is Phase.ROLL:
        for hand in rolled:
            state = played(state, f"roll {' '.join(hand)}")
    yield state
    while moves := [found for found in GAME.legal_moves(state) if not isinstance(found, Call)]:
        laying = [found for found in moves if not isinstance(found, Out)]
        state = GAME.apply(state, random.choice(laying or moves))
        yield state
