"""A rendered table: the same picture and exact truth, every time, from one description of what lies where."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.render_camera import Camera
from vision.render_cloth import CLOTH_PX, cloth_image
from vision.render_clutter import Thing, draw_thing
from vision.render_dice import Die, Lamp, Layer, die_layer, shade_under
from vision.render_faces import Colour, Image
from vision.render_lens import Lens, through_lens
from vision.render_road_faces import FACES
from vision.render_tiles import CornerCard, Tile, draw_card, draw_tile


@dataclass(frozen=True, slots=True)
class Cloth:
    """What covers the table: a kind of `vision.render_cloth.CLOTHS`, its two colours (BGR) and its scale."""

    kind: str = "felt"
    first: Colour = (70, 110, 60)
    second: Colour = (80, 130, 75)
    px_per_mm: float = 2.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything in one picture. `kind` and `state` go into the truth as they are."""

    camera: Camera = field(default_factory=Camera)
    cloth: Cloth = field(default_factory=Cloth)
    lamp: Lamp = field(default_factory=Lamp)
    lens: Lens = field(default_factory=Lens)
    dice: tuple[Die, ...] = ()
    tiles: tuple[Tile, ...] = ()
    cards: tuple[CornerCard, ...] = ()
    things: tuple[Thing, ...] = ()
    kind: str = "dice"
    state: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0


def corner_cards(wide_mm: float, deep_mm: float) -> tuple[CornerCard, ...]:
    """Return four upright corner cards, their centres at the corners of a rectangle around the table's centre."""
    x, y = wide_mm / 2, deep_mm / 2
    return tuple(CornerCard(i, *at) for i, at in enumerate(((-x, -y), (x, -y), (x, y), (-x, y))))


@dataclass(slots=True)
class Kept:
    """What pictures of one table by one camera under one lamp share, drawn once: the cloth, and dice that lie still."""

    ground: Image | None = None
    dice: dict[Die, Layer | None] = field(default_factory=dict)


def render(scene: Scene, kept: Kept | None = None) -> Image:
    """Draw the scene as a picture, BGR uint8 (H, W, 3); the same scene gives the same picture.

    With what was `kept` from earlier pictures of this table it is far quicker; that is brought up to date.
    """
    rng = np.random.default_rng(scene.seed)
    camera, kept = scene.camera, kept or Kept()
    kept.ground = _ground(scene) if kept.ground is None else kept.ground
    image = kept.ground.copy()
    for card in scene.cards:
        draw_card(image, card, camera)
    for tile in scene.tiles:
        draw_tile(image, tile, camera)
    for thing in scene.things:
        draw_thing(image, thing, camera)
    _shadows(image, scene)
    eye = camera.position[:2]
    lying = sorted(scene.dice, key=lambda d: -float(np.hypot(d.x_mm - eye[0], d.y_mm - eye[1])))
    before, kept.dice = kept.dice, {}
    for die in lying:
        layer = before[die] if die in before else die_layer(die, camera, scene.lamp, image.shape, rng)
        kept.dice[die] = layer
        if layer is not None:
            layer.over(image)
    return through_lens(image, scene.lens, rng)


def _ground(scene: Scene) -> Image:
    cloth, camera = scene.cloth, scene.camera
    texture = cloth_image(cloth.kind, cloth.first, cloth.second, cloth.seed)
    scaled = np.array([[cloth.px_per_mm, 0, CLOTH_PX / 2], [0, cloth.px_per_mm, CLOTH_PX / 2], [0, 0, 1]])
    to_texture = scaled @ np.linalg.inv(camera.plane())
    size = (camera.width_px, camera.height_px)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpPerspective(texture, to_texture, size, flags=flags, borderMode=cv2.BORDER_REFLECT).astype(np.uint8)


def _shadows(image: Image, scene: Scene) -> None:
    """Darken the picture, in place, where dice shade it; blurred as far as the lamp is wide."""
    scale = scene.camera.focal_px / scene.camera.height_mm
    mask = np.ones(image.shape[:2], np.float32)
    for die in scene.dice:
        shade_under(mask, die, scene.camera, scene.lamp)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.5, scene.lamp.softness_mm * scale))
    image[:] = image * soft[..., None]


def truth(scene: Scene) -> dict[str, Any]:
    """Return what the picture shows, as plain JSON values: pieces with outlines in pixels, markers, state."""
    tiles = [_tile_truth(tile, scene.camera) for tile in scene.tiles]
    dice = [_die_truth(die, scene.camera) for die in scene.dice if not die.cocked_deg]
    markers = [
        {"id": c.number, "centre_mm": [round(c.x_mm, 2), round(c.y_mm, 2)], "angle_deg": round(c.angle_deg, 2)}
        for c in scene.cards
    ]
    return {
        "kind": scene.kind,
        "seed": scene.seed,
        "image": [scene.camera.width_px, scene.camera.height_px],
        "table": scene.cloth.kind,
        "pieces": tiles + dice,
        "markers": markers,
        "state": dict(scene.state),
    }


def _die_truth(die: Die, camera: Camera) -> dict[str, Any]:
    shared = _place(die.x_mm, die.y_mm, die.angle_deg, camera.project(die.outline_mm()))
    if die.look.style == "roads":
        return {"kind": "line_die", "face": FACES[die.value - 1], **shared}
    return {"kind": "die", "value": die.value, "colour": die.colour, "size_mm": die.size_mm, **shared}


def _tile_truth(tile: Tile, camera: Camera) -> dict[str, Any]:
    return {
        "kind": "muse_tile",
        "muse": tile.muse if tile.face_up else None,
        "face_up": tile.face_up,
        "suns": tile.suns,
        "cell": list(tile.cell),
        **_place(tile.x_mm, tile.y_mm, tile.angle_deg, camera.project(tile.corners_mm(tile.thick_mm))),
    }


def _place(x_mm: float, y_mm: float, angle_deg: float, outline: npt.NDArray[np.float64]) -> dict[str, Any]:
    return {
        "centre_mm": [round(x_mm, 2), round(y_mm, 2)],
        "angle_deg": round(angle_deg, 2),
        "outline": np.round(outline, 2).tolist(),
    }
