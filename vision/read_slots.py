"""Dice in parts of the table of their own, read from one picture: each in its place, or why it is not read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import hypot
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.table import Face, Layout, Observation, Place, Slot, Zone
from vision.corners import Marker
from vision.detect_find import DiceFinder
from vision.doubt import SURE as READ_SURELY
from vision.face_dice import FaceDie, apart, find_face_dice, find_faint_dice
from vision.face_sets import KnownFaces
from vision.read_plane import LIKELY_DIE_MM, USUAL_DIE_MM, Plane, guessed_plane
from vision.reading import Caution, Doubt, Odds, Piece, Reading
from vision.slot_dice import LaidDie, laid_dice, parts_of
from vision.slot_parts import SURE, Filled, filled
from vision.slot_words import astray, cards_wanted, doubtful

Image = NDArray[np.uint8]

CARDS: Final = 4  # all of them say where the table ends
MOVED_MM: Final = 5.0  # a die whose middle lies so far from where it lay was touched,
TURNED_DEG: Final = 12.0  # and one that is turned so far


Part = tuple[tuple[Place, Slot], ...]
"""The slots of one part of the table, with their places."""


@dataclass(slots=True)
class _Seen:
    """What is being put together: pieces, what the slots show, which are not seen, and what people should know."""

    pieces: list[Piece] = field(default_factory=list)
    faces: dict[Place, dict[Face, float]] = field(default_factory=dict)
    hidden: set[Place] = field(default_factory=set)
    warnings: list[Caution] = field(default_factory=list)


def slot_zone(layout: Layout) -> Zone | None:
    """Return the zone of a layout whose places are known by their areas; None where it has none."""
    return next((zone for zone in layout.zones if zone.slots), None)


def read_slots(  # noqa: PLR0917
    finder: DiceFinder,
    image: Image,
    plane: Plane,
    markers: Sequence[Marker],
    zone: Zone,
    known: KnownFaces,
    before: Reading | None = None,
) -> tuple[tuple[Piece, ...], Observation, tuple[Caution, ...]]:
    """Return the dice of a zone in an upright BGR picture, what its places show, and what people should know.

    A die that was not where it lay `before` is told as disturbed. Where it is not clear which die is which, where one
    leans or is not known, its place counts as hidden.
    """
    size = (image.shape[1], image.shape[0])
    found = _found(finder, image, plane, markers, known)
    dice = laid_dice(
        found, plane if plane.calibration else guessed_plane([die.pose.side_px for die in found]), known, size
    )
    table = plane.calibration.table_mm if plane.calibration and len(plane.calibration.cards) == CARDS else None
    seen = _Seen()
    if table is None:
        seen.pieces += [_piece(die, real=plane.calibration is not None) for die in dice]
        return tuple(seen.pieces), Observation({}, frozenset()), (cards_wanted(),)
    if dice and any(len(there) < len(part) for part, there in _parted(dice, zone, table)[0]):
        side_px = float(np.median([die.pose.side_px for die in found]))
        faint = _off_cards(find_faint_dice(finder, image, side_px, known), markers)
        dice = laid_dice(apart([*found, *faint]), plane, known, size)
    _sort(seen, dice, zone, table, size)
    disturbed = frozenset(_disturbed(seen.pieces, before, zone))
    sight = Observation(seen.faces, frozenset({zone.name}), frozenset(seen.hidden), disturbed)
    return tuple(seen.pieces), sight, tuple(seen.warnings)


def _found(
    finder: DiceFinder, image: Image, plane: Plane, markers: Sequence[Marker], known: KnownFaces
) -> list[FaceDie]:
    """Return the dice in a picture, looked for at the usual size first; at their own where that is another one."""
    side_px = plane.usual_side_px((image.shape[1], image.shape[0]))
    found = _off_cards(find_face_dice(finder, image, side_px, known), markers)
    if side_px is None or not found:
        return found
    usual = float(np.median([plane.size_mm((d.pose.x_px, d.pose.y_px), d.pose.side_px) for d in found]))
    if LIKELY_DIE_MM[0] <= usual <= LIKELY_DIE_MM[1]:
        return found
    return _off_cards(find_face_dice(finder, image, side_px * usual / USUAL_DIE_MM, known), markers)


def _off_cards(dice: Sequence[FaceDie], markers: Sequence[Marker]) -> list[FaceDie]:
    cards = [marker.corners_px.astype(np.float32) for marker in markers]
    return [d for d in dice if all(cv2.pointPolygonTest(c, (d.pose.x_px, d.pose.y_px), False) < 0 for c in cards)]


def _sort(
    seen: _Seen, dice: Sequence[LaidDie], zone: Zone, table_mm: tuple[float, float], picture_px: tuple[int, int]
) -> None:
    """Sort the dice into the parts of the table, and read those parts in which just those lie that belong there."""
    each, loose = _parted(dice, zone, table_mm)
    parts, lying = [part for part, _ in each], [there for _, there in each]
    likely = [_likely(there, part) for part, there in each]
    if all(len(there) == len(part) for part, there in zip(parts, likely, strict=True)):
        lying, loose = likely, []  # what else shows is no die
    for part, there in zip(parts, lying, strict=True):
        if len(there) == len(part):
            _fill(seen, there, part)
        else:
            seen.hidden |= {place for place, _ in part}
            seen.pieces += [_piece(die) for die in there]
    seen.pieces += [_piece(die) for die in loose]
    names = {place: slot.name for part in parts for place, slot in part}
    seen.warnings += [
        *doubtful(seen.pieces, names, picture_px),
        *astray(lying, [[s for _, s in p] for p in parts], loose),
    ]


def _likely(there: Sequence[LaidDie], part: Part) -> list[LaidDie]:
    """Return the dice of a part that lie flat; where these are too many, those that show a face of its own dice."""
    flat = [die for die in there if die.doubt is None]
    own = {face for _, slot in part for face in slot.faces}
    return flat if len(flat) <= len(part) or not own else [die for die in flat if die.shown in own]


def _parted(
    dice: Sequence[LaidDie], zone: Zone, table_mm: tuple[float, float]
) -> tuple[list[tuple[Part, list[LaidDie]]], list[LaidDie]]:
    """Return the parts of the table, each with the dice in it, and the dice that lie in none, or in several."""
    slots = [(Place(zone.name, (number,)), slot) for number, slot in enumerate(zone.slots)]
    parts = [tuple(group) for _, group in groupby(slots, key=lambda pair: pair[1].area)]
    inside = [
        () if die.doubt is Doubt.OFF_MAT else parts_of(die, [part[0][1].area for part in parts], table_mm)
        for die in dice
    ]
    lying = [[die for die, where in zip(dice, inside, strict=True) if where == (i,)] for i in range(len(parts))]
    loose = [die for die, where in zip(dice, inside, strict=True) if len(where) != 1]
    astray = [die if die.doubt is Doubt.OFF_MAT else replace(die, doubt=Doubt.ASTRAY) for die in loose]
    return list(zip(parts, lying, strict=True)), astray


def _fill(seen: _Seen, dice: Sequence[LaidDie], part: Part) -> None:
    """Read a part in which as many dice lie as belong there."""
    for (place, slot), fill in zip(part, filled(dice, [slot for _, slot in part]), strict=True):
        die = _trusted(fill, dice)
        piece = _piece(die, place, fill.faces if die.doubt in {None, Doubt.UNSURE} else die.odds(slot.faces))
        seen.pieces.append(piece)
        if piece.face is None:
            seen.hidden.add(place)
        else:
            seen.faces[place] = dict(piece.faces)


def _trusted(fill: Filled, dice: Sequence[LaidDie]) -> LaidDie:
    """Return the die of a slot with the reason, if there is one, why it is not taken at its face's word."""
    if fill.die.doubt is not None:
        return fill.die
    if fill.share < SURE and any(die.doubt is not None for die in dice):
        return replace(fill.die, doubt=Doubt.ASTRAY)  # it may as well be the other one, of which nobody knows
    sure = bool(fill.faces) and fill.faces[0][1] >= READ_SURELY
    return fill.die if sure else replace(fill.die, doubt=Doubt.UNSURE)


def _piece(die: LaidDie, place: Place | None = None, faces: Odds | None = None, *, real: bool = True) -> Piece:
    return Piece(
        "die",
        die.odds() if faces is None else faces,
        (),
        die.outline_px,
        die.angle_deg,
        die.at_mm if real else None,
        die.size_mm if real else None,
        place,
        die.doubt,
    )


def _disturbed(pieces: Sequence[Piece], before: Reading | None, zone: Zone) -> Iterator[Place]:
    """Yield the places whose dice do not lie as they lay in the picture before: they were thrown, or pushed.

    Not those that lie as they should and did not then: people have turned or forged them, and said so.
    """
    lay: Mapping[Place | None, Piece] = {piece.place: piece for piece in before.pieces} if before else {}
    for piece in pieces:
        last = lay.get(piece.place)
        if piece.place is None or piece.face is None or last is None or last.face is None:
            continue
        if piece.face != last.face:
            if piece.face != zone.slots[piece.place.cell[0]].up:
                yield piece.place
        elif _moved(piece, last):
            yield piece.place


def _moved(piece: Piece, last: Piece) -> bool:
    if piece.centre_mm is None or last.centre_mm is None:
        return False
    far = hypot(*(now - then for now, then in zip(piece.centre_mm, last.centre_mm, strict=True)))
    turned = abs((piece.angle_deg - last.angle_deg + 180) % 360 - 180)
    return far >= MOVED_MM or turned >= TURNED_DEG
