"""How many pixels dice take in a picture: where too few, what they show is read wrongly, and surely at that."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from rules.text import say
from vision.corners import CARD_SQUARE_MM, Marker
from vision.detect_pose import Points, placement
from vision.read_plane import USUAL_DIE_MM
from vision.reading import Caution, Piece

LEAST_PX: Final = 16.0  # on narrower faces digits and arrows are lost, of some dice in a hundred without any doubt


def is_narrow(outline_px: Points) -> bool:
    """Tell whether a top face with these corners takes too few pixels to be trusted."""
    return placement(outline_px).side < LEAST_PX


def too_far(cards: Sequence[Marker], dice: Sequence[Piece]) -> Iterator[Caution]:
    """Yield a caution where dice, or without any a usual one beside the cards, take too few pixels."""
    sides = [placement(die.outline_px).side for die in dice]
    if not sides:
        sides = [card.side_px * USUAL_DIE_MM / CARD_SQUARE_MM for card in cards]
    if sides and (side := float(np.median(sides))) < LEAST_PX:
        text = say(
            "A die is only {side} pixels wide in the picture: bring the camera nearer, or set it to larger pictures.",
            side=f"{side:.0f}",
        )
        yield Caution("far", text)
