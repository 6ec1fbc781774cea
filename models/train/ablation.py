"""Print what each part of the dice reader's training is worth: python -m models.train.ablation --photos DIR.

Every row is a net trained for a few steps without that part, then asked about crops of photographs and of rendered
tables that it never saw: other dice, cloths and, in part, cameras.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from models.train.common import start
from models.train.evaluate import say
from models.train.photos import load_photos
from models.train.reader import Recipe, collect, predict, train
from models.train.reader_data import Crops, join, plain
from models.train.reader_net import ReaderNet
from models.train.scenes import HELD_OUT_SCENES, HELD_OUT_SEED, SCENES, render_many, scene_files
from vision.detect_find import DiceFinder

RECIPES = {
    "nothing": Recipe(),
    "what ImageNet taught": Recipe(pretrained=False),
    "photographs": Recipe(real_share=0.0),
    "rendered tables": Recipe(real_share=1.0),
    "other light, blur and noise": Recipe(light=False),
    "crops cut a little off": Recipe(place=False),
}
HEADS = "left out | photographs: right | none taken for a die | rendered: right | none taken for a die"


def shares(net: ReaderNet, crops: Crops) -> tuple[float, float]:
    """Return the share of dice whose face is told right, and of crops without a die that are taken for one."""
    truth = crops.labels[:, 0]
    said = predict(net, np.stack([plain(wide) for wide in crops.images]))[0].argmax(1).numpy()
    some, none = truth > 0, truth == 0
    return float((said == truth)[some].mean()), float((said != truth)[none].mean())


def row(name: str, net: ReaderNet, sources: Sequence[Crops]) -> str:
    """Return a row of the table."""
    cells = [f"{100 * share:.1f} %" for crops in sources for share in shares(net, crops)]
    return f"| {' | '.join([name, *cells])} |"


def main() -> int:
    """Train a net for each recipe and print the table."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--photos", type=Path, required=True)
    ask.add_argument("--scenes", type=Path, default=SCENES)
    ask.add_argument("--count", type=int, default=1000, help="how many rendered tables")
    ask.add_argument("--steps", type=int, default=1000)
    ask.add_argument("--batch", type=int, default=64)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--detector", type=Path, default=Path("models/dice_detector.onnx"))
    ask.add_argument("--held-out", type=Path, default=HELD_OUT_SCENES)
    ask.add_argument("--only", action="append", choices=RECIPES, help="train only this row's net; may be repeated")
    args = ask.parse_args()
    start(args.seed)
    render_many(args.scenes, args.count)
    render_many(args.held_out, 100, HELD_OUT_SEED)
    finder, photos = DiceFinder(args.detector), load_photos(args.photos)
    rendered, real = collect(scene_files(args.scenes)[: args.count], [p for p in photos if not p.held_out], finder, 1)
    strange, aside = collect(scene_files(args.held_out), [p for p in photos if p.held_out], finder, 2)
    sources = [join(list(aside.values())), strange]
    say(f"| {HEADS} |")
    say(f"|{' --- |' * (HEADS.count('|') + 1)}")
    for name in args.only or RECIPES:
        net = train(rendered, real, args.steps, args.batch, args.seed, recipe=RECIPES[name])[0]
        say(row(name, net, sources))
    return 0


if __name__ == "__main__":
    sys.exit(main())
