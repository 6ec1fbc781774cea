"""Rendered tables for training, kept as JPEG files with the dice's places; the same seeds give the same files."""

import json
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.render import Scene, render
from vision.render_camera import Camera
from vision.render_dice import Die
from vision.render_dice_crowds import dice_crowd
from vision.render_faces import Image
from vision.render_random import random_scene
from vision.render_road_crowds import road_crowd
from vision.render_road_faces import arrow_place
from vision.render_runes import rune_scene

SCENE_PX = 640
SCENES = Path("build/scenes")  # where rendered tables are kept unless told otherwise
HELD_OUT_SCENES = Path("build/held-out")
SIDE_SHARE = 0.1  # of the top face: a side seen flatter than this cannot be taken for one
ANY: Final = "any"
KINDS: Final[Mapping[str, Callable[[int, int, int], Scene]]] = {
    ANY: random_scene,
    "dice": dice_crowd,
    "roads": road_crowd,
    "runes": rune_scene,
}
NOWHERE: Final = (-1.0, -1.0)
FIRST_CURVE: Final = 3  # of the values of a rendered die of Line Dice
HELD_OUT_SEED = 9_000_000  # rendered tables from here on are only for evaluation


@dataclass(frozen=True, slots=True)
class Sample:
    """A picture and its dice.

    `corners` (N, 4, 2): top faces in pixels, as if each die lay flat; `tops` (N, 4, 2): where they really lie;
    `values` (N,): 1..6, of Line Dice straight, crossing, C0 to C3; dice with the style `runes` show none;
    `sides` (M, 4, 2): the faces around upright dice that are turned to the camera; `arrows` (N, 2): the middles of the
    arrows on curves of Line Dice, pixels, -1 where there is none.
    """

    image: Image
    corners: npt.NDArray[np.float32]
    tops: npt.NDArray[np.float32]
    values: npt.NDArray[np.int64]
    colours: tuple[str, ...]
    cocked: npt.NDArray[np.bool_]
    styles: tuple[str, ...]
    sides: npt.NDArray[np.float32]
    arrows: npt.NDArray[np.float32]


def render_many(folder: Path, count: int, first_seed: int = 0, workers: int = 2, kind: str = ANY) -> None:
    """Render the tables of `count` seeds from `first_seed` on into `folder`; those already there are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    seeds = [s for s in range(first_seed, first_seed + count) if not (folder / f"{s}.json").exists()]
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:  # a fork may inherit OpenCV's locks, held
        list(pool.map(partial(_render_one, folder, KINDS[kind]), seeds, chunksize=8))


def render_mix(folder: Path, count: int, shares: Mapping[str, float]) -> list[Path]:
    """Render `count` tables, of each kind its share (0..1), and return their truth files.

    Tables of any kind lie in `folder`, crowds in folders beside it that bear the kind's name too.
    """
    files: list[Path] = []
    for kind, share in shares.items():
        place = folder if kind == ANY else folder.with_name(f"{folder.name}-{kind}")
        render_many(place, round(share * count), kind=kind)
        files += scene_files(place)[: round(share * count)]
    return files


def _render_one(folder: Path, make: Callable[[int, int, int], Scene], seed: int) -> None:
    cv2.setNumThreads(1)
    scene = make(seed, SCENE_PX, SCENE_PX)
    cv2.imwrite(str(folder / f"{seed}.jpg"), render(scene), [cv2.IMWRITE_JPEG_QUALITY, 96])
    dice = [
        {
            "value": die.value,
            "cocked": bool(die.cocked_deg),
            "colour": die.colour,
            "style": die.look.style,
            "corners": np.round(scene.camera.project(die.outline_mm()), 2).tolist(),
            "top": np.round(scene.camera.project(die.top_mm()), 2).tolist(),
            "arrow": _arrow(die, scene.camera),
            "sides": [] if die.cocked_deg else np.round(_sides_in_view(die, scene.camera), 2).tolist(),
        }
        for die in scene.dice
    ]
    (folder / f"{seed}.json").write_text(json.dumps(dice))


def _arrow(die: Die, camera: Camera) -> list[float] | None:
    """Return where the middle of the arrow on a die's top is seen, pixels; None without one."""
    if die.look.style != "roads" or die.value < FIRST_CURVE or die.cocked_deg:
        return None
    across, down = arrow_place(die.value - FIRST_CURVE, die.look.road)
    corner, right, _, below = die.outline_mm()
    seen = camera.project([corner + across * (right - corner) + down * (below - corner)])[0]
    place: list[float] = np.round(seen, 2).tolist()
    return place


def _sides_in_view(die: Die, camera: Camera) -> npt.NDArray[np.float64]:
    """Return the pixel corners (N, 4, 2) of the faces around a die that the camera sees from no flat angle."""
    seen = np.array([camera.project(side) for side in die.sides_mm()])
    edges = np.roll(seen, -1, axis=1) - seen
    area = 0.5 * (edges[:, 0, 0] * edges[:, 1, 1] - edges[:, 0, 1] * edges[:, 1, 0])
    top = np.linalg.norm(np.diff(camera.project(die.outline_mm()), axis=0), axis=1).mean()
    chosen: npt.NDArray[np.float64] = seen[-area > SIDE_SHARE * top**2]
    return chosen


def scene_files(folder: Path) -> list[Path]:
    """Return the truth files in `folder`, in the order of their seeds."""
    return sorted(folder.glob("*.json"), key=lambda path: int(path.stem))


def load_scene(path: Path) -> Sample:
    """Return the rendered table of one truth file."""
    dice = json.loads(path.read_text())
    image = cv2.imread(str(path.with_suffix(".jpg")))
    if image is None:
        raise FileNotFoundError(f"{path.with_suffix('.jpg')} is missing; delete {path} and render again.")
    corners = np.array([d["corners"] for d in dice], np.float32).reshape(-1, 4, 2)
    tops = np.array([d["top"] for d in dice], np.float32).reshape(-1, 4, 2)
    values = np.array([d["value"] for d in dice], np.int64)
    cocked = np.array([d["cocked"] for d in dice], bool)
    colours, styles = tuple(d["colour"] for d in dice), tuple(d["style"] for d in dice)
    sides = np.array([side for d in dice for side in d["sides"]], np.float32).reshape(-1, 4, 2)
    arrows = np.array([d["arrow"] or NOWHERE for d in dice], np.float32).reshape(-1, 2)
    return Sample(image.astype(np.uint8), corners, tops, values, colours, cocked, styles, sides, arrows)
