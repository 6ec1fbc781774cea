import numpy as np
import numpy.typing as npt
import pytest

from vision.teach_tints import shared, strangeness, tints
from vision.tiles_patch import GREY, Patches

SIZE = 48
OLIVE, WINE, SEA = (60.0, 130.0, 120.0), (70.0, 40.0, 150.0), (160.0, 140.0, 50.0)
LAMP = np.array([0.8, 1.0, 1.25])  # blue, green, red

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]


def painted(*colours: npt.ArrayLike, dots: float = 0.0) -> Patches:
    """Tiles of these colours (BGR), half of each darker by a share."""
    rng = np.random.default_rng(3)
    dark = 1 - dots * (rng.random((len(colours), SIZE, SIZE, 1)) < 0.5)
    pictures = np.array(colours, np.float64)[:, None, None] * dark - GREY
    return Patches(pictures.astype(np.float32), np.ones((len(colours), SIZE, SIZE), np.float32))


def strange(tiles: Patches, pictures: Patches, sure: dict[int, int]) -> Doubles:
    return strangeness(tints(tiles), tints(pictures), sure)


def test_a_tint_is_the_same_in_brighter_light_and_wherever_dots_lie() -> None:
    plain, bright, dotted = painted(OLIVE), painted(np.multiply(OLIVE, 1.6)), painted(OLIVE, dots=0.5)
    assert tints(bright) == pytest.approx(tints(plain), abs=0.05)
    assert tints(dotted) == pytest.approx(tints(plain), abs=0.05)


def test_what_a_die_hides_has_no_part_in_a_tint() -> None:
    tile = painted(OLIVE)
    hidden = tile.colours.copy()
    hidden[:, 10:24, 10:24] = np.subtract(WINE, GREY)
    seen = tile.seen.copy()
    seen[:, 10:24, 10:24] = 0
    assert tints(Patches(hidden, seen)) == pytest.approx(tints(tile))


def test_a_tile_hidden_wholly_has_a_tint_all_the_same() -> None:
    tile = painted(OLIVE)
    assert np.isfinite(tints(Patches(tile.colours, np.zeros_like(tile.seen)))).all()


def test_tints_of_other_pictures_are_strange_and_its_own_is_not() -> None:
    found = strange(painted(OLIVE, WINE), painted(OLIVE, WINE, SEA), {})
    assert found[[0, 1], [0, 1]] == pytest.approx([0.0, 0.0], abs=1e-6)
    assert found[0, 1:].min() > 1
    assert found[1, [0, 2]].min() > 1


def test_sure_tiles_tell_what_the_lamp_does_to_all() -> None:
    under_lamp = painted(*(LAMP * colour for colour in (OLIVE, WINE, SEA)))
    pictures = painted(OLIVE, WINE, SEA)
    assert strange(under_lamp, pictures, {})[2, 2] > 0.7
    assert strange(under_lamp, pictures, {0: 0, 1: 1})[2, 2] < 0.1
    assert 0.3 < strange(under_lamp, pictures, {0: 0})[2, 2] < 0.7  # one alone may be wrong: half of it is believed


def test_tiles_of_one_tint_may_show_the_same_and_others_do_not() -> None:
    alike = shared(tints(painted(OLIVE, np.multiply(OLIVE, 0.7), WINE)))
    assert alike[0, 1] > 0.9
    assert alike[0, 2] < 0.1
    assert alike == pytest.approx(alike.T)


def test_no_tile_tells_of_the_lamp_for_itself() -> None:
    under_lamp, pictures = painted(*(LAMP * colour for colour in (OLIVE, WINE))), painted(OLIVE, WINE)
    alone, known = strange(under_lamp, pictures, {}), strange(under_lamp, pictures, {0: 0})
    assert known[0] == pytest.approx(alone[0])
    assert known[1, 1] < alone[1, 1]
