"""From one picture to an observation: where the table is, which dice and tiles lie on it, and on which places."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rules.table import Layout, Observation, Zone
from vision.corners import Marker, find_markers
from vision.detect import Detection, DiceDetector
from vision.doubt import doubted
from vision.doubt_words import doubts_said
from vision.face_sets import FaceSets
from vision.light import check_light
from vision.light_balance import balanced
from vision.read_colours import few_colours, tells_colours
from vision.read_dice import TableDice, dice_on_table, find_dice
from vision.read_grid import lay
from vision.read_known import known_dice, known_grid, known_tiles, scaled
from vision.read_missed import missed_dice
from vision.read_pieces import observe, pieces_on
from vision.read_plane import TILE_MM, Plane, find_calibration, guessed_plane
from vision.read_slots import read_slots, slot_zone
from vision.reading import Caution, Piece, Reading
from vision.teach_dice_sets import TaughtDice
from vision.teach_sets import TaughtSets

Image = NDArray[np.uint8]


class Reader:
    """Reads pictures one by one; the models are loaded once.

    `profile` is the folder where the table's last good map and the taught sets are kept (None: pictures have nothing to
    do with each other). Raises ModelError where the models are missing or damaged.
    """

    def __init__(self, profile: Path | None = None, threads: int = 2) -> None:
        self._profile = profile
        self._dice = TaughtDice(profile)
        self._detector = DiceDetector(threads, taught=self._dice)
        self._faces = FaceSets(profile)
        self._taught = TaughtSets(profile)

    def read(self, image: Image, layout: Layout, before: Reading | None = None) -> Reading:
        """Return what lies on the table of an upright BGR picture, in the words of the layout.

        After an earlier reading, the cells of a free grid keep the numbers they had `before` while they still fit, and
        dice that lay beside the grid begin none.
        """
        markers = find_markers(image)
        calibration, warnings = find_calibration(image, markers, self._profile)
        size, roads = (image.shape[1], image.shape[0]), _shows_roads(layout)
        seen = Plane(calibration, 1.0)
        if zone := slot_zone(layout):
            return self._in_parts(image, seen, markers, zone, before, warnings)
        stood = known_dice(before, layout, size)
        lit = balanced(image, markers) if tells_colours(layout) else image
        detections = find_dice(self._detector, lit, seen, markers, roads=roads, known=stood)
        plane = seen if calibration else guessed_plane([d.side_px for d in detections])
        dice = _on_table(lit, detections, plane, layout)
        last = before.pose if before else None
        looks, damaged = self._taught.looks(layout)
        warnings = (*warnings, *damaged, *self._dice.cautions(roads=roads))
        known, lain = known_grid(before, layout, plane), known_tiles(before, plane)
        laid = lay(image, plane, dice, layout, known, looks, lain)
        if missed := missed_dice(self._detector, lit, plane, dice, laid, looks):
            dice = _on_table(lit, [*detections, *missed], plane, layout)
            laid = lay(image, plane, dice, layout, known, looks, lain)
        pieces = doubted(image, pieces_on(plane, dice, laid, layout), dice.found, plane)
        return Reading(
            *size,
            calibration is not None,
            pieces,
            observe(pieces, laid, layout, has_pose=last is not None),
            scaled(laid.grid.pose, plane.unit) if laid.grid else last,
            (*warnings, *check_light(image, markers, pieces), *doubts_said(pieces, size)),
        )

    def _in_parts(  # noqa: PLR0917
        self,
        image: Image,
        plane: Plane,
        markers: Sequence[Marker],
        zone: Zone,
        before: Reading | None,
        warnings: tuple[Caution, ...],
    ) -> Reading:
        """Return the dice that lie in parts of the table of their own."""
        known, size = self._faces.known(zone), (image.shape[1], image.shape[0])
        warnings = (*warnings, *self._faces.cautions(zone))
        pieces: tuple[Piece, ...] = ()
        seen = Observation({}, frozenset())
        if known:
            pieces, seen, said = read_slots(self._detector.finder, image, plane, markers, zone, known, before)
            warnings = (*warnings, *check_light(image, markers, pieces), *said)
        return Reading(*size, plane.calibration is not None, pieces, seen, None, warnings)


def _on_table(image: Image, detections: Sequence[Detection], plane: Plane, layout: Layout) -> TableDice:
    """Return the dice where they stand on the table or on its tiles, their colours told together where these count."""
    told = few_colours(image, detections) if tells_colours(layout) else detections
    return dice_on_table(told, plane, TILE_MM if any(zone.piece == "tile" for zone in layout.zones) else 0.0)


def _shows_roads(layout: Layout) -> bool:
    return any(zone.piece == "line_die" for zone in layout.zones)
