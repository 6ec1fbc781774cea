"""What the tests of Dance of Muses share: positions with letters, A to I for the nine by name; invented sets; walks."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules_games import Moment, seeded

from rules.dance_of_muses import GAME
from rules.dance_of_muses.moves import Move, Step
from rules.dance_of_muses.state import MUSES, Cell, Phase, State, Tile
from rules.game import Verdict, judge
from rules.playthrough import Playthrough
from rules.table import Observation

LETTERS = dict(zip("ABCDEFGHI", MUSES, strict=True))
COLOURS = ("orange", "purple", "white")

BLOCK = [(x, y) for y in range(3) for x in range(3)]
ROW = [(x, 0) for x in range(9)]
STARTS: dict[str, list[Cell]] = {
    "block": BLOCK,
    "row": ROW,
    "diagonal": [(i, i) for i in range(9)],
    "ring": [*(cell for cell in BLOCK if cell != (1, 1)), (3, 3)],
    "cross": [*((2, y) for y in range(5)), *((x, 2) for x in range(5) if x != 2)],
}


def dancing(cells: list[Cell], dice: list[int] | int = 1, **options: object) -> State:
    """Return three players' dance with a Muse on each cell, fewer than nine if need be, all face up."""
    numbers = [dice] * len(cells) if isinstance(dice, int) else dice
    tiles = tuple(
        Tile(COLOURS[i % 3], MUSES[i], cell, die) for i, (cell, die) in enumerate(zip(cells, numbers, strict=True))
    )
    return replace(GAME.initial_state(3, **options), tiles=tiles, phase=Phase.DANCE)


def step(text: str) -> Step:
    """Return the step written with a letter, e.g. `A E`."""
    letter, _, direction = text.partition(" ")
    return Step(LETTERS[letter], direction)


def rules_broken(state: State, move: Move) -> list[str]:
    """Return the numbers of the rules the move breaks, worst first."""
    return [violation.rule for violation in GAME.violations(state, move)]


def legal(state: State, *texts: str) -> bool:
    """Return whether each of the steps is legal here."""
    return all(rules_broken(state, step(text)) == [] for text in texts)


def cells(state: State) -> dict[str, Cell]:
    """Return where each Muse lies, by letter."""
    return {letter: tile.cell for letter, tile in zip("ABCDEFGHI", state.tiles, strict=False)}


def dice(state: State) -> list[int]:
    """Return the dice in the order of the letters."""
    return [tile.die for tile in state.tiles]


RAISE: dict[str, Any] = {
    "targets": "other",
    "reach": 8,
    "count": [1, 1],
    "effect": {"change": [1]},
    "may_target_hidden": True,
    "may_target_neutral": True,
    "pushes": False,
    "moved_tiles_get_plus_one": False,
    "allowed_before": True,
    "allowed_after": True,
    "may_be_null": False,
}
"""An invented power: raise one neighbour's die by 1."""

NAMES = tuple(f"TEST-{number}" for number in range(1, 10))
SHIFT = RAISE | {"effect": "shift", "pushes": True, "moved_tiles_get_plus_one": True}
MIXED: tuple[dict[str, Any] | None, ...] = (
    RAISE,
    RAISE | {"reach": 4, "effect": {"set": [2, 6]}, "allowed_before": False},
    RAISE | {"effect": "exchange", "may_be_null": True},
    RAISE | {"effect": "exchange", "count": [2, 2], "may_target_hidden": False},
    RAISE | {"effect": "swap", "reach": "line"},
    SHIFT,
    RAISE | {"effect": "jump", "targets": "any", "may_target_neutral": False},
    RAISE | {"effect": {"change": [-1, 2]}, "count": [1, 2]},
    None,
)
"""Invented powers of every kind; the ninth Muse's is not entered."""


def invented(*powers: Mapping[str, Any] | None, suns: int | None = 6) -> dict[str, Any]:
    """Return a set of nine invented Muses with these powers, given again from the first where there are fewer."""
    muses = [
        {"name": name, "suns": suns, "text": "", "power": powers[index % len(powers)]}
        for index, name in enumerate(NAMES)
    ]
    return {"name": "invented", "muses": muses}


def powered(
    cells: list[Cell], dice: list[int] | int, *powers: Mapping[str, Any] | None, mode: str = "full", **options: object
) -> State:
    """Return three players' dance of invented Muses with these powers, all face up."""
    start = dancing(cells, dice)
    fresh = GAME.initial_state(3, mode=mode, set=invented(*(powers or (RAISE,))), **options)
    tiles = tuple(replace(tile, muse=name) for tile, name in zip(start.tiles, NAMES, strict=False))
    return replace(fresh, tiles=tiles, phase=Phase.DANCE)


def played(state: State, *texts: str) -> State:
    """Return the state after the moves, legal or not."""
    for text in texts:
        state = GAME.apply(state, GAME.parse_move(text))
    return state


def broken(state: State, text: str) -> list[str]:
    """Return the numbers of the rules that a move in notation breaks, worst first."""
    return rules_broken(state, GAME.parse_move(text))


def verdict_on(
    state: State, text: str, zones: tuple[str, ...] = ("tile", "die"), *, anchored: bool = True
) -> Verdict[Move]:
    """Return the verdict when the table is left as `text` leaves it."""
    sight = Observation.certain(GAME.table(played(state, text)), zones)
    return judge(GAME, state, replace(sight, anchored=anchored))


def walk(seats: int, seed: int, **options: object) -> list[Moment]:
    """Return every moment of a random game with these options."""
    random = seeded(seed)
    state = GAME.initial_state(seats, **options)
    moments = [Moment(Playthrough(GAME.name, seats, options), state, seed)]
    while moves := list(GAME.legal_moves(moments[-1].state)):
        move = random.choice(moves)
        lines = (*moments[-1].playthrough.lines, str(move))
        after = GAME.apply(moments[-1].state, move)
        moments.append(Moment(Playthrough(GAME.name, seats, options, lines), after, seed))
    return moments
