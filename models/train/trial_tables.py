"""Tables for the trials: tidy ones that are read without doubt, and what lamp, lens and people do to them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.render import Scene, corner_cards, render
from vision.render_camera import Camera, turn
from vision.render_cover import CLEAN, Cover, Glare, Haze, OnTop, Shadow, Trouble, troubled
from vision.render_dice import Die
from vision.render_faces import Colour, Image
from vision.render_random import random_colour, random_scene

Rng = np.random.Generator

SIZES_PX: Final = ((1640, 1232), (1920, 1080), (2304, 1296))
COLOURS: Final = ("white", "white", "black", "red", "blue", "green", "yellow")
APART_MM: Final = 28.0
INK: Final = 16.0  # grey levels: real ink is not quite black


@dataclass(frozen=True, slots=True)
class Trial:
    """A picture with its scene; `touched` are the dice that the trouble concerns."""

    scene: Scene
    image: Image
    touched: tuple[Die, ...] = ()


def tidy_table(seed: int) -> Scene:
    """Return a table seen from above: four cards, three to ten dice of one or two sets, any cloth, even light."""
    rng = np.random.default_rng([seed, 77])
    width, height = SIZES_PX[int(rng.integers(len(SIZES_PX)))]
    dressed = random_scene(seed, width, height, oblique=0)
    wide = float(rng.uniform(380, 620))
    deep = min(0.72 * wide, height / width * (wide + 110) - 110)
    focal = width * float(rng.uniform(0.8, 1.1))
    x, y, tilt_x, tilt_y, roll = (float(rng.normal(0, size)) for size in (6, 6, 1, 1, 2))
    camera = Camera(width, height, focal, x, y, focal * (wide + 110) / width, tilt_x, tilt_y, roll)
    lens = replace(dressed.lens, glare=0.0, motion_px=0.0, blur_px=min(dressed.lens.blur_px, 0.9), gradient=0.2)
    dice = _dice(rng, wide, deep)
    return Scene(camera, dressed.cloth, dressed.lamp, lens, dice, (), corner_cards(wide, deep), (), seed=seed)


def _dice(rng: Rng, wide: float, deep: float) -> tuple[Die, ...]:
    """Dice anywhere between the cards, a die's diagonal and more apart."""
    sets = [_die_like(rng) for _ in range(int(rng.integers(1, 3)))]
    count, dice = int(rng.integers(3, 11)), list[Die]()
    for _ in range(400):
        x, y = rng.uniform([25 - wide / 2, 25 - deep / 2], [wide / 2 - 25, deep / 2 - 25])
        in_corner = abs(x) > wide / 2 - 55 and abs(y) > deep / 2 - 55
        if len(dice) < count and not in_corner and all(np.hypot(x - d.x_mm, y - d.y_mm) > APART_MM for d in dice):
            like, angle = sets[int(rng.integers(len(sets)))], float(rng.uniform(0, 360))
            dice.append(replace(like, value=int(rng.integers(1, 7)), x_mm=float(x), y_mm=float(y), angle_deg=angle))
    return tuple(dice)


def _die_like(rng: Rng) -> Die:
    name = COLOURS[int(rng.integers(len(COLOURS)))]
    body, ink = random_colour(rng, name), 25.0 if name in {"white", "yellow"} else 230.0
    plain = Die(1, name, size_mm=float(rng.choice([14, 15, 16, 16, 18, 19])))
    return replace(plain, look=replace(plain.look, body=body, ink=(ink, ink, ink), edge=float(rng.uniform(0.1, 0.3))))


class Table:
    """A tidy table, drawn once; each of its methods gives a picture of it with one trouble, the same every time."""

    def __init__(self, seed: int) -> None:
        self.scene = tidy_table(seed)
        self.clean = render(replace(self.scene, lens=CLEAN))
        self._seed = seed

    def with_troubles(self, *troubles: Trouble, touched: tuple[Die, ...] = ()) -> Trial:
        """Return the table with these troubles."""
        return Trial(self.scene, troubled(self.clean, self.scene, troubles), touched)

    def exposed(self, white: float) -> Trial:
        """Return the table in light that makes its white cards so many grey levels bright; 255 and more saturates."""
        gain = white / 250
        printed = np.maximum(self.clean, INK).astype(np.uint8)
        lens = replace(self.scene.lens, gains=(gain, gain, gain), gradient=0.0)
        return Trial(self.scene, troubled(printed, replace(self.scene, lens=lens), ()), self.scene.dice)

    def blurred(self, defocus_mm: float = 0.0, motion_mm: float = 0.0) -> Trial:
        """Return the table out of focus, or moved, by so many millimetres."""
        scale = self.scene.camera.focal_px / self.scene.camera.height_mm
        way = float(self._rng().uniform(0, 180))
        soft = max(self.scene.lens.blur_px, defocus_mm * scale)
        lens = replace(self.scene.lens, blur_px=soft, motion_px=motion_mm * scale, motion_deg=way)
        return Trial(self.scene, troubled(self.clean, replace(self.scene, lens=lens), ()), self.scene.dice)

    def glare(self, radius_mm: float, strength: float) -> Trial:
        """Return the table with a lamp's reflection on one die."""
        die = self._one()
        return self.with_troubles(Glare(die.x_mm, die.y_mm, radius_mm, strength), touched=(die,))

    def shadow(self, light: float, half_mm: float) -> Trial:
        """Return the table with a hard shadow that comes in over its rim and ends on one die."""
        die, rng = self._one(), self._rng()
        way = turn(2, float(rng.uniform(0, 360)))[:2, :2]
        corners = np.array([[-20, -half_mm], [900, -1.2 * half_mm], [900, 1.2 * half_mm], [-20, half_mm]]) @ way.T
        placed = tuple((die.x_mm + float(x), die.y_mm + float(y)) for x, y in corners)
        return self.with_troubles(Shadow(placed, light), touched=(die,))

    def haze(self, blur_mm: float) -> Trial:
        """Return the table with a part around one die out of focus."""
        die = self._one()
        return self.with_troubles(Haze(die.x_mm, die.y_mm, 110.0, blur_mm), touched=(die,))

    def covered(self, kind: str, depth: float) -> Trial:
        """Return the table with something over one die, as far as `depth` die sides past its middle (-0.5..0.5)."""
        die, rng = self._one(), self._rng()
        angle = float(rng.uniform(0, 360))
        past = turn(2, angle)[:2, :2] @ (-depth * die.size_mm, float(rng.uniform(-0.2, 0.2)) * die.size_mm)
        wide = {"finger": 17.0, "card": 63.0}.get(kind, 80.0)
        at = (die.x_mm + float(past[0]), die.y_mm + float(past[1]))
        cover = Cover(kind, *at, angle, wide, die.size_mm + 2, _paint(rng, kind), self._seed)
        return self.with_troubles(cover, touched=(die,))

    def leaning(self, angle_deg: float) -> Trial:
        """Return the table with every second die leaning on an edge."""
        dice = tuple(replace(d, cocked_deg=angle_deg * (i % 2 == 0)) for i, d in enumerate(self.scene.dice))
        return self._redrawn(dice, dice[::2])

    def stacked(self) -> Trial:
        """Return the table with every second die on top of another one."""
        rng = self._rng()
        upper = tuple(replace(d, on_mm=d.size_mm) for d in self.scene.dice[::2])
        shifts = rng.normal(0, 1.5, (len(upper), 2))
        lower = [
            replace(d, x_mm=d.x_mm + dx, y_mm=d.y_mm + dy, on_mm=0.0, angle_deg=float(rng.uniform(0, 360)))
            for d, (dx, dy) in zip(upper, shifts.tolist(), strict=True)
        ]
        return self._redrawn((*lower, *self.scene.dice[1::2]), upper, *map(OnTop, upper))

    def cut_off(self) -> Trial:
        """Return the table cut so that the picture's left edge goes through one die's upper face."""
        die = min(self.scene.dice, key=lambda d: d.x_mm)
        outline = self.scene.camera.project(die.outline_mm())
        left = int(outline[:, 0].min() + self._rng().uniform(0.15, 0.85) * np.ptp(outline[:, 0]))
        whole = self.with_troubles().image
        camera = self.scene.camera
        moved = _Shifted(**{name: getattr(camera, name) for name in Camera.__slots__}, left_px=left)
        return Trial(replace(self.scene, camera=moved), np.ascontiguousarray(whole[:, left:]), (die,))

    def _redrawn(self, dice: tuple[Die, ...], touched: tuple[Die, ...], *troubles: Trouble) -> Trial:
        scene = replace(self.scene, dice=dice)
        return Trial(scene, troubled(render(replace(scene, lens=CLEAN)), scene, troubles), touched)

    def _one(self) -> Die:
        return self.scene.dice[int(self._rng().integers(len(self.scene.dice)))]

    def _rng(self) -> Rng:
        return np.random.default_rng([self._seed, 3])


@dataclass(frozen=True, slots=True)
class _Shifted(Camera):
    """A camera whose picture lacks some columns at its left."""

    left_px: int = 0

    def project(self, points_mm: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Return picture pixels, shape (N, 2), of points as (x, y, height) in millimetres."""
        pixels: npt.NDArray[np.float64] = Camera.project(self, points_mm) - [self.left_px, 0]
        return pixels


def _paint(rng: Rng, kind: str) -> Colour:
    low, high = {"finger": ((90, 120, 160), (150, 180, 235)), "card": ((200,) * 3, (250,) * 3)}.get(
        kind, ((20,) * 3, (220,) * 3)
    )
    blue, green, red = rng.uniform(low, high).tolist()
    return blue, green, red


Make = Callable[[Table], Trial]

LIGHT: Final[Mapping[str, tuple[str, Make]]] = {
    "good light": ("", lambda t: t.with_troubles()),
    "white at 110": ("", lambda t: t.exposed(110)),
    "white at 60": ("dark", lambda t: t.exposed(60)),
    "white at 30": ("dark", lambda t: t.exposed(30)),
    "exposed 1.5 times": ("", lambda t: t.exposed(375)),
    "exposed 6 times": ("bright", lambda t: t.exposed(1500)),
    "exposed 10 times": ("bright", lambda t: t.exposed(2500)),
    "a shimmer": ("", lambda t: t.glare(40, 0.5)),
    "glare, 20 mm": ("glare", lambda t: t.glare(20, 2.5)),
    "glare, 40 mm": ("glare", lambda t: t.glare(40, 2.5)),
    "shadow of an arm, 0.5 of the light left": ("", lambda t: t.shadow(0.5, 35)),
    "shadow of an arm, 0.3": ("shadow", lambda t: t.shadow(0.3, 35)),
    "shadow of an arm, 0.12": ("shadow", lambda t: t.shadow(0.12, 35)),
    "shadow of a body, 0.12": ("shadow", lambda t: t.shadow(0.12, 150)),
    "0.6 mm out of focus": ("", lambda t: t.blurred(0.6)),
    "1.6 mm out of focus": ("blur", lambda t: t.blurred(1.6)),
    "3 mm out of focus": ("blur", lambda t: t.blurred(3.0)),
    "moved by 2 mm": ("", lambda t: t.blurred(0, 2)),
    "moved by 5 mm": ("motion", lambda t: t.blurred(0, 5)),
    "moved by 8 mm": ("motion", lambda t: t.blurred(0, 8)),
    "a part 2.5 mm out of focus": ("blur", lambda t: t.haze(2.5)),
}
"""What is tried on every table, and the caution that is right; "" where nothing should be said."""

DOUBTS: Final[Mapping[str, Make]] = {
    "leaning 15 degrees": lambda t: t.leaning(15),
    "leaning 25 degrees": lambda t: t.leaning(25),
    "leaning 40 degrees": lambda t: t.leaning(40),
    "on top of another": lambda t: t.stacked(),
    "covered by a finger, a third": lambda t: t.covered("finger", -0.17),
    "covered by a finger, two thirds": lambda t: t.covered("finger", 0.17),
    "covered by a sleeve, a third": lambda t: t.covered("sleeve", -0.17),
    "covered by a card, a third": lambda t: t.covered("card", -0.17),
    "covered by a card, half": lambda t: t.covered("card", 0.0),
    "cut off by the picture's edge": lambda t: t.cut_off(),
    "2 mm out of focus": lambda t: t.blurred(2.0),
    "moved by 6 mm": lambda t: t.blurred(0, 6),
}
"""What is done to dice that must not be read surely and wrongly."""
