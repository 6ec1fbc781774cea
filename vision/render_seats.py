"""Pieces that lie loose in front of the players: each seat has its part of the table's rim."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from rules.table import Face, Zone
from vision.render_laying import Spot
from vision.render_set import Drawn, Pieces, Put

Rng = np.random.Generator
Half = tuple[float, float]

LEFT, RIGHT, TOP, BOTTOM = (-1, 0), (1, 0), (0, -1), (0, 1)
SIDES: Final = {
    1: (BOTTOM,),
    2: (LEFT, RIGHT),
    3: (LEFT, TOP, RIGHT),
    4: (LEFT, TOP, RIGHT, BOTTOM),
    5: (LEFT, TOP, TOP, RIGHT, BOTTOM),
    6: (LEFT, TOP, TOP, RIGHT, BOTTOM, BOTTOM),
}
"""The sides of the table at which so many players sit, clockwise."""

APART: Final = 1.75  # loose pieces lie so many sides apart, at least
DEEP: Final = 3  # rows of pieces in front of a player


@dataclass(slots=True)
class Front:
    """What lies in front of one player: places in rows, and what was put on some of them."""

    places: list[Spot]
    lying: dict[int, tuple[Face, Put]] = field(default_factory=dict)

    def update(self, rng: Rng, pieces: Pieces, zone: Zone, faces: Sequence[Face]) -> None:
        """Take away what is gone and put down what is new, each on a place that is free."""
        for face, spare in (Counter(face for face, _ in self.lying.values()) - Counter(faces)).items():
            for place in [i for i, (lies, _) in self.lying.items() if lies == face][:spare]:
                del self.lying[place]
        missing = Counter(faces) - Counter(face for face, _ in self.lying.values())
        free = [i for i in range(len(self.places)) if i not in self.lying]
        for face, place in zip(missing.elements(), free, strict=False):
            self.lying[place] = face, pieces.put(rng, zone, face)

    def drawn(self, pieces: Pieces) -> Iterator[Drawn]:
        """Yield the pieces as they lie."""
        for place, (_, put) in self.lying.items():
            yield pieces.draw(put, self.places[place])


def rows_beside(rng: Rng, seats: int, counts: Sequence[int], side_mm: float, half_mm: Half) -> list[Front]:
    """Return the fronts of the players around a field of half that size, in mm, each with room for so many pieces."""
    sides = SIDES[seats]
    shares = [(sides[:seat].count(side), sides.count(side)) for seat, side in enumerate(sides)]
    return [
        Front(list(_places(rng, side, share, count, side_mm, half_mm)))
        for side, share, count in zip(sides, shares, counts, strict=True)
    ]


def _places(  # noqa: PLR0917
    rng: Rng, side: tuple[int, int], share: tuple[int, int], count: int, side_mm: float, half_mm: Half
) -> Iterator[Spot]:
    """Yield places in rows at a side of the field, in the player's share (number, of how many) of it."""
    step, long = APART * side_mm, half_mm[0 if side[1] else 1]
    middle = ((share[0] + 0.5) / share[1] * 2 - 1) * long * (side[1] or 1)
    for i in range(count):
        away = half_mm[0 if side[0] else 1] + (i % DEEP + 0.8) * step
        along = middle + (i // DEEP - (count - 1) // DEEP / 2) * step
        x, y = (side[0] * away, along) if side[0] else (along, side[1] * away)
        shift_x, shift_y = rng.uniform(-1, 1, 2) * (step - 1.45 * side_mm) / 2
        yield Spot(float(x + shift_x), float(y + shift_y), 0.0)


def room_mm(seats: int, most: int, side_mm: float) -> tuple[Half, Half]:
    """Return how far the fronts reach beyond the field on each axis, and the half size that it needs at least."""
    if not most:
        return (0.0, 0.0), (0.0, 0.0)
    deep, along = (DEEP + 0.5) * APART * side_mm, (-(-most // DEEP) + 1) * APART * side_mm / 2
    sides = SIDES[seats]
    across, down = LEFT in sides, TOP in sides or BOTTOM in sides
    return (deep * across, deep * down), (along * max(map(sides.count, (TOP, BOTTOM))), along * across)
