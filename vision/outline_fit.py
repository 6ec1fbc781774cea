"""The exact rectangles of tiles near rough ones: turned and shifted to where the edges are, all of one common size."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.outline_size import Sides

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Growth = tuple[int, int]  # mm wider, mm taller

TURNS_DEG = np.arange(-6.0, 6.5)  # tiles lie turned against their group by up to this
OFFSETS_MM = np.arange(-4.0, 4.5)  # of a side, outwards; rough rectangles are that far off
GROWTHS_MM = range(-4, 5)  # of two opposite sides together
SAMPLES = np.linspace(-0.42, 0.42, 43)  # along a side, clear of rounded corners
NEARLY = 0.005  # sizes less clear than the best by up to this are alike
CLAIM = 0.01  # what each pair upon each other takes from a size's clarity
OVERLAP_MM = 1.2  # rectangles upon each other by more than this are not both tiles
FAINT = 0.9  # oblong sizes less clear than this are not looked at
FRAMED = 0.08  # a rim shows less clearly by up to this than the frame printed inside it,
BETWEEN_MM = 0.5  # and lies at least so far from its neighbours': else it is theirs


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle in a view of one pixel a millimetre: centre, sides, turn, and the share of each side that shows."""

    x: float
    y: float
    width: float
    height: float
    turn_deg: float = 0.0
    shown: tuple[float, ...] = ()  # left, right, upper, lower


@dataclass(frozen=True, slots=True)
class _Way:
    """Rectangles that all grew alike, by mm, how clearly they show, and that less what pairs upon each other take."""

    growth: Growth
    rectangles: list[Rectangle]
    shown: float
    clarity: float


def fit_rectangles(
    across: Floats, along: Floats, rough: Sequence[Rectangle], sides_mm: Sides, *, apart: bool = False
) -> list[Rectangle]:
    """Return the rectangles whose sides show best in the edge pictures (vertical and horizontal lines, 0..1).

    The rough ones share one size, and so do those returned: one tile's doubtful side is settled by all others. Where
    tiles lie `apart`, a fainter rim around the best is theirs, and the best is a frame's inside.
    """
    shown = np.stack([_shown(across, along, rectangle) for rectangle in rough])
    turns = (shown.max(axis=3).sum(axis=1) - 0.02 * np.abs(TURNS_DEG)).argmax(axis=1)
    sides = shown[np.arange(len(rough)), :, turns]
    clarities = _likely_growths(sides, square=rough[0].width == rough[0].height)
    reach, ways, best = FRAMED if apart else NEARLY, list[_Way](), 0.0
    for growth, clarity in sorted(clarities.items(), key=lambda pair: -pair[1]):
        if clarity < best - reach:
            break  # those that follow show even less
        settled = [_settled(*each, *growth) for each in zip(rough, sides, turns, strict=True)]
        ways.append(_Way(growth, settled, clarity, clarity - CLAIM * _pairs(settled, -OVERLAP_MM)))
        best = max(best, ways[-1].clarity)
    likely = [way for way in ways if way.clarity >= best - NEARLY or (apart and _is_rim(way, clarities))]
    return max((way.rectangles for way in likely), key=lambda found: sides_mm.better(found[0].width, found[0].height))


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


def _likely_growths(sides: Doubles, *, square: bool) -> dict[Growth, float]:
    """Return how clearly the rectangles show, against the best, by mm wider and taller than the rough ones.

    `sides` is the share that shows, by rectangle, side and offset; only growths worth a look are in it.
    """
    wider, taller = _growths(sides[:, 0], sides[:, 1]), _growths(sides[:, 2], sides[:, 3])
    if square:
        both = (wider + taller) / (wider + taller).max()
        return {(growth, growth): float(clarity) for growth, clarity in zip(GROWTHS_MM, both, strict=True)}
    clarities = (wider[:, None] + taller) / (wider.max() + taller.max())
    grown = product(GROWTHS_MM, GROWTHS_MM)
    return {growth: float(c) for growth, c in zip(grown, clarities.flat, strict=True) if c > FAINT}


def _growths(one: Doubles, two: Doubles) -> Doubles:
    """Return how well two opposite sides of all rectangles show at best, by the growth between them."""
    both = one[:, :, None] + two[:, None, :]
    return np.array([both[:, *_splits(growth)].max(axis=1).sum() for growth in GROWTHS_MM])


def _splits(growth: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the offsets (by index) of two opposite sides that add up to a growth."""
    count = len(OFFSETS_MM)
    one = np.arange(max(0, growth), count + min(0, growth))
    return one, growth + count - 1 - one


def _is_rim(way: _Way, clarities: Mapping[Growth, float]) -> bool:
    """Tell whether rectangles show more clearly than any a little smaller or larger, and lie clear of each other."""
    wider, taller = way.growth
    steps = ((1, 1), (-1, -1)) if len(clarities) == len(GROWTHS_MM) else ((1, 0), (-1, 0), (0, 1), (0, -1))
    around = (clarities.get((wider + right, taller + down), 0.0) for right, down in steps)
    return way.shown > max(around) and not _pairs(way.rectangles, BETWEEN_MM)


def _pairs(rectangles: Sequence[Rectangle], between_mm: float) -> int:
    """Return how many pairs have less than that between them; below 0 they lie upon each other by more.

    Such neighbours both claim the gap between them.
    """
    at = np.array([[r.x, r.y] for r in rectangles])
    apart = np.abs(at[:, None] - at) - [rectangles[0].width + between_mm, rectangles[0].height + between_mm]
    return int((apart < 0).all(axis=2).sum() - len(at)) // 2


def _settled(rough: Rectangle, sides: Doubles, turn: int, wider: int, taller: int) -> Rectangle:
    """Return the rectangle with the common growth, shifted to where its sides show best."""
    left, right = _best_split(sides[0], sides[1], wider)
    upper, lower = _best_split(sides[2], sides[3], taller)
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


def _best_split(one: Doubles, two: Doubles, growth: int) -> tuple[int, int]:
    """Return the offsets (by index) at which two opposite sides that grew by so much show best."""
    first, second = _splits(growth)
    at = int((one[first] + two[second]).argmax())
    return int(first[at]), int(second[at])
