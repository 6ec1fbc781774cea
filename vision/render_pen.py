"""Digits of types nobody cut: drawn with a broad pen along strokes that differ from set to set, for training."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.render_chance import chance

Image = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]
Rng = np.random.Generator
Strokes = Callable[[int, int, bool], Iterator[Points]]  # of a set's seed and a value, with serifs or without

CANVAS: Final = (220, 200)
TALL: Final = 100.0  # a digit's height on its canvas, without what the pen adds
MIDDLE: Final = (100.0, 110.0)
WAVER: Final = 0.03  # of its height: how far a set's points lie off the usual ones
STEPS: Final = 8  # pieces of a curve between two points


def digit_strokes(seed: int, value: int, serifs: bool) -> Iterator[Points]:
    """Yield the strokes of one set's digit, (N, 2), as they are before a pen wavers."""
    yield from STROKES[value](np.random.default_rng([seed, 7]), serifs)


@dataclass(frozen=True, slots=True)
class PenDigits:
    """One set's digits: which strokes they are made of (`seed`), and the pen.

    `heavy` and `wide` are shares of a digit's height; `thin` is the pen's lesser width against the greater, `turn_deg`
    how it is held; `square` pens have corners. `serifs`: strokes end in bars and balls. `slant` leans to the right.
    `hollow` digits are only outlined. `strokes` tells what is drawn, where that is no digit.
    """

    seed: int
    heavy: float = 0.14
    wide: float = 0.6
    thin: float = 1.0
    turn_deg: float = 0.0
    square: bool = False
    serifs: bool = False
    slant: float = 0.0
    hollow: bool = False
    strokes: Strokes = digit_strokes

    def __call__(self, value: int) -> Image:
        """Return the ink of a digit, 1 to 6, on a canvas of its own."""
        canvas = np.zeros(CANVAS, np.uint8)
        nib = self._nib()
        for stroke in self._strokes(value):
            placed = (stroke - 0.5) * [self.wide * TALL, TALL]
            placed[:, 0] -= self.slant * placed[:, 1]
            _draw(canvas, placed + MIDDLE, nib)
        if not self.hollow:
            return canvas
        rim = max(3, round(0.3 * self.heavy * TALL) | 1)
        return np.asarray(canvas - cv2.erode(canvas, np.ones((rim, rim), np.uint8)), np.uint8)

    def _nib(self) -> Points:
        angles = np.arange(4) * np.pi / 2 + np.pi / 4 if self.square else np.arange(12) * np.pi / 6
        wide, high = self.heavy * TALL / 2, self.heavy * self.thin * TALL / 2
        shape = np.column_stack([np.cos(angles) * wide, np.sin(angles) * high]) * (np.sqrt(2) if self.square else 1)
        turn = np.radians(self.turn_deg)
        return np.asarray(shape @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]), np.float64)

    def _strokes(self, value: int) -> Iterator[Points]:
        """Yield the strokes of a value, (N, 2), in a unit square."""
        rng = np.random.default_rng([self.seed, value])
        for stroke in self.strokes(self.seed, value, self.serifs):
            waved = np.clip(stroke + rng.normal(0, WAVER, stroke.shape), 0, 1)
            yield _curve(waved) if len(stroke) > 2 else waved  # noqa: PLR2004 - two points are a straight line


def random_pen(rng: Rng) -> PenDigits:
    """Return a set's digits."""
    even = chance(rng, 0.5)
    return PenDigits(
        int(rng.integers(1 << 30)),
        heavy=float(rng.uniform(0.08, 0.28)),
        wide=float(rng.uniform(0.45, 0.85)),
        thin=1.0 if even else float(rng.uniform(0.2, 0.9)),
        turn_deg=float(rng.choice([0, 0, rng.uniform(-45, 45)])),
        square=chance(rng, 0.4),
        serifs=chance(rng, 0.5),
        slant=float(rng.choice([0, 0, rng.uniform(-0.1, 0.35)])),
        hollow=chance(rng, 0.08),
    )


def _draw(canvas: Image, path: Points, nib: Points) -> None:
    for start, stop in pairwise(path):
        swept = np.vstack([nib + start, nib + stop]) * 16
        cv2.fillConvexPoly(canvas, cv2.convexHull(np.round(swept).astype(np.int32)), 255, cv2.LINE_AA, 4)


def _curve(points: Points) -> Points:
    """Return a smooth curve through points (N, 2): Catmull and Rom's cubic (1974); corners are points given twice."""
    ends = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    share = np.linspace(0, 1, STEPS, endpoint=False)[:, None]
    parts = [_between(ends[at : at + 4], share) for at in range(len(points) - 1)]
    return np.vstack([*parts, points[-1:]])


def _between(four: Points, share: Points) -> Points:
    """Return the cubic from the second of four points to the third, whose directions there are those of the others."""
    before, start, stop, after = four
    leave, arrive = (stop - before) / 2, (after - start) / 2
    square, cube = share**2, share**3
    one, two = (2 * cube - 3 * square + 1) * start, (3 * square - 2 * cube) * stop
    return np.asarray(one + two + (cube - 2 * square + share) * leave + (cube - square) * arrive, np.float64)


def _path(*points: tuple[float, float]) -> Points:
    return np.array(points, np.float64)


def _ball(x: float, y: float) -> Points:
    """Return a stroke as short as the pen is thick: where a curve ends in a drop."""
    return _path((x - 0.07, y), (x + 0.07, y), (x, y + 0.05), (x - 0.07, y))


def _one(rng: Rng, serifs: bool) -> Iterator[Points]:
    at = 0.5 + rng.uniform(-0.05, 0.1)
    yield _path((at, 0), (at, 1))
    if chance(rng, 0.85):
        low, left = rng.uniform(0.08, 0.35), rng.uniform(0.05, 0.3)
        yield _path((at, 0), (at - left / 2, low * rng.uniform(0.5, 0.9)), (at - left, low))
    if serifs or chance(rng, 0.25):
        reach = rng.uniform(0.18, 0.45)
        yield _path((at - reach, 1), (at + reach, 1))


def _two(rng: Rng, serifs: bool) -> Iterator[Points]:
    waist, start = rng.uniform(0.4, 0.6), rng.uniform(0.12, 0.32)
    bowl = ((0.04, start), (0.2, 0.06), (0.5, 0), (0.82, 0.07), (0.95, 0.27))
    if chance(rng, 0.5):
        yield _path(*bowl, (0.82, waist), (0.45, waist + 0.2), (0, 1))
    else:
        yield _path(*bowl, (0.85, waist), (0.5, waist + 0.17), (0.15, 0.82), (0, 1))
    yield _path((0, 1), (1, 1))
    if serifs:
        yield _ball(0.1, start)
        yield _path((1, 1), (1, 1 - rng.uniform(0.05, 0.2)))


def _three(rng: Rng, serifs: bool) -> Iterator[Points]:
    waist, inner = rng.uniform(0.4, 0.5), rng.uniform(0.25, 0.55)
    lower = ((0.75, waist + 0.05), (0.97, 0.7), (0.8, 0.93), (0.45, 1), (0.15, 0.95), (0, 0.8))
    if chance(rng, 0.25):
        yield _path((0.05, 0), (0.92, 0))
        yield _path((0.92, 0), (inner, waist - 0.02))
        yield _path((inner, waist - 0.02), *lower)
        return
    yield _path((0.04, 0.2), (0.2, 0.05), (0.5, 0), (0.82, 0.07), (0.9, 0.24), (0.75, waist - 0.07), (inner, waist))
    yield _path((inner, waist), *lower)
    if serifs:
        yield _ball(0.1, 0.2)
        yield _ball(0.08, 0.8)


def _four(rng: Rng, serifs: bool) -> Iterator[Points]:
    bar, stem = rng.uniform(0.55, 0.78), rng.uniform(0.6, 0.82)
    is_open = chance(rng, 0.3)
    left = rng.uniform(0.1, 0.4) if is_open else stem
    yield _path((left, 0), (0, bar))
    yield _path((0, bar), (1, bar))
    yield _path((stem, rng.uniform(0, 0.45) if is_open else 0), (stem, 1))
    if serifs:
        reach = rng.uniform(0.12, 0.25)
        yield _path((stem - reach, 1), (min(1, stem + reach), 1))


def _five(rng: Rng, serifs: bool) -> Iterator[Points]:
    top, left = rng.uniform(0.36, 0.5), rng.uniform(0.05, 0.2)
    yield _path((left + 0.05, 0), (rng.uniform(0.8, 0.95), 0))
    yield _path((left + 0.05, 0), (left, top + 0.05))
    yield _path(
        (left, top + 0.05), (0.5, top - 0.05), (0.85, top + 0.07), (0.98, 0.68), (0.8, 0.93), (0.42, 1), (0, 0.87)
    )
    if serifs:
        yield _ball(0.08, 0.84)


def _six(rng: Rng, serifs: bool) -> Iterator[Points]:
    top, end = rng.uniform(0.32, 0.45), rng.uniform(0.6, 0.92)
    right = ((0.85, top + 0.08), (0.98, 0.68), (0.83, 0.93), (0.5, 1), (0.16, 0.93), (0.02, 0.68))
    if chance(rng, 0.3):
        yield _path((end, 0), (0.3, 0.3), (0.02, 0.68))
    else:
        low = rng.uniform(0.02, 0.16)
        yield _path((end, low), (0.6, 0), (0.28, 0.08), (0.07, 0.35), (0.02, 0.68))
        if serifs:
            yield _ball(end - 0.05, low + 0.03)
    yield _path((0.02, 0.68), (0.18, top + 0.08), (0.52, top), *right)


STROKES: Final = {1: _one, 2: _two, 3: _three, 4: _four, 5: _five, 6: _six}
