"""What the tests of Dance of Muses share: positions written with letters, A to I for the Muses by name."""

from dataclasses import replace

from rules.dance_of_muses import GAME
from rules.dance_of_muses.moves import Move, Step
from rules.dance_of_muses.state import MUSES, Cell, Phase, State, Tile

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
