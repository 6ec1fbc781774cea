"""Pictures of tiles in other styles than the drawn figure: the nine of one set share frame, palette and light."""

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from vision.render_chance import chance
from vision.render_faces import Colour, Image

Floats = npt.NDArray[np.float32]
Rng = np.random.Generator
ART_PX = 240
PLAINLY = 60.0  # grey levels by which an emblem stands out from its ground, at least
SET = 1000  # tiles of one set share `art // SET`


def styled_art(style: str, art: int) -> Image:
    """Draw the front number `art` in one of STYLES, BGR, ART_PX square; its set decides palette and frame."""
    whole, own = np.random.default_rng([art // SET, 31]), np.random.default_rng([art, 37])
    palette = _palette(whole)
    face = STYLES[style](palette, whole, own)
    _frame(face, palette, whole)
    if chance(whole, 0.6):
        _name_band(face, palette, whole, own)
    return face


def styled_back(art: int) -> Image:
    """Draw the back of the set that `art` belongs to: a pattern in a frame, the same turned half round or nearly so."""
    whole = np.random.default_rng([art // SET, 41])
    palette = _palette(whole)
    face = _pattern(palette, whole, whole) if chance(whole, 0.5) else _clouds(palette, whole, 3)
    cv2.circle(
        face, (120, 120), int(whole.integers(20, 90)), _pick(palette, whole), int(whole.choice([-1, 6])), cv2.LINE_AA
    )
    _frame(face, palette, whole)
    return face


def _palette(rng: Rng) -> list[Colour]:
    """Return five colours of a family: near hues for some sets, any for others."""
    hue, reach = int(rng.integers(180)), int(rng.choice([8, 25, 90]))
    hsv = [
        [(hue + rng.integers(-reach, reach + 1)) % 180, rng.integers(20, 230), rng.integers(40, 250)] for _ in range(5)
    ]
    bgr = cv2.cvtColor(np.array([hsv], np.uint8), cv2.COLOR_HSV2BGR)[0]
    return [(float(b), float(g), float(r)) for b, g, r in bgr]


def _pick(palette: list[Colour], rng: Rng) -> Colour:
    return palette[int(rng.integers(len(palette)))]


def _plain_on(face: Image, palette: list[Colour]) -> Colour:
    """Return the palette's colour that stands out most from a ground; dark or pale where none does."""
    ground = face.reshape(-1, 3).mean(axis=0)
    best = max(palette, key=lambda colour: float(np.abs(np.array(colour) - ground).max()))
    if np.abs(np.array(best) - ground).max() > PLAINLY:
        return best
    return (25.0, 20.0, 30.0) if ground.mean() > 128 else (225.0, 235.0, 240.0)  # noqa: PLR2004 - middle grey


def _clouds(palette: list[Colour], rng: Rng, bumps: int = 4) -> Image:
    """Return smooth clouds between two colours."""
    share = cv2.resize(rng.random((bumps, bumps), np.float32), (ART_PX, ART_PX), interpolation=cv2.INTER_CUBIC)
    one, two = (np.array(_pick(palette, rng), np.float32) for _ in range(2))
    mixed = one + (two - one) * np.clip(share, 0, 1)[..., None]
    return np.clip(mixed, 0, 255).astype(np.uint8)


def _portrait(palette: list[Colour], whole: Rng, own: Rng) -> Image:
    """Head and shoulders: skin, background and light are the set's, hair, dress and pose her own."""
    face = _clouds(palette, whole)
    skin, hair, dress = (150.0, 180.0, 220.0), _pick(palette, own), _pick(palette, own)
    x, y, tilt = 120 + int(own.integers(-14, 15)), 95 + int(own.integers(-10, 11)), float(own.uniform(-20, 20))
    long = int(own.integers(55, 110))
    cv2.ellipse(face, (x, y + long // 3), (52, long), tilt, 0, 360, hair, -1, cv2.LINE_AA)
    cv2.ellipse(face, (120, 250), (int(own.integers(70, 110)), 92), 0, 0, 360, dress, -1, cv2.LINE_AA)
    cv2.rectangle(face, (x - 14, y + 30), (x + 14, 175), skin, -1)
    cv2.ellipse(face, (x, y), (36, 48), tilt, 0, 360, skin, -1, cv2.LINE_AA)
    for side in (-14, 14):
        cv2.ellipse(face, (x + side, y - 8), (7, 4), 0, 0, 360, (60, 50, 40), -1, cv2.LINE_AA)
    cv2.ellipse(face, (x, y + 24), (12, 4), 0, 0, 360, (70, 70, 190), -1, cv2.LINE_AA)
    _strokes(face, [_pick(palette, own)], own, int(own.integers(2, 5)))
    return face


def _emblem(palette: list[Colour], whole: Rng, own: Rng) -> Image:
    """One ground for all nine, in the middle an emblem of bars and rings, no two alike."""
    face = _clouds(palette, whole, 3)
    ink = _plain_on(face, palette)
    for _ in range(int(own.integers(4, 8))):
        way, far = own.uniform(0, 2 * np.pi), own.uniform(20, 95)
        at = (int(120 + far * np.cos(way)), int(120 + far * np.sin(way)))
        if chance(own, 0.5):
            cv2.circle(face, at, int(own.integers(8, 32)), ink, int(own.choice([-1, 4, 8])), cv2.LINE_AA)
        else:
            end = (int(240 - at[0] + own.integers(-40, 41)), int(240 - at[1] + own.integers(-40, 41)))
            cv2.line(face, at, end, ink, int(own.integers(5, 14)), cv2.LINE_AA)
    return face


def _pattern(palette: list[Colour], whole: Rng, own: Rng) -> Image:
    """Repeated dots or bars: the set's motif at her own spacing, turn and colours."""
    face = np.full((ART_PX, ART_PX, 3), _pick(palette, own), np.uint8)
    step, ink, bars = int(own.integers(16, 54)), _pick(palette, own), chance(whole, 0.5)
    for x in range(-step, ART_PX + step, step):
        shift = (x // step) % 2 * step // 2
        for y in range(-step, ART_PX + step, step):
            if bars:
                cv2.line(
                    face, (x, y + shift), (x + step // 2, y + shift + step // 3), ink, max(2, step // 6), cv2.LINE_AA
                )
            else:
                cv2.circle(face, (x, y + shift), max(2, step // 4), ink, -1, cv2.LINE_AA)
    _strokes(face, palette, own, 3)
    return face


def _painting(palette: list[Colour], whole: Rng, own: Rng) -> Image:
    """Draw a blurred crowd of brush strokes, as a printed painting looks from far."""
    face = _clouds(palette, own, int(whole.integers(3, 8)))
    _strokes(face, palette, own, 30)
    soft: Image = cv2.GaussianBlur(face, (0, 0), float(whole.uniform(1, 3))).astype(np.uint8)
    return soft


def _strokes(face: Image, colours: list[Colour], rng: Rng, count: int) -> None:
    for _ in range(count):
        points = np.cumsum(np.vstack([rng.integers(30, 210, (1, 2)), rng.integers(-45, 46, (3, 2))]), axis=0)
        cv2.polylines(
            face, [points.astype(np.int32)], False, _pick(colours, rng), int(rng.integers(3, 13)), cv2.LINE_AA
        )


def _frame(face: Image, palette: list[Colour], rng: Rng) -> None:
    """Draw the set's common frame: none, one, or two lines, near the rim or away from it."""
    inset = 0
    for _ in range(int(rng.integers(0, 3))):
        wide = int(rng.integers(4, 14))
        corner = (inset + wide // 2, inset + wide // 2)
        cv2.rectangle(face, corner, (ART_PX - 1 - corner[0], ART_PX - 1 - corner[1]), _pick(palette, rng), wide)
        inset += wide + int(rng.integers(0, 12))


def _name_band(face: Image, palette: list[Colour], whole: Rng, own: Rng) -> None:
    """Write her name on the set's band along the lower side."""
    top = int(whole.integers(180, 205))
    cv2.rectangle(face, (14, top), (ART_PX - 15, top + 28), _pick(palette, whole), -1)
    name = "".join(chr(int(c)) for c in own.integers(65, 91, int(own.integers(4, 10))))
    cv2.putText(face, name, (24, top + 21), cv2.FONT_HERSHEY_TRIPLEX, 0.75, (20, 20, 20), 2, cv2.LINE_AA)


STYLES: dict[str, Callable[[list[Colour], Rng, Rng], Image]] = {
    "portrait": _portrait,
    "emblem": _emblem,
    "pattern": _pattern,
    "painting": _painting,
}
