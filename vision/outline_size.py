"""The common size of the tiles under some dice: every size is tried on a coarse map of the edges around them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]
Size = tuple[int, int]  # width and height in coarse steps

OFF_MM = 2.0  # tiles of known size are looked for a little smaller and larger
COARSE_MM = 2.0  # a cell of the coarse grid: a pair of pixels
SLACK_MM = 5  # a turned tile's side strays this far from a straight line, end to end; odd
SAME = 0.015  # sizes whose sides show equally well but for this are alike
SHARED = 0.01  # what each pair of dice upon one tile takes from a size's clarity
RECTANGLE = 0.04  # a rectangle must show this much better than a square


@dataclass(frozen=True, slots=True)
class CoarseEdges:
    """Running sums of edges on a 2 mm grid, for scanning many sizes."""

    across: Floats  # summed downwards, one row more than the grid
    along: Floats  # summed rightwards, one column more
    dice: NDArray[np.int64]
    die: int

    @classmethod
    def of(cls, across: Floats, along: Floats, dice: Matrix, die_mm: float) -> "CoarseEdges":
        """Return the sums of edges (vertical and horizontal lines, 0..1, a pixel a millimetre) around `dice` (N, 2).

        Lines are thickened so that slightly turned sides stay in one column or row.
        """
        wide = _shrunk(np.asarray(cv2.dilate(across, np.ones((1, SLACK_MM))), np.float32))
        tall = _shrunk(np.asarray(cv2.dilate(along, np.ones((SLACK_MM, 1))), np.float32))
        down = np.pad(wide.cumsum(axis=0), ((1, 0), (0, 0)))
        right = np.pad(tall.cumsum(axis=1), ((0, 0), (1, 0)))
        return cls(down, right, np.round(dice / COARSE_MM).astype(int), int(die_mm / COARSE_MM))

    def clarity(self, wide: int, tall: int) -> float:
        """Return how well tiles of this size show under the dice, 0..1."""
        shown = self.shown(wide, tall)
        return float(np.mean([shown[self.window(die, wide, tall)].max(initial=0) for die in self.dice]))

    def best_corners(self, wide: int, tall: int) -> list[tuple[int, int]]:
        """Return the top left corner of the tile of this size that shows best under each die, in coarse steps."""
        shown = self.shown(wide, tall)
        return [self._best_corner(shown, *self.window(die, wide, tall)) for die in self.dice]

    @staticmethod
    def _best_corner(shown: Floats, rows: slice, columns: slice) -> tuple[int, int]:
        part = shown[rows, columns]
        down, right = np.unravel_index(int(part.argmax()), part.shape)
        return columns.start + int(right), rows.start + int(down)

    def shared(self, wide: int, tall: int) -> int:
        """Return how many pairs of dice would stand on one tile of this size: then it is the frame of several tiles."""
        corners = np.array(self.best_corners(wide, tall))
        apart = np.abs(corners[:, None] - corners)
        return int((apart < [wide // 2, tall // 2]).all(axis=2).sum() - len(corners)) // 2

    def shown(self, wide: int, tall: int) -> Floats:
        """Return how well the four sides of a rectangle show, 0..1, by its top left corner."""
        left, right, upper, lower = self.sides(wide, tall)
        shown = left + right
        shown += upper
        shown += lower
        shown *= np.float32(0.25)
        return shown

    def sides(self, wide: int, tall: int) -> tuple[Floats, Floats, Floats, Floats]:
        """Return the shares of the left, right, upper and lower side that show, by the rectangle's top left corner."""
        upright, flat = self.across[tall:] - self.across[:-tall], self.along[:, wide:] - self.along[:, :-wide]
        upright *= np.float32(1 / tall)
        flat *= np.float32(1 / wide)
        rows, columns = min(len(upright), len(flat) - tall), min(flat.shape[1], upright.shape[1] - wide)
        left, right = upright[:rows, :columns], upright[:rows, wide : wide + columns]
        return left, right, flat[:rows, :columns], flat[tall : tall + rows, :columns]

    def window(self, die: NDArray[np.int64], wide: int, tall: int) -> tuple[slice, slice]:
        """Return where the top left corner of a tile lies that carries the whole die."""
        x, y = int(die[0]), int(die[1])
        room = self.die // 2
        return (
            slice(max(0, y - tall + room), max(1, y - room + 1)),
            slice(max(0, x - wide + room), max(1, x - room + 1)),
        )

    def likely_pairs(self, sizes: Sequence[int]) -> Iterator[Size]:
        """Yield the oblong sizes worth a look: widths and heights whose two sides show near the dice."""
        reach = sizes[0] // 3
        columns = [_strip(self.across, die[::-1], reach) for die in self.dice]
        rows = [_strip(self.along.T, die, reach) for die in self.dice]
        widths, heights = (
            sorted(sizes, key=lambda n: -sum(_pair(strip, n, self.die) for strip in strips))[:4]
            for strips in (columns, rows)
        )
        return product(widths, heights)


@dataclass(frozen=True, slots=True)
class Sides:
    """What is known of the sides of tiles: the least and the most, or the usual width and height, either way round."""

    least_mm: float
    most_mm: float
    usual_mm: tuple[float, float] | None = None

    @classmethod
    def about(cls, usual_mm: tuple[float, float]) -> "Sides":
        """Return the sides of tiles of known width and height."""
        return cls(min(usual_mm) - OFF_MM, max(usual_mm) + OFF_MM, usual_mm)

    def better(self, wide_mm: float, tall_mm: float) -> float:
        """Return what is greatest for the size to prefer where several show alike: the usual, else the largest.

        The others are an inner frame's, or gaps' taken for a part of the tile.
        """
        if self.usual_mm is None:
            return wide_mm * tall_mm
        one, two = self.usual_mm
        return -min(abs(wide_mm - w) + abs(tall_mm - t) for w, t in ((one, two), (two, one)))

    def sizes(self) -> list[Size]:
        """Return the sizes to try, in coarse steps: squares, or the usual size a little smaller and larger."""
        if self.usual_mm is None:
            return [(n, n) for n in range(int(self.least_mm / COARSE_MM), int(self.most_mm / COARSE_MM) + 1)]
        tried = [tuple(round((side + more) / COARSE_MM) for side in self.usual_mm) for more in (-OFF_MM, 0.0, OFF_MM)]
        return list(dict.fromkeys((a, b) for wide, tall in tried for a, b in ((wide, tall), (tall, wide))))


def best_size(coarse: CoarseEdges, sides: Sides) -> tuple[float, Size]:
    """Return how well the best common size shows (0..1) and that size in coarse steps."""
    shown = {size: coarse.clarity(*size) for size in sides.sizes()}
    if sides.usual_mm is None:
        oblongs = [pair for pair in coarse.likely_pairs([side for side, _ in shown]) if pair not in shown]
        shown |= {pair: coarse.clarity(*pair) - RECTANGLE for pair in oblongs}
    top = max(shown.values())
    alike = {pair: clarity - SHARED * coarse.shared(*pair) for pair, clarity in shown.items() if clarity > top - SAME}
    best = max(alike.values())
    likely = (pair for pair, clarity in alike.items() if clarity > best - SAME)
    return top, max(likely, key=lambda pair: sides.better(pair[0] * COARSE_MM, pair[1] * COARSE_MM))


def _shrunk(edges: Floats) -> Floats:
    """Return the edges on the coarse grid, each cell as strong as its strongest pixel."""
    rows, columns = (n // 2 * 2 for n in edges.shape)
    pairs = np.maximum(edges[:rows:2, :columns], edges[1:rows:2, :columns])
    return np.maximum(pairs[:, ::2], pairs[:, 1::2])


def _strip(summed: Floats, die: NDArray[np.int64], reach: int) -> tuple[Floats, int]:
    """Return the edges across a strip through a die, and the die's place along it."""
    along, at = int(die[0]), int(die[1])
    low, high = max(0, along - reach), min(len(summed) - 1, along + reach)
    return (summed[high] - summed[low]) / max(1, high - low), at


def _pair(strip: tuple[Floats, int], size: int, die: int) -> float:
    """Return how well two lines `size` apart show on both sides of the die."""
    line, at = strip
    starts = np.arange(max(0, at - size + die // 2), at - die // 2 + 1)
    starts = starts[starts + size < len(line)]
    return float((line[starts] + line[starts + size]).max(initial=0))
