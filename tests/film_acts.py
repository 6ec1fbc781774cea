"""What films of games share: the acts, what the referee should say of them, and what people do besides playing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from vision.render import Scene
from vision.render_chance import chance
from vision.render_cover import Shadow
from vision.render_film import Act

Rng = np.random.Generator
Pieces = list[dict[str, Any]]


@dataclass(frozen=True)
class Told:
    """What the referee should say: LEGAL or ILLEGAL, of which seat; of a legal move what lies there then."""

    finding: str
    seat: int
    pieces: Pieces = field(default_factory=list)


@dataclass(frozen=True)
class Film:
    """A film of a game: what happens, what should be called in order, how it ends, and what to tell the referee."""

    game: str
    seats: int
    acts: tuple[Act, ...]
    told: tuple[Told, ...]
    end: Pieces
    options: Mapping[str, str]


def reach(rng: Rng, scene: Scene, at_mm: tuple[float, float]) -> Act:
    """A hand that comes from the side nearest to where it reaches, or from below, and leaves the scene behind."""
    side = 0.0 if at_mm[0] > 0 else 180.0
    way = float(rng.choice([90.0, 90.0, side, 270.0]) + rng.normal(0, 12))
    stay = int(rng.choice([2, 3, 5, 8]))
    return Act(scene, at_mm, stay=stay, from_deg=way, rest=int(rng.integers(9, 14)))


def besides(rng: Rng, act: Act) -> Iterator[Act]:
    """Now and then something else happens: no move, whatever it looks like."""
    kind = str(rng.choice(["", "", "", "light", "bump", "shadow", "reach", "nudge"]))
    scene = act.scene
    if kind == "light":
        bright = float(rng.choice([rng.uniform(0.65, 0.9), rng.uniform(1.1, 1.3)]))
        blue, green, red = (np.array(scene.lens.gains) * bright * rng.uniform(0.95, 1.05, 3)).tolist()
        yield Act(replace(scene, lens=replace(scene.lens, gains=(blue, green, red))), fade=int(rng.integers(0, 9)))
    elif kind == "bump":
        camera = scene.camera
        x, y, roll = rng.normal(0, (5, 5, 1.0))
        moved = replace(camera, x_mm=camera.x_mm + x, y_mm=camera.y_mm + y, roll_deg=camera.roll_deg + roll)
        yield Act(replace(scene, camera=moved), fade=int(rng.integers(0, 2)))
    elif kind == "shadow":
        yield Act(scene, fade=3, troubles=(_leaning(rng, scene),), rest=12)
        yield Act(scene, fade=3)
    elif kind == "reach":
        yield reach(rng, scene, (float(rng.uniform(-80, 80)), float(rng.uniform(-60, 60))))
    elif kind == "nudge":
        yield _nudged(rng, scene)


def _leaning(rng: Rng, scene: Scene) -> Shadow:
    """The shadow of somebody who leans over one side of the table."""
    seen = np.array([scene.camera.width_px, scene.camera.height_px]) * scene.camera.height_mm / scene.camera.focal_px
    edge, side = float(rng.uniform(-0.3, 0.3) * seen[0]), float(rng.choice([-1.0, 1.0]))
    far = side * float(seen[0])
    corners = ((edge, -500.0), (far, -500.0), (far, 500.0), (edge + float(rng.uniform(-60, 60)), 500.0))
    return Shadow(corners, float(rng.uniform(0.6, 0.85)), float(rng.uniform(5, 30)))


def _nudged(rng: Rng, scene: Scene) -> Act:
    """A hand that touches a die in passing and turns it a little."""
    if not scene.dice or not chance(rng, 0.9):
        return reach(rng, scene, (0.0, 0.0))
    number = int(rng.integers(len(scene.dice)))
    die = scene.dice[number]
    x, y, angle = rng.normal(0, (0.4, 0.4, 1.5))
    moved = replace(die, x_mm=die.x_mm + x, y_mm=die.y_mm + y, angle_deg=die.angle_deg + angle)
    dice = (*scene.dice[:number], moved, *scene.dice[number + 1 :])
    return reach(rng, replace(scene, dice=dice), (die.x_mm, die.y_mm))
