"""A second referee for Line Dice, written another way round, to compare the first one with.

It knows no cells to walk over: every face is one or two strips of road between edges of cells, the road is the chain
of strips through the first die, and what is wrong with a die shows in how chains end. Faces are spelled out as a table.
"""

from collections.abc import Iterator
from itertools import chain

Cell = tuple[int, int]
Edge = tuple[int, int]  # the middle of a cell's side, in half cells
Strip = frozenset[Edge]
Dice = list[tuple[str, Cell]]

AWAY = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
CURVES = {
    "C0": {"N": "NE", "E": "ES", "S": "SW", "W": "WN"},
    "C1": {"N": "ES", "E": "SW", "S": "WN", "W": "NE"},
    "C2": {"N": "SW", "E": "WN", "S": "NE", "W": "ES"},
    "C3": {"N": "WN", "E": "NE", "S": "ES", "W": "SW"},
}


def edge(cell: Cell, side: str) -> Edge:
    return 2 * cell[0] + AWAY[side][0], 2 * cell[1] + AWAY[side][1]


def other(cell: Cell, at: Edge) -> Cell:
    """Return the cell on the other side of an edge."""
    return at[0] - cell[0], at[1] - cell[1]


def strips(face: str, cell: Cell) -> list[Strip]:
    """Return the strips of road on a die, each as the two edges it joins."""
    joined = {"X": ["NS", "EW"], "S-NS": ["NS"], "S-EW": ["EW"]}.get(face) or [CURVES[face[:2]][face[2]]]
    return [frozenset(edge(cell, side) for side in pair) for pair in joined]


def ends(face: str, cell: Cell) -> set[Edge]:
    return set(chain.from_iterable(strips(face, cell)))


def chain_from(first: Strip, at: Edge, dice: Dice) -> tuple[Edge, bool]:
    """Return the edge at which the chain ends that leaves `first` at `at`, and whether it came round to `first`."""
    every = [strip for face, cell in dice for strip in strips(face, cell)]
    here, strip = at, first
    while following := [found for found in every if here in found and found != strip]:
        (strip,) = following
        if strip == first:
            return here, True
        (here,) = strip - {here}
    return here, False


def road(dice: Dice) -> tuple[Edge, Edge, bool]:
    """Return the edge at the head of the road, the one at its tail, and whether the circuit is closed."""
    (face, cell), (_, second) = dice[:2]
    shared = next(edge(cell, side) for side in AWAY if other(cell, edge(cell, side)) == second)
    first = next(strip for strip in strips(face, cell) if shared in strip)
    (back,) = first - {shared}
    head, closed = chain_from(first, shared, dice)
    return head, chain_from(first, back, dice)[0], closed


def beyond(at: Edge, dice: Dice) -> Cell:
    """Return the empty cell at an edge where a chain ends."""
    taken = {cell for _, cell in dice}
    across = (at[0] % 2, at[1] % 2)  # (1, 0): the edge stands between two cells side by side
    both = [((at[0] - across[0]) // 2, (at[1] - across[1]) // 2), ((at[0] + across[0]) // 2, (at[1] + across[1]) // 2)]
    return next(cell for cell in both if cell not in taken)


def verdict(dice: Dice, face: str, cell: Cell, arrow: str | None) -> str:
    """Return the name of the first test that a die fails there, `OK` or `CLOSES`."""
    for failed in chain(_placing(dice, cell), _fitting(dice, face, cell, arrow)):
        return failed
    return "CLOSES" if dice and road([*dice, (face, cell)])[2] else "OK"


def _joined(dice: Dice, face: str, cell: Cell) -> bool:
    return bool(_arrivals(dice, cell) & ends(face, cell))


def _arrivals(dice: Dice, cell: Cell) -> set[Edge]:
    """Return the edges of the cell by which the road may come in."""
    around = {edge(cell, side) for side in AWAY}
    open_ends = {road(dice)[0]} if len(dice) > 1 else ends(*dice[0])
    return around & open_ends


def _placing(dice: Dice, cell: Cell) -> Iterator[str]:
    if cell in {taken for _, taken in dice}:
        yield "CELL_OCCUPIED"
    elif len(dice) == 1 and not _arrivals(dice, cell):
        beside = any(other(cell, edge(cell, side)) == dice[0][1] for side in AWAY)
        yield "CELL_NO_ROAD_THERE" if beside else "CELL_NOT_HEAD"
    elif len(dice) > 1 and not _arrivals(dice, cell):
        yield _elsewhere(dice, cell)


def _elsewhere(dice: Dice, cell: Cell) -> str:
    head, tail, _ = road(dice)
    face, last = dice[-1]
    if beyond(tail, dice) == cell:
        return "CELL_AT_TAIL"
    gone_over = face == "X" and head in ends(face, last)  # the road ends on the last die itself
    sideways = {other(last, at) for at in ends(face, last) if head[0] != at[0] and head[1] != at[1]}
    return "CELL_TURNS_ON_CROSSING" if gone_over and cell in sideways else "CELL_NOT_HEAD"


def _fitting(dice: Dice, face: str, cell: Cell, arrow: str | None) -> Iterator[str]:
    if dice and not _joined(dice, face, cell):
        yield "NO_CONNECTION"
        return
    if face.startswith("C") and arrow not in {None, face[2]}:
        yield "ARROW"
    if dice:
        yield from _edges(dice, face, cell)


def _edges(dice: Dice, face: str, cell: Cell) -> Iterator[str]:
    """Yield what is wrong where the die touches others."""
    lying = {taken: ends(shown, taken) for shown, taken in dice}
    touching = {at: lying[other(cell, at)] for at in (edge(cell, s) for s in AWAY) if other(cell, at) in lying}
    own, (arrival,) = ends(face, cell), _arrivals(dice, cell) & ends(face, cell)
    travelled = next(strip for strip in strips(face, cell) if arrival in strip)
    walls = {at for at, theirs in touching.items() if at in own and at not in theirs}
    if walls & travelled:
        yield "DEAD_END"
    if face == "X" and walls - travelled:
        yield "CROSS_BESIDE_BLANK"
    if any(at in theirs and at not in own for at, theirs in touching.items()):
        yield "BLOCKS_ROAD_END"
