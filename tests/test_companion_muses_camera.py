"""Dance of Muses from pictures: each mishap has its own sentence and clears when mended; what is half done waits."""

from pathlib import Path

import pytest
from muses_camera import Camera

from companion.sessions import Sessions
from companion.view import view
from rules.dance_of_muses.state import Phase
from rules.game import Finding
from rules.table import Place

BLOCK = (
    "orange ? 0,0 3; purple Clio 1,0 3; white Erato 2,0 3; orange Euterpe 0,1 2; purple ? 1,1 4; "
    "white Melpomene 2,1 2; orange Polyhymnia 0,2 1; white ? 2,2 3; purple Terpsichore 3,3 1"
)
TEAMS = (
    "white Urania 1,1 1; orange ? 0,0 3; purple Clio 1,0 3; orange ? 2,0 2; purple ? 0,1 2; orange Melpomene 2,1 2; "
    "purple Erato 0,2 3; orange Thalia 1,2 3; purple ? 2,2 5"
)
SUNS = dict.fromkeys(
    ("Calliope", "Clio", "Erato", "Euterpe", "Melpomene", "Polyhymnia", "Terpsichore", "Thalia", "Urania"), 2
)


@pytest.fixture(scope="module")
def camera(tmp_path_factory: pytest.TempPathFactory) -> Camera:
    profile = tmp_path_factory.mktemp("profile")
    found = Camera(Sessions(profile), profile, position=BLOCK)
    assert found.show().finding is Finding.UNCHANGED
    return found


def ringed(camera: Camera) -> bool:
    shown = view(camera.session)
    return shown.overlay is not None and any(mark.ringed for mark in shown.overlay.marks)


@pytest.mark.parametrize(
    ("moves", "without", "rules", "said"),
    [
        (["Clio N dice Clio=3"], [], ["3.5"], "Set the die on Clio to 4: every Muse that moved goes up by one."),
        (["Clio N dice Clio=5"], [], ["3.8"], "Set the die on Clio to 4: whoever moved goes up by one, and no"),
        (["Clio N dice Euterpe=5"], [], ["3.6"], "Set the die on Euterpe to 2: the dice of Muses that did not move"),
        ([], ["die@2,1"], ["3.9"], "No die is seen on Melpomene (2): put it back on its tile"),
        ([], ["die@1,1"], ["3.9"], "No die is seen on the hidden purple Muse (4): put it back on its tile"),
        (["Erato N"], ["die@2,-1"], ["3.9"], "No die is seen on Erato (4): put it back on its tile"),
        (["Terpsichore E"], [], ["3.4"], "Terpsichore would stand apart from "),
        (["slip turned purple?=Thalia"], [], ["3.10"], "The hidden purple Muse was turned up, and nobody may look"),
        (["slip turned purple?=Thalia"], ["die@1,1"], ["3.10", "3.9"], "The hidden purple Muse was turned up"),
        (["slip turned Erato=down"], [], ["3.10"], "Erato was turned down, and who lies face up stays so"),
        (["slip Terpsichore@3,1"], [], ["3.1"], "Terpsichore went from 3,3 to 3,1, which is no step"),
        (["slip Erato@2,-1=4 Polyhymnia@0,3"], [], ["3.11"], "Erato and Polyhymnia moved, and neither pushed"),
    ],
    ids=[
        "an increase forgotten",
        "an increase doubled",
        "another die turned",
        "a die nudged off",
        "a die nudged off a hidden Muse",
        "a die lost on the way",
        "a split group",
        "a peek",
        "a peek under a die lifted off",
        "turned down",
        "no step",
        "two tiles moved apart",
    ],
)
def test_a_mishap_has_its_own_sentence_is_ringed_and_clears_when_mended(
    camera: Camera, moves: list[str], without: list[str], rules: list[str], said: str
) -> None:
    verdict = camera.show(*moves, without=tuple(without))
    assert verdict.finding is Finding.ILLEGAL, verdict
    assert [broken.rule for broken in verdict.violations] == rules, verdict
    assert verdict.violations[0].text.startswith(said)
    assert not any("Thalia" in broken.text for broken in verdict.violations), "who was peeked at is not betrayed"
    assert ringed(camera)
    assert view(camera.session).card.kind == "illegal"
    assert camera.show().finding is Finding.UNCHANGED
    assert view(camera.session).card.kind == "unchanged"
    assert not camera.moves


@pytest.mark.parametrize(
    ("moves", "without"),
    [
        (["slip Clio=4"], []),  # raised before she is moved
        ([], ["tile@3,3", "die@3,3"]),  # a tile in the hand, with its die
        (["slip Clio=5 Euterpe=4"], []),  # two dice at work
    ],
    ids=["raised first", "in the hand", "two dice"],
)
def test_what_is_half_done_waits(camera: Camera, moves: list[str], without: list[str]) -> None:
    assert camera.show(*moves, without=tuple(without)).finding is Finding.UNEXPLAINED
    assert view(camera.session).card.kind == "unexplained"
    assert camera.show().finding is Finding.UNCHANGED


def test_two_turns_in_one_picture_are_asked_about(camera: Camera) -> None:
    verdict = camera.show("slip Erato@2,-1=4 Polyhymnia@-1,2=2")
    assert verdict.finding is Finding.AMBIGUOUS
    assert {str(candidate.move) for candidate in verdict.candidates} == {"Erato N", "Polyhymnia W"}
    assert view(camera.session).card.kind == "ambiguous"
    assert camera.show().finding is Finding.UNCHANGED


def test_a_die_that_rolled_onto_the_table_belongs_back_on_its_tile(camera: Camera) -> None:
    verdict = camera.show(without=("die@2,0",), also={Place("die", (3, 0)): "white 5"})
    assert [broken.rule for broken in verdict.violations] == ["3.9"], verdict
    assert "Erato (3)" in verdict.violations[0].text
    assert camera.show().finding is Finding.UNCHANGED


def test_a_forgotten_increase_is_mended_into_the_move(sessions: Sessions, tmp_path: Path) -> None:
    camera = Camera(sessions, tmp_path / "profile", position=BLOCK)
    assert camera.show().finding is Finding.UNCHANGED
    assert camera.show("Clio S dice Clio=3 purple?=4").violations[0].rule == "3.5"
    assert camera.show("Clio S dice Clio=3").violations[0].text.startswith("Set the die on Clio to 4")
    assert camera.show("Clio S").finding is Finding.LEGAL
    assert camera.moves == ["Clio S"]


def test_a_six_stops_play_and_the_reveal_is_read_with_the_dice_lifted_off(sessions: Sessions, tmp_path: Path) -> None:
    camera = Camera(sessions, tmp_path / "profile", seats=4, position=TEAMS, suns=SUNS)
    assert camera.show().finding is Finding.UNCHANGED
    assert camera.show("orange?2 E").finding is Finding.LEGAL
    assert camera.show("orange?1 W").finding is Finding.LEGAL
    assert camera.show("purple?2 S").finding is Finding.LEGAL
    assert camera.moves == ["orange?2 E", "orange?1 W", "purple?2 S"], "hidden Muses are known by place and die"
    phases = [camera.state.phase]
    working = view(camera.session).working
    assert working[0] == "The hand is over: a 6 on the second hidden purple Muse"
    assert working[1].startswith("Turn up the first hidden orange Muse at -1,0")
    latched = [tile.die for tile in camera.state.tiles]
    dice = {str(place): face for place, face in camera.game.table(camera.state).items() if place.zone == "die"}
    played = "reveal orange?1=Euterpe orange?2=Polyhymnia purple?1=Calliope purple?2=Terpsichore"
    half = dict(camera.game.table(camera.state)) | {Place("tile", (-1, 0)): "Euterpe"}
    assert camera.lay(half, tuple(dice)).finding is Finding.UNEXPLAINED
    assert not [entry for entry in camera.moves if entry.startswith("reveal")]
    assert camera.show(played, without=tuple(dice)).finding is Finding.LEGAL
    assert camera.moves[-1] == played
    assert [tile.die for tile in camera.state.tiles] == latched
    assert [*phases, camera.state.phase] == [Phase.REVEAL, Phase.OVER]
    lines = view(camera.session).working
    assert lines[1].startswith("Suns: "), lines
    assert "Rank 1: " in "\n".join(lines)
    assert lines[-1].endswith(("wins by points", "wins by dice", "share the victory", "wins by bonus points")), lines


@pytest.mark.parametrize(
    ("placed", "rule"),
    [
        ("place Thalia 3,0", "2.5"),
        ("place ? 1,1", "2.7"),
        ("place Thalia 1,1 with purple 1", "2.3"),
        ("place Thalia 1,1 with orange 2", "2.4"),
    ],
)
def test_placing_is_refereed_from_pictures(sessions: Sessions, tmp_path: Path, placed: str, rule: str) -> None:
    camera = Camera(sessions, tmp_path / "profile", seats=2)
    for move in ("place ? 0,0", "place ? 1,0", "place Clio 0,1"):
        assert camera.show(move).finding is Finding.LEGAL
    assert [broken.rule for broken in camera.show(placed).violations] == [rule]
    assert camera.show().finding is Finding.UNCHANGED
    assert camera.show("place Thalia 1,1").finding is Finding.LEGAL
    assert camera.moves[-1] == "place Thalia 1,1"
