"""Tables of Line Dice for the trials: printed roads of 2 to 36 dice with loose dice beside them, and what is read."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rules.line_dice import GAME
from rules.line_dice.layout import sighting
from vision.grid_pose import quarter_turned
from vision.read import Reader
from vision.render import render
from vision.render_lines import road_scene

FIRST_ROAD: Final = 9_700_000  # no table from here on is trained on
SIZES_PX: Final = ((1640, 1232), (1920, 1080), (2304, 1296), (2028, 1520))
SIDES: Final = "NESW"
Cells = Sequence[Mapping[str, Any]]
Road = Mapping[tuple[int, int], tuple[frozenset[int], int | None]]  # ports and arrow by cell


def line_rows(count: int, *, faults: bool) -> Iterator[str]:
    """Yield a row that tells how many roads were read exactly and what went wrong; with `faults`, also where."""
    reader, layout, wrong = Reader(), GAME.layout(GAME.initial_state(2)), Counter[str]()
    for number in range(count):
        scene = road_scene(FIRST_ROAD + number, *SIZES_PX[number % len(SIZES_PX)])
        reading = reader.read(render(scene), layout)
        found = mistakes(scene.state["cells"], sighting(reading.observation)["cells"])
        wrong.update(found)
        wrong.update(dice=len(scene.state["cells"]), exact=not found.total())
        if faults and found.total():
            side = scene.camera.focal_px / scene.camera.height_mm * scene.dice[0].size_mm
            yield f"seed {scene.seed}: {len(scene.state['cells'])} dice {side:.0f} px wide, {dict(found)}"
    yield "| roads | exact | dice | missed | not there | way wrong | arrow wrong |"
    yield f"|{' --- |' * 7}"
    cells = [wrong[kind] for kind in ("exact", "dice", "missed", "not there", "way wrong", "arrow wrong")]
    yield f"| {count} | {' | '.join(map(str, cells))} |"


def mistakes(want: Cells, got: Cells) -> Counter[str]:
    """Count what differs between two roads, in the turn of the second, and its place, where least does."""
    wanted = _road(want, 0)
    return min((_differing(wanted, _road(got, quarters)) for quarters in range(4)), key=Counter.total)


def _differing(want: Road, got: Road) -> Counter[str]:
    """Count what differs, the roads laid on each other where most cells fall together."""
    shifts = Counter((x - a, y - b) for x, y in want for a, b in got)
    dx, dy = shifts.most_common(1)[0][0] if shifts else (0, 0)
    moved = {(x + dx, y + dy): what for (x, y), what in got.items()}
    both = want.keys() & moved.keys()
    return +Counter(
        {
            "missed": len(want) - len(both),
            "not there": len(moved) - len(both),
            "way wrong": sum(want[cell][0] != moved[cell][0] for cell in both),
            "arrow wrong": sum(want[cell][0] == moved[cell][0] and want[cell][1] != moved[cell][1] for cell in both),
        }
    )


def _road(cells: Cells, quarters: int) -> Road:
    return {
        quarter_turned((cell["x"], cell["y"]), quarters): (
            frozenset((SIDES.index(port) + quarters) % 4 for port in cell["ports"]),
            None if cell["arrow"] is None else (SIDES.index(cell["arrow"]) + quarters) % 4,
        )
        for cell in cells
    }
