"""Rendered tables of tiles with dice, for the tests of the readers: hand-laid, drifting, turned, with exact truth."""

from dataclasses import replace

import numpy as np

from vision.render import Scene, corner_cards
from vision.render_camera import Camera, turn
from vision.render_dice import Die
from vision.render_random import random_colour, random_scene
from vision.render_faces import DieLook
from vision.render_tiles import Tile

DICE = ("white", "orange", "purple")


def hand_laid(seed: int, count: int = 9, stray: int = 0, down: int = 3) -> Scene:
    """A group of `count` tiles at any angle, each with a die, the first `down` face down, and `stray` dice beside it."""
    rng = np.random.default_rng([seed, 5])
    dressed = random_scene(seed, 1920, 1080, oblique=0)
    side = float(rng.uniform(57, 90))
    cells = _grown(rng, count)
    turn_deg = float(rng.uniform(-44, 44))
    pitch = side + float(rng.uniform(0.5, 3))
    middle = np.mean(cells, axis=0)
    space = np.ptp((np.array(cells) - middle) @ turn(2, turn_deg)[:2, :2].T * pitch, axis=0) + 2 * side
    camera = Camera(1920, 1080, 1700, *rng.normal(0, 10, 2), float(max(space[0] / 1800, space[1] / 1000, 0.25) * 1700), *rng.uniform(-3, 3, 2), float(rng.uniform(-5, 5)))
    art = int(rng.integers(1000)) * 1000
    looks = {name: _look(rng, name) for name in DICE}
    size = float(rng.uniform(12, 18))
    space_for_die = rng.uniform(-0.5, 0.5, 2) * (side - 1.6 * size) * rng.integers(0, 2)
    tiles, dice = [], []
    for i, cell in enumerate(cells):
        x, y = turn(2, turn_deg)[:2, :2] @ ((np.array(cell) - middle) * pitch) + rng.normal(0, 0.8, 2)
        angle = turn_deg + float(rng.normal(0, 1.3)) + 90 * int(rng.integers(4))
        tiles.append(Tile(float(x), float(y), art + i, 1 + i % 3, i >= down, i, cell, side, angle))
        at = np.array([x, y]) + turn(2, angle)[:2, :2] @ (space_for_die + rng.normal(0, 1.2, 2))
        name = DICE[i % 3]
        dice.append(Die(int(rng.integers(1, 7)), name, float(at[0]), float(at[1]), size, float(rng.uniform(0, 360)), 2.0, 0.0, looks[name]))
    around = [(x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (x + dx, y + dy) not in cells]
    for cell in around[:stray]:
        x, y = turn(2, turn_deg)[:2, :2] @ ((np.array(cell) - middle) * pitch)
        dice.append(Die(3, "white", float(x), float(y), size, float(rng.uniform(0, 360)), 0.0, 0.0, looks["white"]))
    cards = corner_cards(space[0] + 20, space[1]) if rng.random() < 0.5 else ()
    lens = replace(dressed.lens, motion_px=0.0, blur_px=min(1.0, dressed.lens.blur_px))
    return Scene(camera, dressed.cloth, dressed.lamp, lens, tuple(dice), tuple(tiles), cards, (), seed=seed)


def _grown(rng: np.random.Generator, count: int) -> list[tuple[int, int]]:
    """A connected group of cells, by edges or corners."""
    cells = [(0, 0)]
    while len(cells) < count:
        x, y = cells[int(rng.integers(len(cells)))]
        cell = (x + int(rng.integers(-1, 2)), y + int(rng.integers(-1, 2)))
        if cell not in cells:
            cells.append(cell)
    return cells


def _look(rng: np.random.Generator, name: str) -> DieLook:
    ink = (20.0, 20.0, 20.0) if name == "white" else (240.0, 240.0, 240.0)
    return DieLook(random_colour(rng, name), ink)
