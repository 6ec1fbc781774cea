"""The shipped dice models: their facts, size and the model card that describes them."""

import hashlib
from pathlib import Path

import numpy as np
import pytest

import models
from vision.detect_model import Model

NAMES = ("dice_detector", "dice_reader", "road_reader")
CARD = Path(models.__file__).with_name("README.md")
MOST_BYTES = 8 * 1024 * 1024


@pytest.mark.parametrize("name", NAMES)
def test_card_gives_the_file_its_checksum_and_size(name: str) -> None:
    data = models.path(name).read_bytes()
    card = CARD.read_text()
    assert hashlib.sha256(data).hexdigest() in card
    assert f"{len(data)} bytes" in card


@pytest.mark.parametrize("holder", ["Nell Byler", "Penlington", "Epanemu", "Tabaczynski", "Piechowiak", "Patterson"])
def test_card_names_the_holders_of_the_photographs(holder: str) -> None:
    assert holder.lower() in CARD.read_text().lower()


def test_models_together_are_small() -> None:
    assert sum(path.stat().st_size for path in CARD.parent.glob("*.onnx")) < MOST_BYTES


def test_detector_says_what_it_takes_and_gives() -> None:
    model = Model(models.path("dice_detector"), ("outputs", "stride", "side_px", "multiple", "fill", "version"), 1)
    stride, count = int(model.facts["stride"]), len(model.facts["outputs"].split(","))
    maps = model.run(np.zeros((1, 64, 96, 3), np.uint8))
    assert maps.shape == (1, count, 64 // stride, 96 // stride)
    assert 0 <= maps[0, 0].min() <= maps[0, 0].max() <= 1


@pytest.mark.parametrize("count", [1, 5])
@pytest.mark.parametrize(("name", "heads"), [("dice_reader", ("labels", "colours")), ("road_reader", ("roads",))])
def test_readers_give_probabilities_by_head(name: str, heads: tuple[str, ...], count: int) -> None:
    model = Model(models.path(name), (*heads, "crop_px", "side_px", "temperature"), 1)
    names = [model.facts[head].split(",") for head in heads]
    size = int(model.facts["crop_px"])
    answer = model.run(np.full((count, size, size, 3), 70, np.uint8))
    assert answer.shape == (count, sum(len(each) for each in names))
    ends = np.cumsum([len(each) for each in names])
    for part in np.split(answer, ends[:-1], axis=1):
        assert part.sum(1) == pytest.approx(1, abs=1e-4)


def test_labels_and_roads_are_those_the_rules_know() -> None:
    labels = Model(models.path("dice_reader"), ("labels",), 1).facts["labels"].split(",")
    roads = Model(models.path("road_reader"), ("roads",), 1).facts["roads"].split(",")
    assert labels == ["none", *"123456", "cocked"]
    assert roads == ["none", "S-NS", "S-EW", "X", *(f"C{kind}{way}" for kind in range(4) for way in "NESW")]


@pytest.mark.parametrize("name", NAMES)
def test_wild_pictures_give_finite_numbers(name: str) -> None:
    model = Model(models.path(name), (), 1)
    size = int(model.facts.get("crop_px", "80"))
    noise = np.random.default_rng(11).integers(0, 256, (1, size, size, 3), np.uint8)
    assert np.isfinite(model.run(noise)).all()
