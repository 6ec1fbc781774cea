"""Why nothing happens, in one line on the score screen: a hand, a covered piece, a lost camera, a question."""

from pathlib import Path

import cv2
import pytest
from companion_tables import ENDED, ILLEGAL, LEGAL, MISREAD, REVEAL, jpeg, reading, table_after
from playwright.sync_api import Browser, expect
from test_companion_browser import SIZES, opened
from test_companion_questions import ask
from test_companion_steady import WATCH
from test_companion_watcher import eventually
from test_vision_settle import ONE
from test_vision_settle import table as settling

from companion.automation import Automation, WatchedCamera
from companion.covering import under
from companion.records import Setup
from companion.session import Session
from companion.sessions import Sessions
from companion.view import view
from companion.waiting import GONE, Wait, waiting
from companion.watcher import FINISHED, HAND_OVER, Watcher
from rules.table import Place
from vision.reading import Reading

NOTHING = Wait("calm", "")
UNSEEN = 0.001  # of layout shift: while a page opens, something small in its bar may settle by a few pixels


def line(session: Session, camera: WatchedCamera | None = None) -> Wait:
    return waiting(view(session), camera)


def with_a_cup(session: Session) -> Reading:
    """Return the reading of the table with something over the tile Erato and its die."""
    before = reading(table_after(session))
    lain = {Place("tile", MISREAD.cell), MISREAD}
    return under(reading({at: face for at, face in table_after(session).items() if at not in lain}), before, lain)


def test_nothing_is_waited_for_while_play_goes_on(session: Session) -> None:
    assert line(session) == NOTHING
    session.offer(reading(table_after(session, LEGAL)), jpeg())
    assert line(session, WatchedCamera("usb:0")) == NOTHING


def test_a_covered_piece_is_named(session: Session) -> None:
    session.offer(with_a_cup(session), jpeg())
    assert line(session) == Wait("calm", "The die on Erato: something lies over it. Take it away.")


def test_a_broken_rule_and_a_question_come_first(sessions: Sessions, session: Session) -> None:
    session.offer(reading(table_after(session, ILLEGAL)), jpeg())
    session.notice = HAND_OVER
    assert line(session).kind == "illegal"
    assert "Rule 3.6" in line(session).line
    asked, _ = ask(sessions)
    question = "What was played? More than one move fits this picture."
    assert line(asked) == Wait("ambiguous", f"An answer is waited for: {question}")


def test_after_the_game_nothing_is_waited_for(sessions: Sessions) -> None:
    session = sessions.create(ENDED)
    camera = WatchedCamera("usb:0", Automation.OFF)
    assert line(session, camera) != NOTHING
    session.play(REVEAL, 0)
    session.notice = FINISHED
    assert session.game.current_player(session.position().state) is None
    assert line(session, camera) == NOTHING


def test_a_lost_camera_is_told_shortly_and_that_it_only_looks_when_asked(session: Session) -> None:
    camera = WatchedCamera("usb:0", Automation.OFF)
    assert line(session, camera).line == "The camera looks only when somebody presses Done."
    camera.sight.trouble = "No camera or file “usb:0”: check the cable."
    assert line(session, camera).line == GONE


def test_a_hand_that_stays_over_the_table_is_told(sessions: Sessions, tmp_path: Path) -> None:
    session = sessions.create(Setup("line_dice", 2, ("Ana", "Бен")))
    film = tmp_path / "hand.mp4"
    scenes = [settling(ONE)] * 10 + [settling(ONE, hand=0.5)] * 40
    tall, wide = scenes[0].shape[:2]
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"mp4v"), 10, (wide, tall))
    for scene in scenes:
        writer.write(scene)
    writer.release()
    told = list[str]()

    def found() -> Session:
        told.append(session.notice)  # before the next still, or the end, says something else
        return session

    watcher = Watcher(found, sessions.eyes, WatchedCamera(str(film)), pause_s=0.05)
    watcher.start()
    assert eventually(lambda: session.notice == FINISHED)
    watcher.stop(60)
    assert HAND_OVER in told


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_what_is_waited_for_moves_nothing_on_the_score_screen(
    chromium: Browser, address: str, session: Session, size: str, scheme: str
) -> None:
    with opened(chromium, size, scheme) as page:
        page.goto(f"{address}/sessions/{session.id}/screen")
        expect(page.locator(".afar-wait")).to_have_text("")
        page.evaluate(WATCH)
        points = page.locator(".afar-points").bounding_box()
        session.notice = HAND_OVER
        expect(page.locator(".afar-wait")).to_contain_text(HAND_OVER)
        session.notice = ""
        session.offer(with_a_cup(session), jpeg())
        expect(page.locator(".afar-wait")).to_contain_text("The die on Erato: something lies over it")
        session.offer(reading(table_after(session, ILLEGAL)), jpeg())
        expect(page.locator(".afar-wait .card-illegal")).to_contain_text("Rule 3.6")
        page.wait_for_timeout(300)
        assert page.evaluate("window.shifted") < UNSEEN
        assert page.locator(".afar-points").bounding_box() == points, "the parts are new ones: no browser counts that"
