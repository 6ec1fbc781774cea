"""How people lay dice side by side: against what lies there, with small gaps, slips and turns that add up."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.render_camera import turn
from vision.render_chance import chance
from vision.render_roads import STEPS, RoadDie

Floats = npt.NDArray[np.float64]
Rng = np.random.Generator

APART = 1.2  # loose dice lie at least this many sides from all others
ALIKE_DEG = 15.0  # turned alike and straight beside a die, they would pass for its neighbours up to
BESIDE = 1.45  # this many sides
PUSHES = 40  # tries to push a die out of its neighbours before the road ends there


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a die lies on the table: its centre and the turn of the grid it follows, clockwise."""

    x_mm: float
    y_mm: float
    angle_deg: float

    @property
    def at(self) -> Floats:
        """Return the centre, shape (2,)."""
        return np.array([self.x_mm, self.y_mm])


@dataclass(frozen=True, slots=True)
class Habit:
    """How one table lays its dice: greatest gap, usual slip along the touching edge for each way, greatest turn."""

    gap_mm: float
    slip: tuple[float, float]  # in sides, for neighbours across and down
    wobble: float  # in sides
    turn_deg: float

    @classmethod
    def of(cls, rng: Rng) -> "Habit":
        """Return a habit between tidy and careless."""
        care = float(rng.choice([0.3, 1.0]))
        across, down = (float(care * slip) for slip in rng.uniform(-0.06, 0.06, 2))
        return cls(1.5 * care, (across, down), 0.04 * care, 4 * care * float(rng.random()))


def lay_road(rng: Rng, road: Sequence[RoadDie], side_mm: float, habit: Habit | None = None) -> list[Spot]:
    """Return where the dice of a road lie, the first at the origin; shorter where there is no room for the next."""
    habit = habit or Habit.of(rng)
    cells = {die.cell: i for i, die in enumerate(road)}
    laid = [Spot(0.0, 0.0, float(rng.uniform(-45, 45)))]
    for i, die in enumerate(road[1:], 1):
        around = [(cells.get(die.beside(way), i), way) for way in range(4)]
        meant = _laid(rng, [(laid[j], way) for j, way in sorted(around) if j < i], side_mm, habit)
        spot = pushed(meant, laid, side_mm)
        if spot is None or any(_strayed(die, other, spot, at, side_mm) for other, at in zip(road, laid, strict=False)):
            break
        laid.append(spot)
    return laid


def _laid(rng: Rng, around: Sequence[tuple[Spot, int]], side_mm: float, habit: Habit) -> Spot:
    """Return where a die comes to lie against its neighbours, most of all against the one laid last."""
    weights = np.array([0.5] * (len(around) - 1) + [1.0])
    angle = float(np.average([spot.angle_deg for spot, _ in around], weights=weights))
    angle += float(rng.uniform(-habit.turn_deg, habit.turn_deg))
    places = [
        spot.at + turn(2, (spot.angle_deg + angle) / 2)[:2, :2] @ -_away(rng, way, side_mm, habit)
        for spot, way in around
    ]
    x, y = np.average(places, axis=0, weights=weights)
    return Spot(float(x), float(y), angle)


def _away(rng: Rng, way: int, side_mm: float, habit: Habit) -> Floats:
    """Return the vector from a die to its neighbour on that side, 0 above it, then clockwise."""
    step = np.array(STEPS[way], float)
    slip = habit.slip[way % 2 == 0] + float(rng.uniform(-habit.wobble, habit.wobble))
    far = side_mm + float(rng.uniform(0, habit.gap_mm))
    away: Floats = step * far + abs(step[::-1]) * step.sum() * slip * side_mm
    return away


def pushed(spot: Spot, others: Sequence[Spot], side_mm: float) -> Spot | None:
    """Return the spot moved out of all others; None where it finds no room."""
    near = [other for other in others if np.linalg.norm(other.at - spot.at) < 2 * side_mm]
    for _ in range(PUSHES):
        push = sum((_push(spot, other, side_mm) for other in near), np.zeros(2))
        if not push.any():
            return spot
        spot = Spot(spot.x_mm + float(push[0]), spot.y_mm + float(push[1]), spot.angle_deg)
    return None


def _strayed(die: RoadDie, other: RoadDie, spot: Spot, at: Spot, side_mm: float) -> bool:
    """Tell whether two dice came closer than their cells by half a side or more: nobody would lay on from there."""
    away = max(abs(die.cell[0] - other.cell[0]), abs(die.cell[1] - other.cell[1]))
    return away > 1 and float(np.linalg.norm(spot.at - at.at)) < (away - 0.5) * side_mm


def _push(spot: Spot, other: Spot, side_mm: float) -> Floats:
    """Return the shortest way, shape (2,), that takes a die out of another; zero where they do not overlap."""
    away = spot.at - other.at
    off = np.radians(spot.angle_deg - other.angle_deg)
    reach = side_mm / 2 * (1 + abs(np.cos(off)) + abs(np.sin(off)))
    axes = np.vstack([turn(2, s.angle_deg)[:2, :2].T for s in (spot, other)])
    along = axes @ away
    best = int(np.argmin(reach - abs(along)))
    deep = reach - abs(along[best])
    push: Floats = np.sign(along[best]) * (deep + 0.02) * axes[best] if deep > 0 else np.zeros(2)
    return push


def lay_loose(rng: Rng, laid: Sequence[Spot], side_mm: float, within_mm: Floats) -> list[Spot]:
    """Return up to eight loose dice inside +-`within_mm`, some near the road, some in a short row of their own."""
    found: list[Spot] = []
    for _ in range(int(rng.choice([0, 2, 4, 8]))):
        near = laid[int(rng.integers(len(laid)))].at + rng.normal(0, 1.5 * side_mm, 2)
        x, y = near if chance(rng, 0.3) else rng.uniform(-1, 1, 2) * within_mm
        row = _row(rng, Spot(float(x), float(y), float(rng.uniform(0, 360))), side_mm, len(laid) - 1)
        inside = all((abs(spot.at) < within_mm).all() for spot in row)
        if inside and all(_clear(spot, other, side_mm) for spot in row for other in (*laid, *found)):
            found += row
    return found


def _row(rng: Rng, first: Spot, side_mm: float, most: int) -> list[Spot]:
    """Return one die, or now and then a row of up to four that touch, fewer than the road has."""
    count = min(most, int(rng.integers(2, 5))) if chance(rng, 0.1) else 1
    step = turn(2, first.angle_deg)[:2, 0] * side_mm
    places = [first.at + step * i * rng.uniform(1.0, 1.05) for i in range(max(1, count))]
    return [Spot(float(x), float(y), first.angle_deg + float(rng.normal(0, 1))) for x, y in places]


def _clear(spot: Spot, other: Spot, side_mm: float) -> bool:
    """Tell whether a loose die lies clear of another: nobody would take it for the die's neighbour."""
    away = np.linalg.norm(spot.at - other.at) / side_mm
    alike = abs((spot.angle_deg - other.angle_deg + 45) % 90 - 45) < ALIKE_DEG
    return bool(away > (BESIDE if alike else APART))
