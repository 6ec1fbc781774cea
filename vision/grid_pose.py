"""The pose of a free grid: from cells to points and back, and the pose that fits pieces on their cells best."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np
from numpy.typing import NDArray

from vision.reading import GridPose

GridCell = tuple[int, int]

PITCH = 1.03  # usual distance of neighbours in piece sides: hand-laid pieces leave a small gap
PRIOR = 0.05  # weight of "square, with the usual gap" against one piece, where the pieces leave the pose open


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece that may fill a cell: its centre, its turn (clockwise, any quarter) and its sides along that turn."""

    x_mm: float
    y_mm: float
    angle_deg: float
    width_mm: float
    height_mm: float

    def sides_mm(self, quarter: int) -> tuple[float, float]:
        """Return its width and height as seen along axes from which it is turned by so many quarters."""
        return (self.height_mm, self.width_mm) if quarter % 2 else (self.width_mm, self.height_mm)


@dataclass(frozen=True, slots=True)
class Lay:
    """How a piece lies in a grid: its cell, and the quarters it is turned clockwise from the grid's axes."""

    cell: GridCell
    quarter: int

    def turned(self, quarters: int) -> "Lay":
        """Return the same once the whole grid is turned clockwise by so many quarters about its cell (0, 0)."""
        return Lay(quarter_turned(self.cell, quarters), (self.quarter + quarters) % 4)

    def moved(self, right: int, down: int) -> "Lay":
        """Return the same so many cells further."""
        return Lay((self.cell[0] + right, self.cell[1] + down), self.quarter)


Group = dict[int, Lay]
"""Pieces that hang together, by number: how each lies in their common grid."""


def turned(x: float, y: float, angle_deg: float) -> tuple[float, float]:
    """Return a vector turned clockwise as seen from above (y points down)."""
    turn = radians(angle_deg)
    return x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)


def quarter_turned(cell: GridCell, quarters: int) -> GridCell:
    """Return a cell turned clockwise about (0, 0)."""
    x, y = cell
    for _ in range(quarters % 4):
        x, y = -y, x
    return x, y


def cell_centre(pose: GridPose, cell: Sequence[float]) -> tuple[float, float]:
    """Return where the centre of a cell (which may be fractional) lies, in the pose's units."""
    u, v = turned(cell[0] * pose.pitch_x, cell[1] * pose.pitch_y, pose.angle_deg)
    return pose.x + u, pose.y + v


def cell_at(pose: GridPose, x: float, y: float) -> tuple[float, float]:
    """Return the fractional cell at a point, the inverse of `cell_centre`."""
    u, v = turned(x - pose.x, y - pose.y, -pose.angle_deg)
    return u / pose.pitch_x, v / pose.pitch_y


def fit_pose(spots: Sequence[Spot], lays: Mapping[int, Lay], turn: float, known: GridPose | None) -> GridPose:
    """Return the pose that fits the pieces best: origin, pitches, and what the group turned beyond `turn`."""
    at = np.array([turned(spots[i].x_mm, spots[i].y_mm, -turn) for i in lays])
    index = np.array([lay.cell for lay in lays.values()], float)
    middle, spread = index.mean(axis=0), index.var(axis=0)
    pitch = (known.pitch_x, known.pitch_y) if known else _usual_pitch(spots, lays)
    rows = np.column_stack([index - middle, np.ones(len(index))])
    (pitch_x, lean_x, x), (lean_y, pitch_y, y) = (_ridge(rows, at[:, k], k, pitch[k]) for k in (0, 1))
    lean = (spread[0] * lean_y / pitch_x - spread[1] * lean_x / pitch_y) / max(float(spread.sum()), 1e-9)
    angle = turn + float(np.degrees(lean))
    centre = np.array(turned(x, y, turn))
    origin = centre - turned(middle[0] * pitch_x, middle[1] * pitch_y, angle)
    return GridPose(float(origin[0]), float(origin[1]), angle, pitch_x, pitch_y)


def _ridge(rows: NDArray[np.float64], seen: NDArray[np.float64], axis: int, pitch: float) -> tuple[float, float, float]:
    """Return slopes along x and y and the middle of one coordinate; where open, `pitch` along its own axis."""
    weight = np.sqrt(PRIOR)
    expected = np.zeros(2)
    expected[axis] = weight * pitch
    more = np.vstack([rows, np.eye(3)[:2] * weight])
    along_x, along_y, middle = np.linalg.lstsq(more, np.concatenate([seen, expected]), rcond=None)[0]
    return float(along_x), float(along_y), float(middle)


def _usual_pitch(spots: Sequence[Spot], lays: Mapping[int, Lay]) -> tuple[float, float]:
    """Return the pitches to expect of such pieces."""
    sides = np.array([spots[i].sides_mm(lay.quarter) for i, lay in lays.items()])
    wide, tall = np.median(sides, axis=0) * PITCH
    return float(wide), float(tall)
