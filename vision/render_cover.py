"""What gets in the way of a reader: things over the pieces, dice on dice, glare, hard shadows, a blurred corner."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.render import Scene, render
from vision.render_camera import Camera, turn
from vision.render_dice import Die, draw_die
from vision.render_faces import Colour, Image
from vision.render_lens import Lens, through_lens

Points = npt.NDArray[np.float64]
Floats = npt.NDArray[np.float32]
CLEAN = Lens(blur_px=0.0, noise=0.0, jpeg=100)  # a lens that changes nothing: its faults come after the covers
FINGER_MM = 17.0  # width of a finger
ARM_MM = 500.0  # length of a sleeve: beyond the picture's edge
SHADE_MM = 3.0  # how far the edge of what lies over a piece shades its surroundings


@dataclass(frozen=True, slots=True)
class Cover:
    """Something lying over the table: its tip at `x_mm, y_mm`, `height_mm` above it, reaching out towards `angle_deg`.

    `kind` is "finger", "sleeve" or "card"; `wide_mm` is its width.
    """

    kind: str
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0
    wide_mm: float = FINGER_MM
    height_mm: float = 18.0
    colour: Colour = (120, 150, 200)
    seed: int = 0

    def outline_mm(self) -> Points:
        """Return its corners, shape (N, 3): x, y, height; a finger's tip is round."""
        half = self.wide_mm / 2
        if self.kind == "card":
            flat = np.array([[0, -half], [1.4 * self.wide_mm, -half], [1.4 * self.wide_mm, half], [0, half]])
        else:
            tip = np.radians(np.linspace(270, 90, 13 if self.kind == "finger" else 2))
            round_mm = half * (self.kind == "finger")
            ends = np.column_stack([round_mm * (1 + np.cos(tip)), half * np.sin(tip)])
            flat = np.vstack([ends, [[ARM_MM, half], [ARM_MM, -half]]])
        turned = flat @ turn(2, self.angle_deg)[:2, :2].T + [self.x_mm, self.y_mm]
        return np.column_stack([turned, np.full(len(turned), self.height_mm)])


@dataclass(frozen=True, slots=True)
class Glare:
    """A lamp's reflection: light added around a spot, `strength` 1 saturates its middle whatever lies there."""

    x_mm: float
    y_mm: float
    radius_mm: float = 40.0
    strength: float = 1.5


@dataclass(frozen=True, slots=True)
class Shadow:
    """A hard shadow over part of the table: corners (N, 2), mm; `light` is what is left of the light in it, 0..1."""

    corners_mm: tuple[tuple[float, float], ...]
    light: float = 0.4
    softness_mm: float = 1.5


@dataclass(frozen=True, slots=True)
class Haze:
    """A part of the picture out of focus: around a spot, blurred by so many millimetres of the table."""

    x_mm: float
    y_mm: float
    radius_mm: float
    blur_mm: float


@dataclass(frozen=True, slots=True)
class OnTop:
    """A die that stands on another one: its `on_mm` is that one's upper face."""

    die: Die


Trouble = Cover | Glare | Shadow | Haze | OnTop


def render_troubled(scene: Scene, troubles: Sequence[Trouble]) -> Image:
    """Draw the scene as `vision.render.render` does, with what gets in the way, in that order, before the lens."""
    return troubled(render(replace(scene, lens=CLEAN)), scene, troubles)


def troubled(clean: Image, scene: Scene, troubles: Sequence[Trouble]) -> Image:
    """Add troubles, then the lens, to a picture of the scene drawn with the CLEAN lens; a new picture."""
    light = with_troubles(clean, scene, troubles)
    return through_lens(light, scene.lens, np.random.default_rng(scene.seed))  # type: ignore[arg-type] # beyond white


def with_troubles(clean: Image, scene: Scene, troubles: Sequence[Trouble]) -> Floats:
    """Add troubles to a picture of the scene: light as float32 (H, W, 3), beyond white where it glares."""
    light = clean.astype(np.float32)
    for trouble in troubles:
        light = _WAYS[type(trouble)](light, trouble, scene)
    return light


def _cover(image: Floats, cover: Cover, scene: Scene) -> Floats:
    """Shade what is around the thing, then paint it, with folds and darker rims so that it is not flat."""
    scale = _px_per_mm(scene.camera)
    outline = scene.camera.project(cover.outline_mm())
    margin = int(3 * SHADE_MM * scale)
    size = image.shape[1::-1]
    left, top = np.clip(np.floor(outline.min(axis=0)).astype(int) - margin, 0, size).tolist()
    right, bottom = np.clip(np.ceil(outline.max(axis=0)).astype(int) + margin, 0, size).tolist()
    if right <= left or bottom <= top:
        return image
    part = image[top:bottom, left:right]
    mask = _filled(part.shape, outline - (left, top))
    shade, relief = _spread(mask, SHADE_MM * scale), 1 - 0.25 * _spread(1 - mask, 0.2 * cover.wide_mm * scale)
    rng = np.random.default_rng(cover.seed)
    grain = cv2.resize(rng.normal(0, 1, (40, 40)).astype(np.float32), part.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    paint = np.array(cover.colour, np.float32) * ((1 + 0.05 * grain) * relief)[..., None]
    under = part * (1 - 0.35 * shade)[..., None]
    covered = image.copy()
    covered[top:bottom, left:right] = under + (paint - under) * mask[..., None]
    return covered


def _spread(mask: Floats, blur_px: float) -> Floats:
    """Return the mask blurred, by way of a small copy where the blur is wide."""
    shrink = max(1.0, blur_px / 4)
    size = (max(1, round(mask.shape[1] / shrink)), max(1, round(mask.shape[0] / shrink)))
    small = cv2.GaussianBlur(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), (0, 0), blur_px / shrink)
    return np.asarray(cv2.resize(small, mask.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def _glare(image: Floats, glare: Glare, scene: Scene) -> Floats:
    far = _far_mm(image.shape, (glare.x_mm, glare.y_mm), scene.camera) / glare.radius_mm
    return np.asarray(image + np.float32(255 * glare.strength) * np.exp(-(far**2))[..., None], np.float32)


def _shadow(image: Floats, shadow: Shadow, scene: Scene) -> Floats:
    corners = np.column_stack([np.array(shadow.corners_mm), np.zeros(len(shadow.corners_mm))])
    mask = _filled(image.shape, scene.camera.project(corners))
    soft = _spread(mask, max(0.5, shadow.softness_mm * _px_per_mm(scene.camera)))
    return np.asarray(image * (1 - np.float32(1 - shadow.light) * soft)[..., None], np.float32)


def _haze(image: Floats, haze: Haze, scene: Scene) -> Floats:
    far = _far_mm(image.shape, (haze.x_mm, haze.y_mm), scene.camera) / haze.radius_mm
    share = np.clip(2 - 2 * far, 0, 1)[..., None]
    blurred = cv2.GaussianBlur(image, (0, 0), haze.blur_mm * _px_per_mm(scene.camera))
    return np.asarray(image + (blurred - image) * share, np.float32)


def _on_top(image: Floats, upper: OnTop, scene: Scene) -> Floats:
    drawn = np.clip(image, 0, 255).astype(np.uint8)
    draw_die(drawn, upper.die, scene.camera, scene.lamp, np.random.default_rng(scene.seed))
    return drawn.astype(np.float32)


def _filled(shape: tuple[int, ...], outline_px: Points) -> Floats:
    """Return 1 inside the outline and 0 outside, smooth at its edge, float32 (H, W)."""
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(outline_px * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return np.asarray(mask / 255, np.float32)


def _far_mm(shape: tuple[int, ...], spot_mm: tuple[float, float], camera: Camera) -> Floats:
    """Return how far every pixel is from a spot on the table, float32 (H, W)."""
    x, y = camera.project([[*spot_mm, 0]])[0]
    rows, columns = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    far: Floats = np.hypot(columns - x, rows - y) / np.float32(_px_per_mm(camera))
    return far


def _px_per_mm(camera: Camera) -> float:
    return camera.focal_px / camera.height_mm


_WAYS: dict[type, Callable[[Floats, Any, Scene], Floats]] = {
    Cover: _cover,
    Glare: _glare,
    Shadow: _shadow,
    Haze: _haze,
    OnTop: _on_top,
}
