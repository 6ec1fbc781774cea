"""Films of a table: hands reach in and leave another table behind, the light changes, the camera is bumped."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.render import Scene, render
from vision.render_camera import turn
from vision.render_cover import CLEAN, Cover, Shadow, Trouble, with_troubles
from vision.render_dice import draw_die, shade_under
from vision.render_faces import Colour, Image
from vision.render_lens import Lens, through_lens

Point = tuple[float, float]
Rng = np.random.Generator

RATE = 10  # pictures a second
GRAINS = 4  # so many noises take turns
SKINS: tuple[Colour, ...] = ((145, 175, 225), (90, 130, 190), (50, 75, 120), (190, 190, 60), (60, 60, 60))
"""Bare arms, a sleeve, a dark sleeve."""
ARM_MM = 72.0  # how wide a hand is
AWAY_MM = 420.0  # how far off its tip is when it is out of the picture


@dataclass(frozen=True, slots=True)
class Act:
    """What happens next: a hand reaches to `reach_mm` (None: no hand) and leaves `scene` behind, which then rests.

    The hand stays there for `stay` pictures, comes from `from_deg`, and is out for `rest` pictures. Without a hand the
    picture fades to the new one in `fade` pictures (0: at once, as when the camera is bumped). `troubles` lie over the
    table until the next act.
    """

    scene: Scene
    reach_mm: Point | None = None
    stay: int = 3
    from_deg: float = 90.0
    rest: int = 15
    fade: int = 0
    troubles: tuple[Trouble, ...] = ()


def table_picture(scene: Scene) -> Image:
    """Draw a scene without its lens; unlike in `render` each die has the same sides whatever lies there besides."""
    image = render(replace(scene, dice=(), lens=CLEAN))
    mask = np.ones(image.shape[:2], np.float32)
    for die in scene.dice:
        shade_under(mask, die, scene.camera, scene.lamp)
    scale = scene.camera.focal_px / scene.camera.height_mm
    image[:] = image * cv2.GaussianBlur(mask, (0, 0), max(0.5, scene.lamp.softness_mm * scale))[..., None]
    eye = scene.camera.position[:2]
    for die in sorted(scene.dice, key=lambda d: -float(np.hypot(d.x_mm - eye[0], d.y_mm - eye[1]))):
        sides = np.random.default_rng([scene.seed, round(100 * die.size_mm), die.value])
        draw_die(image, die, scene.camera, scene.lamp, sides)
    return image


class _Film:
    """The arm that is seen in one film, and the grain of its sensor."""

    def __init__(self, lens: Lens, shape: tuple[int, ...], rng: Rng) -> None:
        self._rng = rng
        bright = np.array(SKINS[int(rng.integers(len(SKINS)))]) * lens.gains
        self.skin: Colour = tuple(bright.tolist())
        self._grains = [lens.noise * rng.standard_normal(shape, np.float32) for _ in range(GRAINS)]
        self._count = 0

    def shot(self, shown: "_Shown", more: Sequence[Trouble] = ()) -> Image:
        """Return a picture with more lying over it."""
        light = with_troubles(shown.picture, shown.act.scene, [*shown.act.troubles, *more])
        self._count += 1
        return np.asarray(np.clip(light + self._grains[self._count % GRAINS], 0, 255), np.uint8)

    def resting(self, shown: "_Shown", count: int) -> Iterator[Image]:
        """Yield pictures of a table at rest."""
        few = [self.shot(shown) for _ in range(min(GRAINS, count))]
        for number in range(count):
            yield few[number % len(few)]

    def fading(self, before: "_Shown", after: "_Shown") -> Iterator[Image]:
        """Yield pictures that lead from one to the other."""
        first, last = self.shot(before), self.shot(after)
        for number in range(after.act.fade):
            share = (number + 1) / (after.act.fade + 1)
            yield np.asarray(cv2.addWeighted(first, 1 - share, last, share, 0), np.uint8)

    def reaching(self, before: "_Shown", after: "_Shown") -> Iterator[Image]:
        """Yield a hand that comes, stays, and goes by the same way; while it stays one table takes the other's place.

        What is over the table besides changes with the table.
        """
        act = after.act
        way = _way(act, int(self._rng.integers(6, 10)))
        shaken = [np.asarray(way[-1]) + self._rng.normal(0, 1.5, 2) for _ in range(act.stay)]
        path = [*way, *shaken, *way[::-1]]
        for number, (x, y) in enumerate(path):
            shown = before if number < len(way) + act.stay // 2 else after
            yield self.shot(shown, _hand((float(x), float(y)), act.from_deg, self.skin, act.scene.seed))


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """An act and its table as the lens sees it, without grain."""

    act: Act
    picture: Image


def film(acts: Sequence[Act], seed: int = 0) -> Iterator[Image]:
    """Yield the pictures, BGR uint8 (H, W, 3), `RATE` a second; the first act is how the table lies at the beginning.

    The same acts and seed give the same film.
    """
    before = _shown(acts[0])
    made = _Film(acts[0].scene.lens, before.picture.shape, np.random.default_rng([seed, 71]))
    yield from made.resting(before, acts[0].rest)
    for act in acts[1:]:
        after = replace(before, act=act) if act.scene == before.act.scene else _shown(act)
        yield from made.fading(before, after) if act.reach_mm is None else made.reaching(before, after)
        yield from made.resting(after, act.rest)
        before = after


def _shown(act: Act) -> _Shown:
    lens = replace(act.scene.lens, noise=0.0)
    return _Shown(act, through_lens(table_picture(act.scene), lens, np.random.default_rng(0)))


def _way(act: Act, steps: int) -> list[npt.NDArray[np.float64]]:
    """Return the points that the hand's tip comes by, from outside to where it reaches, slower towards the end."""
    assert act.reach_mm is not None  # noqa: S101 (told apart by the caller)
    target, out = np.array(act.reach_mm), turn(2, act.from_deg)[:2, 0] * AWAY_MM
    shares = np.linspace(1, 0, steps, endpoint=False) ** 1.5
    return [target + out * share for share in shares]


def _hand(tip: Point, angle_deg: float, skin: Colour, seed: int) -> list[Trouble]:
    """Return a hand with four fingers, its arm, and the soft shadow beside it."""
    turned = turn(2, angle_deg)[:2, :2]
    spots = [np.array(tip) + turned @ (back, across) for back, across in ((8, -27), (0, -9), (2, 9), (12, 27))]
    fingers = [Cover("finger", float(x), float(y), angle_deg, 15.0, 25.0, skin, seed) for x, y in spots]
    x, y = np.array(tip) + turned @ (45.0, 0.0)
    arm = Cover("sleeve", float(x), float(y), angle_deg, ARM_MM, 45.0, skin, seed)
    outline = np.array([[0, -40], [500, -45], [500, 45], [0, 40]]) @ turned.T + tip + (14.0, 20.0)
    corners = tuple((float(a), float(b)) for a, b in outline)
    return [Shadow(corners, 0.72, 9.0), *fingers, arm]


def write_film(pictures: Iterator[Image], path: str) -> int:
    """Write the pictures as a video file; return how many there were."""
    writer: cv2.VideoWriter | None = None
    count = 0
    for count, picture in enumerate(pictures, 1):  # noqa: B007 (counted)
        if writer is None:
            size = (picture.shape[1], picture.shape[0])
            writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"mp4v"), RATE, size)
        writer.write(picture)
    if writer is not None:
        writer.release()
    return count
