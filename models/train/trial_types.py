"""Dice whose digits are of type faces that no reader was trained on, for the trials: those Matplotlib brings.

They are read as thrown by anybody, and as whole sets before and after one photo taught each.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

import cv2
import numpy as np

from models.train.trial_dice import HEADS, Trial, try_set
from models.train.trial_thrown import read_rows, thrown_table
from vision.render import Scene
from vision.render_dice import Die
from vision.render_digits import DigitLook, draw_digit
from vision.render_faces import FACE_PX, Image
from vision.render_odd_sets import OddSet, odd_dice

FIRST_TYPES: Final = 9_900_000  # no table from here on is trained on
FIRST_SET: Final = 7_800  # nothing was chosen on sets from here on
TABLES: Final = 2  # of each set
FACES: Final = (
    "cmb10",
    "cmr10",
    "cmss10",
    "cmtt10",
    "DejaVuSans",
    "DejaVuSans-Bold",
    "DejaVuSans-BoldOblique",
    "DejaVuSansMono-Bold",
    "DejaVuSerif",
    "DejaVuSerif-Bold",
    "STIXGeneral",
    "STIXGeneralBol",
    "STIXGeneralBolIta",
)
CANVAS: Final = (260, 240)
TALL: Final = 140.0  # of the type, pixels
FOOT: Final = (60.0, 190.0)  # where it stands
FINER: Final = 16  # parts of a pixel


@dataclass(frozen=True, slots=True)
class TypeDigits:
    """The digits of one type face, `name` of FACES."""

    name: str

    def __call__(self, value: int) -> Image:
        """Return the ink of a digit on a canvas of its own."""
        canvas = np.zeros(CANVAS, np.uint8)
        rings = [np.round((ring * [1, -1] + FOOT) * FINER).astype(np.int32) for ring in _outline(self.name, value)]
        cv2.fillPoly(canvas, rings, 255, cv2.LINE_AA, 4)
        return canvas


@cache
def _outline(name: str, value: int) -> list[np.ndarray]:
    from matplotlib import get_data_path  # noqa: PLC0415 - needed for this trial alone
    from matplotlib.font_manager import FontProperties  # noqa: PLC0415
    from matplotlib.textpath import TextPath  # noqa: PLC0415

    font = FontProperties(fname=f"{get_data_path()}/fonts/ttf/{name}.ttf")
    rings: list[np.ndarray] = TextPath((0, 0), str(value), TALL, font).to_polygons()
    return rings


def typed_table(seed: int) -> Scene:
    """Return a table of thrown dice with digits, each set's of another type face."""
    table, rng = thrown_table(seed, "digits"), np.random.default_rng([seed, 79])
    faces = [str(name) for name in rng.permutation(FACES)]
    looks = list(dict.fromkeys(die.look for die in table.dice))

    def typed(die: Die) -> Die:
        digits = TypeDigits(faces[looks.index(die.look) % len(faces)])
        return replace(die, look=replace(die.look, digit=replace(die.look.digit, drawn=digits)))

    return replace(table, dice=tuple(map(typed, table.dice)))


def type_rows(count: int, *, faults: bool) -> Iterator[str]:
    """Yield a row in the columns of `evaluate`; with `faults`, also what went wrong where."""
    tables = (("digits of strange types", typed_table(FIRST_TYPES + number)) for number in range(count))
    yield from read_rows(tables, faults=faults)


@dataclass(frozen=True, slots=True)
class TypedSet(OddSet):
    """Odd dice, but printed with the digits of a type face, `face` of FACES."""

    face: str = FACES[0]

    def _face(self, value: int, number: int) -> Image:
        del number  # none is worn
        face = np.full((FACE_PX, FACE_PX, 3), self.look.body, np.uint8)
        draw_digit(face, value, DigitLook(drawn=TypeDigits(self.face)), self.look.ink)
        return face


def typed_set(number: int) -> TypedSet:
    """Return a set of a type face, in any colours."""
    odd = odd_dice(number)
    return TypedSet(odd.colour, odd.look, odd.drawn, 0.0, odd.side_mm, FACES[number % len(FACES)])


def taught_rows(count: int) -> Iterator[str]:
    """Yield rows for the dice of so many sets before one photo taught each, and after, as `trial_dice` counts them."""
    trial = Trial(roads=False)
    for number in range(FIRST_SET, FIRST_SET + count):
        try_set(trial, typed_set(number), number, TABLES)
    yield HEADS
    yield f"|{' --- |' * (HEADS.count('|') - 1)}"
    yield trial.before.row("digits of strange types", "before")
    yield trial.after.row("digits of strange types", "taught")
    yield from trial.refused
