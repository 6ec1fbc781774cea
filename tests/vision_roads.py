"""Roads of Line Dice as a detector sees them: places and turns with noise, outliers, misses, dice that are none.

`python tests/vision_roads.py 2000` prints how many of so many roads are read exactly, by number of dice.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time

import numpy as np

from vision.grid import Grid, lay_grid
from vision.grid_pose import Spot, quarter_turned
from vision.render_laying import Spot as Truth
from vision.render_laying import lay_loose, lay_road
from vision.render_roads import CURVE, RoadDie, grow_road

SIDE_MM = 16.0

Rng = np.random.Generator
Look = tuple[int, int, frozenset[int], int | None]
"""A die of a road read: its cell, its ports and its arrow."""


@dataclass(frozen=True)
class Noise:
    """How a detector errs, and how often a die is missed or something beside the road (a few sides away) taken for one.

    One die in twenty is turned by ten degrees more.
    """

    place: float = 0.04  # in sides
    angle_deg: float = 2.5
    missed: float = 0.0
    extra: float = 0.0  # roads that have one


NONE = Noise(0.0, 0.0)


@dataclass(frozen=True)
class SeenRoad:
    """A road as laid, and the dice seen in any order: where, by how many quarters each crop is turned, which die."""

    road: tuple[RoadDie, ...]
    spots: list[Spot]
    crops: list[int]
    dice: list[RoadDie | None]  # None: loose

    @property
    def whole(self) -> bool:
        return sum(die is not None for die in self.dice) == len(self.road)

    def read_exactly(self, grid: Grid | None) -> bool:
        """The cells and the directions of all dice are right, whichever way is up."""
        seen = zip(self.dice, self.crops, grid.lays, strict=True) if grid else ()
        read = [_look(die, crop + lay.quarter, lay.cell) for die, crop, lay in seen if lay]
        wanted = from_zero([_look(die, die.quarter, die.cell) for die in self.road])
        return any(from_zero(read, quarters) == wanted for quarters in range(4))


def _look(die: RoadDie | None, quarter: int, cell: tuple[int, int]) -> Look:
    if die is None:
        return *cell, frozenset(), None
    turned = RoadDie(die.value, quarter)
    return *cell, turned.ports, turned.arrow


def from_zero(looks: Sequence[Look], quarters: int = 0) -> frozenset[Look]:
    """Looks of a road turned clockwise, its left and top at 0."""
    cells = [quarter_turned((x, y), quarters) for x, y, _, _ in looks]
    left, top = (min(values) for values in zip(*cells, strict=True)) if cells else (0, 0)
    return frozenset(
        (
            x - left,
            y - top,
            frozenset((p + quarters) % 4 for p in ports),
            None if arrow is None else (arrow + quarters) % 4,
        )
        for (x, y), (_, _, ports, arrow) in zip(cells, looks, strict=True)
    )


def laid_road(rng: Rng, count: int) -> tuple[tuple[RoadDie, ...], list[Truth]]:
    """A road of up to so many dice and where they lie."""
    road = grow_road(rng, count)
    laid = lay_road(rng, road, SIDE_MM)
    return road[: len(laid)], laid


def seen_road(seed: int, noise: Noise, count: int | None = None) -> SeenRoad:
    """A road and up to eight loose dice around it, seen with noise."""
    rng = np.random.default_rng([seed, 99])
    road, laid = laid_road(rng, count or int(rng.integers(2, 37)))
    reach = np.array([200.0, 150.0]) + max(float(abs(spot.at).max()) for spot in laid)
    loose = lay_loose(rng, laid, SIDE_MM, reach)
    return looked_at(rng, road, laid, loose, noise)


def looked_at(
    rng: Rng, road: Sequence[RoadDie], laid: Sequence[Truth], loose: Sequence[Truth], noise: Noise
) -> SeenRoad:
    """What a detector sees of dice that lie there, in any order."""
    dice: list[RoadDie | None] = [*road, *(None for _ in loose)]
    seen = [(die, *_seen(rng, spot, die, noise)) for die, spot in zip(dice, (*laid, *loose), strict=True)]
    seen = [one for one in seen if rng.random() >= noise.missed]
    if rng.random() < noise.extra:
        seen += _extra(rng, [spot for _, spot, _ in seen])
    mixed = [seen[i] for i in rng.permutation(len(seen))]
    return SeenRoad(tuple(road), [s for _, s, _ in mixed], [c for _, _, c in mixed], [d for d, _, _ in mixed])


def _seen(rng: Rng, spot: Truth, die: RoadDie | None, noise: Noise) -> tuple[Spot, int]:
    """A die's spot, its angle between 0 and 90 degrees, and the quarters by which it is turned beyond that."""
    x, y = spot.at + rng.normal(0, noise.place * SIDE_MM, 2)
    off = rng.normal(0, noise.angle_deg) + (rng.choice([-10, 10]) if noise.angle_deg and rng.random() < 0.05 else 0)
    quarters, angle = divmod(spot.angle_deg + 90 * (_as_lies(rng, die) if die else 0) + off, 90)
    return Spot(float(x), float(y), float(angle), SIDE_MM, SIDE_MM), int(quarters)


def _as_lies(rng: Rng, die: RoadDie) -> int:
    """A crossing may be turned by any quarter, a straight by half."""
    return die.quarter if die.value >= CURVE else die.quarter + 2 // die.value * int(rng.integers(4))


def _extra(rng: Rng, spots: Sequence[Spot]) -> list[tuple[None, Spot, int]]:
    """Something taken for a die within three sides of one."""
    near = spots[int(rng.integers(len(spots)))]
    way, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.8, 3) * SIDE_MM
    x, y = near.x_mm + far * np.cos(way), near.y_mm + far * np.sin(way)
    if any(np.hypot(x - other.x_mm, y - other.y_mm) < 0.78 * SIDE_MM for other in spots):
        return []  # the detector keeps one of two so near to each other
    return [(None, Spot(float(x), float(y), float(rng.uniform(0, 90)), SIDE_MM, SIDE_MM), 0)]


def shares(count: int, noise: Noise) -> tuple[Counter[int], Counter[int], float]:
    """Roads by tens of dice, those of them read exactly, and the milliseconds that the largest took."""
    every, exact = Counter[int](), Counter[int]()
    slowest_ms = 0.0
    for seed in range(count):
        seen = seen_road(seed, noise)
        began = process_time()
        grid = lay_grid(seen.spots, corners=False)
        slowest_ms = max(slowest_ms, 1000 * (process_time() - began))
        tens = (len(seen.road) - 1) // 9
        every[tens] += 1
        exact[tens] += seen.read_exactly(grid)
    return every, exact, slowest_ms


if __name__ == "__main__":
    roads = int(sys.argv[1])
    for told, noise in (
        ("every die seen", Noise()),
        ("one in 20 roads with something near it taken for a die", Noise(extra=0.05)),
        ("0.5 % of dice missed: no road that lacks one can be exact", Noise(missed=0.005)),
    ):
        every, exact, slowest_ms = shares(roads, noise)
        parts = [f"{9 * n + 1}-{9 * n + 9} dice {exact[n]}/{every[n]}" for n in sorted(every)]
        print(f"{told}: {exact.total()}/{roads} exact ({', '.join(parts)}); slowest {slowest_ms:.1f} ms")  # noqa: T201 (asked for)
