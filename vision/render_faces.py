"""Pictures of the six faces of a die: pips, digits or roads on a coloured body."""

from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from vision.render_digits import DigitLook, draw_digit
from vision.render_road_faces import RoadLook, draw_road

Image = npt.NDArray[np.uint8]
Colour = tuple[float, float, float]
FACE_PX = 96
COLOURS: dict[str, Colour] = {  # BGR
    "white": (232, 238, 240),
    "black": (34, 32, 32),
    "red": (40, 34, 205),
    "orange": (28, 125, 245),
    "yellow": (40, 205, 245),
    "green": (60, 140, 40),
    "blue": (185, 85, 30),
    "purple": (140, 40, 105),
}
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class DieLook:
    """How one die is made; lengths are shares of half its side, colours are BGR."""

    body: Colour = COLOURS["white"]
    ink: Colour = (30, 30, 30)
    ace: Colour | None = None  # colour of the one-pip where it differs
    ace_scale: float = 1.0
    pip: float = 0.2  # pip radius
    spread: float = 0.5  # from the face's centre to a corner pip
    edge: float = 0.2  # radius of the rounded edges
    ball: float = 0.0  # radius of a ball that cuts the corners; 0: none
    gloss: float = 0.4
    marble: float = 0.0  # share of a second shade swirled into the body
    clear: float = 0.0  # how translucent
    marks: str = ""  # small sign beside the pips, such as "+" or "-"
    style: str = "pips"  # or "digits", "roads", or "runes", which say no value
    road: RoadLook = field(default_factory=RoadLook)
    digit: DigitLook = field(default_factory=DigitLook)
    pictures: tuple[Image, ...] = field(default=(), compare=False, repr=False)  # of the six faces instead, FACE_PX, BGR


def face_image(look: DieLook, value: int, quarter: int, rng: np.random.Generator) -> Image:
    """Draw one face, FACE_PX square, BGR, turned by `quarter` quarter turns; `value` 1..6."""
    if look.pictures:
        return np.ascontiguousarray(np.rot90(look.pictures[value - 1], -quarter))
    face = np.full((FACE_PX, FACE_PX, 3), look.body, np.float32)
    if look.marble:
        face = _swirl(face, look, rng)
    painted = np.clip(face, 0, 255).astype(np.uint8)
    {"pips": _pips, "digits": _digit, "roads": _road, "runes": _digit}[look.style](painted, look, value)
    return np.ascontiguousarray(np.rot90(painted, -quarter))


def _swirl(face: npt.NDArray[np.float32], look: DieLook, rng: np.random.Generator) -> npt.NDArray[np.float32]:
    noise = cv2.resize(rng.random((7, 7), np.float32), (FACE_PX, FACE_PX), interpolation=cv2.INTER_CUBIC)
    other = np.array(look.body, np.float32)[::-1] * 0.5 + rng.uniform(0, 110)
    share = np.clip((noise - 0.6) * 4 + 0.5, 0, 1)[..., None] * look.marble
    mixed: npt.NDArray[np.float32] = face * (1 - share) + other * share
    return mixed


def _spot(face: Image, x: float, y: float, radius: float, colour: Colour) -> None:
    scale = FACE_PX * 8  # three fractional bits
    place = (int((x + 1) / 2 * scale) - 4, int((y + 1) / 2 * scale) - 4)
    cv2.circle(face, place, int(radius / 2 * scale), colour, -1, cv2.LINE_AA, 3)


def _pips(face: Image, look: DieLook, value: int) -> None:
    one = value == 1
    colour = look.ace if one and look.ace else look.ink
    for x, y in PIPS[value]:
        _spot(face, x * look.spread, y * look.spread, look.pip * (look.ace_scale if one else 1), colour)
    if look.marks:
        _write(face, look.marks, (0.0, -0.62 if value in {1, 2, 3} else 0.0), 0.28, look.ink)


def _digit(face: Image, look: DieLook, value: int) -> None:
    draw_digit(face, value, look.digit, look.ink)


def _write(face: Image, text: str, centre: tuple[float, float], height: float, colour: Colour) -> None:
    wanted = height * FACE_PX / 2
    thick = max(2, int(wanted / 7))
    (wide, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 1, thick)
    scale = wanted / tall
    x = (centre[0] + 1) / 2 * FACE_PX - wide * scale / 2
    y = (centre[1] + 1) / 2 * FACE_PX + tall * scale / 2
    cv2.putText(face, text, (int(x), int(y)), cv2.FONT_HERSHEY_DUPLEX, scale, colour, thick, cv2.LINE_AA)


def _road(face: Image, look: DieLook, value: int) -> None:
    draw_road(face, value, look.body, look.ink, look.road)
