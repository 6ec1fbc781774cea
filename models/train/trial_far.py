"""Tables seen from far off, for the trials: the same dice, fewer and fewer pixels wide."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Final

import cv2
import numpy as np

from companion.opening import any_table
from models.train.evaluate import MATCH, SILENT
from models.train.trial_lines import FIRST_ROAD, SIZES_PX, mistakes, seen_cells
from models.train.trial_thrown import FIRST_THROW, LOOSE, thrown_table
from rules.line_dice import GAME
from vision.read import Reader
from vision.render import Scene, render
from vision.render_faces import Image
from vision.render_lines import road_scene

WIDE_PX: Final = (10, 14, 18, 22, 30)
KINDS: Final = ("dice", "right", "silent")


def far_rows(count: int) -> Iterator[str]:
    """Yield for each kind of dice and width in pixels a row: dice read right, and wrong ones that seemed sure."""
    reader = Reader()
    yield f"| dice | pixels wide | {' | '.join(KINDS)} |"
    yield f"|{' --- |' * (2 + len(KINDS))}"
    for (name, counted), wide_px in product(COUNTED.items(), WIDE_PX):
        total = Counter[str]()
        for number in range(count):
            total.update(counted(reader, number, wide_px))
        yield f"| {name} | {wide_px} | {' | '.join(str(total[kind]) for kind in KINDS)} |"


def _thrown(style: str) -> Callable[[Reader, int, float], Counter[str]]:
    def counted(reader: Reader, number: int, wide_px: float) -> Counter[str]:
        scene = thrown_table(FIRST_THROW + number, style)
        image, shrunk = _from_afar(scene, wide_px)
        pieces = [piece for piece in reader.read(image, LOOSE).pieces if piece.faces]
        places = np.array([np.mean(piece.outline_px, axis=0) for piece in pieces]).reshape(-1, 2)
        found = Counter[str](dice=len(scene.dice))
        for die in scene.dice:
            far = np.hypot(*(places - shrunk * scene.camera.project(die.outline_mm()).mean(axis=0)).T)
            if len(far) and far.min() < MATCH * wide_px:
                face, chance = pieces[int(far.argmin())].faces[0]
                right = face == str(die.value)
                found.update(right=int(right), silent=int(not right and chance >= SILENT))
        return found

    return counted


def _road(reader: Reader, number: int, wide_px: float) -> Counter[str]:
    scene = road_scene(FIRST_ROAD + number, *SIZES_PX[number % len(SIZES_PX)])
    image, _ = _from_afar(scene, wide_px)
    wrong = mistakes(scene.state["cells"], seen_cells(reader.read(image, any_table(GAME))))
    dice, silent = len(scene.state["cells"]), wrong.pop("silent", 0)
    return Counter(dice=dice, right=max(0, dice - wrong.total()), silent=silent)


def _from_afar(scene: Scene, wide_px: float) -> tuple[Image, float]:
    """Return the picture of a table, shrunk until its dice are so wide, and by how much; never enlarged."""
    tops = [scene.camera.project(die.outline_mm()) for die in scene.dice]
    side = float(np.median([np.hypot(*(top[1] - top[0])) for top in tops]))
    shrunk = min(1.0, wide_px / side)
    small = cv2.resize(render(scene), None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), shrunk


COUNTED: Final[Mapping[str, Callable[[Reader, int, float], Counter[str]]]] = {
    "pips": _thrown("pips"),
    "digits": _thrown("digits"),
    "roads": _road,
}
