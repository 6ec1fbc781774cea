"""Faces read at all four quarter turns, and what they are called when turned."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from vision.detect_pose import Pose
from vision.detect_turned import over_turns, turned_name

NAMES = ("none", "S-NS", "S-EW", "X", *(f"C{kind}{way}" for kind in range(4) for way in "NESW"))
POSE = Pose(50.0, 50.0, 40.0, 12.0, 1.0, 20.0)


@pytest.mark.parametrize(
    ("name", "quarters", "turned"),
    [
        ("C0N", 1, "C0E"),
        ("C3W", 1, "C3N"),
        ("C2E", 3, "C2N"),
        ("S-NS", 1, "S-EW"),
        ("S-EW", 3, "S-NS"),
        ("S-NS", 2, "S-NS"),
        ("X", 1, "X"),
        ("none", 2, "none"),
        ("cocked", 1, "cocked"),
        ("5", 3, "5"),
    ],
)
def test_a_face_is_called_by_where_it_leads_when_turned(name: str, quarters: int, turned: str) -> None:
    assert turned_name(name, quarters) == turned


def test_four_turns_lead_back() -> None:
    assert all(turned_name(name, 4) == name for name in NAMES)
    assert {turned_name(name, 1) for name in NAMES} == {*NAMES}


def odds(name: str, share: float) -> npt.NDArray[np.float32]:
    """A reading of one place: that name at a share, all others alike."""
    row = np.full(len(NAMES), (1 - share) / (len(NAMES) - 1), np.float32)
    row[NAMES.index(name)] = share
    return row


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("sharper", [1.0, 1.5])
def test_readings_that_agree_are_joined_under_the_name_of_the_first(name: str, sharper: float) -> None:
    def read(poses: list[Pose]) -> npt.NDArray[np.float32]:
        turns = [round((pose.angle_deg - POSE.angle_deg) / 90) for pose in poses]
        return np.stack([odds(turned_name(name, -turn), 0.9) for turn in turns])

    mean = over_turns(read, NAMES, [POSE], odds(name, 0.5)[None], sizes=(1.0,), sharper=sharper)
    assert NAMES[int(mean[0].argmax())] == name
    others = (0.5 ** (1 / 4) * 0.1 ** (3 / 4)) / (len(NAMES) - 1)  # geometric means, before they are made sharper
    wanted = np.array([0.5 ** (1 / 4) * 0.9 ** (3 / 4), *[others] * (len(NAMES) - 1)]) ** sharper
    assert mean[0].max() == pytest.approx(wanted[0] / wanted.sum(), abs=1e-4)
    assert mean.sum() == pytest.approx(1)


def test_three_readings_outvote_a_wrong_one() -> None:
    def read(poses: list[Pose]) -> npt.NDArray[np.float32]:
        turns = [round((pose.angle_deg - POSE.angle_deg) / 90) for pose in poses]
        return np.stack([odds(turned_name("C1E", -turn), 0.7) for turn in turns])

    said = over_turns(
        read,
        NAMES,
        [POSE, replace(POSE, x_px=90.0)],
        np.stack([odds("C0N", 0.6), odds("C1E", 0.6)]),
        sizes=(1.0,),
        sharper=1.0,
    )
    assert [NAMES[number] for number in said.argmax(1)] == ["C1E", "C1E"]


def test_a_place_is_read_again_at_every_size_from_all_sides() -> None:
    asked: list[tuple[float, float]] = []

    def read(poses: list[Pose]) -> npt.NDArray[np.float32]:
        asked.extend((pose.side_px / POSE.side_px, pose.angle_deg - POSE.angle_deg) for pose in poses)
        return np.stack([odds("X", 0.9) for _ in poses])

    over_turns(read, NAMES, [POSE], odds("X", 0.9)[None], sizes=(0.5, 1.0), sharper=1.0)
    assert sorted(asked) == [(0.5, 0), (0.5, 90), (0.5, 180), (0.5, 270), (1.0, 90), (1.0, 180), (1.0, 270)]
