import json

import numpy as np
from click.testing import CliRunner

from companion import bench
from companion.__main__ import main
from vision.corners import find_markers


def test_the_still_is_as_large_as_promised_and_always_the_same() -> None:
    image = bench.still()
    assert image.shape == (1296, 2304, 3)
    assert [marker.id for marker in find_markers(image)] == [0, 1, 2, 3]
    assert np.array_equal(image, bench.still())


def test_the_bench_measures_every_stage_on_this_machine() -> None:
    result = CliRunner().invoke(main, ["bench", "--times", "1", "--json"], catch_exceptions=False)
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert set(report["machine"]) == {"processor", "cores", "system"}
    units = {figure["name"]: figure["unit"] for figure in report["figures"]}
    values = {figure["name"]: figure["value"] for figure in report["figures"]}
    assert all(value > 0 for value in values.values())
    assert values["its peak memory"] < 1000
    assert units["start to first page"] == "s"
    assert units["judging a move on 9 tiles"] == "ms"
    assert values["whole reading, 30 dice"] > values["corner cards"]


def test_figures_print_as_a_table_to_paste() -> None:
    from companion.commands.bench import _table  # noqa: PLC0415

    table = _table({"processor": "x"}, [bench.Figure("a", 1.234, "ms"), bench.Figure("b", 512.3, "ms")])
    assert table.splitlines() == [
        "- processor: x",
        "",
        "| measured | |",
        "| --- | ---: |",
        "| a | 1.23 ms |",
        "| b | 512 ms |",
    ]
