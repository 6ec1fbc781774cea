"""One owner's pieces by kind: how large they are, how hands lay them, and what each shows that lies on the table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

import numpy as np

from rules.table import Face, Zone
from vision.render_camera import turn
from vision.render_dice import Die
from vision.render_faces import DieLook
from vision.render_laying import Habit, Spot
from vision.render_lines import line_set
from vision.render_muses import ink, muse_set
from vision.render_random import random_colour
from vision.render_tiles import Tile

Rng = np.random.Generator
DOWN: Final = "down"
LEGIBLE: Final = 100  # of 255: how far an arrow's colour must be from what it lies on
Drawn = Die | Tile


class Pieces(Protocol):
    """All pieces of one kind on one table."""

    side_mm: float
    thick_mm: float
    habit: Habit

    def put(self, rng: Rng, zone: Zone, face: Face, on: "Pieces | None" = None) -> "Put":
        """Return how a hand puts down a piece that shows `face`, alone on its cell or on another kind of piece."""

    def draw(self, put: "Put", spot: Spot) -> Drawn:
        """Return the piece as it lies on a cell at that spot."""


@dataclass(frozen=True, slots=True)
class Put:
    """How one piece was put down: what it shows, how far from its cell's middle, and how it is turned in it."""

    value: int
    colour: str = ""
    across_mm: float = 0.0
    down_mm: float = 0.0
    turn_deg: float = 0.0
    on_mm: float = 0.0

    def at(self, spot: Spot) -> tuple[float, float]:
        """Return where its middle lies on a cell at that spot, mm."""
        x, y = spot.at + turn(2, spot.angle_deg)[:2, :2] @ (self.across_mm, self.down_mm)
        return float(x), float(y)


class LineDice:
    """Dice with roads, `made` in that colour and look; a face's ring says which it is and how it is turned."""

    def __init__(self, rng: Rng, made: tuple[str, DieLook] | None = None) -> None:
        self.side_mm = self.thick_mm = float(rng.uniform(14, 19))
        self.habit = Habit.of(rng)
        self._colour, self._look = made or _legible(rng)

    def put(self, rng: Rng, zone: Zone, face: Face, on: Pieces | None = None) -> Put:  # noqa: ARG002 (as its like)
        """Return how it lies; one told by its kind alone lies any way round."""
        value, ring = next((i, ring) for i, (kind, ring) in enumerate(zone.rings, 1) if face in {kind, *ring})
        if face not in ring:
            return Put(value, turn_deg=float(rng.uniform(0, 360)))
        quarter = ring.index(face) + len(ring) * int(rng.integers(4))  # as good: a straight turned by half
        return Put(value, turn_deg=90.0 * quarter)

    def draw(self, put: Put, spot: Spot) -> Die:
        """Return the die."""
        return Die(put.value, self._colour, *put.at(spot), self.side_mm, spot.angle_deg + put.turn_deg, look=self._look)


def _legible(rng: Rng) -> tuple[str, DieLook]:
    """Return how a set is made whose arrows people can see: nobody could play with another one."""
    while True:
        colour, look = line_set(rng)
        ground = look.ink if look.road.arrow_at == "road" else look.body
        arrow = look.road.arrow or (look.body if look.road.arrow_at == "road" else look.ink)
        if np.abs(np.subtract(arrow, ground)).max() > LEGIBLE:
            return colour, look


class PipDice:
    """Dice with pips, in colours that faces name."""

    def __init__(self, rng: Rng) -> None:
        self.side_mm = self.thick_mm = float(rng.uniform(13, 18))
        self.habit = Habit.of(rng)
        self._rng = rng
        self._looks: dict[str, DieLook] = {}

    def put(self, rng: Rng, zone: Zone, face: Face, on: Pieces | None = None) -> Put:  # noqa: ARG002 (as its like)
        """Return how it lies: anywhere on a tile, but well inside, any way round."""
        colour, _, value = face.rpartition(" ")
        room = on.side_mm / 2 - 0.9 * self.side_mm if on else 0.0
        across, down = (float(v) for v in np.clip(rng.normal(0, room / 2, 2), -room, room))
        on_mm = on.thick_mm if on else 0.0
        return Put(int(value), colour or "white", across, down, float(rng.uniform(0, 360)), on_mm)

    def draw(self, put: Put, spot: Spot) -> Die:
        """Return the die."""
        if put.colour not in self._looks:
            gloss = float(self._rng.uniform(0, 0.8))
            body = random_colour(self._rng, put.colour)
            self._looks[put.colour] = DieLook(body, ink(put.colour), gloss=gloss)
        look = self._looks[put.colour]
        return Die(put.value, put.colour, *put.at(spot), self.side_mm, put.turn_deg, put.on_mm, look=look)


class Tiles:
    """Square tiles with a picture each and a common back, numbered as their zone lists them."""

    def __init__(self, rng: Rng) -> None:
        self.owned = muse_set(int(rng.integers(10_000)))
        self.side_mm, self.thick_mm = self.owned.side_mm, self.owned.thick_mm
        self.habit = Habit(float(rng.uniform(1, 4)), (0.012, -0.012), 0.008, float(rng.uniform(0.3, 1.2)))

    def put(self, rng: Rng, zone: Zone, face: Face, on: Pieces | None = None) -> Put:  # noqa: ARG002 (as its like)
        """Return how it lies, any way round."""
        number = 0 if face == DOWN else 1 + [name for name in zone.faces if name != DOWN].index(face)
        return Put(number, turn_deg=90.0 * int(rng.integers(4)))

    def draw(self, put: Put, spot: Spot) -> Tile:
        """Return the tile."""
        at, angle = np.array(put.at(spot)), spot.angle_deg + put.turn_deg
        return self.owned.tile(max(0, put.value - 1), at, angle, face_up=put.value > 0)


KINDS: Final[Mapping[str, Callable[[Rng], Pieces]]] = {"line_die": LineDice, "die": PipDice, "tile": Tiles}
"""By the kind of piece that a zone asks for."""


@dataclass(slots=True)
class OwnedSet:
    """What one table plays with: pieces of each kind, chosen when the first of them is asked for."""

    rng: Rng
    kinds: dict[str, Pieces] = field(default_factory=dict)

    def pieces(self, kind: str) -> Pieces:
        """Return the pieces of that kind; KeyError for a kind that cannot be drawn."""
        if kind not in self.kinds:
            self.kinds[kind] = KINDS[kind](self.rng)
        return self.kinds[kind]
