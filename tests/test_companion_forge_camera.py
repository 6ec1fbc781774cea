"""Dice Forge before the camera: drawn rolls become moves, what is unclear is asked about, forging changes the dice."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from forge_tables import DARK_0, LIGHT_0, LIGHT_1, layout, said, table
from rules_forge import REMOVED
from rules_games import seeded

from companion.__main__ import main
from companion.eyes import kept
from companion.records import Setup
from companion.sessions import Sessions
from companion.simulate import Came, Shown
from companion.simulate.onlooker import Onlooker
from companion.simulate.throws import Throws, is_thrown, thrown_game
from companion.view import view
from rules import load
from rules.dice_forge import GAME
from rules.game import Finding, Verdict
from rules.table import Face, Place
from vision.reading import Reading


class Evening:
    """Two heroes at a drawn table, and a camera over it."""

    def __init__(self, sessions: Sessions, seed: int) -> None:
        self.sessions = sessions
        self.session = sessions.create(Setup("dice_forge", 2, ("Ana", "Ben"), {}))
        self.session.play(REMOVED, 0)
        self.table = table(seed, self.session.position().state)

    def look(self, dice: dict[Place, Face] | None = None, thrown: set[Place] | None = None) -> Verdict[object]:
        """Throw dice, show the table to the camera, and return what was made of it."""
        state, session = self.session.position().state, self.session
        lying = {**GAME.table(state), **(dice or {})}
        image = self.table.picture(lying, layout(state), (), {*(dice or {}), *(thrown or ())})
        return session.offer(self.read(image), kept(image))

    def read(self, image: object) -> Reading:
        state = self.session.position().state
        return self.sessions.eyes.read(image, layout(state), self.session.before())  # type: ignore[arg-type]

    def moves(self) -> list[str]:
        return [played.entry.move for played in self.session.position().played]


@pytest.fixture
def evening(sessions: Sessions) -> Evening:
    return Evening(sessions, 21)


def everybody(light_0: Face, dark_0: Face, light_1: Face, dark_1: Face) -> dict[Place, Face]:
    return dict(zip([Place("die", (i,)) for i in range(4)], (light_0, dark_0, light_1, dark_1), strict=True))


def test_a_roll_of_all_is_recorded_by_one_picture(evening: Evening) -> None:
    assert evening.look().finding is Finding.UNCHANGED
    assert evening.look(everybody("S1", "G1", "G1", "V2")).finding is Finding.LEGAL
    assert evening.moves()[-1] == "roll S1 G1 / G1 V2"
    assert evening.look(everybody("S1", "G1", "G1", "M1")).finding is Finding.LEGAL
    assert evening.moves()[-1] == "roll S1 G1 / G1 M1"


def test_a_roll_that_comes_up_as_the_dice_lay_is_recorded_as_well(evening: Evening) -> None:
    evening.look()
    assert evening.look(thrown=set(everybody("", "", "", ""))).finding is Finding.LEGAL
    assert evening.moves()[-1] == "roll G1 G1 / G1 G1"


def test_a_throw_that_people_told_is_not_seen_as_another_one(evening: Evening) -> None:
    session, onlooker = evening.session, Onlooker(evening.sessions.eyes, evening.session)
    state = session.position().state
    onlooker.look(evening.table.picture(GAME.table(state), layout(state)), evening.table.again)
    dice = everybody("G1", "G1", "S1", "V2")
    image = evening.table.picture({**GAME.table(state), **dice}, layout(state), (), set(dice))
    covered = next(piece for piece in evening.read(image).pieces if piece.place == LIGHT_1)
    cv2.fillConvexPoly(image, np.array(covered.outline_px, np.int32), (210, 210, 210))
    assert onlooker.look(image, image.copy).finding is Finding.UNEXPLAINED
    session.play("roll G1 G1 / S1 V2", session.position().length)
    again = onlooker.look(image, image.copy)
    assert again.finding is not Finding.LEGAL
    assert evening.moves()[-1] == "roll G1 G1 / S1 V2"


def test_who_has_not_rolled_yet_is_waited_for(evening: Evening) -> None:
    evening.look()
    evening.look({LIGHT_0: "S1", DARK_0: "V2"})
    assert evening.moves()[-1] == "roll S1 V2"
    assert evening.look({LIGHT_1: "S1"}).finding is Finding.UNEXPLAINED


def test_after_forging_the_new_face_is_read_and_the_old_one_is_strange(evening: Evening) -> None:
    session = evening.session
    evening.look()
    evening.look(everybody("S1", "G1", "S1", "G1"))
    evening.look(everybody("S1", "G1", "S1", "M1"))
    session.play_all(("buy G3 light", "out light S1", "done", "end"), session.position().length)
    assert evening.look().finding is Finding.UNCHANGED
    assert evening.look(everybody("G3", "V2", "G1", "G1"), {LIGHT_0}).finding is Finding.LEGAL
    assert evening.moves()[-1] == "roll G1 G1 / G3 V2"  # Ben is the first now
    verdict = evening.look(everybody("S1", "G1", "G1", "G1"))
    assert verdict.finding is Finding.ILLEGAL
    assert "missed forge, or a misread?" in verdict.violations[0].text


def test_a_face_turned_up_by_the_way_is_no_purchase(evening: Evening) -> None:
    evening.look()
    evening.look(everybody("S1", "G1", "S1", "G1"))
    evening.look(everybody("G1", "G1", "S1", "G1"), set(everybody("", "", "", "")))
    assert evening.session.position().state.heroes[0].goods.gold >= 3
    assert evening.look({LIGHT_0: "S1"}).finding is Finding.UNEXPLAINED


def test_two_unclear_dice_are_a_question_with_the_picture_and_a_button_each(
    evening: Evening, client: FlaskClient
) -> None:
    evening.look()
    state, session = evening.session.position().state, evening.session
    lying = {**GAME.table(state), **everybody("S1", "V2", "G1", "G1")}
    image = evening.table.picture(lying, layout(state), (), set(everybody("", "", "", "")))
    clear = evening.read(image)
    faces = {**clear.observation.faces, LIGHT_0: {"S1": 0.6, "G1": 0.4}}
    unclear = replace(clear, observation=replace(clear.observation, faces=faces))
    verdict = session.offer(unclear, kept(image))
    assert verdict.finding is Finding.AMBIGUOUS
    card = view(session).card
    assert len(card.answers) == 2
    page = client.get(f"/sessions/{session.id}").get_data(as_text=True)
    assert f"stills/{card.still}" in page
    session.answer(card.still, [str(c.move) for c in verdict.candidates].index("roll S1 V2 / G1 G1"), 1)
    assert evening.moves()[-1] == "roll S1 V2 / G1 G1"


def test_names_stand_in_the_warnings_of_the_page(evening: Evening, client: FlaskClient) -> None:
    evening.look()
    zone = layout(evening.session.position().state).zone("die")
    evening.table.put(LIGHT_0, zone, zone.slots[0].area, cocked_deg=25)
    verdict = evening.look()
    assert verdict.finding is Finding.UNCHANGED
    still = evening.session.latest()
    assert still is not None
    assert "Seat 0's light die leans" in said(still.reading)
    assert "Ana&#39;s light die leans: roll it again" in client.get(f"/sessions/{evening.session.id}").text


def test_the_plan_of_a_game_throws_all_dice_at_once() -> None:
    game = load("dice_forge")
    plan = thrown_game(game, game.initial_state(3), seeded(1))
    assert game.current_player(plan[-1].after) is None
    throws = [step for step in plan if step.places]
    assert len(throws) >= 30
    assert len(throws[0].places) == 6
    state = game.initial_state(3)
    for step in plan:
        assert step.before == state
        state = game.apply(state, game.parse_move(step.move))
        assert state == step.after
    assert not is_thrown(load("line_dice"), load("line_dice").layout(load("line_dice").initial_state(2)))


def test_the_first_rolls_of_a_game_are_simulated_exactly(sessions: Sessions) -> None:
    seen: list[Shown] = []
    setup = Setup("dice_forge", 2, ("Ana", "Ben"), {})
    folder = sessions.profile / "simulated"
    result = Throws(setup, 5, (1280, 720), folder, lambda shown, _: seen.append(shown), most=5).run()
    assert [one.came for one in seen] == [Came.RIGHT] * len(seen), seen
    assert result.exact
    assert result.points
    assert result.told >= 1


def test_the_command_knows_the_game() -> None:
    refused = CliRunner().invoke(main, ["simulate", "dice_forge", "--seats", "9"])
    assert "Dice Forge is for 2, 3 or 4 players, not 9." in refused.stderr
