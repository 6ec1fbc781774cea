"""From one picture to an observation: where the table is, which dice and tiles lie on it, and on which places."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rules.table import Layout
from vision.corners import find_markers
from vision.detect import DiceDetector
from vision.read_dice import dice_on_table, find_dice
from vision.read_grid import lay
from vision.read_pieces import observe, pieces_on
from vision.read_plane import TILE_MM, Plane, find_calibration, guessed_plane
from vision.read_warnings import poor_light, unsure_dice
from vision.reading import GridPose, Reading

Image = NDArray[np.uint8]


class Reader:
    """Reads pictures one by one; the models are loaded once.

    `profile` is the folder where the table's last good map is kept (None: pictures have nothing to do with each
    other). Raises ModelError where the models are missing or damaged.
    """

    def __init__(self, profile: Path | None = None, threads: int = 2) -> None:
        self._profile = profile
        self._detector = DiceDetector(threads)

    def read(self, image: Image, layout: Layout, pose: GridPose | None = None) -> Reading:
        """Return what lies on the table of an upright BGR picture, in the words of the layout.

        With the `pose` of an earlier reading, the cells of a free grid keep their numbers while it still fits.
        """
        markers = find_markers(image)
        calibration, warnings = find_calibration(image, markers, self._profile)
        detections = find_dice(self._detector, image, Plane(calibration, 1.0), markers)
        plane = Plane(calibration, 1.0) if calibration else guessed_plane([d.side_px for d in detections])
        dice = dice_on_table(detections, plane, _stands_on_mm(layout))
        laid = lay(image, plane, dice, layout, _scaled(pose, 1 / _unit(plane)))
        pieces = pieces_on(plane, dice, laid, layout)
        size = (image.shape[1], image.shape[0])
        return Reading(
            *size,
            calibration is not None,
            pieces,
            observe(pieces, laid, layout, has_pose=pose is not None),
            _scaled(laid.grid.pose, _unit(plane)) if laid.grid else pose,
            (*warnings, *poor_light(image), *unsure_dice(pieces, size)),
        )


def _unit(plane: Plane) -> float:
    """Return what a millimetre of the plane is in the units that are reported: pixels where it is only guessed."""
    return 1.0 if plane.calibration else plane.px_per_mm


def _scaled(pose: GridPose | None, by: float) -> GridPose | None:
    if pose is None:
        return None
    return GridPose(pose.x * by, pose.y * by, pose.angle_deg, pose.pitch_x * by, pose.pitch_y * by)


def _stands_on_mm(layout: Layout) -> float:
    return TILE_MM if any(zone.piece == "tile" for zone in layout.zones) else 0.0
