"""The exact rectangles of tiles near rough ones: turned and shifted to where the edges are, all of one common size."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.outline_size import Sides

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

TURNS_DEG = np.arange(-6.0, 6.5)  # tiles lie turned against their group by up to this
OFFSETS_MM = np.arange(-4.0, 4.5)  # of a side, outwards; rough rectangles are that far off
SAMPLES = np.linspace(-0.42, 0.42, 43)  # along a side, clear of rounded corners
NEARLY = 0.005  # sizes less clear than the best by up to this are alike
CLAIM = 0.01  # what each pair upon each other takes from a size's clarity
OVERLAP_MM = 1.2  # rectangles upon each other by more than this are not both tiles
FAINT = 0.9  # oblong sizes less clear than this are not looked at


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle in a view of one pixel a millimetre: centre, sides, turn, and the share of each side that shows."""

    x: float
    y: float
    width: float
    height: float
    turn_deg: float = 0.0
    shown: tuple[float, ...] = ()  # left, right, upper, lower


def fit_rectangles(across: Floats, along: Floats, rough: Sequence[Rectangle], sides_mm: Sides) -> list[Rectangle]:
    """Return the rectangles whose sides show best in the edge pictures (vertical and horizontal lines, 0..1).

    The rough ones share one size, and so do those returned: one tile's doubtful side is settled by all others.
    """
    shown = [_shown(across, along, rectangle) for rectangle in rough]
    turns = [int(np.argmax(s.max(axis=2).sum(axis=0) - 0.02 * np.abs(TURNS_DEG))) for s in shown]
    sides = [s[:, turn] for s, turn in zip(shown, turns, strict=True)]
    ways = []
    for clarity, *growth in _likely_growths(sides, square=rough[0].width == rough[0].height):
        settled = [_settled(*found, *growth) for found in zip(rough, sides, turns, strict=True)]
        ways.append((clarity - CLAIM * _overlaps(settled), settled))
    top = max(clarity for clarity, _ in ways)
    likely = (settled for clarity, settled in ways if clarity >= top - NEARLY)
    return max(likely, key=lambda settled: sides_mm.better(settled[0].width, settled[0].height))


def _shown(across: Floats, along: Floats, rough: Rectangle) -> Doubles:
    """Return the share of each side that shows, by side, turn and offset."""
    return np.stack([_side(across, along, rough, side) for side in range(4)])


def _side(across: Floats, along: Floats, rough: Rectangle, side: int) -> Doubles:
    upright = side < 2  # noqa: PLR2004 - left and right come first
    half, length = (rough.width / 2, rough.height) if upright else (rough.height / 2, rough.width)
    away = (half + OFFSETS_MM)[None, :, None] * (-1 if side % 2 == 0 else 1)
    run = (SAMPLES * length)[None, None, :]
    right, down = (away, run) if upright else (run, away)
    turn = np.radians(TURNS_DEG)[:, None, None]
    columns = rough.x + right * np.cos(turn) - down * np.sin(turn)
    rows = rough.y + right * np.sin(turn) + down * np.cos(turn)
    edges = across if upright else along
    inside = (np.clip(np.rint(at).astype(int), 0, n - 1) for at, n in zip((rows, columns), edges.shape, strict=True))
    shares: Doubles = edges[tuple(inside)].mean(axis=2)
    return shares


def _likely_growths(sides: Sequence[Doubles], *, square: bool) -> list[tuple[float, int, int]]:
    """Return (clarity against the best, mm wider, mm taller than the rough ones) of all growths worth a look."""
    wider = np.sum([_growths(s[0], s[1]) for s in sides], axis=0)
    taller = np.sum([_growths(s[2], s[3]) for s in sides], axis=0)
    if square:
        both = wider + taller
        return [(float(clarity / both.max()), growth, growth) for clarity, growth in zip(both, _GROWTHS, strict=True)]
    clarities = (wider[:, None] + taller) / (wider.max() + taller.max())
    return [
        (float(clarities[i, j]), one, two)
        for i, one in enumerate(_GROWTHS)
        for j, two in enumerate(_GROWTHS)
        if clarities[i, j] > FAINT
    ]


def _overlaps(rectangles: Sequence[Rectangle]) -> int:
    """Return how many pairs lie upon each other: such neighbours both claim the gap between them."""
    at = np.array([[r.x, r.y] for r in rectangles])
    apart = np.abs(at[:, None] - at) - [rectangles[0].width - OVERLAP_MM, rectangles[0].height - OVERLAP_MM]
    return int((apart < 0).all(axis=2).sum() - len(at)) // 2


def _growths(one: Doubles, two: Doubles) -> Doubles:
    """Return how well two opposite sides show at best, by the growth between them."""
    return np.array([max(one[i] + two[j] for i, j in _splits(growth)) for growth in _GROWTHS])


def _splits(growth: int) -> list[tuple[int, int]]:
    """Return the offsets (by index) of two opposite sides that add up to a growth."""
    count = len(OFFSETS_MM)
    total = growth + count - 1
    return [(i, total - i) for i in range(count) if 0 <= total - i < count]


_GROWTHS = range(-4, 5)


def _settled(rough: Rectangle, sides: Doubles, turn: int, wider: int, taller: int) -> Rectangle:
    """Return the rectangle with the common growth, shifted to where its sides show best."""
    left, right = max(_splits(wider), key=lambda pair: sides[0][pair[0]] + sides[1][pair[1]])
    upper, lower = max(_splits(taller), key=lambda pair: sides[2][pair[0]] + sides[3][pair[1]])
    over, below = (OFFSETS_MM[right] - OFFSETS_MM[left]) / 2, (OFFSETS_MM[lower] - OFFSETS_MM[upper]) / 2
    angle = np.radians(TURNS_DEG[turn])
    return Rectangle(
        float(rough.x + over * np.cos(angle) - below * np.sin(angle)),
        float(rough.y + over * np.sin(angle) + below * np.cos(angle)),
        rough.width + wider,
        rough.height + taller,
        float(TURNS_DEG[turn]),
        tuple(float(sides[side][offset]) for side, offset in enumerate((left, right, upper, lower))),
    )
