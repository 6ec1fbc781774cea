"""Random tables of dice whose faces say no value, for training: a reader must be in doubt about them.

Tallies and signs of `render_odd_faces` are not among them: whether such sets can be taught is tried on these.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from vision.render import Scene
from vision.render_chance import chance
from vision.render_faces import DieLook
from vision.render_pen import Points, random_pen
from vision.render_random import random_scene

RUNES = 0.8  # of the sets that other tables have
Rng = np.random.Generator

# letters and signs that look like no digit, whichever way they are turned
LETTERS = (
    (((0, 1), (0.5, 0)), ((0.5, 0), (1, 1)), ((0.2, 0.62), (0.8, 0.62))),
    (((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 0.5), (0.75, 0.5))),
    (((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 0.5), (1, 0.5))),
    (((0, 0), (0, 1)), ((1, 0), (0, 0.55)), ((0.3, 0.4), (1, 1))),
    (((0, 0), (0, 1)), ((0, 0), (0.8, 0.02), (0.95, 0.25), (0.8, 0.5), (0, 0.52)), ((0.4, 0.52), (1, 1))),
    (((0.5, 0), (0.5, 1)), ((0, 0), (1, 0))),
    (((0, 0), (1, 1)), ((1, 0), (0, 1))),
    (((0, 0), (0.5, 0.5)), ((1, 0), (0.5, 0.5)), ((0.5, 0.5), (0.5, 1))),
    (((0, 0), (0.5, 1)), ((0.5, 1), (1, 0))),
    (((0, 0), (0, 1)), ((0, 0), (0.7, 0.05), (1, 0.5), (0.7, 0.95), (0, 1))),
    (((0, 0), (0, 0.7), (0.5, 1), (1, 0.7), (1, 0)),),
    (((0.95, 0.2), (0.6, 0), (0.1, 0.3), (0.1, 0.7), (0.6, 1), (0.95, 0.8)),),
    (((0.5, 0), (1, 0.5)), ((1, 0.5), (0.5, 1)), ((0.5, 1), (0, 0.5)), ((0, 0.5), (0.5, 0))),
    (((0, 1), (1, 1)), ((1, 1), (0.5, 0)), ((0.5, 0), (0, 1))),
    (((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (0, 1)), ((0, 1), (0, 0))),
    (((0.5, 0), (0.5, 1)), ((0, 0.5), (1, 0.5)), ((0.1, 0.1), (0.9, 0.9)), ((0.9, 0.1), (0.1, 0.9))),
    (((0.5, 0), (0.95, 0.3), (0.95, 0.7), (0.5, 1), (0.05, 0.7), (0.05, 0.3), (0.5, 0)),),
)


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
    pen = replace(pen, strokes=rune_strokes, heavy=float(rng.uniform(0.1, 0.17)), thin=max(0.6, pen.thin), hollow=False)
    return replace(look, style="runes", digit=replace(look.digit, drawn=pen))


def rune_strokes(seed: int, value: int, serifs: bool) -> Iterator[Points]:
    """Yield the strokes of a letter, of bars or of a scrawl, (N, 2), for a pen to draw; `serifs` are for digits."""
    del serifs
    rng = np.random.default_rng([seed, value, 7])
    kind = int(rng.integers(3))
    if kind == 0:
        yield from _bars(rng)
    elif kind == 1:
        yield from map(np.array, LETTERS[int(rng.integers(len(LETTERS)))])
    else:
        for _ in range(int(rng.integers(1, 4))):
            scrawl = rng.uniform(0, 1, (int(rng.integers(3, 6)), 2))
            yield np.asarray((scrawl - scrawl.min(axis=0)) / np.ptp(scrawl, axis=0), np.float64)


def _bars(rng: Rng) -> Iterator[Points]:
    """Yield two to four bars side by side, now and then one across them or at either end."""
    for x in np.linspace(0, 1, int(rng.integers(2, 5))):
        yield np.array([(x, 0), (x, 1)])
    if chance(rng, 0.3):
        high, low = rng.uniform(0, 1, 2)
        yield np.array([(-0.1, high), (1.1, low)])
    if chance(rng, 0.3):
        yield np.array([(-0.1, 0.0), (1.1, 0.0)])
        yield np.array([(-0.1, 1.0), (1.1, 1.0)])
