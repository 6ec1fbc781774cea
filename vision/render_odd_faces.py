"""Faces as owners make or buy them: digits of any kind, pips that are no discs, signs of their own, all of it worn."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Colour = tuple[float, float, float]
Rng = np.random.Generator

FINE = 4  # drawn this much larger, then averaged
FONTS = (
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_PLAIN,
    cv2.FONT_HERSHEY_SIMPLEX | cv2.FONT_ITALIC,
)
ROMAN = ("I", "II", "III", "IV", "V", "VI")
SEGMENTS = ("bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc")  # of a seven-segment display, 1 to 6
ENDS = {"a": (0, 0, 1, 0), "b": (1, 0, 1, 1), "c": (1, 1, 1, 2), "d": (0, 2, 1, 2), "e": (0, 1, 0, 2)} | {
    "f": (0, 0, 0, 1),
    "g": (0, 1, 1, 1),
}
PIPS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "usual": (
        ((0, 0),),
        ((-1, -1), (1, 1)),
        ((-1, -1), (0, 0), (1, 1)),
        ((-1, -1), (1, -1), (-1, 1), (1, 1)),
        ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
        ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    ),
    "wheel": tuple(
        tuple((float(np.sin(a)), float(-np.cos(a))) for a in np.linspace(0, 2 * np.pi, n, endpoint=False))
        for n in range(1, 7)
    ),
    "rows": (
        ((0, 0),),
        ((-0.6, 0), (0.6, 0)),
        ((-1, 0), (0, 0), (1, 0)),
        ((-1, 0.5), (0, 0.5), (1, 0.5), (0, -0.5)),
        ((-1, 0.5), (0, 0.5), (1, 0.5), (-0.5, -0.5), (0.5, -0.5)),
        ((-1, 0.5), (0, 0.5), (1, 0.5), (-1, -0.5), (0, -0.5), (1, -0.5)),
    ),
}


@dataclass(frozen=True, slots=True)
class OddLook:
    """How the faces of one odd set are printed: a `kind` of KINDS; lengths are shares of half the face's side.

    `shape`, one of SHAPES, and `order`, one of PIPS, are for pips; `font` counts FONTS; `seed` chooses signs.
    """

    kind: str = "pips"
    shape: str = "star"
    order: str = "usual"
    font: int = 0
    size: float = 1.1  # a digit's height
    bold: float = 0.12  # of strokes
    pip: float = 0.22
    big_one: float = 1.0  # how much larger the one-pip is
    spread: float = 0.5
    seed: int = 0


def draw_odd(face: Image, value: int, ink: Colour, look: OddLook) -> None:
    """Draw the odd face of a value, 1 to 6, in place."""
    size = face.shape[0] * FINE
    large = cv2.resize(face, (size, size), interpolation=cv2.INTER_NEAREST).astype(np.uint8)
    KINDS[look.kind](large, value, ink, look)
    face[:] = cv2.resize(large, face.shape[:2], interpolation=cv2.INTER_AREA)


def wear(face: Image, fresh: Image, worn: float, rng: Rng) -> None:
    """Rub what was printed off in blots, down to the `fresh` face below, and scratch the face, in place."""
    size = face.shape[0]
    blots = cv2.resize(rng.random((9, 9), np.float32), (size, size), interpolation=cv2.INTER_CUBIC)
    share = np.clip((blots - 1 + worn) * 6, 0, 1)[..., None]
    face[:] = face * (1 - share) + fresh * share
    for _ in range(int(rng.poisson(6 * worn))):
        start, stop = rng.integers(0, size, (2, 2)).tolist()
        tone = float(rng.uniform(60, 200))
        cv2.line(face, start, stop, (tone, tone, tone), 1, cv2.LINE_AA)


def _pips(face: Image, value: int, ink: Colour, look: OddLook) -> None:
    for x, y in PIPS[look.order][value - 1]:
        scale = look.big_one if value == 1 else 1.0
        reach = look.spread if value > 1 else 0.0
        outline = SHAPES[look.shape]
        _shape(face, outline * look.pip * scale + (x * reach, y * reach), ink, hollow="ring" in look.shape)


def _shape(face: Image, points: Floats, ink: Colour, *, hollow: bool) -> None:
    corners = np.round((points + 1) / 2 * face.shape[0]).astype(np.int32)
    if hollow:
        cv2.polylines(face, [corners], True, ink, max(1, round(np.ptp(corners[:, 0]) * 0.2)), cv2.LINE_AA)
    else:
        cv2.fillPoly(face, [corners], ink, cv2.LINE_AA)


def _circle(radii: Floats) -> Floats:
    angles = np.linspace(0, 2 * np.pi, len(radii), endpoint=False)
    return np.column_stack([np.sin(angles), -np.cos(angles)]) * radii[:, None]


CROSS = ((-3, -1), (-1, -1), (-1, -3), (1, -3), (1, -1), (3, -1), (3, 1), (1, 1), (1, 3), (-1, 3), (-1, 1), (-3, 1))
SHAPES: dict[str, Floats] = {
    "disc": _circle(np.ones(32)),
    "star": _circle(np.tile([1.25, 0.5], 5)),
    "ring": _circle(np.ones(32)),
    "square ring": _circle(np.full(4, 1.2)),
    "diamond": _circle(np.full(4, 1.2)),
    "triangle": _circle(np.full(3, 1.2)),
    "flower": _circle(1 + 0.3 * np.cos(np.linspace(0, 10 * np.pi, 60, endpoint=False))),
    "cross": np.array(CROSS) / 2.7,
}


def _digit(face: Image, value: int, ink: Colour, look: OddLook) -> None:
    _write(face, str(value), ink, look)


def _roman(face: Image, value: int, ink: Colour, look: OddLook) -> None:
    _write(face, ROMAN[value - 1], ink, look)


def _write(face: Image, text: str, ink: Colour, look: OddLook) -> None:
    size, font = face.shape[0], FONTS[look.font]
    thick = max(2, round(look.bold * size / 4))
    (wide, tall), _ = cv2.getTextSize(text, font, 1, 1)
    scale = min(look.size * size / 2 / tall, 0.8 * size / wide)
    (wide, tall), _ = cv2.getTextSize(text, font, scale, thick)
    cv2.putText(face, text, ((size - wide) // 2, (size + tall) // 2), font, scale, ink, thick, cv2.LINE_AA)


def _segments(face: Image, value: int, ink: Colour, look: OddLook) -> None:
    for name in SEGMENTS[value - 1]:
        ends = (np.array(ENDS[name], float).reshape(2, 2) - (0.5, 1)) * look.size / 2
        _stroke(face, ends, ink, look.bold)


def _tally(face: Image, value: int, ink: Colour, look: OddLook) -> None:
    """Strokes side by side, the fifth across them."""
    standing, step = value - (value >= 5), 0.24  # noqa: PLR2004 - the fifth of a tally lies across
    for i in range(standing):
        x = (i - (standing - 1) / 2) * step
        _stroke(face, np.array([(x, -look.size / 2), (x, look.size / 2)]), ink, look.bold * 0.7)
    if value != standing:
        _stroke(face, np.array([(-0.6, 0.35), (0.6, -0.35)]), ink, look.bold * 0.7)


def _sign(face: Image, value: int, ink: Colour, look: OddLook) -> None:
    """Draw a sign that says nothing of its value: strokes and blots, no two alike."""
    rng = np.random.default_rng([look.seed, value])
    for _ in range(int(rng.integers(2, 5))):
        if rng.random() < 0.6:  # noqa: PLR2004 - a coin
            _stroke(face, rng.uniform(-0.6, 0.6, (3, 2)), ink, look.bold)
        else:
            outline = SHAPES[str(rng.choice(list(SHAPES)))] * rng.uniform(0.12, 0.3)
            _shape(face, outline + rng.uniform(-0.45, 0.45, 2), ink, hollow=bool(rng.random() < 0.4))  # noqa: PLR2004


def _stroke(face: Image, points: Floats, ink: Colour, wide: float) -> None:
    size = face.shape[0]
    corners = np.round((points + 1) / 2 * size).astype(np.int32)
    cv2.polylines(face, [corners], False, ink, max(1, round(wide * size / 2)), cv2.LINE_AA)


KINDS: dict[str, Callable[[Image, int, Colour, OddLook], None]] = {
    "pips": _pips,
    "digits": _digit,
    "roman": _roman,
    "segments": _segments,
    "tally": _tally,
    "signs": _sign,
}
