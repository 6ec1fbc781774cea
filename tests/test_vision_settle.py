"""From frames to stills: a still for every table, none for light, noise or a hand at rest."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.camera import Frame
from vision.settle import Still, Wishes, settle

Image = NDArray[np.uint8]
Pieces = dict[str, tuple[int, int]]

RATE = 10
SIZE = (360, 480)
SEED = 3


def table(pieces: Pieces, *, light: float = 1.0, slope: float = 0.0, hand: float | None = None) -> Image:
    """Return a cloth with white 12 px pieces, lit evenly or brighter to the right, an arm reaching in so far."""
    rng = np.random.default_rng(SEED)
    cloth = cv2.resize(rng.normal(110, 18, (24, 32)).astype(np.float32), SIZE[::-1], interpolation=cv2.INTER_CUBIC)
    for x, y in pieces.values():
        cloth[y : y + 12, x : x + 12] = 215
        cv2.circle(cloth, (x + 6, y + 6), 2, 30, -1)
    if hand is not None:
        end = int(hand * SIZE[1])
        cloth[150:200, :end] = 165
        cv2.circle(cloth, (end, 175), 35, 170, -1)
    across = np.linspace(-slope, slope, SIZE[1], dtype=np.float32)
    return np.asarray(np.clip(cv2.merge([cloth] * 3) * (light + across)[None, :, None], 0, 255), np.uint8)


def film(scenes: list[Image], noise: float = 1.5) -> Iterator[Frame]:
    """Yield the scenes as frames, ten a second, each with sensor noise of its own."""
    rng = np.random.default_rng(SEED)
    print("seed", SEED)  # noqa: T201
    begun = datetime(2026, 1, 1, tzinfo=UTC)
    for seq, scene in enumerate(scenes):
        noisy = scene + rng.normal(0, noise, scene.shape)
        yield Frame(np.asarray(np.clip(noisy, 0, 255), np.uint8), seq, begun + timedelta(seconds=seq / RATE))


def move_of_a_hand(before: Pieces, after: Pieces) -> list[Image]:
    """Return a second in which an arm reaches in, and leaves another table behind."""
    reaching = [table(before, hand=part) for part in (0.1, 0.3, 0.5, 0.55)]
    leaving = [table(after, hand=part) for part in (0.56, 0.4, 0.25, 0.05)]
    return reaching + leaving


def numbers(stills: list[Still]) -> list[int]:
    return [still.frame.seq for still in stills]


ONE = {"red": (150, 100), "blue": (300, 250)}
TWO = {"red": (230, 165), "blue": (300, 250)}
THREE = {"red": (230, 165), "blue": (260, 165)}


def test_every_table_gets_a_still_of_its_own_half_a_second_after_the_hand() -> None:
    scenes = (
        [table(ONE)] * 10
        + move_of_a_hand(ONE, TWO)
        + [table(TWO)] * 12
        + move_of_a_hand(TWO, THREE)
        + [table(THREE)] * 9
    )
    assert numbers(list(settle(film(scenes)))) == [5, 23, 43]


def test_the_mask_tells_where_things_were_disturbed() -> None:
    scenes = [table(ONE)] * 8 + move_of_a_hand(ONE, TWO) + [table(TWO)] * 8
    first, second = settle(film(scenes))
    assert first.moved.all()
    assert second.moved.shape == SIZE
    assert second.moved[103:109, 153:159].mean() > 0.9  # where the red piece was
    assert second.moved[168:174, 233:239].mean() > 0.9  # where it is
    assert not second.moved[240:280, 290:330].any()  # the blue one was left alone
    assert second.moved.mean() < 0.25


def test_a_table_at_rest_gives_one_still_however_noisy() -> None:
    assert numbers(list(settle(film([table(ONE)] * 60, noise=4.0)))) == [5]


def test_a_single_small_piece_that_slides_is_noticed() -> None:
    nudged = {"red": (152, 102), "blue": (300, 250)}
    assert numbers(list(settle(film([table(ONE)] * 10 + [table(nudged)] * 10)))) == [5, 15]


@pytest.mark.parametrize(("light", "slope"), [(0.6, 0.0), (1.3, 0.0), (0.9, 0.25)])
def test_a_lamp_is_a_change_of_light_not_of_the_table(light: float, slope: float) -> None:
    lit = table(ONE, light=light, slope=slope)
    first, second = settle(film([table(ONE)] * 10 + [lit] * 12))
    assert not first.light_changed
    assert second.light_changed
    assert second.same or light > 1  # what saturates cannot be compared
    assert second.moved.mean() < 0.002
    assert second.frame.seq == 15


def test_daylight_that_creeps_up_disturbs_nothing() -> None:
    dawn = [table(ONE, light=0.7 + 0.004 * i) for i in range(100)]
    stills = list(settle(film([table(ONE, light=0.7)] * 8 + dawn + [table(ONE, light=1.1)] * 8)))
    assert all(still.moved.mean() < 0.002 for still in stills[1:])
    assert stills[-1].light_changed


def test_light_and_table_together_are_told_apart() -> None:
    scenes = [table(ONE)] * 8 + [table(TWO, light=0.75)] * 8
    second = list(settle(film(scenes)))[1]
    assert second.light_changed
    assert second.moved[165:176, 230:241].mean() > 0.7
    assert not second.moved[240:280, 290:330].any()


def test_a_hand_at_rest_is_waited_for() -> None:
    resting = [table(ONE, hand=0.5)] * 20
    scenes = [table(ONE)] * 8 + resting + [table(TWO)] * 8
    assert numbers(list(settle(film(scenes)))) == [5, 33]


def test_what_stays_in_from_the_edge_is_part_of_the_table_after_three_seconds() -> None:
    stills = list(settle(film([table(ONE)] * 8 + [table(ONE, hand=0.5)] * 40)))
    assert numbers(stills) == [5, 38]
    assert stills[0].hand is None
    assert stills[1].hand is not None
    assert stills[1].hand[175, 20:200].all()
    assert stills[1].hand.mean() < 0.2


def test_a_hand_that_was_waited_for_and_goes_is_no_hand() -> None:
    """What it leaves bare differs from the still before as much as a hand does."""
    scenes = [table(ONE)] * 10 + [table(ONE, hand=0.5)] * 40 + [table(TWO)] * 10
    stills = list(settle(film(scenes)))
    assert [still.hand is not None for still in stills] == [False, True, False]
    assert numbers(stills)[2] <= 57


def test_a_slow_slide_is_no_rest() -> None:
    sliding = [table({"red": (150 + i, 100), "blue": (300, 250)}) for i in range(40)]
    stills = list(settle(film([table(ONE)] * 8 + sliding + [sliding[-1]] * 8)))
    assert numbers(stills)[0] == 5
    assert numbers(stills)[-1] >= 50
    assert len(stills) == 2


def test_done_makes_a_still_at_once() -> None:
    wishes = Wishes()
    moving = [table(ONE, hand=0.1 + 0.02 * i) for i in range(20)]
    frames = film([table(ONE)] * 8 + moving)
    stills = list(settle((press_at(frame, 15, wishes) for frame in frames), wishes))
    assert numbers(stills) == [5, 15]
    assert [still.asked for still in stills] == [False, True]
    assert not wishes.done.is_set()


def test_another_still_of_the_same_rest_can_be_asked_for() -> None:
    wishes = Wishes()
    scenes = [table(ONE)] * 14 + move_of_a_hand(ONE, TWO) + [table(TWO)] * 8
    stills = []
    for still in settle(film(scenes), wishes):
        stills.append(still)
        if len(stills) == 1:
            wishes.again.set()
    assert numbers(stills) == [5, 6, 27]
    assert [still.same for still in stills] == [False, True, False]


def test_a_wish_for_another_look_is_void_once_something_moves() -> None:
    wishes = Wishes()
    frames = film([table(ONE)] * 8 + move_of_a_hand(ONE, TWO) + [table(TWO)] * 8)
    stills = list(settle((look_again(frame, 8, wishes) for frame in frames), wishes))
    assert numbers(stills) == [5, 21]
    assert not wishes.again.is_set()


def press_at(frame: Frame, seq: int, wishes: Wishes) -> Frame:
    if frame.seq == seq:
        wishes.done.set()
    return frame


def look_again(frame: Frame, seq: int, wishes: Wishes) -> Frame:
    if frame.seq == seq:
        wishes.again.set()
    return frame


def test_a_new_picture_size_begins_anew() -> None:
    small = [np.ascontiguousarray(table(ONE)[::2, ::3])] * 8
    stills = list(settle(film([table(ONE)] * 8 + small)))
    assert numbers(stills) == [5, 13]
    assert stills[1].moved.shape == (180, 160)


def bumped(scene: Image, right: float, down: float, turn_deg: float) -> Image:
    """Return the scene as a camera sees it that was pushed a little."""
    turn = cv2.getRotationMatrix2D((SIZE[1] / 2, SIZE[0] / 2), turn_deg, 1.0) + np.array([[0, 0, right], [0, 0, down]])
    return np.asarray(cv2.warpAffine(scene, turn, SIZE[::-1], borderMode=cv2.BORDER_REFLECT), np.uint8)


def grained(scene: Image) -> Image:
    """Return the scene on wood: whatever moves differs everywhere."""
    rng = np.random.default_rng(SEED)
    grain = cv2.resize(rng.normal(0, 40, (60, 90)), SIZE[::-1], interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(scene + grain[..., None], 0, 255), np.uint8)


@pytest.mark.parametrize("push", [(12.0, -7.0, 0.0), (-5.0, 9.0, 1.5), (0.0, 0.0, -2.0)])
def test_a_bumped_camera_is_no_hand(push: tuple[float, float, float]) -> None:
    before, after = grained(table(ONE)), bumped(grained(table(ONE)), *push)
    assert numbers(list(settle(film([before] * 8 + [after] * 12)))) == [5, 13]


def test_a_hand_over_a_table_seen_by_a_bumped_camera_is_waited_for() -> None:
    push = (9.0, -4.0, 1.0)
    reaching = [bumped(grained(table(ONE, hand=0.5)), *push)] * 14
    after = [bumped(grained(table(TWO)), *push)] * 10
    assert numbers(list(settle(film([grained(table(ONE))] * 8 + reaching + after)))) == [5, 27]
