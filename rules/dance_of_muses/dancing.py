"""Moving a Muse (RULES.md, section 3): the push, the one group, the dice."""

from collections.abc import Iterator
from dataclasses import replace

from rules.dance_of_muses.grid import groups, run
from rules.dance_of_muses.layout import DIE, TILE
from rules.dance_of_muses.moves import OFF, STEPS, STRAIGHT, Step
from rules.dance_of_muses.state import SIX, Mode, Phase, State, Tile
from rules.dance_of_muses.words import called, together
from rules.game import Violation
from rules.table import Place
from rules.text import capital, joined, listed, say

Tiles = tuple[Tile, ...]


def dance(state: State, move: Step) -> State:
    """Return the state after the step, dice as they were left; a 6 ends the hand at once (3.7).

    Otherwise it is the next player's turn, though the Muse moved may still have her power used, if powers are played.
    """
    tiles = after_step(state, move)
    if left := dict(move.dice):
        tiles = tuple(
            replace(tile, die=left.get(name, tile.die)) for name, tile in zip(state.names, tiles, strict=True)
        )
    if any(tile.die == SIX for tile in tiles):
        return ended(state, tiles)
    seat = (state.seat + 1) % state.setup.seats
    if state.setup.mode is Mode.CORE:
        return replace(state, tiles=tiles, seat=seat)
    return replace(state, tiles=tiles, seat=seat, mover=state.index(move.name), owed=False, used=state.owed)


def ended(state: State, tiles: Tiles) -> State:
    """Return the state in which a 6 among `tiles` has ended the hand; what is left of the turn is void."""
    return replace(state, tiles=tiles, phase=Phase.REVEAL, mover=None, owed=False, used=False)


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
    for index in range(len(state.tiles)):
        yield from steps_of(state, index)


def steps_of(state: State, mover: int) -> Iterator[Step]:
    """Yield every legal step of one tile."""
    name = state.names[mover]
    for direction in STEPS if state.setup.diagonal_step else STRAIGHT:
        move = Step(name, direction)
        if next(step_violations(state, move), None) is None:
            yield move


def step_violations(state: State, move: Step) -> Iterator[Violation]:
    """Yield the rules of the dance that `move` breaks, worst first."""
    names = state.names
    strangers = [name for name in dict.fromkeys((move.name, *dict(move.dice))) if name not in names]
    if strangers:
        yield Violation(
            "3.1",
            say(
                "No Muse on the table is called {strangers}: choose one of {names}.",
                strangers=together(strangers),
                names=joined(names),
            ),
        )
        return
    if state.owed and state.mover is not None and move.name != names[state.mover]:
        owing = called(names[state.mover])
        text = say(
            "{muse}'s power was used first, so it is {owing} who has to move: take this move back.",
            muse=capital(owing),
            owing=owing,
        )
        yield Violation("5.5", text, (Place(DIE, state.tiles[names.index(move.name)].cell),))
    due = after_step(state, move)
    yield from group_violations(names, due)
    shifted = run(state.tiles, names.index(move.name), STEPS[move.direction])
    yield from _way_violations(state, move, shifted)
    yield from _dice_violations(state, move, due)


def group_violations(names: tuple[str, ...], tiles: Tiles, *, powered: bool = False) -> Iterator[Violation]:
    """Yield a violation if the tiles do not form one group, after a move or, with `powered`, after a power."""
    whole, *parts = groups([tile.cell for tile in tiles])
    if not parts:
        return
    apart = [name for name, tile in zip(names, tiles, strict=True) if tile.cell not in whole]
    rest = next(name for name, tile in zip(names, tiles, strict=True) if tile.cell in whole)
    who = say("{muses} would stand apart from {muse}", muses=together(apart), muse=called(rest))
    places = tuple(Place(DIE, cell) for part in parts for cell in sorted(part))
    if powered:
        text = say("{who}: after a power all Muses form one group, so take it back.", who=who)
        yield Violation("5.6", capital(text), places)
    else:
        text = say("{who}: after a move all Muses form one group, so take it back.", who=who)
        yield Violation("3.4", capital(text), places)


def _way_violations(state: State, move: Step, shifted: tuple[int, ...]) -> Iterator[Violation]:
    places = tuple(Place(DIE, state.tiles[index].cell) for index in shifted)
    who, way, pushed = capital(called(move.name)), move.direction, len(shifted) - 1
    if way not in STRAIGHT and not _slips_by(state, move, shifted):
        text = say("{who} went {way}: a Muse moves straight (N, E, S or W), so choose one of those.", who=who, way=way)
        if state.setup.diagonal_step:
            text = say(
                "{who} cannot slip {way}: the cell there and one of those beside must be empty.", who=who, way=way
            )
        yield Violation("3.2", text, places[:1])
    elif state.setup.chain_push == "one" and pushed > 1:
        text = say(
            "{who} would push {count} Muses, and only one may be pushed: take the move back.", who=who, count=pushed
        )
        yield Violation("3.3", text, places)


def _slips_by(state: State, move: Step, shifted: tuple[int, ...]) -> bool:
    """Return whether a diagonal step is allowed here: to an empty cell, past at least one empty cell."""
    (x, y), (dx, dy) = state.tiles[shifted[0]].cell, STEPS[move.direction]
    taken = {tile.cell for tile in state.tiles}
    free_side = (x + dx, y) not in taken or (x, y + dy) not in taken
    return state.setup.diagonal_step and len(shifted) == 1 and free_side


def _dice_violations(state: State, move: Step, due: Tiles) -> Iterator[Violation]:
    """Yield what is wrong with the dice that were left otherwise than they should be."""
    at = dict(zip(state.names, zip(state.tiles, due, strict=True), strict=True))
    wrong = [(name, die, *at[name]) for name, die in move.dice if die != at[name][1].die]
    off = {name: after for name, die, _, after in wrong if die == OFF}
    moved = [
        (name, die, before, after) for name, die, before, after in wrong if die != OFF and before.cell != after.cell
    ]
    left = {name: after for name, die, before, after in moved if die == before.die}
    turned = {name: after for name, die, before, after in moved if die != before.die}
    still = {name: after for name, die, before, after in wrong if die != OFF and before.cell == after.cell}
    if left:
        text = say("Set the die {dice}: every Muse that moved goes up by one.", dice=dice_due(left))
        yield Violation("3.5", text, die_places(left))
    if turned:
        text = say("Set the die {dice}: whoever moved goes up by one, and no further.", dice=dice_due(turned))
        yield Violation("3.8", text, die_places(turned))
    if still:
        text = say("Set the die {dice}: the dice of Muses that did not move stay as they are.", dice=dice_due(still))
        yield Violation("3.6", text, die_places(still))
    if off:
        yield off_violation(off)


def off_violation(off: dict[str, Tile]) -> Violation:
    """Return the violation that dice are not on their tiles, where they should be; it is those tiles that are seen."""
    who = listed([say("{muse} ({die})", muse=called(name), die=tile.die) for name, tile in off.items()])
    text = say("No die is seen on {who}: put it back on its tile, with the number given here.", who=who)
    tiles = tuple(Place(TILE, tile.cell) for tile in off.values())
    return Violation("3.9", text, (*die_places(off), *tiles))


def die_places(tiles: dict[str, Tile]) -> tuple[Place, ...]:
    """Return where the dice of these tiles belong."""
    return tuple(Place(DIE, tile.cell) for tile in tiles.values())


def dice_due(tiles: dict[str, Tile]) -> str:
    """Return the dice of these tiles in words: `on Clio to 4 and on Erato to 2`."""
    return listed([say("on {muse} to {die}", muse=called(name), die=tile.die) for name, tile in tiles.items()])
