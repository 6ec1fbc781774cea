"""How sure the detector is of dice with printed faces, and of what is none.

`python tests/forge_heats.py [TABLES]` draws so many tables (20) from seeds and tells both, and the HOT and WARM of
`vision/face_dice.py` that follow: just above what is no die. They are the detector's: when it is trained anew, run this
and write there what it tells.
"""

import sys
from collections.abc import Iterator
from math import ceil

import numpy as np
from forge_tables import layout, table
from test_vision_slots import forged

import models
from rules.dice_forge import GAME
from vision.detect_find import DiceFinder
from vision.face_dice import CLEARLY_KNOWN, KNOWN, FaceDie, maybe_dice
from vision.face_sets import KnownFaces
from vision.kit_faces import kit_faces
from vision.render import render

SEATS = 4
NEAR, FAR = 0.3, 0.9  # of a side: what is found nearer to a die's top is that die, what is found further away is none
Found = tuple[FaceDie, int | None]
"""What the detector found, and which die lies there; None for no die."""


def looked_at(finder: DiceFinder, known: KnownFaces, seed: int) -> Iterator[Found]:
    """Yield what is found on one table."""
    state = forged(SEATS, seed)
    scene = table(seed, state, fair=False).scene(GAME.table(state), layout(state))
    tops = scene.camera.project([(die.x_mm, die.y_mm, die.size_mm) for die in scene.dice])
    beside = scene.camera.project([(die.x_mm + die.size_mm, die.y_mm, die.size_mm) for die in scene.dice])
    side_px = float(np.median(np.hypot(*(beside - tops).T)))
    for found in maybe_dice(finder, render(scene), side_px, known):
        away = np.hypot(*(tops - (found.pose.x_px, found.pose.y_px)).T) / side_px
        if not NEAR < away.min() < FAR:
            yield found, int(away.argmin()) if away.min() <= NEAR else None


def above(heats: list[float]) -> float:
    """Return a threshold just above these heats, in hundredths."""
    return ceil(100 * max(heats, default=0.0) + 0.5) / 100


def main() -> None:
    """Look at the tables and print what was found and what follows."""
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    finder, known = DiceFinder(models.path("dice_detector")), KnownFaces.of(kit_faces("forge_die"))
    dice, none = dict[tuple[int, int], float](), list[FaceDie]()
    for seed in range(tables):
        for found, die in looked_at(finder, known, seed):
            if die is None:
                none.append(found)
            else:  # a die may be found in two poses: the hotter one counts
                dice[seed, die] = max(found.pose.heat, dice.get((seed, die), 0.0))
    hot = above([one.pose.heat for one in none])
    warm = above([one.pose.heat for one in none if KNOWN <= one.likeness < CLEARLY_KNOWN])
    least, usual = np.quantile(list(dice.values()), (0.01, 0.5))
    print(f"{len(dice)} of {SEATS * 2 * tables} dice found, 1 in 100 with less heat than {least:.2f}, half {usual:.2f}")  # noqa: T201 (what the command is for)
    print(f"{len(none)} places without a die; HOT = {hot:.2f}, WARM = {warm:.2f}")  # noqa: T201 (as above)


if __name__ == "__main__":
    main()
