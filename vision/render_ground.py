"""Where the cells of a free grid come to lie as a game goes on: hands lay each piece against what lies there."""

from collections.abc import Collection, Mapping

import numpy as np
import numpy.typing as npt

from vision.render_camera import turn
from vision.render_chance import chance
from vision.render_laying import Habit, Spot, pushed

Cell = tuple[int, int]
Floats = npt.NDArray[np.float64]
Rng = np.random.Generator

CORNER = 1.5  # a piece is laid against those nearer than this many cells, if there are any
ASTRAY = 0.3  # of a side: people push a figure straight when a neighbour lies further off than this,
ASKEW_DEG = 15.0  # or is turned more than this
NUDGED = 0.3  # how often a hand that lays a piece touches another one,
BUMPED = 0.04  # and how often it shifts the whole figure


class Ground:
    """The cells of one grid: each lies where the pieces around it made it lie when it was filled.

    `side_mm` is what a piece measures, `angle_deg` how the grid is turned at first, and `middle` the cell that lies at
    the table's centre.
    """

    def __init__(self, rng: Rng, side_mm: float, habit: Habit, angle_deg: float, middle: tuple[float, float]) -> None:
        self._rng, self._side_mm, self._habit = rng, side_mm, habit
        self._angle_deg, self._middle = angle_deg, np.array(middle, float)
        self._spots: dict[Cell, Spot] = {}

    @property
    def spots(self) -> Mapping[Cell, Spot]:
        """Where each cell lies that is filled."""
        return self._spots

    def fill(self, cells: Collection[Cell]) -> None:
        """Lay the cells that are new, forget those that are empty now; on the way hands may shift what lies there."""
        self._spots = {cell: spot for cell, spot in self._spots.items() if cell in cells}
        new = set(cells) - self._spots.keys()
        if new:
            self._touch()
        while new:
            cell = max(sorted(new), key=lambda one: (self._company(one), -self._off(one)))
            new.discard(cell)
            spot = self._beside(cell)
            self._spots[cell] = self._straight(cell) if spot is None else spot
            if spot is None or not self._neat():
                self._straighten()

    def _company(self, cell: Cell) -> int:
        """Return how many cells lie around that one."""
        return sum(max(abs(x - cell[0]), abs(y - cell[1])) == 1 for x, y in self._spots)

    def _off(self, cell: Cell) -> float:
        return float(np.linalg.norm(np.array(cell) - self._middle))

    def _beside(self, cell: Cell) -> Spot | None:
        """Return where a piece comes to lie against those around it; None where it finds no room."""
        if not self._spots:
            return self._straight(cell)
        far = {other: float(np.hypot(other[0] - cell[0], other[1] - cell[1])) for other in self._spots}
        least = min(far.values())
        around = [(self._spots[other], other) for other in far if far[other] <= max(least, CORNER)]
        weights = np.array([1 / far[other] ** 2 for _, other in around])
        turned = float(np.average([spot.angle_deg for spot, _ in around], weights=weights))
        turned += float(self._rng.uniform(-1, 1)) * self._habit.turn_deg
        places = [spot.at + turn(2, spot.angle_deg)[:2, :2] @ self._step(cell, other) for spot, other in around]
        x, y = np.average(places, axis=0, weights=weights)
        return pushed(Spot(float(x), float(y), turned), list(self._spots.values()), self._side_mm)

    def _step(self, cell: Cell, other: Cell) -> Floats:
        """Return the vector from a cell to another as this table lays them, in mm along the first one's axes."""
        step = np.array([cell[0] - other[0], cell[1] - other[1]], float)
        gaps = self._rng.uniform(0, self._habit.gap_mm, 2)
        slips = np.array(self._habit.slip) + self._rng.uniform(-1, 1, 2) * self._habit.wobble
        away: Floats = step * (self._side_mm + gaps) + step[::-1] * slips * self._side_mm
        return away

    def _touch(self) -> None:
        """Shift one piece or the whole figure a little, now and then."""
        if self._spots and chance(self._rng, NUDGED):
            cell = list(self._spots)[int(self._rng.integers(len(self._spots)))]
            x, y, off = self._rng.normal(0, (0.5, 0.5, 1.2))
            spot = self._spots.pop(cell)
            moved = Spot(spot.x_mm + float(x), spot.y_mm + float(y), spot.angle_deg + float(off))
            self._spots[cell] = pushed(moved, list(self._spots.values()), self._side_mm) or spot
        if chance(self._rng, BUMPED):
            self._bump()

    def _bump(self) -> None:
        x, y, off = (float(value) for value in self._rng.normal(0, (4, 4, 2)))
        for cell, spot in self._spots.items():
            (at_x, at_y), turned = turn(2, off)[:2, :2] @ spot.at + (x, y), spot.angle_deg + off
            self._spots[cell] = Spot(float(at_x), float(at_y), turned)

    def _neat(self) -> bool:
        """Tell whether all that touch lie so that people see which sides meet, and nothing else comes near."""
        cells = list(self._spots.items())
        return all(self._neat_pair(*one, *two) for i, one in enumerate(cells) for two in cells[:i])

    def _neat_pair(self, one: Cell, here: Spot, two: Cell, there: Spot) -> bool:
        step = np.array([two[0] - one[0], two[1] - one[1]], float)
        cells = float(abs(step).max())
        if abs(step).sum() > 1:
            return bool(np.linalg.norm(there.at - here.at) > (cells - 0.5) * self._side_mm)
        mean = turn(2, (here.angle_deg + there.angle_deg) / 2)[:2, :2]
        off = mean.T @ (there.at - here.at) / self._side_mm - step
        return bool(abs(off).max() < ASTRAY and abs(here.angle_deg - there.angle_deg) < ASKEW_DEG)

    def _straighten(self) -> None:
        """Push the figure straight where it lies, with small gaps."""
        angle = float(np.mean([spot.angle_deg for spot in self._spots.values()]))
        pitch = self._side_mm + self._habit.gap_mm / 2 + 0.2
        places = {cell: turn(2, angle)[:2, :2] @ np.array(cell, float) * pitch for cell in self._spots}
        shift = np.mean([spot.at for spot in self._spots.values()], axis=0) - np.mean(list(places.values()), axis=0)
        for cell, place in places.items():
            x, y = place + shift
            self._spots[cell] = Spot(float(x), float(y), angle + float(self._rng.normal(0, 0.4)))

    def _straight(self, cell: Cell) -> Spot:
        """Return where a cell would lie on a perfect grid."""
        x, y = turn(2, self._angle_deg)[:2, :2] @ (np.array(cell) - self._middle) * (self._side_mm + 0.5)
        return Spot(float(x), float(y), self._angle_deg + float(self._rng.uniform(-1, 1)) * self._habit.turn_deg)
