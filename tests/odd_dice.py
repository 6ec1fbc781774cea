"""Odd dice and the tables of the tests about teaching them: plain cloth, fair light, from above."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from models.train.roads import road_name
from vision.detect import Detection
from vision.render import Cloth, Scene
from vision.render_camera import Camera
from vision.render_dice import Die
from vision.render_faces import DieLook
from vision.render_odd_faces import OddLook
from vision.render_odd_roads import OddRoad
from vision.render_odd_sets import OddSet

TALLY = OddSet("white", DieLook((200, 225, 230), (150, 60, 30)), OddLook("tally"), 0.0, 16.0)
LINES = OddRoad(wide=0.26, line="rails", arrow="nail", corner=2, size=0.26, pen=0.06, by_hand=0.012)
ROADS = OddSet("white", DieLook((215, 225, 225), (120, 40, 90), style="roads"), LINES, 0.0, 16.0)
ROAD_FACES = ("S-NS", "X", "C0N", "C1N", "C2N", "C3N")
NEAR, FAR = Camera(1000, 750, 1000, height_mm=330), Camera(1000, 750, 1000, height_mm=420, tilt_x_deg=4, roll_deg=9)
FELT, WOOD = Cloth("felt"), Cloth("wood", (70, 105, 150), (50, 80, 120), seed=3)


def rows(owned: OddSet, values: Sequence[int], angles: Sequence[float], pitch_mm: float = 40.0) -> tuple[Die, ...]:
    """Dice in rows of three."""
    places = [((i % 3 - 1) * pitch_mm, (i // 3 - 0.5) * pitch_mm) for i in range(len(values))]
    return tuple(owned.die(*each) for each in zip(values, places, angles, strict=True))


def lesson(owned: OddSet, angles: Sequence[float] = (4, -5, 2, 0, -3, 5)) -> Scene:
    """All six faces, row by row; roads with their arrow up."""
    return Scene(NEAR, FELT, dice=rows(owned, range(1, 7), angles))


def other_table(owned: OddSet, values: Sequence[int] = (4, 1, 6, 3, 5, 2)) -> Scene:
    """Dice at any turn, on wood, seen from higher up and a little aslant."""
    angles = [37.0 * i + 11 for i in range(len(values))]
    return Scene(FAR, WOOD, dice=rows(owned, values, angles, 52.0))


def side_px(scene: Scene) -> float:
    first, second = scene.camera.project(scene.dice[0].outline_mm())[:2]
    return float(np.hypot(*(second - first)))


def compared(scene: Scene, found: Sequence[Detection]) -> list[tuple[str, str, float]]:
    """What each die of the scene that was found shows, what it was read as, and how surely."""
    pairs = []
    for die in scene.dice:
        outline = scene.camera.project(die.outline_mm())
        middle, along = outline.mean(axis=0), outline[1] - outline[0]
        near = min(found, key=lambda one: float(np.hypot(*(np.array(one.centre_px) - middle))), default=None)
        if near is None or np.hypot(*(np.array(near.centre_px) - middle)) > 0.4 * near.side_px:
            continue
        quarters = round((float(np.degrees(np.arctan2(along[1], along[0]))) - near.angle_deg) / 90) % 4
        shown = road_name(die.value, quarters) if die.look.style == "roads" else str(die.value)
        pairs.append((shown, near.face, near.confidence))
    return pairs


def unsure(scene: Scene) -> Scene:
    """The scene with a face that nobody taught on its first die."""
    strange = replace(TALLY, drawn=OddLook("signs", seed=5)).die(4, (-52.0, -26.0), 20.0)
    return replace(scene, dice=(strange, *scene.dice[1:]))
