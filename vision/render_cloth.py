"""What dice lie on: cloths, wood, paper and carpet as square pictures that repeat, BGR."""

from collections.abc import Callable
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from vision.render_chance import chance
from vision.render_faces import Colour, Image

Floats = npt.NDArray[np.float32]
CLOTH_PX = 768


def noise(rng: np.random.Generator, cells: int, across: int | None = None, size: int = CLOTH_PX) -> Floats:
    """Return smooth noise in 0..1 with `cells` bumps down and `across` (default: as many) bumps across."""
    grid = rng.random((max(2, cells), max(2, across or cells)), np.float32)
    smooth: Floats = np.clip(cv2.resize(grid, (size, size), interpolation=cv2.INTER_CUBIC), 0, 1)
    return smooth


def cloth_image(kind: str, first: Colour, second: Colour, seed: int) -> Image:
    """Draw a square of the cloth `kind` (see CLOTHS) in two colours, CLOTH_PX wide."""
    rng = np.random.default_rng(seed)
    share = CLOTHS[kind](rng)
    one, two = np.array(first, np.float32), np.array(second, np.float32)
    flat = one * (1 - share[..., None]) + two * share[..., None]
    if kind == "floral":
        flat = _flowers(flat, rng)
    grain = rng.normal(0, rng.uniform(1, 7), (CLOTH_PX, CLOTH_PX, 1))
    cloth = np.clip(flat + grain, 0, 255).astype(np.uint8)
    if kind == "paper":
        _write(cloth, rng)
    return cloth


def _plain(rng: np.random.Generator) -> Floats:
    clouds: Floats = noise(rng, int(rng.integers(2, 9))) * np.float32(rng.uniform(0, 0.8))
    return clouds


def _plaid(rng: np.random.Generator) -> Floats:
    bands = []
    for _ in range(2):
        edges = np.sort(rng.integers(0, CLOTH_PX, int(rng.integers(4, 18))))
        band = np.zeros(CLOTH_PX, np.float32)
        for start, stop in pairwise(edges):
            band[start:stop] = rng.choice([0, 0.3, 0.5])
        bands.append(band)
    crossed: Floats = bands[0][None] + bands[1][:, None]
    return crossed


def _felt(rng: np.random.Generator) -> Floats:
    fine = noise(rng, 380) * 0.35 + noise(rng, 120) * 0.25 + noise(rng, 5) * 0.4
    felt: Floats = fine * np.float32(rng.uniform(0.3, 1))
    return felt


def _carpet(rng: np.random.Generator) -> Floats:
    cells = int(rng.integers(50, 200))
    loops = noise(rng, cells, int(cells * rng.uniform(0.5, 1)))
    carpet: Floats = np.clip((loops - 0.5) * np.float32(rng.uniform(1, 4)) + 0.5, 0, 1)
    return carpet


def _weave(rng: np.random.Generator) -> Floats:
    step = rng.uniform(5, 24)
    y, x = np.mgrid[0:CLOTH_PX, 0:CLOTH_PX].astype(np.float32) * np.float32(2 * np.pi / step)
    wave = np.sin(x) * np.sin(y) if chance(rng, 0.5) else np.sin(x + y) * np.sin(x * 0.5)
    weave: Floats = (wave * 0.25 + 0.3 + noise(rng, 4) * 0.2).astype(np.float32)
    return weave


def _wood(rng: np.random.Generator) -> Floats:
    long = noise(rng, 3, 40) * 0.5 + noise(rng, 9, 260) * 0.35
    rings = np.sin((noise(rng, 3, 6) * 30 + noise(rng, 4, 200) * 2) * np.float32(rng.uniform(0.5, 1.5)))
    wood: Floats = np.clip(long + rings * np.float32(0.15), 0, 1)
    return wood


def _paper(rng: np.random.Generator) -> Floats:
    sheet = np.zeros((CLOTH_PX, CLOTH_PX), np.float32)
    step = int(rng.integers(12, 60))
    if chance(rng, 0.7):
        sheet[::step] = 0.6
    if chance(rng, 0.5):
        sheet[:, ::step] = 0.6
    return cv2.GaussianBlur(sheet, (3, 3), 0) + noise(rng, 3) * np.float32(0.15)


CLOTHS: dict[str, Callable[[np.random.Generator], Floats]] = {
    "cloth": _weave,
    "plain": _plain,
    "plaid": _plaid,
    "floral": _plain,
    "felt": _felt,
    "carpet": _carpet,
    "wood": _wood,
    "paper": _paper,
}


def _flowers(flat: Floats, rng: np.random.Generator) -> Floats:
    for _ in range(int(rng.integers(8, 60))):
        x, y, radius = rng.integers(0, CLOTH_PX), rng.integers(0, CLOTH_PX), int(rng.integers(4, 60))
        colour = rng.uniform(0, 255, 3).tolist()
        petals = int(rng.integers(1, 8))
        for petal in range(petals):
            angle = 2 * np.pi * petal / petals
            at = (int(x + np.cos(angle) * radius), int(y + np.sin(angle) * radius))
            cv2.circle(flat, at, max(2, int(radius * 0.7)), colour, -1, cv2.LINE_AA)
    return flat


def _write(sheet: Image, rng: np.random.Generator) -> None:
    for _ in range(int(rng.integers(0, 50))):
        word = "".join(chr(int(c)) for c in rng.integers(33, 123, int(rng.integers(1, 9))))
        place = (int(rng.integers(0, CLOTH_PX)), int(rng.integers(0, CLOTH_PX)))
        ink = rng.uniform(0, 140, 3).tolist()
        cv2.putText(sheet, word, place, int(rng.integers(0, 7)), rng.uniform(0.4, 2), ink, int(rng.integers(1, 3)))
