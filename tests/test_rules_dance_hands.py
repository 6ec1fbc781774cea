"""Several hands, the neutral Muse, and who knows what."""

from dataclasses import replace
from itertools import permutations

import pytest
from rules_dance import broken, played, walk

from rules.dance_of_muses import GAME
from rules.dance_of_muses.moves import Lay, Reveal
from rules.dance_of_muses.state import MUSES, Phase, State
from rules.game import Finding, judge
from rules.table import Observation

KEEP = {"hands": 2, "second_hand_redeal": "keep"}


def phase(seats: int, seed: int, wanted: Phase, **options: object) -> list[State]:
    """Return the states of one phase of a random game."""
    return [moment.state for moment in walk(seats, seed, **options) if moment.state.phase is wanted]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_muses_are_kept_in_the_second_hand(seats: int) -> None:
    (scored,) = phase(seats, seats, Phase.SCORED, **KEEP)
    owners = {tile.muse: tile.colour for tile in scored.tiles}
    second = played(scored, "gather")
    assert dict(second.kept) == owners
    while second.phase is Phase.PLACE:
        moves = [move for move in GAME.legal_moves(second) if isinstance(move, Lay)]
        assert {owners[move.muse] for move in moves if move.muse} <= {second.due_colour}
        strangers = [muse for muse in second.unseen() if owners[muse] != second.due_colour]
        if not second.neutral_due or second.setup.neutral_up:
            for muse in strangers:
                assert "2.9" in broken(second, str(replace(moves[0], muse=muse)))
        second = GAME.apply(second, moves[-1])


def test_kept_muses_leave_no_doubt_who_lies_hidden() -> None:
    """In the second hand all but one of each Company's have been seen, so there is one reveal."""
    ends = phase(3, 3, Phase.REVEAL, **KEEP)
    assert [len(list(GAME.legal_moves(end))) for end in ends] == [6, 1]
    (move,) = GAME.legal_moves(ends[1])
    assert isinstance(move, Reveal)
    names, muses = zip(*move.muses, strict=True)
    for other in set(permutations(muses)) - {muses}:
        assert broken(ends[1], str(Reveal(tuple(zip(names, other, strict=True))))) == ["2.9"]


def test_muses_dealt_anew_are_anybodys() -> None:
    (scored,) = phase(3, 3, Phase.SCORED, hands=2)
    second = played(scored, "gather")
    assert second.kept == ()
    assert {move.muse for move in GAME.legal_moves(second) if isinstance(move, Lay)} == {*MUSES, None}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_tells_who_lies_hidden_before_the_reveal(seats: int) -> None:
    """Whoever the hidden ones turn out to be, the log and the state before are the same: there is nothing to leak."""
    names = 3 if seats < 4 else 4
    for moment in walk(seats, 7):
        state = moment.state
        if state.phase in {Phase.PLACE, Phase.DANCE, Phase.REVEAL}:
            assert GAME.public(state) == state
            assert all(tile.muse is None for tile, name in zip(state.tiles, state.names, strict=True) if "?" in name)
        if state.phase is Phase.REVEAL:
            unseen = state.unseen()
            assert len(unseen) == names
            said = {tuple(dict(move.muses).values()) for move in GAME.legal_moves(state) if isinstance(move, Reveal)}
            assert said == set(permutations(unseen))
            told = " ".join((*GAME.working(state), *moment.playthrough.lines))
            assert not [muse for muse in unseen if muse in told]


def test_with_two_players_the_last_two_names_are_the_others_and_the_neutral() -> None:
    """Purple holds Clio, Erato, Thalia and Urania; orange has shown three, so purple is left with two strange names."""
    texts = ("place ? 0,0", "place Calliope 1,0", "place Clio 1,1", "place Euterpe 2,0", "place Erato 2,1")
    state = played(
        GAME.initial_state(2), *texts, "place Melpomene 3,0", "place Thalia 3,1", "place ? 4,0", "place ? 4,1"
    )
    held = {"Clio", "Erato", "Thalia", "Urania"}
    assert set(state.unseen()) - held == {"Polyhymnia", "Terpsichore"}


def test_the_neutral_muse_need_not_be_touched_with_the_switch_off() -> None:
    on, off = (played(GAME.initial_state(2, neutral_is_first_tile=choice), "place ? 0,0") for choice in (True, False))
    assert broken(on, "place Clio 4,0") == ["2.5"]
    assert broken(off, "place Clio 8,0") == []
    assert broken(off, "place Clio 9,0") == ["2.5"]
    apart = played(off, "place Clio 8,0")
    assert broken(apart, "place Erato 4,0") == ["2.5"]  # touches nobody
    assert broken(apart, "place Erato 9,0") == ["2.5"]  # six are left and seven gaps
    assert broken(apart, "place Erato 7,0") == []
    assert {move.cell for move in GAME.legal_moves(apart) if isinstance(move, Lay)} == {
        *((1, y) for y in (-1, 0, 1)),
        *((7, y) for y in (-1, 0, 1)),
    }


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("seed", range(5))
def test_the_dance_begins_with_one_group_wherever_the_neutral_lies(seats: int, seed: int) -> None:
    state = phase(seats, seed, Phase.DANCE, neutral_is_first_tile=False)[0]
    assert next(GAME.legal_moves(state), None) is not None
    text = "; ".join(f"{t.colour} {t.muse or '?'} {t.cell[0]},{t.cell[1]} {t.die}" for t in state.tiles)
    assert GAME.initial_state(seats, position=text).tiles == state.tiles  # a position in pieces would be refused


def test_a_muse_apart_from_the_neutral_one_is_read_from_a_picture() -> None:
    start = played(GAME.initial_state(2, neutral_is_first_tile=False), "place ? 0,0")
    after = played(start, "place Clio 5,-2")
    sight = Observation.certain(GAME.table(after), ("tile", "die"))
    for seen in (sight, replace(sight, anchored=False)):
        verdict = judge(GAME, start, seen)
        assert (verdict.finding, str(verdict.move)) == (Finding.LEGAL, "place Clio 5,-2")


def test_a_name_that_is_none_of_the_nine() -> None:
    state = played(GAME.initial_state(2), "place ? 0,0")
    assert broken(state, "place Homer 1,0") == ["2.8"]
    assert broken(state, "reveal white?=Homer") == ["1.3"]
    over = replace(state, phase=Phase.REVEAL)
    assert broken(over, "reveal white?=Homer") == ["4.1"]


TURN_UP = """\
The hand is over: a 6 on Clio
Turn up the hidden white Muse at 1,1, the hidden orange Muse at 0,2 and the hidden purple Muse at 3,2; \
dice may be lifted, their numbers are kept"""
SCORED = """\
The hand is over: a 6 on Clio
Suns: Polyhymnia 3 = 3 → 6 (neutral, not ranked), Urania 3 = 3 → 6, Euterpe 1 = 1 → 6, Terpsichore 2 = 2 → 6; \
the other dice stay
Hand 1: orange 6-6-2-1, purple 6-6-5-5
Rank 1: 6-6, a tie
Rank 2: 6-6, a tie
Rank 3: 2-5, purple +1
Rank 4: 1-5, purple +1
Bonus for the first rank won: purple +1
Total: orange 0, purple 3
purple wins by points"""


def test_the_end_of_a_hand_is_guided_line_by_line() -> None:
    """Example 11, its made-up suns told one by one; the neutral's are not needed and are shown where they are known."""
    position = (
        "white ? 1,1 3; orange Clio 0,0 5; purple Thalia 1,0 4; orange Urania 0,1 3; purple Erato 2,0 4; "
        "orange ? 0,2 1; purple Euterpe 2,1 1; orange Melpomene 1,2 2; purple ? 3,2 2"
    )
    suns = {"Clio": 2, "Thalia": 2, "Erato": 3, "Polyhymnia": 3, "Calliope": 3, "Melpomene": 1, "Terpsichore": 2}
    ended = played(GAME.initial_state(2, position=position, suns=suns), "Clio E")
    assert GAME.working(ended) == tuple(TURN_UP.splitlines())
    revealed = played(ended, "reveal white?=Polyhymnia orange?=Calliope purple?=Terpsichore")
    assert GAME.working(revealed)[1:] == ("Count the suns of Urania (die 3) and Euterpe (die 1)",)
    assert GAME.working(played(revealed, "suns Urania 3", "suns Euterpe 1")) == tuple(SCORED.splitlines())
