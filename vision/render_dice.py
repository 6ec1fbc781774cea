"""Dice ray by ray: a rounded cube with a picture on every face, lit by one lamp."""

from dataclasses import dataclass, field
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from vision.render_camera import Camera, square, turn
from vision.render_faces import FACE_PX, DieLook, Image, face_image

Floats = npt.NDArray[np.float32]
STEPS = 14
BALL2 = np.float32(3.1)  # square of the radius around a cube of half side 1
FINE = 2  # rays per pixel and axis
TOP = 4  # the number of the upper face, see `_faces`


@dataclass(frozen=True, slots=True)
class Die:
    """A die on the table: what shows on top, where, how it is made; `cocked_deg` leans it on an edge."""

    value: int
    colour: str = "white"
    x_mm: float = 0.0
    y_mm: float = 0.0
    size_mm: float = 16.0
    angle_deg: float = 0.0
    on_mm: float = 0.0  # height of what it stands on
    cocked_deg: float = 0.0
    look: DieLook = field(default_factory=DieLook)

    @property
    def axes(self) -> npt.NDArray[np.float64]:
        """Return the die's own axes as columns, shape (3, 3), in world axes (z into the table)."""
        return turn(2, self.angle_deg) @ turn(0, self.cocked_deg)

    @property
    def middle_height_mm(self) -> float:
        """Return how high the middle of the die lies above the table."""
        leaning = np.radians(abs(self.cocked_deg))
        return float(self.size_mm / 2 * (np.cos(leaning) + np.sin(leaning)) + self.on_mm)

    def outline_mm(self) -> npt.NDArray[np.float64]:
        """Return the corners of the top face, shape (4, 3): x, y, height; of a die that leans, as if it lay flat."""
        return square(self.x_mm, self.y_mm, self.size_mm, self.angle_deg, self.on_mm + self.size_mm)

    def top_mm(self) -> npt.NDArray[np.float64]:
        """Return the corners of the uppermost face where it really lies, shape (4, 3): x, y, height."""
        middle = np.array([self.x_mm, self.y_mm, self.middle_height_mm])
        corners: npt.NDArray[np.float64] = square(0, 0, self.size_mm, 0, -self.size_mm / 2) @ self.axes.T
        return middle + corners * [1, 1, -1]

    def sides_mm(self) -> npt.NDArray[np.float64]:
        """Return the corners of the four faces around an upright die, shape (4, 4, 3): upper edge first, then lower."""
        upper = self.outline_mm()
        lower = upper - [0, 0, self.size_mm]
        pairs = [(i, (i + 1) % 4) for i in range(4)]
        return np.array([[upper[i], upper[j], lower[j], lower[i]] for i, j in pairs])


@dataclass(frozen=True, slots=True)
class Lamp:
    """One lamp and the light of the room: `direction` points to the lamp in world axes (z into the table)."""

    direction: tuple[float, float, float] = (0.3, -0.3, -0.9)
    ambient: float = 0.55
    strength: float = 0.6
    softness_mm: float = 4.0
    shadow: float = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A die by itself, to be laid over a picture: where its top left pixel lies, and colour with coverage (H, W, 4)."""

    x_px: int
    y_px: int
    seen: Floats

    def over(self, image: Image) -> None:
        """Lay it over the picture, in place."""
        tall, wide = self.seen.shape[:2]
        part = image[self.y_px : self.y_px + tall, self.x_px : self.x_px + wide]
        part[:] = np.clip(part * (1 - self.seen[..., 3:]) + self.seen[..., :3], 0, 255)


def die_layer(die: Die, camera: Camera, lamp: Lamp, shape: tuple[int, ...], rng: np.random.Generator) -> Layer | None:
    """Return the die as it is seen in a picture of that shape; None where it lies outside."""
    box = _box(die, camera, shape)
    if box is None:
        return None
    x0, y0, x1, y1 = box
    wide, tall = (x1 - x0) * FINE, (y1 - y0) * FINE
    grid_y, grid_x = np.mgrid[0:tall, 0:wide]
    rays = camera.rays(x0 + (grid_x.ravel() + 0.5) / FINE - 0.5, y0 + (grid_y.ravel() + 0.5) / FINE - 0.5)
    turned = die.axes
    middle = (die.x_mm, die.y_mm, -die.middle_height_mm)
    eye = ((camera.position - middle) / (die.size_mm / 2) @ turned).astype(np.float32)
    local = (rays @ turned).astype(np.float32)
    local /= np.linalg.norm(local, axis=1, keepdims=True)
    points, hit = _trace(eye, local, die.look)
    colour = _shade(points, local[hit], _paint(points, die, rng), die.look, _Light(lamp, turned))
    layer = np.zeros((tall * wide, 4), np.float32)
    layer[hit, :3], layer[hit, 3] = colour, 1
    seen = cv2.resize(layer.reshape(tall, wide, 4), (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
    return Layer(x0, y0, seen.astype(np.float32))


def draw_die(image: Image, die: Die, camera: Camera, lamp: Lamp, rng: np.random.Generator) -> None:
    """Draw the die into the picture, in place; dice behind it must have been drawn before."""
    layer = die_layer(die, camera, lamp, image.shape, rng)
    if layer is not None:
        layer.over(image)


def _box(die: Die, camera: Camera, shape: tuple[int, ...]) -> tuple[int, int, int, int] | None:
    reach = die.size_mm * (0.71 if not die.cocked_deg else 0.95)
    heights = (die.on_mm, die.on_mm + die.size_mm * (1 if not die.cocked_deg else 1.42))
    corners = [[die.x_mm + i * reach, die.y_mm + j * reach, h] for i in (-1, 1) for j in (-1, 1) for h in heights]
    seen = camera.project(corners)
    low = np.maximum(np.floor(seen.min(0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(seen.max(0)).astype(int) + 2, [shape[1], shape[0]])
    if np.any(high - low < 1):
        return None
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _trace(eye: Floats, rays: Floats, look: DieLook) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Find where the rays meet the die in its own frame (half side 1): points (M, 3) and which rays do (N,)."""
    along = -(rays @ eye)
    miss2 = eye @ eye - along**2
    index = np.flatnonzero(miss2 < BALL2)
    ways = np.ascontiguousarray(rays[index].T)  # (3, N): each axis in one row is twice as fast
    reach = along[index] - np.sqrt(BALL2 - miss2[index])
    for _ in range(STEPS):
        reach = reach + _distance(eye[:, None] + ways * reach, look)
    points = eye[:, None] + ways * reach
    good = _distance(points, look) < 0.03  # noqa: PLR2004 - grazing rays may still be a little away
    hit = np.zeros(len(rays), bool)
    hit[index[good]] = True
    return np.ascontiguousarray(points[:, good].T), hit


def _distance(points: Floats, look: DieLook) -> Floats:
    """Return how far the points (3, N) are from the rounded cube, negative inside."""
    beyond = np.abs(points) - np.float32(1 - look.edge)
    outside = np.maximum(beyond, 0)
    inside = np.minimum(np.maximum(np.maximum(beyond[0], beyond[1]), beyond[2]), 0)
    far: Floats = _length(outside) + inside - np.float32(look.edge)
    return np.maximum(far, _length(points) - np.float32(look.ball)) if look.ball else far


def _length(points: Floats) -> Floats:
    length: Floats = np.sqrt(points[0] ** 2 + points[1] ** 2 + points[2] ** 2)
    return length


def _normals(points: Floats, look: DieLook) -> Floats:
    normals = np.sign(points) * np.maximum(np.abs(points) - np.float32(1 - look.edge - 0.02), 0)
    if look.ball:
        cut = np.linalg.norm(points, axis=1) > look.ball - 0.02
        normals[cut] = points[cut]
    unit: Floats = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-6)
    return unit


class _Light:
    """The lamp as the turned die sees it: the way to it, the way down, and how strong it is."""

    def __init__(self, lamp: Lamp, turned: npt.NDArray[np.float64]) -> None:
        way = np.asarray(lamp.direction) / np.linalg.norm(lamp.direction)
        self.way: Floats = (way @ turned).astype(np.float32)
        self.down: Floats = turned[2].astype(np.float32)
        self.ambient, self.strength = lamp.ambient, lamp.strength


def _shade(points: Floats, rays: Floats, paint: Floats, look: DieLook, light: _Light) -> Floats:
    """Return the colour of the points under the light: room light from above, the lamp, its reflection."""
    normals = _normals(points, look)
    lit = light.ambient * (0.8 - 0.2 * (normals @ light.down))
    lit = lit + light.strength * np.maximum(normals @ light.way, 0)
    if look.clear:
        lit = lit * (1 - look.clear * 0.5) + look.clear * (0.35 + 0.5 * np.linalg.norm(points[:, :2], axis=1))
    between = light.way - rays
    between /= np.linalg.norm(between, axis=1, keepdims=True)
    shine = np.maximum(np.einsum("ij,ij->i", normals, between), 0) ** (12 + 90 * look.gloss)
    shaded: Floats = paint * lit[:, None] + (255 * look.gloss * light.strength * shine)[:, None]
    return shaded


def _paint(points: Floats, die: Die, rng: np.random.Generator) -> Floats:
    """Return the colour of the face pictures at the points, (M, 3)."""
    axis = np.abs(points).argmax(1)
    rows = np.arange(len(points))
    face = axis * 2 + (points[rows, axis] > 0)
    u = points[rows, np.array([1, 0, 0])[axis]]
    v = points[rows, np.array([2, 2, 1])[axis]]
    upright = [TOP] if die.look.style == "roads" else []  # a road leads where it is laid
    quarters = [0 if number in upright else int(rng.integers(4)) for number in range(6)]
    values = zip(_faces(die.value, rng), quarters, strict=True)
    atlas = np.vstack([face_image(die.look, value, quarter, rng) for value, quarter in values])
    across = np.clip((u + 1) / 2 * FACE_PX - 0.5, 0, FACE_PX - 1)
    down = np.clip((v + 1) / 2 * FACE_PX - 0.5, 0, FACE_PX - 1) + face * FACE_PX
    if not len(points):
        return np.zeros((0, 3), np.float32)
    size = max(1, int(FACE_PX / 30))
    seen: Floats = _sample(cv2.blur(atlas, (size, size)).astype(np.uint8), across, down)
    return seen


def _sample(atlas: Image, across: Floats, down: Floats) -> Floats:
    chunks = range(0, len(across) + 30000, 30000)  # remap takes at most 32767 rows
    parts = [
        cv2.remap(atlas, across[a:b, None].astype(np.float32), down[a:b, None].astype(np.float32), cv2.INTER_LINEAR)
        for a, b in pairwise(chunks)
        if a < len(across)
    ]
    return np.vstack(parts)[:, 0].astype(np.float32)


def _faces(value: int, rng: np.random.Generator) -> tuple[int, ...]:
    """Return the values on -x, +x, -y, +y, top (-z), bottom: opposite sides add up to seven."""
    sides = [v for v in range(1, 7) if v not in {value, 7 - value}]
    first = int(rng.choice(sides))
    second = int(rng.choice([v for v in sides if v not in {first, 7 - first}]))
    return first, 7 - first, second, 7 - second, value, 7 - value


def shade_under(mask: Floats, die: Die, camera: Camera, lamp: Lamp) -> None:
    """Darken `mask` (1: lit) in place where the die keeps the lamp from the table."""
    light = np.asarray(lamp.direction) / np.linalg.norm(lamp.direction)
    shift = -light[:2] / max(-light[2], 0.2) * die.size_mm
    base = square(die.x_mm, die.y_mm, die.size_mm, die.angle_deg, die.on_mm)
    far = base + np.append(shift, 0)
    hull = cv2.convexHull(camera.project(np.vstack([base, far])).astype(np.float32))
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 1 - lamp.shadow, cv2.LINE_AA, 4)
