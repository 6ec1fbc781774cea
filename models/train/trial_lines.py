"""Tables of Line Dice for the trials: printed roads of 2 to 36 dice with loose dice beside them, and what is read."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.opening import any_table
from models.train.evaluate import SILENT
from rules.line_dice import GAME
from rules.line_dice.layout import road_odds, sighting
from vision.grid_pose import quarter_turned
from vision.read import Reader
from vision.reading import Reading
from vision.render import render
from vision.render_lines import road_scene

FIRST_ROAD: Final = 9_740_000  # no table from here on is trained on, or was looked at while the reader was made
SIZES_PX: Final = ((1640, 1232), (1920, 1080), (2304, 1296), (2028, 1520))
SIDES: Final = "NESW"
Cells = Sequence[Mapping[str, Any]]
KINDS: Final = ("missed", "not there", "way wrong", "arrow wrong", "silent")


@dataclass(frozen=True, slots=True)
class Face:
    """Where a road leaves a face and where its arrow points, quarters from north; whether it was read surely."""

    ports: frozenset[int]
    arrow: int | None
    sure: bool = False


Road = Mapping[tuple[int, int], Face]


def line_rows(count: int, *, faults: bool) -> Iterator[str]:
    """Yield a row that tells how many roads were read exactly and what went wrong; with `faults`, also where."""
    reader, layout, wrong = Reader(), any_table(GAME), Counter[str]()
    for number in range(count):
        scene = road_scene(FIRST_ROAD + number, *SIZES_PX[number % len(SIZES_PX)])
        reading = reader.read(render(scene), layout)
        found = mistakes(scene.state["cells"], seen_cells(reading))
        wrong.update(found)
        wrong.update(dice=len(scene.state["cells"]), exact=int(not found.total()))
        if faults and found.total():
            side = scene.camera.focal_px / scene.camera.height_mm * scene.dice[0].size_mm
            yield f"seed {scene.seed}: {len(scene.state['cells'])} dice {side:.0f} px wide, {dict(found)}"
    kinds = ("exact", "dice", *KINDS)
    yield f"| roads | {' | '.join(kinds)} |"
    yield f"|{' --- |' * (len(kinds) + 1)}"
    yield f"| {count} | {' | '.join(str(wrong[kind]) for kind in kinds)} |"


def seen_cells(reading: Reading) -> Cells:
    """Return the cells of the road that was read, as `companion read` prints them, and whether each was read surely."""
    odds = road_odds(reading.observation).values()
    cells = sighting(reading.observation)["cells"]
    return [{**cell, "sure": max(each.values()) >= SILENT} for cell, each in zip(cells, odds, strict=True)]


def mistakes(want: Cells, got: Cells) -> Counter[str]:
    """Count what differs between two roads, by KINDS, in the turn of the second, and its place, where least does.

    Cells of the second that say they are "sure" and are wrong count as silent too.
    """
    wanted = _road(want, 0)
    return min((_differing(wanted, _road(got, quarters)) for quarters in range(4)), key=Counter.total)


def _differing(want: Road, got: Road) -> Counter[str]:
    """Count what differs, the roads laid on each other where most cells fall together."""
    shifts = Counter((x - a, y - b) for x, y in want for a, b in got)
    dx, dy = shifts.most_common(1)[0][0] if shifts else (0, 0)
    moved = {(x + dx, y + dy): what for (x, y), what in got.items()}
    both = want.keys() & moved.keys()
    ways = [cell for cell in both if want[cell].ports != moved[cell].ports]
    arrows = [cell for cell in both if cell not in ways and want[cell].arrow != moved[cell].arrow]
    silent = sum(moved[cell].sure for cell in (*ways, *arrows))
    counts = (len(want) - len(both), len(moved) - len(both), len(ways), len(arrows), silent)
    return +Counter(dict(zip(KINDS, counts, strict=True)))


def _road(cells: Cells, quarters: int) -> Road:
    return {
        quarter_turned((cell["x"], cell["y"]), quarters): Face(
            frozenset((SIDES.index(port) + quarters) % 4 for port in cell["ports"]),
            None if cell["arrow"] is None else (SIDES.index(cell["arrow"]) + quarters) % 4,
            bool(cell.get("sure")),
        )
        for cell in cells
    }
