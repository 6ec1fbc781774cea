"""Line Dice as owners draw them: roads of one or two lines, by hand or by rule, with arrows of any shape."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.render_road_faces import RoadLook

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Colour = tuple[float, float, float]

FINE = 4  # drawn this much larger, then averaged
SAMPLES = 40  # points along a road
STRAIGHT, CROSSING, CURVE = 1, 2, 3  # values of a die; the curves C0 to C3 are 3 to 6
LINES = ("full", "rails", "dashed", "edged")
ARROWS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {  # strokes that point up
    "shaft": (((0, 0.5), (0, -0.5)), ((-0.4, -0.1), (0, -0.5), (0.4, -0.1))),
    "chevron": (((-0.45, 0.2), (0, -0.3), (0.45, 0.2)),),
    "double": (((-0.45, 0.0), (0, -0.45), (0.45, 0.0)), ((-0.45, 0.45), (0, 0.0), (0.45, 0.45))),
    "nail": (((0, 0.5), (0, -0.2)), ((-0.35, -0.35), (0.35, -0.35))),
    "house": (((-0.35, 0.5), (-0.35, -0.1), (0, -0.5), (0.35, -0.1), (0.35, 0.5), (-0.35, 0.5)),),
    "triangle": (((-0.45, 0.4), (0, -0.5), (0.45, 0.4), (-0.45, 0.4)),),
}


@dataclass(frozen=True, slots=True)
class OddRoad:
    """How an owner draws roads; lengths are shares of the face's side.

    `line` is one of LINES, `arrow` one of ARROWS; `corner` counts the corners clockwise from the one between north and
    east of a curve from north to east, 4: on the road; `by_hand`: how far lines stray.
    """

    wide: float = 0.2
    line: str = "full"
    gap: float = 0.0  # between a bridge and the road below; 0: a plain plus
    arrow: str = "shaft"
    corner: int = 2
    reach: float = 0.3  # from the face's middle to the arrow, each way
    size: float = 0.22
    pen: float = 0.05  # width of the arrow's strokes
    arrow_ink: Colour | None = None
    by_hand: float = 0.0
    seed: int = 0


def arrow_as_printed(look: OddRoad) -> RoadLook:
    """Return a printed look that has its arrows where the owner draws them."""
    at = ("inside", "right", "outside", "left", "road")[look.corner]
    return RoadLook(arrow_at=at, arrow_in=(0.5 - look.reach) / (0.66 if at == "inside" else 0.8))


def draw_odd_road(face: Image, value: int, body: Colour, ink: Colour, look: OddRoad) -> None:
    """Draw the road of a value, 1 to 6, in place; arrows point to the face's top."""
    size = face.shape[0] * FINE
    large = cv2.resize(face, (size, size), interpolation=cv2.INTER_NEAREST).astype(np.uint8)
    rng = np.random.default_rng([look.seed, value])
    along = np.linspace(-0.05, 1.05, SAMPLES)
    if value == CROSSING:
        _road(large, np.column_stack([along, np.full(SAMPLES, 0.5)]), body, ink, look, rng)
        upright = np.column_stack([np.full(SAMPLES, 0.5), along])
        if look.gap:
            _line(large, upright, look.wide + 2 * look.gap, body)
        _road(large, upright, body, ink, look, rng)
    elif value == STRAIGHT:
        _road(large, np.column_stack([np.full(SAMPLES, 0.5), along]), body, ink, look, rng)
    else:
        kind = value - CURVE
        angles = np.linspace(np.pi, np.pi / 2, SAMPLES)
        curve = np.column_stack([1 + 0.5 * np.cos(angles), 0.5 * np.sin(angles)])
        _road(large, _turned(curve, kind), body, ink, look, rng)
        _arrow(large, kind, body, ink, look)
    face[:] = cv2.resize(large, face.shape[:2], interpolation=cv2.INTER_AREA)


def _road(  # noqa: PLR0917
    face: Image, path: Floats, body: Colour, ink: Colour, look: OddRoad, rng: np.random.Generator
) -> None:
    """Draw one road along points, shares of the face's side."""
    strays = cv2.resize(rng.normal(0, look.by_hand, (5, 2)), (2, len(path)), interpolation=cv2.INTER_CUBIC)
    drawn = path + strays
    if look.line == "dashed":
        for start in range(0, len(drawn), 10):
            _line(face, drawn[start : start + 6], look.wide, ink)
        return
    _line(face, drawn, look.wide, ink)
    if look.line == "rails":
        _line(face, drawn, 0.5 * look.wide, body)
    if look.line == "edged":
        for start in range(2, len(drawn), 8):
            _line(face, drawn[start : start + 4], 0.15 * look.wide, body)


def _line(face: Image, path: Floats, wide: float, colour: Colour) -> None:
    size = face.shape[0]
    points = np.round(path * size).astype(np.int32)
    cv2.polylines(face, [points], False, colour, max(1, round(wide * size)), cv2.LINE_AA)


def _arrow(face: Image, kind: int, body: Colour, ink: Colour, look: OddRoad) -> None:
    on_road = look.corner == 4  # noqa: PLR2004 - after the four corners
    across, down = ((1, -1), (1, 1), (-1, 1), (-1, -1), (0, 0))[look.corner]
    place = np.array([[0.5 + look.reach * across, 0.5 + look.reach * down]])
    if on_road:
        place = np.array([[1 - 0.5 * np.sqrt(0.5), 0.5 * np.sqrt(0.5)]])
    middle = _turned(place, kind)[0]
    for stroke in ARROWS[look.arrow]:
        _line(face, np.array(stroke) * look.size + middle, look.pen, look.arrow_ink or (body if on_road else ink))


def _turned(path: Floats, quarters: int) -> Floats:
    """Return points turned clockwise about the middle of the face."""
    for _ in range(quarters):
        path = np.column_stack([1 - path[:, 1], path[:, 0]])
    return path
