"""Random tables where dice lie in blocks, side by side, for training: pips and digits, seen from above and aslant."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from vision.render import Scene
from vision.render_camera import Camera
from vision.render_chance import chance
from vision.render_dice import Die
from vision.render_random import random_look, random_scene

OBLIQUE = 0.4
CLEAR = 0.35  # of the sets let light through
DIGITS = 0.45  # of the sets bear digits
KEPT = 0.85  # of the places in a block that hold a die
Rng = np.random.Generator


def dice_crowd(seed: int, width_px: int = 640, height_px: int = 640) -> Scene:
    """Make a table with one to four blocks of touching dice, other dice and clutter beside them."""
    scene = random_scene(seed, width_px, height_px, OBLIQUE, rows=0.0)
    rng = np.random.default_rng([seed, 71])
    size_mm = float(np.median([die.size_mm for die in scene.dice])) if scene.dice else 16.0
    sets = [_owned(rng) for _ in range(int(rng.integers(1, 4)))]
    placed: list[Die] = []
    for _ in range(int(rng.integers(1, 5))):
        block = list(_block(rng, scene.camera, sets, size_mm))
        if all(_apart(die, other) for die in block for other in placed):
            placed += block
    loose = [die for die in scene.dice if all(_apart(die, other) for other in placed)]
    return replace(scene, dice=(*loose, *placed))


def _owned(rng: Rng) -> Die:
    """Return a die of a random set: more often clear, or with digits, than on other tables."""
    name, look = random_look(rng)
    clear = float(rng.uniform(0.2, 0.9)) if chance(rng, CLEAR) else 0.0
    return Die(1, name, look=replace(look, style="digits" if chance(rng, DIGITS) else "pips", clear=clear))


def _block(rng: Rng, camera: Camera, sets: list[Die], size_mm: float) -> Iterator[Die]:
    """Yield dice on a grid that is laid by hand, of one set or of all of them; some places stay empty."""
    middle = camera.on_table([rng.uniform(0.15, 0.85, 2) * (camera.width_px, camera.height_px)])[0]
    angle, step = float(rng.uniform(0, 360)), size_mm * float(rng.uniform(1.0, 1.08))
    right = step * np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    down = np.array([-right[1], right[0]])
    own = sets if chance(rng, 0.5) else [sets[int(rng.integers(len(sets)))]]
    for column, row in np.ndindex(int(rng.integers(2, 6)), int(rng.integers(1, 5))):
        if not chance(rng, KEPT):
            continue
        x, y = middle + column * right + row * down + rng.normal(0, 0.015 * size_mm, 2)
        turn = angle + 90 * int(rng.integers(4)) + float(rng.normal(0, 1.5))
        like = own[int(rng.integers(len(own)))]
        value = int(rng.integers(1, 7))
        yield replace(like, value=value, x_mm=float(x), y_mm=float(y), size_mm=size_mm, angle_deg=turn)


def _apart(one: Die, other: Die) -> bool:
    """Tell whether two dice keep more than a diagonal between their middles."""
    return bool(np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) > 0.72 * (one.size_mm + other.size_mm))
