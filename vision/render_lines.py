"""Tables of Line Dice from a seed: a hand-laid road that drifts, loose dice beside it, and the exact truth."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.render import Scene, corner_cards
from vision.render_camera import Camera, turn
from vision.render_chance import chance
from vision.render_dice import Die
from vision.render_faces import DieLook
from vision.render_laying import Spot, lay_loose, lay_road
from vision.render_random import random_colour, random_road, random_scene
from vision.render_road_faces import FACES
from vision.render_roads import CROSSING, STRAIGHT, RoadDie, grow_road

Rng = np.random.Generator

MOST = 36  # dice of the game
LARGEST_PX = 90.0  # a die is seen no larger
CARD_MM = 70.0  # room that corner cards take along the picture's edges,
BARE_MM = 10.0  # and room left there without any
PAIRS = (("white", "black"), ("white", "blue"), ("yellow", "black"), ("white", "red"), ("black", "white"))
"""Colours of line and die, the usual ones left out; looked up by the shades of `random_colour`."""


def road_scene(seed: int, width_px: int = 1640, height_px: int = 1232) -> Scene:
    """Make a road of 2 to 36 dice at any angle, with up to eight loose dice, seen from above.

    The road's dice come first, in the order of `state["cells"]`, which has the form that `companion read` prints.
    """
    rng = np.random.default_rng([seed, 36])
    dressed = random_scene(seed, width_px, height_px, oblique=0)
    side, rim = float(rng.uniform(12, 22)), CARD_MM if chance(rng, 0.5) else BARE_MM
    road = grow_road(rng, int(rng.integers(2, MOST + 1)))
    laid = _centred(lay_road(rng, road, side))
    road = road[: len(laid)]
    camera = _camera(rng, (width_px, height_px), laid, side, rim)
    seen = np.array([width_px, height_px]) * camera.height_mm / camera.focal_px
    loose = lay_loose(rng, laid, side, seen / 2 - side - rim)
    return replace(
        dressed,
        camera=camera,
        lens=replace(dressed.lens, motion_px=0.0, blur_px=min(1.0, dressed.lens.blur_px)),
        dice=_dice(rng, road, laid, loose, side),
        tiles=(),
        cards=() if rim == BARE_MM else corner_cards(*(seen - 1.6 * rim)),
        kind="roads",
        state=_state(road, laid, len(loose)),
    )


def _centred(laid: Sequence[Spot]) -> list[Spot]:
    """Return the spots moved so that the table's middle is the middle of what they cover."""
    x, y = (np.ptp(axis) / 2 + min(axis) for axis in zip(*((s.x_mm, s.y_mm) for s in laid), strict=True))
    return [Spot(s.x_mm - float(x), s.y_mm - float(y), s.angle_deg) for s in laid]


def _camera(rng: Rng, size_px: tuple[int, int], laid: Sequence[Spot], side: float, rim_mm: float) -> Camera:
    """Return a camera high enough to see the road, and at times much more."""
    focal = size_px[0] * float(rng.uniform(0.9, 1.6))
    reach = [max(abs(value) for value in axis) for axis in zip(*((s.x_mm, s.y_mm) for s in laid), strict=True)]
    far = max(2 * (reach[i] + side + rim_mm + 15) / size_px[i] for i in (0, 1)) * focal
    far = max(far * float(rng.choice([1.05, rng.uniform(1.05, 1.8)])), focal * side / LARGEST_PX)
    tilt_x, tilt_y, roll = rng.normal(0, (2, 2, 3))
    back = far * np.tan(np.radians([tilt_y, -tilt_x]))  # the middle of the picture stays the middle of the table
    return Camera(*size_px, focal, float(back[0]), float(back[1]), far, float(tilt_x), float(tilt_y), float(roll))


def line_set(rng: Rng) -> tuple[str, DieLook]:
    """Return how all dice of the game are made: mostly pale lines on black, and the name of their colour."""
    line, body = ("white", "black") if chance(rng, 0.75) else PAIRS[int(rng.integers(len(PAIRS)))]
    edge, gloss = float(rng.uniform(0.05, 0.25)), float(rng.uniform(0, 0.8))
    colours = random_colour(rng, body), random_colour(rng, line)
    return body, DieLook(*colours, edge=edge, gloss=gloss, style="roads", road=random_road(rng))


def _dice(
    rng: Rng, road: Sequence[RoadDie], laid: Sequence[Spot], loose: Sequence[Spot], side: float
) -> tuple[Die, ...]:
    colour, look = line_set(rng)
    values = [die.value for die in road] + [int(value) for value in rng.integers(1, 7, len(loose))]
    turns = [90.0 * _as_good(rng, die) for die in road] + [0.0] * len(loose)
    return tuple(
        Die(value, colour, spot.x_mm, spot.y_mm, side, spot.angle_deg + angle, look=look)
        for value, angle, spot in zip(values, turns, (*laid, *loose), strict=True)
    )


def _as_good(rng: Rng, die: RoadDie) -> int:
    """Return by how many quarters the die is turned: a straight may as well lie by half, a crossing by any quarter."""
    return die.quarter + {STRAIGHT: 2, CROSSING: 1}.get(die.value, 4) * int(rng.integers(4))


def _state(road: Sequence[RoadDie], laid: Sequence[Spot], loose: int) -> dict[str, Any]:
    """Return the truth: cells from the road's first die, directions along its axes nearest to the table's."""
    angle = float(np.mean([spot.angle_deg for spot in laid]))
    quarter = round(angle / 90)  # drift may carry the road past 45 degrees
    cells = [_cell(die, quarter) for die in road]
    return {"cells": cells, "loose": loose, "grid_angle_deg": round(angle - 90 * quarter, 2)}


def _cell(die: RoadDie, quarter: int) -> dict[str, Any]:
    turned: npt.NDArray[np.int64] = np.rint(turn(2, 90 * quarter)[:2, :2] @ die.cell).astype(np.int64)
    return {
        "x": int(turned[0]),
        "y": int(turned[1]),
        "face": FACES[die.value - 1],
        "ports": ["NESW"[port] for port in sorted((port + quarter) % 4 for port in die.ports)],
        "arrow": None if die.arrow is None else "NESW"[(die.arrow + quarter) % 4],
    }
