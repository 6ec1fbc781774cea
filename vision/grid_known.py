"""What an earlier still knew of the grid: the numbers of its cells, and which pieces lay beside it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot

from vision.grid_pose import GridCell, Group, Lay, Spot, cell_at
from vision.reading import GridPose

TRACK = 0.35  # a piece still lies where it lay while it is within this share of a pitch
DRIFT_DEG = 20.0  # and a pose still fits while the group has turned less than this


@dataclass(frozen=True, slots=True)
class Lain:
    """A piece of the earlier still: its centre, the turn of the grid's axes there, its cell (None: beside the grid)."""

    x_mm: float
    y_mm: float
    angle_deg: float
    cell: GridCell | None


@dataclass(frozen=True, slots=True)
class Known:
    """What an earlier still knew: the pose of its grid, and the pieces that lay on it and beside it."""

    pose: GridPose | None = None
    lain: tuple[Lain, ...] = ()

    def at(self, spot: Spot) -> Lain | None:
        """Return what lay where the spot is; None where nothing did."""
        near = min(self.lain, key=lambda lain: _far(lain, spot), default=None)
        return near if near and _far(near, spot) < TRACK * max(spot.width_mm, spot.height_mm) else None

    def holds(self, spots: Sequence[Spot], group: Group) -> bool:
        """Tell whether the group is the one known: at least half of what lay on cells has a piece of it in place."""
        cells = {lain.cell for i in group if (lain := self.at(spots[i])) and lain.cell}
        return bool(cells) and 2 * len(cells) >= sum(lain.cell is not None for lain in self.lain)

    def fresh(self, spots: Sequence[Spot], group: Group) -> int:
        """Return how many pieces of the group did not lie beside the grid before."""
        return sum((lain := self.at(spots[i])) is None or lain.cell is not None for i in group)

    def numbered(self, spots: Sequence[Spot], group: Group, turn: float) -> Group | None:
        """Return a group whose x axis is turned by `turn` in the known axes and cells; None when they fit no longer."""
        if self.pose is None:
            return None
        if abs((turn - self.pose.angle_deg + 45) % 90 - 45) > DRIFT_DEG:
            return None
        group = self.along(group, turn)
        shifts = Counter(self._shifts(self.pose, spots, group))
        (right, down), votes = shifts.most_common(1)[0] if shifts else ((0, 0), 0)
        return {i: lay.moved(right, down) for i, lay in group.items()} if 2 * votes >= len(group) else None

    def along(self, group: Group, turn: float) -> Group:
        """Return a group whose x axis is turned by `turn`, by quarters brought nearest to the known one, if any."""
        quarters = round((turn - self.pose.angle_deg) / 90) if self.pose else 0
        return {i: lay.turned(quarters) for i, lay in group.items()}

    def _shifts(self, pose: GridPose, spots: Sequence[Spot], group: Group) -> Iterator[GridCell]:
        """Yield, piece by piece, what to add to its cell to get the known one; nothing where it lies between."""
        for i, lay in group.items():
            lain = self.at(spots[i])
            near = lain.cell if lain and lain.cell else near_cell(pose, spots[i])
            if near:
                yield near[0] - lay.cell[0], near[1] - lay.cell[1]

    def others(self, spots: Sequence[Spot], group: Group) -> Iterator[tuple[int, Lay]]:
        """Yield pieces outside the group, whose links were lost, that still lie where they lay on the grid."""
        for i, spot in enumerate(spots):
            lain = self.at(spot) if i not in group else None
            if lain and lain.cell:
                yield i, Lay(lain.cell, round((spot.angle_deg - lain.angle_deg) / 90) % 4)


NOTHING = Known()
"""No earlier still."""


def near_cell(pose: GridPose, spot: Spot) -> GridCell | None:
    """Return the cell that a spot lies on; None where it lies between cells."""
    x, y = cell_at(pose, spot.x_mm, spot.y_mm)
    near = round(x), round(y)
    return near if max(abs(x - near[0]), abs(y - near[1])) < TRACK else None


def _far(lain: Lain, spot: Spot) -> float:
    return hypot(lain.x_mm - spot.x_mm, lain.y_mm - spot.y_mm)
