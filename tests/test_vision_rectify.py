"""From pixels to millimetres: right at any height, with any number of cards, and safe on disk."""

import json
from pathlib import Path

import numpy as np
import pytest
from drawn_table import CARDS, DrawnTable, square_mm

from vision.corners import Marker, find_markers
from vision.rectify import Calibration, CalibrationError, calibrate, from_corners, rectify
from vision.rectify_file import load_calibration, save_calibration
from vision.rectify_pose import project, rigid

TABLE = DrawnTable()
SPOTS = np.array([[60.0, 50.0], [430.0, 40.0], [250.0, 165.0], [120.0, 280.0], [455.0, 300.0]])


def seen(table: DrawnTable, cards: tuple[int, ...] = (0, 1, 2, 3), noise_px: float = 0.0) -> list[Marker]:
    rng = np.random.default_rng(5)
    print("seed", 5)  # noqa: T201
    squares = {i: table.project(square_mm(CARDS[i])) for i in cards}
    return [Marker(i, corners + rng.normal(0, noise_px, (4, 2))) for i, corners in squares.items()]


def error_mm(calibration: Calibration, table: DrawnTable, height_mm: float) -> float:
    """Return the largest error of spots at a height, the table's own axes laid over the drawing's."""
    centres = np.array([CARDS[card.id][:2] for card in calibration.cards])
    mapped = np.array([calibration.to_table(card.corners_px).mean(axis=0) for card in calibration.cards])
    found = calibration.to_table(table.project(SPOTS, height_mm), height_mm)
    move = rigid(mapped, centres) if len(centres) > 1 else rigid(found, SPOTS)
    return float(np.linalg.norm(project(move, found) - SPOTS, axis=1).max())


@pytest.mark.parametrize(("cards", "limit_mm"), [((0, 1, 2, 3), 0.6), ((0, 1, 2), 0.8), ((0, 2), 1.5), ((1,), 3.0)])
def test_dice_tops_are_where_the_dice_stand(cards: tuple[int, ...], limit_mm: float) -> None:
    calibration = calibrate(seen(TABLE, cards, noise_px=0.03), TABLE.size_px)
    for height_mm in (0.0, 16.0, 30.0):
        assert error_mm(calibration, TABLE, height_mm) < limit_mm
    assert calibration.quality.startswith(("one", "two", "three", "four")[len(cards) - 1])


def test_forgetting_the_height_costs_millimetres() -> None:
    calibration = calibrate(seen(TABLE), TABLE.size_px)
    tops = TABLE.project(SPOTS, 16.0)
    shift = np.linalg.norm(calibration.to_table(tops) - calibration.to_table(tops, 16.0), axis=1)
    assert shift.max() > 4


@pytest.mark.parametrize("tilt_deg", [(0.0, 0.0), (10.0, -8.0), (25.0, 0.0), (-18.0, 20.0)])
@pytest.mark.parametrize("roll_deg", [0.0, 90.0, 180.0, -135.0])
def test_the_camera_is_found_from_any_side(tilt_deg: tuple[float, float], roll_deg: float) -> None:
    table = DrawnTable(tilt_deg=tilt_deg, roll_deg=roll_deg)
    calibration = calibrate(seen(table), table.size_px)
    np.testing.assert_allclose(
        calibration.camera_mm[2], table.camera_mm[2], rtol=0.12 if tilt_deg == (0.0, 0.0) else 0.02
    )
    assert error_mm(calibration, table, 16.0) < 0.8
    assert calibration.table_mm == pytest.approx((562, 392), abs=1.5)


def test_origin_is_the_first_card_x_right_y_down() -> None:
    calibration = calibrate(seen(TABLE), TABLE.size_px)
    centres = [calibration.to_table(card.corners_px).mean(axis=0) for card in calibration.cards]
    np.testing.assert_allclose(centres[0], [25 + 6, 25 + 8], atol=9)
    assert centres[1][0] > 505
    assert centres[3][1] > 345


def test_pictures_and_table_agree_both_ways() -> None:
    calibration = calibrate(seen(TABLE), TABLE.size_px)
    heights = np.array([0.0, 5.0, 16.0, 20.0, 40.0])
    pixels = calibration.to_picture(SPOTS, heights)
    np.testing.assert_allclose(calibration.to_table(pixels, heights), SPOTS, atol=1e-6)


def test_the_local_scale_grows_towards_the_camera() -> None:
    calibration = calibrate(seen(TABLE), TABLE.size_px)
    (low,), (high,) = calibration.px_per_mm([820, 616]), calibration.px_per_mm([820, 616], 50.0)
    assert low == pytest.approx(1450 / 650, rel=0.02)
    assert high / low == pytest.approx(650 / 600, rel=0.02)


def test_nothing_is_seen_above_the_camera() -> None:
    calibration = calibrate(seen(TABLE), TABLE.size_px)
    with pytest.raises(CalibrationError, match="above the camera"):
        calibration.to_table([[5, 5]], 900.0)


def test_missing_sides_reach_as_far_as_the_picture() -> None:
    calibration = calibrate(seen(TABLE, (0, 1)), TABLE.size_px)
    bottom = TABLE.project(np.array([[250.0, calibration.table_mm[1] - 33]]))[0, 1]
    assert bottom == pytest.approx(TABLE.size_px[1], abs=60)
    assert calibrate(seen(TABLE, (2,)), TABLE.size_px).table_mm[0] > 400


@pytest.mark.parametrize("order", [(1, 0, 2, 3), (0, 3, 2, 1), (2, 1, 0, 3)])
def test_cards_in_the_wrong_order_are_refused(order: tuple[int, ...]) -> None:
    swapped = [Marker(new, marker.corners_px) for new, marker in zip(order, seen(TABLE), strict=True)]
    with pytest.raises(CalibrationError, match="wrong order"):
        calibrate(swapped, TABLE.size_px)


def test_no_card_is_refused() -> None:
    with pytest.raises(CalibrationError, match="No corner card"):
        calibrate([], TABLE.size_px)


def test_a_drawn_picture_maps_and_flattens() -> None:
    picture = TABLE.draw()
    calibration = calibrate(find_markers(picture), TABLE.size_px)
    assert error_mm(calibration, TABLE, 16.0) < 1.5  # the unknown encoding of light shifts edges by a tenth of a pixel
    moved = np.zeros(picture.shape[:2], np.bool_)
    x, y = calibration.to_picture([[100.0, 60.0]])[0].round().astype(int)
    moved[y - 3 : y + 4, x - 3 : x + 4] = True
    flat = rectify(picture, calibration, 2.0, moved)
    assert flat.image.shape[:2] == (round(calibration.table_mm[1] * 2), round(calibration.table_mm[0] * 2))
    assert flat.moved is not None
    where_y, where_x = np.nonzero(flat.moved)
    assert ((where_x.mean() + 0.5) / 2, (where_y.mean() + 0.5) / 2) == pytest.approx((100, 60), abs=0.7)
    card = calibration.to_table(calibration.cards[0].corners_px).mean(axis=0) * 2 - 0.5
    dark = flat.image[int(card[1]) + 30, max(int(card[0]) - 5, 0) : int(card[0]) + 5]
    assert dark.mean() < 60  # the lower black rim of card 0 lies 15 mm below its centre


def test_a_picture_of_another_size_is_refused() -> None:
    calibration = calibrate(seen(TABLE), TABLE.size_px)
    with pytest.raises(CalibrationError, match="640 x 480 pixels, the table was mapped at 1640 x 1232"):
        rectify(np.zeros((480, 640, 3), np.uint8), calibration)


def test_a_bumped_camera_is_noticed_and_one_moved_card_is_not_a_bump() -> None:
    calibration = calibrate(seen(TABLE), TABLE.size_px)
    assert calibration.still_fits(seen(TABLE, noise_px=0.5))
    assert calibration.still_fits([])
    assert not calibration.still_fits(seen(DrawnTable(roll_deg=3.5)))
    assert not calibration.still_fits(seen(DrawnTable(centre_mm=(256.0, 165.0)), (1, 2)))
    one_moved = [Marker(m.id, m.corners_px + (90 if m.id == 1 else 0)) for m in seen(TABLE)]
    assert calibration.still_fits(one_moved)


def test_corners_dragged_by_hand_are_met_exactly() -> None:
    corners = np.array([[0.0, 0.0], [500.0, 0.0], [500.0, 330.0], [0.0, 330.0]])
    calibration = from_corners(TABLE.project(corners), TABLE.size_px, (500.0, 330.0))
    np.testing.assert_allclose(calibration.to_table(TABLE.project(corners)), corners, atol=0.01)
    found = calibration.to_table(TABLE.project(SPOTS, 16.0), 16.0)
    assert np.linalg.norm(found - SPOTS, axis=1).max() < 1.5
    assert calibration.quality == "by hand"
    assert calibration.still_fits(seen(TABLE))


@pytest.mark.parametrize("points", [[[0, 0], [0, 9], [9, 9], [9, 0]], [[0, 0], [9, 9], [9, 0], [0, 9]], [[1, 2]]])
def test_corners_that_fold_over_are_refused(points: list[list[int]]) -> None:
    with pytest.raises(CalibrationError, match="clockwise"):
        from_corners(points, (640, 480), (500.0, 330.0))
    with pytest.raises(CalibrationError, match="real width"):
        from_corners([[0, 0], [9, 0], [9, 9], [0, 9]], (640, 480), (0.0, 330.0))


def test_a_calibration_comes_back_from_disk(tmp_path: Path) -> None:
    before = calibrate(seen(TABLE, (0, 2, 3)), TABLE.size_px)
    path = tmp_path / "profile" / "calibration.json"
    save_calibration(before, path)
    save_calibration(before, path)
    after = load_calibration(path)
    assert after.picture_px == before.picture_px
    assert after.quality == before.quality
    np.testing.assert_allclose(after.to_table(SPOTS, 16.0), before.to_table(SPOTS, 16.0))
    assert after.still_fits(seen(TABLE))
    assert [p.name for p in path.parent.iterdir()] == ["calibration.json"]


def spoiled(**changes: object) -> str:
    good = {
        "version": 1,
        "picture_px": [640, 480],
        "table_mm": [500, 300],
        "homography": np.eye(3).tolist(),
        "camera_mm": [250, 150, 600],
        "cards": [],
        "error_px": 0.1,
    }
    return json.dumps({k: v for k, v in (good | changes).items() if v is not None})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1 cannot be read"),
        ("[]", "map the table again"),
        ('{"version": 1', "line 1 cannot be read"),
        (spoiled(version=9), "version 9 is not 1"),
        (spoiled(table_mm=None), "'table_mm' is missing"),
        (spoiled(table_mm=[0, 300]), "not above zero"),
        (spoiled(homography=[[1, 0, 0]] * 3), "no inverse"),
        (spoiled(homography=[1, 2]), "homography is wrong"),
        (spoiled(camera_mm=["a", 1, 2]), "map the table again"),
        (spoiled(error_px=float("nan")), "error_px is wrong"),
        (spoiled(cards=[{"id": 7, "corners_px": []}]), "no card 7"),
        (spoiled(cards=[{"id": 0, "corners_px": [[1, 2]]}]), "corners_px is wrong"),
        (spoiled(cards=3), "map the table again"),
    ],
)
def test_a_broken_file_gives_one_sentence(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "calibration.json"
    path.write_text(text)
    with pytest.raises(CalibrationError, match=reason) as caught:
        load_calibration(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_good_file_made_by_hand_loads_and_a_missing_one_says_so(tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    with pytest.raises(CalibrationError, match="not been mapped yet"):
        load_calibration(path)
    path.write_text(spoiled())
    assert load_calibration(path).table_mm == (500, 300)
