"""`companion bench`: how fast this computer reads and judges, as a table to paste."""

import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from companion.bench import Figure

WHOLE = 100  # larger figures are printed without decimals


@click.command("bench")
@click.option("--times", default=9, show_default=True, type=click.IntRange(1, 1000), help="Runs of each stage.")
@click.option("--threads", default=2, show_default=True, type=click.IntRange(1, 64), help="Threads for the models.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(times: int, threads: int, as_json: bool) -> None:
    """Measure reading, judging, memory and starts; print a Markdown table."""
    from companion import bench  # noqa: PLC0415 (slow to load)
    from vision.detect_model import ModelError  # noqa: PLC0415

    image = bench.still()
    try:
        with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
            figures = [
                *bench.model_sizes(),
                *bench.fresh_read(image, Path(folder)),
                *bench.stages(image, threads, times),
                *bench.first_page(Path(folder)),
            ]
    except ModelError as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    machine = bench.machine(threads)
    click.echo(_json(machine, figures) if as_json else _table(machine, figures))


def _json(machine: dict[str, str], figures: "list[Figure]") -> str:
    rows = [{"name": f.name, "value": round(f.value, 3), "unit": f.unit} for f in figures]
    return json.dumps({"machine": machine, "figures": rows}, ensure_ascii=False)


def _table(machine: dict[str, str], figures: "list[Figure]") -> str:
    """Return the figures as a Markdown table, with the machine above it."""
    head = [f"- {name}: {text}" for name, text in machine.items()]
    rows = [f"| {f.name} | {f.value:.{0 if f.value >= WHOLE else 2}f} {f.unit} |" for f in figures]
    return "\n".join([*head, "", "| measured | |", "| --- | ---: |", *rows])
