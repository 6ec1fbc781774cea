"""A session: what is offered, played, corrected and taken back, and the state as the fold of its log."""

from dataclasses import replace
from datetime import UTC, datetime
from math import isclose
from threading import Thread
from time import monotonic

import pytest
from companion_tables import (
    ALSO_LEGAL,
    ENDED,
    ILLEGAL,
    LEGAL,
    MISREAD,
    OTHER_REVEAL,
    REVEAL,
    SETUP,
    jpeg,
    moves,
    reading,
    table_after,
)
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from companion.fold import FoldError, fold
from companion.memory import anchored
from companion.records import Entry, Op, Setup, Source
from companion.session import RefusedError, Session
from companion.sessions import Sessions
from companion.store import StaleWriteError, StoreError
from rules.game import Finding, MoveError, Verdict
from rules.table import Observation, Place
from vision.reading import GridPose

GAME = rules.load("dance_of_muses")
OPENING = Setup("dance_of_muses", 3, ("Ana", "Бен", "Caro"))
FIRST = Place("tile", (0, 0))


def offer(session: Session, move: str | None, corrected: tuple[Place, str | None] | None = None) -> Verdict[object]:
    seen = reading(table_after(session, move))
    if corrected is not None:
        seen = replace(seen, observation=seen.observation.corrected(*corrected))
    return session.offer(seen, jpeg())


def test_a_legal_move_seen_is_logged_with_its_picture(session: Session) -> None:
    assert offer(session, LEGAL).finding is Finding.LEGAL
    entry, still = session.log()[0], session.latest()
    assert still is not None
    assert (entry.op, entry.seat, entry.move, entry.source) == (Op.PLAY, 0, LEGAL, Source.CAMERA)
    assert entry.still == still.id
    assert session.store.picture(session.id, still.id) == jpeg()
    assert GAME.current_player(session.position().state) == 1


def test_an_illegal_move_seen_is_kept_but_not_logged_and_clears_when_put_right(session: Session) -> None:
    verdict = offer(session, ILLEGAL)
    assert verdict.finding is Finding.ILLEGAL
    assert [(violation.rule, violation.places) for violation in verdict.violations] == [("3.6", (MISREAD,))]
    assert session.log() == ()
    assert offer(session, None).finding is Finding.UNCHANGED
    assert session.log() == ()


def test_a_table_that_fits_no_move_waits(session: Session) -> None:
    seen = reading({place: "down" if place.zone == "tile" else "white 6" for place in table_after(session)})
    assert session.offer(seen, jpeg()).finding is Finding.UNEXPLAINED
    assert session.log() == ()


def test_a_move_by_hand_is_judged_like_any_other(session: Session) -> None:
    assert session.play(LEGAL, 0) == LEGAL
    with pytest.raises(RefusedError, match=r"Not allowed: Erato south\. Rule 3\.6: Set the die on Thalia") as refused:
        session.play("Erato S dice Thalia=3", 1)
    assert [violation.rule for violation in refused.value.violations] == ["3.6"]
    with pytest.raises(MoveError, match="is no move"):
        session.play("Clio upwards", 1)
    assert moves(session) == [LEGAL]


def test_a_write_against_an_older_log_is_refused(session: Session) -> None:
    session.play(LEGAL, 0)
    for write in (
        lambda: session.play(ALSO_LEGAL, 0),
        lambda: session.undo(0),
        lambda: session.amend(1, ALSO_LEGAL, 0),
        lambda: session.correct(1, MISREAD, None, 0),
    ):
        with pytest.raises(StaleWriteError):
            write()
    assert moves(session) == [LEGAL]


def test_taking_back_goes_one_step_at_a_time_and_stays_in_the_log(session: Session) -> None:
    session.play(LEGAL, 0)
    session.play("Erato S", 1)
    assert session.undo(2) == "Erato S"
    assert moves(session) == [LEGAL]
    with pytest.raises(RefusedError, match="what another player did before: do so only if everybody agrees"):
        session.undo(3)
    assert session.undo(3, agreed=True) == LEGAL
    assert session.position().state == GAME.initial_state(3, **SETUP.options)
    with pytest.raises(RefusedError, match="no move to take back"):
        session.undo(4)
    assert [entry.op for entry in session.log()] == [Op.PLAY, Op.PLAY, Op.UNDO, Op.UNDO]


def test_a_misread_piece_tapped_lets_the_move_be_played(session: Session) -> None:
    assert offer(session, ILLEGAL).finding is Finding.ILLEGAL
    still = session.latest()
    assert still is not None
    assert session.correct(still.id, MISREAD, "orange 4", 0).finding is Finding.LEGAL
    assert [(entry.move, entry.still) for entry in session.log()] == [(LEGAL, still.id)]
    assert session.accuracy() == (18, 1)


def test_correcting_a_proof_amends_its_move_and_the_score(sessions: Sessions) -> None:
    session = sessions.create(ENDED)
    assert offer(session, REVEAL).finding is Finding.LEGAL
    still = session.latest()
    assert still is not None
    assert GAME.scores(session.position().state) == (0, 2, 0)
    half = session.correct(still.id, Place("tile", (0, 0)), "Euterpe", 1)
    assert half.finding is Finding.UNEXPLAINED, "two tiles cannot be Euterpe"
    assert moves(session) == [REVEAL], "the log waits for the second correction"
    assert session.correct(still.id, Place("tile", (1, -1)), "Clio", 1).finding is Finding.LEGAL
    assert moves(session) == [OTHER_REVEAL]
    assert GAME.scores(session.position().state) == (2, 1, 0)
    assert [(entry.op, entry.target) for entry in session.log()] == [(Op.PLAY, None), (Op.AMEND, 1)]
    assert session.accuracy() == (18, 2)


def test_a_correction_taken_back_counts_no_longer_and_amends_nothing(session: Session) -> None:
    offer(session, LEGAL)
    still = session.latest()
    assert still is not None
    session.correct(still.id, MISREAD, "orange 5", 1)
    assert session.accuracy() == (18, 1)
    session.correct(still.id, MISREAD, "orange 4", 1)
    assert session.accuracy() == (18, 0)
    assert len(session.log()) == 1


def test_an_amendment_that_a_later_move_does_not_survive_is_refused_and_names_it(sessions: Sessions) -> None:
    session = sessions.create(OPENING)
    for length, move in enumerate(("place Clio 0,0", "place Erato 1,0", "place Thalia 2,0")):
        session.play(move, length)
    with pytest.raises(FoldError, match=r"Move 3, “Thalia placed at 2,0”, would no longer fit: rule") as refused:
        session.amend(2, "place Erato -1,0", 3)
    assert refused.value.seq == 3
    assert moves(session) == ["place Clio 0,0", "place Erato 1,0", "place Thalia 2,0"]
    session.amend(2, "place Euterpe 1,0", 3)
    assert moves(session) == ["place Clio 0,0", "place Euterpe 1,0", "place Thalia 2,0"]
    with pytest.raises(RefusedError, match=r"^Not allowed: Clio placed at 1,0"):
        session.amend(2, "place Clio 1,0", 4)
    with pytest.raises(RefusedError, match="was taken back"):
        session.amend(9, "place Clio 1,0", 4)


def test_a_correction_that_a_later_move_does_not_survive_is_refused_and_forgotten(sessions: Sessions) -> None:
    session = sessions.create(OPENING)
    offer(session, "place Clio 0,0")
    still = session.latest()
    assert still is not None
    session.play("place Erato 1,0", 1)
    with pytest.raises(FoldError, match="Move 2, “Erato placed at 1,0”"):
        session.correct(still.id, FIRST, "Erato", 2)
    kept = session.latest()
    assert kept is not None
    assert kept.corrections == {}
    assert moves(session) == ["place Clio 0,0", "place Erato 1,0"]


def test_impossible_corrections_are_refused(session: Session) -> None:
    offer(session, LEGAL)
    still = session.latest()
    assert still is not None
    for place, face, said in ((MISREAD, "orange 7", "cannot lie there"), (Place("cup", (0,)), None, "no “cup”")):
        with pytest.raises(RefusedError, match=said):
            session.correct(still.id, place, face, 1)
    with pytest.raises(RefusedError, match="no longer kept"):
        session.correct(999, MISREAD, "orange 3", 1)
    session.undo(1)
    offer(session, None)
    with pytest.raises(RefusedError, match="belongs to no move"):
        session.correct(still.id, MISREAD, "orange 3", 2)


def test_the_grid_is_kept_from_one_still_to_the_next(session: Session) -> None:
    table = table_after(session, LEGAL)
    moved = {place.shifted((5, -2)): face for place, face in table.items()}
    assert session.before() is None
    verdict = session.offer(reading(moved, pose=GridPose(100.0, 200.0, 90.0, 80.0, 90.0)), jpeg())
    assert verdict.finding is Finding.LEGAL
    assert verdict.shift == (-5, 2)
    before = session.before()
    assert before is not None
    assert {piece.place for piece in before.pieces} == set(table) == set(before.observation.faces)
    pose = before.pose
    assert pose is not None
    assert isclose(pose.x, 100.0 + 2 * 90.0), "turned by 90°, a cell to the right is one down in the picture"
    assert isclose(pose.y, 200.0 + 5 * 80.0)
    assert (pose.angle_deg, pose.pitch_x, pose.pitch_y) == (90.0, 80.0, 90.0)


def test_a_pose_is_kept_only_where_a_shift_makes_sense() -> None:
    posed = reading({}, pose=GridPose(1.0, 2.0, 0.0, 10.0, 10.0))
    assert anchored(replace(posed, pose=None), Verdict(Finding.LEGAL, (), (1, 1))).pose is None
    assert anchored(posed, Verdict(Finding.LEGAL)) == posed
    assert anchored(posed, Verdict(Finding.LEGAL, (), (1, 0, -1))).pose is None


def test_pages_that_wait_are_woken_by_a_write_and_by_the_end(session: Session) -> None:
    seen, woken = session.version(), []
    waiting = Thread(target=lambda: woken.append(session.wait(seen, 20)))
    waiting.start()
    session.play(LEGAL, 0)
    waiting.join(5)
    assert woken == [True]
    assert session.version() != seen
    session.notice = "The camera is gone."
    started = monotonic()
    assert session.wait(seen, 20)
    session.close()
    assert not session.wait(session.version(), 20)
    assert monotonic() - started < 5


def test_two_programs_on_one_profile_see_each_other(sessions: Sessions, session: Session) -> None:
    other = Sessions(sessions.profile)
    twin = other.get(session.id)
    assert twin is not None
    twin.play(LEGAL, 0)
    assert moves(session) == [LEGAL]
    with pytest.raises(StaleWriteError):
        session.play(ALSO_LEGAL, 0)
    other.close()


def test_a_log_that_breaks_the_rules_is_named_not_shown(sessions: Sessions, session: Session) -> None:
    sessions.store.append(session.id, Entry(1, datetime.now(UTC), Op.PLAY, None, 0, "Calliope E dice Erato=5"))
    with pytest.raises(StoreError, match=r"does not fit the rules\. Move 1, “Calliope east”"):
        session.position()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "chess"}, "There is no game “chess”: choose one of .*dance_of_muses"),
        ({"seats": 5}, "for 2 to 4 players, not 5"),
        ({"players": ("Ana",)}, "one name for each of the 3 players"),
        ({"players": ("Ana", "B" * 61, "Caro")}, "up to 60 letters"),
        ({"options": {"hands": 9}}, "“hands” cannot be 9"),
    ],
)
def test_a_set_up_that_is_not_offered_is_refused(sessions: Sessions, change: dict[str, object], said: str) -> None:
    with pytest.raises(RefusedError, match=said):
        sessions.create(replace(OPENING, **change))  # type: ignore[arg-type]
    assert sessions.summaries() == []


steps = st.lists(
    st.tuples(st.sampled_from(["play", "play", "play", "undo", "amend"]), st.integers(0, 10**6)), max_size=14
)


@settings(max_examples=25, deadline=None, print_blob=True)
@given(steps)
def test_whatever_is_done_the_state_is_the_fold_of_the_log(
    tmp_path_factory: pytest.TempPathFactory, todo: list[tuple[str, int]]
) -> None:
    folder = tmp_path_factory.mktemp("profile")
    sessions = Sessions(folder)
    session, expected = sessions.create(SETUP), list[str]()
    for what, dice in todo:
        _do(session, expected, what, dice)
    start = GAME.initial_state(3, **SETUP.options)
    state = start
    for move in expected:
        state = GAME.apply(state, GAME.parse_move(move))
    assert moves(session) == expected
    assert session.position().state == state
    log = session.log()
    assert fold(GAME, start, log) == fold(GAME, start, log)
    sessions.close()
    again = Sessions(folder)
    reopened = again.get(session.id)
    assert reopened is not None
    assert reopened.position() == fold(GAME, start, log)
    again.close()


def _do(session: Session, expected: list[str], what: str, dice: int) -> None:
    """Do one step, in the session and in the plain list of the moves that should stand."""
    position = session.position()
    if what == "play" and (legal := sorted(map(str, GAME.legal_moves(position.state)))):
        expected.append(session.play(legal[dice % len(legal)], position.length))
    elif what == "undo" and expected:
        assert session.undo(position.length, agreed=True) == expected.pop()
    elif what == "amend" and expected:
        chosen = dice % len(expected)
        played = position.played[chosen]
        legal = sorted(map(str, GAME.legal_moves(played.before)))
        wanted = legal[dice // 7 % len(legal)]
        try:
            expected[chosen] = session.amend(played.entry.seq, wanted, position.length)
        except FoldError:
            assert len(session.log()) == position.length


def test_an_observation_is_corrected_without_touching_what_was_read(session: Session) -> None:
    offer(session, LEGAL)
    still = session.latest()
    assert still is not None
    corrected = replace(still, corrections={MISREAD: None})
    assert isinstance(corrected.observation, Observation)
    assert MISREAD not in corrected.observation.faces
    assert MISREAD in corrected.reading.observation.faces


def test_several_moves_in_a_row_are_played_all_or_none(sessions: Sessions) -> None:
    session = sessions.create(replace(ENDED, options={"position": ENDED.options["position"]}))
    session.play(REVEAL, 0)
    asked = [tile.muse for tile in session.position().state.pending()]
    with pytest.raises(RefusedError, match="not asked for"):
        session.play_all(["suns Erato 2", f"suns {asked[0]} 3"], 1)
    assert len(session.log()) == 1
    session.play_all([f"suns {muse} 3" for muse in asked], 1)
    assert len(session.log()) == 1 + len(asked) > 2
    assert GAME.current_player(session.position().state) is None


def test_a_power_after_the_move_is_logged_under_who_moved(sessions: Sessions) -> None:
    session = sessions.create(replace(SETUP, options={**SETUP.options, "mode": "declared"}))
    session.play("Calliope S", 0)
    session.play("then Calliope Thalia=3", 1)
    session.play("Erato S", 2)
    assert [(entry.seat, entry.move) for entry in session.log()] == [
        (0, "Calliope S"),
        (0, "then Calliope Thalia=3"),
        (1, "Erato S"),
    ]
    assert [played.entry.seat for played in session.position().played] == [0, 0, 1]


def test_what_pages_show_is_gathered_once_for_each_version(session: Session) -> None:
    gathered: list[str] = []

    def make(version: str) -> int:
        gathered.append(version)
        return len(gathered)

    assert (session.shown(make), session.shown(make)) == (1, 1)
    session.notice = "The camera is away."
    assert (session.shown(make), session.shown(make)) == (2, 2)
    session.offer(reading({}), jpeg())
    assert session.shown(make) == 3
    assert gathered[2] == session.version() != gathered[1] != gathered[0]
