"""How a face lies: middle, side, turn and stretch, from its corners and back."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.detect_pose import Pose, placement

STRETCHES = st.complex_numbers(max_magnitude=0.3, allow_nan=False, allow_infinity=False)
UPRIGHT = Pose(50.0, 40.0, 20.0, 0.0, 1.0, 20.0)


@given(st.floats(-170, 170), STRETCHES, st.floats(5, 90))
def test_corners_tell_the_pose_that_drew_them(angle_deg: float, stretch: complex, side_px: float) -> None:
    pose = Pose(50.0, 40.0, side_px, angle_deg, 1.0, 20.0, stretch)
    told = placement(pose.outline_px)
    assert (told.x, told.y, told.side) == pytest.approx((50, 40, side_px))
    assert told.angle_deg == pytest.approx(angle_deg, abs=1e-6)
    assert told.stretch == pytest.approx(stretch, abs=1e-9)


@given(st.floats(-44, 44), STRETCHES)
def test_a_quarter_turn_changes_no_face(angle_deg: float, stretch: complex) -> None:
    pose = replace(UPRIGHT, angle_deg=angle_deg, stretch=stretch)
    turned = replace(pose, angle_deg=angle_deg + 90)
    assert np.allclose(np.roll(pose.outline_px, -1, axis=0), turned.outline_px)


def test_a_face_is_longer_along_half_the_angle_of_its_stretch() -> None:
    wide = np.array(replace(UPRIGHT, stretch=0.1).outline_px)
    assert np.ptp(wide, axis=0) == pytest.approx((22, 18))
    aslant = np.array(replace(UPRIGHT, stretch=0.1j).outline_px)
    diagonals = np.hypot(*(aslant[2] - aslant[0])), np.hypot(*(aslant[3] - aslant[1]))
    assert diagonals == pytest.approx((22 * 2**0.5, 18 * 2**0.5))


@pytest.mark.parametrize("leaning_deg", [0, 15, 25, 40])
def test_a_face_that_leans_is_stretched_as_seen_from_above(leaning_deg: float) -> None:
    shorter = float(np.cos(np.radians(leaning_deg)))
    corners = np.array(UPRIGHT.outline_px) * (1, shorter)
    assert abs(placement(corners).stretch) == pytest.approx((1 - shorter) / (1 + shorter))
