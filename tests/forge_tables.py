"""Drawn tables of Dice Forge: each hero's dice in a part of the table, in fair light, as the camera sees them."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from rules.dice_forge import GAME
from rules.dice_forge.rolling import die_place
from rules.dice_forge.state import State
from rules.table import Face, Layout, Place
from vision.read import Reader
from vision.reading import Reading
from vision.render import Cloth, Scene
from vision.render_lens import Lens
from vision.render_parts import PartsTable

Image = NDArray[np.uint8]
SIZE_PX = (1280, 720)
FAIR = Scene(cloth=Cloth("felt"), lens=Lens())
LIGHT_0, DARK_0, LIGHT_1, DARK_1 = (die_place(seat, die) for seat in (0, 1) for die in (0, 1))


def layout(state: State) -> Layout:
    return GAME.layout(state)


def table(seed: int, state: State, *, fair: bool = True) -> PartsTable:
    """Return a table for a state's dice; not `fair`: on any cloth, under any lamp."""
    return PartsTable(seed, layout(state).zone("die"), SIZE_PX, FAIR if fair else None)


def shown(drawn: PartsTable, state: State, dice: Mapping[Place, Face] | None = None) -> Image:
    """Return the picture of a state, some of its dice showing other faces."""
    return drawn.picture({**GAME.table(state), **(dice or {})}, layout(state))


def read(reader: Reader, image: Image, state: State, before: Reading | None = None) -> Reading:
    return reader.read(image, layout(state), before)


def said(reading: Reading) -> str:
    """Return all warnings in one text."""
    return " ".join(warning.text for warning in reading.warnings)


def tops(state: State) -> dict[Place, Face]:
    return {place: face for place, face in GAME.table(state).items() if place.zone == "die"}


def with_bodies(drawn: PartsTable, light: float, dark: float) -> PartsTable:
    """Return the table with dice of these greys."""
    drawn.owned = replace(drawn.owned, bodies=((light,) * 3, (dark,) * 3))
    return drawn
