"""Flat things on the table: tiles with drawn art, and the four corner cards."""

from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.render_camera import Camera, Floats, oblong, square
from vision.render_faces import Image
from vision.render_tiles_art import ART_PX, styled_art, styled_back

FIGURE = "figure"
CARD_MM = 50.0
MARKER_MM = 37.5
SOFT_FROM = 1.2  # art shrunk more than this is blurred first, against aliasing


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile: `art` chooses the drawn picture, `muse` is what it stands for, `cell` its grid cell."""

    x_mm: float
    y_mm: float
    art: int
    suns: int = 1
    face_up: bool = True
    muse: int | None = None
    cell: tuple[int, int] = (0, 0)
    side_mm: float = 60.0
    angle_deg: float = 0.0
    thick_mm: float = 2.0
    style: str = FIGURE  # or one of `vision.render_tiles_art.STYLES`
    sheen: float = 0.0  # how bright the lamp's reflection on it is, 0..1
    tall_mm: float = 0.0  # 0: a square
    picture: Image | None = field(default=None, compare=False, repr=False)  # what it shows instead, square, BGR

    def corners_mm(self, height_mm: float) -> Floats:
        """Return the corners, shape (4, 3) as (x, y, height), at that height, its top left first, then clockwise."""
        sides = self.side_mm, self.tall_mm or self.side_mm
        return oblong(self.x_mm, self.y_mm, sides, self.angle_deg, height_mm)


@dataclass(frozen=True, slots=True)
class CornerCard:
    """A corner card, its centre on the table and its turn; `number` 0..3 clockwise from the table's top left."""

    number: int
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0


def draw_tile(image: Image, tile: Tile, camera: Camera) -> None:
    """Draw the tile into the picture, in place: its edge, then its face or its back."""
    for height in np.linspace(0, tile.thick_mm, 4)[:-1]:
        edge = camera.project(tile.corners_mm(float(height)))
        cv2.fillConvexPoly(image, np.round(edge * 16).astype(np.int32), (70, 80, 90), cv2.LINE_AA, 4)
    art = _shown(tile) if tile.picture is None else tile.picture
    paste(image, _shining(art, tile) if tile.sheen else art, camera.project(tile.corners_mm(tile.thick_mm)))


def _shown(tile: Tile) -> Image:
    return tile_art(tile.art, tile.suns, tile.style) if tile.face_up else tile_back(tile.art, tile.style)


def _shining(art: Image, tile: Tile) -> Image:
    """Return the art with a reflection of the lamp somewhere on it, as lacquer shows it."""
    rng = np.random.default_rng([tile.art, int(1000 * tile.sheen)])
    (x, y), (wide, tall) = rng.uniform(0, ART_PX, 2), rng.uniform(25, 80, 2)
    rows, columns = np.mgrid[:ART_PX, :ART_PX]
    spot = np.exp(-(((columns - x) / wide) ** 2) - ((rows - y) / tall) ** 2)
    lit: Image = np.clip(art + 255 * tile.sheen * spot[..., None], 0, 255).astype(np.uint8)
    return lit


def draw_card(image: Image, card: CornerCard, camera: Camera) -> None:
    """Draw the corner card into the picture, in place."""
    corners = square(card.x_mm, card.y_mm, CARD_MM, card.angle_deg, 0.3)
    paste(image, card_image(card.number), camera.project(corners))


def paste(image: Image, art: Image, corners_px: npt.NDArray[np.float64]) -> None:
    """Warp `art` so that its corners (clockwise from its top left) land on `corners_px`, antialiased, in place."""
    low = np.maximum(np.floor(corners_px.min(0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(corners_px.max(0)).astype(int) + 2, [image.shape[1], image.shape[0]])
    if np.any(high - low < 1):
        return
    wide, tall = (int(n) for n in (high - low) * 2)
    side = art.shape[0]
    source = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    target = ((corners_px - low) * 2 + 0.5).astype(np.float32)
    shrink = max(1.0, side / max(4.0, float(np.linalg.norm(target[1] - target[0]))))
    soft = cv2.GaussianBlur(art, (0, 0), 0.4 * shrink) if shrink > SOFT_FROM else art
    layer = cv2.warpPerspective(
        soft, cv2.getPerspectiveTransform(source, target), (wide, tall), borderMode=cv2.BORDER_REPLICATE
    )
    mask = np.zeros((tall, wide), np.uint8)
    cv2.fillConvexPoly(mask, np.round(target * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    size = (wide // 2, tall // 2)
    share = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)[..., None].astype(np.float32) / 255
    part = image[low[1] : high[1], low[0] : high[0]]
    part[:] = part * (1 - share) + cv2.resize(layer, size, interpolation=cv2.INTER_AREA) * share


@lru_cache(maxsize=8)
def card_image(number: int) -> Image:
    """Draw the corner card as printed: a white square with the ArUco marker `number` of DICT_4X4_50 inside."""
    dots = 6
    marker = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), number, dots)
    big = cv2.resize(marker, (dots * 40, dots * 40), interpolation=cv2.INTER_NEAREST)
    rim = round(dots * 40 * (CARD_MM / MARKER_MM - 1) / 2)
    framed = cv2.copyMakeBorder(big, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=250)
    return cv2.cvtColor(framed, cv2.COLOR_GRAY2BGR).astype(np.uint8)


@lru_cache(maxsize=64)
def tile_art(art: int, suns: int, style: str = FIGURE) -> Image:
    """Draw a picture with a row of `suns` small suns along the bottom, a figure in a landscape if no other style.

    One number, one picture.
    """
    face = _landscape(art) if style == FIGURE else styled_art(style, art)
    for i in range(suns):
        _sun(face, (24 + i * 27, ART_PX - 24), 8, (60, 200, 250))
    return face


def _landscape(art: int) -> Image:
    rng = np.random.default_rng([art, 17])
    face = np.full((ART_PX, ART_PX, 3), _colour(rng, 0.5), np.uint8)
    for _ in range(int(rng.integers(3, 7))):
        points = rng.integers(0, ART_PX, (int(rng.integers(3, 6)), 2)).astype(np.int32)
        cv2.fillPoly(face, [points], _colour(rng, 0.8), cv2.LINE_AA)
    _figure(face, rng)
    cv2.rectangle(face, (0, 0), (ART_PX - 1, ART_PX - 1), _colour(rng, 0.5), 9)
    return face


@lru_cache(maxsize=32)
def tile_back(art: int, style: str = FIGURE) -> Image:
    """Draw the common back of a tile set: if no other style a sun with rays in a frame; sets share `art // 1000`."""
    if style != FIGURE:
        return styled_back(art)
    rng = np.random.default_rng([art // 1000, 23])
    face = np.full((ART_PX, ART_PX, 3), np.array(_colour(rng, 0.9)) * 0.5, np.uint8)
    gold = (90, 190, 225)
    cv2.rectangle(face, (10, 10), (ART_PX - 11, ART_PX - 11), gold, 3)
    _sun(face, (ART_PX // 2, ART_PX // 2), int(rng.integers(24, 50)), gold)
    return face


def _colour(rng: np.random.Generator, vivid: float) -> tuple[int, int, int]:
    pixel = np.array([[[rng.integers(180), 255 * vivid, rng.integers(80, 256)]]], np.uint8)
    blue, green, red = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].tolist()
    return blue, green, red


def _sun(face: Image, centre: tuple[int, int], radius: int, colour: tuple[int, int, int]) -> None:
    cv2.circle(face, centre, radius, colour, -1, cv2.LINE_AA)
    for ray in range(12):
        way = np.array([np.cos(ray * np.pi / 6), np.sin(ray * np.pi / 6)])
        ends = np.array(centre) + np.outer([1.25 * radius, 1.9 * radius], way)
        start, stop = ends.astype(int).tolist()
        cv2.line(face, start, stop, colour, max(1, radius // 8), cv2.LINE_AA)


def _figure(face: Image, rng: np.random.Generator) -> None:
    x, y = (int(n) for n in rng.integers(90, 150, 2))
    robe = np.array([[x, y - 40], [x + 45, y + 70], [x - 45, y + 70]], np.int32)
    cv2.fillPoly(face, [robe], _colour(rng, 0.9), cv2.LINE_AA)
    cv2.circle(face, (x, y - 50), 19, (150, 185, 225), -1, cv2.LINE_AA)
    for _ in range(int(rng.integers(2, 5))):
        tip = (int(x + rng.integers(-80, 80)), int(y + rng.integers(-80, 50)))
        cv2.line(face, (x, y), tip, _colour(rng, 0.6), int(rng.integers(4, 10)), cv2.LINE_AA)
        cv2.circle(face, tip, int(rng.integers(3, 12)), _colour(rng, 0.9), -1, cv2.LINE_AA)
