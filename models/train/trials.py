"""Try what reads well elsewhere where it is hard: python -m models.train.trials [PART...] [--tables N] [--photos DIR].

light: for each trouble with the light, how often it is named and what else is said; dice: what dice are read as that
something befell; time: of the light check; photos: how often something is said about light in which every die is read
right and surely, and about dice that are read right; muses: tables of taught tiles, by the kind of picture; lessons:
how exactly tiles are found in the photos that teach them; lines: roads of Line Dice; leaning: the same with dice that
do not lie flat; thrown: dice with pips or digits; types: digits of type faces never trained on; taught: the same, each
set before and after one photo taught it; far: both, few pixels wide.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from models.train.evaluate import MATCH
from models.train.photos import Box, Photo, load_photos
from models.train.trial_far import far_rows
from models.train.trial_leaning import leaning_rows
from models.train.trial_lessons import lesson_rows
from models.train.trial_lines import line_rows
from models.train.trial_muses import muse_rows
from models.train.trial_tables import DOUBTS, LIGHT, Table, Trial
from models.train.trial_thrown import LOOSE, thrown_rows
from models.train.trial_types import taught_rows, type_rows
from vision.corners import find_markers
from vision.light import SURE, check_light
from vision.read import Reader
from vision.reading import Doubt, Piece, Reading
from vision.render_dice import Die

FIRST_SEED: Final = 9_500_000  # no table from here on is trained on
LIGHTS: Final = ("dark", "bright", "glare", "shadow", "blur", "motion")
ALIKE: Final = {"motion": {"motion", "blur"}, "blur": {"motion", "blur"}}  # either word sends people the right way


@dataclass(frozen=True, slots=True)
class Seen:
    """How one die was read: how sure, whether right, and the doubt; a die not found has none of it."""

    found: bool
    right: bool = False
    sure: bool = False
    doubt: Doubt | None = None


def seen_as(die: Die, trial: Trial, pieces: Sequence[Piece]) -> Seen:
    """Return how a die of the trial is read among the pieces."""
    outline = trial.scene.camera.project(die.outline_mm())
    side = float(np.hypot(*(outline[1] - outline[0])))
    near = [(float(np.hypot(*(np.mean(p.outline_px, axis=0) - outline.mean(axis=0)))), p) for p in pieces]
    far, piece = min(near, key=lambda pair: pair[0], default=(np.inf, None))
    if piece is None or far > MATCH * side:
        return Seen(found=False)
    return Seen(True, piece.faces[0][0] == str(die.value), piece.confidence >= SURE, piece.doubt)


def light_rows(reader: Reader, tables: Sequence[Table]) -> Iterator[str]:
    """Yield a row for each trouble with the light; a table is harmed where not every die is read right and surely."""
    yield "| light | dice read right | and surely | harmed tables | of these named | of the others | also said |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for name, (kind, make) in LIGHT.items():
        dice: list[Seen] = []
        named: dict[bool, list[bool]] = {True: [], False: []}
        others: list[set[str]] = []
        good = ALIKE.get(kind, {kind})
        for trial in map(make, tables):
            reading = reader.read(trial.image, LOOSE)
            here = [seen_as(die, trial, reading.pieces) for die in trial.scene.dice]
            dice += here
            named[not all(d.right and d.sure for d in here)].append(bool(_lights(reading) & good))
            others.append(_lights(reading) - good)
        right, sure = _share([d.right for d in dice]), _share([d.right and d.sure for d in dice])
        cells = [name, right, sure, str(len(named[True])), *(str(sum(part)) for part in named.values()), _named(others)]
        yield f"| {' | '.join(cells)} |"


def _lights(reading: Reading) -> set[str]:
    return {caution.kind for caution in reading.warnings if caution.kind in LIGHTS}


def doubt_rows(reader: Reader, tables: Sequence[Table]) -> Iterator[str]:
    """Yield a row for each thing that may befall a die; counted are the dice it befell."""
    yield "| dice | number | not found | in doubt | said as | surely, right | surely, wrong |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for name, make in DOUBTS.items():
        dice = []
        for trial in map(make, tables):
            pieces = reader.read(trial.image, LOOSE).pieces
            dice += [seen_as(die, trial, pieces) for die in trial.touched]
        words = Counter(die.doubt for die in dice if die.doubt)
        sure = [die for die in dice if die.sure and not die.doubt]
        yield (
            f"| {name} | {len(dice)} | {sum(not d.found for d in dice)} | {sum(words.values())} | "
            f"{', '.join(f'{word} {count}' for word, count in words.most_common())} | "
            f"{sum(d.right for d in sure)} | {sum(not d.right for d in sure)} |"
        )


def photo_rows(reader: Reader, photos: Sequence[Photo]) -> Iterator[str]:
    """Yield a row a folder: warnings of light where all dice are read right and surely, and where not; doubts."""
    yield (
        "| photographs | all read right and surely | of these something said | others | of these something said | "
        "dice | read right but in doubt | read wrong but not in doubt |"
    )
    yield f"|{' --- |' * 8}"
    for source in dict.fromkeys(photo.source for photo in photos):
        parts: dict[bool, list[set[str]]] = {True: [], False: []}
        dice: list[Seen] = []
        for photo in (photo for photo in photos if photo.source == source):
            reading = reader.read(photo.image(), LOOSE)
            dice += [_labelled(box, reading.pieces) for box in photo.boxes]
            faces = sorted(int(p.faces[0][0]) for p in reading.pieces if p.confidence >= SURE)
            parts[faces == sorted(box.value for box in photo.boxes)].append(_lights(reading))
        cells = [f"{len(part)} | {_named(part)}" for part in parts.values()]
        doubts = Counter(die.doubt for die in dice if die.right and die.doubt)
        cells += [str(len(dice)), ", ".join(f"{word} {count}" for word, count in doubts.most_common()) or "none"]
        cells.append(str(sum(die.found and not die.right and die.doubt is None for die in dice)))
        yield f"| {source} | {' | '.join(cells)} |"


def _labelled(box: Box, pieces: Sequence[Piece]) -> Seen:
    """Return how a die labelled in a photograph is read."""
    inside = [p for p in pieces if np.hypot(*(np.mean(p.outline_px, axis=0) - box.centre)) < MATCH * max(box.w, box.h)]
    near = min(inside, key=lambda p: float(np.hypot(*(np.mean(p.outline_px, axis=0) - box.centre))), default=None)
    if near is None:
        return Seen(found=False)
    return Seen(True, near.faces[0][0] == str(box.value), near.confidence >= SURE, near.doubt)


def _named(said: Sequence[set[str]]) -> str:
    words = Counter(kind for kinds in said for kind in kinds)
    return ", ".join(f"{kind} {count}" for kind, count in words.most_common()) or "none"


def _share(hits: Sequence[bool]) -> str:
    return f"{100 * sum(hits) / max(1, len(hits)):.0f} %"


def milliseconds(trial: Trial, confidence: float) -> float:
    """Return the least time of one light check of the trial's picture, all its dice read with that confidence."""
    outlines = [trial.scene.camera.project(die.outline_mm()).tolist() for die in trial.scene.dice]
    dice = [Piece("die", (("1", confidence),), (), tuple((x, y) for x, y in o), 0.0) for o in outlines]
    markers, times = find_markers(trial.image), []
    for _ in range(15):
        began = time.perf_counter()
        check_light(trial.image, markers, dice)
        times.append(time.perf_counter() - began)
    return 1000 * min(times)


def say(rows: Iterator[str]) -> None:
    """Print rows as they come."""
    for row in rows:
        sys.stdout.write(f"{row}\n")
        sys.stdout.flush()
    sys.stdout.write("\n")


def spent(tables: Sequence[Table]) -> Iterator[str]:
    """Yield a sentence with the time that the light check of the largest picture takes."""
    large = max((table.with_troubles() for table in tables), key=lambda trial: trial.image.size)
    size = f"{large.image.shape[1]}x{large.image.shape[0]}, {len(large.scene.dice)} dice"
    times = ", ".join(f"{milliseconds(large, sure):.1f} ms with dice at {sure:g}" for sure in (0.99, 0.5))
    yield f"The light check takes {times} ({size})."


def rows_of(args: argparse.Namespace) -> Mapping[str, Callable[[], Iterator[str]]]:
    """Return what yields the rows of each part."""
    reader = Reader()

    @cache
    def tables() -> Sequence[Table]:
        return [Table(FIRST_SEED + number) for number in range(args.tables)]

    def photographs() -> Iterator[str]:
        return photo_rows(reader, load_photos(args.photos)[:: args.every]) if args.photos else iter(())

    return {
        "light": lambda: light_rows(reader, tables()),
        "dice": lambda: doubt_rows(reader, tables()),
        "time": lambda: spent(tables()),
        "muses": lambda: muse_rows(args.tables, faults=args.faults),
        "lessons": lambda: lesson_rows(args.tables),
        "lines": lambda: line_rows(args.tables, faults=args.faults),
        "leaning": lambda: leaning_rows(args.tables),
        "thrown": lambda: thrown_rows(args.tables, faults=args.faults),
        "types": lambda: type_rows(args.tables, faults=args.faults),
        "taught": lambda: taught_rows(args.tables),
        "far": lambda: far_rows(args.tables),
        "photos": photographs,
    }


def main() -> int:
    """Print the tables."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("parts", nargs="*", metavar="PART", help="only these of the parts above")
    ask.add_argument(
        "--faults", action="store_true", help="list the tables of muses, lines and thrown dice that are not exact"
    )
    ask.add_argument("--tables", type=int, default=20, help="how many rendered tables")
    ask.add_argument("--photos", type=Path, help="folder of labelled photographs")
    ask.add_argument("--every", type=int, default=1, help="only every so many-th photograph of each folder")
    args = ask.parse_args()
    rows = rows_of(args)
    if unknown := [part for part in args.parts if part not in rows]:
        ask.error(f"there is no part “{unknown[0]}”: choose of {', '.join(rows)}")
    for part in args.parts or rows:
        say(rows[part]())
    return 0


if __name__ == "__main__":
    sys.exit(main())
