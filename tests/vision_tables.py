"""Rendered tables of tiles with dice, for the tests of the readers: hand-laid, drifting, turned, with exact truth."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.render import Scene, corner_cards
from vision.render_camera import Camera, turn
from vision.render_dice import Die
from vision.render_faces import DieLook
from vision.render_random import random_colour, random_scene
from vision.render_tiles import Tile

COLOURS = ("white", "orange", "purple")
WIDE_PX, TALL_PX, FOCAL_PX = 1920, 1080, 1700

Cell = tuple[int, int]
Rng = np.random.Generator


@dataclass(frozen=True)
class _Lattice:
    """Cells of a group around the table's middle, turned; `at` gives millimetres."""

    cells: tuple[Cell, ...]
    pitch_mm: float
    turn_deg: float

    def at(self, cell: Cell) -> npt.NDArray[np.float64]:
        middle = np.mean(self.cells, axis=0)
        spot: npt.NDArray[np.float64] = turn(2, self.turn_deg)[:2, :2] @ ((np.array(cell) - middle) * self.pitch_mm)
        return spot


def hand_laid(seed: int, count: int = 9, stray: int = 0, down: int = 3, cards: bool = False) -> Scene:
    """A group of tiles at any angle, each with a die, the first `down` face down, and `stray` dice beside the group."""
    print(f"seed {seed}")  # noqa: T201 (a failing test shows it)
    rng = np.random.default_rng([seed, 5])
    dressed = random_scene(seed, WIDE_PX, TALL_PX, oblique=0)
    side = float(rng.uniform(57, 90))
    lattice = _Lattice(grown(rng, count), side + float(rng.uniform(0.5, 3)), float(rng.uniform(-44, 44)))
    tiles = _tiles(rng, lattice, side, down)
    dice = _dice(rng, lattice, tiles, stray)
    span = np.ptp([lattice.at(cell) for cell in lattice.cells], axis=0) + 2 * side
    far = float(max(span[0] / (WIDE_PX - 120), span[1] / (TALL_PX - 80), 0.25)) * FOCAL_PX * (1.25 if cards else 1.0)
    x, y = map(float, rng.normal(0, 10, 2))
    tilt_x, tilt_y, roll = map(float, rng.uniform(-3, 3, 3))
    camera = Camera(WIDE_PX, TALL_PX, FOCAL_PX, x, y, far, tilt_x, tilt_y, roll)
    seen = np.array([WIDE_PX, TALL_PX]) * far / FOCAL_PX
    lens = replace(dressed.lens, motion_px=0.0, blur_px=min(1.0, dressed.lens.blur_px))
    corners = corner_cards(*(seen - 110)) if cards else ()
    return Scene(camera, dressed.cloth, dressed.lamp, lens, dice, tiles, corners, (), seed=seed)


def grown(rng: Rng, count: int) -> tuple[Cell, ...]:
    """A connected group of cells, by edges or corners."""
    cells = [(0, 0)]
    while len(cells) < count:
        x, y = cells[int(rng.integers(len(cells)))]
        cell = (x + int(rng.integers(-1, 2)), y + int(rng.integers(-1, 2)))
        if cell not in cells:
            cells.append(cell)
    return tuple(cells)


def _tiles(rng: Rng, lattice: _Lattice, side: float, down: int) -> tuple[Tile, ...]:
    art = int(rng.integers(1000)) * 1000
    tiles = []
    for i, cell in enumerate(lattice.cells):
        x, y = lattice.at(cell) + rng.normal(0, 0.8, 2)
        angle = lattice.turn_deg + float(rng.normal(0, 1.3)) + 90 * int(rng.integers(4))
        tiles.append(Tile(float(x), float(y), art + i, 1 + i % 3, i >= down, i, cell, side, angle))
    return tuple(tiles)


def _dice(rng: Rng, lattice: _Lattice, tiles: tuple[Tile, ...], stray: int) -> tuple[Die, ...]:
    """A die on each tile, on the same part of each, and some beside the group."""
    size = float(rng.uniform(12, 18))
    looks = {name: _look(rng, name) for name in COLOURS}
    part = rng.uniform(-0.5, 0.5, 2) * (tiles[0].side_mm - 1.6 * size) * rng.integers(0, 2)
    dice = []
    for i, tile in enumerate(tiles):
        x, y = (tile.x_mm, tile.y_mm) + turn(2, tile.angle_deg)[:2, :2] @ (part + rng.normal(0, 1.2, 2))
        dice.append(_die(rng, i, size, (float(x), float(y)), 2.0, looks))
    around = [(x + dx, y + dy) for x, y in lattice.cells for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    free = [cell for cell in dict.fromkeys(around) if cell not in lattice.cells]
    for cell in free[:stray]:
        x, y = lattice.at(cell)
        dice.append(_die(rng, 0, size, (float(x), float(y)), 0.0, looks))
    return tuple(dice)


def _die(  # noqa: PLR0917
    rng: Rng, i: int, size: float, at: tuple[float, float], on_mm: float, looks: dict[str, DieLook]
) -> Die:
    name = COLOURS[i % 3]
    return Die(int(rng.integers(1, 7)), name, *at, size, float(rng.uniform(0, 360)), on_mm, 0.0, looks[name])


def _look(rng: Rng, name: str) -> DieLook:
    ink = (20.0, 20.0, 20.0) if name == "white" else (240.0, 240.0, 240.0)
    return DieLook(random_colour(rng, name), ink)
