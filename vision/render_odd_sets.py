"""An owner's odd dice from a seed: how they look, the photo that teaches them, and tables where they lie."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.render import Scene, corner_cards
from vision.render_camera import Camera
from vision.render_chance import chance
from vision.render_dice import Die
from vision.render_faces import COLOURS, FACE_PX, Colour, DieLook, Image
from vision.render_lines import road_scene
from vision.render_odd_faces import FONTS, KINDS, PIPS, SHAPES, OddLook, draw_odd, wear
from vision.render_odd_roads import ARROWS, LINES, OddRoad, arrow_as_printed, draw_odd_road
from vision.render_random import random_colour, random_scene

Rng = np.random.Generator

PICTURES_PX = ((1640, 1232), (1920, 1080), (2304, 1296), (1536, 2048))
TELLS = 70.0  # grey levels between body and ink, at least
FACES = 6


@dataclass(frozen=True, slots=True)
class OddSet:
    """One owner's dice: the name of their colour, how they are made and drawn, the share rubbed off, their side."""

    colour: str
    look: DieLook
    drawn: OddLook | OddRoad
    worn: float
    side_mm: float

    def die(self, value: int, at_mm: tuple[float, float] = (0.0, 0.0), angle_deg: float = 0.0, number: int = 0) -> Die:
        """Return a die of the set that shows a value, 1 to 6, of Line Dice straight, crossing, C0 to C3.

        Its `number` tells how it is worn.
        """
        look = replace(self.look, pictures=tuple(self._face(each, number) for each in range(1, FACES + 1)))
        return Die(value, self.colour, *at_mm, self.side_mm, angle_deg, look=look)

    def _face(self, value: int, number: int) -> Image:
        fresh = np.full((FACE_PX, FACE_PX, 3), self.look.body, np.uint8)
        face = fresh.copy()
        if isinstance(self.drawn, OddRoad):
            draw_odd_road(face, value, self.look.body, self.look.ink, self.drawn)
        else:
            draw_odd(face, value, self.look.ink, self.drawn)
        if self.worn:
            wear(face, fresh, self.worn, np.random.default_rng([self.drawn.seed, number, value]))
        return face


def odd_dice(seed: int) -> OddSet:
    """Return dice with odd digits, pips or signs, in any colours, often worn."""
    rng = np.random.default_rng([seed, 61])
    colour, body, ink = _colours(rng)
    odd = OddLook(
        str(rng.choice(list(KINDS), p=(0.35, 0.25, 0.1, 0.1, 0.05, 0.15))),
        str(rng.choice(list(SHAPES))),
        str(rng.choice(list(PIPS))),
        int(rng.integers(len(FONTS))),
        float(rng.uniform(0.8, 1.3)),
        float(rng.uniform(0.08, 0.2)),
        float(rng.uniform(0.16, 0.26)),
        float(rng.choice([1.0, 1.6, 2.4])),
        float(rng.uniform(0.42, 0.58)),
        seed,
    )
    return _made(rng, colour, DieLook(body, ink), odd)


def odd_line_dice(seed: int) -> OddSet:
    """Return Line Dice as an owner draws them: a bridge or a plus, lines and arrows of any shape, in any colours."""
    rng = np.random.default_rng([seed, 63])
    colour, body, ink = _colours(rng)
    corner = int(rng.choice([0, 0, 1, 2, 2, 3, 4]))
    road = OddRoad(
        float(rng.uniform(0.32, 0.4) if corner == 4 else rng.uniform(0.08, 0.32)),  # noqa: PLR2004 - on the road
        str(rng.choice(LINES)) if corner != 4 else "full",  # noqa: PLR2004
        float(rng.choice([0, rng.uniform(0.04, 0.1)])),
        str(rng.choice(list(ARROWS))),
        corner,
        float(rng.uniform(0.26, 0.33)),
        float(rng.uniform(0.18, 0.28)),
        float(rng.uniform(0.035, 0.06)),
        _other(rng, body) if chance(rng, 0.3) else None,
        float(rng.choice([0, 0.012, 0.025])),
        seed,
    )
    return _made(rng, colour, DieLook(body, ink, style="roads", road=arrow_as_printed(road)), road)


def _made(rng: Rng, colour: str, look: DieLook, drawn: OddLook | OddRoad) -> OddSet:
    edge, gloss = float(rng.uniform(0.05, 0.3)), float(rng.uniform(0, 0.8))
    worn = float(rng.choice([0, 0, rng.uniform(0.1, 0.3)])) * (0.5 if isinstance(drawn, OddRoad) else 1.0)
    return OddSet(colour, replace(look, edge=edge, gloss=gloss), drawn, worn, float(rng.uniform(12, 20)))


def _colours(rng: Rng) -> tuple[str, Colour, Colour]:
    """Return the name of the dice's colour, the colour, and one that can be seen on it."""
    name = str(rng.choice([*COLOURS, "white", "black"]))
    body = random_colour(rng, name)
    return name, body, _other(rng, body)


def _other(rng: Rng, body: Colour) -> Colour:
    while True:
        ink = random_colour(rng, str(rng.choice(list(COLOURS))))
        if abs(float(np.dot(np.subtract(ink, body), (0.11, 0.59, 0.3)))) > TELLS:
            return ink


def odd_lesson(owned: OddSet, seed: int, values: Sequence[int] = (1, 2, 3, 4, 5, 6)) -> Scene:
    """Return the photo that teaches a set: dice in rows of three; Line Dice upright, give or take some degrees."""
    rng = np.random.default_rng([seed, 65])
    pitch = owned.side_mm * float(rng.uniform(1.6, 3.0))
    rows, upright = -(-len(values) // 3), isinstance(owned.drawn, OddRoad)
    dice = []
    for i, value in enumerate(values):
        cell = np.array([i % 3 - 1, i // 3 - (rows - 1) / 2])
        x, y = (cell * pitch + rng.normal(0, 0.08 * owned.side_mm, 2)).tolist()
        angle = float(rng.normal(0, 5)) if upright else float(rng.uniform(0, 360))
        dice.append(owned.die(value, (x, y), angle, i))
    return _dressed(rng, seed, dice, pitch * 3, far=float(rng.uniform(1.0, 1.7)), lesson=True)


def odd_table(owned: OddSet, seed: int, count: int = 8, others: Sequence[Die] = ()) -> Scene:
    """Return a table where so many dice of the set lie, thrown, and `others`, which get places of their own."""
    rng = np.random.default_rng([seed, 67])
    wide = float(rng.uniform(220, 420))
    dice: list[Die] = []
    for die in [*(owned.die(int(rng.integers(1, 7)), number=i) for i in range(count)), *others]:
        x, y = _free(rng, dice, wide, owned.side_mm)
        dice.append(replace(die, x_mm=x, y_mm=y, angle_deg=float(rng.uniform(0, 360))))
    return _dressed(rng, seed, dice, wide, far=1.0, lesson=False)


def odd_road_table(owned: OddSet, seed: int) -> Scene:
    """Return a road of these Line Dice with loose ones beside it."""
    scene = road_scene(seed)
    dice = [owned.die(die.value, (die.x_mm, die.y_mm), die.angle_deg, i) for i, die in enumerate(scene.dice)]
    sized = tuple(replace(die, size_mm=scene.dice[0].size_mm) for die in dice)
    return replace(scene, dice=sized)


def _free(rng: Rng, dice: Sequence[Die], wide: float, side: float) -> tuple[float, float]:
    """Return a place a die's diagonal and more from the others."""
    while True:
        x, y = (rng.uniform(-0.5, 0.5, 2) * (wide, 0.5 * wide)).tolist()
        if all(np.hypot(x - d.x_mm, y - d.y_mm) > 1.55 * max(side, d.size_mm) for d in dice):
            return x, y


def _dressed(rng: Rng, seed: int, dice: Sequence[Die], wide: float, far: float, *, lesson: bool) -> Scene:
    """Return the scene around the dice: any cloth, lamp, camera and lens; corner cards around half of the tables."""
    size = PICTURES_PX[int(rng.integers(len(PICTURES_PX)))]
    dressed = random_scene(seed + 1, *size, oblique=0)
    carded = not lesson and chance(rng, 0.5)
    span = wide + 40 + 120 * carded
    focal = size[0] * float(rng.uniform(0.9, 1.3))
    high = focal * span / size[0] * far
    tilt_x, tilt_y = (float(v) for v in rng.normal(0, 3 if lesson else 5, 2))
    back = high * np.tan(np.radians([tilt_y, -tilt_x]))
    camera = Camera(*size, focal, float(back[0]), float(back[1]), high, tilt_x, tilt_y, float(rng.normal(0, 4)))
    bright: npt.NDArray[np.float64] = np.array(dressed.lens.gains) * float(rng.uniform(0.85, 1.25))
    blue, green, red = bright.tolist()
    lens = replace(dressed.lens, gains=(blue, green, red), motion_px=0.0, blur_px=min(1.3, dressed.lens.blur_px))
    if lesson:  # people teach in fair light
        lens = replace(lens, glare=0.0, blur_px=min(0.8, lens.blur_px), gradient=min(0.3, lens.gradient))
    cards = corner_cards(wide + 60, 0.62 * wide + 60) if carded else ()
    return Scene(camera, dressed.cloth, dressed.lamp, lens, tuple(dice), (), cards, (), seed=seed)
