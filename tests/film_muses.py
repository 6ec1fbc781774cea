"""Films of Dance of Muses from a seed: a hand danced to its 6 with mishaps, then the reveal; and who is who."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from film_acts import Film, Pieces, Told, besides, reach

from rules import load
from rules.dance_of_muses.moves import Reveal, Step
from rules.dance_of_muses.state import Phase, State
from rules.dance_of_muses.state import Tile as Laid
from rules.table import Observation
from vision.render import Scene
from vision.render_camera import turn
from vision.render_chance import chance
from vision.render_dice import Die
from vision.render_faces import DieLook
from vision.render_film import Act
from vision.render_muses import MuseSet, dressed, ink
from vision.render_random import random_colour
from vision.render_tiles import Tile

GAME = load("dance_of_muses")
SEATS = 3
SIZE_PX = (1280, 960)
MISHAPS = 0.25  # share of turns in which something is forgotten at first

Cell = tuple[int, int]
Rng = np.random.Generator


@dataclass
class _Table:
    """How this table's tiles lie, and where each of the nine and its die is on its cell."""

    owned: MuseSet
    pitch: float
    whole_deg: float
    jolts: npt.NDArray[np.float64]  # (9, 2) of the tiles, mm
    angles: npt.NDArray[np.float64]
    spots: npt.NDArray[np.float64]  # (9, 2) of the dice from the tiles' middles, mm
    turns: npt.NDArray[np.float64]  # of the dice
    looks: dict[str, DieLook]
    muses: list[int]  # who lies where, hidden ones too
    middle: npt.NDArray[np.float64]

    def shaken(self, rng: Rng, moved: Sequence[int]) -> None:
        """Lay these tiles a little differently, as a hand that moves them does."""
        for i in moved:
            self.jolts[i] = np.clip(rng.normal(0, 0.5, 2), -1, 1)
            self.angles[i] += rng.normal(0, 0.8)
            self.turns[i] = rng.uniform(0, 360)

    def pieces(self, state: State) -> tuple[tuple[Tile, ...], tuple[Die, ...]]:
        """The tiles and dice of a state as they lie."""
        tiles, dice = [], []
        for i, laid in enumerate(state.tiles):
            at = turn(2, self.whole_deg)[:2, :2] @ (np.array(laid.cell) * self.pitch + self.jolts[i]) - self.middle
            tile = self.owned.tile(self.muses[i], at, float(self.angles[i]), laid.cell, face_up=laid.muse is not None)
            x, y = at + turn(2, float(self.angles[i]))[:2, :2] @ self.spots[i]
            look, size, on = self.looks[laid.colour], self.owned.die_mm, self.owned.thick_mm
            tiles.append(tile)
            dice.append(Die(laid.die, laid.colour, float(x), float(y), size, float(self.turns[i]), on, look=look))
        return tuple(tiles), tuple(dice)

    def laid(self, scene: Scene, state: State) -> Scene:
        """The scene with the pieces of a state."""
        tiles, dice = self.pieces(state)
        return replace(scene, tiles=tiles, dice=dice)


def muses_film(owned: MuseSet, seed: int) -> Film:
    """A film of a hand with the tiles of an owner's set, called m0 to m8."""
    rng = np.random.default_rng([seed, 83])
    order = [int(i) for i in rng.permutation(9)]
    state, moves = _danced(rng, owned, order)
    table = _table(rng, owned, order)
    states = [state]
    for move in moves:
        states.append(GAME.apply(states[-1], move))
    cells = np.array([tile.cell for one in states for tile in one.tiles], float)
    table.middle = turn(2, table.whole_deg)[:2, :2] @ ((cells.min(axis=0) + cells.max(axis=0)) / 2 * table.pitch)
    every = [tile for one in states for tile in table.pieces(one)[0]]
    scene = dressed(rng, seed, tuple(every), (), {}, "muses", size_px=SIZE_PX)
    scene = replace(scene, lens=replace(scene.lens, jpeg=100, glare=0.0))
    acts, told = [Act(table.laid(scene, state), rest=14)], []
    for move in moves:
        seat, after = state.seat, GAME.apply(state, move)
        moved = [i for i, (a, b) in enumerate(zip(state.tiles, after.tiles, strict=True)) if a.cell != b.cell]
        table.shaken(rng, moved)
        spot = table.pieces(after)[0][moved[0] if moved else 0]
        at = (spot.x_mm, spot.y_mm)
        if moved and chance(rng, MISHAPS):
            forgot = int(rng.choice(moved))
            tiles = [replace(t, die=t.die - 1) if i == forgot else t for i, t in enumerate(after.tiles)]
            if not any(tile.die == 6 for tile in tiles):
                acts.append(reach(rng, table.laid(acts[-1].scene, replace(after, tiles=tuple(tiles))), at))
                told.append(Told("ILLEGAL", seat))
        acts.append(reach(rng, table.laid(acts[-1].scene, after), at))
        told.append(Told("LEGAL", seat, tiles_of(after)))
        state = after
        acts += besides(rng, acts[-1])
    names = ",".join(owned.colours)
    return Film("dance_of_muses", SEATS, tuple(acts), tuple(told), tiles_of(state), {"colours": names})


def tiles_of(state: State) -> Pieces:
    """What lies there, as `read` says it."""
    seen: Pieces = GAME.sighting(Observation.certain(GAME.table(state)))["tiles"]
    return seen


def _options(owned: MuseSet) -> dict[str, Any]:
    suns = {f"m{i}": count for i, count in enumerate(owned.suns)}
    return {"colours": owned.colours, **GAME.named(suns)}  # type: ignore[attr-defined] # Dance of Muses names its pieces


def _danced(rng: Rng, owned: MuseSet, order: Sequence[int]) -> tuple[State, list[Any]]:
    """The state at the beginning, nine tiles with one of each colour hidden, and the moves of the hand."""
    cells = [(0, 0)]
    while len(cells) < 9:
        x, y = cells[int(rng.integers(len(cells)))]
        cell = (x + int(rng.integers(-1, 2)), y + int(rng.integers(-1, 2)))
        if cell not in cells and np.ptp([*cells, cell], axis=0).max() < 4:
            cells.append(cell)
    state = GAME.initial_state(SEATS, **_options(owned))
    tiles = tuple(
        Laid(owned.colours[i % 3], None if i < 3 else f"m{order[i]}", cell, int(rng.integers(2, 4)))
        for i, cell in enumerate(cells)
    )
    begun: State = replace(state, tiles=tiles, phase=Phase.DANCE)
    state = begun
    moves: list[Any] = []
    while state.phase is Phase.DANCE and len(moves) < 8:
        steps = [move for move in GAME.legal_moves(state) if isinstance(move, Step)]
        high = [m for m in steps if GAME.apply(state, m).phase is not Phase.DANCE]
        move = high[0] if high and len(moves) > 3 else steps[int(rng.integers(len(steps)))]
        state = GAME.apply(state, move)
        moves.append(move)
    if state.phase is Phase.REVEAL:
        hidden = [(i, name) for i, name in enumerate(state.names) if state.tiles[i].muse is None]
        moves.append(Reveal(tuple((name, f"m{order[i]}") for i, name in hidden)))
    return begun, moves


def _table(rng: Rng, owned: MuseSet, order: list[int]) -> _Table:
    whole = float(rng.choice([rng.uniform(-9, 9), rng.uniform(-44, 44)]))
    room = owned.side_mm / 2 - 0.8 * owned.die_mm
    looks = {
        name: DieLook(random_colour(rng, name), ink(name), gloss=float(rng.uniform(0, 0.6))) for name in owned.colours
    }
    return _Table(
        owned,
        owned.side_mm + float(rng.uniform(1, 4)),
        whole,
        np.clip(rng.normal(0, 0.4, (9, 2)), -1, 1),
        whole + rng.normal(0, 0.8, 9) + 90 * rng.integers(0, 4, 9),
        np.clip(rng.normal(0, 4, (9, 2)), -room, room),
        rng.uniform(0, 360, 9),
        looks,
        order,
        np.zeros(2),
    )
