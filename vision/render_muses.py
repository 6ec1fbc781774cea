"""Random Muse tables from a seed: an owner's nine tiles, the photo that teaches them, and tables laid with them."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.render import Scene, corner_cards
from vision.render_camera import Camera, turn
from vision.render_chance import chance
from vision.render_clutter import Thing
from vision.render_dice import Die
from vision.render_faces import COLOURS, DieLook
from vision.render_random import random_colour, random_scene
from vision.render_tiles import FIGURE, CornerCard, Tile
from vision.render_tiles_art import SET, STYLES

Cell = tuple[int, int]
Floats = npt.NDArray[np.float64]
Rng = np.random.Generator

MUSES = 9
PICTURES_PX = ((1920, 1080), (1640, 1232), (2028, 1520), (1280, 960), (2304, 1296), (1536, 2048))
CARD_ROOM_MM = 62.0  # from the tiles to the middle of a corner card, at least
FAR_DEG = 60.0  # a camera that is tilted by this much stands twice as far off, to see all of the table


@dataclass(frozen=True, slots=True)
class MuseSet:
    """One owner's tiles, nine fronts and a common back, and the three colours of the dice."""

    art: int
    style: str
    side_mm: float
    thick_mm: float
    sheen: float
    suns: tuple[int, ...]
    colours: tuple[str, ...]
    die_mm: float
    tall_mm: float = 0.0  # 0: square tiles

    @property
    def sides_mm(self) -> tuple[float, float]:
        """Return a tile's width and height."""
        return self.side_mm, self.tall_mm or self.side_mm

    def tile(self, muse: int, at: Floats, angle_deg: float, cell: Cell = (0, 0), *, face_up: bool = True) -> Tile:
        """Return the tile of that Muse at a place in mm."""
        x, y = map(float, at)
        suns = self.suns[muse]
        size = (self.side_mm, angle_deg, self.thick_mm)
        look = (self.art + muse, suns, face_up, muse, cell)
        return Tile(x, y, *look, *size, self.style, self.sheen, self.tall_mm)


def muse_set(seed: int) -> MuseSet:
    """Return an owner's set: any style, tiles of 57 to 92 mm, dice of 12 to 18 mm in three colours."""
    rng = np.random.default_rng([seed, 51])
    style = str(rng.choice([FIGURE, *STYLES]))
    colours = tuple(map(str, rng.choice(list(COLOURS), 3, replace=False)))
    side, thick = float(rng.uniform(57, 92)), float(rng.uniform(1.2, 3))
    sheen = float(rng.choice([0, 0, rng.uniform(0.1, 0.5)]))
    suns = tuple(int(n) for n in rng.integers(1, 6, MUSES))
    return MuseSet(seed * SET, style, side, thick, sheen, suns, colours, float(rng.uniform(12, 18)))


def lesson(owned: MuseSet, seed: int) -> Scene:
    """Return the photo that teaches a set: all nine face up, three rows of three, in the order of their numbers."""
    rng = np.random.default_rng([seed, 53])
    pitch = np.array(owned.sides_mm) + float(rng.choice([rng.uniform(1, 5), rng.uniform(5, 30)]))
    tiles = []
    for muse in range(MUSES):
        at = np.array([muse % 3 - 1, muse // 3 - 1]) * pitch + rng.normal(0, 0.5, 2)
        tiles.append(owned.tile(muse, at, float(rng.normal(0, 1.3))))
    return _dressed(rng, seed, tuple(tiles), (), {"order": "row by row"}, "teach")


def muse_table(owned: MuseSet, seed: int, foreign: int = 0, tilt_deg: float | None = None) -> Scene:
    """Return a hand-laid group of the nine tiles with a die on each; the first `foreign` are of another owner's set.

    The camera is tilted by a few degrees, or by `tilt_deg`. The truth's state has each tile's cell, Muse (None: face
    down or foreign), die value and colour.
    """
    rng = np.random.default_rng([seed, 57])
    cells = _grown(rng, MUSES)
    order, down = rng.permutation(MUSES), int(rng.integers(0, 7))
    places = _laid(rng, cells, owned.sides_mm)
    tiles, states = [], []
    stranger = replace(owned, art=owned.art + 500_000 * SET)
    for i, (cell, at, angle) in enumerate(places):
        strange, up = i < foreign, i >= down or i < foreign
        muse = int(order[i])
        tiles.append((stranger if strange else owned).tile(muse, at, angle, cell, face_up=up))
        seen: dict[str, object] = {
            "x": cell[0],
            "y": cell[1],
            "muse": muse if up and not strange else None,
            "face_up": up,
        }
        states.append(seen)
    dice = _dice(rng, owned, tiles)
    for state, die in zip(states, dice, strict=True):
        state |= {"die": die.value, "colour": die.colour}
    return _dressed(rng, seed, tuple(tiles), dice, {"tiles": states}, "muses", tilt_deg)


def _grown(rng: Rng, count: int) -> tuple[Cell, ...]:
    """Return cells of a group that hangs together by edges or corners."""
    cells = [(0, 0)]
    while len(cells) < count:
        x, y = cells[int(rng.integers(len(cells)))]
        cell = (x + int(rng.integers(-1, 2)), y + int(rng.integers(-1, 2)))
        spread = np.ptp([*cells, cell], axis=0).max()
        if cell not in cells and spread < 6:  # noqa: PLR2004 - longer rows do not fit under a camera
            cells.append(cell)
    return tuple(cells)


def _laid(rng: Rng, cells: tuple[Cell, ...], sides_mm: tuple[float, float]) -> list[tuple[Cell, Floats, float]]:
    """Return each cell with its tile's place and turn: gaps from none to 4 mm, rows a little askew, tiles shaken.

    Square tiles lie any way round, others upright or upside down.
    """
    gap, shake = float(rng.uniform(0.2, 4)), float(rng.uniform(0, 0.8))
    pitch, lean, whole = (
        np.array(sides_mm) + gap,
        rng.uniform(-0.02, 0.02),
        float(rng.choice([rng.uniform(-9, 9), rng.uniform(-44, 44)])),
    )
    askew = np.array([[1, lean], [rng.uniform(-0.02, 0.02), 1]]) * pitch
    quarters = 90 if sides_mm[0] == sides_mm[1] else 180
    middle = np.mean(cells, axis=0)
    placed = []
    for cell in cells:
        jolt = np.clip(rng.normal(0, shake, 2), -gap / 2, gap / 2)
        at = turn(2, whole)[:2, :2] @ (askew @ (np.array(cell) - middle) + jolt)
        angle = whole + float(rng.normal(0, 0.3 + gap / 4)) + quarters * int(rng.integers(4))
        placed.append((cell, at, angle))
    return placed


def _dice(rng: Rng, owned: MuseSet, tiles: list[Tile]) -> tuple[Die, ...]:
    """Return a die on each tile, for some tables on the same part of each, for some anywhere on it."""
    looks = {
        name: DieLook(random_colour(rng, name), ink(name), gloss=float(rng.uniform(0, 0.8))) for name in owned.colours
    }
    room = np.array(owned.sides_mm) / 2 - 0.8 * owned.die_mm
    part, spread = rng.uniform(-room, room) * rng.integers(0, 2), float(rng.choice([1.2, 4, room[0]]))
    dice = []
    for i, tile in enumerate(tiles):
        inside = np.clip(part + rng.normal(0, spread, 2), -room, room)
        x, y = (tile.x_mm, tile.y_mm) + turn(2, tile.angle_deg)[:2, :2] @ inside
        name, angle = owned.colours[i % 3], float(rng.choice([tile.angle_deg, rng.uniform(0, 360)]))
        spot = {
            "x_mm": float(x),
            "y_mm": float(y),
            "size_mm": owned.die_mm,
            "angle_deg": angle,
            "on_mm": owned.thick_mm,
        }
        dice.append(Die(int(rng.integers(1, 7)), name, look=looks[name], **spot))
    return tuple(dice)


def ink(colour: str) -> tuple[float, float, float]:
    """Return the colour of the pips on a die of that colour."""
    pale = colour in {"white", "yellow", "orange"}
    return (25.0, 25.0, 25.0) if pale else (238.0, 238.0, 238.0)


def _dressed(  # noqa: PLR0917
    rng: Rng,
    seed: int,
    tiles: tuple[Tile, ...],
    dice: tuple[Die, ...],
    state: dict[str, object],
    kind: str,
    tilt_deg: float | None = None,
) -> Scene:
    """Return the scene around the tiles: any cloth, lamp, camera and lens, corner cards, now and then clutter."""
    wide, tall = PICTURES_PX[int(rng.integers(len(PICTURES_PX)))]
    dressed = random_scene(seed + 1, wide, tall, oblique=0)
    half = max(tiles[0].side_mm, tiles[0].tall_mm) * 0.6
    reach = np.abs([[tile.x_mm, tile.y_mm] for tile in tiles]).max(axis=0) + half + CARD_ROOM_MM
    cards = tuple(_nudged(rng, card) for card in corner_cards(*(2 * reach)))
    focal = wide * float(rng.uniform(0.8, 1.3))
    span = 2 * reach + 2 * 45
    far = float(max(span[0] / wide, span[1] / tall)) * focal * float(rng.uniform(1.0, 1.25))
    tilt = rng.normal(0, 3, 2)
    if tilt_deg is not None:
        tilt, far = tilt * tilt_deg / np.hypot(*tilt), far * (1 + tilt_deg / FAR_DEG)
    tilt_x, tilt_y = map(float, tilt)
    x, y = rng.normal(0, 8, 2) - far * _lean(tilt_x, tilt_y)
    camera = Camera(wide, tall, focal, float(x), float(y), far, tilt_x, tilt_y, float(rng.normal(0, 4)))
    blue, green, red = (
        float(rng.uniform(0.6, 1.35)) / np.mean(dressed.lens.gains) * np.array(dressed.lens.gains)
    ).tolist()
    lens = replace(dressed.lens, gains=(blue, green, red), motion_px=0.0, blur_px=min(1.4, dressed.lens.blur_px))
    things = _clutter(rng, reach) if dice and chance(rng, 0.5) else ()
    return Scene(camera, dressed.cloth, dressed.lamp, lens, dice, tiles, cards, things, kind, state, seed)


def _lean(tilt_x: float, tilt_y: float) -> Floats:
    """Return how far (x, y) from the camera's foot it looks, as a share of its height."""
    sight = (turn(0, tilt_x) @ turn(1, tilt_y)).T @ [0, 0, 1]
    lean: Floats = sight[:2] / sight[2]
    return lean


def _nudged(rng: Rng, card: CornerCard) -> CornerCard:
    x, y = rng.normal(0, 5, 2)
    return replace(card, x_mm=card.x_mm + float(x), y_mm=card.y_mm + float(y), angle_deg=float(rng.normal(0, 4)))


def _clutter(rng: Rng, reach: Floats) -> tuple[Thing, ...]:
    """Return a thing or two beside the tiles."""
    things = []
    for _ in range(int(rng.integers(1, 3))):
        kind, side = str(rng.choice(["card", "pen", "phone", "token"])), float(rng.choice([-1, 1]))
        blue, green, red = rng.uniform(5, 250, 3).tolist()
        size = float(rng.uniform(20, 60))
        at = (side * (float(reach[0]) + 10), float(rng.uniform(-0.5, 0.5) * reach[1]))
        things.append(Thing(kind, *at, size, float(rng.uniform(0, 360)), (blue, green, red), int(rng.integers(9999))))
    return tuple(things)
