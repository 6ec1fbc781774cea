import functools
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from vision_tables import hand_laid

import models
import rules
from rules.game import Finding, judge
from rules.table import Layout, Place, Shape, Zone
from vision.detect import DiceDetector
from vision.detect_model import ModelError
from vision.read import Reader
from vision.render import Cloth, Scene, corner_cards, render
from vision.render_camera import Camera
from vision.render_dice import Die

Image = npt.NDArray[np.uint8]

LOOSE = Layout((Zone("dice", "die", Shape.LOOSE, tuple("123456")),))
MUSES = ("Clio", "Erato", "down")
COLOURED = tuple(f"{colour} {value}" for colour in ("white", "orange", "purple") for value in range(1, 7))
TILES = Layout(
    (
        Zone("tile", "tile", Shape.SQUARE, MUSES, "dance", (60.0, 120.0)),
        Zone("die", "die", Shape.SQUARE, COLOURED, "dance", (60.0, 120.0)),
    )
)
SPOTS = ((-150, -80), (-40, 60), (70, -30), (160, 85))
CAMERA = Camera(1640, 1232, 1500, 8.0, -5.0, 620, 1.5, -2.0, 2.0)


@functools.cache
def reader() -> Reader:
    return Reader()


def dice_scene(cards: bool = True, size_mm: float = 16.0) -> Scene:
    dice = tuple(Die(i + 2, "white", x, y, size_mm, 20.0 * i) for i, (x, y) in enumerate(SPOTS))
    return Scene(CAMERA, Cloth("felt"), dice=dice, cards=corner_cards(520, 360) if cards else ())


@functools.cache
def dice_picture(cards: bool = True) -> Image:
    return render(dice_scene(cards))


def hidden(image: Image, scene: Scene, *numbers: int) -> Image:
    """Cover corner cards, as a sheet of paper would."""
    covered = image.copy()
    for card in scene.cards:
        if card.number in numbers:
            x, y = scene.camera.project([[card.x_mm, card.y_mm, 0]])[0].astype(int)
            cv2.rectangle(covered, (x - 70, y - 70), (x + 70, y + 70), (120, 130, 125), -1)
    return covered


def values(reading_faces: list[str | None]) -> list[str]:
    return sorted(str(face) for face in reading_faces)


def test_dice_are_read_where_they_stand_though_their_tops_are_seen_outward() -> None:
    reading = reader().read(dice_picture(), LOOSE)
    assert reading.calibrated
    assert not reading.warnings
    assert values([piece.face for piece in reading.pieces]) == ["2", "3", "4", "5"]
    by_face = {piece.face: piece for piece in reading.pieces}
    middle = np.array([260.0, 180.0])  # the table's origin is its top left corner card
    placed = {str(i + 2): np.array(spot) + middle for i, spot in enumerate(SPOTS)}
    shifts = np.array([np.array(by_face[face].centre_mm) - spot for face, spot in placed.items()])
    assert np.abs(shifts - shifts.mean(axis=0)).max() < 2.0
    for piece in reading.pieces:
        assert piece.size_mm == pytest.approx(16.0, abs=2.0)
        assert piece.confidence > 0.9


def test_loose_dice_have_places_of_their_own_in_reading_order() -> None:
    reading = reader().read(dice_picture(), LOOSE)
    assert set(reading.observation.faces) == {Place("dice", (i,)) for i in range(4)}
    assert reading.observation.zones == {"dice"}
    tops = [np.mean(piece.outline_px, axis=0)[1] for piece in reading.pieces]
    assert tops == sorted(tops)


def test_without_cards_the_dice_are_read_but_nothing_is_measured() -> None:
    reading = reader().read(dice_picture(cards=False), LOOSE)
    assert not reading.calibrated
    assert values([piece.face for piece in reading.pieces]) == ["2", "3", "4", "5"]
    assert all(piece.centre_mm is None and piece.size_mm is None for piece in reading.pieces)
    assert any("No corner card" in warning.text for warning in reading.warnings)


def test_a_covered_card_is_named_and_the_last_map_serves(tmp_path: Path) -> None:
    eyes = Reader(tmp_path)
    whole = eyes.read(dice_picture(), LOOSE)
    assert (tmp_path / "calibration.json").exists()
    for covered in ((2,), (0, 1, 2, 3)):
        reading = eyes.read(hidden(dice_picture(), dice_scene(), *covered), LOOSE)
        assert reading.calibrated
        assert any("last map" in warning.text for warning in reading.warnings)
        for before, after in zip(whole.pieces, reading.pieces, strict=True):
            assert after.centre_mm == pytest.approx(before.centre_mm, abs=0.5)
    assert any(
        "cards 1 and 3 are" in w.text for w in eyes.read(hidden(dice_picture(), dice_scene(), 1, 3), LOOSE).warnings
    )


def test_a_map_of_another_picture_size_is_not_used(tmp_path: Path) -> None:
    eyes = Reader(tmp_path)
    eyes.read(dice_picture(), LOOSE)
    small = np.asarray(cv2.resize(dice_picture(cards=False), (1312, 986), interpolation=cv2.INTER_AREA), np.uint8)
    assert not eyes.read(small, LOOSE).calibrated


def test_a_broken_map_is_a_warning_not_an_end(tmp_path: Path) -> None:
    (tmp_path / "calibration.json").write_text("{", encoding="utf-8")
    reading = Reader(tmp_path).read(dice_picture(cards=False), LOOSE)
    assert not reading.calibrated
    assert any("calibration.json" in warning.text for warning in reading.warnings)
    assert len(reading.pieces) == 4


def test_an_empty_table_gives_no_pieces() -> None:
    empty = render(Scene(CAMERA, Cloth("felt"), cards=corner_cards(520, 360)))
    reading = reader().read(empty, LOOSE)
    assert reading.pieces == ()
    assert not reading.observation.faces


def test_a_picture_taken_in_the_dark_says_so() -> None:
    dark = (dice_picture() * 0.15).astype(np.uint8)
    assert any("dark" in warning.text for warning in reader().read(dark, LOOSE).warnings)


@pytest.mark.parametrize("seed", [2, 4, 9])
@pytest.mark.parametrize("cards", [True, False])
def test_tiles_and_their_dice_are_read_onto_the_same_cells(seed: int, cards: bool) -> None:
    scene = hand_laid(seed, 9, cards=cards)
    reading = reader().read(render(scene), TILES)
    seen = reading.observation
    assert not seen.anchored
    unsure = {place.cell for place in seen.hidden}
    assert len(unsure) <= 1  # a tile that may be either way up is not reported; it must be the exception
    assert {p.cell for p in seen.faces if p.zone == "die"} == unsure | {p.cell for p in seen.faces if p.zone == "tile"}
    truth = {
        tile.cell: (f"{die.colour} {die.value}", tile.face_up)
        for tile, die in zip(scene.tiles, scene.dice, strict=True)
    }
    left, top = min(x for x, _ in truth), min(y for _, y in truth)
    found = {place.cell: face for place, face in seen.best().items() if place.zone == "die"}
    right = sum(found.get((x - left, y - top)) == die for (x, y), (die, _) in truth.items())
    assert right >= 8  # the models may misread one die; the cells may not be wrong
    down = {p.cell for p in seen.faces if p.zone == "tile" and seen.faces[p].get("down", 0) > 0.5}
    assert down | unsure == {(x - left, y - top) for (x, y), (_, up) in truth.items() if not up} | unsure


def test_a_known_pose_anchors_the_cells() -> None:
    image = render(hand_laid(4, 9, cards=True))
    first = reader().read(image, TILES)
    assert first.pose is not None
    moved = replace(first, pose=replace(first.pose, angle_deg=first.pose.angle_deg + 1.0))
    second = reader().read(image, TILES, moved)
    assert second.observation.anchored
    assert second.observation.best() == first.observation.best()


def test_a_colour_out_of_play_is_something_else() -> None:
    scene = hand_laid(4, 9, cards=True)
    only_white = Zone("die", "die", Shape.SQUARE, tuple(f"white {n}" for n in range(1, 7)), "dance", (60.0, 120.0))
    seen = reader().read(render(scene), Layout((TILES.zones[0], only_white))).observation
    masses = [sum(odds.values()) for place, odds in seen.faces.items() if place.zone == "die"]
    assert len(masses) == 9
    assert sum(mass < 0.5 for mass in masses) >= 4


def test_a_missing_or_empty_model_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"missing or empty"):
        DiceDetector(folder=tmp_path)
    (tmp_path / "dice_detector.onnx").write_bytes(b"")
    (tmp_path / "dice_reader.onnx").write_bytes(models.path("dice_reader").read_bytes())
    with pytest.raises(ModelError, match=r"dice_detector.onnx is missing or empty"):
        DiceDetector(folder=tmp_path)


def test_dice_without_tiles_are_no_evidence_for_an_empty_table() -> None:
    game = rules.load("dance_of_muses")
    state = game.initial_state(2)
    reading = reader().read(dice_picture(), game.layout(state))
    assert len(reading.pieces) == 4
    assert judge(game, state, reading.observation).finding is Finding.UNEXPLAINED
    empty = render(Scene(CAMERA, Cloth("felt"), cards=corner_cards(520, 360)))
    seen = reader().read(empty, game.layout(state)).observation
    assert judge(game, state, seen).finding is Finding.UNCHANGED
