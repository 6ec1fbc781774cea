"""From how alike tiles and taught pictures look to probabilities, given that there is one tile of each name."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.teach_tints import UNTOLD

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

AS_SEEN, FLAT = 0, 1  # the likeness of tiles as they are seen, and of tiles flattened to lines and shapes
NOISE: Final = 0.05  # even the same picture differs by this share
NOTHING: Final = -0.05  # closeness to what is not alike at all
EVIDENCE: Final = 20.0  # how much a likeness tells two fronts apart: half the independent samples of a tile
OWN: Final = (7.8, -6.9, 6.3, -3.3)  # logarithm of the odds, by closeness: flattened, to the nearest picture and next,
TELLS: Final = 1.2  # to the nearest as seen, beyond so much that backs are not so close, and always;
TINT: Final = 1.2  # and what a strange tint takes from it: learnt as if every second stranger had a picture's own
RARE: Final = 1.5  # natural logarithm: tiles of another set are so much rarer than where OWN was learnt
DOUBTFUL: Final = -6.0  # natural logarithm: however unlike, it may be one of the set in bad light
SAME: Final = 0.8  # strange tiles more alike than this show one picture: the back
BACK: Final = 5.0  # how surely a tile is a back the more it looks like others
MOST_BACK: Final = (2.0, 4.5)  # natural logarithm, where two tiles are alike and where more are: fronts may be too
MOSTLY: Final = 0.8  # the chance that one of the tiles that are like no picture and like no other lies face down


@dataclass(frozen=True, slots=True)
class Sight:
    """How alike N tiles look to each front (N, names, 2), and to the back (N, 2) or, where none is taught, each other.

    The last axis is AS_SEEN and FLAT. `tints` is how strange the tint of each picture is, the back's last.
    """

    fronts: Doubles
    back: Doubles | None
    among: Floats | None  # (N, N)
    tints: Doubles | None = None  # (N, names) or (N, names + 1)


@dataclass(frozen=True, slots=True)
class TileOdds:
    """What N tiles may show: `fronts` (N, names) and `down` (N,) probabilities; the rest is something else."""

    fronts: Doubles
    down: Doubles


def tile_odds(seen: Sight) -> TileOdds:
    """Return the probabilities of names and backs, one tile of each name."""
    known = seen.fronts if seen.back is None else np.concatenate([seen.fronts, seen.back[:, None]], axis=1)
    strange, weights = strange_weight(known, seen.tints), log_weight(known, seen.tints)
    fronts = weights[:, : seen.fronts.shape[1]]
    down, else_ = _unnamed_weights(seen, fronts, strange) if seen.back is None else (weights[:, -1], strange - RARE)
    highest = np.maximum(fronts.max(axis=1), np.maximum(down, else_))
    backs, others = np.exp(down - highest), np.exp(else_ - highest)
    chances = one_of_each(np.exp(fronts - highest[:, None]), backs + others)
    return TileOdds(chances, (1 - chances.sum(axis=1)) * backs / (backs + others))


def log_weight(alike: Doubles, tints: Doubles | None = None) -> Doubles:
    """Return how likely such a likeness (..., 2) is for a tile that shows the picture: a logarithm, less a constant.

    `tints` (...) is how strange the picture's tint is, where that is known.
    """
    off = UNTOLD if tints is None else tints
    return np.asarray(EVIDENCE * _closeness(alike).mean(axis=-1) - TINT * off, np.float64)


def lead(alike: Doubles, tints: Doubles | None = None) -> Doubles:
    """Return (N,): by how much a tile rather shows the nearest of the pictures (N, K, 2) than none, a logarithm.

    A tile is the surer one of the set the more it looks like one picture, and the less like the next, when flattened:
    light, a coloured ground and a common frame make backs look like fronts, lines and shapes hardly do.
    """
    off = np.full(alike.shape[:2], UNTOLD) if tints is None else tints
    close, likeliest = _closeness(alike), nearest(alike, tints)[:, None] == np.arange(alike.shape[1])
    following = np.where(likeliest, NOTHING, close[..., FLAT]).max(axis=1)
    seen, flat = close[likeliest].T
    shape = np.column_stack([flat, following, np.maximum(0, seen - TELLS), np.ones(len(seen))]) @ OWN
    return np.asarray(np.maximum(shape - TINT * off[likeliest], DOUBTFUL), np.float64)


def nearest(alike: Doubles, tints: Doubles | None = None) -> NDArray[np.int64]:
    """Return (N,): which of the pictures (N, K, 2) each tile most likely shows if it shows one."""
    return np.asarray(log_weight(alike, tints).argmax(axis=1), np.int64)


def strange_weight(alike: Doubles, tints: Doubles | None = None) -> Doubles:
    """Return (N,): the `log_weight` of tiles that show none of the pictures (N, K, 2) they are so alike to."""
    return np.asarray(log_weight(alike, tints).max(axis=1) - lead(alike, tints), np.float64)


def _unnamed_weights(seen: Sight, weights: Doubles, strange: Doubles) -> tuple[Doubles, Doubles]:
    """Return the same for tiles that lie face down (N,), and for tiles of no name that do not (N,).

    Backs are told since they look like each other; `weights` are those of the fronts.
    """
    front = seen.fronts[..., FLAT].max(axis=1)
    among = np.zeros((len(front),) * 2) if seen.among is None else seen.among
    highest = np.maximum(weights.max(axis=1), strange)
    named = one_of_each(np.exp(weights - highest[:, None]), np.exp(strange - highest))
    strangers = named.sum(axis=1) < 0.5  # noqa: PLR2004 - rather none of the names than one; no two have the same
    alike = np.where(front[None, :] > among, 0, among)  # a tile that looks more like a front is nobody's back
    backs = _one_picture(np.where(strangers[:, None] & strangers, alike, 0))
    if len(backs):
        ahead = BACK * (_closeness(alike[:, backs].max(axis=1)) - _closeness(np.array(SAME)))
        most = MOST_BACK[len(backs) > 2]  # noqa: PLR2004 - more than a pair
        return np.asarray(strange + np.minimum(ahead, most), np.float64), strange - RARE
    share = MOSTLY / max(1, int(strangers.sum()))  # no two of them are alike: one at most is a back
    return strange + float(np.log(share)), strange + float(np.log(1 - share))


def _one_picture(alike: Floats | Doubles) -> NDArray[np.int64]:
    """Return which of the tiles (N, N) show the picture that most of them share; none where no two are alike."""
    shared = alike > SAME
    if not shared.any():
        return np.empty(0, np.int64)
    typical = int((shared.sum(axis=1) + alike.mean(axis=1)).argmax())
    return np.flatnonzero(shared[typical] | (np.arange(len(alike)) == typical))


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
