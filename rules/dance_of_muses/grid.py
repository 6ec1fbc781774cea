"""Cells and the group of Muses: who touches whom, and what a step shifts."""

from collections.abc import Collection, Sequence

from rules.dance_of_muses.state import Cell, Tile

AROUND = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0))


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the eight cells that touch `cell` by an edge or a corner."""
    x, y = cell
    return tuple((x + dx, y + dy) for dx, dy in AROUND)


def groups(cells: Collection[Cell]) -> list[set[Cell]]:
    """Return the groups of touching cells, the largest first."""
    left = set(cells)
    found = []
    while left:
        edge = [left.pop()]
        group = set(edge)
        while edge:
            x, y = edge.pop()
            touching = {cell for cell in left if abs(cell[0] - x) <= 1 and abs(cell[1] - y) <= 1}
            left -= touching
            group |= touching
            edge += touching
        found.append(group)
    return sorted(found, key=len, reverse=True)


def gap(cells: Collection[Cell]) -> int:
    """Return how many more cells it takes to join the groups of touching cells, of which there are at most two."""
    whole, *parts = groups(cells)
    pairs = ((one, two) for part in parts for one in whole for two in part)
    return min((max(abs(one[0] - two[0]), abs(one[1] - two[1])) - 1 for one, two in pairs), default=0)


def run(tiles: Sequence[Tile], mover: int, step: Cell) -> tuple[int, ...]:
    """Return the tiles that a step shifts, the mover first: the unbroken line straight in front of it."""
    at = {tile.cell: index for index, tile in enumerate(tiles)}
    x, y = tiles[mover].cell
    found = []
    while (x, y) in at:
        found.append(at[x, y])
        x, y = x + step[0], y + step[1]
    return tuple(found)
