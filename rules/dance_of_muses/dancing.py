"""Moving a Muse (RULES.md, section 3): the push, the one group, the dice."""

from collections.abc import Iterator
from dataclasses import replace

from rules.dance_of_muses.grid import groups, run
from rules.dance_of_muses.layout import DIE
from rules.dance_of_muses.moves import STEPS, Step
from rules.dance_of_muses.state import SIX, Phase, State, Tile
from rules.dance_of_muses.words import called, listed, sentence
from rules.game import Violation
from rules.table import Place

Tiles = tuple[Tile, ...]
STRAIGHT = ("N", "E", "S", "W")


def dance(state: State, move: Step) -> State:
    """Return the state after the step, dice as they were left; a 6 ends the hand at once (3.7)."""
    left = dict(move.dice)
    due = after_step(state, move)
    tiles = tuple(replace(tile, die=left.get(name, tile.die)) for name, tile in zip(state.names, due, strict=True))
    if any(tile.die == SIX for tile in tiles):
        return replace(state, tiles=tiles, phase=Phase.REVEAL)
    return replace(state, tiles=tiles, seat=(state.seat + 1) % state.setup.seats)


def after_step(state: State, move: Step) -> Tiles:
    """Return the tiles as the rules want them after the step; unchanged if no tile has that name."""
    mover = state.index(move.name)
    if mover is None:
        return state.tiles
    step = STEPS[move.direction]
    shifted = run(state.tiles, mover, step)
    tiles = list(state.tiles)
    ended = False
    for index in shifted:
        tile = tiles[index]
        die = tile.die if ended else min(tile.die + 1, SIX)
        tiles[index] = replace(tile, cell=(tile.cell[0] + step[0], tile.cell[1] + step[1]), die=die)
        ended = ended or (die == SIX and not state.setup.plus_one_is_simultaneous)
    return tuple(tiles)


def steps(state: State) -> Iterator[Step]:
    """Yield every legal step."""
    directions = STEPS if state.setup.diagonal_step else STRAIGHT
    for name in state.names:
        for direction in directions:
            move = Step(name, direction)
            if next(step_violations(state, move), None) is None:
                yield move


def step_violations(state: State, move: Step) -> Iterator[Violation]:
    """Yield the rules of the dance that `move` breaks, worst first."""
    names = state.names
    strangers = [name for name in dict.fromkeys((move.name, *dict(move.dice))) if name not in names]
    if strangers:
        yield Violation("3.1", f"No Muse on the table is called {listed(strangers)}: choose one of {', '.join(names)}.")
        return
    due = after_step(state, move)
    yield from _group_violations(names, due)
    shifted = run(state.tiles, names.index(move.name), STEPS[move.direction])
    yield from _way_violations(state, move, shifted)
    yield from _dice_violations(state, move, due)


def _group_violations(names: tuple[str, ...], tiles: Tiles) -> Iterator[Violation]:
    whole, *parts = groups([tile.cell for tile in tiles])
    if parts:
        apart = [name for name, tile in zip(names, tiles, strict=True) if tile.cell not in whole]
        rest = next(name for name, tile in zip(names, tiles, strict=True) if tile.cell in whole)
        who = f"{listed(list(map(called, apart)))} would stand apart from {called(rest)}"
        text = f"{who}: after a move all Muses form one group, so take it back."
        yield Violation("3.4", sentence(text), tuple(Place(DIE, cell) for part in parts for cell in sorted(part)))


def _way_violations(state: State, move: Step, shifted: tuple[int, ...]) -> Iterator[Violation]:
    places = tuple(Place(DIE, state.tiles[index].cell) for index in shifted)
    who, way, pushed = sentence(called(move.name)), move.direction, len(shifted) - 1
    if way not in STRAIGHT and not _slips_by(state, move, shifted):
        text = f"{who} went {way}: a Muse moves straight (N, E, S or W), so choose one of those."
        if state.setup.diagonal_step:
            text = f"{who} cannot slip {way}: the cell there and one of those beside must be empty."
        yield Violation("3.2", text, places[:1])
    elif state.setup.chain_push == "one" and pushed > 1:
        text = f"{who} would push {pushed} Muses, and only one may be pushed: take the move back."
        yield Violation("3.3", text, places)


def _slips_by(state: State, move: Step, shifted: tuple[int, ...]) -> bool:
    """Return whether a diagonal step is allowed here: to an empty cell, past at least one empty cell."""
    (x, y), (dx, dy) = state.tiles[shifted[0]].cell, STEPS[move.direction]
    taken = {tile.cell for tile in state.tiles}
    free_side = (x + dx, y) not in taken or (x, y + dy) not in taken
    return state.setup.diagonal_step and len(shifted) == 1 and free_side


def _dice_violations(state: State, move: Step, due: Tiles) -> Iterator[Violation]:
    if not move.dice:
        return
    at = dict(zip(state.names, zip(state.tiles, due, strict=True), strict=True))
    wrong = {name: at[name] for name, die in dict(move.dice).items() if die != at[name][1].die}
    moved = {name: after for name, (before, after) in wrong.items() if before.cell != after.cell}
    still = {name: after for name, (before, after) in wrong.items() if before.cell == after.cell}
    if moved:
        text = f"Set the die {_dice(moved)}: every Muse that moved goes up by one."
        yield Violation("3.5", text, tuple(Place(DIE, tile.cell) for tile in moved.values()))
    if still:
        text = f"Set the die {_dice(still)}: the dice of Muses that did not move stay as they are."
        yield Violation("3.6", text, tuple(Place(DIE, tile.cell) for tile in still.values()))


def _dice(tiles: dict[str, Tile]) -> str:
    return listed([f"on {called(name)} to {tile.die}" for name, tile in tiles.items()])
