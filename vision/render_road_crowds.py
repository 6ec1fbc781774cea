"""Random tables where Line Dice lie in rows, for training: printed as the games are, or as owners draw them."""

from dataclasses import replace

import numpy as np

from vision.render import Scene
from vision.render_chance import chance
from vision.render_dice import Die
from vision.render_odd_sets import OddSet, odd_line_dice
from vision.render_random import random_scene

OBLIQUE = 0.2
DRAWN = 0.35  # of the tables show roads that an owner drew


def road_crowd(seed: int, width_px: int = 640, height_px: int = 640) -> Scene:
    """Make a table with a winding row of Line Dice, other dice and clutter beside it."""
    scene = random_scene(seed, width_px, height_px, OBLIQUE, rows=1.0)
    if not chance(np.random.default_rng([seed, 69]), DRAWN):
        return scene
    owned = odd_line_dice(seed)
    return replace(scene, dice=tuple(_drawn(die, owned, i) for i, die in enumerate(scene.dice)))


def _drawn(die: Die, owned: OddSet, number: int) -> Die:
    """Return a die of the owner's set in the place of a printed one; other dice stay."""
    if die.look.style != "roads":
        return die
    like = owned.die(die.value, number=number)
    return replace(die, colour=like.colour, look=like.look)
