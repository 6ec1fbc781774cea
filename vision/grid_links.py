"""Which pieces are neighbours on a free grid: each says where its neighbours should lie, and how they are turned."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot

import numpy as np

from vision.grid_pose import PITCH, GridCell, Group, Lay, Spot, quarter_turned, turned

ALONG = 0.32  # how far a neighbour may be from the usual distance, in pitches,
ACROSS = 0.38  # how far it may have slipped along the common edge,
TURN_DEG = 27.0  # and how far it may be turned against it; all three at once only by less
SURE = 0.67  # neighbours that fit this well settle each other's turns first
CORNER = 0.3  # a contact by corners alone is that much worse than one by edges
REACH = 2.1  # no neighbour's centre is further than this, in sides


@dataclass(frozen=True, slots=True, order=True)
class Link:
    """Two neighbours, by number: the step from one to the other along the axes of the first, and how well it fits."""

    misfit: float  # 0: perfectly; 1: hardly
    one: int
    two: int
    step: GridCell
    quarter: int  # how many quarters the second is turned clockwise from the first


def grow_groups(spots: Sequence[Spot], *, corners: bool) -> list[Group]:
    """Return the groups of spots that hang together, each in axes of its own; `corners`: touching corners count.

    The surest neighbours are joined first, so that a group whose ends meet after they drifted apart keeps the cells
    that its own links say. Neighbours that would put two pieces on one cell are none.
    """
    group_of: list[Group] = [{i: Lay((0, 0), 0)} for i in range(len(spots))]
    for link in sorted(_links(_calmed(spots, corners=corners), corners=corners)):
        one, two = group_of[link.one], group_of[link.two]
        if one is two:
            continue
        joining = _joining(one, two, link)
        if {lay.cell for lay in joining.values()}.isdisjoint(lay.cell for lay in one.values()):
            one.update(joining)
            for i in joining:
                group_of[i] = one
    return list({id(group): group for group in group_of}.values())


def _calmed(spots: Sequence[Spot], *, corners: bool) -> list[Spot]:
    """Return the spots with each turn the mean of its own and its sure neighbours': one turn may be read badly."""
    own = np.exp(4j * np.radians([spot.angle_deg for spot in spots]))
    mean = own.copy()
    for link in _links(spots, corners=corners):
        if link.misfit < SURE:
            mean[link.one] += own[link.two]
            mean[link.two] += own[link.one]
    off = np.degrees(np.angle(mean / own)) / 4
    return [replace(spot, angle_deg=spot.angle_deg + float(by)) for spot, by in zip(spots, off, strict=True)]


def _joining(one: Group, two: Group, link: Link) -> Group:
    """Return the second group in the axes and cells of the first."""
    here = one[link.one]
    quarters = here.quarter + link.quarter - two[link.two].quarter
    step = quarter_turned(link.step, here.quarter)
    at = two[link.two].turned(quarters).cell
    right, down = here.cell[0] + step[0] - at[0], here.cell[1] + step[1] - at[1]
    return {i: lay.turned(quarters).moved(right, down) for i, lay in two.items()}


def _links(spots: Sequence[Spot], *, corners: bool) -> Iterator[Link]:
    """Yield the links of all pairs of spots that may be neighbours."""
    at = np.array([(spot.x_mm, spot.y_mm) for spot in spots]).reshape(-1, 2)
    reach = np.array([max(spot.width_mm, spot.height_mm) for spot in spots]) * REACH
    far = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1))
    for i, j in np.argwhere(np.triu(far < np.maximum(reach[:, None], reach[None]), 1)).tolist():
        link = _link(spots, i, j)
        if link.misfit < 1 and (corners or 0 in link.step) and link.step != (0, 0):
            yield link


def _link(spots: Sequence[Spot], i: int, j: int) -> Link:
    """Return the step between two spots along the mean of their turns, and how well it fits."""
    one, two = spots[i], spots[j]
    quarter = round((two.angle_deg - one.angle_deg) / 90)
    off = two.angle_deg - one.angle_deg - 90 * quarter
    u, v = turned(two.x_mm - one.x_mm, two.y_mm - one.y_mm, -one.angle_deg - off / 2)
    wide, tall = ((a + b) / 2 * PITCH for a, b in zip(one.sides_mm(0), two.sides_mm(quarter), strict=True))
    step = _step(u / wide), _step(v / tall)
    astray = [(along - way) / (ALONG if way else ACROSS) for along, way in zip((u / wide, v / tall), step, strict=True)]
    misfit = hypot(*astray, off / TURN_DEG) + CORNER * (0 not in step)
    return Link(misfit, i, j, step, quarter % 4)


def _step(along: float) -> int:
    return max(-1, min(1, round(along)))
