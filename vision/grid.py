"""The free grid that pieces lie on, found from the pieces: they drift, so cells are walked from one to the next."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np
from numpy.typing import NDArray

from vision.reading import GridPose

GridCell = tuple[int, int]

PITCH = 1.03  # usual distance of neighbours in piece sides: hand-laid tiles leave a small gap
LINK = 0.3  # a neighbour lies within this share of a pitch of where it should
TRACK = 0.35  # a known pose still fits while pieces lie within this share of a pitch of their cells
DRIFT_DEG = 20.0  # and while the group has turned less than this
PRIOR = 0.05  # weight of "square, with the usual gap" against one piece, where the pieces leave the pose open


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece that fills a cell: its centre, its turn (clockwise, any quarter) and its sides along that turn."""

    x_mm: float
    y_mm: float
    angle_deg: float
    width_mm: float
    height_mm: float


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid found: its pose, the cell of each spot (None: beside the group), and whether a known pose was kept."""

    pose: GridPose
    cells: tuple[GridCell | None, ...]
    anchored: bool


def lay_grid(spots: Sequence[Spot], known: GridPose | None = None, *, apart: bool = False) -> Grid | None:
    """Return the grid of the largest connected group of spots, None without spots.

    Neighbours share an edge or a corner; with `apart`, spots away from the group get the cells they lie on too. With a
    `known` pose that still fits, cells keep its numbers; else cell (0, 0) is the group's own top left and the x axis
    nearest to the table's.
    """
    if not spots:
        return None
    base = _common_turn([spot.angle_deg for spot in spots])
    walked = _largest_group(spots, base)
    anchored = _anchored(spots, walked, base, known) if known else None
    cells, quarter = anchored or (_from_zero(walked), 0)
    pose = _fit(spots, cells, base + 90 * quarter, known if anchored else None)
    if apart:
        cells = _one_each(cells | dict(_apart(spots, cells, pose)))
    return Grid(pose, tuple(cells.get(i) for i in range(len(spots))), anchored is not None)


def _apart(spots: Sequence[Spot], cells: Mapping[int, GridCell], pose: GridPose) -> Iterator[tuple[int, GridCell]]:
    """Yield the cells of spots outside the group that lie on the same grid."""
    for i, spot in enumerate(spots):
        if i not in cells:
            x, y = cell_at(pose, spot.x_mm, spot.y_mm)
            near = round(x), round(y)
            if max(abs(x - near[0]), abs(y - near[1])) < TRACK:
                yield i, near


def cell_centre(pose: GridPose, cell: Sequence[float]) -> tuple[float, float]:
    """Return where the centre of a cell (which may be fractional) lies, in the pose's units."""
    turn = radians(pose.angle_deg)
    u, v = cell[0] * pose.pitch_x, cell[1] * pose.pitch_y
    return pose.x + u * cos(turn) - v * sin(turn), pose.y + u * sin(turn) + v * cos(turn)


def cell_at(pose: GridPose, x: float, y: float) -> tuple[float, float]:
    """Return the fractional cell at a point, the inverse of `cell_centre`."""
    u, v = _turned(x - pose.x, y - pose.y, -pose.angle_deg)
    return u / pose.pitch_x, v / pose.pitch_y


def _turned(x: float, y: float, angle_deg: float) -> tuple[float, float]:
    turn = radians(angle_deg)
    return x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)


def _common_turn(angles_deg: Sequence[float]) -> float:
    """Return the mean of angles that mean the same every quarter turn, between -45 and 45 degrees."""
    four = np.exp(1j * np.radians(4 * np.asarray(angles_deg, float)))
    return float(np.degrees(np.angle(four.sum())) / 4)


def _off_quarter(angle_deg: float, base_deg: float) -> float:
    """Return how far an angle is from the nearest quarter turn of the base."""
    return (angle_deg - base_deg + 45) % 90 - 45


def _largest_group(spots: Sequence[Spot], base: float) -> dict[int, GridCell]:
    """Return cells, by spot, of the largest group, numbered from one of its spots."""
    links = _links(spots, base)
    left = set(range(len(spots)))
    best: dict[int, GridCell] = {}
    while left:
        group = _walk(min(left), links)
        left -= group.keys()
        best = max(best, group, key=len)
    return _one_each(best)


def _links(spots: Sequence[Spot], base: float) -> dict[int, list[tuple[float, int, GridCell]]]:
    """Return each spot's neighbours as (misfit in pitches, spot, step), looked at along the two spots' own turn."""
    links: dict[int, list[tuple[float, int, GridCell]]] = {i: [] for i in range(len(spots))}
    for i, one in enumerate(spots):
        for j, two in enumerate(spots):
            own = (_off_quarter(one.angle_deg, base) + _off_quarter(two.angle_deg, base)) / 2
            u, v = _turned(two.x_mm - one.x_mm, two.y_mm - one.y_mm, -base - own)
            wide, tall = (one.width_mm + two.width_mm) * PITCH / 2, (one.height_mm + two.height_mm) * PITCH / 2
            along = u / wide, v / tall
            step = round(along[0]), round(along[1])
            misfit = max(abs(along[0] - step[0]), abs(along[1] - step[1]))
            if i != j and max(map(abs, step)) == 1 and misfit < LINK:
                links[i].append((misfit + 0.1 * (0 not in step), j, step))
    return links


def _walk(start: int, links: Mapping[int, list[tuple[float, int, GridCell]]]) -> dict[int, GridCell]:
    """Return the cells of all spots reached from `start`, the surest step first."""
    cells = {start: (0, 0)}
    while True:
        steps = ((misfit, i, j, step) for i in cells for misfit, j, step in links[i] if j not in cells)
        best = min(steps, default=None)
        if best is None:
            return cells
        _, i, j, (dx, dy) = best
        cells[j] = cells[i][0] + dx, cells[i][1] + dy


def _one_each(cells: Mapping[int, GridCell]) -> dict[int, GridCell]:
    """Return the cells without those that two spots claim: the first reached keeps it."""
    taken: dict[GridCell, int] = {}
    for i, cell in cells.items():
        taken.setdefault(cell, i)
    return {i: cell for cell, i in taken.items()}


def _from_zero(cells: Mapping[int, GridCell]) -> dict[int, GridCell]:
    left, top = min(x for x, _ in cells.values()), min(y for _, y in cells.values())
    return {i: (x - left, y - top) for i, (x, y) in cells.items()}


def _anchored(
    spots: Sequence[Spot], cells: Mapping[int, GridCell], base: float, known: GridPose
) -> tuple[dict[int, GridCell], int] | None:
    """Return the cells in the known pose's numbers and the quarter turns to its axes; None when it fits no longer."""
    quarter = round((known.angle_deg - base) / 90)
    if abs(known.angle_deg - base - 90 * quarter) > DRIFT_DEG:
        return None
    turned = {i: _quarter_turned(cell, quarter) for i, cell in cells.items()}
    shifts = Counter(shift for shift in _shifts(spots, turned, known) if shift is not None)
    if not shifts or 2 * shifts.most_common(1)[0][1] < len(cells):
        return None
    (right, down), _ = shifts.most_common(1)[0]
    return {i: (x + right, y + down) for i, (x, y) in turned.items()}, quarter


def _quarter_turned(cell: GridCell, quarter: int) -> GridCell:
    """Return the cell as counted along axes turned clockwise by so many quarters."""
    x, y = cell
    for _ in range(quarter % 4):
        x, y = y, -x
    return x, y


def _shifts(spots: Sequence[Spot], cells: Mapping[int, GridCell], known: GridPose) -> Iterator[GridCell | None]:
    """Yield, spot by spot, what to add to its cell to get its cell in the known pose; None where it lies between."""
    for i, cell in cells.items():
        x, y = cell_at(known, spots[i].x_mm, spots[i].y_mm)
        near = round(x), round(y)
        fits = max(abs(x - near[0]), abs(y - near[1])) < TRACK
        yield (near[0] - cell[0], near[1] - cell[1]) if fits else None


def _fit(spots: Sequence[Spot], cells: Mapping[int, GridCell], turn: float, known: GridPose | None) -> GridPose:
    """Return the pose that fits the cells best: origin, pitches, and what the group turned beyond `turn`."""
    at = np.array([_turned(spots[i].x_mm, spots[i].y_mm, -turn) for i in cells])
    index = np.array(list(cells.values()), float)
    middle, spread = index.mean(axis=0), index.var(axis=0)
    pitch = (known.pitch_x, known.pitch_y) if known else _usual_pitch([spots[i] for i in cells])
    rows = np.column_stack([index - middle, np.ones(len(index))])
    (pitch_x, lean_x, x), (lean_y, pitch_y, y) = (_ridge(rows, at[:, k], k, pitch[k]) for k in (0, 1))
    lean = (spread[0] * lean_y / pitch_x - spread[1] * lean_x / pitch_y) / max(float(spread.sum()), 1e-9)
    angle = turn + float(np.degrees(lean))
    centre = np.array(_turned(x, y, turn))
    origin = centre - _turned(middle[0] * pitch_x, middle[1] * pitch_y, angle)
    return GridPose(float(origin[0]), float(origin[1]), angle, pitch_x, pitch_y)


def _ridge(rows: NDArray[np.float64], seen: NDArray[np.float64], axis: int, pitch: float) -> tuple[float, float, float]:
    """Return slopes along x and y and the middle of one coordinate; where open, `pitch` along its own axis."""
    weight = np.sqrt(PRIOR)
    expected = np.zeros(2)
    expected[axis] = weight * pitch
    more = np.vstack([rows, np.eye(3)[:2] * weight])
    along_x, along_y, middle = np.linalg.lstsq(more, np.concatenate([seen, expected]), rcond=None)[0]
    return float(along_x), float(along_y), float(middle)


def _usual_pitch(spots: Sequence[Spot]) -> tuple[float, float]:
    """Return the pitches to expect of such pieces."""
    return (
        float(np.median([spot.width_mm for spot in spots])) * PITCH,
        float(np.median([spot.height_mm for spot in spots])) * PITCH,
    )
