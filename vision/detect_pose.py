"""How a top face lies in a picture: a square, moved, sized and turned, and stretched where it is seen aslant."""

from cmath import exp, phase
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import degrees, radians
from typing import Final

import numpy as np
import numpy.typing as npt

UNIT: Final = (-0.5 - 0.5j, 0.5 - 0.5j, 0.5 + 0.5j, -0.5 + 0.5j)  # an upright face, clockwise from the top left
Points = Sequence[tuple[float, float]] | npt.NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a top face may be, in picture pixels; `heat` 0..1: how sure; `level_px`: the side the model saw.

    `stretch`: the face is longer by the share |stretch| along half its angle, and shorter by as much across: what the
    turned square shows at x + iy is seen at (x + iy) + stretch (x - iy). Every affine map of a plane is such a one.
    """

    x_px: float
    y_px: float
    side_px: float
    angle_deg: float
    heat: float
    level_px: float
    stretch: complex = 0j

    @property
    def outline_px(self) -> tuple[tuple[float, float], ...]:
        """Return the four corners, clockwise from the top left of the turned face."""
        turned = [self.side_px * exp(1j * radians(self.angle_deg)) * corner for corner in UNIT]
        seen = [at + self.stretch * at.conjugate() for at in turned]
        return tuple((self.x_px + at.real, self.y_px + at.imag) for at in seen)


@dataclass(frozen=True, slots=True)
class Placement:
    """How four corners lie: middle, side, angle of the first edge and stretch of the nearest affine square."""

    x: float
    y: float
    side: float
    angle_deg: float
    stretch: complex


def mean_pose(like: Pose, poses: Sequence[Pose], weights: npt.ArrayLike) -> Pose:
    """Return the pose `like`, placed as others are on average; a quarter turn changes no face: its angle is -45..45."""
    shares = np.asarray(weights, np.float64) / np.sum(weights)
    rows = np.array([(p.x_px, p.y_px, np.log(p.side_px), p.stretch.real, p.stretch.imag) for p in poses])
    x, y, log_side, *stretch = (shares @ rows).tolist()
    fourth = complex(shares @ np.exp(4j * np.radians([p.angle_deg for p in poses])))
    return replace(
        like,
        x_px=x,
        y_px=y,
        side_px=float(np.exp(log_side)),
        angle_deg=degrees(phase(fourth)) / 4,
        stretch=complex(*stretch),
    )


def along(angle_deg: float, pose: Pose) -> Pose:
    """Return the pose turned by quarters until it lies along an angle; its face is the same."""
    return replace(pose, angle_deg=angle_deg + (pose.angle_deg - angle_deg + 45) % 90 - 45)


def placement(corners: Points) -> Placement:
    """Return how a face with these corners lies, (4, 2), clockwise; least squares."""
    at = np.asarray(corners, np.float64) @ (1, 1j)
    middle, unit = complex(at.mean()), np.array(UNIT)
    along = complex((at * unit.conj()).sum()) / 2  # the corners' squared distances from the middle add up to 2
    across = complex((at * unit).sum()) / 2
    stretch = across * along / abs(along) ** 2
    return Placement(middle.real, middle.imag, abs(along), degrees(phase(along)), stretch)
