"""The plots of the model card: what the evaluation and the trainings write is read, counted and drawn."""

import json
import re
from pathlib import Path

import pytest

from models.train.plots import (
    Read,
    calibration_error,
    confusion,
    draw_losses,
    draw_reliability,
    load_losses,
    load_reads,
    reliability,
    smoothed,
)

READS = [Read(0.95, True, "3", "3")] * 18 + [Read(0.95, False, "3", "2")] * 2 + [Read(0.55, True, "6", "6")] * 5
LOST = [Read(0.0, False, "1", "none"), Read(0.99, False, "none", "4")]


def test_confidence_that_comes_true_has_no_error() -> None:
    assert [(b.number, b.right) for b in reliability(READS)] == [(5, 1.0), (20, 0.9)]
    assert calibration_error(reliability([Read(0.75, i < 3, "1", "1") for i in range(4)])) == pytest.approx(0)
    assert calibration_error(reliability(READS)) == pytest.approx((5 * 0.45 + 20 * 0.05) / 25)


def test_places_that_are_no_dice_count_in_the_matrix_only() -> None:
    assert reliability(READS + LOST) == reliability(READS)
    rows = [re.split(r" \| ", line.strip("| ")) for line in confusion(READS + LOST).splitlines()]
    assert rows[0] == ["true \\ read", "1", "2", "3", "4", "6", "none"]
    table = {row[0]: dict(zip(rows[0][1:], map(int, row[1:]), strict=True)) for row in rows[2:]}
    assert (table["3"]["3"], table["3"]["2"], table["6"]["6"]) == (18, 2, 5)
    assert (table["1"]["none"], table["none"]["4"]) == (1, 1)
    assert sum(sum(row.values()) for row in table.values()) == len(READS + LOST)


def test_what_evaluation_writes_comes_back(tmp_path: Path) -> None:
    file = tmp_path / "pairs.json"
    file.write_text(json.dumps({"held out": [(r.confidence, r.right, r.truth, r.read) for r in READS]}))
    assert load_reads(file) == {"held out": READS}


@pytest.mark.parametrize("text", ["[1, 2]", '{"held out": [[0.5, true]]}'])
def test_a_file_without_readings_is_one_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "pairs.json"
    file.write_text(text)
    with pytest.raises(ValueError, match=r"pairs\.json” holds no readings"):
        load_reads(file)


def losses(tmp_path: Path) -> Path:
    file = tmp_path / "losses.json"
    rows = [
        {"step": step, "seconds": step // 9, "loss": 100 / step, "right": 1 - 10 / step} for step in (100, 200, 300)
    ]
    file.write_text(json.dumps(rows))
    return file


def test_losses_become_a_curve_for_each_thing_measured(tmp_path: Path) -> None:
    curves = load_losses(losses(tmp_path))
    assert list(curves) == ["loss", "right"]
    assert [step for step, _ in curves["loss"]] == [100, 200, 300]
    assert [value for _, value in curves["loss"]] == pytest.approx([1.0, 0.5, 1 / 3])
    even = smoothed([(step, 2.0) for step in range(5)])
    assert [value for _, value in even] == pytest.approx([2.0] * 5)
    falling = smoothed(curves["loss"])
    assert falling[0][1] == pytest.approx(1.0)
    assert 1 / 3 < falling[2][1] < 1.0


def test_no_losses_are_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "losses.json"
    file.write_text("[]")
    with pytest.raises(ValueError, match=r"losses\.json” holds no losses"):
        load_losses(file)


def test_plots_are_small_pictures(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="only the extra `train` draws")
    draw_reliability({"held out": READS}, tmp_path / "plots" / "reliability.png")
    draw_losses(load_losses(losses(tmp_path)), "reader", tmp_path / "plots" / "reader.png")
    for name in ("reliability", "reader"):
        written = (tmp_path / "plots" / f"{name}.png").read_bytes()
        assert written.startswith(b"\x89PNG")
        assert 2_000 < len(written) < 60_000
