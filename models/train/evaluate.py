"""Print the model card's figures: python -m models.train.evaluate --photos DIR [--scenes DIR] [--models DIR]."""

import argparse
import hashlib
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from models.train.detector_data import pose
from models.train.photos import load_photos
from models.train.roads import road_name
from models.train.scenes import HELD_OUT_SCENES, HELD_OUT_SEED, Sample, load_scene, render_many, scene_files
from vision.detect import Detection, DiceDetector
from vision.detect_crops import NONE
from vision.render import Scene, render
from vision.render_camera import Camera
from vision.render_dice import Die
from vision.render_faces import Image

ROADS = "roads"  # the style of Line Dice
SILENT = 0.9  # a wrong value at this confidence or more is a silent error
HEADS = "pictures | number | exact | dice | found | right | extra | silent errors | calibration error | pose"
NEAR, UPRIGHT_DEG = 1 / 16, 3.0  # a pose is exact within this share of a side, 1 mm on most dice, and these degrees
MATCH = 0.6  # how far a centre may be from the truth's, in truth sizes


@dataclass(frozen=True, slots=True)
class Known:
    """A die as it really is: middle, size of its box, value, colour if known, exact side and angle if known.

    `road` tells Line Dice: their angle is that of the face's own upright, not only of its edges.
    """

    x: float
    y: float
    size: float
    value: int
    colour: str = ""
    side: float = 0.0
    angle: float = 0.0
    road: bool = False

    def face(self, along_deg: float) -> str:
        """Return what a reader should say of the die when its directions are told along that angle."""
        return road_name(self.value, round((self.angle - along_deg) / 90) % 4) if self.road else str(self.value)


@dataclass(slots=True)
class Tally:
    """Counts over the pictures of one source."""

    pictures: int = 0
    exact: int = 0
    dice: int = 0
    found: int = 0
    right: int = 0
    extra: int = 0
    silent: int = 0
    coloured: int = 0
    calibration: list[tuple[float, bool]] = field(default_factory=list)
    centre_error: list[float] = field(default_factory=list)
    angle_error: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    pairs: list[tuple[float, bool, str, str]] = field(default_factory=list)  # confidence, right, truth, read

    def add(self, name: str, truth: list[Known], seen: list[Detection], exhaustive: bool) -> None:
        """Count one picture."""
        pairs = match(truth, seen)
        right = sum(_right(truth[i], seen[j]) for i, j in pairs)
        extra = len(seen) - len(pairs) if exhaustive else 0
        exact = right == len(truth) and not extra
        self.pictures += 1
        self.exact += exact
        self.dice += len(truth)
        self.found += len(pairs)
        self.right += right
        self.extra += extra
        for i, j in pairs:
            self._pair(truth[i], seen[j])
        self._unpaired(truth, seen if exhaustive else [], pairs)
        if not exact:
            self.wrong.append(f"{name}: found {len(pairs)}, right {right} of {len(truth)}, extra {extra}")

    def _pair(self, true: Known, seen: Detection) -> None:
        good = _right(true, seen)
        self.calibration.append((seen.confidence, good))
        self.pairs.append((seen.confidence, good, true.face(seen.angle_deg), seen.face))
        self.silent += not good and seen.confidence >= SILENT
        if true.colour:
            self.coloured += seen.colour[0][0] == true.colour
            far = np.hypot(seen.centre_px[0] - true.x, seen.centre_px[1] - true.y) / true.side
            self.centre_error.append(float(far))
            self.angle_error.append(abs((seen.angle_deg - true.angle + 45) % 90 - 45))

    def _unpaired(self, truth: list[Known], seen: list[Detection], pairs: list[tuple[int, int]]) -> None:
        """Note the dice not found and, where every die is known, the finds that are no dice."""
        missed = [die for i, die in enumerate(truth) if i not in {i for i, _ in pairs}]
        false = [die for j, die in enumerate(seen) if j not in {j for _, j in pairs}]
        self.pairs += [(0.0, False, die.face(0.0), NONE) for die in missed]
        self.pairs += [(die.confidence, False, NONE, die.face) for die in false]

    def calibration_error(self) -> float:
        """Return the mean gap between confidence and share right over ten bins, weighed by their counts."""
        pairs = np.array(self.calibration, float).reshape(-1, 2)
        bins = np.minimum((pairs[:, 0] * 10).astype(int), 9)
        gaps = [abs(pairs[bins == b].mean(0) @ [1, -1]) * (bins == b).sum() for b in set(bins.tolist())]
        return float(sum(gaps) / max(1, len(pairs)))

    def line(self, name: str) -> str:
        """Return one row of the card's table."""
        share = 100 / max(1, self.dice)
        cells = [
            name,
            f"{self.pictures}",
            f"{100 * self.exact / max(1, self.pictures):.1f} %",
            f"{self.dice}",
            f"{share * self.found:.2f} %",
            f"{share * self.right:.2f} %",
            f"{self.extra}",
            f"{self.silent}",
            f"{100 * self.calibration_error():.2f} %",
            self.pose_figures(),
        ]
        return f"| {' | '.join(cells)} |"

    def pose_figures(self) -> str:
        """Say how well colour, place and angle were found where the truth is exact."""
        if not self.centre_error:
            return ""
        colour = 100 * self.coloured / max(1, self.found)
        centres, angles = np.array(self.centre_error), np.array(self.angle_error)
        exact = 100 * float(np.mean((centres <= NEAR) & (angles <= UPRIGHT_DEG)))
        centre, angle = 100 * float(np.percentile(centres, 95)), float(np.percentile(angles, 95))
        return f"colour {colour:.2f} %; {exact:.1f} % exact, 95 % to {centre:.1f} % of a side and {angle:.1f} degrees"


def _right(true: Known, seen: Detection) -> bool:
    return seen.face == true.face(seen.angle_deg)


def match(truth: list[Known], seen: list[Detection]) -> list[tuple[int, int]]:
    """Pair indices, nearest first, each used once."""
    far = [
        (float(np.hypot(t.x - s.centre_px[0], t.y - s.centre_px[1])), i, j)
        for i, t in enumerate(truth)
        for j, s in enumerate(seen)
    ]
    pairs: list[tuple[int, int]] = []
    for distance, i, j in sorted(far):
        if distance < MATCH * truth[i].size and all(i != a and j != b for a, b in pairs):
            pairs.append((i, j))
    return pairs


def photographs(detector: DiceDetector, folder: Path, everything: bool) -> Iterator[tuple[str, Tally]]:
    """Yield tallies by source, held-out pictures and, if asked, those trained on."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    for photo in load_photos(folder):
        if not (photo.held_out or everything):
            continue
        truth = [Known(*b.centre, max(b.w, b.h), b.value) for b in photo.boxes]
        seen = [d for d in detector.detect(photo.image()) if not _ignored(d, photo.ignore)]
        for name in (photo.source, "all photographs"):
            kind = "held out" if photo.held_out else "trained on"
            tallies[f"{name}, {kind}"].add(photo.path.name, truth, seen, photo.exhaustive)
    yield from sorted(tallies.items())


def _ignored(seen: Detection, boxes: tuple[tuple[float, float, float, float], ...]) -> bool:
    x, y = seen.centre_px
    return any(bx <= x <= bx + w and by <= y <= by + h for bx, by, w, h in boxes)


def rendered(detector: DiceDetector, folder: Path, style: str, scaled: bool) -> Tally:
    """Count over rendered tables never trained on, dice with `style` only; `scaled`: the die side is told."""
    tally = Tally()
    for path in scene_files(folder):
        scene = load_scene(path)
        sides = pose(scene.corners)[:, 2]
        truth, hidden = _sorted(scene, style)
        told = float(np.median(sides)) if scaled and len(sides) else None
        seen = detector.detect(scene.image, told, roads=style == ROADS)
        counted = [d for d in seen if not _ignored(d, hidden) or _is(d, truth)]
        if truth or not hidden:
            tally.add(path.stem, truth, counted, exhaustive=True)
    return tally


def _sorted(scene: Sample, style: str) -> tuple[list[Known], tuple[tuple[float, float, float, float], ...]]:
    """Return the whole readable dice of one style, and boxes around all others, which count neither way."""
    tall, wide = scene.image.shape[:2]
    truth: list[Known] = []
    hidden = []
    facts = zip(scene.corners, scene.values.tolist(), scene.colours, scene.styles, scene.cocked.tolist(), strict=True)
    for corners, value, colour, made, cocked in facts:
        x, y, side, angle = pose(corners[None])[0].tolist()
        if made == style and not cocked and min(x, y, wide - x, tall - y) > MATCH * side:
            road = made == ROADS
            truth.append(Known(x, y, side, value, colour, side, _upright(corners) if road else angle, road))
        else:
            hidden.append((x - 0.7 * side, y - 0.7 * side, 1.4 * side, 1.4 * side))
    return truth, tuple(hidden)


def _upright(corners: npt.NDArray[np.float32]) -> float:
    """Return the angle of a face's own upper edge, degrees clockwise from the picture's."""
    across, down = corners[1] - corners[0] + corners[2] - corners[3]
    return float(np.degrees(np.arctan2(down, across)))


def _is(seen: Detection, truth: list[Known]) -> bool:
    return any(np.hypot(t.x - seen.centre_px[0], t.y - seen.centre_px[1]) < MATCH * t.size for t in truth)


def milliseconds(detector: DiceDetector, image: Image, side_px: float | None) -> float:
    """Return the median time of one call, warm."""
    times = []
    for _ in range(9):
        began = time.perf_counter()
        detector.detect(image, side_px)
        times.append(time.perf_counter() - began)
    return 1000 * float(np.median(times[2:]))


def _still() -> Image:
    """Draw a still of 20 dice, each about 45 pixels wide."""
    dice = tuple(
        Die(1 + i % 6, x_mm=-160 + 80 * (i % 5), y_mm=-90 + 60 * (i // 5), angle_deg=31.0 * i) for i in range(20)
    )
    return render(Scene(Camera(2304, 1296, 1500, height_mm=550), dice=dice))


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Print the tables."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--photos", type=Path)
    ask.add_argument("--scenes", type=Path, default=HELD_OUT_SCENES, help="where rendered tables are kept")
    ask.add_argument("--count", type=int, default=150)
    ask.add_argument("--models", type=Path, default=Path("models"))
    ask.add_argument("--everything", action="store_true", help="also the photographs trained on")
    ask.add_argument("--list", action="store_true", help="name every picture that is not exact")
    ask.add_argument("--pairs", type=Path, help="write (confidence, right, truth, read) of every die, for plots")
    args = ask.parse_args()
    render_many(args.scenes, args.count, HELD_OUT_SEED)
    detector = DiceDetector(folder=args.models)
    rows = list(photographs(detector, args.photos, args.everything)) if args.photos else []
    for style, scaled in (("pips", True), ("pips", False), ("digits", True), (ROADS, True)):
        name = f"rendered {style}, scale {'told' if scaled else 'not told'}"
        rows.append((name, rendered(detector, args.scenes, style, scaled)))
    say(f"| {HEADS} |")
    say(f"|{' --- |' * (HEADS.count('|') + 1)}")
    for name, tally in rows:
        say(tally.line(name))
        if args.list:
            say("\n".join(f"    {text}" for text in tally.wrong))
    if args.pairs:
        args.pairs.write_text(json.dumps({name: tally.pairs for name, tally in rows}))
    for side in (45.0, None):
        spent, how = milliseconds(detector, _still(), side), "told" if side else "not told"
        say(f"2304x1296 with 20 dice, scale {how}: {spent:.0f} ms")
    for file in sorted(args.models.glob("*.onnx")):
        say(f"{file.name}: {file.stat().st_size} bytes, sha256 {hashlib.sha256(file.read_bytes()).hexdigest()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
