"""Train the dice reader further, from its file: python -m models.train.further --photos DIR --out FILE.

The layers that its sense of place looks at stay as they are, so that this does too, and so does the colours' branch.
"""

import json
import sys

from models.train import place
from models.train.common import settings, start
from models.train.reader import WHOLE, Faces, all_crops, trained, write_calibrated
from models.train.reader_file import nets_of
from models.train.reader_net import ReaderNet

RATE = 5e-4


def held(net: ReaderNet) -> ReaderNet:
    """Return the net, of which nothing will be trained but what comes after the map that tells places."""
    net.requires_grad_(False)
    for part in (net.trunk.stages[-1], net.features, net.value):
        part.requires_grad_()
    net.value.train()  # what normalisations know was folded away, so they stay as they are
    return net


def main() -> int:
    """Collect crops with the detector, train, calibrate, export with the place as it was."""
    args = settings(__doc__, steps=8000, batch=64, out="models/dice_reader.onnx")
    start(args.seed)
    rendered, real = all_crops(args)
    net, placed = nets_of(args.out)
    history = trained(held(net), Faces(rendered, real, args.seed, WHOLE), args.steps, args.batch, RATE)
    write_calibrated(net, rendered, real, args)
    place.add(placed, args.out)
    if args.losses:
        args.losses.write_text(json.dumps(history))
    return 0


if __name__ == "__main__":
    sys.exit(main())
