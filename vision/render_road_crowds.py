"""Random tables where Line Dice lie in rows, for training: as games print them or owners draw them, not all flat."""

from dataclasses import replace

import numpy as np

from vision.render import Scene
from vision.render_chance import chance
from vision.render_dice import Die
from vision.render_odd_sets import OddSet, odd_line_dice
from vision.render_random import leaning_deg, random_scene

OBLIQUE = 0.2
DRAWN = 0.35  # of the tables show roads that an owner drew
SHAKEN = 0.4  # of the tables have dice that do not lie flat,
LEANING = 0.25  # of their Line Dice
RAISED = 0.3  # of a side: how high the lower edge of such a die may lie, on whatever it leans on
Rng = np.random.Generator


def road_crowd(seed: int, width_px: int = 640, height_px: int = 640) -> Scene:
    """Make a table with a winding row of Line Dice, other dice and clutter beside it."""
    scene = random_scene(seed, width_px, height_px, OBLIQUE, rows=1.0)
    rng, dice = np.random.default_rng([seed, 69]), scene.dice
    if chance(rng, DRAWN):
        owned = odd_line_dice(seed)
        dice = tuple(_drawn(die, owned, i) for i, die in enumerate(dice))
    if chance(rng, SHAKEN):
        dice = tuple(_shaken(die, rng) for die in dice)
    return replace(scene, dice=dice)


def _shaken(die: Die, rng: Rng) -> Die:
    """Return a Line Die that may lean to any side; other dice stay."""
    if die.look.style != "roads" or not chance(rng, LEANING):
        return die
    raised, side = float(rng.uniform(0, RAISED)) * die.size_mm, float(rng.choice([-1, 1]))
    return replace(die, cocked_deg=side * leaning_deg(rng), on_mm=die.on_mm + raised)


def _drawn(die: Die, owned: OddSet, number: int) -> Die:
    """Return a die of the owner's set in the place of a printed one; other dice stay."""
    if die.look.style != "roads":
        return die
    like = owned.die(die.value, number=number)
    return replace(die, colour=like.colour, look=like.look)
