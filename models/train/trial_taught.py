"""Dice with digits of strange types for the trials, each set taught by one photo of its six faces, and what is read."""

import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from models.train.evaluate import MATCH, SILENT
from models.train.trial_types import FACES, TypeDigits
from vision.detect import Detection, DiceDetector
from vision.render import Scene, render
from vision.render_digits import DigitLook, draw_digit
from vision.render_faces import FACE_PX, Image
from vision.render_odd_sets import OddSet, odd_dice, odd_lesson, odd_table
from vision.teach import TeachError
from vision.teach_dice import teach_faces
from vision.teach_dice_file import save_faces
from vision.teach_dice_sets import NUMBERS, TaughtDice
from vision.teach_folder import set_folder

FIRST_TAUGHT: Final = 7_800_000  # nothing was chosen on sets and tables from here on
PHOTOS: Final = 3  # that people take before they give up
TABLES: Final = 2  # of each set
HEADS: Final = ("dice", "found", "right", "silent")


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
    odd = odd_dice(FIRST_TAUGHT + number)
    return TypedSet(odd.colour, odd.look, odd.drawn, 0.0, odd.side_mm, FACES[number % len(FACES)])


def taught_rows(count: int) -> Iterator[str]:
    """Yield a row for the dice of sets before one photo taught them, and after; sets that none taught are left out."""
    before, after, taught = Counter[str](), Counter[str](), 0
    for number in range(count):
        owned, seed = typed_set(number), FIRST_TAUGHT + 10 * number
        with tempfile.TemporaryDirectory() as folder:
            if not _taught(owned, seed, Path(folder)):
                continue
            taught += 1
            untaught, known = DiceDetector(), DiceDetector(taught=TaughtDice(Path(folder)))
            for table in (odd_table(owned, seed + PHOTOS + at) for at in range(TABLES)):
                image, side_px = render(table), _side_px(table)
                before += _counted(table, untaught.detect(image, side_px))
                after += _counted(table, known.detect(image, side_px))
    yield f"| {taught} of {count} sets | {' | '.join(HEADS)} |"
    yield f"|{' --- |' * (1 + len(HEADS))}"
    for name, counts in (("not taught", before), ("taught", after)):
        yield f"| {name} | {' | '.join(str(counts[head]) for head in HEADS)} |"


def _taught(owned: OddSet, seed: int, folder: Path) -> bool:
    """Teach a set by the first photo that serves; tell whether one did."""
    for photo in range(PHOTOS):
        try:
            faces = teach_faces(render(odd_lesson(owned, seed + photo)), NUMBERS)
        except TeachError:
            continue
        save_faces(faces, set_folder(folder, "dice"))
        return True
    return False


def _side_px(scene: Scene) -> float:
    first, second = scene.camera.project(scene.dice[0].outline_mm())[:2]
    return float(np.hypot(*(second - first)))


def _counted(scene: Scene, seen: list[Detection]) -> Counter[str]:
    places = np.array([one.centre_px for one in seen]).reshape(-1, 2)
    counts = Counter[str](dice=len(scene.dice))
    for die in scene.dice:
        far = np.hypot(*(places - scene.camera.project(die.outline_mm()).mean(axis=0)).T)
        if len(far) and far.min() < MATCH * seen[int(far.argmin())].side_px:
            one = seen[int(far.argmin())]
            right = one.face == str(die.value)
            counts.update(found=1, right=int(right), silent=int(not right and one.confidence >= SILENT))
    return counts
