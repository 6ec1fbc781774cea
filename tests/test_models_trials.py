from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from models.train.trial_far import KINDS as FAR_KINDS
from models.train.trial_far import WIDE_PX, far_rows
from models.train.trial_leaning import leaning_rows
from models.train.trial_lessons import lesson_rows
from models.train.trial_lines import line_rows, mistakes
from models.train.trial_muses import KINDS, LAYOUT, NAMES, OBLONG_EVERY, owner
from models.train.trial_read import PARTS, read_as, right_parts
from models.train.trial_thrown import STYLES, thrown_rows, thrown_table
from models.train.trial_types import FACES, FIRST_TYPES, TypeDigits, taught_rows, typed_table
from rules.table import Observation, Place
from vision.grid_pose import quarter_turned
from vision.render_dice import Die
from vision.render_muses import muse_set, muse_table

ZONES = frozenset({"tile", "die"})
SCENE = muse_table(muse_set(2), 41, foreign=1)


def seen(quarters: int = 0, **changed: str) -> Observation:
    """What a reader without fault sees of the scene in a picture turned by so many quarters."""
    faces = {}
    for i, tile in enumerate(SCENE.state["tiles"]):
        x, y = tile["x"], tile["y"]
        for _ in range(quarters):
            x, y = -y, x
        name = "other" if tile["muse"] is None and tile["face_up"] else "down" if not tile["face_up"] else None
        front = name or NAMES[tile["muse"]]
        die = f"{tile['colour']} {tile['die']}"
        faces[Place("tile", (x, y))] = {changed.get("tile", front) if i == 1 else front: 0.9}
        faces[Place("die", (x, y))] = {changed.get("die", die) if i == 1 else die: 0.9}
    return Observation(faces, ZONES)


def right(observation: Observation) -> frozenset[str]:
    return right_parts(SCENE, read_as(observation), NAMES, named=True)


def test_a_table_read_exactly_is_right_whichever_way_round() -> None:
    unknown = replace(seen(), faces={p: ({} if "other" in o else o) for p, o in seen().faces.items()})
    assert right(unknown) == set(PARTS)
    for quarters in range(4):
        assert right(seen(quarters)) >= set(PARTS) - {"names"}  # the foreign tile was given a name


def test_each_part_is_judged_by_itself() -> None:
    clean = {p: ({} if "other" in o else o) for p, o in seen(die="purple 7").faces.items()}
    assert right(Observation(clean, ZONES)) == {"cells", "names", "up or down"}
    clean.popitem()
    clean.popitem()
    assert right(Observation(clean, ZONES)) == frozenset()
    assert right(Observation({}, ZONES)) == frozenset()


def test_the_sets_of_the_trials_have_every_shape_and_the_layout_their_words() -> None:
    shapes = {number: owner(number).sides_mm for number in range(8)}
    assert all((wide == tall) == bool(number % OBLONG_EVERY) for number, (wide, tall) in shapes.items())
    assert all(55 <= side <= 95 for sides in shapes.values() for side in sides)
    assert set(NAMES) < set(LAYOUT.zone("tile").faces)
    assert len(KINDS) == 5


def road(*cells: tuple[int, int, str, str | None], quarters: int = 0, sure: bool = True) -> list[dict[str, object]]:
    """Cells as `companion read` prints them, the road turned clockwise by quarters."""
    rows: list[dict[str, object]] = []
    for x, y, sides, way in cells:
        cell = quarter_turned((x, y), quarters)
        turned = ["NESW"[("NESW".index(side) + quarters) % 4] for side in sides]
        arrow = way and "NESW"[("NESW".index(way) + quarters) % 4]
        rows.append({"x": cell[0], "y": cell[1], "ports": turned, "arrow": arrow, "sure": sure})
    return rows


BEND = ((0, 0, "EW", None), (1, 0, "SW", "N"), (1, 1, "NS", None), (1, 2, "NESW", None))


@pytest.mark.parametrize("quarters", range(4))
def test_a_road_read_exactly_has_no_mistake_whichever_way_round(quarters: int) -> None:
    assert not mistakes(road(*BEND), road(*BEND, quarters=quarters))


def test_what_is_wrong_in_a_road_is_counted_by_kind() -> None:
    arrow = ((0, 0, "EW", None), (1, 0, "SW", "E"), *BEND[2:])
    assert mistakes(road(*BEND), road(*arrow)) == {"arrow wrong": 1, "silent": 1}
    assert mistakes(road(*BEND), road(*arrow, sure=False)) == {"arrow wrong": 1}
    assert mistakes(road(*BEND), road(*BEND[:3])) == {"missed": 1}
    assert mistakes(road(*BEND), road(*BEND, (2, 2, "NS", None))) == {"not there": 1}
    assert mistakes(road(*BEND), road(*BEND[:2], (1, 1, "NESW", None), BEND[3], sure=False)) == {"way wrong": 1}
    assert mistakes(road(*BEND), road()) == {"missed": 4}


def test_a_clear_table_of_line_dice_is_read_by_the_trial() -> None:
    *faults, heads, _, row = line_rows(1, faults=True)
    assert heads.count("|") == row.count("|") == 9
    _, exact, dice, missed, *_ = map(int, row.strip("| ").split(" | "))
    assert bool(exact) == (not faults)
    assert exact or missed < dice / 2


def test_thrown_dice_are_flat_in_view_and_of_the_style_asked_for() -> None:
    tables = [thrown_table(seed, style) for style in STYLES for seed in range(6)]
    assert [{die.look.style for die in table.dice} for table in tables] == [
        {style} for style in STYLES for _ in range(6)
    ]
    assert not any(die.cocked_deg for table in tables for die in table.dice)
    assert any(_touching(table.dice) for table in tables)
    for table in tables:
        seen = np.concatenate([table.camera.project(die.outline_mm()) for die in table.dice])
        assert (seen > 0).all()
        assert (seen < (table.camera.width_px, table.camera.height_px)).all()


def _touching(dice: tuple[Die, ...]) -> bool:
    far = [np.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) / a.size_mm for a, b in combinations(dice, 2)]
    return bool(min(far) < 1.2)


def test_thrown_dice_are_read_by_the_trial() -> None:
    *_, pips, digits = thrown_rows(2, faults=False)
    for row, style in ((pips, "pips"), (digits, "digits")):
        name, pictures, _, dice, found, *_ = (cell.strip() for cell in row.strip("| ").split("|"))
        assert (name, pictures) == (f"thrown {style}", "1")
        assert int(dice) >= 3
        assert float(found.rstrip(" %")) > 80


def test_every_set_of_the_trial_of_types_has_a_face_of_its_own() -> None:
    tables = [typed_table(FIRST_TYPES + number) for number in range(6)]
    faces = [{die.look.digit.drawn for die in table.dice} for table in tables]
    assert [len(each) for each in faces] == [len({die.look for die in table.dice}) for table in tables]
    assert max(map(len, faces)) > 1
    assert set().union(*faces) <= {TypeDigits(name) for name in FACES}


def test_dice_of_strange_types_are_read_once_they_are_taught() -> None:
    pytest.importorskip("matplotlib", reason="only the extra `train` draws")
    _, _, before, after = ([cell.strip(" %") for cell in row.strip("| ").split("|")] for row in taught_rows(1))
    assert (before[1], after[1]) == ("before", "taught")
    assert before[2] == after[2] == "16"
    assert float(before[4]) <= float(after[4]) <= float(after[3])
    assert float(after[4]) >= 75


def test_leaning_dice_of_roads_are_counted_by_what_is_said_of_them() -> None:
    head, _, *rows = leaning_rows(2)
    assert head.count("|") == 7
    counts = [list(map(int, row.split("|")[2:7])) for row in rows]
    assert all(total == sum(said) > 0 for total, *said in counts)
    assert [leaning for _, _, leaning, _, _ in counts[1::2]] == [0, 0, 0], "a flat die is said to lean"
    _, _, leaning, _, sure = counts[-2]
    assert leaning > sure, "the steepest"


def test_lessons_are_counted_by_how_exactly_their_tiles_are_found() -> None:
    *_, row = lesson_rows(2)
    lessons, found, near, middle, side = (cell.strip() for cell in row.strip("| ").split("|"))
    assert int(lessons) == 2
    assert int(near) <= int(found) <= 2
    assert all(0 < float(off.removesuffix(" mm")) < 20 for off in (middle, side))


def test_dice_from_afar_are_counted_by_kind_and_width() -> None:
    _, _, *rows = far_rows(1)
    cells = [[cell.strip() for cell in row.strip("| ").split("|")] for row in rows]
    assert [int(wide) for _, wide, *_ in cells] == [*WIDE_PX] * 3
    counts = [dict(zip(FAR_KINDS, map(int, numbers), strict=True)) for _, _, *numbers in cells]
    assert all(0 <= count["silent"] <= count["dice"] - count["right"] for count in counts)
    assert all(
        count["right"] > count["dice"] / 2 for (_, wide, *_), count in zip(cells, counts, strict=True) if int(wide) > 20
    )
