"""What a crop shows, read at all four quarter turns: a die may lie either way, and many readings err less than one."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

import numpy as np

from vision.detect_crops import Floats, mean_odds
from vision.detect_pose import Pose

SIDES: Final = "NESW"
NEXT: Final = str.maketrans(SIDES, "ESWN")  # where a side comes to lie by a quarter turn clockwise


def over_turns(
    read: Callable[[list[Pose]], Floats],
    names: Sequence[str],
    poses: Sequence[Pose],
    said: Floats,
    *,
    sizes: Sequence[float],
    sharper: float,
) -> Floats:
    """Return the geometric mean of what is said of each place as it lies, (N, names), and of what is read of it again.

    Read again is each place turned to all sides and cut as if its side were so many `sizes` of what it is. What
    readings agree on that err partly apart may be surer than their mean: that is taken to the power `sharper`.
    """
    ways = [way for way in product(sizes, range(4)) if way != (1.0, 0)]  # that is as it lies
    turned = [
        replace(pose, angle_deg=pose.angle_deg + 90 * quarters, side_px=pose.side_px * size)
        for size, quarters in ways
        for pose in poses
    ]
    again = read(turned).reshape(len(ways), len(poses), len(names))
    parts = [part[:, _columns(names, quarters)] for part, (_, quarters) in zip(again, ways, strict=True)]
    return mean_odds(np.stack([said, *parts]), sharper=sharper)


def _columns(names: Sequence[str], quarters: int) -> list[int]:
    """Return for each name which one says the same of a crop that was cut so many quarters further clockwise."""
    back = {turned_name(name, quarters): number for number, name in enumerate(names)}
    return [back[name] for name in names]


def turned_name(name: str, quarters: int) -> str:
    """Return what a face is called when it is turned clockwise by quarters: “C0N” is “C0E” then, “5” stays “5”."""
    kind, sides = name[:2], name[2:]
    if not sides or not {*sides} <= {*SIDES}:
        return name
    for _ in range(quarters % 4):
        sides = sides.translate(NEXT)
    return kind + (sides if kind[0] == "C" else "".join(sorted(sides, key=SIDES.index)))


def way(road: str) -> str:
    """Return the sides of a face that its road joins, such as “EW”; “NESW” for a crossing, "" where there is no die."""
    if road[0] == "C":  # C1E joins what C0S does
        first = turned_name(road, int(road[1]))[2:]
        return first + first.translate(NEXT)
    return {"S": road[2:], "X": SIDES}.get(road[0], "")


def way_chance(roads: Mapping[str, float]) -> float:
    """Return the probability of the likeliest way a road takes over a face, wherever a curve's arrow may point."""
    ways: dict[str, float] = defaultdict(float)
    for road, chance in roads.items():
        ways[way(road)] += chance
    return max(chance for sides, chance in ways.items() if sides)
