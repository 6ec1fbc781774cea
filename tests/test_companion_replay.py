"""The film of positions: every step is the position of the log, and it can be stepped, scrubbed and run."""

from itertools import pairwise
from pathlib import Path

import pytest
from companion_tables import LEGAL, jpeg, reading, table_after
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect
from test_companion_browser import opened

import rules
from companion.board import Board, board
from companion.records import Setup
from companion.replay import film
from companion.session import Session
from companion.sessions import Sessions
from rules.glance import Glance, glance
from rules.playthrough import Playthrough

GAMES = ["dance_of_muses/playthroughs/three_players.txt", "line_dice/playthroughs/four_players.txt"]
GAMES += ["dice_forge/playthroughs/two_players.txt"]


def played(sessions: Sessions, name: str) -> Session:
    game = Playthrough.parse((Path(rules.__file__).parent / name).read_text())
    session = sessions.create(Setup(game.game, game.seats, ("Ana", "Бен", "Caro", "Dan")[: game.seats], game.options))
    session.play_all(list(game.moves()), 0)
    return session


def lying(drawn: Board) -> set[tuple[int, int, str]]:
    return {(piece.x, piece.y, piece.face) for piece in drawn.pieces}


@pytest.mark.parametrize("name", GAMES)
def test_every_step_shows_the_position_of_the_log(sessions: Sessions, name: str) -> None:
    session = played(sessions, name)
    game, position = session.game, session.position()
    states = [*(one.before for one in position.played), position.state]
    for step in {0, 1, len(states) // 2, len(states) - 1}:
        shown, table = film(session, step), game.table(game.public(states[step]))
        drawn = board(table, table, game.layout(states[step]), Glance())
        assert shown.mats == glance(game, game.public(states[step])).mats
        assert (shown.board is None) == bool(shown.mats)
        assert not shown.board or lying(shown.board) == lying(drawn)
        assert [one.points for one in shown.players] == list(game.scores(states[step]))[: len(shown.players)]


def test_the_frame_stands_still_and_both_ends_hold(sessions: Sessions) -> None:
    session = played(sessions, GAMES[1])
    films = [film(session, step) for step in (-5, 7, 10**6)]
    assert [one.step for one in films] == [0, 7, len(session.position().played)]
    boards = [one.board for one in films if one.board]
    assert len(boards) == len(films)
    assert all(one.view_box == other.view_box for one, other in pairwise(boards))


def test_the_film_of_a_game_without_a_board_shows_what_lies_before_each_player(
    client: FlaskClient, sessions: Sessions
) -> None:
    session = played(sessions, GAMES[2])
    scene = client.get(f"/sessions/{session.id}/replay/3").text
    assert "The table is empty" not in scene
    assert scene.count('class="sides"') == 4, "two dice of two heroes"
    assert "Round 1 of 9" in scene


def test_moves_taken_back_are_no_part_of_it_and_hidden_hands_stay_hidden(
    client: FlaskClient, sessions: Sessions
) -> None:
    session = sessions.create(Setup("line_dice", 6, ("Ana", "B", "C", "D", "E", "F"), {"hands": "hidden"}))
    session.play_all(("roll S S X C0 C3 C3", "roll X X C1 C2 C2 C2"), 0)
    session.undo(2)
    page = client.get(f"/sessions/{session.id}/replay?step=1").text
    assert page.count("data-shot=") == 2
    assert "kept hidden" in page
    assert "C3" not in page
    assert client.get(f"/sessions/{session.id}/replay?step=soon").status_code == 200
    assert client.get("/sessions/99/replay").status_code == 404


def test_it_is_stepped_with_keys_and_buttons_and_scrubbed(chromium: Browser, address: str, sessions: Sessions) -> None:
    session = played(sessions, GAMES[0])
    last = len(session.position().played)
    with opened(chromium) as page:
        page.goto(f"{address}/sessions/{session.id}/replay")
        told = page.locator(".scene-told .eyebrow")
        expect(told).to_have_text("The start")
        page.keyboard.press("ArrowRight")
        expect(told).to_have_text(f"Move 1 of {last}")
        expect(page.locator("[aria-current=step]")).to_have_attribute("data-shot", "1")
        page.get_by_role("link", name="One move on").click()
        expect(told).to_have_text(f"Move 2 of {last}")
        page.keyboard.press("End")
        expect(told).to_have_text(f"Move {last} of {last}")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
        expect(told).to_have_text(f"Move {last - 1} of {last}")
        page.get_by_role("slider", name="Move").fill("3")
        expect(told).to_have_text(f"Move 3 of {last}")
        page.reload()
        expect(told).to_have_text(f"Move 3 of {last}")
        page.get_by_role("button", name="Run").click()
        expect(told).to_have_text(f"Move 4 of {last}")
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_role("button", name="Run")).to_be_visible()


def test_who_wants_no_motion_gets_no_running_film(chromium: Browser, address: str, session: Session) -> None:
    session.play(LEGAL, 0)
    with opened(chromium) as page:
        page.emulate_media(reduced_motion="reduce")
        page.goto(f"{address}/sessions/{session.id}/replay")
        expect(page.get_by_role("button", name="Run")).to_be_hidden()
        page.keyboard.press(" ")
        page.keyboard.press("ArrowRight")
        expect(page.locator(".scene-told .eyebrow")).to_have_text("Move 1 of 1")


def test_a_move_of_the_list_leads_to_its_picture_and_why(chromium: Browser, address: str, session: Session) -> None:
    session.offer(reading(table_after(session, LEGAL)), jpeg())
    with opened(chromium) as page:
        page.goto(f"{address}/sessions/{session.id}")
        why = page.get_by_role("link", name="Why: the picture of move 1")
        why.scroll_into_view_if_needed()
        expect(why.locator("img")).to_have_js_property("naturalWidth", 240)
        why.click()
        expect(page.get_by_role("heading", name="Why it was judged so")).to_be_visible()
        page.goto(f"{address}/sessions/{session.id}/replay?step=1")
        page.get_by_role("link", name="Why", exact=True).click()
        expect(page.get_by_role("heading", name="Move 1: Calliope south")).to_be_visible()
