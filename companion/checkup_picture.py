"""The checks of one picture of the table: cards, focus, light, pieces; each says what to change and where."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.checkup import Check
from rules.table import Layout
from rules.text import capital, joined, many, say
from vision.corners import CARD_IDS, Marker, find_markers
from vision.light import check_light
from vision.light_focus import picture_softness
from vision.reading import Caution, Doubt, Reading, Spot
from vision.rectify import Calibration, CalibrationError, calibrate

LEAST_PX: Final = 480  # shorter side of a picture in which dice can be read
FOCUS: Final = ("motion", "blur")
LIGHT: Final = ("dark", "bright", "glare", "shadow")
FAR: Final = ("far",)
NEARLY_OUT: Final = ("cards",)
RING: Final = 1.2  # of a card's square: the ring drawn around where it should lie


@dataclass(frozen=True)
class Sighted:
    """A picture (BGR) and what is found in it without reading any piece, each looked for once."""

    image: NDArray[np.uint8]

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        return self.image.shape[1], self.image.shape[0]

    @cached_property
    def markers(self) -> tuple[Marker, ...]:
        """The corner cards seen."""
        return find_markers(self.image)

    @cached_property
    def cautions(self) -> tuple[Caution, ...]:
        """What is wrong with light and lens."""
        return check_light(self.image, self.markers)


def size(sighted: Sighted) -> Check:
    """Return whether the picture is large enough, and the camera near enough, to read dice in it."""
    width, height = sighted.size_px
    if min(width, height) >= LEAST_PX:
        return _first("camera", sighted.cautions, FAR) or Check(
            "camera", True, say("The picture has {width} x {height} pixels.", width=width, height=height)
        )
    text = say(
        "The picture has {width} x {height} pixels: set the camera to at least {least} on the shorter side.",
        width=width,
        height=height,
        least=LEAST_PX,
    )
    return Check("camera", False, text)


def cards(sighted: Sighted, last: Calibration | None = None) -> Check:
    """Return whether all corner cards are seen where they should be, or else the `last` map was made by hand."""
    seen = {marker.id for marker in sighted.markers}
    away = [i for i in CARD_IDS if i not in seen]
    if away and last is not None and not last.cards and last.picture_px == sighted.size_px:
        return Check("corner cards", True, say("The corners set by hand are used."))
    if not seen:
        text = say("No corner card is seen: lay all four in view, or set the corners by hand.")
        return Check("corner cards", False, text)
    if away:
        text = many(
            len(away),
            "Card {cards} not seen: lay all four in view, nothing on them.",
            "Cards {cards} not seen: lay all four in view, nothing on them.",
            cards=", ".join(map(str, away)),
        )
        return Check("corner cards", False, text, _missing(away, sighted))
    try:
        calibrate(sighted.markers, sighted.size_px)
    except CalibrationError as error:
        return Check("corner cards", False, str(error))
    return _first("corner cards", sighted.cautions, NEARLY_OUT) or Check(
        "corner cards", True, say("All four corner cards are seen.")
    )


def focus(sighted: Sighted) -> Check:
    """Return whether the picture is sharp; it is not known where there is nothing to tell by."""
    found = _first("focus", sighted.cautions, FOCUS)
    if found is None and not sighted.markers and picture_softness(sighted.image) is None:
        text = say("Nothing in the picture shows whether it is sharp: lay the cards in view.")
        return Check("focus", False, text)
    return found or Check("focus", True, say("The picture is sharp."))


def light(sighted: Sighted) -> Check:
    """Return whether the light lets everything be read."""
    return _first("light", sighted.cautions, LIGHT) or Check("light", True, say("The light is even enough."))


def pieces(reading: Reading, layout: Layout) -> Check:
    """Return whether every piece in a picture of that layout is read surely; the first that is not is circled."""
    if not reading.pieces:
        return Check("pieces", False, _how_to_lay(layout))
    doubt = _first("pieces", reading.warnings, tuple(Doubt))
    if doubt is not None:
        return doubt
    tiles = sum(piece.kind == "tile" for piece in reading.pieces)
    dice = len(reading.pieces) - tiles
    told = (
        many(dice, "{count} die is read surely", "{count} dice are read surely") if dice else "",
        many(tiles, "{count} tile is seen", "{count} tiles are seen") if tiles else "",
    )
    return Check("pieces", True, capital(say("{found}.", found=joined(filter(None, told)))))


def _first(name: str, cautions: Sequence[Caution], kinds: tuple[str, ...]) -> Check | None:
    """Return the first caution of these kinds as a check that failed."""
    found = next((caution for caution in cautions if caution.kind in kinds), None)
    return None if found is None else Check(name, False, found.text, found.spot_px)


def _how_to_lay(layout: Layout) -> str:
    """Return how pieces must lie to be seen, for a picture that shows none."""
    if any(zone.slots for zone in layout.zones):
        return say("No piece is seen: lay the dice, their faces on them, each in its hero's part of the table.")
    if any(zone.piece == "tile" for zone in layout.zones):
        return say("No piece is seen: lay some of your tiles side by side, a die on each.")
    return say("No piece is seen: lay a few dice of your game on the table.")


def _missing(away: Sequence[int], sighted: Sighted) -> Spot | None:
    """Return where a single missing card should lie, as the other three tell, within the picture."""
    at = {marker.id: marker.centre_px for marker in sighted.markers}
    if len(away) != 1:
        return None
    before, after, across = (at[(away[0] + turn) % len(CARD_IDS)] for turn in (-1, 1, 2))
    x, y = np.clip(before + after - across, (0, 0), sighted.size_px)
    return float(x), float(y), RING * max(marker.side_px for marker in sighted.markers)


def of_picture(image: NDArray[np.uint8]) -> Iterator[Check]:
    """Yield every check that needs no models."""
    sighted = Sighted(image)
    yield size(sighted)
    yield cards(sighted)
    yield focus(sighted)
    yield light(sighted)
