"""Roads of dice on a grid, grown die by die at their front end: straight, crossing, or one of four curves."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

Cell = tuple[int, int]
Rng = np.random.Generator

STEPS: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))  # N, E, S, W: x to the right, y down
STRAIGHT, CROSSING, CURVE = 1, 2, 3  # values of a die; the curves C0 to C3 are 3 to 6
TRIES = 20  # a road that cannot go on is grown anew so often


@dataclass(frozen=True, slots=True)
class RoadDie:
    """One die of a road: what it shows, how many quarters it is turned clockwise, and its cell."""

    value: int
    quarter: int
    cell: Cell = (0, 0)

    @property
    def ports(self) -> frozenset[int]:
        """Return the sides where a road leaves the die: 0 north, 1 east, 2 south, 3 west."""
        ways = {STRAIGHT: (0, 2), CROSSING: (0, 1, 2, 3)}.get(self.value, (self.value - CURVE, self.value - CURVE + 1))
        return frozenset((way + self.quarter) % 4 for way in ways)

    @property
    def arrow(self) -> int | None:
        """Return the side that a curve's arrow points to; None for the others, which have none."""
        return self.quarter % 4 if self.value >= CURVE else None

    def beside(self, side: int) -> Cell:
        """Return the cell on that side."""
        return self.cell[0] + STEPS[side][0], self.cell[1] + STEPS[side][1]


@dataclass(frozen=True, slots=True)
class _Head:
    """Where a road goes on: the cell, and the direction of travel into it."""

    cell: Cell
    heading: int


def grow_road(rng: Rng, count: int) -> tuple[RoadDie, ...]:
    """Return a road of up to `count` dice, in the order laid; fewer where it closed or nothing fitted, time and again.

    Every road end meets a road end or an empty cell, crossings are passed straight over, all arrows point one way.
    """
    best: tuple[RoadDie, ...] = ()
    for _ in range(TRIES):
        best = max(best, _grown(rng, count), key=len)
        if len(best) == count:
            break
    return best


def _grown(rng: Rng, count: int) -> tuple[RoadDie, ...]:
    shares = rng.dirichlet((1.0, 0.7, 3.0))  # of straights, crossings and curves: some roads wind, some run
    weights = {value: float(shares[min(value, CURVE) - 1]) for value in range(1, 7)}
    first = RoadDie(int(rng.integers(1, 7)), int(rng.integers(4)))
    road = {first.cell: first}
    out = int(rng.choice(sorted(first.ports)))
    head: _Head | None = _Head(first.beside(out), out)
    while head and len(road) < count:
        fitting = _fitting(road, head)
        if not fitting:
            break
        odds = np.array([weights[die.value] for die in fitting])
        die = fitting[int(rng.choice(len(fitting), p=odds / odds.sum()))]
        road[die.cell] = die
        head = _followed(road, die, head.heading)
    return tuple(road.values())


def _fitting(road: Mapping[Cell, RoadDie], head: _Head) -> list[RoadDie]:
    """Return every die that may lie at the head."""
    arrow = next((die.arrow for die in road.values() if die.arrow is not None), None)
    dice = [RoadDie(value, quarter, head.cell) for value in range(1, 7) for quarter in range(4)]
    right = (die for die in dice if arrow is None or die.arrow in {None, arrow})
    return [die for die in right if (head.heading + 2) % 4 in die.ports and all(_meets(road, die, s) for s in range(4))]


def _meets(road: Mapping[Cell, RoadDie], die: RoadDie, side: int) -> bool:
    """Tell whether the die's side has a road where its neighbour's has one."""
    other = road.get(die.beside(side))
    return other is None or (side in die.ports) == ((side + 2) % 4 in other.ports)


def _followed(road: Mapping[Cell, RoadDie], die: RoadDie, heading: int) -> _Head | None:
    """Return the head after `die` was laid, over crossings; None where the road comes back to its beginning."""
    curve = die.value >= CURVE
    out = next(port for port in die.ports if port != (heading + 2) % 4) if curve else heading
    while (cell := die.beside(out)) in road:
        die = road[cell]
        if die.value != CROSSING:
            return None
    return _Head(cell, out)
