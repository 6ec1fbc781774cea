"""How the recording of Dance of Muses looks: a hand-laid group on green felt, a cup and a pen beside it."""

from collections.abc import Iterator, Sequence
from zlib import crc32

import numpy as np

from companion.demo import record
from rules.dance_of_muses.layout import table
from rules.dance_of_muses.state import State
from rules.table import Cell, Table
from vision.render import Cloth, Scene, corner_cards, render
from vision.render_camera import Camera
from vision.render_clutter import Thing
from vision.render_dice import Die, Lamp
from vision.render_faces import COLOURS, DieLook, Image
from vision.render_lens import Lens
from vision.render_tiles import Tile

PITCH_MM = 91.5  # tiles of 90 mm, laid by hand
TURN_DEG = -7.0  # of the whole group
CENTRE = (1.0, 0.9)  # the cell in the middle of the picture
QUALITY = 88


def images(states: Sequence[State]) -> Iterator[Image]:
    """Yield a picture of each state's table."""
    for number, state in enumerate(states, 1):
        yield render(scene(table(state), number))


def scene(table: Table, number: int) -> Scene:
    """Return the table as a scene; hands shift tiles and dice a little, differently in every picture."""
    rng = np.random.default_rng(number)
    tiles, dice = [], []
    for place, face in sorted(table.items(), key=lambda item: str(item[0])):
        x, y = _spot(place.cell)
        if place.zone == "tile":
            jolt = np.random.default_rng(crc32(f"{place} {face}".encode())).normal(0, [0.7, 0.7, 1.0])
            up = face != "down"
            art = crc32(face.encode()) % 1000 if up else 7
            suns = record().options["suns"].get(face, 1)
            tiles.append(Tile(x + jolt[0], y + jolt[1], art, suns, up, side_mm=90, angle_deg=TURN_DEG + jolt[2]))
        else:
            colour, value = face.split()
            dice.append(_die(colour, int(value), x, y, rng))
    return Scene(
        Camera(1640, 1232, 1500, 12, -8, 860, 1.5, -1.0, 0.6),
        Cloth("felt", (104, 84, 52), (116, 96, 60), 2.0, 3),
        Lamp((0.35, -0.3, -0.85), softness_mm=5),
        Lens(gradient=0.15, gradient_deg=35, blur_px=0.6, noise=2.0),
        tuple(dice),
        tuple(tiles),
        corner_cards(760, 560),
        (Thing("cup", 405, -120, 80, 20, (60, 90, 150)), Thing("pen", -375, 60, 140, 78, (150, 70, 30))),
        "muses",
        seed=number,
    )


def _spot(cell: Cell) -> tuple[float, float]:
    """Return the middle of a cell, in mm from the table's centre."""
    x, y = ((value - middle) * PITCH_MM for value, middle in zip(cell, CENTRE, strict=True))
    turn = np.radians(TURN_DEG)
    return float(x * np.cos(turn) - y * np.sin(turn)), float(x * np.sin(turn) + y * np.cos(turn))


def _die(colour: str, value: int, x: float, y: float, rng: np.random.Generator) -> Die:
    ink = (30.0, 30.0, 30.0) if colour in {"white", "orange", "yellow"} else (235.0, 235.0, 235.0)
    look = DieLook(COLOURS[colour], ink)
    dx, dy, turn = rng.normal(0, [2, 2, 25])
    return Die(value, colour, x + dx, y + dy, 16, turn, 2.0, look=look)
