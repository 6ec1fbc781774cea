"""Dice with faces that are stuck on, as our kit prints them: on light and dark bodies, by any printer, worn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from rules.table import Face
from vision.kit_faces import kit_pictures
from vision.render import Scene
from vision.render_camera import Camera
from vision.render_chance import chance
from vision.render_dice import Die
from vision.render_faces import FACE_PX, Colour, DieLook, Image
from vision.render_odd_faces import wear
from vision.render_random import random_colour
from vision.render_tiles import Tile

Rng = np.random.Generator

SIDES: Final = 6
ROUND: Final = 0.12  # of a printed face's side: the radius of its corners
LIGHT: Final = ("white", "white", "white", "yellow")  # bodies of the brighter dice,
DARK: Final = ("black", "black", "blue", "red", "green", "purple")  # and of the others
APART: Final = 90.0  # grey levels between the two
LESSON_ROW: Final = 6  # faces in a row of the photo that teaches them
TILE_MM: Final = 2.0  # thickness of a face that lies on the table


@dataclass(frozen=True, slots=True)
class FaceDice:
    """One owner's dice with printed faces: how large, how rounded, their bodies by rank, and how the faces are made.

    `share` is what a face takes of a die's side, `tint` and `gamma` are the printer's, `worn` the share rubbed off.
    """

    piece: str
    side_mm: float
    share: float
    edge: float
    gloss: float
    bodies: tuple[Colour, ...]
    tint: Colour
    gamma: float
    worn: float
    seed: int

    @classmethod
    def of(cls, rng: Rng, piece: str) -> "FaceDice":
        """Return dice from a generator."""
        return cls(
            piece,
            float(rng.uniform(15, 22)),
            float(rng.uniform(0.84, 0.93)),
            float(rng.uniform(0.06, 0.2)),
            float(rng.uniform(0, 0.6)),
            _bodies(rng),
            (float(rng.normal(1, 0.05)), float(rng.normal(1, 0.03)), float(rng.normal(1, 0.05))),
            float(np.exp(rng.normal(0, 0.15))),
            float(rng.choice([0, 0, rng.uniform(0.05, 0.15)])),
            int(rng.integers(1 << 30)),
        )

    def die(  # noqa: PLR0917
        self,
        rank: int,
        faces: Sequence[Face],
        top: Face,
        at_mm: tuple[float, float] = (0.0, 0.0),
        angle_deg: float = 0.0,
        cocked_deg: float = 0.0,
    ) -> Die:
        """Return a die with these faces, fewer if some are there more than once, `top` up."""
        others = [face for face in faces if face != top] or [top]
        six = (top, *(others[i % len(others)] for i in range(SIDES - 1)))
        pictures = tuple(self.sticker(face, rank, i) for i, face in enumerate(six))
        look = DieLook(self.bodies[rank], edge=self.edge, gloss=self.gloss, pictures=pictures)
        colour = ("white", "black")[rank]
        return Die(1, colour, *at_mm, self.side_mm, angle_deg, cocked_deg=cocked_deg, look=look)

    def sticker(self, face: Face, rank: int = 0, number: int = 0) -> Image:
        """Return one side of a die, FACE_PX wide: the body, and the face on it, not quite straight."""
        rng = np.random.default_rng([self.seed, rank, number, *map(ord, face)])
        side = np.full((FACE_PX, FACE_PX, 3), self.bodies[rank], np.uint8)
        art = self.printed(face)
        size, scale = art.shape[0], self.share * FACE_PX / art.shape[0]
        turned = cv2.getRotationMatrix2D(((size - 1) / 2, (size - 1) / 2), float(rng.normal(0, 1.2)), scale)
        turned[:, 2] += (FACE_PX - size) / 2 + rng.normal(0, 0.012 * FACE_PX, 2)
        shown = cv2.warpAffine(art, turned, (FACE_PX, FACE_PX), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
        cover = cv2.warpAffine(_rounded(size), turned, (FACE_PX, FACE_PX), flags=cv2.INTER_LINEAR)[..., None] / 255.0
        pasted = np.asarray(side * (1 - cover) + shown * cover, np.uint8)
        if self.worn:
            wear(pasted, side, self.worn, rng)
        return pasted

    def printed(self, face: Face) -> Image:
        """Return a face as this owner's printer gives it."""
        ink = (kit_pictures(self.piece)[face] / 255.0) ** self.gamma * self.tint
        return np.asarray(np.clip(255 * ink, 0, 255), np.uint8)

    def tile(self, face: Face, at_mm: tuple[float, float], angle_deg: float) -> Tile:
        """Return a face that lies by itself on the table."""
        x, y = at_mm
        side = self.share * self.side_mm
        return Tile(x, y, 0, side_mm=side, angle_deg=angle_deg, thick_mm=TILE_MM, picture=self.printed(face))


def _bodies(rng: Rng) -> tuple[Colour, ...]:
    """Return the bodies of the brighter dice and of the others, which people can tell apart."""
    while True:
        light, dark = (random_colour(rng, str(rng.choice(names))) for names in (LIGHT, DARK))
        if float(np.dot(np.subtract(light, dark), (0.114, 0.587, 0.299))) > APART:
            return light, dark


def _rounded(size: int) -> Image:
    mask, radius = np.zeros((size, size), np.uint8), round(ROUND * size)
    cv2.rectangle(mask, (radius, 0), (size - 1 - radius, size - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (size - 1, size - 1 - radius), 255, -1)
    for x in (radius, size - 1 - radius):
        for y in (radius, size - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask


def face_lesson(owned: FaceDice, faces: Sequence[Face], seed: int, plain: Scene) -> Scene:
    """Return the photo that teaches faces: each by itself, in rows, on the cloth and under the lamp of `plain`."""
    rng = np.random.default_rng([seed, 83])
    pitch = owned.side_mm * float(rng.uniform(1.7, 2.4))
    rows = -(-len(faces) // LESSON_ROW)
    tiles = []
    for i, face in enumerate(faces):
        cell = np.array([i % LESSON_ROW - (LESSON_ROW - 1) / 2, i // LESSON_ROW - (rows - 1) / 2])
        x, y = (cell * pitch + rng.normal(0, 0.05 * owned.side_mm, 2)).tolist()
        tiles.append(
            owned.tile(face, (x, y), float(rng.normal(0, 4)) if chance(rng, 0.8) else float(rng.normal(90, 4)))
        )
    wide, tall = (LESSON_ROW + 0.6) * pitch, (rows + 0.6) * pitch
    focal = 1500.0
    high = focal * max(wide / 1640, tall / 1232)
    return Scene(
        Camera(1640, 1232, focal, height_mm=high), plain.cloth, plain.lamp, plain.lens, tiles=tuple(tiles), seed=seed
    )
