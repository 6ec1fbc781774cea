"""Line Dice from pictures: every verdict, what is ringed, where the road goes on, and how it clears by itself."""

import numpy as np
import pytest
from line_camera import Camera

from companion.eyes import Eyes
from companion.sessions import Sessions
from companion.view import view
from rules.game import Finding

ROAD = "S-EW 0,0; X 1,0; C1S 2,0"
WALLED = "S-EW 0,0; S-EW 1,0; C1S 2,0; C0S 2,-1"
LONG = "S-EW 0,0; X 1,0; C1S 2,0; S-NS 2,-1; C3S 2,-2"
ROUND = f"{ROAD}; C0S 2,-1"
GONE_OVER = "S-EW 0,0; X 1,0"
HEADS = {ROAD: "2,-1 N", GONE_OVER: "2,0 E", WALLED: "1,-1 W", LONG: "3,-2 E", ROUND: "1,-1 W"}


@pytest.fixture(scope="module")
def eyes(tmp_path_factory: pytest.TempPathFactory) -> Eyes:
    return Eyes(tmp_path_factory.mktemp("profile"))


def ringed(camera: Camera) -> set[str]:
    shown = view(camera.session)
    assert shown.overlay is not None
    return {mark.place for mark in shown.overlay.marks if mark.ringed}


@pytest.mark.parametrize(
    ("position", "seen", "rule", "rings"),
    [
        (ROAD, f"{ROAD}; S-NS 1,-1", "4.10", ["1,-1"]),
        (GONE_OVER, f"{GONE_OVER}; S-NS 1,-1", "4.9", ["1,-1"]),
        (ROAD, f"{ROAD}; S-EW -1,0", "4.8", ["-1,0"]),
        (ROAD, f"{ROAD}; S-EW 2,-1", "4.11", ["2,-1"]),
        (ROAD, f"{ROAD}; C0N 2,-1", "4.11", ["2,-1"]),
        (ROAD, f"{ROAD}; C2N 2,-1", "4.12", ["2,-1"]),
        (ROUND, f"{ROUND}; S-EW 1,-1", "4.15", ["1,-1", "1,0"]),
        (WALLED, f"{WALLED}; C3S 1,-1", "4.13", ["1,-1", "1,0"]),
        (WALLED, f"{WALLED}; X 1,-1", "4.14", ["1,-1", "1,0"]),
        (LONG, f"{LONG}; S-EW 3,-2; S-EW 4,-2", "4.3", ["3,-2", "4,-2"]),
        (LONG, LONG.replace("S-NS 2,-1", "S-EW 2,-1"), "4.3", ["2,-1"]),
        (LONG, LONG.replace("C3S 2,-2", "C3S 1,-1"), "4.3", ["1,-1"]),
    ],
    ids=[
        "another cell",
        "a turn on a crossing",
        "the tail",
        "no connection",
        "the wrong curve",
        "a bluff, flagged",
        "walls up a road end",
        "a dead end",
        "a crossing beside a blank side",
        "a second die",
        "a die turned",
        "a die moved",
    ],
)
def test_a_wrong_die_is_named_and_ringed_until_the_table_is_put_right(  # noqa: PLR0917 (one parameter for each column)
    sessions: Sessions, eyes: Eyes, position: str, seen: str, rule: str, rings: list[str]
) -> None:
    camera = Camera(sessions, eyes, hands="unknown", position=position, head=HEADS[position])
    verdict = camera.show(seen)
    assert verdict.finding is Finding.ILLEGAL, verdict
    assert verdict.violations[0].rule == rule
    assert not camera.moves
    shift = verdict.shift or (0, 0)
    places = {f"die@{x - shift[0]},{y - shift[1]}" for x, y in (map(int, cell.split(",")) for cell in rings)}
    assert ringed(camera) == places
    head = HEADS[position].split()[0]
    assert view(camera.session).board.goals == (tuple(map(int, head.split(","))),), "where it should have gone is shown"
    assert camera.show(position).finding is Finding.UNCHANGED
    assert (view(camera.session).card.kind, ringed(camera)) == ("unchanged", set())


def test_a_die_that_was_not_rolled_is_refused_and_clears_itself_when_another_one_is_laid(
    sessions: Sessions, eyes: Eyes
) -> None:
    camera = Camera(sessions, eyes, loose=2, position=ROAD, head=HEADS[ROAD], in_hand=["X C0", "S C1"])
    assert camera.show(f"{ROAD}; S-NS 2,-1", "X C0", "C1").violations[0].rule == "4.4"
    assert view(camera.session).card.kind == "illegal"
    assert view(camera.session).board.goals == ((2, -1),), "the head is shown"
    assert camera.show(ROAD, "X C0", "S C1").finding is Finding.UNCHANGED
    assert view(camera.session).card.kind == "unchanged"
    assert camera.show(f"{ROAD}; X 2,-1", "C0", "S C1").finding is Finding.LEGAL
    assert camera.moves == ["lay X 2,-1"]
    assert view(camera.session).board.goals == ((2, -2),), "and where it went"


def test_the_cell_where_the_road_goes_on_is_drawn_where_the_next_die_comes_to_lie(
    sessions: Sessions, eyes: Eyes
) -> None:
    camera = Camera(sessions, eyes, hands="unknown", position=LONG, head=HEADS[LONG])
    camera.show(LONG)
    shown = view(camera.session).overlay
    assert shown is not None
    (goal,) = shown.goals
    middle = np.mean([[float(part) for part in point.split(",")] for point in goal.split()], axis=0)
    camera.show(f"{LONG}; S-EW 3,-2")
    shown = view(camera.session).overlay
    assert shown is not None
    (laid,) = [mark for mark in shown.marks if mark.face == "S-EW" and mark.x > middle[0] - 30]
    assert np.hypot(laid.x - middle[0], laid.y - middle[1]) < 0.25 * (laid.bottom - laid.top)
    assert not laid.tagged, "what it shows says more than its name"
    assert len(shown.goals) == 1


def test_a_lone_die_at_the_first_look_may_lie_there_by_chance_so_people_are_asked(
    sessions: Sessions, eyes: Eyes
) -> None:
    camera = Camera(sessions, eyes, loose=1, hands="unknown")
    for _ in range(2):  # the camera looks again at what is not clear
        asked = camera.show("", "S")
        assert asked.finding is Finding.AMBIGUOUS
    assert view(camera.session).card.answers[-1] == "Nothing was played"
    latest = camera.session.latest()
    assert latest is not None
    camera.session.answer(latest.id, len(asked.candidates) - 1, 0)
    assert camera.show("", "S").finding is Finding.UNCHANGED
    assert camera.show("C1S 0,0", "S").finding is Finding.LEGAL
    assert camera.moves == ["lay C1S 0,0"]


def test_a_lone_die_that_was_laid_is_recorded_with_one_tap(sessions: Sessions, eyes: Eyes) -> None:
    camera = Camera(sessions, eyes, hands="unknown")
    assert camera.show("C1S 0,0").finding is Finding.AMBIGUOUS
    latest = camera.session.latest()
    assert latest is not None
    camera.session.answer(latest.id, 0, 0)
    assert camera.moves == ["lay C1S 0,0"]
    assert camera.show("C1S 0,0; S-EW -1,0").finding is Finding.LEGAL


def test_a_die_that_was_covered_is_recorded_with_the_next_one(sessions: Sessions, eyes: Eyes) -> None:
    camera = Camera(sessions, eyes, hands="unknown", position=LONG, head=HEADS[LONG])
    assert camera.show(LONG).finding is Finding.UNCHANGED
    two = f"{LONG}; S-EW 3,-2; S-EW 4,-2"
    asked = camera.show(two)
    assert asked.finding is Finding.AMBIGUOUS, "two turns that no picture parted, or one die too many"
    assert str(asked.candidates[0].move) == "lay S-EW 3,-2"
    latest = camera.session.latest()
    assert latest is not None
    camera.session.answer(latest.id, 0, 0)
    assert camera.moves == ["lay S-EW 3,-2", "lay S-EW 4,-2"]
    assert camera.show(two).finding is Finding.UNCHANGED


def test_a_table_seen_empty_first_needs_no_question(sessions: Sessions, eyes: Eyes) -> None:
    camera = Camera(sessions, eyes, hands="unknown")
    assert camera.show("").finding is Finding.UNCHANGED
    assert camera.show("C1S 0,0").finding is Finding.LEGAL


def test_rolled_hands_are_read_and_dice_that_lie_before_the_players_begin_no_road(
    sessions: Sessions, eyes: Eyes
) -> None:
    camera = Camera(sessions, eyes, loose=3, hand_limit=3)
    assert camera.show("", "S C1 X").finding is Finding.LEGAL
    assert camera.show("", "S C1 X", "C3 C0 S").finding is Finding.LEGAL
    assert camera.show("", "S C1 X", "C3 C0 S").finding is Finding.UNCHANGED
    assert camera.show("C1W 0,0", "S X", "C3 C0 S").finding is Finding.LEGAL
    assert camera.moves == ["roll S X C1", "roll S C0 C3", "lay C1W 0,0"]


def test_a_game_begun_at_midway_goes_on_from_what_lies_there(sessions: Sessions, eyes: Eyes) -> None:
    camera = Camera(sessions, eyes, hands="unknown", position=LONG, head=HEADS[LONG])
    assert camera.show(LONG).finding is Finding.UNCHANGED
    assert camera.show(f"{LONG}; S-EW 3,-2").finding is Finding.LEGAL
