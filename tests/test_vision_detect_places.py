"""How wide dice are, where nobody tells: what is surely read counts for more than what only may be a die."""

import pytest

from vision.detect_crops import LABELS, NONE
from vision.detect_places import Reading, typical_side
from vision.detect_pose import Pose


def seen(x_px: float, side_px: float, chance: float) -> Reading:
    """A place that looks like a die, whose likeliest face has that chance."""
    rest = (0.98 - chance) / 5
    said = {NONE: 0.02, "5": chance} | dict.fromkeys("12346", rest)
    return Reading(Pose(x_px, 50.0, side_px, 0.0, 0.9, side_px), {LABELS: said}, 0.0, 0.9)


def test_few_dice_surely_read_tell_how_wide_dice_are_and_not_more_blank_squares() -> None:
    blank = [seen(x, 33.0, 0.22) for x in (300, 340, 380)]
    assert typical_side([seen(40, 100.0, 0.97), *blank]) == pytest.approx(100)


def test_where_nothing_is_surely_read_most_places_tell() -> None:
    blank = [seen(x, 33.0, 0.22) for x in (300, 340, 380)]
    assert typical_side([seen(40, 100.0, 0.22), *blank]) == pytest.approx(33)
    assert typical_side([]) == 0
