"""Pictures of Line Dice faces: a straight road, a crossing, and the curve in its four versions with an arrow."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Colour = tuple[float, float, float]
FACES = ("straight", "cross", "curve", "curve", "curve", "curve")  # of the values 1 to 6; 3 to 6 are C0 to C3
FINE = 4  # drawn this much larger, then averaged
CORNERS = {"inside": (1, -1), "outside": (-1, 1), "left": (-1, -1), "right": (1, 1)}  # of a curve from north to east


@dataclass(frozen=True, slots=True)
class RoadLook:
    """How roads are printed; lengths are shares of the face's side.

    `arrow_at`: "road" or the corner of a curve from north to east, one of CORNERS.
    """

    wide: float = 0.28
    bridge: bool = True  # the crossing shows which road runs above
    gap: float = 0.08  # between a bridge and the road below
    arrow_at: str = "inside"
    arrow: Colour | None = None  # None: the road's colour, the body's where it lies on the road
    arrow_size: float = 0.2
    arrow_in: float = 0.3  # how far from the corner
    solid: bool = True  # a filled triangle, else two strokes


def draw_road(face: Image, value: int, body: Colour, ink: Colour, look: RoadLook) -> None:
    """Draw the road of a face into it, in place; arrows point to its top."""
    size = face.shape[0] * FINE
    large = cv2.resize(face, (size, size), interpolation=cv2.INTER_NEAREST).astype(np.uint8)
    {"straight": _straight, "cross": _crossing, "curve": _curve}[FACES[value - 1]](large, value - 3, body, ink, look)
    face[:] = cv2.resize(large, face.shape[:2], interpolation=cv2.INTER_AREA)


def _straight(face: Image, _: int, body: Colour, ink: Colour, look: RoadLook) -> None:  # noqa: ARG001 (as its like)
    _band(face, look.wide, ink)


def _crossing(face: Image, _: int, body: Colour, ink: Colour, look: RoadLook) -> None:
    _band(face, look.wide, ink)
    if look.bridge:
        _band(face.transpose(1, 0, 2), look.wide + 2 * look.gap, body)
    _band(face.transpose(1, 0, 2), look.wide, ink)


def _band(face: Image, wide: float, colour: Colour) -> None:
    """Paint a road from top to bottom."""
    size = face.shape[0]
    face[:, round(size * (0.5 - wide / 2)) : round(size * (0.5 + wide / 2))] = colour


def _curve(face: Image, kind: int, body: Colour, ink: Colour, look: RoadLook) -> None:
    size = face.shape[0]
    turned = np.ascontiguousarray(np.rot90(face, kind))
    cv2.circle(turned, (size, 0), size // 2, ink, round(size * look.wide))
    face[:] = np.rot90(turned, -kind)
    on_road = look.arrow_at == "road"
    middle = arrow_place(kind, look) * size
    _arrow(face, middle, size * look.arrow_size, look.arrow or (body if on_road else ink), solid=look.solid)


def arrow_place(kind: int, look: RoadLook) -> npt.NDArray[np.float64]:
    """Return where the middle of a curve's arrow lies, across and down, shares of the side, shape (2,)."""
    return _turned(*_from_north_to_east(look), kind)


def _from_north_to_east(look: RoadLook) -> tuple[float, float]:
    """Return where the arrow's middle lies on a curve from north to east, shares of the side."""
    if look.arrow_at == "road":
        return 1 - 0.5 * np.sqrt(0.5), 0.5 * np.sqrt(0.5)
    across, down = CORNERS[look.arrow_at]
    reach = 0.5 - look.arrow_in * (0.66 if look.arrow_at == "inside" else 0.8)
    return 0.5 + across * reach, 0.5 + down * reach


def _turned(across: float, down: float, quarters: int) -> npt.NDArray[np.float64]:
    place = np.array([across - 0.5, down - 0.5])
    for _ in range(quarters):
        place = np.array([-place[1], place[0]])
    moved: npt.NDArray[np.float64] = place + 0.5
    return moved


def _arrow(face: Image, middle: npt.NDArray[np.float64], size: float, colour: Colour, *, solid: bool) -> None:
    points = (np.array([[0, -0.5], [0.5, 0.4], [-0.5, 0.4]]) * size + middle).astype(np.int32)
    if solid:
        cv2.fillPoly(face, [points], colour)
    else:
        cv2.polylines(face, [points[[1, 0, 2]]], False, colour, max(1, round(size * 0.25)))
