"""The free grid that pieces lie on, found from the pieces: they drift, so cells are counted from one to the next."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np

from vision.grid_known import NOTHING, Known, near_cell
from vision.grid_links import grow_groups
from vision.grid_pose import GridCell, Group, Lay, Spot, fit_pose
from vision.reading import GridPose

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid found: its pose, how each spot lies in it (None: beside it), and whether known cells were kept."""

    pose: GridPose
    lays: tuple[Lay | None, ...]
    anchored: bool

    @property
    def cells(self) -> tuple[GridCell | None, ...]:
        """The cell of each spot."""
        return tuple(lay.cell if lay else None for lay in self.lays)


def lay_grid(
    spots: Sequence[Spot],
    known: Known = NOTHING,
    *,
    middle: Point = (0.0, 0.0),
    corners: bool = True,
    apart: bool = False,
) -> Grid | None:
    """Return the grid of the group known or else of the largest; of equals, of the one nearest to the `middle`.

    Neighbours share an edge or, with `corners`, a corner; with `apart`, spots away from the group get the cells they
    lie on too. While what is `known` still fits, cells keep its numbers; else the group's own top left is cell (0, 0),
    and its x axis is the one nearest to the known one, or to the table's where none is known. None where pieces lie
    only one by one and not exactly one of them is new: nothing says which of them begins a grid.
    """
    group = _chosen(spots, grow_groups(spots, corners=corners), known, middle, lone=apart)
    if group is None:
        return None
    group, turn = _upright(spots, group)
    numbered = known.numbered(spots, group, turn)
    group, turn = _upright(spots, known.along(group, turn) if numbered is None else numbered, 0)
    if numbered is None:
        group, known = _from_zero(group), NOTHING
    pose = fit_pose(spots, group, turn, known.pose)
    group = _with(group, known.others(spots, group))
    if apart:
        group = _with(group, _apart(spots, group, pose))
    return Grid(pose, tuple(group.get(i) for i in range(len(spots))), numbered is not None)


def _chosen(spots: Sequence[Spot], groups: Sequence[Group], known: Known, middle: Point, *, lone: bool) -> Group | None:
    """Return the group that is the grid's; with `lone`, one piece among others may begin a grid.

    Pieces that mostly lay beside the grid before begin none, though one of them has come anew.
    """

    def rank(group: Group) -> tuple[bool, int, float]:
        near = min(hypot(spots[i].x_mm - middle[0], spots[i].y_mm - middle[1]) for i in group)
        return known.holds(spots, group), known.fresh(spots, group), -near

    ranked = sorted(groups, key=rank, reverse=True)
    if not ranked or lone or rank(ranked[0])[0]:
        return ranked[0] if ranked else None
    fresh = [group for group in ranked if 2 * known.fresh(spots, group) >= len(group)]
    lonely = len(fresh) > 1 and len(fresh[0]) == 1
    return None if lonely or not fresh else fresh[0]


def _upright(spots: Sequence[Spot], group: Group, quarters: int | None = None) -> tuple[Group, float]:
    """Return the group turned so that its x axis is nearest to the table's (or by `quarters`), and that axis' turn."""
    turns = np.radians([spots[i].angle_deg - 90 * lay.quarter for i, lay in group.items()])
    turn = float(np.degrees(np.angle(np.exp(1j * turns).sum())))
    back = round(turn / 90) if quarters is None else quarters
    return {i: lay.turned(back) for i, lay in group.items()}, turn - 90 * back


def _from_zero(group: Group) -> Group:
    left, top = min(lay.cell[0] for lay in group.values()), min(lay.cell[1] for lay in group.values())
    return {i: lay.moved(-left, -top) for i, lay in group.items()}


def _apart(spots: Sequence[Spot], group: Group, pose: GridPose) -> Iterator[tuple[int, Lay]]:
    """Yield spots outside the group that lie on the same grid."""
    for i, spot in enumerate(spots):
        cell = near_cell(pose, spot) if i not in group else None
        if cell:
            yield i, Lay(cell, round((spot.angle_deg - pose.angle_deg) / 90) % 4)


def _with(group: Group, others: Iterable[tuple[int, Lay]]) -> Group:
    """Return the group with other spots, as far as their cells are free."""
    grown = dict(group)
    taken = {lay.cell for lay in group.values()}
    for i, lay in others:
        if i not in grown and lay.cell not in taken:
            grown[i] = lay
            taken.add(lay.cell)
    return grown
