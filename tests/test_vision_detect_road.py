"""Dice of a road that the finder overlooks, and bare table between dice, which reads like one."""

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.detect import DiceDetector
from vision.detect_bare import dice_of_set
from vision.detect_crops import ROADS
from vision.detect_find import DiceFinder
from vision.detect_gaps import gaps
from vision.detect_places import Reading, distinct
from vision.detect_pose import Pose
from vision.detect_turned import way_chance
from vision.render import Cloth, Scene, render
from vision.render_camera import Camera
from vision.render_dice import Die
from vision.render_faces import COLOURS, DieLook

SIDE = 40.0
NOWHERE = {"none": 1.0}
SURE = {"none": 0.001, "S-NS": 0.998, "X": 0.001}


def pose(column: float, row: float, heat: float = 0.9) -> Pose:
    return Pose(100 + SIDE * column, 100 + SIDE * row, SIDE, 0.0, heat, 20.0)


def read(place: Pose, said: Mapping[str, float] = SURE, *, worth: float = 0.9, crop_deg: float = 0.0) -> Reading:
    return Reading(place, {ROADS: said}, crop_deg, worth)


def cells(places: list[Pose]) -> set[tuple[int, int]]:
    return {(round((place.x_px - 100) / SIDE), round((place.y_px - 100) / SIDE)) for place in places}


@pytest.mark.parametrize(
    ("dice", "free"),
    [
        ([(0, 0), (1, 0), (4, 0), (5, 0)], {(2, 0), (3, 0)}),
        ([(0, 0), (1, 0), (5, 0), (6, 0)], set()),
        ([(0, 0), (1, 1)], {(1, 0), (0, 1)}),
    ],
    ids=["two unseen", "too far apart", "round a corner"],
)
def test_places_in_line_with_two_dice_are_looked_at(dice: list[tuple[int, int]], free: set[tuple[int, int]]) -> None:
    assert cells(gaps([read(pose(*cell), NOWHERE) for cell in dice], SIDE)) == free


@pytest.mark.parametrize(("far", "looked_at"), [(1.55, False), (1.73, False), (1.9, True), (2.1, True)])
def test_no_die_lies_where_none_fits(far: float, looked_at: bool) -> None:
    dice = [read(pose(0, 0), NOWHERE), read(pose(far, 0), NOWHERE)]
    assert bool(gaps(dice, SIDE)) is looked_at


@pytest.mark.parametrize(
    ("road", "crop_deg", "free"),
    [("S-EW", 0, {(-1, 0), (1, 0)}), ("S-EW", 90, {(0, -1), (0, 1)}), ("C0N", 0, {(0, -1), (1, 0)})],
)
def test_places_where_a_road_leads_are_looked_at_once(road: str, crop_deg: float, free: set[tuple[int, int]]) -> None:
    die = read(pose(0, 0), {"none": 0.1, road: 0.9}, crop_deg=crop_deg)
    places = gaps([die], SIDE)
    assert cells(places) == free
    assert not gaps([die], SIDE, tried=places)


def test_places_follow_dice_that_lie_turned_and_apart_and_lie_between_them() -> None:
    turned = [replace(pose(0, 0), x_px=100 + 46 * k * 0.8, y_px=100 + 46 * k * 0.6, angle_deg=36.87) for k in (0, 1, 3)]
    (place,) = gaps([read(one, NOWHERE, crop_deg=one.angle_deg) for one in turned], SIDE)
    assert [place.x_px, place.y_px] == pytest.approx([100 + 92 * 0.8, 100 + 92 * 0.6], abs=1)
    assert not place.heat


def test_where_a_road_goes_on_may_be_sure_though_its_arrow_is_not() -> None:
    assert way_chance({"none": 0.1, "C0S": 0.3, "C1E": 0.3, "C2N": 0.2, "C3W": 0.1}) == pytest.approx(0.9)
    assert way_chance({"none": 0.1, "C0S": 0.4, "C0E": 0.3, "X": 0.2}) == pytest.approx(0.4)


def table(patch: tuple[int, int, int]) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A row of three black dice and, as fourth, a patch of that colour, on a grey table."""
    image = np.full((200, 300, 3), 120, np.uint8)
    for column, colour in enumerate([(15, 15, 15)] * 3 + [patch]):
        x = 100 + int(SIDE) * column
        cv2.rectangle(image, (x - 20, 80), (x + 20, 120), colour, -1)
    return image


@pytest.mark.parametrize(
    ("patch", "worth", "sure", "kept"),
    [
        ((15, 15, 15), 0.6, 0.97, True),
        ((120, 120, 120), 0.6, 0.99, False),
        ((120, 120, 120), 0.6, 0.999, True),
        ((120, 120, 120), 0.9, 0.6, True),
        ((15, 15, 15), 0.6, 0.7, False),
    ],
    ids=["a die like the others", "bare table", "in other light", "a sure find", "leads nowhere"],
)
def test_weak_finds_must_look_like_the_dice_beside_them(
    patch: tuple[int, int, int], worth: float, sure: float, kept: bool
) -> None:
    dice = [read(pose(column, 0)) for column in range(3)]
    find = read(pose(3, 0), {"none": 1 - sure, "S-NS": sure}, worth=worth)
    assert dice_of_set(table(patch), [*dice, find]) == ([*dice, find] if kept else dice)


@pytest.mark.parametrize(("column", "kept"), [(3.1, False), (3.5, True)])
def test_a_find_that_lies_apart_is_no_table_between_dice(column: float, *, kept: bool) -> None:
    dice = [read(pose(i, 0)) for i in range(3)]
    find = read(pose(column, 0), {"none": 0.05, "S-NS": 0.5, "X": 0.45}, worth=0.7)
    assert dice_of_set(table((120, 120, 120)), [*dice, find]) == ([*dice, find] if kept else dice)


def test_looks_at_one_place_are_joined_and_unsure_where_they_differ() -> None:
    one = read(pose(0, 0), {"none": 0.1, "S-NS": 0.8, "X": 0.1}, worth=0.8)
    (alike,) = distinct([one, read(pose(0.1, 0), {"none": 0.1, "S-NS": 0.8, "X": 0.1}, worth=0.7)])
    (other,) = distinct([one, read(pose(0.1, 0), {"none": 0.1, "S-NS": 0.1, "X": 0.8}, worth=0.7)])
    assert alike.said[ROADS] == pytest.approx({"none": 0.1, "S-NS": 0.8, "X": 0.1})
    assert other.said[ROADS]["X"] < other.said[ROADS]["S-NS"] < 0.5
    assert sum(other.said[ROADS].values()) == pytest.approx(1)
    assert pose(0, 0).x_px < other.pose.x_px < pose(0.1, 0).x_px


def test_a_look_at_a_crop_turned_otherwise_has_no_say_in_the_face() -> None:
    one = read(pose(0, 0), worth=0.8)
    aside = read(pose(0, 0), {"none": 0.0, "S-NS": 0.0, "X": 1.0}, worth=0.7, crop_deg=90)
    assert distinct([one, aside])[0].said == distinct([one])[0].said


def test_a_die_of_a_road_that_the_finder_overlooks_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    camera = Camera(800, 600, 900, height_mm=450)
    black = DieLook(COLOURS["black"], (235, 235, 235), style="roads")
    row = tuple(Die(1 + i % 2, "black", -48.6 + 16.2 * i, 10, look=black) for i in range(7))
    scene = Scene(camera, Cloth("felt", (90, 100, 80), (100, 115, 90), seed=4), dice=row)
    image, side_px = render(scene), 900 * 16 / (450 - 16)
    unseen = camera.project(row[3].outline_mm()).mean(axis=0)
    whole = DiceDetector().detect(image, side_px, roads=True)
    locate = DiceFinder.locate

    def blind(finder: DiceFinder, *args: object, **options: object) -> list[Pose]:
        found: list[Pose] = locate(finder, *args, **options)  # type: ignore[arg-type]
        return [one for one in found if np.hypot(one.x_px - unseen[0], one.y_px - unseen[1]) > 0.6 * side_px]

    monkeypatch.setattr(DiceFinder, "locate", blind)
    found = DiceDetector().detect(image, side_px, roads=True)
    assert len(found) == len(whole) == len(row)
    near = min(found, key=lambda die: float(np.hypot(*np.subtract(die.centre_px, unseen))))
    assert np.hypot(*np.subtract(near.centre_px, unseen)) < 0.15 * side_px
    assert {near.face[0]} == {min(whole, key=lambda d: float(np.hypot(*np.subtract(d.centre_px, unseen)))).face[0]}
