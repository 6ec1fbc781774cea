"""Real photographs, from cameras, dice and tables of other people, that no model was trained on."""

import json
from pathlib import Path

import pytest

from vision.camera import read_picture
from vision.detect import Detection, DiceDetector

PHOTOS = Path(__file__).parent / "photos"
LABELS = json.loads((PHOTOS / "labels.json").read_text())


def found(label: dict[str, list[float]], detections: list[Detection]) -> Detection | None:
    x, y, width, height = label["box"]
    reach = 0.6 * max(width, height)
    near = [
        d for d in detections if max(abs(d.centre_px[0] - x - width / 2), abs(d.centre_px[1] - y - height / 2)) < reach
    ]
    return max(near, key=lambda detection: detection.confidence, default=None)


@pytest.fixture(scope="module")
def readings() -> dict[str, list[Detection]]:
    detector = DiceDetector()
    return {name: detector.detect(read_picture(PHOTOS / name)) for name in LABELS}


def test_dice_in_photographs_are_found_and_read(readings: dict[str, list[Detection]]) -> None:
    pairs = [
        (name, label["value"], found(label, readings[name])) for name, labels in LABELS.items() for label in labels
    ]
    wrong = [(name, value, die and die.face) for name, value, die in pairs if die is None or int(die.face) != value]
    assert len(wrong) <= 0.05 * len(pairs), wrong


def test_nothing_else_is_taken_for_a_die(readings: dict[str, list[Detection]]) -> None:
    extra = {name: len(seen) - len(LABELS[name]) for name, seen in readings.items() if len(seen) > len(LABELS[name])}
    assert sum(extra.values()) <= 1, extra


def test_no_die_is_misread_with_full_confidence(readings: dict[str, list[Detection]]) -> None:
    for name, labels in LABELS.items():
        for label in labels:
            die = found(label, readings[name])
            assert die is None or int(die.face) == label["value"] or die.confidence < 0.9, name
