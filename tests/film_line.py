"""Films of Line Dice from a seed: a legal game with mishaps, as people lay it, and what the referee should call."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from film_acts import Film, Pieces, Told, besides, reach

from rules import load
from rules.line_dice.faces import FACES, SIDES, beside
from rules.line_dice.moves import Lay
from rules.line_dice.road import Die as Laid
from rules.line_dice.state import State
from rules.table import Observation
from vision.render import Scene, corner_cards
from vision.render_camera import turn
from vision.render_chance import chance
from vision.render_dice import Die
from vision.render_film import Act
from vision.render_laying import Habit, Spot, lay_road
from vision.render_lines import CARD_MM, camera_over, line_set
from vision.render_random import random_scene
from vision.render_roads import CURVE, RoadDie

GAME = load("line_dice")
SIZE_PX = (1280, 960)
MISHAPS = 0.2  # share of turns that begin with a die laid against the rules
SEATS = 2

Rng = np.random.Generator


@dataclass
class _Set:
    """How the game's dice are made, and where those lie that are not on the road."""

    look: Any
    colour: str
    side: float
    loose: tuple[Die, ...] = ()

    def die(self, face: str, spot: Spot) -> Die:
        one = road_die(face)
        return Die(
            one.value, self.colour, spot.x_mm, spot.y_mm, self.side, spot.angle_deg + 90 * one.quarter, look=self.look
        )


def road_die(face: str, cell: tuple[int, int] = (0, 0)) -> RoadDie:
    """The die that shows this face of the rules."""
    if face[0] == "C":
        return RoadDie(CURVE + int(face[1]), "NESW".index(face[2]), cell)
    return RoadDie(*{"S-NS": (1, 0), "S-EW": (1, 1), "X": (2, 0)}[face], cell)


def line_film(seed: int, turns: int = 8) -> Film:
    """A film of so many turns; every third one begins in the middle of a game."""
    rng = np.random.default_rng([seed, 81])
    begun = int(rng.integers(3, 7)) if seed % 3 == 2 else 0
    laid = played(rng, begun + turns)
    side = float(rng.uniform(13, 19))
    habit = Habit(0.8, (0.0, 0.0), 0.02, 1.5)
    spots = lay_road(rng, [road_die(die.face, die.cell) for die in laid], side, habit)
    scene, made = _table(rng, seed, spots, side)
    dice = [made.die(die.face, spot) for die, spot in zip(laid, spots, strict=False)]
    acts, told = [Act(replace(scene, dice=(*made.loose, *dice[:begun])), rest=14)], []
    state = _start(laid[:begun])
    for number in range(begun, len(spots)):
        here = (*made.loose, *dice[:number])
        if number > begun and chance(rng, MISHAPS) and (wrong := _wrong(rng, state)):
            astray = made.die(wrong.face, _beside(rng, wrong.cell, laid[:number], spots, side))
            acts.append(reach(rng, replace(acts[-1].scene, dice=(*here, astray)), (astray.x_mm, astray.y_mm)))
            told.append(Told("ILLEGAL", state.seat))
            if chance(rng, 0.7):
                acts.append(reach(rng, replace(acts[-1].scene, dice=here), (astray.x_mm, astray.y_mm)))
        spot = spots[number]
        acts.append(reach(rng, replace(acts[-1].scene, dice=(*here, dice[number])), (spot.x_mm, spot.y_mm)))
        seat, state = state.seat, GAME.apply(state, Lay(laid[number].face, laid[number].cell))
        told.append(Told("LEGAL", seat, cells(state)))
        acts += besides(rng, acts[-1])
    return Film("line_dice", SEATS, tuple(acts), tuple(told), cells(state), {})


def cells(state: State) -> Pieces:
    """What lies on the road, as `read` says it."""
    seen: Pieces = GAME.sighting(Observation.certain(GAME.table(state)))["cells"]
    return seen


def played(rng: Rng, count: int) -> list[Laid]:
    """The dice of a legal game, up to so many."""
    best: list[Laid] = []
    for _ in range(20):
        state = GAME.initial_state(SEATS, hands="unknown")
        while len(state.dice) < count:
            lays = [move for move in GAME.legal_moves(state) if isinstance(move, Lay)]
            if not lays or GAME.current_player(state) is None:
                break
            state = GAME.apply(state, lays[int(rng.integers(len(lays)))])
        best = max(best, list(state.dice), key=len)
        if len(best) == count:
            break
    return best


def _start(laid: Sequence[Laid]) -> State:
    """The state before the first turn filmed: seat 0 is to act."""
    state = GAME.initial_state(SEATS, hands="unknown", first=len(laid) % SEATS)
    for die in laid:
        state = GAME.apply(state, Lay(die.face, die.cell))
    found: State = state
    return found


def _wrong(rng: Rng, state: State) -> Lay | None:
    """A die laid against the rules beside the road."""
    taken = {die.cell for die in state.dice}
    free = sorted({beside(die.cell, side) for die in state.dice for side in SIDES} - taken)
    moves = [Lay(face, cell) for cell in free for face in FACES]
    head = [move for move in moves if move.cell in state.road.goals()]
    pool = head if chance(rng, 0.5) else moves
    broken = [move for move in pool if GAME.violations(state, move)]
    return broken[int(rng.integers(len(broken)))] if broken else None


def _beside(rng: Rng, cell: tuple[int, int], laid: Sequence[Laid], spots: Sequence[Spot], side: float) -> Spot:
    """Where a die on that cell lies: against its neighbours."""
    near = [
        (spot, (cell[0] - die.cell[0], cell[1] - die.cell[1]))
        for die, spot in zip(laid, spots, strict=False)
        if abs(cell[0] - die.cell[0]) + abs(cell[1] - die.cell[1]) == 1
    ]
    places = [spot.at + turn(2, spot.angle_deg)[:2, :2] @ np.array(step) * (1.04 * side) for spot, step in near]
    x, y = np.mean(places, axis=0)
    return Spot(float(x), float(y), float(np.mean([spot.angle_deg for spot, _ in near]) + rng.normal(0, 1)))


def _table(rng: Rng, seed: int, spots: list[Spot], side: float) -> tuple[Scene, _Set]:
    """The table and its dice; the road is moved to the middle, in place."""
    middle = np.mean([spot.at for spot in spots], axis=0) + rng.normal(0, 8, 2)
    spots[:] = [Spot(s.x_mm - float(middle[0]), s.y_mm - float(middle[1]), s.angle_deg) for s in spots]
    dressed = random_scene(seed + 4000, *SIZE_PX, oblique=0)
    camera = camera_over(rng, SIZE_PX, spots, side, CARD_MM)
    colour, look = line_set(rng)
    made = _Set(look, colour, side)
    seen = np.array(SIZE_PX) * camera.height_mm / camera.focal_px
    made.loose = tuple(_loose(rng, made, spots, seen / 2 - side - CARD_MM))
    lens = replace(dressed.lens, motion_px=0.0, blur_px=min(1.0, dressed.lens.blur_px), jpeg=100, glare=0.0)
    scene = replace(
        dressed, camera=camera, lens=lens, dice=(), tiles=(), things=(), cards=corner_cards(*(seen - 1.6 * CARD_MM))
    )
    return scene, made


def _loose(rng: Rng, made: _Set, spots: Sequence[Spot], within: npt.NDArray[np.float64]) -> list[Die]:
    """Up to three dice that lie well away from the road and from each other."""
    found: list[Die] = []
    taken = [spot.at for spot in spots]
    for _ in range(int(rng.integers(0, 4))):
        at = rng.uniform(-1, 1, 2) * within
        if min(float(np.linalg.norm(at - other)) for other in taken) > 2.5 * made.side:
            face = FACES[int(rng.integers(len(FACES)))]
            found.append(made.die(face, Spot(float(at[0]), float(at[1]), float(rng.uniform(0, 360)))))
            taken.append(at)
    return found
