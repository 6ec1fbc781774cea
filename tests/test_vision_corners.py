"""Finding the corner cards: exact, near the edges, and in bad light."""

from itertools import combinations

import cv2
import numpy as np
import pytest
from drawn_table import CARDS, DrawnTable, Image, square_mm

from vision.corners import CARD_IDS, card_bits, find_markers

TABLE = DrawnTable()


@pytest.fixture(scope="module")
def picture() -> Image:
    return TABLE.draw()


def ids(image: Image, *, thorough: bool = True) -> list[int]:
    return [marker.id for marker in find_markers(image, thorough=thorough)]


def test_all_four_are_found_to_a_fraction_of_a_pixel(picture: Image) -> None:
    markers = find_markers(picture)
    assert [marker.id for marker in markers] == [0, 1, 2, 3]
    errors = [np.abs(m.corners_px - TABLE.project(square_mm(CARDS[m.id]))).max() for m in markers]
    assert max(errors) < 0.35
    assert markers[0].side_px == pytest.approx(37.5 * 1450 / 650, rel=0.1)


def test_the_first_corner_is_the_cards_own_top_left(picture: Image) -> None:
    turned = np.ascontiguousarray(np.rot90(picture, 2))
    first = {marker.id: marker.corners_px[0] for marker in find_markers(turned)}
    upright = {marker.id: marker.corners_px[0] for marker in find_markers(picture)}
    size = np.array(TABLE.size_px) - 1
    for card_id in CARD_IDS:
        np.testing.assert_allclose(first[card_id], size - upright[card_id], atol=0.3)


def test_a_grey_picture_is_read_as_well(picture: Image) -> None:
    assert ids(np.ascontiguousarray(picture[:, :, 0])) == [0, 1, 2, 3]


def test_a_rim_that_leaves_the_picture_loses_no_card(picture: Image) -> None:
    corner = find_markers(picture)[0].corners_px.min(axis=0)
    for rest_px in (3, 6, 12):
        left, top = (corner - rest_px).astype(int)
        assert 0 in ids(np.ascontiguousarray(picture[top:, left:]))


def test_a_square_cut_by_the_edge_is_left_out(picture: Image) -> None:
    corner = find_markers(picture)[0].corners_px.min(axis=0)
    left = int(corner[0]) + 9
    assert 0 not in ids(np.ascontiguousarray(picture[:, left:]))


def blurred(image: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 4), np.uint8)


def dim(image: Image) -> Image:
    noise = np.random.default_rng(4).normal(0, 1.5, image.shape)
    return np.asarray(np.clip(image * 0.06 + noise, 0, 255), np.uint8)


def glaring(image: Image) -> Image:
    y, x = np.mgrid[: image.shape[0], : image.shape[1]]
    glow = 120 * np.exp(-((x - 250) ** 2 + (y - 200) ** 2) / 200**2)
    return np.asarray(np.clip(image + glow[:, :, None], 0, 255), np.uint8)


def small(image: Image) -> Image:
    return np.asarray(cv2.resize(image, (640, 481), interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize("spoil", [blurred, dim, glaring, small])
def test_bad_pictures_still_give_all_cards(picture: Image, spoil: object) -> None:
    assert callable(spoil)
    assert ids(spoil(picture)) == [0, 1, 2, 3]


def test_the_quick_look_gives_up_sooner(picture: Image) -> None:
    dark = dim(picture)
    assert len(ids(dark, thorough=False)) < len(ids(dark))


def test_noise_has_no_cards() -> None:
    seed = 11
    print("seed", seed)  # noqa: T201
    noise = np.random.default_rng(seed).integers(0, 255, (900, 1300, 3), dtype=np.uint8)
    assert ids(np.asarray(cv2.GaussianBlur(noise, (0, 0), 3), np.uint8)) == []


def test_the_patterns_are_those_of_the_published_dictionary_and_far_apart() -> None:
    published = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for card_id in CARD_IDS:
        inner = card_bits(card_id)[1:-1, 1:-1]
        np.testing.assert_array_equal(
            ~inner, published.getBitsFromByteList(published.bytesList[card_id : card_id + 1], 4)
        )
        assert card_bits(card_id)[[0, -1]].all()
    turned = [np.rot90(card_bits(i), k) for i in CARD_IDS for k in range(4)]
    assert min(int((a != b).sum()) for a, b in combinations(turned, 2)) == 7
