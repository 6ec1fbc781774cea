"""What a power's row allows and brings about (RULES.md, 5.11 and 5.12): whom she may target, and every outcome."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product

from rules.dance_of_muses.grid import run
from rules.dance_of_muses.moves import STEPS, STRAIGHT, Change, Changes
from rules.dance_of_muses.power import FACES, NUMBERED, REACHES, Kind, Power
from rules.dance_of_muses.state import SIX, Cell, State, Tile
from rules.text import say

Tiles = tuple[Tile, ...]


def touched(state: State, changes: Changes) -> Tiles:
    """Return the tiles after a power's outcome; names that no tile has change nothing."""
    at = {change.name: change for change in changes}
    return tuple(_touched(tile, at.get(name)) for name, tile in zip(state.names, state.tiles, strict=True))


def _touched(tile: Tile, change: Change | None) -> Tile:
    if change is None:
        return tile
    die = tile.die if change.die is None else change.die
    return replace(tile, cell=change.cell or tile.cell, die=die)


def difference(state: State, tiles: Sequence[Tile]) -> Changes:
    """Return what is different in `tiles`, as a power's outcome."""
    changed = [index for index, (old, new) in enumerate(zip(state.tiles, tiles, strict=True)) if new != old]
    names = state.names if changed else ()
    found = (_change(names[index], state.tiles[index], tiles[index]) for index in changed)
    return tuple(sorted(found, key=lambda change: change.name))


def _change(name: str, old: Tile, new: Tile) -> Change:
    return Change(name, None if new.cell == old.cell else new.cell, None if new.die == old.die else new.die)


def unfit(state: State, mover: int, power: Power, index: int) -> str | None:
    """Return why a tile may not be the power's target, as the end of a sentence; None if it may (5.11)."""
    tile, her = state.tiles[index], state.tiles[mover]
    if index == mover:
        return say("not upon herself") if power.targets == "other" else None
    if power.targets == "self":
        return say("only upon herself")
    if tile.muse is None and not power.may_target_hidden:
        return say("not upon hidden Muses")
    if tile.colour == state.setup.neutral and not power.may_target_neutral:
        return say("not upon the neutral Muse")
    return None if _reached(power, her.cell, tile.cell) else say("only upon Muses{reach}", reach=REACHES[power.reach])


def _reached(power: Power, here: Cell, there: Cell) -> bool:
    dx, dy = abs(here[0] - there[0]), abs(here[1] - there[1])
    return {4: dx + dy == 1, 8: max(dx, dy) == 1, "line": 0 in {dx, dy}, "any": True}[power.reach]


def targets(state: State, mover: int, power: Power) -> tuple[int, ...]:
    """Return the tiles that the power may target."""
    return tuple(index for index in range(len(state.tiles)) if unfit(state, mover, power, index) is None)


def numbers(state: State, power: Power, index: int) -> tuple[int, ...]:
    """Return the numbers to which the power may turn a tile's die: others than it shows, from 1 to 6."""
    die = state.tiles[index].die
    found = power.numbers if power.kind is Kind.SET else [die + by for by in power.numbers]
    return tuple(number for number in found if number in FACES and number != die)


def outcomes(state: State, mover: int, power: Power) -> Iterator[Changes]:
    """Yield every outcome the row gives, once; what the group or a missing move forbids is not looked at here."""
    if power.may_be_null:
        yield ()
    yield from dict.fromkeys(changes for tiles in results(state, mover, power) if (changes := difference(state, tiles)))


def results(state: State, mover: int, power: Power) -> Iterator[Tiles]:
    """Yield the tiles after each choice that the row leaves; some may be alike."""
    return _dice(state, mover, power) if power.kind in NUMBERED else _pairs_and_moves(state, mover, power)


def _dice(state: State, mover: int, power: Power) -> Iterator[Tiles]:
    """Yield the tiles after every choice of targets and of a number for each."""
    able = {index: numbers(state, power, index) for index in targets(state, mover, power)}
    able = {index: choice for index, choice in able.items() if choice}
    for size in range(power.least or len(able), (power.most or len(able)) + 1):
        for chosen in combinations(able, size):
            for dice in product(*(able[index] for index in chosen)):
                given = dict(zip(chosen, dice, strict=True))
                yield tuple(replace(t, die=given.get(index, t.die)) for index, t in enumerate(state.tiles))


def _pairs_and_moves(state: State, mover: int, power: Power) -> Iterator[Tiles]:
    chosen = targets(state, mover, power)
    match power.kind:
        case Kind.EXCHANGE | Kind.SWAP:
            pairs = combinations(chosen, 2) if power.least != 1 else ((mover, one) for one in chosen)
            yield from (_paired(state.tiles, pair, power) for pair in pairs)
        case Kind.SHIFT | Kind.JUMP:
            for index, direction in product(chosen, STRAIGHT):
                yield from _moved(state.tiles, index, STEPS[direction], power)


def _paired(tiles: Tiles, pair: tuple[int, int], power: Power) -> Tiles:
    """Return the tiles after two of them have exchanged their dice's numbers, or their cells."""
    one, two = tiles[pair[0]], tiles[pair[1]]
    if power.kind is Kind.EXCHANGE:
        given = {pair[0]: replace(one, die=two.die), pair[1]: replace(two, die=one.die)}
    else:
        given = {pair[0]: _moved_to(one, two.cell, power), pair[1]: _moved_to(two, one.cell, power)}
    return tuple(given.get(index, tile) for index, tile in enumerate(tiles))


def _moved(tiles: Tiles, index: int, step: Cell, power: Power) -> Iterator[Tiles]:
    """Yield the tiles after one of them has shifted, pushing if it may, or jumped; nothing if it cannot."""
    line = run(tiles, index, step)
    if power.kind is Kind.JUMP:
        if len(line) > 1:
            yield _shifted(tiles, line[:1], (step[0] * len(line), step[1] * len(line)), power)
    elif power.pushes or len(line) == 1:
        yield _shifted(tiles, line, step, power)


def _shifted(tiles: Tiles, moving: Sequence[int], by: Cell, power: Power) -> Tiles:
    found = list(tiles)
    for index in moving:
        x, y = tiles[index].cell
        found[index] = _moved_to(tiles[index], (x + by[0], y + by[1]), power)
    return tuple(found)


def _moved_to(tile: Tile, cell: Cell, power: Power) -> Tile:
    """Return the tile on another cell, its die raised if the row says so."""
    return replace(tile, cell=cell, die=min(tile.die + power.moved_tiles_get_plus_one, SIX))
