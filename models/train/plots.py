"""Draw the model card's plots: python -m models.train.plots --pairs FILE --losses FILE... --out models/plots.

The files come from `models.train.evaluate --pairs` and from the trainings' `--losses`. Prints the confusion matrices.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

BINS: Final = 10
NONE: Final = "none"
DPI: Final = 80
SMALL: Final = 0.02  # of the dice: bins with fewer are left out
KEPT: Final = 0.9  # of the average a curve shows, step after step
SIZE: Final = (6.0, 4.0)


@dataclass(frozen=True, slots=True)
class Read:
    """One die as evaluated: how sure the reading was, whether it was right, what was true and read; "none": no die."""

    confidence: float
    right: bool
    truth: str
    read: str


@dataclass(frozen=True, slots=True)
class Bin:
    """The readings of one tenth of confidence: their number, mean confidence and share right."""

    number: int
    confidence: float
    right: float


def load_reads(file: Path) -> dict[str, list[Read]]:
    """Return the readings in a `--pairs` file by the name of their pictures; ValueError if it is none."""
    rows = json.loads(file.read_text())
    try:
        return {name: [Read(float(c), bool(r), str(t), str(s)) for c, r, t, s in part] for name, part in rows.items()}
    except (AttributeError, TypeError, ValueError) as error:
        raise ValueError(f"“{file}” holds no readings: write it with models.train.evaluate --pairs.") from error


def load_losses(file: Path) -> dict[str, list[tuple[int, float]]]:
    """Return the curves in a `--losses` file, (step, value) pairs by name; ValueError if it is none."""
    rows = json.loads(file.read_text())
    try:
        names = [name for name in rows[0] if name not in {"step", "seconds"}]
        return {name: [(int(row["step"]), float(row[name])) for row in rows] for name in names}
    except (IndexError, KeyError, TypeError) as error:
        raise ValueError(f"“{file}” holds no losses: write it with a training's --losses.") from error


def reliability(reads: Sequence[Read]) -> list[Bin]:
    """Return the tenths of confidence that hold readings of dice; places that are no dice have no right face."""
    parts: dict[int, list[Read]] = {}
    for read in reads:
        if NONE not in {read.truth, read.read}:
            parts.setdefault(min(BINS - 1, int(read.confidence * BINS)), []).append(read)
    return [
        Bin(len(part), sum(r.confidence for r in part) / len(part), sum(r.right for r in part) / len(part))
        for _, part in sorted(parts.items())
    ]


def calibration_error(bins: Sequence[Bin]) -> float:
    """Return the mean gap between confidence and share right, weighed by the bins' numbers."""
    return sum(b.number * abs(b.confidence - b.right) for b in bins) / max(1, sum(b.number for b in bins))


def confusion(reads: Sequence[Read]) -> str:
    """Return a table in Markdown: a row for what was true, a column for what was read."""
    counts = Counter((read.truth, read.read) for read in reads)
    names = sorted({name for pair in counts for name in pair}, key=lambda name: (name == NONE, name))
    rows = [f"| true \\ read | {' | '.join(names)} |", f"|{' --- |' * (len(names) + 1)}"]
    rows += [f"| {true} | {' | '.join(str(counts[true, read]) for read in names)} |" for true in names]
    return "\n".join(rows)


def smoothed(curve: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """Return a curve's running average, which begins as the mean of what there is."""
    kept, weight, points = 0.0, 0.0, []
    for step, value in curve:
        kept, weight = KEPT * kept + (1 - KEPT) * value, KEPT * weight + (1 - KEPT)
        points.append((step, kept / weight))
    return points


def draw_reliability(reads: Mapping[str, Sequence[Read]], out: Path) -> None:
    """Draw share right over confidence, one line for each kind of pictures that has enough dice; into a PNG file."""
    with _figure(out) as axes:
        axes.plot([0, 1], [0, 1], color="0.7", linestyle="--", label="as sure as right")
        for name, part in reads.items():
            bins = reliability(part)
            total = sum(b.number for b in bins)
            shown = [b for b in bins if b.number >= SMALL * total]
            label = f"{name}: {total} dice, error {100 * calibration_error(bins):.1f} %"
            axes.plot([b.confidence for b in shown], [b.right for b in shown], marker="o", label=label)
        axes.set(xlabel="confidence", ylabel="share right", xlim=(0, 1.02), ylim=(0, 1.02))


def draw_losses(curves: Mapping[str, Sequence[tuple[int, float]]], title: str, out: Path) -> None:
    """Draw curves over training steps, smoothed, shares right on an axis of their own, into a PNG file."""
    with _figure(out) as axes:
        shares = axes.twinx() if any("right" in name for name in curves) else axes
        for number, (name, curve) in enumerate(curves.items()):
            side = shares if "right" in name else axes
            steps, values = zip(*smoothed(curve), strict=True)
            side.plot(steps, values, color=f"C{number}", label=name)
        axes.set(xlabel="step", ylabel="loss", title=title, yscale="log")
        if shares is not axes:
            shares.set(ylabel="share right", ylim=(0, 1.02))
            lines = [*axes.get_lines(), *shares.get_lines()]
            axes.legend(lines, [line.get_label() for line in lines], fontsize="small", loc="center right")


@contextmanager
def _figure(out: Path) -> Iterator[Any]:
    """Give axes to draw on, and write them to a small PNG file afterwards."""
    import matplotlib as mpl  # noqa: PLC0415 (only in the extra `train`; tables and tests need none)

    mpl.use("agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    figure, axes = plt.subplots(figsize=SIZE, layout="constrained")
    yield axes
    if axes.get_legend() is None and axes.get_lines():
        axes.legend(fontsize="small")
    axes.grid(visible=True, alpha=0.3)
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out, dpi=DPI, pil_kwargs={"optimize": True}, metadata={"Software": None})
    plt.close(figure)


def main() -> int:
    """Draw what the given files hold and print the confusion matrices."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--pairs", type=Path, help="what evaluate wrote with --pairs")
    ask.add_argument("--only", nargs="*", help="of those pictures these only, by the start of their name")
    ask.add_argument("--losses", type=Path, nargs="*", default=[], help="what trainings wrote with --losses")
    ask.add_argument("--out", type=Path, default=Path("models/plots"), help="the folder to draw into")
    args = ask.parse_args()
    if args.pairs:
        reads = load_reads(args.pairs)
        chosen = {name: part for name, part in reads.items() if not args.only or name.startswith(tuple(args.only))}
        draw_reliability(chosen, args.out / "reliability.png")
        for name, part in chosen.items():
            sys.stdout.write(f"{name}\n\n{confusion(part)}\n\n")
    for file in args.losses:
        draw_losses(load_losses(file), file.stem.replace("_", " "), args.out / f"{file.stem}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
