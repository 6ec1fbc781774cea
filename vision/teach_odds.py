"""From how alike tiles and taught pictures look to probabilities, given that there is one tile of each name."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

NOISE: Final = 0.05  # even the same picture differs by this share
EVIDENCE: Final = 20.0  # how much a likeness tells two fronts apart: half the independent samples of a tile
STRANGE: Final = (0.84, 10.0)  # from this likeness on a tile is rather one of the set than not, and how surely
DOUBTFUL: Final = -4.0  # natural logarithm: however unlike, it may be one of the set in bad light
BACK: Final = (0.73, 10.0)  # two strange tiles from this likeness on are rather both backs than not, and how surely
MOST_BACK: Final = 3.0  # natural logarithm: fronts of a set look alike too
MIXED: Final = 0.5  # what the set's own fronts share beyond that is half no evidence
MOSTLY: Final = 0.8  # the chance that a tile that shows no taught picture lies face down, all else being open


@dataclass(frozen=True, slots=True)
class Sight:
    """How alike N tiles look to each front (N, names) and to the back (N,), or where that is not taught to each other.

    `common` is how alike the set's fronts are to each other.
    """

    fronts: Doubles
    back: Doubles | None
    among: Floats | None  # (N, N)
    common: float


@dataclass(frozen=True, slots=True)
class TileOdds:
    """What N tiles may show: `fronts` (N, names) and `down` (N,) probabilities; the rest is something else."""

    fronts: Doubles
    down: Doubles


def tile_odds(seen: Sight) -> TileOdds:
    """Return the probabilities of names and backs, one tile of each name."""
    known = seen.fronts if seen.back is None else np.column_stack([seen.fronts, seen.back])
    strange = strange_weight(known, seen.common)
    fronts, down = log_weight(seen.fronts), _down_weight(seen, strange)
    highest = np.maximum(fronts.max(axis=1), np.maximum(down, strange))
    backs, others = np.exp(down - highest), np.exp(strange - highest)
    chances = one_of_each(np.exp(fronts - highest[:, None]), backs + others)
    return TileOdds(chances, (1 - chances.sum(axis=1)) * backs / (backs + others))


def log_weight(alike: Floats | Doubles) -> Doubles:
    """Return how likely such a likeness is for a tile that shows the picture, as a logarithm up to a constant."""
    return EVIDENCE * _closeness(alike)


def strange_weight(alike: Doubles, common: float) -> Doubles:
    """Return (N,): the same for tiles that show none of the pictures (N, K) they are so alike to."""
    nearest = alike.max(axis=1)
    return np.asarray(log_weight(nearest) - np.maximum(_lead(nearest, STRANGE, common), DOUBTFUL), np.float64)


def _down_weight(seen: Sight, strange: Doubles) -> Doubles:
    """Return the same for tiles that lie face down: by the taught back, else since backs look like each other.

    Where no two tiles look more like each other than like any front, one that shows no front is mostly a back.
    """
    if seen.back is not None or seen.among is None:
        return log_weight(np.zeros(len(strange)) if seen.back is None else seen.back)
    front = seen.fronts.max(axis=1)
    alike = seen.among - 2 * np.eye(len(front))
    alike[front[None, :] > alike] = 0  # a tile that looks more like a front is nobody's back
    nearest = alike.max(axis=1)
    lead = np.minimum(_lead(nearest, BACK, seen.common), MOST_BACK)
    if not ((lead > 0) & (nearest > front)).any():
        lead = np.zeros(len(front))
    return np.asarray(strange + lead + np.log(MOSTLY / (1 - MOSTLY)), np.float64)


def _lead(alike: Floats | Doubles, bar: tuple[float, float], common: float) -> Doubles:
    """Return how much likelier a likeness is for the same picture than for different ones, a natural logarithm."""
    level, evidence = bar
    level += MIXED * max(0.0, common - level)
    return evidence * (_closeness(alike) - _closeness(np.array(level)))


def _closeness(alike: Floats | Doubles) -> Doubles:
    return np.asarray(-np.log(1 + NOISE - np.clip(np.asarray(alike, np.float64), 0, 1) ** 2), np.float64)


def one_of_each(fronts: Doubles, others: Doubles) -> Doubles:
    """Return (N, names): the chance that each tile has each name, when no two tiles have the same.

    `fronts` (N, names) and `others` (N,) are weights of each name and of anything else. Exact: all ways are summed.
    """
    count, names = fronts.shape
    before = np.zeros((count + 1, 1 << names))
    after = np.zeros((count + 1, 1 << names))
    before[0, 0] = after[count, :] = 1.0
    for tile in range(count):
        before[tile + 1] = _scaled(_taken(before[tile], fronts[tile], others[tile]))
    for tile in range(count, 0, -1):
        after[tile - 1] = _scaled(_left(after[tile], fronts[tile - 1], others[tile - 1]))
    chances = np.zeros((count, names))
    for tile in range(count):
        other = others[tile] * float(before[tile] @ after[tile + 1])
        for name in range(names):
            free, used = _split(before[tile], name)[0], _split(after[tile + 1], name)[1]
            chances[tile, name] = fronts[tile, name] * float((free * used).sum())
        chances[tile] /= max(chances[tile].sum() + other, 1e-300)
    return chances


def _split(ways: Doubles, name: int) -> tuple[Doubles, Doubles]:
    """Return the ways in which a name is still free, and those in which it is taken, in the same order."""
    pairs = ways.reshape(-1, 2, 1 << name)
    return pairs[:, 0], pairs[:, 1]


def _taken(ways: Doubles, fronts: Doubles, other: float) -> Doubles:
    """Return the weight of each set of names taken, after one more tile."""
    more = ways * other
    for name, weight in enumerate(fronts):
        _split(more, name)[1][:] += weight * _split(ways, name)[0]
    return more


def _left(ways: Doubles, fronts: Doubles, other: float) -> Doubles:
    """Return the weight of all that may follow each set of names taken, with one tile more to come."""
    more = ways * other
    for name, weight in enumerate(fronts):
        _split(more, name)[0][:] += weight * _split(ways, name)[1]
    return more


def _scaled(ways: Doubles) -> Doubles:
    return ways / max(float(ways.max()), 1e-300)
