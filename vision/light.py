"""The light check: what keeps a picture from being read well, and what people can change about it."""

from collections.abc import Iterator, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.text import joined, say
from vision.corners import Marker
from vision.light_cards import Rim, card_rims, cut_cards, shaded_cards, table_mask
from vision.light_far import is_narrow, too_far
from vision.light_focus import Softness, card_softness_mm, die_softness, picture_softness
from vision.light_spots import FULL, glares, shadows, whiteness
from vision.reading import Caution, Piece, Spot, place_words

Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]

SMALL_PX: Final = 576  # longest side of the copy that light is looked for in
SURE: Final = 0.9  # confidence from which a die is read whatever the light
DARK: Final = 45.0  # where white is darker, grey levels, dice begin to be lost
BLACK: Final = 30.0  # and where nothing white is known, all of a picture that is darker than a black table
PAPER: Final = 250.0  # where white paper is brighter than this and
GREYED: Final = 90.0  # black ink as well, the picture is overexposed
WASHED: Final = 0.3  # of the picture saturated: pale dice lose their edges
GLOOM: Final = 0.2  # of the light left in a hard shadow: dice begin to be lost
SOFT_MM: Final = 1.05  # blur measured at a card from which dice are lost: 1.2 mm in truth
SOFT_DIE: Final = 0.105  # the same measured at dice, as a share of their sides
SOFT_PX: Final = 2.5  # the same at the sharpest edges anywhere, pixels of a copy 1152 pixels wide
SMEARED: Final = 1.7  # blur that much further one way than the other is movement


def check_light(image: Image, cards: Sequence[Marker], pieces: Sequence[Piece] = ()) -> tuple[Caution, ...]:
    """Return what is wrong with light, lens or distance in a BGR picture in which these cards and pieces were found.

    Each caution says what to change, and circles the spot where there is one. Where the dice are read surely whatever
    the light, nothing is said about it. 7 ms for 2304 x 1296 pixels.
    """
    found = [piece for piece in pieces if piece.kind != "tile" and piece.outline_px]
    dice = [die for die in found if not is_narrow(die.outline_px)]  # the others are unsure in any light
    rims = card_rims(image, cards)
    factor = max(1, -(-max(image.shape) // SMALL_PX))
    small = cv2.resize(image, None, fx=1 / factor, fy=1 / factor, interpolation=cv2.INTER_AREA).astype(np.uint8)
    scale = image.shape[1] / small.shape[1]
    white = whiteness(small)
    return (
        *too_far(cards, found),
        *_exposure(small, white, rims, dice),
        *_glare(small, white, scale, (*cards, *dice)),
        *_shade(small, scale, rims, dice),
        *_focus(image, cards, dice),
        *_cut(image, cards),
    )


def _exposure(small: Image, whites: Image, rims: Sequence[Rim], dice: Sequence[Piece]) -> Iterator[Caution]:
    """Judge darkness by white paper where there is some: a dark cloth is not a dark picture."""
    if rims:
        white = max(rim.white for rim in rims)
    else:
        bright = float(np.percentile(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), 99.5))
        white = DARK if _all_sure(dice) else bright * DARK / BLACK
    if white < DARK:
        yield Caution("dark", say("The picture is very dark: put more light on the table."))
        return
    greyed = any(rim.white >= PAPER and rim.black >= GREYED for rim in rims)
    if greyed or ((whites >= FULL).mean() > WASHED and not _all_sure(dice)):
        yield Caution("bright", say("The picture is washed out: put less light on the table, or shorten the exposure."))


def _glare(small: Image, white: Image, scale: float, things: Sequence[Marker | Piece]) -> Iterator[Caution]:
    """Find glare, except on what is read all the same: a card, a sure die."""
    read = [_circle(thing.corners_px) for thing in things if isinstance(thing, Marker)]
    read += [_circle(np.array(t.outline_px)) for t in things if isinstance(t, Piece) and t.confidence >= SURE]
    for spot in glares(small, white):
        place = _scaled(spot, scale)
        if not any(_shines(place, thing) for thing in read):
            yield Caution("glare", say("Move the lamp: it glares {where}.", where=_near(place, small, scale)), place)


def _shines(spot: Spot, thing: Spot) -> bool:
    """Tell whether a bright spot is the thing's own shine, or lies around it without hiding it."""
    far = np.hypot(spot[0] - thing[0], spot[1] - thing[1])
    return bool(far < 0.5 * spot[2] or (far < 1.5 * thing[2] and spot[2] < 1.5 * thing[2]))


def _shade(small: Image, scale: float, rims: Sequence[Rim], dice: Sequence[Piece]) -> Iterator[Caution]:
    """Find hard shadows by cards that lie in the dark and by their edges.

    Dice that are read surely in a shadow excuse it, unless it is so deep that others may not be found at all. Without
    cards to tell where the table ends, dark ground beside it looks the same: only unsure dice count then.
    """
    for spot in shaded_cards(small, scale, rims):
        yield _shadow(spot, small, scale)
        return
    table = table_mask(small, scale, rims)
    for shade in shadows(small, table):
        inside = [piece.confidence >= SURE for piece in dice if _in_mask(piece, shade.mask, scale)]
        if not all(inside) or (table is not None and (not inside or shade.light < GLOOM)):
            spot = _scaled(shade.spot, scale)
            yield _shadow(spot, small, scale)


def _shadow(spot: Spot, small: Image, scale: float) -> Caution:
    where = _near(spot, small, scale)
    return Caution("shadow", say("A hard shadow lies {where}: move what casts it, or the lamp.", where=where), spot)


def _focus(image: Image, cards: Sequence[Marker], dice: Sequence[Piece]) -> Iterator[Caution]:
    """Judge sharpness at the cards, and at the dice unless all are read surely; circle the part that is worse.

    A picture in which nothing is found is judged by the sharpest edges in it.
    """
    measured = [(card.corners_px, card_softness_mm(image, card), SOFT_MM) for card in cards]
    if not _all_sure(dice):
        measured += [(np.array(die.outline_px), die_softness(image, die.outline_px), SOFT_DIE) for die in dice]
    known = [(points, how, limit) for points, how, limit in measured if how is not None]
    soft = [(points, how) for points, how, limit in known if how.most > limit]
    whole = None if cards or dice else picture_softness(image)
    if whole is not None and whole > SOFT_PX:
        yield _blurred(smeared=False)
    elif soft and len(soft) * 2 > len(known):
        yield _blurred(_are_smeared(soft))
    elif len(soft) > 1 and not _all_sure(dice):
        spot = _circle(np.vstack([points for points, _ in soft]))
        yield _blurred(_are_smeared(soft), joined((" ", place_words(spot[:2], image.shape[1::-1])), ""), spot)


def _blurred(smeared: bool, where: str = "", spot: Spot | None = None) -> Caution:
    if smeared:
        text = say("The picture is smeared{where}: let nothing move, or put more light on the table.", where=where)
        return Caution("motion", text, spot)
    return Caution("blur", say("The picture is out of focus{where}: set the camera's focus.", where=where), spot)


def _are_smeared(soft: Sequence[tuple[NDArray[np.float64], Softness]]) -> bool:
    return sum(_is_smear(how) for _, how in soft) * 2 > len(soft)


def _is_smear(soft: Softness) -> bool:
    return soft.most > SMEARED * soft.least


def _cut(image: Image, cards: Sequence[Marker]) -> Iterator[Caution]:
    for card in cut_cards(image, cards):
        spot = _circle(card.corners_px)
        words = place_words(spot[:2], image.shape[1::-1])
        yield Caution(
            "cards",
            say("Corner card {card} is nearly out of the picture {where}: move it inwards.", card=card.id, where=words),
            spot,
        )


def _all_sure(dice: Sequence[Piece]) -> bool:
    return bool(dice) and all(piece.confidence >= SURE for piece in dice)


def _scaled(spot: Spot, by: float) -> Spot:
    return spot[0] * by, spot[1] * by, spot[2] * by


def _near(spot: Spot, small: Image, scale: float) -> str:
    return place_words(spot[:2], (small.shape[1] * scale, small.shape[0] * scale))


def _circle(points: NDArray[np.float64]) -> Spot:
    low, high = points.min(axis=0), points.max(axis=0)
    (x, y), radius = (low + high) / 2, float(np.hypot(*(high - low))) / 2
    return float(x), float(y), radius


def _in_mask(piece: Piece, mask: NDArray[np.bool_], scale: float) -> bool:
    x, y = (np.mean(piece.outline_px, axis=0) / scale).astype(int)
    return bool(mask[min(max(y, 0), mask.shape[0] - 1), min(max(x, 0), mask.shape[1] - 1)])
