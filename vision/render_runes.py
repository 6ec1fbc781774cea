"""Random tables of dice whose faces say no value, for training: a reader must be in doubt about them."""

from dataclasses import replace

import numpy as np

from vision.render import Scene
from vision.render_chance import chance
from vision.render_faces import DieLook
from vision.render_pen import random_pen
from vision.render_random import random_scene

RUNES = 0.8  # of the sets that other tables have
Rng = np.random.Generator


def rune_scene(seed: int, width_px: int = 640, height_px: int = 640) -> Scene:
    """Make a table where most sets of dice bear letters, bars and scrawls."""
    scene = random_scene(seed, width_px, height_px, rows=0.0)
    rng = np.random.default_rng([seed, 73])
    looks = list(dict.fromkeys(die.look for die in scene.dice))
    changed = {look: _with_runes(rng, look) for look in looks if chance(rng, RUNES)}
    return replace(scene, dice=tuple(replace(die, look=changed.get(die.look, die.look)) for die in scene.dice))


def _with_runes(rng: Rng, look: DieLook) -> DieLook:
    # a heavier pen would make blots of them, which are like a large one-pip, and a finer one nothing that can be seen
    pen = random_pen(rng)
    pen = replace(pen, runes=True, heavy=float(rng.uniform(0.1, 0.17)), thin=max(0.6, pen.thin), hollow=False)
    return replace(look, style="runes", digit=replace(look.digit, drawn=pen))
