"""Other things on a table: cups, phones, playing cards, pens, discs; drawn simply, to be left alone by readers."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.render_camera import Camera, square, turn
from vision.render_chance import chance
from vision.render_digits import DigitLook, draw_digit
from vision.render_faces import Colour, Image
from vision.render_tiles import paste

Points = npt.NDArray[np.float64]
FAR_PX = 20_000


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing that is no game piece; `kind` is one of THINGS, `size_mm` its width or diameter."""

    kind: str
    x_mm: float
    y_mm: float
    size_mm: float
    angle_deg: float
    colour: Colour
    seed: int = 0


def draw_thing(image: Image, thing: Thing, camera: Camera) -> None:
    """Draw the thing into the picture, in place."""
    THINGS[thing.kind](image, thing, camera)


def _disc(thing: Thing, height: float, scale: float = 1.0) -> Points:
    angles = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    radius = thing.size_mm / 2 * scale
    ring = [thing.x_mm + radius * np.cos(angles), thing.y_mm + radius * np.sin(angles), np.full(32, height)]
    return np.column_stack(ring)


def _bar(thing: Thing, ratio: float, height: float) -> Points:
    corners = square(0, 0, thing.size_mm, 0, height) * [1, ratio, 1]
    placed: Points = corners @ turn(2, thing.angle_deg).T + [thing.x_mm, thing.y_mm, 0]
    return placed


def _fill(image: Image, pixels: Points, colour: Colour) -> None:
    if np.abs(pixels).max() > FAR_PX:
        return  # beyond the horizon
    hull = cv2.convexHull(np.round(pixels * 16).astype(np.int32))
    cv2.fillConvexPoly(image, hull, colour, cv2.LINE_AA, 4)


def _cup(image: Image, thing: Thing, camera: Camera) -> None:
    foot, rim = camera.project(_disc(thing, 0, 0.8)), camera.project(_disc(thing, thing.size_mm * 1.1))
    dark = tuple(0.6 * c for c in thing.colour)
    _fill(image, np.vstack([foot, rim]), (dark[0], dark[1], dark[2]))
    _fill(image, rim, thing.colour)
    _fill(image, camera.project(_disc(thing, thing.size_mm, 0.85)), (30, 45, 70))


def _phone(image: Image, thing: Thing, camera: Camera) -> None:
    _fill(image, camera.project(np.vstack([_bar(thing, 0.5, 0), _bar(thing, 0.5, 8)])), (40, 40, 40))
    _fill(image, camera.project(_bar(thing, 0.5, 8)), thing.colour)


def _pen(image: Image, thing: Thing, camera: Camera) -> None:
    _fill(image, camera.project(np.vstack([_bar(thing, 0.06, 0), _bar(thing, 0.06, 8)])), thing.colour)


def _token(image: Image, thing: Thing, camera: Camera) -> None:
    _fill(image, camera.project(_disc(thing, 0)), (40, 40, 40))
    _fill(image, camera.project(_disc(thing, 3)), thing.colour)


def _card(image: Image, thing: Thing, camera: Camera) -> None:
    """Draw a card with dots or letters on it: the lure for a reader of pips."""
    rng = np.random.default_rng(thing.seed)
    face = np.full((160, 160, 3), thing.colour, np.uint8)
    ink = (255 - np.array(thing.colour)).tolist()
    for _ in range(int(rng.integers(1, 12))):
        at = (int(rng.integers(10, 150)), int(rng.integers(10, 150)))
        if chance(rng, 0.6):
            cv2.circle(face, at, int(rng.integers(4, 16)), ink, -1, cv2.LINE_AA)
        else:
            cv2.putText(face, chr(int(rng.integers(48, 91))), at, 2, rng.uniform(0.6, 2.5), ink, 2, cv2.LINE_AA)
    paste(image, face, camera.project(_bar(thing, rng.uniform(0.6, 1), 0.4)))


def _counter(image: Image, thing: Thing, camera: Camera) -> None:
    """Draw a round counter with a number or a few dots in a ring: on many boards, and no die."""
    rng = np.random.default_rng(thing.seed)
    face = np.full((96, 96, 3), thing.colour, np.uint8)
    ink = tuple((255 - np.array(thing.colour)).tolist())
    if chance(rng, 0.6):
        draw_digit(face, int(rng.integers(1, 13)), DigitLook(tall=float(rng.uniform(0.5, 0.9))), ink)
    else:
        cv2.circle(face, (48, 48), int(rng.integers(4, 22)), ink, -1, cv2.LINE_AA)
    _fill(image, camera.project(_disc(thing, 0)), (40, 40, 40))
    _fill(image, camera.project(_disc(thing, 3)), thing.colour)
    paste(image, face, camera.project(_bar(replace(thing, size_mm=0.68 * thing.size_mm), 1, 3)))


def _keys(image: Image, thing: Thing, camera: Camera) -> None:
    """Draw a remote control: rows of round or square keys, some with a number, like so many dice."""
    rng = np.random.default_rng(thing.seed)
    face = np.full((160, 80, 3), thing.colour, np.uint8)
    ink = tuple((255 - np.array(thing.colour)).tolist())
    radius, is_round = int(rng.integers(4, 11)), chance(rng, 0.6)
    for y in range(16, 150, int(rng.integers(24, 34))):
        for x in (15, 40, 65):
            key = (x - radius, y - radius, 2 * radius, 2 * radius)
            cv2.circle(face, (x, y), radius, ink, -1, cv2.LINE_AA) if is_round else cv2.rectangle(face, key, ink, -1)
            number = str(rng.integers(10))
            cv2.putText(face, number, (x - 3, y + 4), 0, 0.3, thing.colour, 1, cv2.LINE_AA)
    paste(image, face, camera.project(_bar(thing, 2.0, 8)))


THINGS: dict[str, Callable[[Image, Thing, Camera], None]] = {
    "cup": _cup,
    "phone": _phone,
    "pen": _pen,
    "token": _token,
    "card": _card,
    "counter": _counter,
    "keys": _keys,
}
