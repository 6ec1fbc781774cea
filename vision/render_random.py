"""Random tables from a seed: any dice, cloth, lamp and camera, for training and for tests."""

from dataclasses import replace

import numpy as np

from vision.render import Cloth, Scene, corner_cards
from vision.render_camera import Camera
from vision.render_chance import chance
from vision.render_cloth import CLOTHS
from vision.render_clutter import THINGS, Thing
from vision.render_dice import Die, Lamp
from vision.render_digits import FONTS, SIGNS, DigitLook
from vision.render_faces import COLOURS, Colour, DieLook
from vision.render_lens import Lens
from vision.render_pen import random_pen
from vision.render_road_faces import CORNERS, RoadLook
from vision.render_tiles import Tile

PENNED = 0.7  # of the digits are of no font

Rng = np.random.Generator


def random_scene(
    seed: int, width_px: int = 640, height_px: int = 640, oblique: float = 0.35, rows: float = 0.25
) -> Scene:
    """Make a table of dice, some on tiles, some touching, with clutter.

    `oblique` is the share seen far from above, `rows` the share with a winding row of Line Dice.
    """
    rng = np.random.default_rng(seed)
    size_mm = float(rng.uniform(10, 25))
    camera = _camera(rng, width_px, height_px, size_mm, oblique)
    spots = _spots(rng, camera, size_mm)
    tiles = tuple(_tile(rng, x, y) for x, y in spots[: len(spots) // 2]) if chance(rng, 0.3) else ()
    sets = [random_look(rng) for _ in range(int(rng.integers(1, 4)))]
    dice = [_die(rng, at, size_mm, sets, 2.0 * (i < len(tiles))) for i, at in enumerate(spots)]
    if chance(rng, 0.45):
        dice += neighbours(rng, dice, sets)
    if chance(rng, rows):
        dice = _with_row(rng, camera, dice, size_mm)
    cards = corner_cards(*rng.uniform(100, 400, 2)) if chance(rng, 0.3) else ()
    return Scene(
        camera,
        _cloth(rng),
        _lamp(rng),
        _lens(rng),
        tuple(dice),
        tiles,
        cards,
        random_things(rng, camera),
        state={"values": sorted(d.value for d in dice if d.look.style != "roads" and not d.cocked_deg)},
        seed=seed,
    )


def _camera(rng: Rng, width_px: int, height_px: int, size_mm: float, oblique: float) -> Camera:
    """Dice 18 to 90 pixels wide, smaller ones more often; tilted up to 62 degrees when oblique."""
    side_px = float(np.exp(rng.uniform(np.log(18), np.log(90))))
    tilt = float(rng.uniform(15, 62)) if rng.random() < oblique else float(rng.uniform(-12, 12))
    focal = width_px * float(rng.uniform(0.9, 2.0))
    far = focal * size_mm / side_px
    back = far * np.sin(np.radians(tilt))
    return Camera(
        width_px,
        height_px,
        focal,
        float(rng.normal(0, 0.1 * far)),
        float(back),
        float(far * np.cos(np.radians(tilt)) + size_mm),
        tilt_x_deg=-tilt,
        tilt_y_deg=float(rng.uniform(-6, 6)),
        roll_deg=float(rng.normal(0, 12)),
    )


def _spots(rng: Rng, camera: Camera, size_mm: float) -> list[tuple[float, float]]:
    """Places on the table in view that keep a die's diagonal apart."""
    wanted = int(rng.integers(15, 30)) if chance(rng, 0.2) else int(rng.integers(2, 15))
    found: list[tuple[float, float]] = []
    for _ in range(wanted * 4):
        pixel = rng.uniform([0, 0], [camera.width_px, camera.height_px])
        x, y = camera.on_table([pixel])[0]
        apart = all(np.hypot(x - a, y - b) > 1.5 * size_mm for a, b in found)
        if apart and len(found) < wanted:
            found.append((float(x), float(y)))
    return found


def random_colour(rng: Rng, name: str) -> Colour:
    """Return a shade of the named colour, BGR; white reaches to ivory, black to dark grey."""
    base = np.array(COLOURS[name])
    shade = base * rng.uniform(0.8, 1.12) + rng.normal(0, 9, 3)
    if name == "white":
        shade[0] -= rng.choice([0, 0, 25, 60]) * rng.random()
    blue, green, red = np.clip(shade, 5, 250).tolist()
    return blue, green, red


def random_look(rng: Rng) -> tuple[str, DieLook]:
    """Return the colour's name and the look of one set of dice."""
    name = str(rng.choice([*COLOURS, "white", "black", "red"]))
    body = random_colour(rng, name)
    pale = float(np.dot(body, (0.11, 0.59, 0.3))) > rng.uniform(95, 175)
    ink = _ink(rng, pale, body)
    ace = (30.0, 30.0, 200.0) if chance(rng, 0.2) and name not in {"red", "orange"} else None
    style = str(rng.choice(["pips", "digits", "roads"], p=(0.66, 0.24, 0.1)))
    spread = float(rng.uniform(0.42, 0.58))
    return name, DieLook(
        body,
        ink,
        ace,
        float(rng.choice([1, 1, 1.4, 1.9])),
        pip=float(rng.uniform(0.13, 0.235)),
        spread=spread,
        edge=float(rng.choice([rng.uniform(0.04, 0.12), rng.uniform(0.12, 0.38)])),
        ball=float(rng.choice([0, 0, rng.uniform(1.3, 1.5)])),
        gloss=float(rng.uniform(0, 1)),
        marble=float(rng.choice([0, 0, 0, rng.uniform(0.2, 1)])),
        clear=float(rng.choice([0, 0, 0, rng.uniform(0.2, 0.9)])),
        marks=str(rng.choice(["", "", "", "", "+", "-"])),
        style=style,
        road=random_road(rng),
        digit=_digits(rng),
    )


def _digits(rng: Rng) -> DigitLook:
    (own,) = rng.spawn(1)  # so that the rest of the table does not depend on how digits are drawn
    return DigitLook(
        FONTS[int(rng.integers(len(FONTS)))],
        tall=float(rng.uniform(0.75, 1.35)),
        heavy=float(rng.uniform(0.06, 0.22)),
        wide=float(rng.uniform(0.8, 1.3)),
        sign=str(rng.choice(SIGNS)),
        drawn=random_pen(own) if chance(own, PENNED) else None,
    )


def random_road(rng: Rng) -> RoadLook:
    """Return how the faces of one set of Line Dice are printed."""
    vivid = np.array(COLOURS[str(rng.choice(["yellow", "red", "green", "orange", "blue", "white"]))])
    blue, green, red = np.clip(vivid + rng.normal(0, 15, 3), 0, 255).tolist()
    return RoadLook(
        wide=float(rng.uniform(0.16, 0.36)),
        bridge=chance(rng, 0.6),
        gap=float(rng.uniform(0.04, 0.14)),
        arrow_at=str(rng.choice([*CORNERS, "road"], p=(0.3, 0.3, 0.1, 0.1, 0.2))),
        arrow=(blue, green, red) if chance(rng, 0.35) else None,
        arrow_size=float(rng.uniform(0.13, 0.26)),
        arrow_in=float(rng.uniform(0.2, 0.36)),
        solid=chance(rng, 0.85),
    )


def line_look(rng: Rng) -> tuple[str, DieLook]:
    """Return the colour's name and the look of one set of Line Dice: mostly pale roads on black."""
    name = "black" if chance(rng, 0.6) else str(rng.choice(list(COLOURS)))
    body = random_colour(rng, name)
    pale = float(np.dot(body, (0.11, 0.59, 0.3))) > rng.uniform(95, 150)
    edge = float(rng.uniform(0.04, 0.3))
    look = DieLook(body, _ink(rng, pale, body), edge=edge, gloss=float(rng.uniform(0, 1)), style="roads")
    return name, replace(look, road=random_road(rng))


def _with_row(rng: Rng, camera: Camera, dice: list[Die], size_mm: float) -> list[Die]:
    """Lay a winding row of Line Dice, side by side and a little askew, and keep the dice that leave it room."""
    x, y = camera.on_table([rng.uniform(0.2, 0.8, 2) * (camera.width_px, camera.height_px)])[0]
    look, base, way = line_look(rng), float(rng.uniform(0, 360)), int(rng.integers(4))
    row: list[Die] = []
    for _ in range(int(rng.integers(3, 20))):
        if all(np.hypot(x - d.x_mm, y - d.y_mm) > 0.9 * size_mm for d in row):
            angle = base + 90 * float(rng.integers(4)) + float(rng.normal(0, 2))
            row.append(Die(int(rng.integers(1, 7)), look[0], float(x), float(y), size_mm, angle, look=look[1]))
        way = (way + int(rng.choice([0, 0, 1, 3]))) % 4
        step, ahead = size_mm * rng.uniform(1.0, 1.08), np.radians(base + 90 * way + rng.normal(0, 2))
        x, y = x + step * np.cos(ahead), y + step * np.sin(ahead)
    apart = [d for d in dice if all(np.hypot(d.x_mm - o.x_mm, d.y_mm - o.y_mm) > 1.35 * size_mm for o in row)]
    loose = [_askew(rng, d, look) if chance(rng, 0.5) else d for d in apart]
    return [*loose, *row]


def _askew(rng: Rng, die: Die, look: tuple[str, DieLook]) -> Die:
    """Return a die of another set in the place of this one."""
    return replace(die, colour=look[0], look=look[1], value=int(rng.integers(1, 7)))


def _ink(rng: Rng, pale: bool, body: Colour) -> Colour:
    """Pips that can be told from the body: dark on pale, pale on dark, now and then coloured, gold or hard to see."""
    grey = rng.uniform(5, 60) if pale else rng.uniform(190, 250)
    ink = np.full(3, grey)
    if chance(rng, 0.1):
        share = rng.uniform(0.3, 0.6)
        ink = share * ink + (1 - share) * np.array(body)
    if chance(rng, 0.25):
        ink = np.array(COLOURS[str(rng.choice(["red", "blue", "green", "yellow", "orange", "purple"]))], float)
        if np.abs(ink - body).max() < 80:  # noqa: PLR2004 - too near to the body to be seen
            ink = np.full(3, grey)
    blue, green, red = ink.tolist()
    return blue, green, red


def _die(rng: Rng, at: tuple[float, float], size_mm: float, sets: list[tuple[str, DieLook]], on_mm: float = 0.0) -> Die:
    name, look = sets[int(rng.integers(len(sets)))]
    cocked = float(rng.uniform(12, 45)) if chance(rng, 0.07) else 0.0
    size = size_mm * float(rng.choice([1, 1, rng.uniform(0.75, 1.3)]))
    return Die(int(rng.integers(1, 7)), name, *at, size, float(rng.uniform(0, 360)), on_mm, cocked, look)


def neighbours(rng: Rng, dice: list[Die], sets: list[tuple[str, DieLook]]) -> list[Die]:
    """Dice pushed against some of the given ones, face to face."""
    extra: list[Die] = []
    for die in dice[:: int(rng.integers(1, 4))]:
        way = np.radians(die.angle_deg) + np.pi / 2 * rng.integers(4)
        gap = die.size_mm * rng.uniform(1.0, 1.12)
        x, y = die.x_mm + gap * np.cos(way), die.y_mm + gap * np.sin(way)
        if die.cocked_deg or any(
            np.hypot(x - o.x_mm, y - o.y_mm) < 1.4 * die.size_mm for o in [*dice, *extra] if o is not die
        ):
            continue
        other = _die(rng, (float(x), float(y)), die.size_mm, sets)
        extra.append(replace(other, angle_deg=die.angle_deg, size_mm=die.size_mm, on_mm=die.on_mm, cocked_deg=0.0))
    return extra


def _tile(rng: Rng, x: float, y: float) -> Tile:
    art = int(rng.integers(1_000_000))
    return Tile(
        x,
        y,
        art,
        int(rng.integers(1, 6)),
        chance(rng, 0.6),
        side_mm=float(rng.uniform(40, 95)),
        angle_deg=float(rng.uniform(0, 360)),
    )


def _cloth(rng: Rng) -> Cloth:
    first = rng.uniform(15, 245, 3) if chance(rng, 0.6) else np.full(3, rng.uniform(20, 245)) + rng.normal(0, 8, 3)
    second = np.clip(first + rng.normal(0, 40, 3), 0, 255)
    kind = str(rng.choice(list(CLOTHS)))
    if kind == "wood":
        first, second = (
            np.array([60, 110, 170]) * rng.uniform(0.5, 1.4),
            np.array([40, 80, 130]) * rng.uniform(0.5, 1.4),
        )
    if kind == "paper":
        first = np.full(3, rng.uniform(190, 245))
    one, two = np.clip(first, 5, 250).tolist(), np.clip(second, 5, 250).tolist()
    return Cloth(kind, tuple(one), tuple(two), float(rng.uniform(1, 4)), int(rng.integers(1 << 30)))


def _lamp(rng: Rng) -> Lamp:
    x, y = rng.normal(0, 0.6, 2)
    softness = float(rng.choice([0.2, 1.5, 5.0]) * rng.uniform(0.5, 2))
    ambient = float(rng.uniform(0.3, 0.8))
    return Lamp(
        (float(x), float(y), -1.0),
        ambient,
        float(rng.uniform(0.9, 1.25) - ambient),
        softness,
        float(rng.uniform(0.1, 0.75)),
    )


def _lens(rng: Rng) -> Lens:
    warm = float(rng.normal(0, 0.1))
    bright = float(rng.uniform(0.6, 1.15))
    return Lens(
        (bright * (1 - warm), bright, bright * (1 + warm)),
        gradient=float(rng.uniform(0, 0.6)),
        gradient_deg=float(rng.uniform(0, 360)),
        glare=float(rng.choice([0, 0, rng.uniform(0.2, 1)])),
        glare_at=(float(rng.random()), float(rng.random())),
        blur_px=float(rng.choice([rng.uniform(0.3, 0.9), rng.uniform(0.3, 1.8)])),
        motion_px=float(rng.choice([0, 0, 0, rng.uniform(1, 6)])),
        motion_deg=float(rng.uniform(0, 180)),
        noise=float(rng.choice([1, 3, 7]) * rng.random()),
        jpeg=int(rng.integers(50, 99)),
    )


def random_things(rng: Rng, camera: Camera) -> tuple[Thing, ...]:
    """Return things beside the dice, anywhere in view, often none."""
    things = []
    for _ in range(int(rng.choice([0, 1, 2, 4]))):
        x, y = camera.on_table([rng.uniform([0, 0], [camera.width_px, camera.height_px])])[0]
        blue, green, red = rng.uniform(5, 250, 3).tolist()
        kind = str(rng.choice(list(THINGS)))
        small = {
            "token": rng.uniform(8, 25),
            "counter": rng.uniform(14, 34),
            "card": rng.uniform(12, 60),
            "keys": rng.uniform(30, 60),
        }
        size = small.get(kind, rng.uniform(50, 120))
        things.append(
            Thing(
                kind,
                float(x),
                float(y),
                float(size),
                float(rng.uniform(0, 360)),
                (blue, green, red),
                int(rng.integers(9999)),
            )
        )
    return tuple(things)
