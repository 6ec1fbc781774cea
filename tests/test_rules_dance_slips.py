"""What goes wrong on the table: each mishap has its own violation and sentence, and clears when it is mended."""

from dataclasses import replace

import pytest
from rules_dance import BLOCK, RAISE, broken, dancing, played, powered, verdict_on
from rules_games import seeded

from rules.dance_of_muses import GAME
from rules.dance_of_muses.moves import Slip, Step
from rules.dance_of_muses.state import MUSES, Phase, State
from rules.game import Finding, judge
from rules.table import Observation, Place

BLOCK_3 = dancing(BLOCK, 3)
HIDDEN = replace(BLOCK_3, tiles=tuple(replace(t, muse=None) if t.cell[1] == 0 else t for t in BLOCK_3.tiles))
PLACING = played(GAME.initial_state(2), "place ? 0,0", "place Clio 1,0", "place ? 1,1")
UNDECLARED = powered(BLOCK, 3, RAISE, mode="declared")

MISHAPS: list[tuple[State, str, str, str]] = [
    (BLOCK_3, "Clio E dice Erato=3", "3.5", "Set the die on Erato to 4: every Muse that moved goes up by one."),
    (BLOCK_3, "Clio E dice Erato=5", "3.8", "Set the die on Erato to 4: whoever moved goes up by one, and no further."),
    (BLOCK_3, "Clio E dice Erato=off", "3.9", "No die is seen on Erato (4): put it back on its tile"),
    (BLOCK_3, "Clio E dice Urania=2", "3.6", "Set the die on Urania to 3: the dice of Muses that did not move"),
    (BLOCK_3, "slip Erato=5", "3.6", "Set the die on Erato to 3: the dice of Muses that did not move"),
    (BLOCK_3, "slip off Erato", "3.9", "No die is seen on Erato (3): put it back on its tile"),
    (BLOCK_3, "slip off Erato@3,0=6", "3.9", "No die is seen on Erato (3): put it back on its tile"),
    (BLOCK_3, "slip turned Clio=down", "3.10", "Clio was turned down, and who lies face up stays so"),
    (HIDDEN, "slip turned purple?=Clio", "3.10", "The hidden purple Muse was turned up, and nobody may look"),
    (BLOCK_3, "slip Calliope@3,1", "3.1", "Calliope went from 0,0 to 3,1, which is no step"),
    (BLOCK_3, "slip Calliope@-1,0=4 Urania@3,2", "3.11", "Calliope and Urania moved, and neither pushed the other"),
    (PLACING, "slip Clio=4", "3.6", "Set the die on Clio to 1"),
    (PLACING, "slip off Clio", "3.9", "No die is seen on Clio (1)"),
    (PLACING, "slip turned white?=Erato", "3.10", "The hidden white Muse was turned up, and nobody may look"),
    (
        UNDECLARED,
        "slip TEST-2=5",
        "5.8",
        "Declare the power that did it, perhaps TEST-1's, or set the die on TEST-2 to 3.",
    ),
    (
        UNDECLARED,
        "TEST-2 E dice TEST-9=4",
        "5.8",
        "Declare TEST-2's power if that is what it was, or set the die on TEST-9 to 3.",
    ),
]


@pytest.mark.parametrize(("state", "text", "rule", "said"), MISHAPS, ids=[text for _, text, _, _ in MISHAPS])
@pytest.mark.parametrize("anchored", [True, False])
def test_a_mishap_is_found_with_its_own_sentence_and_clears_when_mended(
    state: State, text: str, rule: str, said: str, anchored: bool
) -> None:
    verdict = verdict_on(state, text, anchored=anchored)
    assert (verdict.finding, str(verdict.move)) == (Finding.ILLEGAL, text)
    assert [violation.rule for violation in verdict.violations] == [rule]
    assert verdict.violations[0].text.startswith(said)
    assert verdict.violations[0].places
    mended = text.partition(" dice ")[0]
    if mended == text:
        sight = Observation.certain(GAME.table(state), ("tile", "die"))
        assert judge(GAME, state, sight).finding is Finding.UNCHANGED
    else:
        assert (verdict_on(state, mended).finding, str(verdict_on(state, mended).move)) == (Finding.LEGAL, mended)


def test_the_sentences_are_all_different() -> None:
    texts = [GAME.violations(state, GAME.parse_move(text))[0].text for state, text, _, _ in MISHAPS]
    assert len(set(texts)) == len(texts) - 1  # a die off its tile is told alike wherever it lies


def test_a_peek_does_not_say_who_she_is() -> None:
    verdict = verdict_on(HIDDEN, "slip turned purple?=Clio")
    assert all("Clio" not in violation.text for violation in verdict.violations)


def test_a_peek_under_a_die_lifted_off_is_a_peek_first() -> None:
    verdict = verdict_on(HIDDEN, "slip turned purple?=Clio off purple?")
    assert (verdict.finding, [broken.rule for broken in verdict.violations]) == (Finding.ILLEGAL, ["3.10", "3.9"])
    assert str(verdict.move) == "slip turned purple?=Clio off purple?"


def test_a_tile_turned_up_whose_name_is_not_read_is_found_too() -> None:
    sight = Observation.certain(GAME.table(HIDDEN), ("tile", "die"))
    odds = dict.fromkeys([tile.muse or "Clio" for tile in BLOCK_3.tiles], 0.11)
    verdict = judge(GAME, HIDDEN, replace(sight, faces=dict(sight.faces) | {Place("tile", (1, 0)): odds}))
    assert (verdict.finding, [violation.rule for violation in verdict.violations]) == (Finding.ILLEGAL, ["3.10"])


@pytest.mark.parametrize(
    "text",
    [
        "slip Erato=4",  # raised before its tile is moved
        "slip Erato=5 Urania=5",  # two dice: another position, or hands at work
        "slip Calliope@-1,0=4 Urania@3,2=4",  # two turns, perhaps
    ],
)
def test_what_may_be_half_done_waits(text: str) -> None:
    assert verdict_on(BLOCK_3, text).finding is Finding.UNEXPLAINED
    assert broken(BLOCK_3, text) != []


def test_a_tile_in_the_hand_with_its_die_waits() -> None:
    sight = Observation.certain(GAME.table(BLOCK_3), ("tile", "die"))
    for place in (Place("tile", (0, 0)), Place("die", (0, 0))):
        sight = sight.corrected(place, None)
    assert judge(GAME, BLOCK_3, sight).finding is Finding.UNEXPLAINED


def test_a_die_that_is_covered_is_not_missing() -> None:
    sight = Observation.certain(GAME.table(BLOCK_3), ("tile", "die"))
    bare = sight.corrected(Place("die", (2, 0)), None)
    assert judge(GAME, BLOCK_3, bare).finding is Finding.ILLEGAL
    covered = replace(bare, hidden=frozenset({Place("die", (2, 0))}))
    assert judge(GAME, BLOCK_3, covered).finding is Finding.UNCHANGED


@pytest.mark.parametrize(
    ("best", "expected", "finding"),
    [
        (0.95, 0.05, Finding.UNCHANGED),  # the rules choose: nothing happened
        (0.99, 0.005, Finding.UNCHANGED),
        (0.995, 0.0005, Finding.ILLEGAL),
    ],
)
def test_a_mishap_is_told_only_where_the_reading_leaves_no_doubt(
    best: float, expected: float, finding: Finding
) -> None:
    sight = Observation.certain(GAME.table(HIDDEN), ("tile", "die"))
    for place, read in (
        (Place("die", (2, 0)), "white 6"),
        (Place("tile", (2, 0)), "Erato"),
        (Place("tile", (2, 2)), "down"),
    ):
        odds = {read: best, sight.best()[place]: expected}
        assert judge(GAME, HIDDEN, replace(sight, faces=dict(sight.faces) | {place: odds})).finding is finding


def test_tiles_read_evenly_over_all_faces_are_not_turned() -> None:
    even = dict.fromkeys((*MUSES, "down"), 0.1)
    sight = Observation.certain(GAME.table(HIDDEN), ("tile", "die"))
    faces = {place: even if place.zone == "tile" else odds for place, odds in sight.faces.items()}
    assert judge(GAME, HIDDEN, replace(sight, faces=faces)).finding is Finding.UNCHANGED


def test_many_tiles_read_the_wrong_way_round_are_no_mishap() -> None:
    text = "slip turned Calliope=down Clio=down Erato=down"
    assert verdict_on(BLOCK_3, text).finding is Finding.UNEXPLAINED
    assert broken(BLOCK_3, text) == ["3.10", "3.10", "3.10"]


@pytest.mark.parametrize("text", ["slip Erato=3", "slip turned Clio=Clio", "slip Erato@2,0"])
def test_a_slip_that_is_none_is_no_move_either(text: str) -> None:
    assert broken(BLOCK_3, text) == ["1.3"]


def test_a_slip_of_somebody_who_is_not_there() -> None:
    for text in ("slip Homer=3", "slip turned orange?=Clio", "slip off Homer"):
        assert broken(BLOCK_3, text) == ["3.1"]


def test_nothing_slips_after_the_dance() -> None:
    for phase in (Phase.REVEAL, Phase.SUNS, Phase.SCORED, Phase.OVER):
        assert broken(replace(BLOCK_3, phase=phase), "slip Erato=5") == ["1.3"]


@pytest.mark.parametrize("seed", range(40))
def test_from_an_unknown_origin_a_legal_step_is_not_taken_for_a_mishap(seed: int) -> None:
    random = seeded(seed)
    cells = [(0, 0)]
    while len(cells) < 9:
        x, y = random.choice(cells)
        cells = sorted({*cells, (x + random.randint(-1, 1), y + random.randint(-1, 1))})
    state = dancing(random.sample(cells, 9), [random.randint(1, 4) for _ in range(9)])
    for move in random.sample(list(GAME.legal_moves(state)), 3):
        verdict = verdict_on(state, str(move), ("die",), anchored=False)
        assert isinstance(move, Step)
        assert verdict.finding in {Finding.LEGAL, Finding.AMBIGUOUS}
        assert not any(isinstance(candidate.move, Slip) for candidate in verdict.candidates)
        assert any(candidate.move == move for candidate in verdict.candidates)
