"""From dice seen to cells with faces in the road's own directions, without the models: detections made from truth."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from vision_roads import from_zero

from rules.table import Layout, Observation, Place, Shape, Zone
from vision.detect import Detection
from vision.grid_known import NOTHING
from vision.read_dice import dice_on_table
from vision.read_grid import Laid, lay
from vision.read_pieces import observe, pieces_on
from vision.read_plane import guessed_plane
from vision.reading import Doubt, Piece
from vision.render import Scene
from vision.render_dice import Die
from vision.render_lines import road_scene

KINDS = ("S", "X", "C0", "C1", "C2", "C3")
RINGS = (("S", ("S-NS", "S-EW")), ("X", ("X",)), *((k, tuple(f"{k}{way}" for way in "NESW")) for k in KINDS[2:]))
FACES = tuple(face for _, ring in RINGS for face in ring)
ROAD = Zone("die", "line_die", Shape.SQUARE, FACES, "die", (10.0, 26.0), rings=RINGS)
HAND = Zone("hand", "line_die", Shape.LOOSE, KINDS, rings=RINGS)
LAYOUT = Layout((ROAD, HAND))


def detection(scene: Scene, die: Die) -> Detection:
    """A die as a detector finds it, its face in the directions of the upright crop, a sixth of it taken for another."""
    outline = scene.camera.project(die.outline_mm())
    edge = outline[1] - outline[0]
    quarters, angle = divmod(float(np.degrees(np.arctan2(edge[1], edge[0]))), 90)
    first = np.roll(outline, int(quarters), axis=0)  # from the corner that is the crop's top left
    _, ring = RINGS[die.value - 1]
    face = ring[int(quarters) % len(ring)]
    faces = ((face, 0.8), ("X" if face != "X" else "S-NS", 0.15))
    x, y = outline.mean(axis=0)
    points = tuple((float(a), float(b)) for a, b in first)
    side = float(np.hypot(*edge))
    return Detection(faces, (float(x), float(y)), side, angle, (("black", 1.0),), points)


def observed(scene: Scene, layout: Layout = LAYOUT) -> Observation:
    detections = [detection(scene, die) for die in scene.dice]
    plane = guessed_plane([found.side_px for found in detections])
    dice = dice_on_table(detections, plane, 0.0)
    blank = np.zeros((scene.camera.height_px, scene.camera.width_px, 3), np.uint8)
    laid = lay(blank, plane, dice, layout, NOTHING)
    return observe(pieces_on(plane, dice, laid, layout), laid, layout, has_pose=False)


def looks(cells: list[dict[str, Any]]) -> list[tuple[int, int, frozenset[int], int | None]]:
    return [
        (c["x"], c["y"], frozenset("NESW".index(p) for p in c["ports"]), c["arrow"] and "NESW".index(c["arrow"]))
        for c in cells
    ]


def look(cell: tuple[int, ...], face: str) -> tuple[int, int, frozenset[int], int | None]:
    """What a word of the road's alphabet means."""
    if face == "X":
        return cell[0], cell[1], frozenset(range(4)), None
    if face.startswith("S"):
        return cell[0], cell[1], frozenset("NESW".index(way) for way in face[2:]), None
    arrow = "NESW".index(face[2])
    first = (arrow + int(face[1])) % 4
    return cell[0], cell[1], frozenset({first, (first + 1) % 4}), arrow


@pytest.mark.parametrize("seed", range(30))
def test_faces_are_told_in_the_roads_own_directions(seed: int) -> None:
    print(f"seed {seed}")  # noqa: T201 (a failing test shows it)
    scene = road_scene(seed)
    seen = observed(scene)
    best = {place: face for place, face in seen.best().items() if place.zone == "die"}
    read = [look(place.cell, face) for place, face in best.items()]
    wanted = from_zero(looks(scene.state["cells"]))
    near_diagonal = abs(scene.state["grid_angle_deg"]) > 40  # either of two axes is nearest
    assert any(from_zero(read, quarters) == wanted for quarters in (range(4) if near_diagonal else [0]))
    assert len(seen.faces) - len(best) == scene.state["loose"]


def test_loose_dice_are_told_by_kind_whichever_way_they_lie() -> None:
    scene = next(scene for seed in range(40) if (scene := road_scene(seed)).state["loose"] > 3)
    seen = observed(scene)
    loose = {place: face for place, face in seen.best().items() if place.zone == "hand"}
    rolled = [die.value for die in scene.dice[len(scene.state["cells"]) :]]
    assert sorted(loose.values()) == sorted(KINDS[value - 1] for value in rolled)


def test_the_odds_of_every_face_are_kept() -> None:
    seen = observed(road_scene(3))
    for place, odds in seen.faces.items():
        assert sorted(odds.values()) == pytest.approx([0.15, 0.8]), place


def test_a_word_turns_with_its_piece_and_comes_round_again() -> None:
    assert ROAD.word("C1S", 1) == "C1W"
    assert ROAD.word("C1S", -1) == "C1E"
    assert ROAD.word("S-NS", 3) == "S-EW"
    assert ROAD.word("X", 2) == "X"
    assert all(ROAD.word(ROAD.word(face, k), 4 - k) == face for face in FACES for k in range(4))


def test_a_zone_that_tells_no_directions_apart_hears_the_kind() -> None:
    assert HAND.word("C1S", 1) == "C1"
    assert HAND.word("S-EW", 0) == "S"


def test_a_face_without_a_direction_is_the_same_any_way_round() -> None:
    plain = Zone("die", "die", Shape.SQUARE, ("1", "2"), "grid")
    assert plain.word("2", 3) == "2"
    assert ROAD.word("none", 1) == "none"


def test_a_die_off_the_mat_is_no_part_of_what_was_rolled() -> None:
    outline = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    rolled = Piece("die", (("S", 0.99),), (), outline, 0.0, place=Place("hand", (0,)))
    fallen = replace(rolled, place=Place("hand", (1,)), doubt=Doubt.OFF_MAT)
    seen = observe((rolled, fallen), Laid(None, {}, {}, None), LAYOUT, has_pose=False)
    assert seen.best() == {Place("hand", (0,)): "S"}
