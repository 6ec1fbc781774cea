import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.outline_fit import Rectangle, fit_rectangles
from vision.outline_size import Sides

Floats = npt.NDArray[np.float32]

ANY = Sides(40.0, 120.0)
RIM, FRAME = 80, 72  # mm
AT = (120, 220)  # middles of tiles along either axis: 20 mm lie between rims


def edges(*shown: tuple[int, float], at: tuple[int, ...] = AT) -> tuple[Floats, Floats]:
    """Return vertical and horizontal lines of squares of some sides around some middles, each so clear."""
    across, along = np.zeros((340, 340), np.float32), np.zeros((340, 340), np.float32)
    for side, clear in shown:
        for x in at:
            for y in at:
                low, high = -side // 2, side // 2
                for line in (low, high):
                    across[y + low : y + high + 1, x + line] = clear
                    along[y + line, x + low : x + high + 1] = clear
    return soft(across), soft(along)


def soft(lines: Floats) -> Floats:
    """Return lines as a camera sees them, as clear as before along their middles."""
    return np.asarray(cv2.GaussianBlur(lines, (0, 0), 1.0) * np.sqrt(2 * np.pi), np.float32)


def rough(side: float, at: tuple[int, ...] = AT) -> list[Rectangle]:
    return [Rectangle(x, y, side, side) for x in at for y in at]


def side_of(found: list[Rectangle]) -> float:
    assert len({(tile.width, tile.height) for tile in found}) == 1
    return found[0].width


def test_tiles_that_lie_apart_end_at_their_rims_not_at_the_frames_inside() -> None:
    pictures = edges((RIM, 0.85), (FRAME, 0.9))
    assert side_of(fit_rectangles(*pictures, rough(76), ANY)) == pytest.approx(FRAME, abs=1)
    assert side_of(fit_rectangles(*pictures, rough(76), ANY, apart=True)) == pytest.approx(RIM, abs=1)


def test_a_line_much_fainter_than_the_frame_is_no_rim() -> None:
    pictures = edges((RIM, 0.6), (FRAME, 0.9))
    assert side_of(fit_rectangles(*pictures, rough(76), ANY, apart=True)) == pytest.approx(FRAME, abs=1)


def test_the_sides_of_neighbours_are_no_rim() -> None:
    near = (120, 120 + RIM + 4)
    pictures = edges((RIM, 0.9), at=near)
    assert side_of(fit_rectangles(*pictures, rough(RIM + 2, near), ANY, apart=True)) == pytest.approx(RIM, abs=1)


@pytest.mark.parametrize("off", [-4, -2, 0, 2, 4])
def test_a_rough_size_may_be_a_little_off(off: int) -> None:
    found = fit_rectangles(*edges((RIM, 0.9)), rough(RIM + off), ANY)
    assert side_of(found) == pytest.approx(RIM, abs=1)
    for tile, real in zip(found, rough(RIM), strict=True):
        assert np.hypot(tile.x - real.x, tile.y - real.y) <= 1
