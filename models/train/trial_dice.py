"""Try teaching dice on odd sets that are drawn: python -m models.train.trial_dice [--sets N] [--tables N] [--first N].

Each set is taught from one picture and read in others, under other light, from elsewhere, turned: before teaching and
after it. Then ordinary dice are read by a reader that was taught an odd set. Needs no photographs.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from models.train.roads import road_name
from models.train.trial_tables import tidy_table
from vision.detect import Detection, DiceDetector
from vision.render import Scene, render
from vision.render_dice import Die
from vision.render_odd_sets import OddSet, odd_dice, odd_lesson, odd_line_dice, odd_road_table, odd_table
from vision.teach import TeachError
from vision.teach_dice import teach_faces
from vision.teach_dice_file import save_faces
from vision.teach_dice_sets import KINDS, TaughtDice
from vision.teach_folder import set_folder

SURE: Final = 0.9  # a wrong face at this confidence or more is a silent error
MATCH: Final = 0.5  # how far a die may be from the truth's, in sides
FIRST_TABLE: Final = 9_700_000  # no table from here on is trained on
HEADS: Final = "| dice | reader | number | found | right | surely right | silent errors | extra |"
HELD: Final = {"labels": "thrown dice", "roads": "Line Dice"}


@dataclass(slots=True)
class Count:
    """How dice were read."""

    dice: int = 0
    found: int = 0
    right: int = 0
    sure: int = 0
    silent: int = 0
    extra: int = 0

    def add(self, scene: Scene, seen: Sequence[Detection]) -> None:
        """Count one picture."""
        matched = 0
        for die in scene.dice:
            outline = scene.camera.project(die.outline_mm())
            middle, side = outline.mean(axis=0), float(np.hypot(*(outline[1] - outline[0])))
            far = [(float(np.hypot(*(np.array(d.centre_px) - middle))), d) for d in seen]
            near, one = min(far, key=lambda pair: pair[0], default=(np.inf, None))
            self.dice += 1
            if one is None or near > MATCH * side:
                continue
            matched += 1
            right, sure = one.face == _face(die, outline, one.angle_deg), one.confidence >= SURE
            self.right += right
            self.sure += right and sure
            self.silent += sure and not right
        self.found += matched
        self.extra += len(seen) - matched

    def row(self, name: str, reader: str) -> str:
        """Return a row of the table."""
        shares = (f"{100 * part / max(1, self.dice):.1f} %" for part in (self.found, self.right, self.sure))
        return f"| {name} | {reader} | {self.dice} | {' | '.join(shares)} | {self.silent} | {self.extra} |"


@dataclass(slots=True)
class Trial:
    """What became of the sets of one kind."""

    roads: bool
    before: Count = field(default_factory=Count)
    after: Count = field(default_factory=Count)
    seconds: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def _face(die: Die, outline: np.ndarray[tuple[int, ...], np.dtype[np.float64]], along_deg: float) -> str:
    """Return what a reader should say of a die whose directions are told along that angle."""
    if die.look.style != "roads":
        return str(die.value)
    edge = outline[1] - outline[0]
    return road_name(die.value, round((float(np.degrees(np.arctan2(edge[1], edge[0]))) - along_deg) / 90) % 4)


def teach(lesson: Scene, profile: Path, *, roads: bool) -> float:
    """Teach a set from the picture of a lesson into a profile; return processor seconds. TeachError if refused."""
    image = render(lesson)
    faces = [road_name(die.value, 0) if roads else str(die.value) for die in lesson.dice]
    began = time.process_time()
    found = teach_faces(image, faces, upright=roads)
    save_faces(found, set_folder(profile, KINDS["roads" if roads else "labels"][0]))
    return time.process_time() - began


def try_set(trial: Trial, owned: OddSet, seed: int, tables: int) -> None:
    """Teach one set and read its tables."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            trial.seconds.append(teach(odd_lesson(owned, seed), Path(folder), roads=trial.roads))
        except TeachError as error:
            trial.refused.append(f"set {seed}: {error}")
            return
        readers = ((trial.before, DiceDetector()), (trial.after, DiceDetector(taught=TaughtDice(Path(folder)))))
        for number in range(tables):
            table = FIRST_TABLE + 1000 * seed + number
            scene = odd_road_table(owned, table) if trial.roads else odd_table(owned, table)
            image = render(scene)
            for count, reader in readers:
                count.add(scene, reader.detect(image, _side_px(scene), roads=trial.roads))


def ordinary(seeds: range, tables: int) -> Iterator[str]:
    """Yield rows about ordinary dice, read by readers that were taught odd sets and by one that was not."""
    before, after = Count(), Count()
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder:
            try:
                teach(odd_lesson(odd_dice(seed), seed), Path(folder), roads=False)
            except TeachError:
                continue
            readers = ((before, DiceDetector()), (after, DiceDetector(taught=TaughtDice(Path(folder)))))
            for number in range(tables):
                scene = tidy_table(FIRST_TABLE + 1000 * seed + number)
                image = render(scene)
                for count, reader in readers:
                    count.add(scene, reader.detect(image, _side_px(scene)))
    yield before.row("ordinary dice", "nothing taught")
    yield after.row("ordinary dice", "an odd set taught")


def _side_px(scene: Scene) -> float:
    outlines = (scene.camera.project(die.outline_mm()) for die in scene.dice)
    return float(np.median([np.hypot(*(outline[1] - outline[0])) for outline in outlines]))


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Print the tables."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--sets", type=int, default=10, help="how many sets of each kind")
    ask.add_argument("--tables", type=int, default=20, help="how many tables each is read on")
    ask.add_argument("--first", type=int, default=100, help="number of the first set")
    args = ask.parse_args()
    say(HEADS)
    say("| --- " * 8 + "|")
    for roads, make in ((False, odd_dice), (True, odd_line_dice)):
        trial, name = Trial(roads), HELD["roads" if roads else "labels"]
        for seed in range(args.first, args.first + args.sets):
            try_set(trial, make(seed), seed, args.tables)
        say(trial.before.row(name, "before"))
        say(trial.after.row(name, "taught"))
        most = max(trial.seconds, default=0)
        say(f"Teaching took {np.median(trial.seconds):.1f} s of a processor at the median, {most:.1f} s at most.")
        for refusal in trial.refused:
            say(refusal)
    for row in ordinary(range(args.first, args.first + max(1, args.sets // 2)), args.tables):
        say(row)
    return 0


if __name__ == "__main__":
    sys.exit(main())
